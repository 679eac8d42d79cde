//! Values that only the words beside them give away: passwords, codes, dates of birth, document numbers.

use super::cue_words::{Cue, WIDE_CUES, cue_of, names_another_code, qualifies_code};
use super::text::{Findings, TextKind};
use super::text_random::{decoded, is_placeholder};
use super::text_values::{
    Side, dated, digit_code, ends_sentence, first_token, has_digit_and_letter, has_symbol, is_remark,
    postcode,
};

/// How far from its cue a value may stand.
const REACH: usize = 48;

pub(super) fn scan(text: &str, findings: &mut Findings) {
    let mut before = [Word::default(), Word::default()];
    let mut at = 0;
    while let Some(word) = Word::next(text, at).filter(|_| !findings.is_settled()) {
        at = word.end;
        let [last, last_but_one] = &before;
        let near = if word.start <= last.end + 2 { last.lower() } else { "" };
        if let Some(cue) = cue_of(word.lower(), near, last_but_one.lower()) {
            Place { text, start: word.start, end: word.end }.value_of(cue, findings);
        }
        before = [word, *last];
    }
    if !text.is_ascii() {
        for (pattern, cue) in WIDE_CUES {
            for (start, found) in text.match_indices(pattern) {
                Place { text, start, end: start + found.len() }.value_of(*cue, findings);
            }
        }
    }
}

/// A run of ASCII letters of one case pattern, in lower case; too long ones are no cue.
#[derive(Clone, Copy, Default)]
struct Word {
    start: usize,
    end: usize,
    lower: [u8; 32],
}

impl Word {
    fn next(text: &str, from: usize) -> Option<Self> {
        let rest = text.as_bytes().get(from..)?;
        let start = from + rest.iter().position(u8::is_ascii_alphabetic)?;
        let mut word = Self { start, end: start, lower: [0; 32] };
        let mut was_lower = false;
        for byte in text.as_bytes().get(start..)? {
            if !byte.is_ascii_alphabetic() || (was_lower && byte.is_ascii_uppercase()) {
                break;
            }
            was_lower = byte.is_ascii_lowercase();
            if let Some(slot) = word.lower.get_mut(word.end - start) {
                *slot = byte.to_ascii_lowercase();
            }
            word.end += 1;
        }
        Some(word)
    }

    fn lower(&self) -> &str {
        let letters = self.lower.get(..self.end - self.start).unwrap_or_default();
        core::str::from_utf8(letters).unwrap_or_default()
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
