//! The older text pattern `:::TOOL:NAME:query:::`: what a query says to a tool.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use serde_json::{Map, Value, json};

/// How the older text pattern names a tool, and what its query is.
#[derive(Clone, Copy, Debug)]
pub struct Legacy {
    /// The name in the pattern.
    pub name: &'static str,
    query: Query,
}

#[derive(Clone, Copy, Debug)]
enum Query {
    /// One argument takes all of it.
    Whole(&'static str),
    /// Parts with bars between them.
    Parts { form: &'static str, read: fn(&[String]) -> Option<Value> },
}

/// Why a query cannot be read, as a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write it as {form}, and a bar that is meant as \\|")]
pub struct UnreadableQuery {
    form: &'static str,
}

impl Legacy {
    /// A tool whose argument takes the query.
    pub(super) const fn whole(name: &'static str, argument: &'static str) -> Self {
        Self { name, query: Query::Whole(argument) }
    }

    const fn parts(name: &'static str, form: &'static str, read: fn(&[String]) -> Option<Value>) -> Self {
        Self { name, query: Query::Parts { form, read } }
    }

    /// The arguments that a query says.
    ///
    /// # Errors
    /// When its parts are not what the tool takes.
    pub fn arguments(&self, query: &str) -> Result<Map<String, Value>, UnreadableQuery> {
        match self.query {
            Query::Whole(argument) => Ok(Map::from_iter([(argument.to_string(), Value::from(query))])),
            Query::Parts { form, read } => match read(&parts_of(query)) {
                Some(Value::Object(arguments)) => Ok(arguments),
                _ => Err(UnreadableQuery { form }),
            },
        }
    }
}

pub(super) const BATCH_REPLACE: Legacy =
    Legacy::parts("BATCH_REPLACE", "path|search|replacement|regex", |parts| {
        let [path, search, replacement, rest @ ..] = parts else { return None };
        let regex = flag(rest)?;
        Some(json!({ "path": path.trim(), "search": search, "replacement": replacement, "regex": regex }))
    });

pub(super) const BATCH_REPLACE_MULTI: Legacy =
    Legacy::parts("BATCH_REPLACE_MULTI", "glob|search|replacement|regex", |parts| {
        let [glob, search, replacement, rest @ ..] = parts else { return None };
        let regex = flag(rest)?;
        Some(json!({ "glob": list(glob), "search": search, "replacement": replacement, "regex": regex }))
    });

/// All of it is the program, whatever stands in it.
pub(super) const PYTHON_EXEC: Legacy = Legacy::parts("PYTHON_EXEC", "code", |parts| {
    Some(json!({ "code": parts.join("|"), "language": "python" }))
});

/// Its last part is a number of lines, or words that stand around (C-21).
pub(super) const SMART_REPLACE: Legacy = Legacy::parts("SMART_REPLACE", "path|old|new|context", |parts| {
    let [path, search, replacement, context] = parts else { return None };
    let context = match context.trim().parse::<u32>() {
        Ok(lines) => json!({ "lines": lines }),
        Err(_) => json!({ "keywords": list(context) }),
    };
    Some(json!({ "path": path.trim(), "search": search, "replacement": replacement, "context": context }))
});

/// Its first part may be empty: then the language of the text is found out.
pub(super) const TRANSLATE: Legacy = Legacy::parts("TRANSLATE", "from|to|text", |parts| {
    let [from, to, text] = parts else { return None };
    let mut arguments = json!({ "text": text.trim(), "to": to.trim() });
    if !from.trim().is_empty() {
        arguments["from"] = Value::from(from.trim());
    }
    Some(arguments)
});

fn list(text: &str) -> Vec<&str> {
    text.split(',').map(str::trim).filter(|one| !one.is_empty()).collect()
}

/// Whether the search is a regular expression.
fn flag(rest: &[String]) -> Option<bool> {
    match rest {
        [] => Some(false),
        [one] => match one.trim() {
            "true" | "True" | "regex" | "1" | "yes" => Some(true),
            "" | "false" | "False" | "literal" | "0" | "no" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

/// The parts between the bars. Only `\|` is special, so that regular expressions stay as they are.
fn parts_of(text: &str) -> Vec<String> {
    let mut parts = alloc::vec![String::new()];
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let Some(last) = parts.last_mut() else { break };
        match letter {
            '\\' if letters.peek() == Some(&'|') => {
                letters.next();
                last.push('|');
            }
            '|' => parts.push(String::new()),
            other => last.push(other),
        }
    }
    parts
}
