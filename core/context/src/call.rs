//! Reads one proposed tool call: older names are translated, everything else must fit exactly (C-03, C-09, C-10, C-14).

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use laika_protocol::ids::{HandleAlias, ToolName};
use laika_protocol::llmcp::ToolCall;
use laika_protocol::tools::{self, Tool};
use laika_protocol::{Defect, DefectKind, Path, quoted};
use serde_json::{Map, Value};

use crate::Expected;
use crate::answer::llmcp::MOST_UNKNOWN_FIELDS;

/// A call as it stands in an output: which keys hold its name and its arguments.
pub(crate) struct Keys {
    pub(crate) name: &'static str,
    pub(crate) arguments: &'static str,
}

/// Reads a call from an object with exactly these keys. A call with an error is not returned.
pub(crate) fn read_call(
    item: &Value,
    keys: &Keys,
    path: &Path,
    expected: &Expected,
    defects: &mut Vec<Defect>,
) -> Option<ToolCall> {
    let before = defects.len();
    let Some(fields) = item.as_object() else {
        defects.push(Defect::new(DefectKind::WrongType, path.clone(), "a tool call must be an object"));
        return None;
    };
    let unknown = fields.keys().filter(|key| *key != keys.name && *key != keys.arguments);
    for key in unknown.take(MOST_UNKNOWN_FIELDS) {
        let message = format!("the field {} is not known here", quoted(key));
        defects.push(Defect::new(DefectKind::UnknownField, path.key(key), message));
    }
    let name_path = path.key(keys.name);
    let tool = match fields.get(keys.name) {
        Some(Value::String(name)) => offered_tool(name, &name_path, expected, defects),
        Some(_) => {
            defects.push(Defect::new(
                DefectKind::WrongType,
                name_path,
                "the name of a tool must be a string",
            ));
            None
        }
        None => {
            defects.push(Defect::new(
                DefectKind::MissingField,
                name_path,
                format!("`{}` is missing", keys.name),
            ));
            None
        }
    };
    let below = path.key(keys.arguments);
    let arguments = match fields.get(keys.arguments) {
        None => Map::new(),
        Some(Value::Object(arguments)) => arguments.clone(),
        Some(_) => {
            defects.push(Defect::new(DefectKind::WrongType, below, "arguments must be an object"));
            return None;
        }
    };
    let call = call_tool(tool?, arguments, &below, expected, defects);
    if defects[before..].iter().any(Defect::is_error) { None } else { call }
}

/// The tool with this name, if it was offered.
pub(crate) fn offered_tool(
    name: &str,
    path: &Path,
    expected: &Expected,
    defects: &mut Vec<Defect>,
) -> Option<&'static Tool> {
    let Some(tool) = tools::resolve(name) else {
        defects.push(tools::unknown_tool(name, path.clone()));
        return None;
    };
    if tool.name != name {
        let message = format!("{} was read as `{}`", quoted(name), tool.name);
        defects.push(Defect::note(DefectKind::AliasUsed, path.clone(), message));
    }
    if !expected.tools.iter().any(|offered| offered.name == tool.name) {
        let message = format!("`{}` was not offered for this request", tool.name);
        defects.push(Defect::new(DefectKind::ToolNotOffered, path.clone(), message));
        return None;
    }
    Some(tool)
}

/// Checks the arguments of a tool at `path` and makes the call.
pub(crate) fn call_tool(
    tool: &Tool,
    arguments: Map<String, Value>,
    path: &Path,
    expected: &Expected,
    defects: &mut Vec<Defect>,
) -> Option<ToolCall> {
    let before = defects.len();
    let mut arguments = match translate(tool, arguments, path) {
        Ok((arguments, notes)) => {
            defects.extend(notes);
            arguments
        }
        Err(conflict) => {
            defects.push(conflict);
            return None;
        }
    };
    let normalised = (tool.normalise)(&mut arguments);
    defects.extend(normalised.into_iter().map(|defect| Defect { path: defect.path.within(path), ..defect }));
    if defects[before..].iter().any(Defect::is_error) {
        // What is left after a failed translation would only be reported a second time.
        return None;
    }
    let handles: Vec<Defect> = tool
        .handles(&arguments)
        .into_iter()
        .filter_map(|(place, handle)| check_handle(handle, place.within(path), expected))
        .collect();
    // Of a text that is no handle at all, only that it is unknown is worth saying.
    let known_bad = |defect: &Defect| handles.iter().any(|handle| handle.path == defect.path);
    defects.extend(
        tools::check_arguments(tool, &arguments, path).into_iter().filter(|defect| !known_bad(defect)),
    );
    defects.extend(handles);
    let good = !defects[before..].iter().any(Defect::is_error);
    let name = ToolName::parse(tool.name).ok()?;
    good.then_some(ToolCall { name, arguments })
}

/// Renames older spellings and keeps the order.
///
/// # Errors
/// When two spellings of one argument differ: there is no way to know which was meant.
fn translate(
    tool: &Tool,
    arguments: Map<String, Value>,
    path: &Path,
) -> Result<(Map<String, Value>, Vec<Defect>), Defect> {
    let mut translated: Map<String, Value> = Map::new();
    let mut notes = Vec::new();
    for (key, value) in arguments {
        let name = tool.argument(&key).map_or(key.as_str(), |argument| argument.name);
        if name != key {
            let message = format!("`{key}` was read as `{name}`");
            notes.push(Defect::note(DefectKind::AliasUsed, path.key(&key), message));
        }
        if translated.get(name).is_some_and(|first| *first != value) {
            let message = format!("two spellings of `{name}` have different values");
            return Err(Defect::new(DefectKind::AliasConflict, path.clone(), message));
        }
        translated.insert(name.into(), value);
    }
    Ok((translated, notes))
}

/// A handle must be one of this request's: a model cannot know any other (PROT-045, C-04).
fn check_handle(handle: &str, path: Path, expected: &Expected) -> Option<Defect> {
    let alias = HandleAlias::parse(handle).ok();
    if alias.as_ref().is_some_and(|alias| expected.handles.contains(alias)) {
        return None;
    }
    let stale = alias.is_some_and(|alias| expected.stale.contains(&alias));
    Some(if stale {
        let message = format!("{} is of an earlier look at the page", quoted(handle));
        Defect::new(DefectKind::StaleHandle, path, message)
    } else {
        let message = format!("no supplied document has the handle {}", quoted(handle));
        Defect::new(DefectKind::UnknownHandle, path, message)
    })
}
