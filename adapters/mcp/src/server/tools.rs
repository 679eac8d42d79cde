//! The tools as a client sees them: the few that are always needed, with the rest one search away.

use std::sync::Arc;

use laika_protocol::tools;
use rmcp::model::Tool;
use serde_json::{Map, Value, json};

use super::Refused;

/// Finds tools by words.
pub(super) const FIND: &str = "find_tool";
const CALL: &str = "call_tool";
/// So many tools answer a search.
const MOST_FOUND: usize = 4;

/// The tools that are always listed: name, what it does, its arguments. Short, because a client pays for every word in every
/// turn.
const COMMON: [(&str, &str, &str); 6] = [
    (
        "open_page",
        "Open a web page in an isolated browser; returns its text and elements",
        r#"{"url":"string"}"#,
    ),
    ("read_page", "The page now; part N for more of its text", r#"{"part?":"integer"}"#),
    ("click", "Click an element by its ref, e.g. laika-3", r#"{"ref":"string"}"#),
    ("type_text", "Type into a field", r#"{"ref":"string","text":"string"}"#),
    (FIND, "Find other tools: search, files, git, maths, code, ...", r#"{"query":"string"}"#),
    (CALL, "Call a tool that find_tool named", r#"{"name":"string","arguments":"object"}"#),
];

/// The tools of the list: the common ones, or those and every other by its own name.
#[must_use]
pub fn listed(all: bool) -> Vec<Tool> {
    let common =
        COMMON.iter().map(|(name, line, arguments)| Tool::new(*name, *line, Arc::new(schema(arguments))));
    let others = lent().filter(|_| all).map(|tool| {
        let schema = tool.argument_schema.root().as_object().cloned();
        Tool::new(tool.name, tool.line, Arc::new(schema.unwrap_or_default()))
    });
    common.chain(others).collect()
}

/// The names of all tools that can be called.
#[must_use]
pub fn tool_names() -> Vec<&'static str> {
    lent().map(|tool| tool.name).collect()
}

fn lent() -> impl Iterator<Item = &'static tools::Tool> {
    tools::all().filter(|tool| tool.lent_in().is_some())
}

/// A schema from names and types; a name with a question mark need not be there.
fn schema(arguments: &str) -> Map<String, Value> {
    let named: Map<String, Value> = serde_json::from_str(arguments).unwrap_or_default();
    let required: Vec<&str> = named.keys().map(String::as_str).filter(|name| !name.ends_with('?')).collect();
    let properties: Map<String, Value> = named
        .iter()
        .map(|(name, kind)| (name.trim_end_matches('?').to_owned(), json!({ "type": kind })))
        .collect();
    let mut schema = Map::new();
    schema.insert("type".into(), "object".into());
    schema.insert("properties".into(), properties.into());
    if !required.is_empty() {
        schema.insert("required".into(), json!(required));
    }
    schema
}

/// Tools whose name or line hold the words, the most first, each with its arguments.
pub(super) fn found(query: &str) -> String {
    let query = query.to_lowercase();
    let words: Vec<&str> =
        query.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 1).collect();
    let score = |tool: &tools::Tool| {
        let text = format!("{} {}", tool.name, tool.line).to_lowercase();
        // A word may be longer than the one in the table, or shorter: "calculator", "calculate".
        let stem = |word: &&&str| {
            text.contains(&word[..word.char_indices().nth(5).map_or(word.len(), |(at, _)| at)])
        };
        words.iter().filter(stem).count()
    };
    let mut scored: Vec<_> = lent().map(|tool| (score(tool), tool)).collect();
    scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    let best: Vec<Value> = scored
        .iter()
        .filter(|(score, _)| *score > 0)
        .take(MOST_FOUND)
        .map(|(_, tool)| {
            let schema = tool.argument_schema.root();
            json!({ "name": tool.name, "does": tool.line, "arguments": schema.get("properties"), "required": schema.get("required") })
        })
        .collect();
    if best.is_empty() {
        return json!({ "tools": [], "names": tool_names() }).to_string();
    }
    json!({ "tools": best }).to_string()
}

/// The tool that is meant, and its arguments.
pub(super) fn meant(
    name: &str,
    mut arguments: Map<String, Value>,
) -> Result<(String, Map<String, Value>), Refused> {
    let invalid = |sentence: &str| Refused { code: "INVALID_ARGUMENT".into(), sentence: sentence.into() };
    let element = |arguments: &mut Map<String, Value>| {
        let element = arguments.remove("ref").filter(Value::is_string);
        element.ok_or_else(|| invalid("`ref` names an element of the page, such as laika-3"))
    };
    match name {
        "click" => {
            let element = element(&mut arguments)?;
            Ok(("browser.click".into(), Map::from_iter([("handleId".into(), element)])))
        }
        "type_text" => {
            let element = element(&mut arguments)?;
            let text = arguments
                .remove("text")
                .filter(Value::is_string)
                .ok_or_else(|| invalid("`text` is what to type"))?;
            Ok(("browser.type".into(), Map::from_iter([("handleId".into(), element), ("text".into(), text)])))
        }
        CALL => {
            let name = arguments
                .get("name")
                .and_then(Value::as_str)
                .ok_or_else(|| invalid("`name` is the tool to call"))?;
            if COMMON.iter().any(|(common, ..)| *common == name) {
                return Err(invalid("this tool is called by its own name"));
            }
            let inner = match arguments.get("arguments") {
                None => Map::new(),
                Some(Value::Object(inner)) => inner.clone(),
                Some(_) => return Err(invalid("`arguments` is an object")),
            };
            Ok((name.to_owned(), inner))
        }
        other => Ok((other.to_owned(), arguments)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_finds_the_tool_that_is_meant() {
        for (query, name) in [
            ("calculator", "app.calculate"),
            ("search the web", "web.search"),
            ("git status", "git"),
            ("translate a text", "translate"),
            ("weather forecast", "weather"),
            ("run python code", "code.run"),
            ("replace text in files", "replace.files"),
            ("capture a page into a collection", "source.capture"),
            ("make a comparison of a collection", "transform.run"),
        ] {
            assert!(found(query).contains(&format!("\"name\":\"{name}\"")), "{query}: {}", found(query));
        }
        // Whoever finds nothing sees all names.
        assert!(found("xyzzy").contains("app.calculate"));
        assert!(!found("take a picture of the page").contains("browser.capture_viewport"));
    }

    #[test]
    fn short_names_stand_for_real_tools() {
        let call =
            |name: &str, arguments: Value| meant(name, arguments.as_object().cloned().unwrap_or_default());
        assert_eq!(call("click", json!({ "ref": "laika-3" })).unwrap().0, "browser.click");
        let (name, arguments) =
            call("type_text", json!({ "ref": "laika-3", "text": "x", "more": 1 })).unwrap();
        assert_eq!((name.as_str(), arguments.len()), ("browser.type", 2));
        assert_eq!(call("call_tool", json!({ "name": "git", "arguments": {} })).unwrap().0, "git");
        for (name, arguments) in [
            ("click", json!({})),
            ("click", json!({ "ref": 3 })),
            ("type_text", json!({ "ref": "laika-3" })),
            ("call_tool", json!({})),
            ("call_tool", json!({ "name": "open_page", "arguments": {} })),
            ("call_tool", json!({ "name": "git", "arguments": [] })),
        ] {
            assert_eq!(call(name, arguments).unwrap_err().code, "INVALID_ARGUMENT", "{name}");
        }
    }
}
