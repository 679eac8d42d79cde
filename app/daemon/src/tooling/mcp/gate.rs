//! A tool of a server as the gate reads it: an act that sends free text to the server, unless the person said that it only
//! reads. What the server says of it can make that stricter, and never looser (S9).

use laika_policy::Described;
use laika_protocol::ToolError;
use laika_protocol::tools::typed::Invoke;
use serde_json::{Map, Value, json};

use super::ServersError;
use super::kept::Pinned;

/// Arguments that the gate is told apart; all others are free text.
const MOST_ROLES: usize = 48;

/// What the gate knows of a call.
pub(super) fn described(server: &str, pinned: &Pinned) -> Result<Described, ToolError> {
    let tool = &pinned.says;
    let destroys = tool.hint("destructiveHint") == Some(true);
    let mut value = json!({
        "name": format!("{server}.{}", tool.name),
        "provider": format!("mcp:{server}"),
        "arguments": roles(&tool.input_schema),
        "permissions": if destroys { vec!["user_confirmation"] } else { vec![] },
    });
    // What only reads still tells the server what it is asked: it is a question on the network, wherever the server is.
    if pinned.reads && !destroys {
        value["action"] = json!("network");
    }
    Described::read(&value).map_err(|defects| {
        let why = defects.first().map(ToString::to_string).unwrap_or_default();
        ServersError::Schema(why).for_tool()
    })
}

/// Numbers and flags by the schema, which [`check`] holds each call to. All else leaves as free text.
fn roles(schema: &Map<String, Value>) -> Map<String, Value> {
    let known = properties(schema).filter_map(|(name, said)| Some((name, role(said)?)));
    let plain = known.filter(|(name, _)| !name.contains('.'));
    plain.take(MOST_ROLES).map(|(name, role)| (name.clone(), json!(role))).collect()
}

fn properties(schema: &Map<String, Value>) -> impl Iterator<Item = (&String, &Value)> {
    schema.get("properties").and_then(Value::as_object).into_iter().flatten()
}

fn role(said: &Value) -> Option<&'static str> {
    match said.get("type")?.as_str()? {
        "integer" | "number" => Some("count"),
        "boolean" => Some("flag"),
        _ => None,
    }
}

/// Whether a payload is what the gate takes it for; the rest is for the server to check.
pub(super) fn check(pinned: &Pinned, asked: &Invoke) -> Result<(), ServersError> {
    let schema = &pinned.says.input_schema;
    let wrong = |why: String| Err(ServersError::Arguments(why));
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    for name in required.filter_map(Value::as_str) {
        if !asked.payload.contains_key(name) {
            return wrong(format!("`{}` is missing", short(name)));
        }
    }
    if schema.get("additionalProperties") == Some(&Value::Bool(false)) {
        let listed = |name: &String| properties(schema).any(|(one, _)| one == name);
        if let Some(other) = asked.payload.keys().find(|name| !listed(name)) {
            return wrong(format!("there is no `{}`", short(other)));
        }
    }
    for (name, said) in properties(schema) {
        let Some(value) = asked.payload.get(name) else { continue };
        let fits = match role(said) {
            Some("count") => value.is_number(),
            Some(_) => value.is_boolean(),
            None => true,
        };
        if !fits {
            return wrong(format!("`{}` is not of its type", short(name)));
        }
    }
    Ok(())
}

fn short(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).take(60).collect()
}
