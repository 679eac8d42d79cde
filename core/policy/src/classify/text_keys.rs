//! Keys that can be told by their form: vendors' prefixes, PEM blocks, web tokens, passwords inside addresses.

use super::text::{Findings, TextKind};
use super::text_random::is_placeholder;

/// How a vendor's key goes on after its prefix.
#[derive(Clone, Copy)]
enum Body {
    Hex,
    Upper,
    Alnum,
    /// Letters, digits, `-` and `_`.
    Url,
    /// As [`Body::Url`], with `.`, `/`, `+`, `=` and `:` as well.
    Wide,
}

impl Body {
    fn has(self, byte: u8) -> bool {
        match self {
            Self::Hex => byte.is_ascii_hexdigit(),
            Self::Upper => byte.is_ascii_uppercase() || byte.is_ascii_digit(),
            Self::Alnum => byte.is_ascii_alphanumeric(),
            Self::Url => byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'),
            Self::Wide => byte.is_ascii_alphanumeric() || b"-_./+=:".contains(&byte),
        }
    }
}

/// `(prefix, body, fewest characters of the body)`, as the vendors or their secret scanners publish them.
#[rustfmt::skip]
const VENDORS: &[(&str, Body, usize)] = &[
    ("AKIA", Body::Upper, 16), ("ASIA", Body::Upper, 16), ("ABIA", Body::Upper, 16),
    ("ACCA", Body::Upper, 16), ("ghp_", Body::Alnum, 30), ("gho_", Body::Alnum, 30),
    ("ghu_", Body::Alnum, 30), ("ghs_", Body::Alnum, 30), ("ghr_", Body::Alnum, 30),
    ("github_pat_", Body::Url, 30), ("glpat-", Body::Url, 18), ("gldt-", Body::Url, 18),
    ("glrt-", Body::Url, 18), ("glptt-", Body::Url, 18), ("glsa_", Body::Url, 28), ("glc_", Body::Wide, 30),
    ("ATATT", Body::Wide, 40), ("ATBB", Body::Alnum, 28), ("xoxb-", Body::Url, 20), ("xoxp-", Body::Url, 20),
    ("xoxa-", Body::Url, 20), ("xoxr-", Body::Url, 20), ("xoxs-", Body::Url, 20), ("xoxe-", Body::Url, 20),
    ("xoxe.", Body::Wide, 20), ("xapp-", Body::Url, 20), ("hooks.slack.com/services/", Body::Wide, 20),
    ("discord.com/api/webhooks/", Body::Wide, 30), ("discordapp.com/api/webhooks/", Body::Wide, 30),
    ("sk_live_", Body::Alnum, 16), ("sk_test_", Body::Alnum, 16), ("rk_live_", Body::Alnum, 16),
    ("rk_test_", Body::Alnum, 16), ("whsec_", Body::Wide, 20), ("sq0atp-", Body::Url, 20),
    ("sq0csp-", Body::Url, 20), ("access_token$production$", Body::Wide, 30), ("AIza", Body::Url, 30),
    ("ya29.", Body::Url, 20), ("GOCSPX-", Body::Url, 20), ("npm_", Body::Alnum, 30), ("pypi-", Body::Url, 40),
    ("rubygems_", Body::Hex, 40), ("dckr_pat_", Body::Url, 20), ("SG.", Body::Wide, 40),
    ("key-", Body::Hex, 32), ("SK", Body::Hex, 32), ("xkeysib-", Body::Url, 40), ("xsmtpsib-", Body::Url, 40),
    ("sk-ant-", Body::Url, 20), ("sk-proj-", Body::Url, 20), ("sk-svcacct-", Body::Url, 20),
    ("sk-or-", Body::Url, 20), ("sk-", Body::Url, 30), ("hf_", Body::Alnum, 28), ("r8_", Body::Alnum, 30),
    ("gsk_", Body::Alnum, 30), ("pplx-", Body::Alnum, 30), ("xai-", Body::Alnum, 40),
    ("dop_v1_", Body::Hex, 40), ("doo_v1_", Body::Hex, 40), ("dor_v1_", Body::Hex, 40),
    ("shpat_", Body::Hex, 30), ("shpca_", Body::Hex, 30), ("shppa_", Body::Hex, 30),
    ("shpss_", Body::Hex, 30), ("PMAK-", Body::Url, 30), ("lin_api_", Body::Alnum, 30),
    ("ntn_", Body::Alnum, 30), ("secret_", Body::Alnum, 40), ("figd_", Body::Url, 30),
    ("dapi", Body::Hex, 32), ("hvs.", Body::Url, 20), ("hvb.", Body::Url, 20), ("sntrys_", Body::Wide, 30),
    ("sntryu_", Body::Hex, 40), ("NRAK-", Body::Upper, 20), ("phc_", Body::Alnum, 30),
    ("phx_", Body::Alnum, 30), ("pscale_tkn_", Body::Url, 30), ("pscale_pw_", Body::Url, 30),
    ("sbp_", Body::Hex, 36), ("tskey-", Body::Url, 20), ("pul-", Body::Hex, 36), ("FLWSECK", Body::Url, 20),
    ("AGE-SECRET-KEY-1", Body::Upper, 40), ("EAACEdEose0cBA", Body::Alnum, 20), ("LTAI", Body::Alnum, 16),
    ("AKID", Body::Alnum, 28), ("vercel_", Body::Alnum, 20), ("rnd_", Body::Alnum, 28),
    ("HRKU-", Body::Url, 30), ("xprv", Body::Alnum, 100), ("sq0idp-", Body::Url, 20),
    ("cfut_", Body::Url, 36), ("patAT", Body::Alnum, 30),
];

