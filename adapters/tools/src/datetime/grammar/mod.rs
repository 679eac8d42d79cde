//! The grammar: which phrases there are. It knows no day and no zone.
//!
//! A rule takes a place in the phrase and gives every way in which it can be read from there, with where each one ends.
//! Of all readings of the whole phrase the first one counts, so rules are in order of preference.

mod calendar;
mod clock;
mod dates;
mod numbers;
mod range;

use std::cell::Cell;

use super::phrase::{Calendar, Period, Phrase, Span, Unit, Way, When};
use super::tokens::{Piece, Token};
use super::words;

/// Readings with where they end.
pub(super) type Readings<T> = Vec<(T, usize)>;

/// The longest phrase that is read, in pieces.
const MOST_PIECES: usize = 40;
/// How deeply phrases may stand in phrases: `the day 3 days after the last day of march`.
const MOST_NESTING: usize = 4;

/// A phrase that is being read.
pub(super) struct Grammar<'a> {
    pieces: &'a [Piece],
    /// How far any rule got: what comes after was not understood.
    furthest: Cell<usize>,
    nesting: Cell<usize>,
}

/// The phrase, or how many of its pieces were understood.
pub(super) fn read(pieces: &[Piece]) -> Result<Phrase, usize> {
    if pieces.len() > MOST_PIECES {
        return Err(0);
    }
    let grammar = Grammar { pieces, furthest: Cell::new(0), nesting: Cell::new(0) };
    let whole = grammar.phrase(0).into_iter().find(|(_, end)| *end == pieces.len());
    whole.map(|(phrase, _)| phrase).ok_or_else(|| grammar.furthest.get())
}

impl<'a> Grammar<'a> {
    fn phrase(&self, at: usize) -> Readings<Phrase> {
        let mut readings = self.windows(at);
        // A date before a range: `2026/11/20` has signs that also stand between two ends.
        readings.extend(self.when(at).into_iter().map(|(when, end)| (Phrase::At(when), end)));
        readings.extend(self.ranges(at));
        readings
    }

    /// `last 7 days`, `since monday`, `until friday`, `for 3 days`, `rest of the week`, `year to date`.
    fn windows(&self, at: usize) -> Readings<Phrase> {
        let mut readings = Vec::new();
        let begin = self.maybe(at, &["in", "within", "over", "during", "for"]);
        let begin = self.maybe(begin, &["the"]);
        for (words, way) in [
            (&["last", "past", "previous"][..], Way::Past),
            (&["next", "coming", "following"][..], Way::Coming),
        ] {
            let Some(next) = self.any(begin, words) else { continue };
            let spans = self.span(next).into_iter().filter(|(_, end)| self.is_counted(next, *end));
            readings.extend(spans.map(|(span, end)| (Phrase::Window(way, span), end)));
            readings.extend(self.one_unit(begin, next).map(|(span, end)| (Phrase::Window(way, span), end)));
        }
        let spans = self.any(at, &["within"]).map(|next| self.span(next)).unwrap_or_default();
        readings.extend(spans.into_iter().map(|(span, end)| (Phrase::Window(Way::Coming, span), end)));
        if let Some(next) = self.any(at, &["since"]) {
            readings.extend(self.when(next).into_iter().map(|(when, end)| (Phrase::Since(when), end)));
        }
        if let Some(next) = self.any(at, &["until", "till", "by"]) {
            readings.extend(self.when(next).into_iter().map(|(when, end)| (Phrase::Until(when), end)));
        }
        readings.extend(self.durations(at));
        let rest = self
            .any(self.maybe(at, &["the"]), &["rest", "remainder"])
            .and_then(|next| self.any(next, &["of"]));
        if let Some(next) = rest {
            let next = self.maybe(next, &["the", "this"]);
            readings.extend(self.period(next).map(|(period, end)| (Phrase::RestOf(period), end)));
            let today = When::on(Calendar::DaysAway(0));
            readings.extend(self.any(next, &["today", "day"]).map(|end| (Phrase::Until(today), end)));
        }
        if let Some((period, next)) = self.period(at) {
            readings.extend(self.words(next, &["to", "date"]).map(|end| (Phrase::ToDate(period), end)));
        }
        readings
    }

    /// `next hour`, `last fortnight`, and `past week`, which unlike `last week` ends today.
    fn one_unit(&self, begin: usize, at: usize) -> Option<(Span, usize)> {
        let unit = words::unit(self.word(at)?)?;
        let is_window = match unit {
            Unit::Minute | Unit::Hour | Unit::Fortnight => true,
            Unit::Week | Unit::Month | Unit::Quarter | Unit::Year => self.word(begin) == Some("past"),
            Unit::Second | Unit::Day => false,
        };
        is_window.then(|| (vec![(1, unit)], self.past(at)))
    }

