//! The LLMCP response, with or without the envelope that only the core may fill.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use laika_protocol::llmcp::{Assistant, Citation};
use laika_protocol::{Defect, DefectKind, Path, document, quoted, schema};
use serde_json::{Map, Value};

use super::Answer;
use crate::Expected;
use crate::call::{Keys, read_call};

const ENVELOPE: &[&str] =
    &["protocol", "id", "type", "created_at", "conversation", "sender", "in_reply_to", "trace"];
const CALL: Keys = Keys { name: "name", arguments: "arguments" };

pub(super) fn read(object: &Map<String, Value>, expected: &Expected, defects: &mut Vec<Defect>) -> Answer {
    let root = Path::root();
    if object.keys().any(|key| ENVELOPE.contains(&key.as_str())) {
        let message = "the envelope was ignored; the core fills it";
        defects.push(Defect::note(DefectKind::EnvelopeIgnored, root.clone(), message));
    }
    let known = |key: &str| ENVELOPE.contains(&key) || matches!(key, "assistant" | "tool_calls");
    unknown_fields(object, known, &root, defects);
    let mut answer = Answer::default();
    match object.get("assistant") {
        Some(Value::Object(assistant)) => {
            answer.assistant = read_assistant(assistant, &root.key("assistant"), expected, defects);
        }
        Some(_) => {
            let message = "`assistant` must be an object";
            defects.push(Defect::new(DefectKind::WrongType, root.key("assistant"), message));
        }
        None => {}
    }
    read_calls(object, expected, &mut answer, defects);
    answer
}

/// Reads `tool_calls`: the first is the call, the rest are deferred.
pub(super) fn read_calls(
    object: &Map<String, Value>,
    expected: &Expected,
    answer: &mut Answer,
    defects: &mut Vec<Defect>,
) {
    let path = Path::root().key("tool_calls");
    let items = match object.get("tool_calls") {
        None => return,
        Some(Value::Array(items)) => items,
        Some(_) => {
            defects.push(Defect::new(DefectKind::WrongType, path, "`tool_calls` must be an array"));
            return;
        }
    };
    if items.len() > MOST_CALLS {
        let message = format!("{} calls, at most {MOST_CALLS} are read", items.len());
        defects.push(Defect::new(DefectKind::OutOfRange, path.clone(), message));
    }
    for (index, item) in items.iter().take(MOST_CALLS).enumerate() {
        let place = path.index(index);
        let Some(call) = read_call(item, &CALL, &place, expected, defects) else { continue };
        if index == 0 {
            answer.call = Some(call);
        } else {
            let message = "only the first call can run; this one was recorded";
            defects.push(Defect::note(DefectKind::CallDeferred, place, message));
            answer.deferred.push(call);
        }
    }
}

/// Calls read from one answer; the same bound as the packet's schema.
const MOST_CALLS: usize = 32;

/// Unknown fields named of one object; a hostile one must not turn into a larger list of complaints.
pub(crate) const MOST_UNKNOWN_FIELDS: usize = 50;

pub(super) fn unknown_fields(
    object: &Map<String, Value>,
    known: impl Fn(&str) -> bool,
    path: &Path,
    defects: &mut Vec<Defect>,
) {
    for key in object.keys().filter(|key| !known(key)).take(MOST_UNKNOWN_FIELDS) {
        let message = format!("the field {} is not known here", quoted(key));
        defects.push(Defect::new(DefectKind::UnknownField, path.key(key), message));
    }
}

fn read_assistant(
    fields: &Map<String, Value>,
    path: &Path,
    expected: &Expected,
    defects: &mut Vec<Defect>,
) -> Assistant {
    unknown_fields(fields, |key| matches!(key, "title" | "render" | "citations"), path, defects);
    let render = match fields.get("render") {
        None => {
            defects.push(Defect::new(DefectKind::MissingField, path.key("render"), "`render` is missing"));
            None
        }
        Some(render) => match document::read(render, &path.key("render")) {
            Ok((render, notes)) => {
                defects.extend(notes);
                Some(render)
            }
            Err(defect) => {
                defects.push(defect);
                None
            }
        },
    };
    let title = match fields.get("title") {
        None => String::new(),
        Some(Value::String(title)) => {
            let cut: String = title.chars().take(MOST_TITLE_CHARS).collect();
            if cut.len() < title.len() {
                let message =
                    format!("a title has at most {MOST_TITLE_CHARS} characters; the rest was dropped");
                defects.push(Defect::note(DefectKind::OutOfRange, path.key("title"), message));
            }
            cut
        }
        Some(_) => {
            defects.push(Defect::new(DefectKind::WrongType, path.key("title"), "`title` must be a string"));
            String::new()
        }
    };
    let citations = read_citations(fields, &path.key("citations"), expected, defects);
    match render {
        Some(render) => Assistant { title, render, citations },
        // A title or a source without an answer is not an answer.
        None => Assistant::default(),
    }
}

fn read_citations(
    fields: &Map<String, Value>,
    path: &Path,
    expected: &Expected,
    defects: &mut Vec<Defect>,
) -> Vec<Citation> {
    let items = match fields.get("citations") {
        None => return Vec::new(),
        Some(Value::Array(items)) => items,
        Some(_) => {
            defects.push(Defect::new(DefectKind::WrongType, path.clone(), "`citations` must be an array"));
            return Vec::new();
        }
    };
    if items.len() > MOST_CITATIONS {
        let message = format!("{} citations, at most {MOST_CITATIONS} are read", items.len());
        defects.push(Defect::note(DefectKind::OutOfRange, path.clone(), message));
    }
    let mut citations = Vec::new();
    for (index, item) in items.iter().take(MOST_CITATIONS).enumerate() {
        let place = path.index(index);
        if let Some(id) = item["doc_id"].as_str()
            && !expected.documents.iter().any(|known| known.as_str() == id)
        {
            let message = format!("the document {} was not supplied", quoted(id));
            defects.push(Defect::new(DefectKind::UnknownDocument, place.key("doc_id"), message));
            continue;
        }
        match schema::from_value::<Citation>(item.clone()) {
            Ok(citation) => citations.push(citation),
            Err(wrong) => {
                defects.extend(
                    wrong.into_iter().map(|defect| Defect { path: defect.path.within(&place), ..defect }),
                );
            }
        }
    }
    citations
}

/// Characters of a title; the same bound as the packet's schema.
const MOST_TITLE_CHARS: usize = 300;

/// Citations read from one answer; the same bound as the packet's schema.
const MOST_CITATIONS: usize = 200;
