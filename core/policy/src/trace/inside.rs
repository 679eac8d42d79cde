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

/// Whether there may be a dot, a colon, a slash or an at sign inside a word, or a word as long as an account or a blob.
/// What has none of it holds nothing, and most prose has none.
fn may_hold(text: &[u8]) -> bool {
    const SHORTEST_ACCOUNT: usize = 14;
    const BLOCK: usize = 64;
    // Blocks overlap, so that what lies across the end of one lies within the next.
    const STEP: usize = BLOCK - SHORTEST_ACCOUNT;
    let mut rest = text;
    loop {
        let block = rest.first_chunk::<BLOCK>().copied().unwrap_or_else(|| {
            let mut padded = [b' '; BLOCK];
            padded.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
            padded
        });
        let words = places(&block, is_in_word);
        let joints = places(&block, is_joint);
        let joined = (words << 1) & joints & ((words | joints) >> 1);
        // After these, a bit says that so many words begin there: 2, 4, 8, 14.
        let long = [1, 2, 4, 6].iter().fold(words, |all, by| all & (all >> by));
        if joined | long != 0 {
            return true;
        }
        match rest.get(STEP..) {
            Some(more) if rest.len() > BLOCK => rest = more,
            _ => return false,
        }
    }
}

/// The places of such bytes, one bit for each. Written so that the compiler looks at many bytes at once.
fn places(block: &[u8; 64], is_wanted: impl Fn(u8) -> bool) -> u64 {
    let flags = block.map(|byte| u8::from(is_wanted(byte)));
    let eights = flags.as_chunks::<8>().0.iter().zip((0..).step_by(8));
    // The product gathers eight flags into its highest byte.
    let gathered = |eight: &[u8; 8]| u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    eights.fold(0, |mask, (eight, shift)| mask | (gathered(eight) << shift))
}

const fn is_joint(byte: u8) -> bool {
    matches!(byte, b'.' | b':' | b'@' | b'/')
}

const fn is_in_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() | !byte.is_ascii() | matches!(byte, b'+' | b'=' | b'-' | b'_' | b'%')
}

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

    /// As one would write it down: a joint within a word, or 14 bytes of words in a row.
    fn holds_byte_by_byte(text: &[u8]) -> bool {
        let joined = text.windows(3).any(|bytes| {
            matches!(bytes, [last, byte, next]
                if is_in_word(*last) && is_joint(*byte) && (is_in_word(*next) || is_joint(*next)))
        });
        joined || text.windows(14).any(|bytes| bytes.iter().all(|byte| is_in_word(*byte)))
    }

    #[test]
    fn a_block_at_a_time_is_a_byte_at_a_time() {
        for what in ["a.b", "a/.b", ".b", "b.", "a@", "abcdefghijklmn", "abcdefghijklm", "ä-=+%_ZaZ09üß"] {
            for before in 0..140 {
                for after in [0, 1, 2, 13, 49, 50, 51, 64, 70] {
                    let text = " ".repeat(before) + what + &" ".repeat(after);
                    let found = may_hold(text.as_bytes());
                    assert_eq!(found, holds_byte_by_byte(text.as_bytes()), "{before} {what} {after}");
                }
            }
        }
    }
}
