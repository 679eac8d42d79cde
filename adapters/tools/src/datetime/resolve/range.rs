//! From one day or time to another: what one end leaves unsaid, the other says.

use jiff::civil::Date;
use jiff::{ToSpan as _, Zoned};
use laika_protocol::tools::typed::Granularity;

use super::super::phrase::{Calendar, Clock, Half, Way, When, Which, Year};
use super::clock::{time_of, with_half};
use super::{Interval, Lean, Refusal, Resolved, Resolver, out_of_range};

impl Resolver {
    /// From one to another. Days are counted with the last one; a time is where it ends.
    pub(super) fn range(&self, first: &When, last: &When) -> Resolved<Interval> {
        let (mut first, mut last) = (first.clone(), last.clone());
        share_half(&mut first, &mut last)?;
        let is_inherited = last.day.is_none() && last.clock.is_some();
        if first.day.is_none() && first.clock.is_some() && last.clock.is_some() {
            first.day.clone_from(&last.day);
        }
        share_year_and_week(&mut first, &last);
        let start = self.when(&first, self.coming())?.start;
        let lean = Lean { way: Way::Coming, from: start.date(), said: true };
        let has_day_of_first = is_inherited || (first.day == last.day && last.clock.is_some());
        let end = if has_day_of_first {
            self.later_that_day(&last, &start)?
        } else {
            until(&self.when(&last, lean)?)
        };
        if end <= start {
            return Err(Refusal::Invalid("it ends before it starts".to_owned()));
        }
        Ok(self.ranging(start, end))
    }

    /// A time on the day on which the range starts, or in the night after it.
    fn later_that_day(&self, last: &When, start: &Zoned) -> Resolved<Zoned> {
        let on = |date: Date| {
            let lean = Lean { way: Way::Coming, from: date, said: true };
            Ok(self.when(&When { day: None, ..last.clone() }, lean)?.start)
        };
        let end = on(start.date())?;
        if end > *start {
            return Ok(end);
        }
        on(start.date().checked_add(1.day()).map_err(out_of_range)?)
    }

    /// `since monday`: up to now.
    pub(super) fn since(&self, when: &When) -> Resolved<Interval> {
        let lean = Lean { way: Way::Past, from: self.today(), said: false };
        let start = self.when(when, lean)?.start;
        if start >= self.now {
            return Err(Refusal::Invalid("that has not begun yet".to_owned()));
        }
        Ok(self.ranging(start, self.now.clone()))
    }

    /// `until friday`: from now, with that day.
    pub(super) fn until(&self, when: &When) -> Resolved<Interval> {
        let last = self.when(when, self.coming())?;
        let end = until(&last);
        if end != last.start {
            self.note("it is counted with its last day");
        }
        if end <= self.now {
            return Err(Refusal::Invalid("that has passed".to_owned()));
        }
        Ok(self.ranging(self.now.clone(), end))
    }
}

/// Where a range ends: after the last day, but at the time.
fn until(last: &Interval) -> Zoned {
    match last.granularity {
        Granularity::Second | Granularity::Minute => last.start.clone(),
        Granularity::Part
        | Granularity::Day
        | Granularity::Weekend
        | Granularity::Week
        | Granularity::Month
        | Granularity::Quarter
        | Granularity::Year
        | Granularity::Range => last.end.clone(),
    }
}

/// `3-5pm`, `9am to 5`, `9:00-17:00`: what one end says of the half of the day helps the other.
fn share_half(first: &mut When, last: &mut When) -> Resolved<()> {
    let (Some(one), Some(two)) = (first.clock, last.clock) else { return Ok(()) };
    let half = |clock| match clock {
        Clock::At { half, .. } => half,
        Clock::Noon | Clock::Midnight => Half::Whole,
    };
    let has_part = first.part.is_some() || last.part.is_some();
    match (half(one), half(two)) {
        (Half::Unsaid, Half::Unsaid) if !has_part => Err(Refusal::Ambiguous(
            "it does not say whether before or after noon: say `am` or `pm`".to_owned(),
        )),
        (Half::Unsaid, said @ (Half::Am | Half::Pm)) => {
            let same = with_half(one, said);
            let other = with_half(one, if said == Half::Am { Half::Pm } else { Half::Am });
            first.clock = Some(if time_of(same)? < time_of(two)? { same } else { other });
            Ok(())
        }
        (Half::Unsaid, Half::Whole) if !has_part => {
            first.clock = Some(with_half(one, Half::Whole));
            Ok(())
        }
        (Half::Am | Half::Pm | Half::Whole, Half::Unsaid) if last.part.is_none() => {
            if last.day.is_some() && last.day != first.day {
                return Ok(());
            }
            // The next such hour after the first, if need be in the night after it.
            let (am, pm) = (with_half(two, Half::Am), with_half(two, Half::Pm));
            let is_later = |clock| Ok(time_of(clock)? > time_of(one)?);
            last.clock = Some(if is_later(am)? || !is_later(pm)? { am } else { pm });
            Ok(())
        }
        _ => Ok(()),
    }
}

/// `monday to friday next week`, `march 3 to april 5 2028`: the week and the year are those of both.
fn share_year_and_week(first: &mut When, last: &When) {
    let said = match (&first.day, &last.day) {
        (Some(Calendar::Weekday(Which::Bare, weekday)), Some(Calendar::WeekdayOfWeek(which, _))) => {
            Calendar::WeekdayOfWeek(*which, *weekday)
        }
        (
            Some(Calendar::Date { year: None, month, day }),
            Some(Calendar::Date { year: Some(year), month: last_month, day: last_day }),
        ) => {
            let is_before = (month, day) <= (last_month, last_day);
            Calendar::Date { year: Some(if is_before { *year } else { year - 1 }), month: *month, day: *day }
        }
        (
            Some(Calendar::Month { which: Which::Bare, month, year: Year::Unsaid }),
            Some(Calendar::Month { month: last_month, year: Year::Of(year), .. }),
        ) => {
            let year = Year::Of(if month <= last_month { *year } else { year - 1 });
            Calendar::Month { which: Which::Bare, month: *month, year }
        }
        (
            Some(Calendar::Quarter { quarter, year: Year::Unsaid }),
            Some(Calendar::Quarter { quarter: last_quarter, year: Year::Of(year) }),
        ) => {
            let year = Year::Of(if quarter <= last_quarter { *year } else { year - 1 });
            Calendar::Quarter { quarter: *quarter, year }
        }
        _ => return,
    };
    first.day = Some(said);
}
