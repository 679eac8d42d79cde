//! Text in other letters: decoded once and judged by the same rules.

use alloc::string::String;
use alloc::vec::Vec;

use base64::Engine;
use base64::alphabet::{STANDARD, URL_SAFE};
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use super::lexicon::is_unspaced;
use super::rules::source;
use super::{Finding, Sign, plain, weigh};

/// Shorter runs are words and numbers.
const MIN_BASE64: usize = 20;
const MIN_HEX_PAIRS: usize = 12;
const MIN_ESCAPES: usize = 6;
const MIN_BITS: usize = 64;

/// What decoded text has to score before it counts, and what it then weighs.
const MIN_SCORE: u32 = 20;
const PAYLOAD_WEIGHT: u32 = 60;
/// Decoded text that reads like language, whatever it says: pages have little reason to hide sentences.
const WORDS_WEIGHT: u32 = 30;

const LOOSE: GeneralPurposeConfig = GeneralPurposeConfig::new()
    .with_decode_padding_mode(DecodePaddingMode::Indifferent)
    .with_decode_allow_trailing_bits(true);
const STANDARD_LOOSE: GeneralPurpose = GeneralPurpose::new(&STANDARD, LOOSE);
const URL_SAFE_LOOSE: GeneralPurpose = GeneralPurpose::new(&URL_SAFE, LOOSE);

/// How a text was read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum By {
    /// An encoding that text is put into on purpose.
    Encoding,
    /// Nothing that could turn ordinary text into other text by chance.
    Itself,
    /// Every letter replaced, or the order reversed: applied to any text, so only what is said counts.
    Letters,
}

/// Adds what encoded parts of a text say.
pub(super) fn read(text: &str, findings: &mut Vec<Finding>) {
    base64_runs(text, findings);
    hex_runs(text, findings);
    escapes(text, findings);
    bits(text, findings);
    // Text that already speaks plainly is not turned over: it would be counted twice.
    if weigh::heaviest(findings) < super::THRESHOLD {
        let turned: String = text.chars().map(rot13).collect();
        judge(&turned, (0, text.len()), By::Letters, findings);
        let backwards: String = text.chars().rev().map(|c| if is_unspaced(c) { ' ' } else { c }).collect();
        judge(&backwards, (0, text.len()), By::Letters, findings);
    }
}

/// Judges decoded text; findings point at what it was decoded from.
pub(super) fn judge(text: &str, (start, end): (usize, usize), by: By, findings: &mut Vec<Finding>) {
    let score = weigh::heaviest(&plain(text, false));
    let enough = if by == By::Letters { super::THRESHOLD } else { MIN_SCORE };
    let (weight, source) = if score >= enough {
        (PAYLOAD_WEIGHT, source::DECODED)
    } else if by != By::Letters && reads_like_language(text) {
        (WORDS_WEIGHT, source::DECODED_WORDS)
    } else {
        return;
    };
    findings.push(Finding { start, end, sign: Sign::EncodedPayload, weight, source });
}

/// At least three words, and little else.
fn reads_like_language(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic() || *c == ' ').count();
    let all = text.chars().count();
    let words = text
        .split_whitespace()
        .filter(|word| word.chars().filter(|c| c.is_alphabetic()).count() >= 2)
        .count();
    let dense = text.chars().filter(|c| matches!(c, '\u{3040}'..='\u{9fff}')).count();
    (words >= 3 || dense >= 6) && letters * 10 >= all * 8
}

fn judge_bytes(bytes: Vec<u8>, place: (usize, usize), findings: &mut Vec<Finding>) {
    let Ok(text) = String::from_utf8(bytes) else { return };
    if text.chars().all(|c| !c.is_control() || c.is_whitespace()) {
        judge(&text, place, By::Encoding, findings);
    }
}

/// Stretches of bytes that pass a test, each with its offset.
fn runs(text: &str, belongs: fn(u8) -> bool) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    text.as_bytes().chunk_by(move |a, b| belongs(*a) == belongs(*b)).filter_map(move |run| {
        let from = start;
        start += run.len();
        let wanted = run.first().is_some_and(|byte| belongs(*byte));
        wanted.then(|| text.get(from..start)).flatten().map(|run| (from, run))
    })
}

fn base64_runs(text: &str, findings: &mut Vec<Finding>) {
    let belongs = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'-' | b'_' | b'=');
    for (start, run) in runs(text, belongs).filter(|(_, run)| run.len() >= MIN_BASE64) {
        // A key or a parameter may stand before it: `data=aWdub3Jl`.
        let body = run.trim_end_matches('=').rsplit('=').next().unwrap_or_default();
        // A run of base64 without its last letters is still one; one letter too many is not.
        let body = body.get(..body.len() - usize::from(body.len() % 4 == 1)).unwrap_or_default();
        let engine = if body.contains(['-', '_']) { &URL_SAFE_LOOSE } else { &STANDARD_LOOSE };
        if let Ok(bytes) = engine.decode(body) {
            judge_bytes(bytes, (start, start + run.len()), findings);
        }
    }
}

