//! Requests whose form names the tool and its arguments. What no form says is a question to the model.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use laika_protocol::tools;
use serde_json::{Map, Value, json};

/// How the older text pattern begins.
const PATTERN: &str = ":::TOOL:";

/// The parts of a request that are done one after the other.
#[must_use]
pub fn clauses(words: &str) -> Vec<String> {
    if whole_call(words.trim()).is_some() {
        return alloc::vec![words.trim().to_string()];
    }
    if words.contains(PATTERN) {
        let calls = words.split(PATTERN).skip(1).filter_map(|call| call.split_once(":::"));
        return calls.map(|(call, _)| alloc::format!("{PATTERN}{call}:::")).collect();
    }
    let mut parts: Vec<String> = Vec::new();
    for line in words.lines() {
        let mut rest = line;
        while let Some((at, length)) = next_break(rest) {
            parts.push(rest[..at].to_string());
            rest = &rest[at + length..];
        }
        parts.push(rest.to_string());
    }
    let trimmed = parts.iter().map(|part| {
        let part = part.trim().trim_end_matches(',').trim();
        after_any(part, &["and then ", "then "]).unwrap_or(part)
    });
    trimmed.filter(|part| !part.is_empty()).map(str::to_string).collect()
}

/// Where one part ends, outside quotation marks, and how long what stands between is.
fn next_break(text: &str) -> Option<(usize, usize)> {
    const BREAKS: [&str; 4] = ["; ", ", then ", " and then ", " then "];
    let mut open: Option<char> = None;
    for (at, letter) in text.char_indices() {
        match (open, letter) {
            (None, '"' | '`' | '“') => open = Some(if letter == '“' { '”' } else { letter }),
            (Some(end), _) if end == letter => open = None,
            (None, _) => {
                let here = &text[at..];
                if let Some(found) = BREAKS.iter().find(|one| here.starts_with(**one)) {
                    return Some((at, found.len()));
                }
            }
            (Some(_), _) => {}
        }
    }
    None
}

/// The tool and arguments that a request's form says.
#[must_use]
pub fn said(clause: &str) -> Option<(&'static str, Map<String, Value>)> {
    let forms = [whole_call, pattern, replace, git, define, date, sum, find];
    let (name, arguments) = forms.iter().find_map(|form| form(clause.trim()))?;
    Some((name, arguments.as_object()?.clone()))
}

type Said = Option<(&'static str, Value)>;

/// A call as it is: `{"name": …, "arguments": …}`.
fn whole_call(clause: &str) -> Said {
    let call: Value = serde_json::from_str(clause).ok()?;
    let tool = tools::PLAIN.iter().find(|tool| call["name"] == tool.name)?;
    let arguments = call.get("arguments").cloned().unwrap_or_else(|| json!({}));
    (arguments.is_object() && call.as_object()?.len() <= 2).then_some((tool.name, arguments))
}

/// `:::TOOL:NAME:query:::` (INK-007).
fn pattern(clause: &str) -> Said {
    let (name, query) = clause.strip_prefix(PATTERN)?.strip_suffix(":::")?.split_once(':')?;
    let tool = tools::PLAIN.iter().find(|tool| tool.legacy.is_some_and(|legacy| legacy.name == name))?;
    Some((tool.name, Value::Object(tool.legacy?.arguments(query).ok()?)))
}

/// `replace "a" with "b" in file`; a pattern of names is many files.
fn replace(clause: &str) -> Said {
    let rest = after_any(clause, &["replace ", "rename ", "change "])?;
    let (search, rest) = piece(rest)?;
    let rest = rest.trim_start();
    let rest = after_any(rest, &["with ", "to ", "by ", "into "])?;
    let (replacement, rest) = piece(rest)?;
    let rest = after_any(rest.trim_start(), &["in ", "across "])?;
    let place = rest.trim().trim_end_matches('.').trim_matches(['"', '`', '\'']);
    let everywhere = ["all files", "every file", "the project", "this project", "everywhere"];
    let glob = if everywhere.contains(&place) { "**" } else { place };
    if glob.contains('*') {
        return Some((
            "replace.files",
            json!({ "glob": [glob], "search": search, "replacement": replacement }),
        ));
    }
    let is_path = !place.is_empty() && !place.contains(' ');
    is_path.then(|| ("replace.file", json!({ "path": place, "search": search, "replacement": replacement })))
}

/// Questions to git that name it, or what only it knows.
fn git(clause: &str) -> Said {
    let lower = clause.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric() && c != '-').collect();
    let speaks = |any: &[&str]| any.iter().any(|word| words.contains(word));
    if !speaks(&["git", "commit", "commits", "committed", "uncommitted", "blame", "branch"]) {
        return None;
    }
    let path =
        clause.split_whitespace().map(|word| word.trim_matches(['"', '`', '\'', '?', ','])).find(|word| {
            let dotted = word.rsplit_once('.').is_some_and(|(stem, end)| {
                !stem.is_empty()
                    && (1..=5).contains(&end.len())
                    && end.bytes().all(|b| b.is_ascii_alphanumeric())
            });
            word.contains('/') || dotted
        });
    let command = if speaks(&["blame", "annotate"]) {
        "blame"
    } else if speaks(&["diff", "difference", "differences"]) {
        "diff"
    } else if speaks(&["log", "history", "commits", "commit"]) && !speaks(&["uncommitted"]) {
        if path.is_some() { "history" } else { "log" }
    } else if speaks(&["status", "uncommitted", "changed", "changes"]) {
        "status"
    } else {
        return None;
    };
    let mut arguments = json!({ "command": command });
    if let Some(path) = path {
        arguments["path"] = json!(path);
    }
    (command != "blame" || path.is_some()).then_some(("git", arguments))
}

