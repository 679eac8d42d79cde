//! Values that only the words beside them give away: passwords, codes, dates of birth, document numbers.

use super::cue_words::{
    Cue, WIDE_CUES, WIDE_LEAD, cue_of, may_be_cue, may_be_in_wide_cue, names_another_code, qualifies_code,
};
use super::text::{Findings, TextKind, find_byte};
use super::text_random::{decoded, is_placeholder};
use super::text_values::{
    Side, dated, digit_code, ends_sentence, first_token, has_digit_and_letter, has_symbol, is_remark,
    postcode,
};

/// How far from its cue a value may stand.
const REACH: usize = 48;

pub(super) fn scan(text: &str, findings: &mut Findings) {
    let bytes = text.as_bytes();
    let (blocks, rest) = bytes.as_chunks::<64>();
    let mut padded = [b' '; 64];
    padded.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
    let (mut start, mut last) = (0, LetterMasks::default());
    for (block, from) in blocks.iter().chain([&padded]).zip((0..).step_by(64)) {
        let letters = LetterMasks::of(block);
        let before = (letters.any << 1) | (last.any >> 63);
        let lower_before = (letters.lower << 1) | (last.lower >> 63);
        let upper = letters.any & !letters.lower;
        // `apiKey` is two words.
        let starts = letters.any & (!before | (upper & lower_before));
        let mut ends = before & (!letters.any | starts);
        last = letters;
        while ends != 0 {
            let end = ends.trailing_zeros();
            ends &= ends - 1;
            let earlier = starts & ((1 << end) - 1);
            start = highest(earlier).map_or(start, |place| from + place);
            let end = from + end as usize;
            if may_be_cue(eight_before(bytes, end), end - start) {
                cue_before(text, end, findings);
            }
        }
        start = highest(starts).map_or(start, |place| from + place);
    }
    if find_byte(bytes, 0, |byte| byte >= WIDE_LEAD).is_some() {
        wide_cues(text, findings);
    }
}

fn highest(mask: u64) -> Option<usize> {
    mask.checked_ilog2().map(|bit| bit as usize)
}

fn eight_before(bytes: &[u8], end: usize) -> [u8; 8] {
    let before = bytes.get(..end).unwrap_or_default();
    before.last_chunk().copied().unwrap_or_else(|| {
        let mut padded = [b' '; 8];
        padded.iter_mut().rev().zip(before.iter().rev()).for_each(|(to, from)| *to = *from);
        padded
    })
}

/// Which of 64 bytes are letters, one bit for each.
#[derive(Clone, Copy, Default)]
struct LetterMasks {
    any: u64,
    lower: u64,
}

impl LetterMasks {
    /// Eight bytes at a time: the highest bit of each says what it is.
    fn of(block: &[u8; 64]) -> Self {
        const EACH: u64 = 0x0101_0101_0101_0101;
        const HIGH: u64 = 0x80 * EACH;
        let mut masks = Self::default();
        for (eight, shift) in block.as_chunks::<8>().0.iter().zip((0..).step_by(8)) {
            let bytes = u64::from_le_bytes(*eight);
            let folded = (bytes | (0x20 * EACH)) & !HIGH;
            let from_a = folded + (0x80 - b'a' as u64) * EACH;
            let past_z = folded + (0x7f - b'z' as u64) * EACH;
            let any = from_a & !past_z & !bytes & HIGH;
            // Gathers the eight bits into the highest byte.
            let gathered = |bits: u64| (bits >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
            masks.any |= gathered(any) << shift;
            masks.lower |= gathered(any & (bytes << 2)) << shift;
        }
        masks
    }
}

/// Looks for the value of the cue that ends at a place, if one does.
fn cue_before(text: &str, end: usize, findings: &mut Findings) {
    if findings.is_settled() {
        return;
    }
    let word = Word::before(text, end);
    let last = Word::before(text, word.start);
    let last_but_one = Word::before(text, last.start);
    let near = if word.start <= last.end + 2 { last.short(text) } else { "" };
    if word.end == end
        && let Some(cue) = cue_of(word.short(text), near, last_but_one.short(text))
    {
        Place { text, start: word.start, end }.value_of(cue, findings);
    }
}

fn wide_cues(text: &str, findings: &mut Findings) {
    let mut present = [false; WIDE_CUES.len()];
    let (bytes, mut at) = (text.as_bytes(), 0);
    while let Some(&[lead, a, b, c, d, e]) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
        if lead < WIDE_LEAD {
            at += 1;
            continue;
        }
        if may_be_in_wide_cue([a, b, c, d, e]) {
            let rest = text.get(at..).unwrap_or_default();
            for ((pattern, _), present) in WIDE_CUES.iter().zip(&mut present) {
                *present |= rest.starts_with(pattern);
            }
        }
        at += 3;
    }
    for ((pattern, cue), _) in WIDE_CUES.iter().zip(present).filter(|(_, present)| *present) {
        for (start, found) in text.match_indices(pattern) {
            Place { text, start, end: start + found.len() }.value_of(*cue, findings);
        }
    }
}

