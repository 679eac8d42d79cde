//! From one day or time to another.

use super::super::phrase::{Calendar, Clock, Phrase, When};
use super::{Grammar, Readings};

impl Grammar<'_> {
    /// `from monday to friday`, `between 2pm and 4pm tomorrow`, `march 3-5`.
    pub(super) fn ranges(&self, at: usize) -> Readings<Phrase> {
        let mut readings = Vec::new();
        let (begin, is_between) = match self.any(at, &["between"]) {
            Some(next) => (next, true),
            None => (self.maybe(at, &["from"]), false),
        };
        readings.extend(self.days_of_one_month(begin, is_between));
        readings.extend(self.hours(begin, is_between));
        for (first, next) in self.when(begin) {
            if let Some(next) = self.link(next, is_between) {
                let lasts = self.when(next).into_iter();
                readings.extend(lasts.map(|(last, end)| (Phrase::Range(first.clone(), last), end)));
            }
        }
        readings.extend(self.hours_of_a_day(at));
        readings
    }

    /// What stands between the two ends.
    fn link(&self, at: usize, is_between: bool) -> Option<usize> {
        if is_between {
            return self.any(at, &["and"]);
        }
        let word = self.any(at, &["to", "until", "till", "through", "thru"]);
        word.or_else(|| self.sign(at, '-')).or_else(|| self.sign(at, '/'))
    }

    /// `march 3-5`, `3 to 5 march 2027`.
    fn days_of_one_month(&self, at: usize, is_between: bool) -> Readings<Phrase> {
        let mut readings = Vec::new();
        let range = |month: i8, first: i64, last: i64, year: Option<i64>| {
            let date = |day| When::on(Calendar::Date { year, month: i64::from(month), day });
            Phrase::Range(date(first), date(last))
        };
        let named_first = || {
            let (month, next) = self.month_name(at)?;
            let (first, next) = self.day(next)?;
            let (last, end) = self.day(self.link(next, is_between)?)?;
            Some((month, first, last, end))
        };
        let named_last = || {
            let (first, next) = self.day(at)?;
            let (last, next) = self.day(self.link(next, is_between)?)?;
            let (month, end) = self.month_name(self.maybe(next, &["of"]))?;
            Some((month, first, last, end))
        };
        for (month, first, last, end) in [named_first(), named_last()].into_iter().flatten() {
            if let Some((year, end)) = self.year(self.sign(end, ',').unwrap_or(end)) {
                readings.push((range(month, first, last, Some(year)), end));
            }
            readings.push((range(month, first, last, None), end));
        }
        readings
    }

    fn day(&self, at: usize) -> Option<(i64, usize)> {
        let at = self.maybe(at, &["the"]);
        let plain = self.digits(at).filter(|(_, digits, _)| *digits <= 2).map(|(day, _, end)| (day, end));
        plain.or_else(|| self.ordinal(at))
    }

    /// `3-5pm tomorrow`, `from 9 to 5`, `between 5 and 7 tomorrow evening`.
    fn hours(&self, at: usize, is_between: bool) -> Readings<Phrase> {
        let mut readings = Vec::new();
        for ((first, last), end) in self.two_clocks(at, is_between) {
            let begin = self.sign(end, ',').unwrap_or(end);
            for (day, end) in self.when(begin).into_iter().filter(|(when, _)| when.clock.is_none()) {
                let on = |when: &When| When { clock: when.clock, ..day.clone() };
                readings.push((Phrase::Range(on(&first), on(&last)), end));
            }
            readings.push((Phrase::Range(first, last), end));
        }
        readings
    }

    /// `friday from 3pm to 5pm`, `tonight between 8 and 10`.
    fn hours_of_a_day(&self, at: usize) -> Readings<Phrase> {
        let mut readings = Vec::new();
        for (day, next) in self.when(at).into_iter().filter(|(when, _)| when.clock.is_none()) {
            let next = self.sign(next, ',').unwrap_or(next);
            let between = self.any(next, &["between"]);
            let begin = between.or_else(|| self.any(next, &["from"])).unwrap_or(next);
            for ((first, last), end) in self.two_clocks(begin, between.is_some()) {
                let on = |when: &When| When { clock: when.clock, ..day.clone() };
                readings.push((Phrase::Range(on(&first), on(&last)), end));
            }
        }
        readings
    }

    /// Two times of day; an hour alone is one here.
    fn two_clocks(&self, at: usize, is_between: bool) -> Readings<(When, When)> {
        let mut readings = Vec::new();
        let when = |clock| When { clock: Some(clock), ..When::default() };
        for ((first, is_first_bare), next) in self.clock_or_hour(at) {
            let Some(next) = self.link(next, is_between) else { continue };
            for ((last, is_last_bare), end) in self.clock_or_hour(next) {
                // Two bare numbers with a sign between them are anything but hours.
                let is_hours = !(is_first_bare && is_last_bare) || self.word(next - 1).is_some();
                readings.extend(is_hours.then(|| ((when(first), when(last)), end)));
            }
        }
        readings
    }

    /// A time of day, and whether it is a number alone.
    fn clock_or_hour(&self, at: usize) -> Readings<(Clock, bool)> {
        let mut readings: Readings<_> =
            self.clock(at).into_iter().map(|(clock, end)| ((clock, false), end)).collect();
        readings.extend(self.bare_hour(at).map(|(clock, end)| ((clock, true), end)));
        readings
    }
}
