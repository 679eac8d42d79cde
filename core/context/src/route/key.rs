//! Whether a request leaves out what it would be about (PIPE-006).

use alloc::string::String;

use laika_protocol::tools::{self, ArgRole, Tool};

use super::request::Request;
use crate::text::words;

/// How clearly the key of a lookup is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Missing {
    /// There is one.
    No,
    /// Nothing is left of the request beside the words for the tool.
    Perhaps,
    /// The request has a blank, ends where the key would begin, or is the bare command.
    Clearly,
}

/// Words after which something has to come.
const HANGING: &[&str] = &[
    "for", "about", "of", "to", "into", "named", "called", "the", "a", "an", "from", "with", "für", "nach",
    "über", "von", "zu", "zum", "zur", "den", "das", "die", "der", "namens", "pour", "sur", "de", "du", "le",
    "la", "les", "vers", "à", "dans", "para", "sobre", "el", "los", "las", "con", "en", "por", "llamado",
];

/// Words that stand in place of a key.
const PLACEHOLDERS: &[&str] = &["xxx", "xyz", "blank", "tbd", "???"];

/// Words with which a question begins; one may end in any word.
const QUESTIONS: &[&str] = &[
    "what", "whats", "who", "where", "when", "why", "how", "which", "was", "wer", "wo", "wann", "warum",
    "wie", "que", "quoi", "qui", "où", "pourquoi", "qué", "quién", "dónde", "cómo", "is", "are", "does",
    "do", "can",
];

/// How clearly the request lacks its key, given the words that are left beside those for the tool.
pub(super) fn missing(query: &str, left: &[String]) -> Missing {
    if has_blank(query) || is_hanging(query) {
        return Missing::Clearly;
    }
    match left {
        [] if has_dots(query) => Missing::Clearly,
        [] if has_name(query) => Missing::No,
        [] if words(query).len() <= 2 => Missing::Clearly,
        [] => Missing::Perhaps,
        _ => Missing::No,
    }
}

/// Whether dots or empty brackets stand by themselves: for a key where nothing else does, for a pause or an aside beside one.
fn has_dots(query: &str) -> bool {
    let is_mark = |c: char| matches!(c, '?' | '!' | '(' | ')');
    query.split_whitespace().any(|token| match token.trim_matches(is_mark) {
        "..." | "…" => true,
        bare => bare.is_empty() && token.starts_with('('),
    })
}

/// Whether one word stands out in capitals: "click button ONE" names it, however common the word is.
fn has_name(query: &str) -> bool {
    let is_loud = |word: &str| {
        let letters = || word.chars().filter(|letter| letter.is_alphabetic());
        letters().count() > 1 && letters().all(char::is_uppercase)
    };
    query.split_whitespace().any(is_loud) && query.chars().any(char::is_lowercase)
}

/// Whether a call of the tool is about something that only the person can name. Of a tool that is not in the table only
/// its line is known, and a lookup is the usual case.
pub(super) fn needs_key(name: &str) -> bool {
    let is_key = |role: ArgRole| match role {
        ArgRole::Handle
        | ArgRole::Tab
        | ArgRole::Url
        | ArgRole::Recipient
        | ArgRole::FreeText
        | ArgRole::LocalText
        | ArgRole::Path
        | ArgRole::Amount => true,
        ArgRole::Choice | ArgRole::Count | ArgRole::Flag | ArgRole::Structure => false,
    };
    tools::find(name).is_none_or(|tool| requires(tool, is_key))
}

/// Whether a call of the tool needs an address.
pub(super) fn needs_address(name: &str) -> bool {
    tools::find(name).is_some_and(|tool| requires(tool, |role| role == ArgRole::Url))
}

/// Whether a request wants to stay in the tab that it is made in.
pub(super) fn stays_in_tab(query: &str) -> bool {
    const HERE: &[&str] =
        &["same", "this", "current", "selben", "gleichen", "diesem", "même", "cet", "mismo", "misma", "esta"];
    const TAB: &[&str] = &["tab", "onglet", "pestaña"];
    const NEW: &[&str] =
        &["new", "another", "neuen", "neuer", "weiteren", "nouvel", "autre", "nueva", "otra"];
    let said = words(query);
    let is = |word: &String, one_of: &[&str]| one_of.contains(&word.as_str());
    let here = said.windows(2).any(|pair| is(&pair[0], HERE) && is(&pair[1], TAB));
    here && !said.iter().any(|word| is(word, NEW))
}

