//! From a schema to the text of a grammar.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use laika_protocol::model::{PIECE_OF, chunks, has_piece};
use llguidance::api::TopLevelGrammar;
use serde_json::{Map, Value, json};

use super::prepare::prepared;
use crate::ModelError;

/// How many steps a chain of references may have, and how deep a schema around pieces may be.
const DEEPEST: usize = 32;
/// The most bytes of a grammar. Each part that holds no piece brings its definitions along.
const MOST_BYTES: usize = 16 << 20;

/// One letter of a JSON string, however it is written.
const LETTER: &str = r#"([^"\\\x00-\x1f]|\\["\\bfnrt]|\\u[0-9a-f]{4})"#;

/// One letter of it that is no space.
const NO_SPACE: &str = r#"([^"\\\x00-\x20]|\\["\\]|\\u[0-9a-f]{4})"#;

/// The grammar of the answers that fit a schema.
pub(in crate::worker) fn grammar(schema: &Value) -> Result<TopLevelGrammar, ModelError> {
    let schema = prepared(schema).map_err(ModelError::Shape)?;
    if !holds_piece(&schema, &schema) {
        return Ok(TopLevelGrammar::from_json_schema(leaf(&schema, &schema)));
    }
    let mut writer = Writer { root: &schema, text: String::new(), rules: 0, known: HashMap::new() };
    let start = writer.value(&schema, 0).map_err(ModelError::Shape)?;
    let text = format!("start: {start}\n{}", writer.text);
    Ok(TopLevelGrammar::from_lark(text))
}

/// A schema for the decoder's own reader.
fn leaf(schema: &Value, root: &Value) -> Value {
    let Value::Object(schema) = schema else { return schema.clone() };
    let mut leaf = schema.clone();
    for definitions in ["$defs", "definitions"] {
        if let Some(all) = root.get(definitions) {
            leaf.insert(definitions.into(), all.clone());
        }
    }
    leaf.insert(
        "x-guidance".into(),
        json!({
            "whitespace_flexible": false,
            // Branches are told apart by a constant, so any fitting one is the one.
            "coerce_one_of": true,
            // No control characters but these.
            "json_allowed_escapes": "nrt\\\""
        }),
    );
    Value::Object(leaf)
}

/// The place that a schema refers to, and what stands there.
fn referenced<'a>(schema: &'a Value, root: &'a Value) -> Option<(&'a str, &'a Value)> {
    let place = schema.get("$ref")?.as_str()?.strip_prefix('#')?;
    Some((place, root.pointer(place)?))
}

/// Whether a piece of a text can occur somewhere in a value.
fn holds_piece(schema: &Value, root: &Value) -> bool {
    // Each definition is looked into once, however often and in whatever circle it is referred to.
    let mut seen = HashSet::new();
    let mut open = vec![schema];
    while let Some(schema) = open.pop() {
        let Value::Object(keywords) = schema else { continue };
        if keywords.contains_key(PIECE_OF) {
            return true;
        }
        open.extend(
            referenced(schema, root).filter(|(place, _)| seen.insert(*place)).map(|(_, target)| target),
        );
        for (keyword, value) in keywords {
            match (keyword.as_str(), value) {
                ("properties", Value::Object(all)) => open.extend(all.values()),
                ("anyOf" | "oneOf" | "allOf" | "prefixItems", Value::Array(all)) => open.extend(all),
                ("items" | "additionalProperties", schema) => open.push(schema),
                _ => {}
            }
        }
    }
    false
}

struct Writer<'a> {
    root: &'a Value,
    text: String,
    rules: usize,
    /// The names of what was referred to before, by its place.
    known: HashMap<&'a str, String>,
}

impl<'a> Writer<'a> {
    /// Writes what a value needs and returns the name that stands for it.
    fn value(&mut self, schema: &'a Value, depth: usize) -> Result<String, String> {
        if depth > DEEPEST {
            return Err("it is nested too deeply around a piece".into());
        }
        if self.text.len() > MOST_BYTES {
            return Err("it is too large".into());
        }
        if !holds_piece(schema, self.root) {
            let leaf = leaf(schema, self.root);
            return Ok(self.rule(&format!("%json {leaf}")));
        }
        if let Some((place, target)) = referenced(schema, self.root) {
            if let Some(name) = self.known.get(place) {
                return Ok(name.clone());
            }
            let name = self.value(target, depth + 1)?;
            self.known.insert(place, name.clone());
            return Ok(name);
        }
        let Value::Object(keywords) = schema else { return Err("a schema is an object".into()) };
        if let Some(texts) = keywords.get(PIECE_OF) {
            return self.piece(texts, keywords);
        }
        if let Some(Value::Array(branches)) = keywords.get("anyOf").or_else(|| keywords.get("oneOf")) {
            let names = branches.iter().map(|branch| self.value(branch, depth + 1));
            let names = names.collect::<Result<Vec<_>, _>>()?;
            return Ok(self.rule(&names.join(" | ")));
        }
        if keywords.contains_key("properties") {
            return self.object(keywords, depth);
        }
        if let Some(items) = keywords.get("items") {
            return self.array(items, keywords, depth);
        }
        Err("a piece stands where it cannot be held".into())
    }

