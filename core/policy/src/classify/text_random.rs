//! Strings that are too random to be words, names, paths or hashes.

use super::text::{Findings, TextKind, find_byte};

/// Longer strings are data: images, archives, measurements.
const MOST_LEN: usize = 200;

pub(super) fn scan(text: &str, findings: &mut Findings) {
    let bytes = text.as_bytes();
    let mut from = 0;
    // Without a digit nothing looks random.
    while let Some(digit) = find_byte(bytes, from, |byte| byte.is_ascii_digit()) {
        let (before, after) = bytes.split_at(digit);
        let before = before.get(from..).unwrap_or_default();
        let start = from + before.iter().rposition(ends_token).map_or(0, |last| last + 1);
        from = digit + after.iter().position(ends_token).unwrap_or(after.len());
        let token = text.get(start..from).unwrap_or_default();
        let lead = token.len() - token.trim_start_matches(['(', '[', '\'']).len();
        let token =
            token.get(lead..).unwrap_or_default().trim_end_matches(['.', ',', ';', ':', ')', ']', '\'']);
        if looks_random(token) {
            findings.add(TextKind::Password, start + lead, start + lead + token.len());
        }
    }
}

/// Anything that no password is written next to ends a candidate; wide scripts too, as they need no space.
fn ends_token(byte: &u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b' ' | b'"' | b'`' | b'<' | b'>' | 0x80..)
}

/// What a string is made of.
#[derive(Default)]
struct Mixture {
    lower: usize,
    upper: usize,
    digits: usize,
    /// Punctuation that neither names nor paths nor numbers use.
    symbols: usize,
    /// Places where the kind of character changes.
    changes: usize,
    longest_lower: usize,
}

impl Mixture {
    fn of(token: &str) -> Self {
        let mut mixture = Self::default();
        let mut before = None;
        let mut lower_run = 0;
        for byte in token.bytes() {
            let kind = match byte {
                b'a'..=b'z' => 0,
                b'A'..=b'Z' => 1,
                b'0'..=b'9' => 2,
                _ => 3,
            };
            match kind {
                0 => mixture.lower += 1,
                1 => mixture.upper += 1,
                2 => mixture.digits += 1,
                _ => mixture.symbols += usize::from(b"!@#$%^&*~?|{};".contains(&byte)),
            }
            lower_run = if kind == 0 { lower_run + 1 } else { 0 };
            mixture.longest_lower = mixture.longest_lower.max(lower_run);
            mixture.changes += usize::from(before.is_some_and(|before| before != kind));
            before = Some(kind);
        }
        mixture
    }
}

fn looks_random(token: &str) -> bool {
    let len = token.len();
    if !(10..=MOST_LEN).contains(&len) || !token.is_ascii() {
        return false;
    }
    let mixture = Mixture::of(token);
    let busy = mixture.changes * 100 / (len - 1);
    let kinds = [mixture.lower, mixture.upper, mixture.digits].iter().filter(|count| **count >= 2).count();
    if mixture.longest_lower > 7 || mixture.digits == 0 {
        return false;
    }
    if mixture.symbols >= 1 {
        let all_kinds = mixture.lower >= 2 && mixture.upper >= 2 && busy >= 55;
        let two_kinds = kinds >= 2 && mixture.symbols >= 2 && busy >= 65;
        return (all_kinds || two_kinds) && entropy(token) >= 300 && !is_structured(token);
    }
    if mixture.lower < 2 || mixture.upper < 2 {
        return false;
    }
    // Without symbols it must be longer: versions, names with numbers and short ids look the same.
    let long_key = len >= 20 && busy >= 30 && entropy(token) >= 370 && mixture.digits >= 2;
    let short_key = len >= 12 && busy >= 65 && entropy(token) >= 320 && mixture.digits >= 3;
    let plain = token.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_+/=.,".contains(&b));
    plain && (long_key || short_key) && !is_encoded_text(token) && !is_structured(token)
}

