//! What the words of a request say about the tool it needs. What is only handed on does not count.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::goal::read::{VERBS, places};
use crate::text::words;

/// How much a word counts that belongs to what should be done afterwards (PIPE-015: one tool at a time).
const LATER: f32 = 0.35;

/// Words between one thing to do and the next.
const THEN: &[&str] = &[
    " and then ",
    ", then ",
    " then ",
    "; ",
    " afterwards",
    " and after that ",
    " and please ",
    " und dann ",
    ", dann ",
    " danach ",
    " et puis ",
    ", puis ",
    " ensuite ",
    " y luego ",
    ", luego ",
    " y después ",
    "それから",
    "その後",
];

/// Words that stand between all kinds of things.
const AND: &[&str] = &[" and ", " und ", " et ", " y "];
/// What is done with what came of the first thing, where it stands behind one of those.
const WITH_IT: &[&str] = &[
    "make", "open", "click", "put", "submit", "save", "send", "öffne", "klick", "klicke", "schick",
    "schicke", "ouvre", "clique", "abre", "haz",
];
/// Words that are nothing to do by themselves, as in "go ahead and open it".
const NOTHING_YET: &[&str] = &["ahead", "try"];

/// Pairs of marks around what somebody else's words are.
const QUOTES: &[(char, char)] = &[
    ('"', '"'),
    ('“', '”'),
    ('„', '“'),
    ('«', '»'),
    ('「', '」'),
    ('『', '』'),
    ('‘', '’'),
    ('`', '`'),
    ('{', '}'),
];

/// A request, taken apart.
pub(super) struct Request {
    /// What should be done first, and what after that; without quotations, addresses, paths and numbers.
    parts: Vec<String>,
    /// What stood there instead, as words that tools are described with.
    kinds: Vec<&'static str>,
    /// Whether an address is in it.
    pub(super) has_address: bool,
    /// Whether it quotes something.
    pub(super) has_quote: bool,
}

impl Request {
    pub(super) fn read(text: &str) -> Self {
        let (bare, has_quote) = without_quotes(text);
        let mut kinds = Vec::new();
        let mut kept: Vec<&str> = Vec::new();
        for token in bare.split_whitespace() {
            let token_bare = token.trim_matches(|c: char| !c.is_alphanumeric() && c != '/');
            match () {
                () if is_address(token_bare) => kinds.push("address"),
                () if is_path(token_bare) => kinds.push("file"),
                () => kept.push(token),
            }
        }
        if is_sum(&bare) {
            kinds.push("calculate");
        }
        let has_address = kinds.contains(&"address");
        Self { parts: split(&kept.join(" ")), kinds, has_address, has_quote }
    }

    /// Its words in order, each with how much it counts.
    pub(super) fn words(&self) -> Vec<(String, f32)> {
        let first = |at: usize| if at == 0 { 1.0 } else { LATER };
        let said = self.parts.iter().enumerate().map(|(at, part)| (part.to_string(), first(at)));
        said.chain(self.kinds.iter().map(|kind| ((*kind).to_string(), 1.0))).collect()
    }
}

/// The text without what is quoted; an apostrophe is no quotation mark.
fn without_quotes(text: &str) -> (String, bool) {
    let (mut bare, mut found) = (String::new(), false);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        let opens = QUOTES.iter().find(|(open, _)| *open == c).map(|(_, close)| *close);
        let opens = opens.or_else(|| (c == '\'' && !bare.ends_with(char::is_alphanumeric)).then_some('\''));
        if let Some((inner, behind)) = opens.and_then(|close| after.split_once(close))
            && !inner.trim().is_empty()
        {
            bare.push(' ');
            found = true;
            rest = behind;
        } else {
            bare.push(c);
            rest = after;
        }
    }
    (bare, found)
}

/// What is to be done first, in the words of the request: what comes afterwards is asked about afterwards (PIPE-015). A
/// condition is nothing to do, and what is quoted may speak of anything.
pub(super) fn first_thing(query: &str) -> &str {
    const CONDITIONS: &[&str] =
        &["if", "when", "once", "unless", "wenn", "falls", "sobald", "si", "quand", "cuando"];
    let begins = words(query).into_iter().next().unwrap_or_default();
    if CONDITIONS.contains(&begins.as_str()) || without_quotes(query).1 {
        return query;
    }
    then_at(query).map_or(query, |at| query[..at].trim_end())
}

fn split(text: &str) -> Vec<String> {
    match then_at(text) {
        Some(at) => alloc::vec![text[..at].to_string(), text[at..].to_string()],
        None => alloc::vec![text.to_string()],
    }
}