pub(super) fn scan(text: &str, findings: &mut Findings) {
    pem_blocks(text, findings);
    let bytes = text.as_bytes();
    let mut from = 0;
    while let Some((start, end)) = long_run(bytes, from) {
        keys_in(bytes, start, end, findings);
        from = end;
    }
    addresses_with_passwords(text, findings);
}

/// The fewest bytes of a key with its prefix: a web token of two parts.
const FEWEST: usize = 17;

/// As [`Body::Wide`], with the `$` of a prefix.
const fn in_key(byte: u8) -> bool {
    matches!(byte, b'-'..=b':' | b'A'..=b'Z' | b'a'..=b'z' | b'_' | b'+' | b'=' | b'$')
}

/// The next row of bytes that keys and their prefixes are made of, if it is long enough for one.
fn long_run(bytes: &[u8], from: usize) -> Option<(usize, usize)> {
    let mut start = from;
    loop {
        let least = bytes.get(start..start + FEWEST)?;
        match least.iter().rposition(|byte| !in_key(*byte)) {
            Some(gap) => start += gap + 1,
            None => break,
        }
    }
    let rest = bytes.get(start..)?;
    Some((start, start + rest.iter().position(|byte| !in_key(*byte)).unwrap_or(rest.len())))
}

fn keys_in(bytes: &[u8], start: usize, end: usize, findings: &mut Findings) {
    let mut at = start;
    let mut before = b' ';
    while let Some(&byte) = bytes.get(at).filter(|_| at < end) {
        let starts_word = !before.is_ascii_alphanumeric() && byte.is_ascii_alphanumeric();
        let whole = !matches!(before, b'-' | b'_' | b'.');
        before = byte;
        let found = if starts_word { key_at(bytes, at, whole) } else { None };
        match found {
            Some((kind, end)) => {
                findings.add(kind, at, end);
                at = end;
                before = b'a';
            }
            None => at += 1,
        }
    }
}

/// The key that starts at a place. Web tokens are long and must be whole, or a hostile text were read over and over.
fn key_at(bytes: &[u8], at: usize, whole: bool) -> Option<(TextKind, usize)> {
    let rest = bytes.get(at..)?;
    if let Some(len) = if whole { web_token(rest) } else { None } {
        return Some((TextKind::Jwt, at + len));
    }
    if let Some(len) = vendor_key(rest).or_else(|| bot_token(rest)).or_else(|| dotted_token(rest)) {
        return Some((TextKind::ApiKey, at + len));
    }
    None
}

fn run(bytes: &[u8], body: Body, most: usize) -> usize {
    bytes.iter().take(most).take_while(|byte| body.has(**byte)).count()
}

/// Longest key that is followed to its end; more would let a hostile text be read again from every place in it.
const MOST_KEY: usize = 4096;

fn vendor_key(rest: &[u8]) -> Option<usize> {
    let first = rest.first()?;
    VENDORS.iter().filter(|(prefix, ..)| prefix.as_bytes().first() == Some(first)).find_map(
        |(prefix, body, fewest)| {
            let after = rest.strip_prefix(prefix.as_bytes())?;
            let sample = after.get(..*fewest)?;
            let enough = sample.iter().all(|byte| body.has(*byte));
            let len = if enough && is_varied(sample) { run(after, *body, MOST_KEY) } else { 0 };
            // A key ends with its body: `SK` and 33 hex digits is something else.
            (len > 0).then_some(prefix.len() + len)
        },
    )
}

