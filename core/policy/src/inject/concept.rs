//! What words and phrases are about, whatever the language.

/// What a word or phrase is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum Concept {
    /// To ignore, forget, drop.
    Forget,
    /// Previous, above, until now, all, your.
    Earlier,
    /// Instructions, rules, the prompt.
    Instruction,
    /// A whole phrase that voids what came before.
    Void,
    /// Instructions called new, real or updated.
    NewInstruction,
    /// The task or request the reader works on.
    Task,
    /// Has changed, is now.
    Changed,
    /// A name only software has: AI assistant, language model.
    Agent,
    /// A name people have as well: assistant, agent, model.
    AgentWord,
    /// Words that turn to somebody: attention, dear, note to.
    Address,
    /// Such a name as a call: "assistant,".
    Called,
    /// Reading or processing something.
    Reading,
    /// This page, this message.
    ThisText,
    /// If you are, as an.
    IfYou,
    /// The user, spoken of in the third person.
    User,
    /// When the user asks.
    WhenUser,
    /// Has agreed, approved, authorised.
    Agreed,
    /// Already.
    Already,
    /// Consent that somebody is said to have given already.
    Consented,
    /// Wants, asked, needs.
    Asks,
    /// Administrator, developer, security team.
    Boss,
    /// A message from, on behalf of.
    From,
    /// You are now, act as, pretend.
    YouAre,
    /// Without limits, developer mode.
    NoLimits,
    /// From now on.
    FromNow,
    /// To send, forward, upload, append: a command.
    Send,
    /// To print, repeat, reveal: a command.
    Reveal,
    /// To click, delete, buy, visit, pay: a command.
    Act,
    /// To answer, say, recommend: a command.
    Respond,
    /// Only, exactly, instead.
    Only,
    /// Passwords, keys, codes.
    Secret,
    /// Mail, documents, personal data: pages ask people for these as well.
    Personal,
    /// What only an agent has: the conversation, the system prompt.
    AgentSecret,
    /// What only an agent makes: your summary, your answer.
    AgentOutput,
    /// An address, link, account or wallet.
    Destination,
    /// A form or a field of one.
    Field,
    /// Do not tell, secretly.
    Silence,
    /// Without telling: a way to act, not only to keep quiet.
    Covert,
    /// Without asking, no confirmation needed.
    NoAsk,
    /// Before you continue, then go on with the task.
    Sequence,
    /// You must, it is mandatory, urgent.
    Must,
    /// Must, shall, should: about somebody.
    Modal,
    /// To decode, base64, rot13.
    Decode,
    /// To follow, carry out, obey what is written.
    Obey,
    /// Markup that hides what it holds.
    HiddenMarkup,
    /// A chat template.
    Template,
    /// The name of a role before a colon or in brackets.
    Role,
    /// Markup or a key that only calls of tools have.
    ToolMarkup,
    /// A key that names a tool.
    ToolKey,
    /// A key that names anything.
    NameKey,
    /// A key that holds arguments.
    ToolArguments,
    /// A key that holds arguments, and much else.
    ToolParameters,
    /// Tool, function.
    ToolWord,
    /// To call, invoke, run.
    Call,
    /// The name of a tool: `send_email`.
    ToolName,
    /// What looks like code that calls something.
    CallLike,
    /// This call, the block above.
    ThisCall,
    /// To remember, store.
    Remember,
    /// Memory, future conversations.
    Memory,
    /// To rank, rate, recommend.
    Rank,
    /// Best, first, highest.
    Best,
    /// Talk about attacks and examples.
    Discussion,
    /// Not, never.
    Negation,
}

/// A set of concepts.
pub(super) type Concepts = u64;

impl Concept {
    pub(super) const fn bit(self) -> Concepts {
        1 << self as u8
    }
}

/// Terms for one concept, separated by `|`, in folded form.
///
/// A term stands for whole words; a star at its end stands for any ending, a caret at its start asks for the start
/// of a clause, where a verb is a command.
pub(super) struct Terms(pub(super) Concept, pub(super) &'static str);