/// `define X`, `what does X mean`, `synonyms of X`.
fn define(clause: &str) -> Said {
    let lower = clause.trim_end_matches(['?', '.', '!']).to_lowercase();
    let (word, include) = if let Some(word) = lower.strip_prefix("define ") {
        (word, None)
    } else if let Some(word) = lower.strip_prefix("what does ").and_then(|rest| rest.strip_suffix(" mean")) {
        (word, Some("definitions"))
    } else if let Some(word) =
        after_any(&lower, &["synonyms of ", "synonyms for ", "synonym of ", "synonym for "])
    {
        (word, Some("synonyms"))
    } else if let Some(word) =
        after_any(&lower, &["antonyms of ", "antonyms for ", "antonym of ", "opposite of "])
    {
        (word, Some("antonyms"))
    } else {
        return None;
    };
    let word = word.trim().trim_start_matches("the word ").trim_matches(['"', '`', '\'', '“', '”']);
    let mut arguments = json!({ "word": word });
    if let Some(include) = include {
        arguments["include"] = json!(include);
    }
    (!word.is_empty() && word.split(' ').count() <= 3).then_some(("define", arguments))
}

/// `what date is next friday`, `what time is it`.
fn date(clause: &str) -> Said {
    let lower = clause.trim_end_matches(['?', '.', '!']).to_lowercase();
    if [
        "what time is it",
        "what day is it",
        "what is the date",
        "what's the date",
        "what date is it",
        "what is today's date",
    ]
    .contains(&lower.as_str())
    {
        return Some(("datetime", json!({})));
    }
    let heads = [
        "what date is ",
        "what day is ",
        "which date is ",
        "which day is ",
        "when is ",
        "what date was ",
        "what day was ",
    ];
    let phrase = after_any(&lower, &heads)?;
    // "When is the release?" is a question to a document.
    const WORDS: [&str; 22] = [
        "today",
        "tomorrow",
        "yesterday",
        "next",
        "last",
        "this",
        "in",
        "ago",
        "week",
        "month",
        "year",
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
        "day",
        "days",
        "weeks",
        "weekend",
    ];
    phrase.split(' ').any(|word| WORDS.contains(&word)).then(|| ("datetime", json!({ "query": phrase })))
}

/// Something to work out: digits, signs and units, with nothing else around them than the asking.
fn sum(clause: &str) -> Said {
    let heads = ["what is ", "what's ", "how much is ", "calculate ", "compute ", "work out ", "evaluate "];
    let clean = clause.trim_end_matches(['?', '=', '.']).trim();
    let asked = heads.iter().find_map(|head| strip_prefix_ignoring_case(clean, head));
    let expression = asked.unwrap_or(clean).trim();
    let digits = expression.bytes().any(|byte| byte.is_ascii_digit());
    let signs = [
        " + ", " - ", " * ", " / ", "+", "*", "/", "^", "%", " to ", " in ", " of ", " plus ", " minus ",
        " times ",
    ];
    let works = signs.iter().any(|sign| expression.contains(sign));
    let words = expression.split(|c: char| !c.is_alphabetic()).filter(|word| word.len() > 12).count();
    if !digits || !works || words > 0 || expression.split_whitespace().count() > 12 {
        return None;
    }
    let currency = [('$', "USD"), ('€', "EUR"), ('£', "GBP"), ('¥', "JPY")]
        .into_iter()
        .find_map(|(sign, code)| expression.contains(sign).then_some(code))
        .or_else(|| ["USD", "EUR", "GBP", "JPY", "CHF"].into_iter().find(|code| expression.contains(code)));
    if let Some(currency) = currency {
        return Some(("app.money_calculate", json!({ "expression": expression, "currency": currency })));
    }
    // Words that are neither units nor joints make it a question about something else.
    let first_is_number = expression.starts_with(|c: char| c.is_ascii_digit() || "(-√".contains(c));
    (asked.is_some() || first_is_number).then(|| ("app.calculate", json!({ "expression": expression })))
}

