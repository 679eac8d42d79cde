//! What a phrase means on a given day in a given zone: an interval, or why there is none.

mod calendar;
mod clock;
mod range;
mod steps;

use std::cell::RefCell;

use jiff::civil::{Date, DateTime};
use jiff::tz::AmbiguousOffset;
use jiff::{ToSpan as _, Unit as JiffUnit, Zoned, ZonedRound};
use laika_protocol::tools::typed::Granularity;

use super::phrase::{Calendar, Part, Phrase, Way, When};

/// A span of time, without its end.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Interval {
    pub(super) start: Zoned,
    pub(super) end: Zoned,
    pub(super) granularity: Granularity,
}

/// Why a phrase that was read has no meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It means two things.
    Ambiguous(String),
    /// There is no such day or time.
    Invalid(String),
    /// It says too little.
    Unknown(String),
}

pub(super) type Resolved<T> = Result<T, Refusal>;

/// A day or period before it is put into a zone, or a moment.
#[derive(Clone, Debug, PartialEq)]
enum Found {
    /// From the first day up to, and without, the second.
    Days {
        from: Date,
        to: Date,
        granularity: Granularity,
    },
    Moment(Interval),
}

/// Where a date without a year, or a weekday alone, is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Lean {
    way: Way,
    from: Date,
    /// Whether the day it leans on was said before, and is not just today.
    said: bool,
}

/// Finds out what phrases mean.
pub(super) struct Resolver {
    now: Zoned,
    notes: RefCell<Vec<String>>,
}

/// What the phrase means, and what was taken for granted.
pub(super) fn resolve(phrase: &Phrase, now: Zoned) -> Resolved<(Interval, Vec<String>)> {
    let resolver = Resolver { now, notes: RefCell::default() };
    let interval = resolver.phrase(phrase)?;
    if interval.end <= interval.start {
        return Err(Refusal::Invalid("the end is not after the start".to_owned()));
    }
    Ok((interval, resolver.notes.into_inner()))
}

fn out_of_range<E>(_: E) -> Refusal {
    Refusal::Invalid("that is beyond the years 1 to 9999".to_owned())
}

impl Resolver {
    fn phrase(&self, phrase: &Phrase) -> Resolved<Interval> {
        match phrase {
            Phrase::At(when) => self.when(when, self.coming()),
            Phrase::Range(first, last) => self.range(first, last),
            Phrase::Window(way, span) => self.window(*way, span),
            Phrase::Since(when) => self.since(when),
            Phrase::Until(when) => self.until(when),
            Phrase::For(span, from) => self.lasting(span, from.as_ref()),
            Phrase::RestOf(period) => {
                let end = self.found(self.period(super::phrase::Which::This, *period)?)?.end;
                Ok(self.ranging(self.now.clone(), end))
            }
            Phrase::ToDate(period) => {
                let start = self.found(self.period(super::phrase::Which::This, *period)?)?.start;
                Ok(self.ranging(start, self.now.clone()))
            }
        }
    }

    fn ranging(&self, start: Zoned, end: Zoned) -> Interval {
        Interval { start, end, granularity: Granularity::Range }
    }

    fn today(&self) -> Date {
        self.now.date()
    }

    fn coming(&self) -> Lean {
        Lean { way: Way::Coming, from: self.today(), said: false }
    }

    fn note(&self, note: impl Into<String>) {
        let note = note.into();
        let mut notes = self.notes.borrow_mut();
        if !notes.contains(&note) {
            notes.push(note);
        }
    }

    /// The interval of a day, a part of it or a time on it.
    fn when(&self, when: &When, lean: Lean) -> Resolved<Interval> {
        match (&when.day, when.part, when.clock) {
            (day, part, Some(clock)) => self.time(day.as_ref(), part, clock, lean),
            (day, Some(part), None) => self.part(day.as_ref(), part, lean),
            (Some(day), None, None) => self.found(self.calendar(day, lean)?),
            (None, None, None) => Err(Refusal::Unknown("nothing is said".to_owned())),
        }
    }

    fn part(&self, day: Option<&Calendar>, part: Part, lean: Lean) -> Resolved<Interval> {
        let date = self.one_day(day, lean)?;
        let next = date.tomorrow().map_err(out_of_range)?;
        let (start, end) = match part {
            Part::Morning => (date.at(6, 0, 0, 0), date.at(12, 0, 0, 0)),
            Part::Afternoon => (date.at(12, 0, 0, 0), date.at(18, 0, 0, 0)),
            Part::Evening => (date.at(18, 0, 0, 0), next.at(0, 0, 0, 0)),
            Part::Night => (date.at(21, 0, 0, 0), next.at(6, 0, 0, 0)),
        };
        Ok(Interval { start: self.zoned(start)?, end: self.zoned(end)?, granularity: Granularity::Part })
    }

    /// The one day that is meant; today if none is said.
    fn one_day(&self, day: Option<&Calendar>, lean: Lean) -> Resolved<Date> {
        let Some(day) = day else { return Ok(lean.from) };
        match self.calendar(day, lean)? {
            Found::Days { from, granularity: Granularity::Day, .. } => Ok(from),
            Found::Days { .. } | Found::Moment(_) => {
                Err(Refusal::Unknown("a time of day needs one day, not a longer or shorter span".to_owned()))
            }
        }
    }

    /// In the zone: from midnight to midnight, or what takes its place where a day starts later.
    fn found(&self, found: Found) -> Resolved<Interval> {
        match found {
            Found::Moment(interval) => Ok(interval),
            Found::Days { from, to, granularity } => {
                let midnight = |date: Date| date.to_zoned(self.now.time_zone().clone()).map_err(out_of_range);
                Ok(Interval { start: midnight(from)?, end: midnight(to)?, granularity })
            }
        }
    }

    /// In the zone, with a note where clocks are changed.
    fn zoned(&self, at: DateTime) -> Resolved<Zoned> {
        let ambiguous = self.now.time_zone().to_ambiguous_zoned(at);
        match ambiguous.offset() {
            AmbiguousOffset::Unambiguous { .. } => {}
            AmbiguousOffset::Gap { .. } => {
                self.note(format!(
                    "{at} does not exist there, clocks go forward; the time after it is meant"
                ));
            }
            AmbiguousOffset::Fold { .. } => {
                self.note(format!("{at} comes twice there, clocks go back; the first is meant"));
            }
        }
        ambiguous.compatible().map_err(out_of_range)
    }

    /// A moment and the second or minute that it starts.
    fn moment(&self, at: &Zoned, granularity: Granularity) -> Resolved<Interval> {
        let (unit, length) = match granularity {
            Granularity::Second => (JiffUnit::Second, 1.second()),
            Granularity::Minute
            | Granularity::Part
            | Granularity::Day
            | Granularity::Weekend
            | Granularity::Week
            | Granularity::Month
            | Granularity::Quarter
            | Granularity::Year
            | Granularity::Range => (JiffUnit::Minute, 1.minute()),
        };
        let rounding = ZonedRound::new().smallest(unit).mode(jiff::RoundMode::Trunc);
        let start = at.round(rounding).map_err(out_of_range)?;
        let end = start.checked_add(length).map_err(out_of_range)?;
        Ok(Interval { start, end, granularity })
    }
}
