//! Times of day: which half of it is meant, and which day.

use jiff::civil::{Date, Time};
use laika_protocol::tools::typed::Granularity;

use super::super::phrase::{Calendar, Clock, Half, Part};
use super::{Interval, Lean, Refusal, Resolved, Resolver, out_of_range};

const MINUTES_OF_DAY: i64 = 24 * 60;

impl Resolver {
    /// A time on a day.
    pub(super) fn time(
        &self,
        day: Option<&Calendar>,
        part: Option<Part>,
        clock: Clock,
        lean: Lean,
    ) -> Resolved<Interval> {
        if clock == Clock::Midnight {
            if day.is_some() {
                let why = "midnight is where a day starts and ends: say `12am`, or `00:00`, with the day that starts";
                return Err(Refusal::Ambiguous(why.to_owned()));
            }
            let date = lean.from.tomorrow().map_err(out_of_range)?;
            return self.on(date, Time::midnight(), Granularity::Minute);
        }
        let clock = with_part(clock, part)?;
        let fine = match clock {
            Clock::At { second: Some(_), .. } => Granularity::Second,
            Clock::At { second: None, .. } | Clock::Noon | Clock::Midnight => Granularity::Minute,
        };
        let is_said = !matches!(clock, Clock::At { half: Half::Unsaid, .. });
        if is_said {
            let interval = self.on(self.one_day(day, lean)?, time_of(clock)?, fine)?;
            if day.is_none() && !lean.said && interval.end <= self.now {
                self.note("no day is said: it was earlier today");
            }
            return Ok(interval);
        }
        if day.is_some() || lean.said {
            let why = "it does not say whether before or after noon: say `am` or `pm`";
            // A wrong number is the worse fault.
            time_of(clock)?;
            return Err(Refusal::Ambiguous(why.to_owned()));
        }
        self.next_of_both(clock, fine)
    }

    /// The next of the two times of day that an hour of twelve may be.
    fn next_of_both(&self, clock: Clock, fine: Granularity) -> Resolved<Interval> {
        let tomorrow = self.today().tomorrow().map_err(out_of_range)?;
        for date in [self.today(), tomorrow] {
            for half in [Half::Am, Half::Pm] {
                let interval = self.on(date, time_of(with_half(clock, half))?, fine)?;
                if interval.start > self.now {
                    self.note("it does not say whether before or after noon: the next one is meant");
                    return Ok(interval);
                }
            }
        }
        Err(Refusal::Unknown("there is no such time today or tomorrow".to_owned()))
    }

    fn on(&self, date: Date, time: Time, fine: Granularity) -> Resolved<Interval> {
        self.moment(&self.zoned(date.to_datetime(time))?, fine)
    }
}

/// The same with the half of the day.
pub(super) fn with_half(clock: Clock, half: Half) -> Clock {
    match clock {
        Clock::At { hour, minute, second, .. } => Clock::At { hour, minute, second, half },
        Clock::Noon | Clock::Midnight => clock,
    }
}

/// The part of the day says which half it is.
fn with_part(clock: Clock, part: Option<Part>) -> Resolved<Clock> {
    if let (Clock::At { half: Half::Am, .. }, Some(Part::Afternoon | Part::Evening))
    | (Clock::At { half: Half::Pm, .. }, Some(Part::Morning)) = (clock, part)
    {
        return Err(Refusal::Invalid("that time is not in that part of the day".to_owned()));
    }
    let (Clock::At { hour, half: Half::Unsaid, .. }, Some(part)) = (clock, part) else { return Ok(clock) };
    match (part, hour) {
        (Part::Morning, _) => Ok(with_half(clock, Half::Am)),
        (Part::Afternoon, _) => Ok(with_half(clock, Half::Pm)),
        (Part::Evening | Part::Night, 4..=11) => Ok(with_half(clock, Half::Pm)),
        (Part::Evening | Part::Night, _) => Err(Refusal::Ambiguous(
            "an hour of the night may belong to either day: say `am` or `pm`".to_owned(),
        )),
    }
}

/// The time of day; `quarter to five` is four and three quarters.
pub(super) fn time_of(clock: Clock) -> Resolved<Time> {
    let (hour, minute, second, half) = match clock {
        Clock::Noon => (12, 0, None, Half::Whole),
        Clock::Midnight => (0, 0, None, Half::Whole),
        Clock::At { hour, minute, second, half } => (hour, minute, second, half),
    };
    let no_such = || Refusal::Invalid("there is no such time of day".to_owned());
    let hour = match half {
        Half::Whole => Some(hour).filter(|hour| (0..=23).contains(hour)),
        Half::Am | Half::Unsaid => Some(hour % 12).filter(|_| (1..=12).contains(&hour)),
        Half::Pm => Some(hour % 12 + 12).filter(|_| (1..=12).contains(&hour)),
    };
    if !(-59..=59).contains(&minute) {
        return Err(no_such());
    }
    let minutes = (hour.ok_or_else(no_such)? * 60 + minute).rem_euclid(MINUTES_OF_DAY);
    let part = |number: i64| i8::try_from(number).map_err(|_| no_such());
    Time::new(part(minutes / 60)?, part(minutes % 60)?, part(second.unwrap_or(0))?, 0).map_err(|_| no_such())
}
