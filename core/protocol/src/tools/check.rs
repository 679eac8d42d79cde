//! Strict checking of a proposed call: the tool exists, and its arguments fit its schema.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde_json::{Map, Value};

use super::{Tool, find, resolve};
use crate::json::{self, Caps};
use crate::limits::NATIVE_MESSAGE_MAX_BYTES;
use crate::llmcp::ToolCall;
use crate::schema::{schema_of, validate};
use crate::{Defect, DefectKind, Path, quoted};

/// Every defect of a proposed call as text: `{"name": …, "arguments": …}`; none if it is good.
#[must_use]
pub fn check_call_text(text: &str) -> Vec<Defect> {
    let (value, mut defects) = json::inspect(text, Caps::bytes(NATIVE_MESSAGE_MAX_BYTES));
    let Some(value) = value else { return defects };
    defects.extend(validate(&schema_of::<ToolCall>(), &value));
    if let Some(name) = value["name"].as_str() {
        let none = Map::new();
        defects.extend(check_call(name, value["arguments"].as_object().unwrap_or(&none), &Path::root()));
    }
    defects
}

/// Every defect of a call at `path`, an object with `name` and `arguments`.
#[must_use]
pub fn check_call(name: &str, arguments: &Map<String, Value>, path: &Path) -> Vec<Defect> {
    let unknown = find(name).is_none().then(|| unknown_tool(name, path.key("name")));
    // An older name is wrong, and so may be its arguments: a person who mends a call wants to see both.
    let below = resolve(name).map(|tool| check_arguments(tool, arguments, &path.key("arguments")));
    unknown.into_iter().chain(below.into_iter().flatten()).collect()
}

/// Every defect of a tool's arguments at `path`.
#[must_use]
pub fn check_arguments(tool: &Tool, arguments: &Map<String, Value>, path: &Path) -> Vec<Defect> {
    validate(&tool.argument_schema.root(), &Value::Object(arguments.clone()))
        .into_iter()
        .map(|defect| Defect { path: defect.path.within(path), ..defect })
        .collect()
}

/// The defect of a name that no tool has, with the name that was meant if it is an older one.
#[must_use]
pub fn unknown_tool(name: &str, path: Path) -> Defect {
    let message = match resolve(name) {
        Some(tool) => format!("{} is an older name; it is `{}` now", quoted(name), tool.name),
        None => format!("there is no tool {}", quoted(name)),
    };
    Defect::new(DefectKind::UnknownTool, path, message)
}
