//! Days and periods by their names: weekdays, weeks, months, quarters, and what is counted from or within them.

use jiff::civil::Weekday;

use super::super::phrase::{Calendar, Counted, Nth, Period, Unit, Way, When, Which, Year};
use super::super::words;
use super::{Grammar, Readings};

/// Days that have a name and the same date every year.
const FEASTS: &[(&[&str], i64, i64)] = &[
    (&["christmas", "eve"], 12, 24),
    (&["christmas", "day"], 12, 25),
    (&["christmas"], 12, 25),
    (&["new", "years", "eve"], 12, 31),
    (&["new", "years", "day"], 1, 1),
    (&["new", "year"], 1, 1),
    (&["valentines", "day"], 2, 14),
    (&["halloween"], 10, 31),
];

impl Grammar<'_> {
    /// A day or period.
    pub(super) fn calendar(&self, at: usize) -> Readings<Calendar> {
        self.nested(|| {
            let mut readings = self.shifts(at);
            readings.extend(self.counted(at));
            readings.extend(self.edges(at));
            readings.extend(self.weekdays(at));
            readings.extend(self.numeric(at));
            readings.extend(self.with_month(at));
            readings.extend(self.months(at));
            readings.extend(self.quarters_and_weeks(at));
            readings.extend(self.near_today(at));
            readings.extend(self.periods(at));
            readings.extend(self.feasts(at));
            readings
        })
        .unwrap_or_default()
    }

    fn near_today(&self, at: usize) -> Readings<Calendar> {
        let begin = self.maybe(at, &["the"]);
        let days = [
            (self.any(at, &["today"]).or_else(|| self.words(at, &["todays", "date"])), 0),
            (self.any(at, &["tomorrow"]).or_else(|| self.words(at, &["tomorrows", "date"])), 1),
            (self.any(at, &["yesterday"]).or_else(|| self.words(at, &["yesterdays", "date"])), -1),
            (self.words(begin, &["day", "after", "tomorrow"]), 2),
            (self.words(begin, &["day", "before", "yesterday"]), -2),
        ];
        let mut readings: Readings<Calendar> =
            days.into_iter().filter_map(|(end, away)| Some((Calendar::DaysAway(away), end?))).collect();
        readings.extend(self.any(self.maybe(at, &["right"]), &["now"]).map(|end| (Calendar::Now, end)));
        readings
    }

    /// `this`, `next`, `last` and their like.
    pub(super) fn which(&self, at: usize) -> Option<(Which, usize)> {
        let which = match self.word(at)? {
            "this" | "current" => Which::This,
            "next" | "following" => Which::Next,
            "last" | "previous" => Which::Last,
            _ => return None,
        };
        Some((which, self.past(at)))
    }

    fn weekday(&self, at: usize) -> Option<(Weekday, usize)> {
        let weekday = words::weekday(self.word(at)?)?;
        let end = self.past(at);
        Some((weekday, self.glued_sign(end, '.').unwrap_or(end)))
    }

    fn weekdays(&self, at: usize) -> Readings<Calendar> {
        let mut readings = Vec::new();
        let begin = self.maybe(at, &["the"]);
        if let Some((weekday, next)) = self.weekday(begin) {
            let of = self.maybe(self.maybe(next, &["of"]), &["the"]);
            if let Some((which, end)) =
                self.which(of).and_then(|(which, next)| Some((which, self.any(next, &["week"])?)))
            {
                readings.push((Calendar::WeekdayOfWeek(which, weekday), end));
            }
            let date = self.sign(next, ',').unwrap_or(next);
            for (date, end) in self.numeric(date).into_iter().chain(self.with_month(date)) {
                if matches!(
                    date,
                    Calendar::Date { .. } | Calendar::TwoNumbers { .. } | Calendar::DayOfMonth { .. }
                ) {
                    readings.push((Calendar::WeekdayAndDate(weekday, Box::new(date)), end));
                }
            }
            if let Some(end) = self.words(next, &["after", "next"]) {
                readings.push((Calendar::Weekday(Which::AfterNext, weekday), end));
            }
            readings.push((Calendar::Weekday(Which::Bare, weekday), next));
        }
        if let Some((which, next)) = self.which(begin) {
            if let Some((weekday, end)) = self.weekday(next) {
                readings.push((Calendar::Weekday(which, weekday), end));
            }
            let weekday = self
                .any(next, &["week"])
                .map(|next| self.maybe(next, &["on"]))
                .and_then(|next| self.weekday(next));
            readings.extend(weekday.map(|(weekday, end)| (Calendar::WeekdayOfWeek(which, weekday), end)));
        }
        let begin = self.maybe(begin, &["this"]);
        for (word, which) in [("coming", Which::Bare), ("past", Which::Last)] {
            let weekday = self.any(begin, &[word]).and_then(|next| self.weekday(next));
            readings.extend(weekday.map(|(weekday, end)| (Calendar::Weekday(which, weekday), end)));
        }
        readings
    }

    fn periods(&self, at: usize) -> Readings<Calendar> {
        let mut readings = Vec::new();
        let begin = self.maybe(at, &["the"]);
        if let Some((which, next)) = self.which(begin) {
            readings.extend(self.period(next).map(|(period, end)| (Calendar::Period(which, period), end)));
        }
        if let Some((period, end)) = self.any(begin, &["coming"]).and_then(|next| self.period(next)) {
            // A weekend that comes is the one of this week; a week that comes is the next.
            let which = if period == Period::Weekend { Which::This } else { Which::Next };
            readings.push((Calendar::Period(which, period), end));
        }
        if let Some((period, next)) = self.period(begin) {
            readings.extend(
                self.words(next, &["after", "next"])
                    .map(|end| (Calendar::Period(Which::AfterNext, period), end)),
            );
            readings.extend(
                self.words(next, &["before", "last"])
                    .map(|end| (Calendar::Period(Which::BeforeLast, period), end)),
            );
            if let (Period::Week, Some(next)) = (period, self.any(next, &["of"])) {
                let days = self.numeric(next).into_iter().chain(self.with_month(next));
                readings.extend(days.map(|(day, end)| (Calendar::WeekOf(Box::new(day)), end)));
            }
            if period == Period::Weekend {
                readings.push((Calendar::Period(Which::This, period), next));
            }
        }
        readings
    }

    fn months(&self, at: usize) -> Readings<Calendar> {
        let mut readings = Vec::new();
        if let Some((month, next)) = self.month_name(at) {
            let of = self.maybe(self.sign(next, ',').unwrap_or(next), &["of", "in"]);
            for (year, end) in self.year_said(of) {
                readings.push((Calendar::Month { which: Which::Bare, month, year }, end));
            }
            readings.push((Calendar::Month { which: Which::Bare, month, year: Year::Unsaid }, next));
        }
        if let Some((which, next)) = self.which(at) {
            let month = self.month_name(next);
            readings.extend(
                month.map(|(month, end)| (Calendar::Month { which, month, year: Year::Unsaid }, end)),
            );
        }
        readings
    }

    /// A year in digits, or `next year`.
    fn year_said(&self, at: usize) -> Readings<Year> {
        let mut readings: Readings<Year> =
            self.year(at).map(|(year, end)| (Year::Of(year), end)).into_iter().collect();
        if let Some((which, next)) = self.which(at) {
            readings.extend(self.any(next, &["year"]).map(|end| (Year::Which(which), end)));
        }
        readings
    }

    /// `q3 2026`, `the third quarter of 2026`, `week 12 of 2027`.
    fn quarters_and_weeks(&self, at: usize) -> Readings<Calendar> {
        let mut readings = Vec::new();
        let short = self
            .any(at, &["q"])
            .and_then(|next| self.glued_digits(next))
            .map(|(quarter, _, end)| (quarter, end));
        let long = self
            .ordinal(self.maybe(at, &["the"]))
            .and_then(|(quarter, next)| Some((quarter, self.any(next, &["quarter"])?)));
        if let Some((quarter, next)) = short.or(long) {
            let of = self.maybe(self.maybe(next, &["of", "in"]), &["the"]);
            for (year, end) in self.year_said(of) {
                readings.push((Calendar::Quarter { quarter, year }, end));
            }
            readings.push((Calendar::Quarter { quarter, year: Year::Unsaid }, next));
        }
        if let Some((week, _, next)) = self.any(at, &["week"]).and_then(|next| self.digits(next)) {
            let of = self.maybe(self.sign(next, ',').unwrap_or(next), &["of", "in"]);
            readings.extend(
                self.year(of)
                    .map(|(year, end)| (Calendar::IsoWeek { year: Some(year), week, day: None }, end)),
            );
            readings.push((Calendar::IsoWeek { year: None, week, day: None }, next));
        }
        readings
    }

    fn feasts(&self, at: usize) -> Readings<Calendar> {
        let mut readings = Vec::new();
        for (name, month, day) in FEASTS {
            let Some(end) = self.words(at, name) else { continue };
            if let Some((year, end)) = self.year(end) {
                readings.push((Calendar::Date { year: Some(year), month: *month, day: *day }, end));
            }
            readings.push((Calendar::Date { year: None, month: *month, day: *day }, end));
        }
        readings
    }

    /// `first monday of june`, `last day of the month`.
    fn counted(&self, at: usize) -> Readings<Calendar> {
        let begin = self.maybe(at, &["the"]);
        let last = self.any(begin, &["last"]).map(|next| (Nth::Last, next));
        let place = self.ordinal(begin).map(|(place, next)| (Nth::Place(place), next));
        let mut readings = Vec::new();
        for (nth, next) in last.into_iter().chain(place) {
            let counted = match self.weekday(next) {
                Some((weekday, end)) => Some((Counted::Weekday(weekday), end)),
                None => match self.any(next, &["day"]) {
                    Some(end) => Some((Counted::Day, end)),
                    None => self.any(next, &["week"]).map(|end| (Counted::Week, end)),
                },
            };
            let Some((counted, next)) = counted else { continue };
            let Some(next) = self.any(next, &["of", "in"]) else { continue };
            let within = self.within(next).into_iter();
            readings.extend(within.map(|(period, end)| (Calendar::Nth(nth, counted, Box::new(period)), end)));
        }
        readings
    }

    /// `end of the month`, `the beginning of next year`.
    fn edges(&self, at: usize) -> Readings<Calendar> {
        let begin = self.maybe(at, &["the"]);
        let (is_end, next) = match self.any(begin, &["end"]) {
            Some(next) => (true, next),
            None => match self.any(begin, &["start", "beginning"]) {
                Some(next) => (false, next),
                None => return Vec::new(),
            },
        };
        let Some(next) = self.any(next, &["of"]) else { return Vec::new() };
        let edge = |(period, end): (Calendar, usize)| {
            let period = Box::new(period);
            (if is_end { Calendar::EndOf(period) } else { Calendar::StartOf(period) }, end)
        };
        self.within(next).into_iter().map(edge).collect()
    }

    /// What something is counted in: a period of the calendar, or `the month` for this one.
    fn within(&self, at: usize) -> Readings<Calendar> {
        let mut readings = self.calendar(at);
        let this = self.period(self.maybe(at, &["the"]));
        readings.extend(this.map(|(period, end)| (Calendar::Period(Which::This, period), end)));
        readings
    }

    /// `in 3 weeks`, `2 days ago`, `a week from friday`, `3 days before christmas`, `a week today`.
    fn shifts(&self, at: usize) -> Readings<Calendar> {
        let mut readings = Vec::new();
        let shift = |span, way, from: Option<When>| Calendar::Shift { span, way, from: from.map(Box::new) };
        for (span, end) in self.any(at, &["in"]).map(|next| self.span(next)).unwrap_or_default() {
            readings.push((shift(span, Way::Coming, None), end));
        }
        // `the day after christmas` has no number.
        let one_day = self.any(self.maybe(at, &["the"]), &["day"]).map(|next| (vec![(1, Unit::Day)], next));
        for (span, next) in self.span(at).into_iter().chain(one_day) {
            if let Some(end) = self.any(next, &["ago"]) {
                readings.push((shift(span.clone(), Way::Past, None), end));
                let today = self.any(end, &["today"]);
                readings.extend(today.map(|end| (shift(span.clone(), Way::Past, None), end)));
            }
            for (words, way) in [(&["from", "after"][..], Way::Coming), (&["before"][..], Way::Past)] {
                let whens = self.any(next, words).map(|next| self.when(next)).unwrap_or_default();
                readings
                    .extend(whens.into_iter().map(|(when, end)| (shift(span.clone(), way, Some(when)), end)));
            }
            if let Some(end) = self.any(next, &["today"]) {
                readings.push((shift(span.clone(), Way::Coming, None), end));
            }
            if let Some(end) = self.any(next, &["tomorrow"]) {
                let from = When::on(Calendar::DaysAway(1));
                readings.push((shift(span.clone(), Way::Coming, Some(from)), end));
            }
        }
        readings
    }
}
