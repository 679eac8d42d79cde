//! Times of day and parts of the day.

use super::super::phrase::{Calendar, Clock, Half, Part, When};
use super::{Grammar, Readings};

impl Grammar<'_> {
    /// A time of day.
    pub(super) fn clock(&self, at: usize) -> Readings<Clock> {
        let mut readings = Vec::new();
        let said_at = self.any(at, &["at"]).or_else(|| self.sign(at, '@'));
        let begin = said_at.or_else(|| self.iso_separator(at)).unwrap_or(at);
        if let Some(end) = self.any(begin, &["noon", "midday"]) {
            readings.push((Clock::Noon, end));
        }
        if let Some(end) = self.any(begin, &["midnight"]) {
            readings.push((Clock::Midnight, end));
        }
        readings.extend(self.around_the_hour(begin));
        readings.extend(self.with_minutes(begin));
        readings.extend(self.whole_hour(begin));
        if said_at.is_some() {
            readings.extend(self.bare_hour(begin));
        }
        readings
    }

    /// `T` between a date and a time.
    fn iso_separator(&self, at: usize) -> Option<usize> {
        if self.is_glued(at) { self.any(at, &["t"]) } else { None }
    }

    /// An hour of which nothing else is said.
    pub(super) fn bare_hour(&self, at: usize) -> Option<(Clock, usize)> {
        let (hour, end) = self.hour(at)?;
        Some((Clock::At { hour, minute: 0, second: None, half: half_of(hour) }, end))
    }

    fn hour(&self, at: usize) -> Option<(i64, usize)> {
        let digits = self.digits(at).filter(|(_, digits, _)| *digits <= 2).map(|(hour, _, end)| (hour, end));
        digits.or_else(|| self.number_word(at))
    }

    /// `half past three`, `quarter to five`, `ten to six`.
    fn around_the_hour(&self, at: usize) -> Readings<Clock> {
        let Some((minutes, next)) = self.minutes_away(at) else { return Vec::new() };
        let (sign, next) = match self.any(next, &["past", "after"]) {
            Some(next) => (1, next),
            None => match self.any(next, &["to", "before", "till"]) {
                Some(next) => (-1, next),
                None => return Vec::new(),
            },
        };
        let Some((hour, end)) = self.hour(next) else { return Vec::new() };
        let minute = sign * minutes;
        let end = self.maybe(end, &["oclock"]);
        let bare = (Clock::At { hour, minute, second: None, half: half_of(hour) }, end);
        self.half(end)
            .map(|(half, end)| (Clock::At { hour, minute, second: None, half }, end))
            .into_iter()
            .chain([bare])
            .collect()
    }

    fn minutes_away(&self, at: usize) -> Option<(i64, usize)> {
        if let Some(end) = self.any(at, &["half"]) {
            return Some((30, end));
        }
        if let Some(end) = self.any(self.maybe(at, &["a"]), &["quarter"]) {
            return Some((15, end));
        }
        let (minutes, end) = self.count(at).filter(|(minutes, _)| (1..60).contains(minutes))?;
        match self.any(end, &["minutes", "minute"]) {
            Some(end) => Some((minutes, end)),
            // `10 to 6` may be a range of hours; `ten to six` is a time.
            None => self.number_word(at),
        }
    }

    /// `15:30`, `3:30pm`, `15:00:30`.
    fn with_minutes(&self, at: usize) -> Readings<Clock> {
        let read = || {
            let (hour, digits, next) = self.digits(at)?;
            let (minute, two, end) = self.glued_digits(self.glued_sign(next, ':')?)?;
            (digits <= 2 && two == 2).then_some((hour, digits, minute, end))
        };
        let Some((hour, digits, minute, end)) = read() else { return Vec::new() };
        let seconds = self.glued_sign(end, ':').and_then(|next| self.glued_digits(next));
        let (second, end) = seconds.map_or((None, end), |(second, _, end)| (Some(second), end));
        // `09:30` is of 24 hours; `9:30` may be of twelve.
        let unsaid = if digits == 2 { Half::Whole } else { half_of(hour) };
        let said = self.half(end).map(|(half, end)| (Clock::At { hour, minute, second, half }, end));
        said.into_iter().chain([(Clock::At { hour, minute, second, half: unsaid }, end)]).collect()
    }

    /// `5pm`, `five oclock`.
    fn whole_hour(&self, at: usize) -> Readings<Clock> {
        let Some((hour, next)) = self.hour(at) else { return Vec::new() };
        let mut readings = Vec::new();
        let clock = |half| Clock::At { hour, minute: 0, second: None, half };
        let oclock = self.any(next, &["oclock"]);
        if let Some((half, end)) = self.half(oclock.unwrap_or(next)) {
            readings.push((clock(half), end));
        }
        readings.extend(oclock.map(|end| (clock(half_of(hour)), end)));
        readings
    }

    pub(super) fn half(&self, at: usize) -> Option<(Half, usize)> {
        let half = match self.word(at)? {
            "am" => Half::Am,
            "pm" => Half::Pm,
            _ => return None,
        };
        Some((half, self.past(at)))
    }

    /// A part of the day, with the day where the words say it, too: `tonight`, `last night`.
    pub(super) fn part(&self, at: usize, said: &When) -> Readings<When> {
        let with = |part, day: Option<i64>| When {
            part: Some(part),
            day: day.map(Calendar::DaysAway).or_else(|| said.day.clone()),
            ..said.clone()
        };
        if said.day.is_none() {
            if let Some(end) = self.any(at, &["tonight"]) {
                return vec![(with(Part::Evening, Some(0)), end)];
            }
            if let Some(end) = self.words(at, &["last", "night"]) {
                return vec![(with(Part::Night, Some(-1)), end)];
            }
            if let Some((part, end)) = self.any(at, &["this"]).and_then(|next| self.part_name(next)) {
                return vec![(with(part, Some(0)), end)];
            }
        }
        let begin = self.words(at, &["in", "the"]).or_else(|| self.words(at, &["during", "the"]));
        let begin = begin.or_else(|| self.any(at, &["at", "the"])).unwrap_or(at);
        self.part_name(begin).map(|(part, end)| (with(part, None), end)).into_iter().collect()
    }

    fn part_name(&self, at: usize) -> Option<(Part, usize)> {
        let part = match self.word(at)? {
            "morning" => Part::Morning,
            "afternoon" => Part::Afternoon,
            "evening" => Part::Evening,
            "night" => Part::Night,
            _ => return None,
        };
        Some((part, self.past(at)))
    }
}

/// An hour past twelve is of 24.
fn half_of(hour: i64) -> Half {
    if (1..=12).contains(&hour) { Half::Unsaid } else { Half::Whole }
}