/// Addresses, paths, code, queries, integrity hashes: full of marks, but for a reason.
fn is_structured(token: &str) -> bool {
    let slashes = token.bytes().filter(|b| *b == b'/').count();
    let is_call = token.find(['(', '[']).is_some_and(|at| {
        token
            .as_bytes()
            .get(..at)
            .unwrap_or_default()
            .iter()
            .rev()
            .take_while(|b| b.is_ascii_lowercase())
            .count()
            >= 2
    });
    let is_hashtag = token.strip_prefix('#').is_some_and(|tag| {
        tag.trim_end_matches(['!', '?']).bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
    });
    let starts = [
        "/", "~/", "./", "../", "^[", "--", "sha1-", "sha256-", "sha384-", "sha512-", "SHA256:", "data:",
        "urn:",
    ];
    let ranges = ["://", "A-Z", "a-z", "0-9", "\\", "()", "[]", "&&", "||", "=="];
    is_call
        || is_hashtag
        || starts.iter().any(|start| token.starts_with(start))
        || ranges.iter().any(|range| token.trim_end_matches('=').contains(range))
        || (slashes >= 2 && !token.ends_with('='))
        || (token.contains('=') && (token.contains('&') || token.trim_end_matches('=').contains('=')))
        || token.split_once('@').is_some_and(|(_, host)| is_host(host))
}

fn is_host(text: &str) -> bool {
    text.split_once('.').is_some()
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-'))
}

/// Shannon entropy per character, in hundredths of a bit.
pub(super) fn entropy(token: &str) -> u32 {
    let mut counts = [0_u32; 128];
    let mut total = 0_u32;
    for byte in token.bytes() {
        if let Some(count) = counts.get_mut(usize::from(byte)) {
            *count += 1;
            total += 1;
        }
    }
    let bits: u32 = counts.iter().filter(|count| **count > 0).map(|count| count * log2(total, *count)).sum();
    bits / total.max(1)
}

/// Hundredths of `log2(whole / part)`, by repeated squaring: whole numbers give the same answer on every machine.
fn log2(whole: u32, part: u32) -> u32 {
    let (mut ratio, mut bits) = ((u64::from(whole) << 24) / u64::from(part.max(1)), 0_u32);
    while ratio >= 2 << 24 {
        ratio >>= 1;
        bits += 1;
    }
    let mut fraction = 0_u32;
    for _ in 0..7 {
        ratio = (ratio * ratio) >> 24;
        fraction <<= 1;
        if ratio >= 2 << 24 {
            ratio >>= 1;
            fraction |= 1;
        }
    }
    bits * 100 + fraction * 100 / 128
}

/// Base64 of readable text is a message, not a key.
pub(super) fn is_encoded_text(token: &str) -> bool {
    decoded(token).all(|byte| matches!(byte, b' '..=b'~' | b'\n' | b'\r' | b'\t'))
}

/// The bytes a base64 or base64url string stands for.
pub(super) fn decoded(token: &str) -> impl Iterator<Item = u8> {
    let mut bits = 0_u32;
    let mut count = 0_u32;
    token.bytes().filter_map(move |byte| {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        bits = ((bits << 6) | u32::from(value)) & 0xff_ffff;
        count += 6;
        if count < 8 {
            return None;
        }
        count -= 8;
        u8::try_from((bits >> count) & 0xff).ok()
    })
}

/// Whether a value only shows where a secret goes: `<token>`, `$TOKEN`, `your_key_here`, `****`, or code that reads one.
pub(super) fn is_placeholder(value: &str) -> bool {
    let most = value.len().min(64);
    let start = value.get(..most).unwrap_or(value).to_ascii_lowercase();
    let one_character = value.bytes().next().is_some_and(|first| value.bytes().all(|byte| byte == first));
    let is_call = start.split_once(['(', '[']).is_some_and(|(name, _)| {
        name.len() >= 2 && name.bytes().all(|b| b.is_ascii_alphabetic() || matches!(b, b'.' | b'_'))
    });
    let is_variable = start.starts_with("${")
        || start.starts_with("$(")
        || start.starts_with("{{")
        || start.starts_with('%') && start.ends_with('%')
        || start
            .strip_prefix('$')
            .is_some_and(|name| name.bytes().all(|b| b.is_ascii_alphabetic() || b == b'_'));
    one_character
        || is_call
        || is_variable
        || start.starts_with(['<', '…'])
        || [
            "your",
            "my_",
            "my-",
            "xxx",
            "***",
            "...",
            "os.environ",
            "process.env",
            "env.",
            "insert",
            "replace",
            "enter",
        ]
        .iter()
        .any(|word| start.starts_with(word))
        || ["example", "placeholder", "changeme", "change_me", "_here", "-here", "redacted"]
            .iter()
            .any(|word| start.contains(word))
        || [
            "pass",
            "password",
            "passwort",
            "secret",
            "token",
            "pwd",
            "user",
            "true",
            "false",
            "null",
            "none",
            "undefined",
        ]
        .contains(&start.as_str())
}