/// Whether a request is about what somebody wrote to somebody.
pub(super) fn is_of_mail(query: &str) -> bool {
    const MAIL: &[&str] = &[
        "email",
        "emails",
        "mail",
        "mails",
        "message",
        "messages",
        "letter",
        "conversation",
        "nachricht",
        "nachrichten",
        "courriel",
        "correo",
        "mensaje",
    ];
    words(query).iter().any(|word| MAIL.contains(&word.as_str()))
}

fn requires(tool: &Tool, wanted: impl Fn(ArgRole) -> bool) -> bool {
    let required = &tool.argument_schema.root()["required"];
    let is_required = |name: &str| required.as_array().into_iter().flatten().any(|one| one == name);
    tool.arguments.iter().any(|argument| wanted(argument.role) && is_required(argument.name))
}

pub(super) fn has_blank(query: &str) -> bool {
    let bracketed = |open: char, close: char| {
        query.split_once(open).and_then(|(_, rest)| rest.split_once(close)).is_some_and(|(inner, _)| {
            let inner = inner.trim();
            inner.is_empty()
                || inner.chars().all(|c| matches!(c, '.' | '…' | '_' | '?'))
                || (open == '<' && inner.chars().all(char::is_alphabetic))
        })
    };
    let quoted = ["\"\"", "“”", "''", "«»", "「」", "\" \""].iter().any(|empty| query.contains(empty));
    let placeholder = words(query).iter().any(|word| PLACEHOLDERS.contains(&word.as_str()));
    let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    // `__init__` is a name.
    let line = query.match_indices("__").any(|(at, _)| {
        let (before, after) = (query[..at].trim_end_matches('_'), query[at..].trim_start_matches('_'));
        !is_letter(before.chars().next_back()) && !is_letter(after.chars().next())
    });
    line || quoted || placeholder || bracketed('[', ']') || bracketed('<', '>')
}

fn is_hanging(query: &str) -> bool {
    let query = query.trim_end();
    let open_end = query.ends_with("...") || query.ends_with('…');
    if query.ends_with(':') {
        return true;
    }
    if Request::read(query).has_quote {
        return false;
    }
    let words = words(query);
    if words.first().is_some_and(|first| QUESTIONS.contains(&first.as_str())) {
        return false;
    }
    let last = words.last().map(String::as_str);
    // One word is a command, not a sentence that breaks off.
    words.len() > 1 && (last.is_some_and(|last| HANGING.contains(&last)) || (open_end && words.len() <= 6))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn blanks_and_open_ends_lack_a_key() {
        for (query, expected) in [
            ("search for ____", Missing::Clearly),
            ("search for", Missing::Clearly),
            ("look up the meaning of …", Missing::Clearly),
            ("suche nach", Missing::Clearly),
            ("type \"\" into the box", Missing::Clearly),
            ("search for cats", Missing::No),
            ("go to [...]", Missing::Clearly),
            ("scroll", Missing::No),
        ] {
            let left: Vec<String> = alloc::vec!["x".into()];
            assert_eq!(missing(query, &left), expected, "{query}");
        }
        assert_eq!(missing("what is this used for", &["used".into()]), Missing::No);
        assert_eq!(missing("log in", &["log".into()]), Missing::No);
        assert_eq!(missing("search", &[]), Missing::Clearly);
        assert_eq!(missing("define (...)", &[]), Missing::Clearly);
        assert_eq!(missing("define (?)", &[]), Missing::Clearly);
        assert_eq!(missing("define ellipsis (...)", &["ellipsis".into()]), Missing::No, "an aside");
        assert_eq!(missing("click button ONE", &[]), Missing::No, "a name");
        assert_eq!(missing("SEARCH IT ON THE WEB", &[]), Missing::Perhaps, "only loud");
        assert_eq!(missing("search it on the web", &[]), Missing::Perhaps);
        assert!(needs_key("search") && needs_key("browser.click") && needs_key("weather"));
        assert!(
            !needs_key("browser.scroll") && !needs_key("content.summarize") && !needs_key("browser.back")
        );
    }
}