/// A run of ASCII letters of one case pattern; too long ones are no cue.
#[derive(Clone, Copy)]
struct Word {
    start: usize,
    end: usize,
}

/// Whether two bytes are letters of one word: `apiKey` is two.
const fn continues_word(last: u8, byte: u8) -> bool {
    last.is_ascii_alphabetic()
        & byte.is_ascii_alphabetic()
        & !(last.is_ascii_lowercase() & byte.is_ascii_uppercase())
}

impl Word {
    const MOST_LEN: usize = 32;

    /// The last word that ends at a place or before it, or an empty one at the start of the text.
    fn before(text: &str, at: usize) -> Self {
        let before = text.as_bytes().get(..at).unwrap_or_default();
        let end = before.iter().rposition(u8::is_ascii_alphabetic).map_or(0, |last| last + 1);
        let letters = before.get(..end).unwrap_or_default();
        let parts = letters
            .windows(2)
            .rev()
            .take_while(|pair| matches!(pair, [last, byte] if continues_word(*last, *byte)));
        Self { start: end.saturating_sub(parts.count() + 1), end }
    }

    fn short<'a>(&self, text: &'a str) -> &'a str {
        let short = self.end - self.start <= Self::MOST_LEN;
        text.get(self.start..self.end).filter(|_| short).unwrap_or_default()
    }
}

/// The word before a place, past `no.`, `number`, `:` and `#`.
pub(super) fn word_before(text: &str, at: usize) -> Option<&str> {
    let window = window(text, at.saturating_sub(REACH), at);
    let mut words = window.rsplit(|c: char| !c.is_ascii_alphabetic()).filter(|word| !word.is_empty());
    words.find(|word| {
        !["no", "nr", "number", "num", "nummer", "id"].iter().any(|skip| word.eq_ignore_ascii_case(skip))
    })
}

/// The text between two offsets, made smaller where they would split a character.
fn window(text: &str, mut start: usize, mut end: usize) -> &str {
    end = end.min(text.len());
    while !text.is_char_boundary(start) {
        start += 1;
    }
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(start..end).unwrap_or_default()
}

const fn is_capital_or_digit(byte: u8) -> bool {
    byte.is_ascii_uppercase() || byte.is_ascii_digit()
}

/// What joins a cue to its value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Link {
    /// `:` or `=`.
    Sign,
    /// `is` and its like.
    Verb,
    None,
}

/// A cue in the text.
struct Place<'a> {
    text: &'a str,
    start: usize,
    end: usize,
}

impl<'a> Place<'a> {
    fn value_of(&self, cue: Cue, findings: &mut Findings) {
        let found = match cue {
            Cue::Password => self.password().map(|at| (TextKind::Password, at)),
            Cue::Token => self.token(8).map(|at| (TextKind::ApiKey, at)),
            Cue::Session => self.token(20).map(|at| (TextKind::ApiKey, at)),
            Cue::Bearer => self.bearer().map(|at| (TextKind::ApiKey, at)),
            Cue::Basic => self.basic().map(|at| (TextKind::Password, at)),
            Cue::Code => self.code().map(|at| (TextKind::OneTimeCode, at)),
            Cue::BareCode => self.bare_code().map(|at| (TextKind::OneTimeCode, at)),
            Cue::Pin => self.pin().map(|at| (TextKind::OneTimeCode, at)),
            Cue::Seed => self.seed_words().map(|at| (TextKind::PrivateKey, at)),
            Cue::Birth => self.birth_date().map(|at| (TextKind::BirthDate, at)),
            Cue::IdNumber => self.number(5, 20).map(|at| (TextKind::IdNumber, at)),
            Cue::Phone => self.number(7, 15).map(|at| (TextKind::Phone, at)),
            Cue::Street => self.postal_address().map(|at| (TextKind::PostalAddress, at)),
        };
        if let Some((kind, (start, end))) = found {
            findings.add(kind, start, end);
        }
    }

