//! The rules. Weights are out of the threshold: what stands at or above it is enough alone, the rest has to meet.

use super::Sign;
use super::concept::Concept::{
    Act, Address, Agent, AgentOutput, AgentSecret, AgentWord, Agreed, Already, Asks, Best, Boss, Call,
    CallLike, Called, Changed, Consented, Covert, Decode, Destination, Earlier, Field, Forget, From, FromNow,
    HiddenMarkup, IfYou, Instruction, Memory, Modal, Must, NameKey, Negation, NewInstruction, NoAsk,
    NoLimits, Obey, Only, Personal, Rank, Reading, Remember, Respond, Reveal, Role, Secret, Send, Sequence,
    Silence, Task, Template, ThisCall, ThisText, ToolArguments, ToolKey, ToolMarkup, ToolName,
    ToolParameters, ToolWord, User, Void, WhenUser, YouAre,
};
use super::concept::{Concept, Concepts};
use super::rules::Rule;

#[allow(clippy::indexing_slicing, reason = "runs while compiling")]
const fn any(concepts: &[Concept]) -> Concepts {
    let mut set = 0;
    let mut at = 0;
    while at < concepts.len() {
        set |= concepts[at].bit();
        at += 1;
    }
    set
}

const fn is(concept: Concept) -> Concepts {
    concept.bit()
}

const FORGET: Concepts = is(Forget);
const EARLIER: Concepts = is(Earlier);
const INSTRUCTION: Concepts = is(Instruction);
const TASK: Concepts = is(Task);
const AGENT: Concepts = is(Agent);
const ANY_AGENT: Concepts = any(&[Agent, AgentWord]);
const ADDRESS: Concepts = is(Address);
const USER: Concepts = is(User);
const SEND: Concepts = is(Send);
const SHOW: Concepts = any(&[Send, Reveal]);
const COMMAND: Concepts = any(&[Send, Reveal, Act, Respond, Call]);
const SECRET: Concepts = is(Secret);
const PERSONAL: Concepts = is(Personal);
const AGENT_SECRET: Concepts = is(AgentSecret);
const ANY_SECRET: Concepts = any(&[Secret, Personal, AgentSecret]);
const DESTINATION: Concepts = is(Destination);
const BOSS: Concepts = is(Boss);
const DO: Concepts = any(&[Send, Act]);
const MAY_COMMAND: Concepts = any(&[Send, Reveal, Act, Respond, Forget, Obey]);
/// What turns a marker into a message.
const MESSAGE: Concepts = MAY_COMMAND | any(&[User, Agent, Agreed, YouAre, AgentSecret]);
/// What a reader is wanted for.
const WANTED: Concepts =
    any(&[Send, Reveal, Act, Respond, Rank, Secret, Personal, AgentSecret, User, Silence]);
const SPOKEN_TO: Concepts = any(&[Agent, AgentWord, Called]);
const NEGATION: Concepts = is(Negation);

const fn rule(sign: Sign, weight: u32, gap: usize, parts: &'static [Concepts]) -> Rule {
    Rule { sign, weight, gap, parts, unless: 0, reach: 0 }
}

const fn unless(rule: Rule, unless: Concepts) -> Rule {
    Rule { unless, ..rule }
}

const fn reaching(rule: Rule) -> Rule {
    Rule { reach: 2, ..rule }
}