/// Hex digits in pairs, together or apart, with or without `\x` and `0x`.
fn hex_runs(text: &str, findings: &mut Vec<Finding>) {
    let belongs = |byte: u8| {
        byte.is_ascii_hexdigit() || matches!(byte, b' ' | b':' | b',' | b'x' | b'\\' | b'\n' | b'-')
    };
    for (start, run) in runs(text, belongs).filter(|(_, run)| run.len() >= 2 * MIN_HEX_PAIRS) {
        let prefixed = run.contains("0x");
        let mut digits: Vec<u8> = Vec::with_capacity(run.len());
        let mut bytes = run.bytes().peekable();
        while let Some(byte) = bytes.next() {
            if byte == b'0' && prefixed && bytes.next_if_eq(&b'x').is_some() {
                continue;
            }
            digits.extend(char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok()));
        }
        // A letter of the word before may have strayed in: then the pairs start one later.
        for skip in 0..2 {
            let pairs = digits.get(skip..).unwrap_or_default().chunks_exact(2);
            let bytes: Vec<u8> = pairs.filter_map(|pair| Some(pair.first()? * 16 + pair.last()?)).collect();
            if bytes.len() >= MIN_HEX_PAIRS
                && bytes.iter().filter(|byte| byte.is_ascii_digit()).count() * 2 < bytes.len()
            {
                judge_bytes(bytes, (start, start + run.len()), findings);
            }
        }
    }
}

/// `%69`, `&#105;`, `&#x69;`, `\u0069`: all of them at once, since a text mixes them only to hide.
fn escapes(text: &str, findings: &mut Vec<Finding>) {
    let mut decoded: Vec<u8> = Vec::with_capacity(text.len());
    let (mut count, mut first, mut last) = (0, None, 0);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let at = text.len() - rest.len();
        if let Some((byte_or_char, length)) = escape(rest) {
            match byte_or_char {
                Unescaped::Byte(byte) => decoded.push(byte),
                Unescaped::Char(c) => decoded.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            }
            count += 1;
            first = first.or(Some(at));
            last = at + length;
            rest = rest.get(length..).unwrap_or_default();
        } else {
            decoded.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            rest = rest.get(c.len_utf8()..).unwrap_or_default();
        }
    }
    if let Some(start) = first.filter(|_| count >= MIN_ESCAPES) {
        // The text around the escapes is judged with them, so it must not be what makes them suspicious.
        let plain_score = weigh::heaviest(&plain(text, false));
        let decoded = String::from_utf8_lossy(&decoded);
        if weigh::heaviest(&plain(&decoded, false)) > plain_score.max(MIN_SCORE) {
            let (weight, source) = (PAYLOAD_WEIGHT, source::DECODED);
            findings.push(Finding { start, end: last, sign: Sign::EncodedPayload, weight, source });
        }
    }
}

enum Unescaped {
    Byte(u8),
    Char(char),
}

/// The escape a text starts with, and its length.
fn escape(text: &str) -> Option<(Unescaped, usize)> {
    if let Some(rest) = text.strip_prefix('%') {
        return Some((Unescaped::Byte(u8::from_str_radix(hex(rest, 2)?, 16).ok()?), 3));
    }
    if let Some(rest) = text.strip_prefix("\\u") {
        return Some((Unescaped::Char(char::from_u32(u32::from_str_radix(hex(rest, 4)?, 16).ok()?)?), 6));
    }
    if let Some(rest) = text.strip_prefix("\\x") {
        return Some((Unescaped::Byte(u8::from_str_radix(hex(rest, 2)?, 16).ok()?), 4));
    }
    let rest = text.strip_prefix("&#")?;
    let (radix, digits) = rest.strip_prefix(['x', 'X']).map_or((10, rest), |digits| (16, digits));
    let length = digits.bytes().take(8).position(|byte| byte == b';')?;
    let code = u32::from_str_radix(digits.get(..length)?, radix).ok()?;
    Some((Unescaped::Char(char::from_u32(code)?), text.len() - digits.len() + length + 1))
}

fn hex(text: &str, length: usize) -> Option<&str> {
    text.get(..length).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// Letters as eight bits each.
fn bits(text: &str, findings: &mut Vec<Finding>) {
    for (start, run) in runs(text, |byte| matches!(byte, b'0' | b'1' | b' ')) {
        let bits: Vec<u8> = run.bytes().filter(|byte| *byte != b' ').map(|byte| byte - b'0').collect();
        if bits.len() >= MIN_BITS && bits.len().is_multiple_of(8) {
            let bytes = bits
                .chunks_exact(8)
                .map(|bits| bits.iter().fold(0_u8, |byte, bit| byte << 1 | bit))
                .collect();
            judge_bytes(bytes, (start, start + run.len()), findings);
        }
    }
}

fn rot13(c: char) -> char {
    match c {
        'a'..='m' | 'A'..='M' => char::from_u32(u32::from(c) + 13).unwrap_or(c),
        'n'..='z' | 'N'..='Z' => char::from_u32(u32::from(c) - 13).unwrap_or(c),
        // Other scripts have no letters to turn.
        c if c.is_alphabetic() => ' ',
        c => c,
    }
}