/// `find "X" in the project`, `where is X defined`, `search for X`.
fn find(clause: &str) -> Said {
    let clean = clause.trim_end_matches(['?', '.', '!']).trim();
    let quoted = ['"', '`'].into_iter().find_map(|mark| {
        let inner = clean.split_once(mark)?.1;
        inner.split_once(mark).map(|(inner, _)| inner)
    });
    let heads =
        ["search for ", "search the project for ", "find ", "grep ", "look for ", "where is ", "where are "];
    let asked = heads.iter().find_map(|head| strip_prefix_ignoring_case(clean, head))?;
    const TAILS: [&str; 8] = [
        " in the project",
        " in this project",
        " in the code",
        " in this repository",
        " in the repository",
        " defined",
        " used",
        " mentioned",
    ];
    let cut = |text: &str| TAILS.iter().find_map(|tail| text.strip_suffix(*tail).map(str::to_string));
    let mut query = quoted.map_or_else(|| asked.to_string(), str::to_string);
    if quoted.is_none() {
        while let Some(shorter) = cut(&query) {
            query = shorter;
        }
    }
    let query = query.trim().trim_start_matches("the ");
    (!query.is_empty()).then(|| ("project.search", json!({ "query": query, "contextLines": 2 })))
}

fn after_any<'a>(text: &'a str, heads: &[&str]) -> Option<&'a str> {
    heads.iter().find_map(|head| strip_prefix_ignoring_case(text, head))
}

fn strip_prefix_ignoring_case<'a>(text: &'a str, head: &str) -> Option<&'a str> {
    let start = text.get(..head.len())?;
    start.eq_ignore_ascii_case(head).then(|| &text[head.len()..])
}

/// What stands in quotation marks, or one word.
fn piece(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    for (open, close) in [('"', '"'), ('`', '`'), ('“', '”'), ('\'', '\'')] {
        if let Some(rest) = text.strip_prefix(open) {
            return rest.split_once(close);
        }
    }
    let end = text.find(' ').unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_says_what_is_wanted() {
        for (request, tool, arguments) in [
            ("What is 3 feet in cm?", "app.calculate", json!({ "expression": "3 feet in cm" })),
            ("(2 + 3) * 4", "app.calculate", json!({ "expression": "(2 + 3) * 4" })),
            (
                "how much is $80 + 8.25%",
                "app.money_calculate",
                json!({ "expression": "$80 + 8.25%", "currency": "USD" }),
            ),
            ("what date is next friday?", "datetime", json!({ "query": "next friday" })),
            ("What time is it?", "datetime", json!({})),
            ("define serendipity", "define", json!({ "word": "serendipity" })),
            ("antonyms of happy", "define", json!({ "word": "happy", "include": "antonyms" })),
            ("git status", "git", json!({ "command": "status" })),
            (
                "show the history of src/main.rs in git",
                "git",
                json!({ "command": "history", "path": "src/main.rs" }),
            ),
            (
                "Where is `open_store` defined?",
                "project.search",
                json!({ "query": "open_store", "contextLines": 2 }),
            ),
            (
                "replace \"colour\" with \"color\" in docs/style.md",
                "replace.file",
                json!({ "path": "docs/style.md", "search": "colour", "replacement": "color" }),
            ),
            (
                "rename oldName to newName in **/*.rs",
                "replace.files",
                json!({ "glob": ["**/*.rs"], "search": "oldName", "replacement": "newName" }),
            ),
            (":::TOOL:CALC:2+2:::", "app.calculate", json!({ "expression": "2+2" })),
            (
                ":::TOOL:BATCH_REPLACE:Chapters/1.md|Johnathan|Jonathan|false:::",
                "replace.file",
                json!({ "path": "Chapters/1.md", "search": "Johnathan", "replacement": "Jonathan", "regex": false }),
            ),
        ] {
            let (found, said) = said(request).unwrap_or_else(|| panic!("{request}"));
            assert_eq!((found, Value::Object(said)), (tool, arguments), "{request}");
            let found = tools::find(found).unwrap();
            let arguments = super::said(request).unwrap().1;
            assert!(
                tools::check_arguments(found, &arguments, &laika_protocol::Path::root()).is_empty(),
                "{request}"
            );
        }
    }

    #[test]
    fn what_no_form_says_is_left_to_the_model() {
        for request in [
            "When is the release?",
            "Why does the build fail?",
            "Summarize the design",
            "What is a monad?",
            "",
        ] {
            assert_eq!(said(request), None, "{request}");
        }
    }

    #[test]
    fn parts_are_done_one_after_the_other() {
        assert_eq!(
            clauses("find `parse; now` in the code; then define cat and then what is 2 + 2?"),
            ["find `parse; now` in the code", "define cat", "what is 2 + 2?"]
        );
        assert_eq!(clauses(":::TOOL:CALC:1+1::: and :::TOOL:DEFINE:dog:::").len(), 2);
    }
}