/// Words and rows of `x` are no keys: they have one case and no digits, or few different characters.
fn is_varied(sample: &[u8]) -> bool {
    let mut seen = 0_u128;
    for byte in sample {
        seen |= 1_u128.checked_shl(u32::from(*byte)).unwrap_or_default();
    }
    let both_cases = sample.iter().any(u8::is_ascii_lowercase) && sample.iter().any(u8::is_ascii_uppercase);
    seen.count_ones() >= 7 && (both_cases || sample.iter().any(u8::is_ascii_digit))
}

/// `header.payload.signature`, where the header is JSON and so begins with `eyJ`.
fn web_token(rest: &[u8]) -> Option<usize> {
    rest.strip_prefix(b"eyJ")?;
    let mut len = 0;
    let mut parts = 0;
    while parts < 5 {
        let part = run(rest.get(len..)?, Body::Url, MOST_KEY);
        if part < 8 {
            break;
        }
        parts += 1;
        len += part;
        if rest.get(len) != Some(&b'.') {
            break;
        }
        len += 1;
    }
    (parts >= 2).then_some(len)
}

/// Telegram: the number of the bot, a colon, 35 characters.
fn bot_token(rest: &[u8]) -> Option<usize> {
    let digits = rest.iter().take(11).take_while(|byte| byte.is_ascii_digit()).count();
    let after = rest.get(digits..)?.strip_prefix(b":AA")?;
    let body = run(after, Body::Url, 64);
    ((8..=10).contains(&digits) && (30..=40).contains(&body)).then_some(digits + 3 + body)
}

/// Discord: a base64 number, a time, a signature.
fn dotted_token(rest: &[u8]) -> Option<usize> {
    if !matches!(rest.first(), Some(b'M' | b'N' | b'O')) {
        return None;
    }
    let id = run(rest, Body::Url, 40);
    let time = run(rest.get(id..)?.strip_prefix(b".")?, Body::Url, 10);
    let signature = run(rest.get(id + 1 + time..)?.strip_prefix(b".")?, Body::Url, 64);
    (id >= 22 && time == 6 && signature >= 25).then_some(id + time + signature + 2)
}

fn pem_blocks(text: &str, findings: &mut Findings) {
    let mut from = 0;
    while let Some(start) = text.get(from..).and_then(|rest| rest.find('-')).map(|at| from + at) {
        if !text.as_bytes().get(start..).is_some_and(|rest| rest.starts_with(b"-----BEGIN ")) {
            from = start + 1;
            continue;
        }
        let header = text.as_bytes().get(start..).unwrap_or_default();
        let header = header.get(..64).unwrap_or(header);
        if header.windows(11).any(|window| window == b"PRIVATE KEY") {
            let rest = text.get(start..).unwrap_or_default();
            // A block that was cut off still holds the key: all of the rest belongs to it.
            let end = rest.find("-----END ").and_then(|at| {
                let tail = rest.get(at + 9..)?;
                Some(at + 9 + tail.find("-----").map_or(tail.len(), |dashes| dashes + 5))
            });
            let end = start + end.unwrap_or(rest.len());
            findings.add(TextKind::PrivateKey, start, end);
            from = end;
        } else {
            from = start + 11;
        }
    }
    for (dash, _) in text.match_indices('-') {
        let (before, after) = text.as_bytes().split_at(dash);
        if before.ends_with(b"PuTTY") && after.starts_with(b"-User-Key-File-") {
            findings.add(TextKind::PrivateKey, dash - 5, dash + 15);
        }
    }
}

/// `scheme://user:password@host`.
fn addresses_with_passwords(text: &str, findings: &mut Findings) {
    if !text.contains('@') {
        return;
    }
    for (colon, _) in text.match_indices(':') {
        let (before, after) = text.split_at(colon);
        let Some(after) = after.strip_prefix("://") else { continue };
        let scheme =
            before.bytes().rev().take(16).take_while(|b| b.is_ascii_alphanumeric() || *b == b'+').count();
        let ends = |b: &u8| !b.is_ascii_graphic() || matches!(b, b'/' | b'"' | b'\'' | b'<' | b'>' | b'`');
        let most = after.len().min(512);
        let len = after.bytes().take(most).position(|b| ends(&b)).unwrap_or(most);
        let Some((user, _)) = after.get(..len).and_then(|authority| authority.rsplit_once('@')) else {
            continue;
        };
        if user.split_once(':').is_some_and(|(_, password)| !password.is_empty() && !is_placeholder(password))
        {
            findings.add(TextKind::ConnectionString, colon - scheme, colon + 3 + len);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_a_long_run() {
        for (prefix, body, fewest) in VENDORS {
            assert!(prefix.len() + fewest >= FEWEST && prefix.bytes().all(in_key), "{prefix}");
            assert!((0..=u8::MAX).all(|byte| !body.has(byte) || in_key(byte)), "{prefix}");
        }
    }
}
