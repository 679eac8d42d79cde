//! Dates in numbers, and with the names of months.

use super::super::phrase::{Calendar, Which, Year};
use super::{Grammar, Readings};

/// Years that a number alone may mean.
const YEARS: std::ops::RangeInclusive<i64> = 1900..=2199;

impl Grammar<'_> {
    /// Dates that are written in numbers.
    pub(super) fn numeric(&self, at: usize) -> Readings<Calendar> {
        let Some((first, digits, next)) = self.digits(at) else { return Vec::new() };
        let mut readings = Vec::new();
        if digits == 4 {
            readings.extend(self.year_first(first, next));
            if YEARS.contains(&first) {
                readings.push((Calendar::Year(first), next));
            }
        } else if digits <= 2 {
            readings.extend(self.year_last(first, next));
        }
        readings
    }

    /// `2026-11-20`, `2026/11/20`, `2026-11`, `2026-Q2`, `2026-W12-3`.
    fn year_first(&self, year: i64, at: usize) -> Readings<Calendar> {
        let mut readings = Vec::new();
        for sign in ['-', '/'] {
            let Some(next) = self.glued_sign(at, sign) else { continue };
            if let Some((month, _, next)) = self.glued_digits(next).filter(|(_, digits, _)| *digits <= 2) {
                let day = self.glued_sign(next, sign).and_then(|next| self.glued_digits(next));
                if let Some((day, _, end)) = day {
                    readings.push((Calendar::Date { year: Some(year), month, day }, end));
                } else if sign == '-' {
                    let (which, year) = (Which::Bare, Year::Of(year));
                    let month = i8::try_from(month).unwrap_or(i8::MAX);
                    readings.push((Calendar::Month { which, month, year }, next));
                }
            }
            readings.extend(self.quarter_or_week(year, next));
        }
        // `2026W12` is written, too.
        readings.extend(self.quarter_or_week(year, at));
        readings
    }

    fn quarter_or_week(&self, year: i64, at: usize) -> Readings<Calendar> {
        if !self.is_glued(at) {
            return Vec::new();
        }
        if let Some((quarter, _, end)) = self.any(at, &["q"]).and_then(|next| self.glued_digits(next)) {
            return vec![(Calendar::Quarter { quarter, year: Year::Of(year) }, end)];
        }
        let Some((week, _, end)) = self.any(at, &["w"]).and_then(|next| self.glued_digits(next)) else {
            return Vec::new();
        };
        let day = self.glued_sign(end, '-').and_then(|next| self.glued_digits(next));
        let with_day =
            day.map(|(day, _, end)| (Calendar::IsoWeek { year: Some(year), week, day: Some(day) }, end));
        with_day.into_iter().chain([(Calendar::IsoWeek { year: Some(year), week, day: None }, end)]).collect()
    }

    /// `3/15/2026`, `15-3-2026`, `3/15`, `15.3.2026`.
    fn year_last(&self, left: i64, at: usize) -> Readings<Calendar> {
        let mut readings = Vec::new();
        for sign in ['/', '-', '.'] {
            let second = self.glued_sign(at, sign).and_then(|next| self.glued_digits(next));
            let Some((right, _, next)) = second.filter(|(_, digits, _)| *digits <= 2) else { continue };
            let year = self.glued_sign(next, sign).and_then(|next| self.glued_digits(next));
            match (sign, year) {
                // With points the day stands first, everywhere.
                ('.', Some((year, 4, end))) => {
                    readings.push((Calendar::Date { year: Some(year), month: right, day: left }, end));
                }
                ('/' | '-', Some((year, digits @ (2 | 4), end))) => {
                    readings.push((Calendar::TwoNumbers { left, right, year: Some((year, digits)) }, end));
                }
                ('/', None) => readings.push((Calendar::TwoNumbers { left, right, year: None }, next)),
                _ => {}
            }
        }
        readings
    }

    /// `march 15`, `15 march 2027`, `the 15th of march`, `the 15th`, `the 5th of next month`.
    pub(super) fn with_month(&self, at: usize) -> Readings<Calendar> {
        let mut readings = Vec::new();
        if let Some((month, next)) = self.month_name(at) {
            for (day, end) in self.day_numbers(self.maybe(next, &["the"])) {
                readings.extend(self.with_year(i64::from(month), day, end));
            }
        }
        let begin = self.maybe(at, &["the"]);
        for (day, end) in self.day_numbers(begin) {
            let next = self.maybe(end, &["of"]);
            if let Some((month, next)) = self.month_name(next) {
                readings.extend(self.with_year(i64::from(month), day, next));
            }
        }
        if let Some((day, end)) = self.ordinal(begin) {
            readings.extend(self.of_which_month(day, end));
            // `second` alone is more likely something else.
            if begin != at || self.word(begin).is_none() {
                readings.push((Calendar::DayOfMonth { day, of: None }, end));
            }
        }
        readings
    }

    fn of_which_month(&self, day: i64, at: usize) -> Option<(Calendar, usize)> {
        let next = self.any(at, &["of"])?;
        if let Some(end) = self.words(next, &["the", "month"]) {
            return Some((Calendar::DayOfMonth { day, of: Some(Which::This) }, end));
        }
        let (which, next) = self.which(self.maybe(next, &["the"]))?;
        let end = self.any(next, &["month"])?;
        Some((Calendar::DayOfMonth { day, of: Some(which) }, end))
    }

    /// A day of a month: `15`, `15th`, `first`.
    fn day_numbers(&self, at: usize) -> Readings<i64> {
        let plain = self.digits(at).filter(|(_, digits, _)| *digits <= 2).map(|(day, _, end)| (day, end));
        plain.or_else(|| self.ordinal(at)).into_iter().collect()
    }

    /// With its year, if one is said.
    fn with_year(&self, month: i64, day: i64, at: usize) -> Readings<Calendar> {
        let mut readings = Vec::new();
        let next = self.sign(at, ',').unwrap_or(at);
        if let Some((year, end)) = self.year(self.maybe(next, &["of", "in"])) {
            readings.push((Calendar::Date { year: Some(year), month, day }, end));
        }
        readings.push((Calendar::Date { year: None, month, day }, at));
        readings
    }

    /// A year in four digits that are no time: `march 3 2027`.
    pub(super) fn year(&self, at: usize) -> Option<(i64, usize)> {
        self.digits(at).filter(|(_, digits, _)| *digits == 4).map(|(year, _, end)| (year, end))
    }
}
