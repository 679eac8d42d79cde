//! Words that may be stored: what signs a person in, and the numbers of their cards, accounts and papers, are taken out.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use url::Url;

use crate::classify::{TextClass, TextKind, classify_text};
use crate::trace::percent_decoded;

/// A text holds at most 64 listed finds, so one that is full of them is gone over again.
const MOST_ROUNDS: usize = 32;
const FULL_LIST: usize = 64;
/// Encodings inside one another that are looked behind. Each may double the work.
const MOST_ENCODINGS: usize = 2;
/// Shorter runs are words and hold no secret; longer ones are data.
const BASE64_CHARS: core::ops::RangeInclusive<usize> = 16..=4_096;
const LOOSE_BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);
const ENCODED: &str = "[encoded]";
/// A cut text is cut again when it reads otherwise than before, so often.
const MOST_CUTS: usize = 4;
/// Characters of a long text that are looked at at least.
const LEAST_BEGINNING: usize = 4_096;
/// Characters that something of several words takes: a card number, an account, the words of a key.
const MOST_SPLIT_CHARS: usize = 256;

/// Whether a find is replaced. Names, addresses and telephone numbers are what a log is about and stay; the person can
/// have them forgotten. Secrets and the numbers that stand for a person or their money never get in.
const fn is_replaced(kind: TextKind) -> bool {
    match kind {
        TextKind::PrivateKey
        | TextKind::ApiKey
        | TextKind::Jwt
        | TextKind::Password
        | TextKind::OneTimeCode
        | TextKind::ConnectionString
        | TextKind::CardNumber
        | TextKind::Iban
        | TextKind::NationalId
        | TextKind::BirthDate
        | TextKind::IdNumber => true,
        TextKind::Email | TextKind::Phone | TextKind::PostalAddress => false,
    }
}

/// The text with everything replaced that must not be stored.
///
/// It is gone over until nothing changes, so that what is stored once is stored the same again.
#[must_use]
pub fn scrub(text: &str) -> Cow<'_, str> {
    let mut scrubbed = Cow::Borrowed(text);
    for _ in 0..MOST_ROUNDS {
        let Some(next) = pass(&scrubbed, MOST_ENCODINGS) else {
            // Marks may still read like what they replaced; anything else that does is not kept at all.
            return if is_secret_without_marks(&scrubbed) { Cow::Owned(unreadable(text)) } else { scrubbed };
        };
        scrubbed = Cow::Owned(next);
    }
    Cow::Owned(unreadable(text))
}

/// The text scrubbed and cut to so many characters, at a cost that grows with these and not with the text.
pub(super) fn kept(text: &str, most_chars: usize) -> String {
    let start = beginning(text, most_chars);
    let mut kept = scrub(start).into_owned();
    if start.len() < text.len() {
        // What spans several words can still be halved at the very end: that is only looked at, never kept.
        let end = kept.char_indices().rev().nth(MOST_SPLIT_CHARS).map_or(0, |(at, _)| at);
        kept.truncate(end);
        kept.push('…');
    }
    for _ in 0..MOST_CUTS {
        let Some((cut, _)) = kept.char_indices().nth(most_chars) else { return kept };
        if kept.get(cut..) == Some("…") {
            return kept;
        }
        kept.truncate(cut);
        kept.push('…');
        // A cut can halve a mark, or leave something that reads otherwise.
        kept = scrub(&kept).into_owned();
    }
    unreadable(text)
}

/// A beginning with room to spare, that ends between two words.
fn beginning(text: &str, most_chars: usize) -> &str {
    let Some((end, _)) = text.char_indices().nth(most_chars.saturating_mul(4).max(LEAST_BEGINNING)) else {
        return text;
    };
    let start = text.get(..end).unwrap_or_default();
    // Wide scripts have no spaces, and what signs somebody in is not written in them.
    let last = start.rfind(char::is_whitespace).or_else(|| start.rfind(|c: char| !c.is_ascii()));
    last.and_then(|at| start.get(..at)).unwrap_or_default()
}

/// Whether anything in a text would be replaced.
fn carries(text: &str, encodings: usize) -> bool {
    pass(text, encodings).is_some() || is_secret_without_marks(text)
}

/// The text after one replacement of everything that is found; nothing where there is nothing to replace.
fn pass(text: &str, encodings: usize) -> Option<String> {
    let Some(encodings) = encodings.checked_sub(1) else { return without_finds(text, is_replaced) };
    // Addresses go first: once its user is a mark, an address is no longer one and would keep its query.
    without_encoded(text, encodings)
        .or_else(|| without_finds(text, is_replaced))
        .or_else(|| unescaped(text).filter(|unescaped| carries(unescaped, encodings)))
}

