//! Strict reading of tool protocol messages. Everything inbound is untrusted (TOOL-047).

use alloc::format;
use alloc::vec::Vec;

use serde_json::Value;

use super::{ControlMessage, ToolRequest, ToolResponse};
use crate::ids::{HandleId, HandleRef, ProtocolVersion};
use crate::json::{self, Caps};
use crate::limits::{NATIVE_MESSAGE_MAX_BYTES, TOOL_RESULT_MAX_BYTES};
use crate::schema::{self, schema_of};
use crate::{Defect, DefectKind, Path, quoted, tools};

/// Reads a tool request.
///
/// # Errors
/// Everything that is wrong with it, down to its arguments.
pub fn read_request(text: &str) -> Result<ToolRequest, Vec<Defect>> {
    let (value, mut defects) = json::inspect(text, Caps::bytes(NATIVE_MESSAGE_MAX_BYTES));
    let Some(value) = value else { return Err(defects) };
    check_version(&value)?;
    defects.extend(schema::validate(&schema_of::<ToolRequest>(), &value));
    defects.extend(check_call(&value));
    if defects.is_empty() { schema::typed(value) } else { Err(defects) }
}

/// What a schema cannot say of a request: the tool's own schema, real handles, and a key for what changes something.
fn check_call(request: &Value) -> Vec<Defect> {
    let root = Path::root();
    let Some(name) = request["toolName"].as_str() else { return Vec::new() };
    let Some(tool) = tools::find(name) else {
        return alloc::vec![tools::unknown_tool(name, root.key("toolName"))];
    };
    let mut defects = Vec::new();
    if let Some(arguments) = request["arguments"].as_object() {
        let below = root.key("arguments");
        defects.extend(tools::check_arguments(tool, arguments, &below));
        for (path, handle) in tool.handles(arguments) {
            if HandleRef::parse(handle).is_ok()
                && let Err(error) = HandleId::parse(handle)
            {
                let message =
                    format!("on the way to a page a handle is real: {error}, found {}", quoted(handle));
                defects.push(Defect::new(DefectKind::BadFormat, path.within(&below), message));
            }
        }
    }
    if tool.effect.is_mutating() && request["idempotencyKey"].is_null() {
        let message = format!("`{name}` changes something, so it needs an `idempotencyKey`");
        defects.push(Defect::new(DefectKind::MissingField, root.key("idempotencyKey"), message));
    }
    defects
}

/// Reads the answer to a tool request.
///
/// # Errors
/// Everything that is wrong with it.
pub fn read_response(text: &str) -> Result<ToolResponse, Vec<Defect>> {
    let value = json::read(text, Caps::bytes(TOOL_RESULT_MAX_BYTES))?;
    check_version(&value)?;
    match (value.get("phase"), &value["ok"]) {
        (Some(_), _) => schema::from_value(value).map(ToolResponse::Accepted),
        (None, Value::Bool(false)) => schema::from_value(value).map(ToolResponse::Failure),
        (None, _) => schema::from_value(value).map(ToolResponse::Success),
    }
}

/// Reads a control message.
///
/// # Errors
/// Everything that is wrong with it. An unknown version in a hello is left to the handshake, which can answer it.
pub fn read_control(text: &str) -> Result<ControlMessage, Vec<Defect>> {
    schema::read(text, Caps::bytes(NATIVE_MESSAGE_MAX_BYTES))
}

fn check_version(value: &Value) -> Result<(), Vec<Defect>> {
    let current = ProtocolVersion::current();
    let found = value["protocolVersion"].as_str().and_then(|text| ProtocolVersion::parse(text).ok());
    match found {
        Some(found) if found.major() != current.major() => {
            let message = format!(
                "this build speaks major version {}, found {}",
                current.major(),
                quoted(found.as_str())
            );
            Err(alloc::vec![Defect::new(
                DefectKind::WrongVersion,
                Path::root().key("protocolVersion"),
                message
            )])
        }
        _ => Ok(()),
    }
}
