//! Text without the values of cookies, headers and tokens, which their names give away.

use alloc::borrow::Cow;
use alloc::string::String;

/// Headers that sign somebody in; all of their line goes.
const HEADERS: &[&str] = &[
    "cookie",
    "cookies",
    "setcookie",
    "setcookie2",
    "authorization",
    "proxyauthorization",
    "xapikey",
    "xauthtoken",
];
/// Names of sessions and tokens, without the marks between their words.
const NAMES: &[&str] = &[
    "session",
    "sess",
    "sid",
    "csrf",
    "xsrf",
    "csrfmiddlewaretoken",
    "rememberme",
    "bearer",
    "jwt",
    "apikey",
    "secret",
    "clientsecret",
    "cfclearance",
    "oauth",
    "nonce",
];
/// How such names end.
const ENDINGS: &[&str] = &["sessionid", "sessid", "session", "token", "connectsid"];
/// A value after `=` has at least so many characters, and one after `:` at least so many with a digit among them.
const LEAST_ASSIGNED: usize = 6;
const LEAST_SAID: usize = 8;
const COOKIE: &str = "[cookie]";
const TOKEN: &str = "[token]";
/// Longer names are no names.
const LONGEST_NAME: usize = 64;

/// The text with a mark where such a value was.
pub(super) fn without_tokens(text: &str) -> Cow<'_, str> {
    let mut kept = String::new();
    let mut from = 0;
    let mut searched = 0;
    while let Some(at) = text.get(searched..).and_then(|rest| rest.find([':', '='])) {
        let sign = searched + at;
        searched = sign + 1;
        let Some((start, end, mark)) = value_after(text, sign).filter(|(start, ..)| *start >= from) else {
            continue;
        };
        kept.push_str(&text[from..start]);
        kept.push_str(mark);
        from = end;
        searched = searched.max(end);
    }
    if from == 0 {
        return Cow::Borrowed(text);
    }
    kept.push_str(&text[from..]);
    Cow::Owned(kept)
}

/// The value behind a sign, if the name before it says that it is one, and the mark that stands for it.
fn value_after(text: &str, sign: usize) -> Option<(usize, usize, &'static str)> {
    let name = name_before(text, sign)?;
    let behind = text.get(sign + 1..)?;
    if HEADERS.contains(&name.as_str()) {
        let line = &behind[..behind.find(['\n', '\r']).unwrap_or(behind.len())];
        let value = line.trim();
        let start = sign + 1 + line.find(value)?;
        return (!value.is_empty() && value != COOKIE).then_some((start, start + value.len(), COOKIE));
    }
    if !NAMES.contains(&name.as_str()) && !ENDINGS.iter().any(|ending| name.ends_with(ending)) {
        return None;
    }
    let lead = behind.len() - behind.trim_start_matches([' ', '\t', '"', '\'', '\\']).len();
    let value = behind.get(lead..)?;
    let ends = |c: char| c.is_whitespace() || "\"';,&<>\\)}".contains(c);
    let assigned = text.as_bytes().get(sign) == Some(&b'=');
    let least = if assigned { LEAST_ASSIGNED } else { LEAST_SAID };
    // Its beginning decides: to look at all of a long value for every sign in it would take for ever.
    let beginning = || value.chars().take(LONGEST_NAME).take_while(|c| !ends(*c));
    let long = beginning().count() >= least && (assigned || beginning().any(|c| c.is_ascii_digit()));
    // What was replaced before stays as it is.
    if !long || value.starts_with('[') {
        return None;
    }
    let start = sign + 1 + lead;
    Some((start, start + value.find(ends).unwrap_or(value.len()), TOKEN))
}

/// The name before a sign, in lower case and without the marks between its words.
fn name_before(text: &str, sign: usize) -> Option<String> {
    let before = text.get(..sign)?.trim_end_matches([' ', '\t', '"', '\'', '\\']);
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let start = before.char_indices().rev().take(LONGEST_NAME).take_while(|(_, c)| is_of_name(*c)).last()?.0;
    let name = before.get(start..)?;
    // `document.cookie` is the cookie of a page.
    let name = name.strip_prefix("document.").unwrap_or(name);
    Some(name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_cookies_and_tokens_go() {
        for (text, expected) in [
            ("Cookie: a=b; c=d\nnext", "Cookie: [cookie]\nnext"),
            ("set-cookie: sid=1; HttpOnly", "set-cookie: [cookie]"),
            ("document.cookie = \"x=1\";", "document.cookie = [cookie]"),
            ("Authorization: Bearer x", "Authorization: [cookie]"),
            ("PHPSESSID=abc123def; path=/", "PHPSESSID=[token]; path=/"),
            ("{\"session_id\": \"k2jh3k4j\", \"n\": 1}", "{\"session_id\": \"[token]\", \"n\": 1}"),
            ("{\\\"access_token\\\":\\\"k2jh3k4j\\\"}", "{\\\"access_token\\\":\\\"[token]\\\"}"),
            ("?csrfToken=abcdef&x=1", "?csrfToken=[token]&x=1"),
            ("connect.sid=s%3Aabcdef", "connect.sid=[token]"),
            ("Session: Monday, 10:30", "Session: Monday, 10:30"),
            ("max tokens: 12, sid=12", "max tokens: 12, sid=12"),
            ("Authors: Smith2000000", "Authors: Smith2000000"),
            ("größe=abcdefgh", "größe=abcdefgh"),
            ("=:", "=:"),
        ] {
            assert_eq!(without_tokens(text), expected, "{text}");
            assert_eq!(without_tokens(expected), expected, "a second pass changes nothing");
        }
    }
}