/// The text with a mark for every find of these kinds; nothing where there is none.
pub(super) fn without_finds(text: &str, replaced: impl Fn(TextKind) -> bool) -> Option<String> {
    let mut looked_at = Cow::Borrowed(text);
    for _ in 0..MOST_ROUNDS {
        let spans = classify_text(&looked_at).spans;
        let mut left = String::with_capacity(text.len());
        let mut end = 0;
        for span in spans.iter().filter(|span| replaced(span.kind)) {
            let mark = mark(span.kind);
            // A mark that is found again is the same find, not a new one.
            if span.start < end
                || text[span.start..span.end].trim_matches(['[', ']']) == mark.trim_matches(['[', ']'])
            {
                continue;
            }
            left.push_str(&text[end..span.start]);
            left.push_str(&mark);
            end = span.end;
        }
        if end > 0 {
            left.push_str(&text[end..]);
            return Some(left);
        }
        if spans.len() < FULL_LIST {
            return None;
        }
        // A list full of addresses that stay may hide a card behind them: they are blanked and it is looked again.
        let (mut blanked, mut end) = (String::with_capacity(text.len()), 0);
        for span in &spans {
            let start = span.start.max(end);
            blanked.push_str(&looked_at[end..start]);
            blanked.extend((start..span.end).map(|_| ' '));
            end = span.end.max(end);
        }
        blanked.push_str(&looked_at[end..]);
        looked_at = Cow::Owned(blanked);
    }
    Some(unreadable(text))
}

/// The text without words that carry something behind an encoding, and without what its addresses carry.
fn without_encoded(text: &str, encodings: usize) -> Option<String> {
    let mut changed = false;
    let mut replaced = String::with_capacity(text.len());
    for piece in text.split_inclusive(char::is_whitespace) {
        let word = piece.trim_end_matches(char::is_whitespace);
        let (before, address) = word.split_at(address_at(word).unwrap_or(word.len()));
        if is_encoded(before, encodings) {
            changed = true;
            replaced.push_str(ENCODED);
        } else {
            replaced.push_str(before);
        }
        match cut_address(address, encodings) {
            Some(shown) => {
                changed = true;
                replaced.push_str(&shown);
            }
            None => replaced.push_str(address),
        }
        replaced.push_str(&piece[word.len()..]);
    }
    changed.then_some(replaced)
}

/// Where a web address begins in a word, which may stand in brackets or behind `href=`.
pub(super) fn address_at(word: &str) -> Option<usize> {
    word.match_indices("://").find_map(|(colon, _)| {
        ["https", "http"].iter().find_map(|scheme| {
            let at = colon.checked_sub(scheme.len())?;
            word.get(at..colon)?.eq_ignore_ascii_case(scheme).then_some(at)
        })
    })
}

/// An address in prose without what it carries; one that carries nothing stays as it was written.
fn cut_address(address: &str, encodings: usize) -> Option<String> {
    if address.is_empty() {
        return None;
    }
    let (rest, mark) = without_ellipsis(address);
    let shown = shown_http(rest, mark, encodings).unwrap_or_else(|| {
        let (rest, mark) = without_query(rest, mark);
        format!("{rest}{mark}")
    });
    let has_user = Url::parse(rest).is_ok_and(|url| !url.username().is_empty() || url.password().is_some());
    (shown != address && (has_user || shown.ends_with('…'))).then_some(shown)
}

fn is_encoded(word: &str, encodings: usize) -> bool {
    let carries = |decoded: String| carries(&decoded, encodings);
    if percent_decoded(word).is_some_and(carries) {
        return true;
    }
    // Padding says nothing, and a key may stand before the run: `data=aWdub3Jl`.
    let is_base64 = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '-' | '_');
    let runs = word.split(|c| !is_base64(c));
    // A slash is a letter of base64 and also ends the part of a path.
    let parts = word.contains('/').then(|| word.split(|c| c == '/' || !is_base64(c)));
    runs.chain(parts.into_iter().flatten()).filter(|run| BASE64_CHARS.contains(&run.len())).any(|run| {
        // One letter too many is no base64, but what stands before it is.
        let whole = run.len() - usize::from(run.len() % 4 == 1);
        let standard = run.get(..whole).unwrap_or_default().replace('-', "+").replace('_', "/");
        LOOSE_BASE64
            .decode(standard)
            .ok()
            .and_then(|bytes| String::from_utf8(bytes).ok())
            .is_some_and(carries)
    })
}

/// The text with plain quotes where they were escaped, however often.
fn unescaped(text: &str) -> Option<String> {
    if !text.contains("\\\"") {
        return None;
    }
    let quoted = text.split_inclusive('"');
    Some(
        quoted
            .flat_map(|part| match part.strip_suffix('"') {
                Some(before) => [before.trim_end_matches('\\'), "\""],
                None => [part, ""],
            })
            .collect(),
    )
}

fn mark(kind: TextKind) -> String {
    format!("[{}]", kind.as_str())
}

/// What stands for a text of which nothing is kept.
pub(super) fn unreadable(text: &str) -> String {
    format!("[{} characters]", text.chars().count())
}

fn is_secret_without_marks(text: &str) -> bool {
    classify_text(&without_marks(text)).class == TextClass::SecretLike
}

