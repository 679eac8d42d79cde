//! Reads what a model said.

pub(crate) mod llmcp;
mod other;

use alloc::string::String;
use alloc::vec::Vec;

use laika_protocol::document::Document;
use laika_protocol::ids::{Timestamp, Uuid};
use laika_protocol::json::{self, Caps};
use laika_protocol::limits::ANSWER_MAX_BYTES;
use laika_protocol::llmcp::{
    Assistant, InReplyTo, Protocol, Request, Response, ResponseTag, Role, Sender, ToolCall,
};
use laika_protocol::tools::Tool;
use laika_protocol::{Defect, DefectKind, Path, Severity};
use serde_json::{Map, Value};

use crate::scan::{Found, Scan, ends_thinking, scan, without_thinking};
use crate::{Dialect, Expected};

/// What a model said, as far as it may be used.
#[derive(Clone, Default)]
pub struct Answer {
    /// The shape it came in; nothing if there is no answer.
    pub dialect: Option<Dialect>,
    /// What a person sees.
    pub assistant: Assistant,
    /// The one call that may go to the gate (C-11). There is none when anything in the answer is an error.
    pub call: Option<ToolCall>,
    /// Further calls: recorded, never executed without a new plan.
    pub deferred: Vec<ToolCall>,
    /// The router's choice.
    pub route: Option<Routed>,
}

/// The router's choice, with everything it needs.
#[derive(Clone)]
pub enum Routed {
    /// Call this tool.
    Call(&'static Tool),
    /// Ask this question.
    Clarify(String),
    /// Answer without a tool.
    None,
}

/// What only the core may say of a response (PROT-039).
pub struct Stamp<'a> {
    /// The id of the response.
    pub id: Uuid,
    /// When it was read.
    pub created_at: Timestamp,
    /// What it answers.
    pub request: &'a Request,
}

impl Answer {
    /// The answer as a packet, in the only form that is stored.
    #[must_use]
    pub fn into_response(self, stamp: Stamp<'_>) -> Response {
        Response {
            protocol: Protocol::default(),
            id: stamp.id,
            packet_type: ResponseTag,
            created_at: stamp.created_at,
            conversation: stamp.request.conversation.clone(),
            sender: Sender { role: Role::Assistant },
            trace: stamp.request.trace.clone(),
            in_reply_to: InReplyTo { request_id: stamp.request.id.clone() },
            assistant: self.assistant,
            // A deferred call must not become the first one when the packet is read again.
            tool_calls: self.call.into_iter().collect(),
        }
    }

    fn is_usable(&self) -> bool {
        !self.assistant.render.is_empty()
            || self.call.is_some()
            || !self.deferred.is_empty()
            || self.route.is_some()
    }
}

/// Reads what a model said in answer to a request. There is always an answer, perhaps an empty one; whether to ask the
/// model again is decided by the defects (any of severity error).
#[must_use]
pub fn read_answer(text: &str, expected: &Expected) -> (Answer, Vec<Defect>) {
    if text.len() > ANSWER_MAX_BYTES {
        let caps = Caps::bytes(ANSWER_MAX_BYTES);
        return (Answer::default(), json::read(text, caps).err().unwrap_or_default());
    }
    let scan = scan(text, expected);
    let mut defects = Vec::new();
    let mut answer = match scan.found {
        Found::Object(from) if !scan.is_inside_something() => {
            read_object(from, &scan, expected, &mut defects)
        }
        Found::Object(_) => {
            defects.extend(scan.notes("", &[]).into_iter().filter(|note| note.kind != DefectKind::ExtraText));
            defects.push(Defect::new(
                DefectKind::NotTopLevel,
                Path::root(),
                "the object stands inside an array or a quotation",
            ));
            Answer::default()
        }
        Found::Legacy(from) => other::read_legacy(from, &scan, expected, &mut defects),
        Found::Nothing => {
            defects.extend(
                scan.thinking
                    .then(|| Defect::note(DefectKind::Thinking, Path::root(), "thinking was skipped")),
            );
            defects.push(Defect::new(DefectKind::NoObject, Path::root(), "there is no JSON object"));
            Answer::default()
        }
    };
    if !answer.is_usable() {
        answer = fallback(&scan, expected);
    }
    (answer, defects)
}

