//! Numbers and spans of time.

use super::super::phrase::{Span, Unit};
use super::super::tokens::Token;
use super::super::words;
use super::{Grammar, Readings};

impl Grammar<'_> {
    /// Digits, with how many there are; not one of an order.
    pub(super) fn digits(&self, at: usize) -> Option<(i64, usize, usize)> {
        match self.token(at)? {
            Token::Number { value, digits, ordinal: false } => Some((*value, *digits, self.past(at))),
            Token::Number { ordinal: true, .. } | Token::Word(_) | Token::Sign(_) => None,
        }
    }

    /// Digits with no space before them.
    pub(super) fn glued_digits(&self, at: usize) -> Option<(i64, usize, usize)> {
        if self.is_glued(at) { self.digits(at) } else { None }
    }

    /// A number in digits or letters; `a` is one.
    pub(super) fn count(&self, at: usize) -> Option<(i64, usize)> {
        if let Some((value, _, end)) = self.digits(at) {
            return Some((value, end));
        }
        let word = self.word(at)?;
        if matches!(word, "a" | "an") {
            let end = self.past(at);
            let couple = self.any(end, &["couple"]).map(|end| (2, self.maybe(end, &["of"])));
            return Some(couple.unwrap_or((1, end)));
        }
        self.number_word(at)
    }

    /// A number in letters, up to ninety-nine.
    pub(super) fn number_word(&self, at: usize) -> Option<(i64, usize)> {
        let word = self.word(at)?;
        if let Some(value) = words::small_number(word) {
            return Some((value, self.past(at)));
        }
        let tens = words::tens(word)?;
        let end = self.past(at);
        let next = self.glued_sign(end, '-').unwrap_or(end);
        match self.word(next).and_then(words::small_number) {
            Some(ones @ 1..=9) => Some((tens + ones, self.past(next))),
            Some(_) | None => Some((tens, end)),
        }
    }

    /// One of an order: `3rd`, `third`, `twenty-first`.
    pub(super) fn ordinal(&self, at: usize) -> Option<(i64, usize)> {
        match self.token(at)? {
            Token::Number { value, ordinal: true, .. } => Some((*value, self.past(at))),
            Token::Number { ordinal: false, .. } | Token::Sign(_) => None,
            Token::Word(word) => {
                if let Some(value) = words::ordinal(word) {
                    return Some((value, self.past(at)));
                }
                let tens = words::tens(word)?;
                let next = self.past(at);
                let next = self.glued_sign(next, '-').unwrap_or(next);
                let ones = self.word(next).and_then(words::ordinal).filter(|ones| *ones < 10)?;
                Some((tens + ones, self.past(next)))
            }
        }
    }

    /// `3 days`, `2 hours and 15 minutes`, `half an hour`, `an hour and a half`.
    pub(super) fn span(&self, at: usize) -> Readings<Span> {
        if let Some(end) =
            self.words(at, &["half", "an", "hour"]).or_else(|| self.words(at, &["half", "hour"]))
        {
            return vec![(vec![(30, Unit::Minute)], end)];
        }
        let mut readings: Readings<Span> = Vec::new();
        let (mut at, mut span) = (at, Span::new());
        while let Some(((count, unit), end)) = self.amount(at) {
            span.push((count, unit));
            readings.push((span.clone(), end));
            if let (Unit::Hour, Some(end)) = (unit, self.words(end, &["and", "a", "half"])) {
                let mut with_half = span.clone();
                with_half.push((30, Unit::Minute));
                readings.push((with_half, end));
            }
            let next = self.sign(end, ',').unwrap_or(end);
            at = self.maybe(next, &["and"]);
        }
        // The longest first.
        readings.reverse();
        readings
    }

    fn amount(&self, at: usize) -> Option<((i64, Unit), usize)> {
        let (count, next) = self.count(at)?;
        let unit = words::unit(self.word(next)?)?;
        Some(((count, unit), self.past(next)))
    }
}