    /// The sentence after the cue, or before it.
    fn after(&self, reach: usize) -> &'a str {
        let window = window(self.text, self.end, self.end + reach);
        let line = window.split('\n').next().unwrap_or_default();
        let end = line.match_indices(". ").map(|(at, _)| at).find(|at| ends_sentence(line, *at));
        line.get(..end.unwrap_or(line.len())).unwrap_or_default()
    }

    fn before(&self, reach: usize) -> &'a str {
        let window = window(self.text, self.start.saturating_sub(reach), self.start);
        window.rsplit('\n').next().and_then(|line| line.rsplit(". ").next()).unwrap_or_default()
    }

    /// What follows the cue, and how it is joined: the rest starts at the value.
    fn linked(&self) -> (Link, &'a str) {
        const SPACE: [char; 8] = [' ', '\t', '"', '\'', ']', ')', '*', '`'];
        let rest = window(self.text, self.end, self.end + 200);
        let rest = rest.split(['\n', '\r']).next().unwrap_or_default().trim_start_matches(SPACE);
        let verbs = [
            "is",
            "ist",
            "lautet",
            "est",
            "es",
            "sera",
            "e",
            "was",
            "war",
            "はこちら",
            "は",
            "是",
            "为",
            "為",
        ];
        let (link, value) = if let Some(value) = rest.strip_prefix([':', '=']) {
            (Link::Sign, value.trim_start_matches(['=', '>', ':']))
        } else {
            let joined = |verb: &str| {
                let value = rest.strip_prefix(verb)?;
                (!verb.is_ascii() || value.starts_with([' ', ':'])).then_some(value)
            };
            match verbs.iter().find_map(|verb| joined(verb)) {
                Some(value) => (Link::Verb, value),
                None => (Link::None, rest),
            }
        };
        (link, value.trim_start_matches([' ', '\t', '"', '\'', '`', ':']))
    }

    /// The offsets of a part of the text.
    fn at(&self, part: &str) -> (usize, usize) {
        let start = part.as_ptr().addr().saturating_sub(self.text.as_ptr().addr());
        (start, start + part.len())
    }

    fn password(&self) -> Option<(usize, usize)> {
        let (link, rest) = self.linked();
        let value = first_token(rest);
        let alone = rest.trim_end_matches(['"', '\'', ';', ',', '`']).len() == value.len();
        let telling = has_digit_and_letter(value) || has_symbol(value);
        let stated = match link {
            Link::Sign => telling || (value.len() >= 4 && alone && !is_remark(value)),
            Link::Verb => telling && value.len() >= 5,
            Link::None => false,
        };
        (stated && value.len() >= 4 && !is_placeholder(value)).then(|| self.at(value))
    }

    fn token(&self, fewest: usize) -> Option<(usize, usize)> {
        let (link, rest) = self.linked();
        let value = first_token(rest);
        let stated = link != Link::None && value.len() >= fewest && has_digit_and_letter(value);
        (stated && !is_placeholder(value) && !is_remark(value)).then(|| self.at(value))
    }

    fn bearer(&self) -> Option<(usize, usize)> {
        let value = first_token(self.linked().1);
        (value.len() >= 16 && has_digit_and_letter(value) && !is_placeholder(value)).then(|| self.at(value))
    }

    /// Base64 of `user:password`.
    fn basic(&self) -> Option<(usize, usize)> {
        let value = first_token(self.linked().1);
        (value.len() >= 6 && decoded(value).any(|byte| byte == b':')).then(|| self.at(value))
    }

    fn code(&self) -> Option<(usize, usize)> {
        if let Some(code) = digit_code(self.after(REACH), Side::After)
            .or_else(|| digit_code(self.before(REACH), Side::Before))
        {
            return Some(self.at(code));
        }
        let capitals =
            |value: &str| value.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'-');
        let value = first_token(self.linked().1);
        ((6..=24).contains(&value.len()) && (capitals(value) || value.contains('-')))
            .then(|| self.token(6))
            .flatten()
    }

    /// `code` alone may be any code: it must be the reader's, or the value must be joined to it.
    fn bare_code(&self) -> Option<(usize, usize)> {
        let following = self.after(24);
        if names_another_code(following) {
            return None;
        }
        if qualifies_code(following) {
            return self.code();
        }
        if let Some(code) = self.code_of_yours() {
            return Some(self.at(code));
        }
        let (link, rest) = self.linked();
        let joined = link != Link::None && rest.starts_with(|c: char| c.is_ascii_digit());
        let code = digit_code(window(rest, 0, 10), Side::After).filter(|_| joined)?;
        Some(self.at(code))
    }

    /// `482913 is your code`.
    fn code_of_yours(&self) -> Option<&'a str> {
        let rest = self.before(REACH).trim_end();
        let strip = |text: &'a str, words: &[&str]| {
            let (before, last) = text.rsplit_once(' ')?;
            words.iter().any(|word| last.eq_ignore_ascii_case(word)).then(|| before.trim_end())
        };
        let rest = strip(rest, &["your", "ihr", "dein", "votre", "ton", "tu", "su", "seu", "tuo"])?;
        let rest = strip(rest, &["is", "ist", "est", "es", "e", "as"])?;
        let code = digit_code(rest, Side::Before)?;
        rest.ends_with(code).then_some(code)
    }

    fn pin(&self) -> Option<(usize, usize)> {
        let rest = self.linked().1;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let ends = !rest.as_bytes().get(digits).is_some_and(|b| b.is_ascii_alphanumeric());
        ((4..=8).contains(&digits) && ends).then(|| self.at(window(rest, 0, digits)))
    }

    /// Twelve or more short words in a row.
    fn seed_words(&self) -> Option<(usize, usize)> {
        let rest = window(self.text, self.end, self.end + 400)
            .trim_start_matches([':', ' ', '=', '"', '\n', '：', '是', 'は']);
        let words = rest.split([' ', ',', '\n']).filter(|word| !word.is_empty());
        let is_seed =
            |word: &&str| (3..=8).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_lowercase());
        let count = words.clone().take_while(is_seed).count();
        let last = words.take(count).last()?;
        let start = self.at(rest).0;
        (count >= 11).then(|| (start, self.at(last).1))
    }

    fn birth_date(&self) -> Option<(usize, usize)> {
        dated(self.after(REACH)).or_else(|| dated(self.before(24))).map(|part| self.at(part))
    }

    /// A number with so many digits, in one piece or in groups, close behind the cue.
    fn number(&self, fewest: usize, most: usize) -> Option<(usize, usize)> {
        let rest = self.after(REACH + 16);
        let from = rest.find(|c: char| c.is_ascii_digit())?;
        // The first group may begin with letters: `C01X00T47`.
        let start = rest.get(..from)?.rfind(|c: char| !c.is_ascii_alphabetic()).map_or(0, |at| at + 1);
        let start = (start..=from).find(|at| rest.is_char_boundary(*at))?;
        let value = rest.get(start..)?;
        let end = value
            .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, ' ' | '-' | '.' | '/' | '(' | ')')))
            .unwrap_or(value.len());
        let groups = value
            .get(..end)?
            .split_inclusive([' ', '-', '.', '/', '(', ')'])
            .take_while(|group| group.trim_end().bytes().any(|b| b.is_ascii_digit()) || group.len() == 1);
        let len: usize = groups.map(str::len).sum();
        let value = value.get(..len)?.trim_end_matches([' ', '-', '.', '/', '(', ')']);
        let digits = value.bytes().filter(u8::is_ascii_digit).count();
        let is_serial =
            (8..=12).contains(&value.len()) && digits >= 2 && value.bytes().all(is_capital_or_digit);
        (start <= 28 && digits <= most && (digits >= fewest || is_serial)).then(|| self.at(value))
    }

    /// A house number and a postal code around the name of a street.
    fn postal_address(&self) -> Option<(usize, usize)> {
        let around = window(self.text, self.start.saturating_sub(32), self.end + 72);
        let mut groups = around
            .split(|c: char| !c.is_ascii_alphanumeric())
            .filter(|group| group.starts_with(|c: char| c.is_ascii_digit()));
        let house = groups.clone().find(|group| group.len() <= 4)?;
        let code = groups.rfind(|group| group.len() == 5 && group.bytes().all(|b| b.is_ascii_digit()));
        let end = code.or_else(|| postcode(around))?;
        let (start, end) = (self.at(house).0.min(self.start), self.at(end).1);
        (end > self.end).then_some((start, end))
    }
}
