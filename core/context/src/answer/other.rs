//! The older and smaller shapes: planner, router, executor, a model's own template, and the text pattern.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use laika_protocol::document::Document;
use laika_protocol::llmcp::Assistant;
use laika_protocol::{Defect, DefectKind, Path, quoted};
use serde_json::{Map, Value};

use super::llmcp::{read_calls, unknown_fields};
use super::{Answer, Routed};
use crate::call::{Keys, call_tool, offered_tool, read_call};
use crate::scan::{LEGACY_START, Scan};
use crate::{Dialect, Expected, read_markdown};

pub(super) fn read_planner(
    object: &Map<String, Value>,
    expected: &Expected,
    defects: &mut Vec<Defect>,
) -> Answer {
    let root = Path::root();
    unknown_fields(object, |key| matches!(key, "summary" | "summaryFormat" | "tool_calls"), &root, defects);
    let markdown = match object.get("summaryFormat") {
        None => false,
        Some(Value::String(format)) if format == "plain" => false,
        Some(Value::String(format)) if format == "markdown" => true,
        Some(_) => {
            let message = "`summaryFormat` must be `plain` or `markdown`";
            defects.push(Defect::new(DefectKind::NotAllowed, root.key("summaryFormat"), message));
            false
        }
    };
    let render = match object.get("summary") {
        Some(Value::String(text)) if markdown => read_markdown(text),
        Some(Value::String(text)) => Document::from_text(text),
        _ => {
            defects.push(Defect::new(
                DefectKind::WrongType,
                root.key("summary"),
                "`summary` must be a string",
            ));
            Document::default()
        }
    };
    let mut answer = Answer { assistant: Assistant { render, ..Assistant::default() }, ..Answer::default() };
    read_calls(object, expected, &mut answer, defects);
    answer
}

pub(super) fn read_router(
    object: &Map<String, Value>,
    expected: &Expected,
    defects: &mut Vec<Defect>,
) -> Answer {
    let root = Path::root();
    unknown_fields(object, |key| matches!(key, "choice" | "tool" | "question"), &root, defects);
    let mut text = |key: &str| match object.get(key) {
        None | Some(Value::Null) => {
            defects.push(Defect::new(DefectKind::MissingField, root.key(key), format!("`{key}` is missing")));
            None
        }
        Some(Value::String(text)) => Some(text.clone()),
        Some(_) => {
            defects.push(Defect::new(
                DefectKind::WrongType,
                root.key(key),
                format!("`{key}` must be a string"),
            ));
            None
        }
    };
    let route = match text("choice").as_deref() {
        Some("none") => Some(Routed::None),
        Some("clarify") => text("question").map(Routed::Clarify),
        Some("call_tool") => text("tool")
            .and_then(|name| offered_tool(&name, &root.key("tool"), expected, defects))
            .map(Routed::Call),
        Some(other) => {
            let message = format!("must be one of `call_tool`, `clarify`, `none`, found {}", quoted(other));
            defects.push(Defect::new(DefectKind::NotAllowed, root.key("choice"), message));
            None
        }
        None => None,
    };
    Answer { route, ..Answer::default() }
}

pub(super) fn read_executor(
    object: Map<String, Value>,
    expected: &Expected,
    defects: &mut Vec<Defect>,
) -> Answer {
    single_call(object, &Keys { name: "tool", arguments: "args" }, expected, defects)
}

pub(super) fn read_native(
    object: Map<String, Value>,
    expected: &Expected,
    defects: &mut Vec<Defect>,
) -> Answer {
    single_call(object, &Keys { name: "name", arguments: "arguments" }, expected, defects)
}

fn single_call(
    object: Map<String, Value>,
    keys: &Keys,
    expected: &Expected,
    defects: &mut Vec<Defect>,
) -> Answer {
    let call = read_call(&Value::Object(object), keys, &Path::root(), expected, defects);
    Answer { call, ..Answer::default() }
}

/// Reads `:::TOOL:NAME:query:::` at the start of `from`.
pub(super) fn read_legacy(
    from: &str,
    scan: &Scan<'_>,
    expected: &Expected,
    defects: &mut Vec<Defect>,
) -> Answer {
    let root = Path::root();
    let body = &from[LEGACY_START.len()..];
    let Some(((name, query), after)) =
        body.split_once(":::").and_then(|(call, after)| Some((call.split_once(':')?, after)))
    else {
        defects.extend(scan.notes("", &[]));
        defects.push(Defect::new(DefectKind::Truncated, root, "the call is not closed with `:::`"));
        return Answer::default();
    };
    defects.extend(scan.notes(after, &[]));
    if !Dialect::Legacy.answers(expected) {
        defects.push(super::wrong_dialect(Dialect::Legacy, expected));
        return Answer::default();
    }
    let named = laika_protocol::tools::all()
        .find_map(|tool| tool.legacy.filter(|legacy| legacy.name == name).map(|legacy| (tool, legacy)));
    let Some((tool, legacy)) = named else {
        let message = format!("there is no tool {}", quoted(name));
        defects.push(Defect::new(DefectKind::UnknownTool, root, message));
        return Answer::default();
    };
    let Some(tool) = offered_tool(tool.name, &root, expected, defects) else { return Answer::default() };
    let arguments = match legacy.arguments(query) {
        Ok(arguments) => arguments,
        Err(error) => {
            defects.push(Defect::new(DefectKind::NotAllowed, root, format!("{error}")));
            return Answer::default();
        }
    };
    let call = call_tool(tool, arguments, &root, expected, defects);
    let dialect = call.is_some().then_some(Dialect::Legacy);
    Answer { dialect, call, ..Answer::default() }
}
