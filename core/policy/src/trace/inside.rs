//! What hides inside outgoing text: addresses, accounts and encoded parts. They count like arguments of their own.

use alloc::vec::Vec;

use serde::Serialize;

/// What was found inside a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum InsideKind {
    /// A web address, also without its scheme.
    Url,
    /// A mail address.
    Mail,
    /// Something that looks like a bank account.
    Account,
    /// A long encoded part that a person cannot read.
    Blob,
}

/// The most that is looked at in one text; beyond it the text as a whole counts as untraced anyway.
const MOST_FOUND: usize = 64;
const BLOB_CHARS: usize = 32;

/// Everything of interest in a text, in order, with its own words.
pub(crate) fn inside(text: &str) -> Vec<(InsideKind, &str)> {
    if !may_hold(text.as_bytes()) {
        return Vec::new();
    }
    let cut = |c: char| c.is_whitespace() || "<>()[]{}\"'`,;|“”‘’«»、。，；（）「」".contains(c);
    let words = text.split(cut).filter(|word| word.len() > 3);
    let trimmed = words.map(|word| word.trim_matches(['.', ':', '!', '?', '*', '_', '~']));
    trimmed.filter_map(|word| kind(word).map(|kind| (kind, word))).take(MOST_FOUND).collect()
}

/// Whether there is a dot, a colon or an at sign inside a word, or a word as long as an account or a blob. What has none
/// of it holds nothing, and most prose has none.
fn may_hold(text: &[u8]) -> bool {
    const SHORTEST_ACCOUNT: usize = 14;
    let mut length = 0_usize;
    let mut joined = false;
    for byte in text {
        match BYTES[usize::from(*byte)] {
            Byte::Word => {
                length += 1;
                if joined || length >= SHORTEST_ACCOUNT {
                    return true;
                }
            }
            Byte::Joint => {
                joined |= length > 0;
                length = 0;
            }
            Byte::Other => {
                joined = false;
                length = 0;
            }
        }
    }
    false
}

/// What a byte is, as far as addresses go.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Byte {
    Word,
    Joint,
    Other,
}

/// Every byte, looked up: every word of every call passes here.
const BYTES: [Byte; 256] = {
    let mut bytes = [Byte::Other; 256];
    let mut at = 0;
    while at < 256 {
        let byte = at as u8;
        bytes[at] = match byte {
            b'.' | b':' | b'@' | b'/' => Byte::Joint,
            b'+' | b'=' | b'-' | b'_' | b'%' | 0x80.. => Byte::Word,
            _ if byte.is_ascii_alphanumeric() => Byte::Word,
            _ => Byte::Other,
        };
        at += 1;
    }
    bytes
};

fn kind(word: &str) -> Option<InsideKind> {
    let lower =
        |prefix: &str| word.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix));
    if word.contains("://") || lower("www.") || lower("mailto:") || lower("javascript:") || lower("data:") {
        return Some(InsideKind::Url);
    }
    if let Some((name, host)) = word.rsplit_once('@')
        && !name.is_empty()
        && is_domain(host)
    {
        return Some(InsideKind::Mail);
    }
    let host = word.split(['/', '?', '#', ':']).next().unwrap_or_default();
    if is_domain(host) {
        return Some(InsideKind::Url);
    }
    if is_account(word) {
        return Some(InsideKind::Account);
    }
    let encoded = |c: char| c.is_ascii_alphanumeric() || "+/=-_%".contains(c);
    (word.len() >= BLOB_CHARS && word.chars().all(encoded) && word.contains(|c: char| c.is_ascii_digit()))
        .then_some(InsideKind::Blob)
}

/// A host under a suffix that is registered, so that `e.g.` and `v1.2` are not.
pub(super) fn is_domain(host: &str) -> bool {
    let label = |label: &str| {
        !label.is_empty()
            && label.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_')
            && label.len() < 64
    };
    host.len() >= 4 && host.len() <= 253 && host.contains('.') && host.split('.').all(label) && {
        let host = host.to_lowercase();
        psl::domain(host.as_bytes()).is_some_and(|domain| domain.suffix().is_known())
    }
}

/// Two letters, two digits and at least ten more of both: an IBAN or its like, right or wrong.
fn is_account(word: &str) -> bool {
    let bytes = word.as_bytes();
    (14..=34).contains(&bytes.len())
        && bytes.iter().take(2).all(u8::is_ascii_uppercase)
        && bytes.iter().skip(2).take(2).all(u8::is_ascii_digit)
        && bytes.iter().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_blobs_are_found_and_prose_is_not() {
        use InsideKind::{Account, Blob, Mail, Url};
        for (text, expected) in [
            ("notes: https://bit.ly/sUf7tOJ, thanks", &[(Url, "https://bit.ly/sUf7tOJ")][..]),
            ("see bit.ly/sUf7tOJ.", &[(Url, "bit.ly/sUf7tOJ")]),
            ("go to evil.com!", &[(Url, "evil.com")]),
            ("write mark@evil.co.uk", &[(Mail, "mark@evil.co.uk")]),
            ("IBAN GB29NWBK60161331926819 please", &[(Account, "GB29NWBK60161331926819")]),
            (
                "aGVsbG8gd29ybGQgdGhpcyBpcyBsb25nZXI0Mg==",
                &[(Blob, "aGVsbG8gd29ybGQgdGhpcyBpcyBsb25nZXI0Mg==")],
            ),
            ("(https://a.test/x?y=1)", &[(Url, "https://a.test/x?y=1")]),
            ("Version 1.2.3, e.g. at 10.30 and/or so. Mr.Smith", &[]),
            ("Donaudampfschifffahrtsgesellschaftskapitän", &[]),
        ] {
            assert_eq!(inside(text), expected, "{text}");
        }
    }
}