    fn object(&mut self, keywords: &'a Map<String, Value>, depth: usize) -> Result<String, String> {
        let Some(Value::Object(properties)) = keywords.get("properties") else {
            return Err("properties are an object".into());
        };
        if keywords.get("additionalProperties").is_some_and(|other| *other != json!(false)) {
            return Err("an object with a piece has only named properties".into());
        }
        let required: Vec<_> = match keywords.get("required") {
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        // From the last property to the first: what may follow when nothing was written yet, and when something was.
        let (mut first, mut next) = (self.rule("\"}\""), self.rule("\"}\""));
        for (name, schema) in properties.iter().rev() {
            let value = self.value(schema, depth + 1)?;
            let key = literal(&format!("{}:", json!(name)));
            let with_comma = literal(&format!(",{}:", json!(name)));
            let (mut as_first, mut as_next) =
                (format!("{key} {value} {next}"), format!("{with_comma} {value} {next}"));
            if !required.contains(&name.as_str()) {
                let _ = write!(as_first, " | {first}");
                let _ = write!(as_next, " | {next}");
            }
            (first, next) = (self.rule(&as_first), self.rule(&as_next));
        }
        Ok(self.rule(&format!("\"{{\" {first}")))
    }

    fn array(
        &mut self,
        items: &'a Value,
        keywords: &'a Map<String, Value>,
        depth: usize,
    ) -> Result<String, String> {
        let bound = |keyword: &str| keywords.get(keyword).and_then(Value::as_u64);
        let (least, most) = (bound("minItems").unwrap_or(0), bound("maxItems"));
        if most == Some(0) {
            return Ok(self.rule("\"[]\""));
        }
        let item = self.value(items, depth + 1)?;
        let more = self.rule(&format!("\",\" {item}"));
        let further = match most {
            Some(1) => String::new(),
            Some(most) => format!("{more}{{{},{}}}", least.saturating_sub(1), most - 1),
            None => format!("{more}{{{},}}", least.saturating_sub(1)),
        };
        let empty = if least == 0 { "| \"[]\"" } else { "" };
        Ok(self.rule(&format!("\"[\" {item} {further} \"]\" {empty}")))
    }

    /// A string that is a piece of one of the texts: whole words, no space at its ends, not empty.
    fn piece(&mut self, texts: &Value, keywords: &Map<String, Value>) -> Result<String, String> {
        let Value::Array(texts) = texts else { return Err(format!("`{PIECE_OF}` is a list of texts")) };
        let bound = |keyword: &str| keywords.get(keyword).and_then(Value::as_u64);
        let (least, most) = (bound("minLength").unwrap_or(1).max(1), bound("maxLength"));
        let mut pieces = Vec::new();
        for text in texts {
            let Value::String(text) = text else { return Err(format!("`{PIECE_OF}` is a list of texts")) };
            let chunks = chunks(text);
            // A text without a fitting piece would only be a way into a dead end.
            if has_piece(&chunks, least, most) {
                let chunks: Vec<_> = chunks.into_iter().map(escaped).collect();
                pieces.push(self.terminal(&format!("%regex {}", json!({ "substring_chunks": chunks }))));
            }
        }
        let most = most.map(|most| most.to_string()).unwrap_or_default();
        let nullable = keywords
            .get("type")
            .and_then(Value::as_array)
            .is_some_and(|kinds| kinds.contains(&json!("null")));
        if pieces.is_empty() {
            return if nullable {
                Ok(self.rule("\"null\""))
            } else {
                Err("there is no text to take a fitting piece of".into())
            };
        }
        let mut held = vec![self.terminal(&pieces.join(" | "))];
        held.push(self.terminal(&format!("/{NO_SPACE}({LETTER}*{NO_SPACE})?/")));
        // Counting letters makes a shape larger, so only where they are counted.
        if least > 1 || !most.is_empty() {
            held.push(self.terminal(&format!("/{LETTER}{{{least},{most}}}/")));
        }
        let held = self.terminal(&held.join(" & "));
        let quoted = self.terminal(&format!("\"\\\"\" {held} \"\\\"\""));
        Ok(if nullable { self.rule(&format!("{quoted} | \"null\"")) } else { quoted })
    }

    fn rule(&mut self, body: &str) -> String {
        self.rules += 1;
        let name = format!("r{}", self.rules);
        let _ = writeln!(self.text, "{name}: {body}");
        name
    }

    fn terminal(&mut self, body: &str) -> String {
        self.rules += 1;
        let name = format!("T{}", self.rules);
        let _ = writeln!(self.text, "{name}: {body}");
        name
    }
}

/// A text as a literal of the grammar.
fn literal(text: &str) -> String {
    json!(text).to_string()
}

/// A text as it stands inside a JSON string.
fn escaped(text: &str) -> String {
    let quoted = json!(text).to_string();
    quoted[1..quoted.len() - 1].to_owned()
}
