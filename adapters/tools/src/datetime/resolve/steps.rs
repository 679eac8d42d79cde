//! Spans of time: how far they reach, from a day or from a moment.

use jiff::civil::Date;
use jiff::{Span as Steps, Zoned};
use laika_protocol::tools::typed::Granularity;

use super::super::phrase::{Span, Unit, Way, When};
use super::{Found, Interval, Lean, Refusal, Resolved, Resolver, out_of_range};

/// How fine a span is.
pub(super) fn fineness(span: &Span) -> Granularity {
    let has = |wanted: Unit| span.iter().any(|(_, unit)| *unit == wanted);
    if has(Unit::Second) {
        Granularity::Second
    } else if has(Unit::Minute) || has(Unit::Hour) {
        Granularity::Minute
    } else {
        Granularity::Day
    }
}

/// The span as steps of the calendar.
pub(super) fn steps(span: &Span, way: Way) -> Resolved<Steps> {
    let mut steps = Steps::new();
    for (count, unit) in span {
        let add = |before: i32, times: i64| {
            count.checked_mul(times).and_then(|more| more.checked_add(i64::from(before)))
        };
        let too_long = || Refusal::Invalid("that span is too long".to_owned());
        let result = match unit {
            Unit::Second => steps.try_seconds(steps.get_seconds().checked_add(*count).ok_or_else(too_long)?),
            Unit::Minute => steps.try_minutes(steps.get_minutes().checked_add(*count).ok_or_else(too_long)?),
            Unit::Hour => steps.try_hours(add(steps.get_hours(), 1).ok_or_else(too_long)?),
            Unit::Day => steps.try_days(add(steps.get_days(), 1).ok_or_else(too_long)?),
            Unit::Week => steps.try_weeks(add(steps.get_weeks(), 1).ok_or_else(too_long)?),
            Unit::Fortnight => steps.try_weeks(add(steps.get_weeks(), 2).ok_or_else(too_long)?),
            Unit::Month => steps.try_months(add(steps.get_months(), 1).ok_or_else(too_long)?),
            Unit::Quarter => steps.try_months(add(steps.get_months(), 3).ok_or_else(too_long)?),
            Unit::Year => steps.try_years(add(i32::from(steps.get_years()), 1).ok_or_else(too_long)?),
        };
        steps = result.map_err(|_| too_long())?;
    }
    Ok(match way {
        Way::Coming => steps,
        Way::Past => steps.negate(),
    })
}

impl Resolver {
    /// `in 3 weeks`, `3 days after tomorrow`.
    pub(super) fn shift(&self, span: &Span, way: Way, from: Option<&When>, lean: Lean) -> Resolved<Found> {
        let steps = steps(span, way)?;
        let base = from.map(|from| self.when(from, lean)).transpose()?;
        match (fineness(span), base) {
            (Granularity::Day, None) => day(self.today().checked_add(steps).map_err(out_of_range)?),
            (Granularity::Day, Some(base)) => match base.granularity {
                Granularity::Day | Granularity::Second => {
                    day(base.start.date().checked_add(steps).map_err(out_of_range)?)
                }
                Granularity::Minute => {
                    let at = base.start.checked_add(steps).map_err(out_of_range)?;
                    self.moment(&at, Granularity::Minute).map(Found::Moment)
                }
                Granularity::Part
                | Granularity::Weekend
                | Granularity::Week
                | Granularity::Month
                | Granularity::Quarter
                | Granularity::Year
                | Granularity::Range => Err(one_point()),
            },
            (fineness, base) => {
                let start = match base {
                    None => self.now.clone(),
                    Some(Interval {
                        start, granularity: Granularity::Minute | Granularity::Second, ..
                    }) => start,
                    Some(_) => return Err(one_point()),
                };
                let at = start.checked_add(steps).map_err(out_of_range)?;
                self.moment(&at, fineness).map(Found::Moment)
            }
        }
    }

    /// `last 7 days`: whole days of which today is one; `last 24 hours`: up to now.
    pub(super) fn window(&self, way: Way, span: &Span) -> Resolved<Interval> {
        let steps = steps(span, way)?;
        if fineness(span) != Granularity::Day {
            let other = self.now.checked_add(steps).map_err(out_of_range)?;
            return Ok(self.between(self.now.clone(), other));
        }
        self.note("today is counted");
        let (near, far) = match way {
            Way::Coming => (self.today(), self.today().checked_add(steps)),
            Way::Past => {
                let tomorrow = self.today().tomorrow().map_err(out_of_range)?;
                (tomorrow, tomorrow.checked_add(steps))
            }
        };
        let midnight = |date: Date| date.to_zoned(self.now.time_zone().clone()).map_err(out_of_range);
        Ok(self.between(midnight(near)?, midnight(far.map_err(out_of_range)?)?))
    }

    /// `for 3 days from monday`.
    pub(super) fn lasting(&self, span: &Span, from: Option<&When>) -> Resolved<Interval> {
        let start = match from {
            Some(from) => self.when(from, self.coming())?.start,
            None if fineness(span) == Granularity::Day => {
                self.today().to_zoned(self.now.time_zone().clone()).map_err(out_of_range)?
            }
            None => self.now.clone(),
        };
        let end = start.checked_add(steps(span, Way::Coming)?).map_err(out_of_range)?;
        Ok(self.ranging(start, end))
    }

    fn between(&self, one: Zoned, other: Zoned) -> Interval {
        if one <= other { self.ranging(one, other) } else { self.ranging(other, one) }
    }
}

fn one_point() -> Refusal {
    Refusal::Unknown("it does not say from which day or moment to count".to_owned())
}

/// One day.
pub(super) fn day(date: Date) -> Resolved<Found> {
    let to = date.tomorrow().map_err(out_of_range)?;
    Ok(Found::Days { from: date, to, granularity: Granularity::Day })
}