fn read_object(from: &str, scan: &Scan<'_>, expected: &Expected, defects: &mut Vec<Defect>) -> Answer {
    let prefix = json::read_prefix(from, json::MAX_DEPTH);
    let object = match prefix.value {
        Some(Value::Object(object)) if prefix.defects.is_empty() => object,
        // A broken object is not used in part, and nothing behind it is looked at.
        value => {
            let after = if value.is_some() { &from[prefix.end..] } else { "" };
            defects.extend(scan.notes(after, &[]));
            defects.extend(prefix.defects);
            return Answer::default();
        }
    };
    let after = &from[prefix.end..];
    if ends_thinking(after) {
        defects.extend(scan.notes("", &[]));
        let message = "the object stands inside thinking that was opened before the answer began";
        defects.push(Defect {
            severity: Severity::Error,
            ..Defect::new(DefectKind::Thinking, Path::root(), message)
        });
        return Answer::default();
    }
    let Some(dialect) = Dialect::of(&object) else {
        defects.extend(scan.notes(after, &[]));
        let message = "the object has none of the known shapes";
        defects.push(Defect::new(DefectKind::UnknownDialect, Path::root(), message));
        return Answer::default();
    };
    let ignored: &[&str] = if dialect == Dialect::Native { &["<tool_call>", "</tool_call>"] } else { &[] };
    defects.extend(scan.notes(after, ignored));
    if !dialect.answers(expected) {
        defects.push(wrong_dialect(dialect, expected));
        return Answer::default();
    }
    let mut answer = adapt(dialect, object, expected, defects);
    if defects.iter().any(Defect::is_error) {
        // Whoever has to be asked again has not said clearly what to do. The words may still be shown.
        answer.call = None;
        answer.deferred.clear();
        defects.retain(|defect| defect.kind != DefectKind::CallDeferred);
    } else if expected.task.is_read_only() && !answer.is_usable() {
        defects.push(Defect::new(DefectKind::MissingField, Path::root(), "the answer is empty"));
    }
    let acts = answer.call.is_some() || !answer.deferred.is_empty();
    if !expected.task.is_read_only() && answer.route.is_none() && !acts {
        if !defects.iter().any(Defect::is_error) {
            defects.push(wrong_dialect(dialect, expected));
        }
        return Answer::default();
    }
    Answer { dialect: Some(dialect), ..answer }
}

fn adapt(
    dialect: Dialect,
    object: Map<String, Value>,
    expected: &Expected,
    defects: &mut Vec<Defect>,
) -> Answer {
    match dialect {
        Dialect::Llmcp => llmcp::read(&object, expected, defects),
        Dialect::Planner => other::read_planner(&object, expected, defects),
        Dialect::Router => other::read_router(&object, expected, defects),
        Dialect::Executor => other::read_executor(object, expected, defects),
        Dialect::Native => other::read_native(object, expected, defects),
        Dialect::Legacy | Dialect::Text => Answer::default(),
    }
}

fn wrong_dialect(dialect: Dialect, expected: &Expected) -> Defect {
    let message =
        alloc::format!("a {} answer does not answer the task `{}`", dialect.as_str(), expected.task.as_str());
    Defect::new(DefectKind::WrongDialect, Path::root(), message)
}

/// The words themselves, for a task that only reads; nothing for one that acts (C-12).
fn fallback(scan: &Scan<'_>, expected: &Expected) -> Answer {
    if !expected.task.is_read_only() {
        return Answer::default();
    }
    let mut text = scan.before.clone();
    if let Found::Object(rest) | Found::Legacy(rest) = scan.found {
        text.push_str(&without_thinking(rest));
    }
    let render = Document::from_text(&text);
    let dialect = (!render.is_empty()).then_some(Dialect::Text);
    Answer { dialect, assistant: Assistant { render, ..Assistant::default() }, ..Answer::default() }
}
