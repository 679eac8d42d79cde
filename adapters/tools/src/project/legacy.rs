//! The older one-line forms, with `|` between the parts; `\|` is a bar that is meant.

use laika_protocol::ToolError;
use laika_protocol::tools::typed::{ReplaceFile, ReplaceFiles, ReplaceSmart, Surroundings};

use super::plan::Replace;
use super::refusal::invalid;

/// Reads `BATCH_REPLACE:path|search|replacement|regex`, `BATCH_REPLACE_MULTI:glob|search|replacement|regex` or
/// `SMART_REPLACE:path|old|new|context`, where a number as context means lines and anything else keywords.
///
/// # Errors
///
/// `E_LEGACY`, with the form that was expected.
pub fn from_legacy(query: &str) -> Result<Replace, ToolError> {
    let (name, rest) = query.split_once(':').ok_or_else(|| unreadable("NAME:parts"))?;
    let parts = parts_of(rest);
    match (name.trim(), parts.as_slice()) {
        ("BATCH_REPLACE", [path, search, replacement, rest @ ..]) => Ok(Replace::File(ReplaceFile {
            path: path.trim().to_owned(),
            search: search.clone(),
            replacement: replacement.clone(),
            regex: Some(flag(rest)?),
            ..ReplaceFile::default()
        })),
        ("BATCH_REPLACE_MULTI", [glob, search, replacement, rest @ ..]) => Ok(Replace::Files(ReplaceFiles {
            glob: glob.split(',').map(|one| one.trim().to_owned()).filter(|one| !one.is_empty()).collect(),
            search: search.clone(),
            replacement: replacement.clone(),
            regex: Some(flag(rest)?),
            ..ReplaceFiles::default()
        })),
        ("SMART_REPLACE", [path, search, replacement, context]) => Ok(Replace::Smart(ReplaceSmart {
            path: path.trim().to_owned(),
            search: search.clone(),
            replacement: replacement.clone(),
            context: surroundings(context),
            ..ReplaceSmart::default()
        })),
        ("BATCH_REPLACE", _) => Err(unreadable("BATCH_REPLACE:path|search|replacement|regex")),
        ("BATCH_REPLACE_MULTI", _) => Err(unreadable("BATCH_REPLACE_MULTI:glob|search|replacement|regex")),
        ("SMART_REPLACE", _) => Err(unreadable("SMART_REPLACE:path|old|new|context")),
        _ => Err(invalid(
            "E_LEGACY",
            "only BATCH_REPLACE, BATCH_REPLACE_MULTI and SMART_REPLACE are read here",
        )),
    }
}

fn unreadable(form: &str) -> ToolError {
    invalid("E_LEGACY", format!("write it as {form}, and a bar that is meant as \\|"))
}

fn flag(rest: &[String]) -> Result<bool, ToolError> {
    match rest {
        [] => Ok(false),
        [one] => match one.trim() {
            "true" | "True" | "regex" | "1" | "yes" => Ok(true),
            "" | "false" | "False" | "literal" | "0" | "no" => Ok(false),
            _ => Err(invalid(
                "E_LEGACY",
                "the last part says whether the search is a regular expression: true or false",
            )),
        },
        _ => Err(invalid("E_LEGACY", "there are too many parts; write a bar that is meant as \\|")),
    }
}

fn surroundings(context: &str) -> Surroundings {
    match context.trim().parse() {
        Ok(lines) => Surroundings { lines: Some(lines), keywords: None },
        Err(_) => {
            let words = context.split(',').map(|word| word.trim().to_owned()).filter(|word| !word.is_empty());
            Surroundings { lines: None, keywords: Some(words.collect()) }
        }
    }
}

/// The parts between the bars. Only `\|` is special, so that regular expressions stay as they are.
fn parts_of(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
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