/// Where what is to be done afterwards begins.
fn then_at(text: &str) -> Option<usize> {
    let lower = text.to_lowercase();
    // Where lower case has other lengths, places would not fit.
    if lower.len() != text.len() {
        return None;
    }
    let is_another = |(at, mark): &(usize, &str)| begins_another(&lower[..*at], &lower[at + mark.len()..]);
    let joined = places(&lower, AND).into_iter().filter(is_another);
    let begins = places(&lower, THEN).into_iter().chain(joined).map(|(at, _)| at);
    begins.filter(|at| *at > 0 && text.is_char_boundary(*at)).min()
}

/// Whether an "and" stands between two things to do. Where the first ends in its verb, as in "find and open the settings", both
/// are about the same, and the first alone says nothing.
fn begins_another(before: &str, behind: &str) -> bool {
    let last = before.split_whitespace().next_back().unwrap_or_default();
    let first = behind.split_whitespace().next().unwrap_or_default();
    WITH_IT.contains(&first) && !VERBS.contains(&last) && !NOTHING_YET.contains(&last)
}

/// `https://…`, `example.org`, `example.org/path`, `127.0.0.1:80`.
fn is_address(token: &str) -> bool {
    if token.contains("://") {
        return true;
    }
    let host = token.split(['/', ':', '?', '#']).next().unwrap_or_default();
    let labels: Vec<&str> = host.split('.').collect();
    let last = labels.last().copied().unwrap_or_default();
    let named = labels.len() >= 2
        && labels
            .iter()
            .all(|label| !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || c == '-'))
        && last.chars().all(char::is_alphabetic)
        && last.len() >= 2;
    named && !is_file_name(host)
}

const ENDINGS: &[&str] = &[
    "rs", "py", "js", "ts", "md", "txt", "toml", "json", "yml", "yaml", "html", "css", "c", "h", "cpp",
    "java", "go", "sh", "xml", "csv", "log", "lock", "cfg", "ini", "tsx", "jsx",
];

fn is_file_name(token: &str) -> bool {
    token.rsplit_once('.').is_some_and(|(name, ending)| !name.is_empty() && ENDINGS.contains(&ending))
}

/// `src/main.rs`, `notes.md`, `src/`.
fn is_path(token: &str) -> bool {
    let segments = |token: &str| {
        token.split('/').filter(|one| !one.is_empty()).all(|one| one.chars().any(char::is_alphabetic))
    };
    is_file_name(token)
        || (token.contains('/')
            && token.len() > 2
            && segments(token)
            && (token.ends_with('/') || token.starts_with('/')))
}

/// Whether two numbers are to be reckoned with: `3/8`, `12 * 4`, `15% of 86`.
fn is_sum(text: &str) -> bool {
    let chars: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    let digit = |at: usize| chars.get(at).is_some_and(char::is_ascii_digit);
    (1..chars.len()).any(|at| match chars[at] {
        '%' | '√' => digit(at - 1),
        '*' | '×' | '÷' | '^' | '+' | '/' => digit(at - 1) && digit(at + 1),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_handed_on_does_not_count() {
        for (text, parts, kinds) in [
            ("type \"scroll down\" into the box", &["type into the box"][..], &[][..]),
            ("go to https://example.org/search", &["go to"], &["address"]),
            ("don't open it", &["don't open it"], &[]),
            ("replace 'a' in src/main.rs", &["replace in"], &["file"]),
            ("wait for it, then click it", &["wait for it", ", then click it"], &[]),
            ("what is 15% of 80?", &["what is 15% of 80?"], &["calculate"]),
            ("visit rathaus.example.", &["visit"], &["address"]),
            ("version 2.0 of 3/4", &["version 2.0 of 3/4"], &["calculate"]),
        ] {
            let request = Request::read(text);
            assert_eq!(
                (&request.parts[..], &request.kinds[..]),
                (&parts.iter().map(ToString::to_string).collect::<Vec<_>>()[..], kinds),
                "{text}"
            );
        }
    }

    #[test]
    fn one_thing_is_done_at_a_time() {
        for (query, first) in [
            ("wait for it, then click it", "wait for it"),
            ("Close this and then scroll", "Close this"),
            ("öffne die Liste, dann sortiere sie", "öffne die Liste"),
            ("if the price drops then tell me", "if the price drops then tell me"),
            ("search for 'now and then'", "search for 'now and then'"),
            ("then click it", "then click it"),
            ("search for hotels and make a table of them", "search for hotels"),
            ("such nach Ärzten und öffne den ersten", "such nach Ärzten"),
            ("all is well, so go ahead and open the form", "all is well, so go ahead and open the form"),
            ("find and open the settings", "find and open the settings"),
            ("read the page and tell me what it wants", "read the page and tell me what it wants"),
            ("scroll down", "scroll down"),
        ] {
            assert_eq!(first_thing(query), first);
        }
    }
}
