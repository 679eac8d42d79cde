//! What has a shape instead of a spelling: links, mail addresses, accounts, wallets, and calls in code.

use alloc::vec::Vec;

use super::concept::Concept;
use super::fold::{Folded, is_space};
use super::lexicon::Hit;

/// The longest place worth knowing whole.
const LONGEST: usize = 256;

/// Adds the places in a text.
pub(super) fn find(folded: &Folded, hits: &mut Vec<Hit>) {
    let text = folded.text.as_str();
    let mut start = 0;
    // Scripts without spaces write around an address, so only ASCII counts as a part of one.
    for token in text
        .split_inclusive(|c: char| is_space(c) || !c.is_ascii() || matches!(c, '"' | '<' | '>' | '(' | ')'))
    {
        let end = start + token.len();
        if is_place(token.trim_end_matches(|c: char| !c.is_ascii() || c.is_ascii_whitespace())) {
            hits.push(Hit {
                start,
                end: end.min(text.floor_char_boundary(start + LONGEST)),
                concept: Concept::Destination,
            });
        }
        if is_call(token, text.get(end..).unwrap_or_default()) {
            hits.push(Hit { start, end, concept: Concept::CallLike });
        }
        start = end;
    }
}

/// A name that code could have, a bracket, and then a text or a named argument.
fn is_call(token: &str, after: &str) -> bool {
    let Some(name) = token.strip_suffix('(') else { return false };
    let argument = after.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    name.len() >= 4
        && name.len() <= 48
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.'))
        && argument.starts_with(['"', '\'', '=', '{'])
}

fn is_place(token: &str) -> bool {
    let token = token.trim_matches(|c: char| c.is_ascii_punctuation() && c != '/');
    token.len() >= 6
        && (token.contains("://")
            || token.starts_with("www.")
            || is_mail(token)
            || is_account(token)
            || is_domain(token))
}

fn is_mail(token: &str) -> bool {
    let token = token.strip_prefix("mailto:").unwrap_or(token);
    token.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'))
}

/// An IBAN, a wallet, or a long number.
fn is_account(token: &str) -> bool {
    let digits = token.bytes().filter(u8::is_ascii_digit).count();
    let all = token.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let iban = token.bytes().take(2).all(|byte| byte.is_ascii_alphabetic()) && digits >= 10;
    let wallet = token.len() >= 26 && digits >= 4 && token.len() <= 64;
    all && (iban || wallet || digits >= 8 && digits == token.len())
}

/// A host with a path, or under an ending that mail and pages use.
fn is_domain(token: &str) -> bool {
    const ENDINGS: &[&str] = &[
        "com", "net", "org", "io", "example", "test", "invalid", "info", "ru", "cn", "de", "fr", "es", "it",
        "br", "jp", "xyz", "co", "me", "eu", "dev", "app", "site", "top", "pt", "uk", "biz",
    ];
    let host = token.split(['/', '?', ':']).next().unwrap_or_default();
    let Some((name, ending)) = host.rsplit_once('.') else { return false };
    !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-'))
        && ENDINGS.contains(&ending)
}