    /// `for 3 days`, `for two hours from 3pm`.
    fn durations(&self, at: usize) -> Readings<Phrase> {
        let mut readings = Vec::new();
        let spans = self.any(at, &["for"]).map(|next| self.span(next)).unwrap_or_default();
        for (span, end) in spans {
            if let Some(next) = self.any(end, &["from", "starting", "beginning", "after"]) {
                let whens = self.when(next).into_iter();
                readings.extend(whens.map(|(when, end)| (Phrase::For(span.clone(), Some(when)), end)));
            }
            readings.push((Phrase::For(span, None), end));
        }
        readings
    }

    /// Whether a span starts with a number: `last 3 months` is a window, `last month` is not.
    fn is_counted(&self, at: usize, end: usize) -> bool {
        self.count(at).is_some_and(|(_, next)| next < end) && self.any(at, &["a", "an"]).is_none()
    }

    /// A day or period, a part of the day and a time, in any order.
    fn when(&self, at: usize) -> Readings<When> {
        self.nested(|| self.rest_of_when(at, &When::default())).unwrap_or_default()
    }

    /// What may still be said after what was: longer readings come first.
    fn rest_of_when(&self, at: usize, said: &When) -> Readings<When> {
        let mut readings = Vec::new();
        let is_first = *said == When::default();
        let comma = if is_first { at } else { self.sign(at, ',').unwrap_or(at) };
        if said.day.is_none() {
            let begin = self.maybe(comma, &["on", "in", "during", "of"]);
            let mut days = self.calendar(begin);
            if begin != comma {
                days.extend(self.calendar(comma));
            }
            for (day, end) in days {
                let next = When { day: Some(day), ..said.clone() };
                readings.extend(self.rest_of_when(end, &next));
                readings.push((next, end));
            }
        }
        if said.part.is_none() {
            for (next, end) in self.part(comma, said) {
                readings.extend(self.rest_of_when(end, &next));
                readings.push((next, end));
            }
        }
        if said.clock.is_none() {
            for (clock, end) in self.clock(comma) {
                let next = When { clock: Some(clock), ..said.clone() };
                readings.extend(self.rest_of_when(end, &next));
                readings.push((next, end));
            }
        }
        readings
    }

    /// Reads something that stands within something else, unless it goes too deep.
    fn nested<T>(&self, read: impl FnOnce() -> T) -> Option<T> {
        let depth = self.nesting.get();
        if depth >= MOST_NESTING {
            return None;
        }
        self.nesting.set(depth + 1);
        let read = read();
        self.nesting.set(depth);
        Some(read)
    }

    fn token(&self, at: usize) -> Option<&'a Token> {
        self.pieces.get(at).map(|piece| &piece.token)
    }

    /// The piece was understood: goes behind it.
    fn past(&self, at: usize) -> usize {
        self.furthest.set(self.furthest.get().max(at + 1));
        at + 1
    }

    fn word(&self, at: usize) -> Option<&'a str> {
        match self.token(at)? {
            Token::Word(word) => Some(word),
            Token::Number { .. } | Token::Sign(_) => None,
        }
    }

    /// Behind one of these words.
    fn any(&self, at: usize, words: &[&str]) -> Option<usize> {
        words.contains(&self.word(at)?).then(|| self.past(at))
    }

    /// Behind all of these words.
    fn words(&self, at: usize, words: &[&str]) -> Option<usize> {
        words.iter().try_fold(at, |at, word| self.any(at, &[word]))
    }

    /// Behind one of these words, or where it was.
    fn maybe(&self, at: usize, words: &[&str]) -> usize {
        self.any(at, words).unwrap_or(at)
    }

    fn sign(&self, at: usize, wanted: char) -> Option<usize> {
        (self.token(at)? == &Token::Sign(wanted)).then(|| self.past(at))
    }

    /// The sign, with no space before it.
    fn glued_sign(&self, at: usize, wanted: char) -> Option<usize> {
        if self.is_glued(at) { self.sign(at, wanted) } else { None }
    }

    fn is_glued(&self, at: usize) -> bool {
        self.pieces.get(at).is_some_and(|piece| piece.glued)
    }

    /// A period by its name.
    fn period(&self, at: usize) -> Option<(Period, usize)> {
        let period = match self.word(at)? {
            "week" => Period::Week,
            "weekend" => Period::Weekend,
            "month" => Period::Month,
            "quarter" => Period::Quarter,
            "year" => Period::Year,
            _ => return None,
        };
        Some((period, self.past(at)))
    }

    fn month_name(&self, at: usize) -> Option<(i8, usize)> {
        let month = words::month(self.word(at)?)?;
        let end = self.past(at);
        // `Nov.` is written, too.
        Some((month, self.glued_sign(end, '.').unwrap_or(end)))
    }
}
