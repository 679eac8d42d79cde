//! Strict checking of a proposed call: the tool exists, and its arguments fit its schema.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde_json::{Map, Value};

use super::{Tool, find, resolve};
use crate::schema::validate;
use crate::{Defect, DefectKind, Path, quoted};

/// Every defect of a call at `path`, an object with `name` and `arguments`.
#[must_use]
pub fn check_call(name: &str, arguments: &Map<String, Value>, path: &Path) -> Vec<Defect> {
    let Some(tool) = find(name) else { return alloc::vec![unknown_tool(name, path.key("name"))] };
    check_arguments(tool, arguments, &path.key("arguments"))
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