fn without_marks(text: &str) -> String {
    let mut left = text.to_string();
    for kind in [
        TextKind::PrivateKey,
        TextKind::ApiKey,
        TextKind::Jwt,
        TextKind::Password,
        TextKind::OneTimeCode,
        TextKind::ConnectionString,
        TextKind::CardNumber,
        TextKind::Iban,
        TextKind::NationalId,
        TextKind::BirthDate,
        TextKind::IdNumber,
    ] {
        left = left.replace(&mark(kind), "");
    }
    left
}

/// An address as it may be stored: where it leads, never what it carries in its user, query or fragment.
#[must_use]
pub fn shown_url(text: &str) -> String {
    let mut shown = shown_once(text);
    for _ in 0..MOST_CUTS {
        let again = shown_once(&shown);
        if again == shown {
            return shown;
        }
        shown = again;
    }
    // What reads otherwise every time leads nowhere.
    "…".to_string()
}

fn shown_once(text: &str) -> String {
    let (rest, mark) = without_ellipsis(text);
    if let Some(shown) = shown_http(rest, mark, MOST_ENCODINGS) {
        return shown;
    }
    // An address without its scheme has a user, too.
    if rest.starts_with("//")
        && let Some(shown) = shown_http(&format!("https:{rest}"), mark, MOST_ENCODINGS)
    {
        return shown.strip_prefix("https:").unwrap_or("…").to_string();
    }
    let (rest, mark) = without_query(rest, mark);
    format!("{}{mark}", scrub(rest))
}

/// What was cut before is cut already: the address without the mark of it, and the mark.
fn without_ellipsis(text: &str) -> (&str, &'static str) {
    let rest = text.trim_end_matches(['…', '?']);
    let cut = text.get(rest.len()..).unwrap_or_default();
    (
        rest,
        if cut.contains('?') {
            "?…"
        } else if cut.is_empty() {
            ""
        } else {
            "…"
        },
    )
}

fn without_query<'a>(text: &'a str, mark: &'static str) -> (&'a str, &'static str) {
    text.split_once(['?', '#']).map_or((text, mark), |(rest, _)| (rest, "?…"))
}

/// An absolute address as it may be stored; nothing where it is none.
fn shown_http(text: &str, mark: &'static str, encodings: usize) -> Option<String> {
    let mut url = Url::parse(text).ok()?;
    if !matches!(url.scheme(), "http" | "https") {
        let scheme = url.scheme();
        return Some(if carries(scheme, 0) { "…".to_string() } else { format!("{scheme}:…") });
    }
    let mark = if url.query().is_some() || url.fragment().is_some() { "?…" } else { mark };
    url.set_query(None);
    url.set_fragment(None);
    // An http address always takes these away; if it did not, nothing of it would be kept.
    if url.set_username("").is_err()
        || url.set_password(None).is_err()
        || url.host_str().is_none_or(|host| carries(host, 0))
    {
        return Some(format!("{}:…", url.scheme()));
    }
    // A path can carry as much as a query, also percent-encoded; where it carries something, none of it is kept.
    let decoded = percent_decoded(url.path()).unwrap_or_else(|| url.path().to_string());
    if carries(&decoded, encodings) || carries(url.path(), encodings) {
        url.set_path("");
        return Some(format!("{url}…"));
    }
    Some(format!("{url}{mark}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    #[test]
    fn secrets_and_numbers_go_and_words_stay() {
        for (text, expected) in [
            ("Book a table for two", "Book a table for two"),
            ("my password is hunter2hunter2, log in", "my password is [password], log in"),
            ("use AKIAQ3EGRZ7XK2PLM4NT now", "use [api_key] now"),
            ("pay with 4111 1111 1111 1111 please", "pay with [card_number] please"),
            ("write to ann@example.com", "write to ann@example.com"),
        ] {
            assert_eq!(scrub(text), expected);
            assert_eq!(scrub(expected), expected, "a second pass changes nothing");
        }
    }

    #[test]
    fn a_text_full_of_secrets_keeps_none() {
        let many: String = (0..300).map(|n| format!("key AKIAQ3EGRZ7XK2PL{:04} ", 1000 + n)).collect();
        let scrubbed = scrub(&many);
        assert!(!scrubbed.contains("AKIAQ3EGRZ7XK2PL"), "{scrubbed}");
    }

    #[test]
    fn addresses_keep_where_they_lead() {
        for (url, expected) in [
            ("https://a.example/b/c?token=x#y", "https://a.example/b/c?…"),
            ("https://user:pass@a.example/", "https://a.example/"),
            ("data:text/plain,x", "data:…"),
            ("https://a.example/", "https://a.example/"),
            ("https://a.example/card/4111%201111%201111%201111", "https://a.example/…"),
            ("https://a.example/key/AKIAQ3EGRZ7XK2PLM4NT?x", "https://a.example/…"),
        ] {
            assert_eq!(shown_url(url), expected);
        }
    }
}
