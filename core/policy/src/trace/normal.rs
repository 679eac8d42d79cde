//! One form for comparing texts, so that case, width, spacing and invisible marks do not make two values of one.

use alloc::string::String;

use laika_protocol::text::is_deceptive;
use unicode_normalization::UnicodeNormalization;

/// Compatibility form, lower case, invisible marks gone, white space as single blanks, trimmed.
#[must_use]
pub(crate) fn normal(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    if text.is_ascii() {
        push_all(&mut out, text.chars().map(|c| c.to_ascii_lowercase()));
    } else {
        push_all(&mut out, text.chars().filter(|c| !is_deceptive(*c)).nfkc().flat_map(char::to_lowercase));
    }
    if out.ends_with(' ') {
        out.pop();
    }
    out
}

/// Whether a text is what it looks like: no invisible marks, no letters that stand for others.
pub(crate) fn is_plain(text: &str) -> bool {
    let mut blank = false;
    let odd = |c: char| {
        // A line break or one blank is how people write; more of it can hold something.
        let twice = blank && c.is_whitespace();
        blank = c.is_whitespace();
        twice || (c.is_control() && c != '\n') || is_deceptive(c)
    };
    !text.contains(odd) && (text.is_ascii() || unicode_normalization::is_nfkc(text))
}

fn push_all(out: &mut String, chars: impl Iterator<Item = char>) {
    for c in chars {
        match c {
            c if c.is_whitespace() => {
                if !out.is_empty() && !out.ends_with(' ') {
                    out.push(' ');
                }
            }
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
}

/// `%41` becomes `A`, where the result is text.
#[must_use]
pub(crate) fn percent_decoded(text: &str) -> Option<String> {
    if !text.contains('%') {
        return None;
    }
    let mut bytes = alloc::vec::Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let escaped = match (first, after) {
            (b'%', [high, low, ..]) => hex(*high).zip(hex(*low)),
            _ => None,
        };
        match escaped {
            Some((high, low)) => {
                bytes.push(high << 4 | low);
                rest = after.get(2..).unwrap_or_default();
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).ok()
}

const fn hex(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        b'A'..=b'F' => Some(byte - b'A' + 10),
        _ => None,
    }
}

/// Whether a character belongs to a script that writes without blanks between words.
#[must_use]
pub(crate) const fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_value_become_one() {
        for (text, expected) in [
            ("  Sarah\u{a0}\n Baker ", "sarah baker"),
            ("Ｓａｒａｈ", "sarah"),
            ("sa\u{200b}rah", "sarah"),
            ("ÉCOLE", "école"),
            ("e\u{301}cole", "école"),
            ("tag\u{e0041}s", "tags"),
        ] {
            assert_eq!(normal(text), expected, "{text:?}");
        }
        assert_eq!(percent_decoded("a%40b%2"), Some("a@b%2".into()));
        assert_eq!(percent_decoded("a%ff"), None);
        assert_eq!(percent_decoded("plain"), None);
    }
}