/// Every rule.
pub(super) const RULES: &[Rule] = &[
    // Earlier instructions are void.
    rule(Sign::Override, 55, 70, &[FORGET, EARLIER, INSTRUCTION]),
    rule(Sign::Override, 25, 50, &[FORGET, any(&[Instruction, AgentSecret])]),
    rule(Sign::Override, 30, 60, &[FORGET, EARLIER, TASK]),
    rule(Sign::Override, 35, 30, &[TASK, is(Changed)]),
    reaching(rule(Sign::Override, 15, 140, &[TASK, is(Changed), COMMAND])),
    rule(Sign::Override, 35, 60, &[FORGET, USER]),
    rule(Sign::Override, 55, 90, &[is(Void)]),
    rule(Sign::Override, 30, 60, &[is(NewInstruction)]),
    rule(Sign::Override, 30, 90, &[is(NewInstruction), any(&[Forget, Obey, Agent])]),
    rule(Sign::Override, 35, 60, &[is(Obey), INSTRUCTION, any(&[Only, Sequence])]),
    // Roles and templates.
    rule(Sign::RoleMarker, 45, 60, &[is(Template)]),
    reaching(rule(Sign::RoleMarker, 20, 200, &[is(Template), MESSAGE | DESTINATION])),
    rule(Sign::RoleMarker, 25, 60, &[is(Role)]),
    reaching(rule(Sign::RoleMarker, 30, 140, &[is(Role), MESSAGE | INSTRUCTION])),
    reaching(rule(Sign::RoleMarker, 30, 200, &[is(Role), is(Called)])),
    // Somebody who may command.
    rule(Sign::Authority, 25, 50, &[BOSS, is(From)]),
    rule(Sign::Authority, 25, 90, &[BOSS, is(Called)]),
    rule(Sign::Authority, 20, 70, &[BOSS, is(Agreed)]),
    rule(Sign::Authority, 15, 90, &[BOSS, AGENT]),
    reaching(rule(Sign::Authority, 25, 120, &[BOSS, ANY_AGENT, COMMAND])),
    rule(Sign::Authority, 20, 90, &[BOSS, is(From), COMMAND]),
    // An AI is spoken to.
    rule(Sign::AgentAddress, 10, 40, &[AGENT]),
    rule(Sign::AgentAddress, 35, 40, &[ADDRESS, AGENT]),
    rule(Sign::AgentAddress, 30, 30, &[ADDRESS, is(AgentWord)]),
    rule(Sign::AgentAddress, 35, 60, &[is(Called)]),
    reaching(rule(Sign::AgentAddress, 25, 140, &[is(Called), COMMAND])),
    rule(Sign::AgentAddress, 30, 60, &[AGENT, is(Reading)]),
    rule(Sign::AgentAddress, 25, 60, &[is(AgentWord), is(Reading)]),
    rule(Sign::AgentAddress, 20, 100, &[ANY_AGENT, AGENT_SECRET]),
    rule(Sign::AgentAddress, 15, 120, &[AGENT, any(&[Modal, Must]), DESTINATION]),
    rule(Sign::AgentAddress, 25, 160, &[ANY_AGENT, is(Reading), WANTED]),
    rule(Sign::AgentAddress, 15, 60, &[ANY_AGENT, is(ThisText)]),
    rule(Sign::AgentAddress, 15, 120, &[ANY_AGENT, is(ThisText), any(&[Modal, Send, Act])]),
    rule(Sign::AgentAddress, 20, 90, &[ANY_AGENT, USER]),
    rule(Sign::AgentAddress, 40, 40, &[is(IfYou), ANY_AGENT]),
    rule(Sign::AgentAddress, 20, 60, &[AGENT, any(&[Must, Modal])]),
    rule(Sign::AgentAddress, 15, 60, &[is(AgentWord), is(Modal)]),
    rule(Sign::AgentAddress, 15, 90, &[is(AgentWord), is(Modal), COMMAND]),
    rule(Sign::AgentAddress, 30, 80, &[AGENT, COMMAND]),
    rule(Sign::AgentAddress, 20, 60, &[is(AgentOutput)]),
    rule(Sign::AgentAddress, 30, 90, &[is(AgentOutput), COMMAND]),
    // Calls of tools.
    rule(Sign::ToolCall, 55, 60, &[is(ToolMarkup)]),
    rule(Sign::ToolCall, 55, 120, &[is(ToolKey), any(&[ToolArguments, ToolParameters])]),
    rule(Sign::ToolCall, 55, 120, &[is(NameKey), is(ToolArguments)]),
    rule(Sign::ToolCall, 15, 40, &[is(Call), is(ToolWord)]),
    rule(Sign::ToolCall, 15, 60, &[is(ToolName)]),
    rule(Sign::ToolCall, 40, 90, &[is(ToolName), SPOKEN_TO | any(&[Call, Destination])]),
    reaching(rule(Sign::ToolCall, 45, 160, &[is(CallLike), SPOKEN_TO])),
    rule(Sign::ToolCall, 20, 90, &[is(ThisCall), SPOKEN_TO]),
    // Private things leave.
    unless(rule(Sign::Exfiltration, 40, 160, &[SHOW, any(&[Secret, AgentSecret]), DESTINATION]), NEGATION),
    unless(rule(Sign::Exfiltration, 40, 80, &[any(&[Send, Reveal, Act]), AGENT_SECRET]), NEGATION),
    unless(rule(Sign::Exfiltration, 15, 80, &[SEND, SECRET]), NEGATION),
    unless(rule(Sign::Exfiltration, 10, 80, &[SEND, PERSONAL]), NEGATION),
    unless(rule(Sign::Exfiltration, 10, 160, &[SEND, PERSONAL, DESTINATION]), NEGATION),
    unless(rule(Sign::Exfiltration, 25, 120, &[SEND, ANY_SECRET, USER]), NEGATION),
    unless(rule(Sign::Exfiltration, 20, 120, &[DO, ANY_SECRET, is(Field)]), NEGATION),
    // Encoded text to be followed.
    rule(Sign::EncodedPayload, 20, 40, &[is(Decode)]),
    rule(Sign::EncodedPayload, 20, 120, &[is(Decode), AGENT]),
    rule(Sign::EncodedPayload, 30, 120, &[is(Decode), is(Obey)]),
    // Markup that hides a command.
    rule(Sign::HiddenText, 15, 200, &[is(HiddenMarkup)]),
    reaching(rule(
        Sign::HiddenText,
        25,
        200,
        &[is(HiddenMarkup), MAY_COMMAND | ANY_AGENT | any(&[User, Silence])],
    )),
    // Commands.
    unless(rule(Sign::Directive, 15, 120, &[DO, DESTINATION]), NEGATION),
    rule(Sign::Directive, 20, 40, &[is(Silence)]),
    rule(Sign::Directive, 15, 140, &[is(Silence), any(&[Send, Act, AgentOutput])]),
    rule(Sign::Directive, 35, 60, &[is(Silence), USER]),
    rule(Sign::Directive, 15, 120, &[is(Covert), DO]),
    rule(Sign::Directive, 30, 60, &[is(NoAsk)]),
    reaching(rule(Sign::Directive, 20, 120, &[is(NoAsk), COMMAND])),
    rule(Sign::Directive, 15, 60, &[is(NoAsk), USER]),
    rule(Sign::Directive, 25, 60, &[is(Sequence)]),
    rule(Sign::Directive, 15, 160, &[is(Sequence), COMMAND]),
    rule(Sign::Directive, 15, 90, &[is(Must), COMMAND]),
    rule(Sign::Directive, 15, 60, &[is(Obey), INSTRUCTION]),
    rule(Sign::Directive, 20, 60, &[is(Respond), is(Only)]),
    rule(Sign::Directive, 35, 60, &[is(Remember), is(Memory)]),
    rule(Sign::Directive, 20, 60, &[is(Memory)]),
    rule(Sign::Directive, 15, 70, &[is(Rank), is(Best)]),
    rule(Sign::Directive, 35, 140, &[is(Rank), is(Best), SPOKEN_TO | any(&[User, AgentOutput, Silence])]),
    // Another character.
    rule(Sign::Persona, 35, 40, &[is(YouAre)]),
    rule(Sign::Persona, 25, 80, &[is(YouAre), any(&[Agent, NoLimits, AgentWord])]),
    rule(Sign::Persona, 20, 40, &[is(NoLimits)]),
    rule(Sign::Persona, 20, 90, &[is(NoLimits), any(&[FromNow, Respond, Agent])]),
    rule(Sign::Persona, 25, 70, &[is(FromNow), any(&[Respond, Send, Act, Reveal, YouAre])]),
    // What the user wants.
    rule(Sign::UserClaim, 15, 50, &[USER, is(Agreed)]),
    rule(Sign::UserClaim, 30, 60, &[USER, any(&[Agreed, Asks]), is(Already)]),
    rule(Sign::UserClaim, 25, 50, &[is(Consented)]),
    reaching(rule(Sign::UserClaim, 25, 160, &[is(Consented), DO | SPOKEN_TO])),
    rule(Sign::UserClaim, 20, 40, &[USER, is(Asks)]),
    rule(Sign::UserClaim, 30, 80, &[USER, any(&[Send, Act, Reveal])]),
    rule(Sign::UserClaim, 20, 110, &[USER, is(Respond)]),
    rule(Sign::UserClaim, 30, 60, &[is(WhenUser)]),
    rule(Sign::UserClaim, 20, 120, &[is(WhenUser), COMMAND]),
];
