//! Values out of an answer in JSON: of the kind that is expected, cleaned, and no longer than a bound; never a panic.

use laika_protocol::http::HttpResponse;
use laika_protocol::ids::HttpUrl;
use laika_protocol::{ErrorCode, ToolError};
use serde_json::Value;

use super::failure::unreadable;
use crate::project::is_unprintable;
use crate::refusal::refusal;

/// Characters of a title or a name.
pub(super) const TITLE: usize = 300;
/// Characters of a description.
pub(super) const DESCRIPTION: usize = 1_000;
/// Characters of a tag.
pub(super) const TAG: usize = 100;

/// Reads a body as JSON. What is nested too deep to be read safely is refused by the reader itself.
pub(super) fn json(host: &str, answer: &HttpResponse) -> Result<Value, ToolError> {
    // A page instead of data: a proxy, a sign-in, an interface that is switched off.
    let starts = answer.body.trim_ascii_start().first().copied();
    if !matches!(starts, Some(b'{' | b'[')) {
        let kind = answer.header("content-type").unwrap_or_default();
        let kind: String = kind.chars().filter(|c| c.is_ascii_graphic()).take(40).collect();
        let why =
            if kind.is_empty() { "it is not JSON".to_owned() } else { format!("it is {kind}, not JSON") };
        return Err(unreadable(host, &why));
    }
    serde_json::from_slice(&answer.body).map_err(|error| {
        let why = if error.is_eof() { "it ends too early" } else { "it is not well-formed JSON" };
        unreadable(host, why)
    })
}

/// A text in one line, without characters that steer a terminal or hide, no longer than so many characters.
pub(super) fn clean(text: &str, most: usize) -> String {
    let mut line = String::new();
    let mut count = 0;
    // What is far too long is not looked at to its end.
    for letter in text.chars().take(most.saturating_mul(8)) {
        let space = letter.is_whitespace();
        if !space && is_unprintable(letter) || space && (line.is_empty() || line.ends_with(' ')) {
            continue;
        }
        line.push(if space { ' ' } else { letter });
        count += 1;
        if count == most {
            line.push('…');
            break;
        }
    }
    line.truncate(line.trim_end().len());
    line
}

/// A text of several lines, cleaned; line breaks stay.
pub(super) fn clean_lines(text: &str, most: usize) -> String {
    let kept = text.chars().filter(|c| *c == '\n' || *c == '\t' || !is_unprintable(*c));
    kept.take(most).collect()
}

/// A text out of which the few marks are taken that services put into descriptions, such as `<strong>`.
pub(super) fn unmarked(text: &str, most: usize) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        let is_mark = rest[1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/');
        match rest.find('>').filter(|_| is_mark) {
            Some(end) => rest = &rest[end + 1..],
            None => {
                plain.push('<');
                rest = &rest[1..];
            }
        }
        if plain.len() > most.saturating_mul(8) {
            break;
        }
    }
    plain.push_str(rest);
    let named = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&#x27;", "'"),
        ("&nbsp;", " "),
        ("&amp;", "&"),
    ];
    let short: String = plain.chars().take(most.saturating_mul(8)).collect();
    clean(&named.iter().fold(short, |text, (name, letter)| text.replace(name, letter)), most)
}

/// A text below a key, cleaned; nothing if it is empty or something else.
pub(super) fn text(value: &Value, key: &str, most: usize) -> Option<String> {
    let text = clean(value.get(key)?.as_str()?, most);
    (!text.is_empty()).then_some(text)
}

/// An address below a key: of the web, and written in one way only.
pub(super) fn address(value: &Value, key: &str) -> Option<String> {
    web_address(value.get(key)?.as_str()?)
}

/// An address of the web in its own spelling; anything else, such as `javascript:`, is none.
pub(super) fn web_address(text: &str) -> Option<String> {
    let text = text.trim();
    let text = if text.starts_with("//") { format!("https:{text}") } else { text.to_owned() };
    // Services write addresses as people do; what is handed on is what our own reader takes.
    HttpUrl::read(&text).map(|url| url.to_string())
}

/// A whole number below a key, also where it is written as a text.
pub(super) fn whole(value: &Value, key: &str) -> Option<i64> {
    let value = value.get(key)?;
    value.as_i64().or_else(|| value.as_str()?.trim().parse().ok())
}

/// A count of pixels or bytes below a key.
pub(super) fn count(value: &Value, key: &str) -> Option<u32> {
    u32::try_from(whole(value, key)?).ok()
}

/// A number below a key, also where it is written as a text.
pub(super) fn number(value: &Value, key: &str) -> Option<f64> {
    let value = value.get(key)?;
    let number = value.as_f64().or_else(|| value.as_str()?.trim().parse().ok())?;
    number.is_finite().then_some(number)
}

/// The list below a key.
pub(super) fn list<'a>(host: &str, value: &'a Value, key: &str) -> Result<&'a [Value], ToolError> {
    match value.get(key) {
        Some(Value::Array(items)) => Ok(items),
        Some(_) => Err(unreadable(host, &format!("`{key}` is no list"))),
        None => Err(unreadable(host, &format!("there is no `{key}` in it"))),
    }
}

/// A number of things, in words.
pub(super) fn counted(count: usize, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}

/// Nothing was found; that is an answer, too, but not the one that was wanted.
pub(super) fn nothing_found(what: &str) -> ToolError {
    refusal(ErrorCode::NotFound, "E_NOTHING_FOUND", what)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn texts_are_cleaned_and_bounded() {
        assert_eq!(clean("  a\u{1b}[31m\n\t b\u{202e}c\u{0}  ", 50), "a[31m bc");
        assert_eq!(clean("abcdef", 3), "abc…");
        assert_eq!(
            unmarked("<strong>a</strong> &amp;lt; <b <i>c</i> 1 < 2 &lt;x&gt;", 50),
            "a &lt; c 1 < 2 <x>"
        );
        assert_eq!(unmarked("a <", 50), "a <");
        assert_eq!(clean_lines("a\u{7}\nb\u{200b}c", 50), "a\nbc");
        assert!(clean(&"x".repeat(5 << 20), 300).chars().count() == 301);
    }

    #[test]
    fn values_of_another_kind_are_none() {
        let value = json!({ "a": 3, "b": "x", "u": "javascript:alert(1)", "v": "//a.example/x", "n": "7", "f": "1e999",
            "w": "https://user@a.example/", "z": " https://a.example/p q", "big": 1e40, "neg": -1 });
        assert_eq!((text(&value, "a", 9), text(&value, "no", 9)), (None, None));
        assert_eq!(address(&value, "u"), None);
        assert_eq!(address(&value, "w"), None);
        assert_eq!(address(&value, "z"), None);
        assert_eq!(address(&value, "v").as_deref(), Some("https://a.example/x"));
        assert_eq!((whole(&value, "n"), whole(&value, "big"), count(&value, "neg")), (Some(7), None, None));
        assert_eq!(number(&value, "f"), None);
        assert_eq!(text(&json!([1]), "a", 9), None);
    }

    proptest! {
        #[test]
        fn no_text_makes_the_cleaners_panic(text in "\\PC{0,60}|[<>&;a\u{0}-\u{1f}äß…/]{0,60}", most in 0_usize..20) {
            prop_assert!(clean(&text, most).chars().count() <= most.max(1) + 1);
            prop_assert!(!unmarked(&text, most).chars().any(char::is_control));
            let _ = (clean_lines(&text, most), web_address(&text));
        }
    }
}
