//! Days and periods of the calendar.

use jiff::ToSpan as _;
use jiff::civil::{Date, ISOWeekDate, Weekday};
use laika_protocol::tools::typed::Granularity;

use super::super::phrase::{Calendar, Counted, Nth, Period, Way, Which, Year};
use super::steps::day;
use super::{Found, Lean, Refusal, Resolved, Resolver, out_of_range};

/// How far a date without a year is looked for: a leap day may be eight years away.
const MOST_YEARS: i64 = 8;

fn no_such_date() -> Refusal {
    Refusal::Invalid("there is no such date".to_owned())
}

impl Resolver {
    pub(super) fn calendar(&self, calendar: &Calendar, lean: Lean) -> Resolved<Found> {
        match calendar {
            Calendar::Now => self.moment(&self.now, Granularity::Second).map(Found::Moment),
            Calendar::DaysAway(days) => day(self.today().checked_add(days.days()).map_err(out_of_range)?),
            Calendar::Date { year, month, day: number } => day(self.date(*year, *month, *number, lean)?),
            Calendar::TwoNumbers { left, right, year } => self.two_numbers(*left, *right, *year, lean),
            Calendar::DayOfMonth { day: number, of } => self.day_of_month(*number, *of, lean),
            Calendar::Weekday(which, weekday) => day(self.weekday(*which, *weekday, lean)?),
            Calendar::WeekdayOfWeek(which, weekday) => day(self.in_week(which_steps(*which), *weekday)?),
            Calendar::WeekdayAndDate(weekday, date) => self.weekday_and_date(*weekday, date, lean),
            Calendar::Period(which, period) => self.period(*which, *period),
            Calendar::Month { which, month, year } => self.month(*which, *month, *year, lean),
            Calendar::Quarter { quarter, year } => self.quarter(*quarter, *year, lean),
            Calendar::Year(year) => span_of(first_of(*year, 1)?, 12, Granularity::Year),
            Calendar::IsoWeek { year, week, day } => self.iso_week(*year, *week, *day),
            Calendar::WeekOf(within) => self.week_of(within, lean),
            Calendar::Nth(nth, counted, within) => self.nth(*nth, *counted, within, lean),
            Calendar::EndOf(within) => {
                let (_, to) = self.days(within, lean)?;
                day(to.yesterday().map_err(out_of_range)?)
            }
            Calendar::StartOf(within) => day(self.days(within, lean)?.0),
            Calendar::Shift { span, way, from } => self.shift(span, *way, from.as_deref(), lean),
        }
    }

    /// The days of a period: more than one.
    fn days(&self, period: &Calendar, lean: Lean) -> Resolved<(Date, Date)> {
        match self.calendar(period, lean)? {
            Found::Days { from, to, granularity } if granularity != Granularity::Day => Ok((from, to)),
            Found::Days { .. } | Found::Moment(_) => {
                Err(Refusal::Unknown("a week, a month, a quarter or a year is needed there".to_owned()))
            }
        }
    }

    /// A date; without a year the next one, or the latest when looking back.
    fn date(&self, year: Option<i64>, month: i64, number: i64, lean: Lean) -> Resolved<Date> {
        if let Some(year) = year {
            return date_of(year, month, number);
        }
        let this_year = i64::from(lean.from.year());
        let is_on_side = |date: &Date| match lean.way {
            Way::Coming => *date >= lean.from,
            Way::Past => *date <= lean.from,
        };
        let sign = if lean.way == Way::Coming { 1 } else { -1 };
        let found = (0..=MOST_YEARS)
            .filter_map(|away| date_of(this_year + sign * away, month, number).ok())
            .find(is_on_side)
            .ok_or_else(no_such_date)?;
        if i64::from(found.year()) != i64::from(self.today().year()) {
            self.note(format!("no year is said: {} is meant", found.year()));
        }
        Ok(found)
    }

    /// Two numbers of which one is the month: only one larger than twelve says which.
    fn two_numbers(&self, left: i64, right: i64, year: Option<(i64, usize)>, lean: Lean) -> Resolved<Found> {
        let (month, number) = match (left > 12, right > 12) {
            (true, true) => return Err(no_such_date()),
            (true, false) => (right, left),
            (false, true) => (left, right),
            (false, false) if left == right => (left, right),
            (false, false) => {
                let why = "it does not say which number is the month: write it as 2026-03-15";
                return Err(Refusal::Ambiguous(why.to_owned()));
            }
        };
        match year {
            Some((_, 2)) => Err(Refusal::Ambiguous("a year has four digits".to_owned())),
            Some((year, _)) => day(date_of(year, month, number)?),
            None => day(self.date(None, month, number, lean)?),
        }
    }

    /// `the 15th`: of the month that is said, or of the next one that has it.
    fn day_of_month(&self, number: i64, of: Option<Which>, lean: Lean) -> Resolved<Found> {
        let first = lean.from.first_of_month();
        if let Some(which) = of {
            let month = self
                .today()
                .first_of_month()
                .checked_add(which_steps(which).months())
                .map_err(out_of_range)?;
            return day(date_of(i64::from(month.year()), i64::from(month.month()), number)?);
        }
        let sign = if lean.way == Way::Coming { 1 } else { -1 };
        let on_side = |date: &Date| match lean.way {
            Way::Coming => *date >= lean.from,
            Way::Past => *date <= lean.from,
        };
        let in_month = |away: i64| {
            let month = first.checked_add((sign * away).months()).ok()?;
            date_of(i64::from(month.year()), i64::from(month.month()), number).ok().filter(on_side)
        };
        day((0..=12).find_map(in_month).ok_or_else(no_such_date)?)
    }

    fn weekday(&self, which: Which, weekday: Weekday, lean: Lean) -> Resolved<Date> {
        let is_that_today = lean.from.weekday() == weekday;
        match which {
            Which::Bare if is_that_today && lean.said => Ok(lean.from),
            Which::Bare if is_that_today => {
                let why = "today is that weekday: say `today`, or `next` or `last` before it";
                Err(Refusal::Ambiguous(why.to_owned()))
            }
            Which::Bare => {
                let times = if lean.way == Way::Coming { 1 } else { -1 };
                lean.from.nth_weekday(times, weekday).map_err(out_of_range)
            }
            Which::This => self.in_week(0, weekday),
            Which::Next => {
                let (coming, next) = (self.today().nth_weekday(1, weekday), self.in_week(1, weekday)?);
                if coming.is_ok_and(|coming| coming != next) {
                    self.note("`next` is read as in the next week; the coming one is `this`");
                }
                Ok(next)
            }
            Which::AfterNext => self.in_week(2, weekday),
            Which::Last => {
                let latest = self.today().nth_weekday(-1, weekday).map_err(out_of_range)?;
                if self.in_week(-1, weekday)? != latest {
                    self.note("`last` is read as the latest before today");
                }
                Ok(latest)
            }
            Which::BeforeLast => self.in_week(-2, weekday),
        }
    }

    /// A weekday so many weeks from this one; weeks start on Monday.
    fn in_week(&self, weeks: i64, weekday: Weekday) -> Resolved<Date> {
        let days = i64::from(weekday.to_monday_zero_offset());
        self.monday(weeks)?.checked_add(days.days()).map_err(out_of_range)
    }

    fn monday(&self, weeks: i64) -> Resolved<Date> {
        let today = self.today();
        let back = i64::from(today.weekday().to_monday_zero_offset());
        let monday = today.checked_sub(back.days()).map_err(out_of_range)?;
        monday.checked_add(weeks.weeks()).map_err(out_of_range)
    }

    /// The week, from Monday, that a day is in.
    fn week_of(&self, within: &Calendar, lean: Lean) -> Resolved<Found> {
        let Found::Days { from, granularity: Granularity::Day, .. } = self.calendar(within, lean)? else {
            return Err(Refusal::Unknown("a week is named by one of its days".to_owned()));
        };
        let monday = from
            .checked_sub(i64::from(from.weekday().to_monday_zero_offset()).days())
            .map_err(out_of_range)?;
        let to = monday.checked_add(1.week()).map_err(out_of_range)?;
        Ok(Found::Days { from: monday, to, granularity: Granularity::Week })
    }

    fn weekday_and_date(&self, weekday: Weekday, date: &Calendar, lean: Lean) -> Resolved<Found> {
        let found = self.calendar(date, lean)?;
        match &found {
            Found::Days { from, .. } if from.weekday() == weekday => Ok(found),
            Found::Days { .. } | Found::Moment(_) => {
                Err(Refusal::Invalid("that date is another day of the week".to_owned()))
            }
        }
    }

    /// This week, the next month, the last year.
    pub(super) fn period(&self, which: Which, period: Period) -> Resolved<Found> {
        let steps = which_steps(which);
        let today = self.today();
        let first = today.first_of_month();
        let months = |first: Date, count: i64| {
            let from = first.checked_add((steps * count).months()).map_err(out_of_range)?;
            Ok::<Date, Refusal>(from)
        };
        match period {
            Period::Week => {
                let from = self.monday(steps)?;
                let to = from.checked_add(1.week()).map_err(out_of_range)?;
                Ok(Found::Days { from, to, granularity: Granularity::Week })
            }
            Period::Weekend => {
                let from = self.in_week(steps, Weekday::Saturday)?;
                let to = from.checked_add(2.days()).map_err(out_of_range)?;
                Ok(Found::Days { from, to, granularity: Granularity::Weekend })
            }
            Period::Month => span_of(months(first, 1)?, 1, Granularity::Month),
            Period::Quarter => {
                let start = first_of(i64::from(today.year()), quarter_month(quarter_of(today)))?;
                span_of(months(start, 3)?, 3, Granularity::Quarter)
            }
            Period::Year => {
                span_of(months(first_of(i64::from(today.year()), 1)?, 12)?, 12, Granularity::Year)
            }
        }
    }

    /// A month by its name: the current or coming one, unless something else is said.
    fn month(&self, which: Which, month: i8, year: Year, lean: Lean) -> Resolved<Found> {
        let (this_year, this_month) = (i64::from(lean.from.year()), lean.from.month());
        let is_unsaid = year == Year::Unsaid;
        let year = match year {
            Year::Of(year) => year,
            Year::Which(which) => i64::from(self.today().year()) + which_steps(which),
            Year::Unsaid => match (which, lean.way) {
                (Which::This, _) => this_year,
                (Which::Bare, Way::Coming) => this_year + i64::from(month < this_month),
                (Which::Bare, Way::Past) => this_year - i64::from(month > this_month),
                (Which::Next, _) => this_year + i64::from(month <= this_month),
                (Which::Last, _) => this_year - i64::from(month >= this_month),
                (Which::AfterNext, _) => this_year + 1 + i64::from(month <= this_month),
                (Which::BeforeLast, _) => this_year - 1 - i64::from(month >= this_month),
            },
        };
        if is_unsaid && year != i64::from(self.today().year()) {
            self.note(format!("no year is said: {year} is meant"));
        }
        span_of(first_of(year, i64::from(month))?, 1, Granularity::Month)
    }

    fn quarter(&self, quarter: i64, year: Year, lean: Lean) -> Resolved<Found> {
        if !(1..=4).contains(&quarter) {
            return Err(Refusal::Invalid("a year has four quarters".to_owned()));
        }
        let (this_year, current) = (i64::from(lean.from.year()), quarter_of(lean.from));
        let year = match (year, lean.way) {
            (Year::Of(year), _) => year,
            (Year::Which(which), _) => i64::from(self.today().year()) + which_steps(which),
            (Year::Unsaid, Way::Coming) => this_year + i64::from(quarter < current),
            (Year::Unsaid, Way::Past) => this_year - i64::from(quarter > current),
        };
        span_of(first_of(year, quarter_month(quarter))?, 3, Granularity::Quarter)
    }

    fn iso_week(&self, year: Option<i64>, week: i64, number: Option<i64>) -> Resolved<Found> {
        let no_such = |_| Refusal::Invalid("there is no such week".to_owned());
        let year = year.unwrap_or_else(|| i64::from(self.today().iso_week_date().year()));
        let (year, week) = (i16::try_from(year).map_err(no_such)?, i8::try_from(week).map_err(no_such)?);
        let on = |weekday| {
            ISOWeekDate::new(year, week, weekday)
                .map(Date::from)
                .map_err(|_| Refusal::Invalid("there is no such week".to_owned()))
        };
        if let Some(number) = number {
            let number = i8::try_from(number).map_err(no_such)?;
            let weekday = Weekday::from_monday_one_offset(number)
                .map_err(|_| Refusal::Invalid("a week has seven days".to_owned()))?;
            return day(on(weekday)?);
        }
        let from = on(Weekday::Monday)?;
        let to = from.checked_add(1.week()).map_err(out_of_range)?;
        Ok(Found::Days { from, to, granularity: Granularity::Week })
    }

    /// The first monday of a month; where its year is not said, one that is not over.
    fn nth(&self, nth: Nth, counted: Counted, within: &Calendar, lean: Lean) -> Resolved<Found> {
        if counted == Counted::Week {
            self.note("weeks are counted by sevens from the first day");
        }
        let found = nth_of(nth, counted, self.days(within, lean)?)?;
        let is_over = |found: &Found| matches!(found, Found::Days { to, .. } if *to <= self.today());
        let Calendar::Month { which: Which::Bare, month, year: Year::Unsaid } = within else {
            return Ok(found);
        };
        if lean.way == Way::Past || !is_over(&found) {
            return Ok(found);
        }
        let next = i64::from(self.today().year()) + 1;
        self.note(format!("no year is said: {next} is meant"));
        let year = Year::Of(next);
        let later = Calendar::Month { which: Which::Bare, month: *month, year };
        nth_of(nth, counted, self.days(&later, lean)?)
    }
}

fn nth_of(nth: Nth, counted: Counted, (from, to): (Date, Date)) -> Resolved<Found> {
    let no_such = || Refusal::Invalid("there are not so many".to_owned());
    let last = to.yesterday().map_err(out_of_range)?;
    // Where the counted ones start, and how long each is.
    let (first, step, length) = match (counted, nth) {
        (Counted::Weekday(weekday), Nth::Place(_)) => (on_or_after(from, weekday)?, 7, 1),
        (Counted::Weekday(weekday), Nth::Last) => (on_or_before(last, weekday)?, 7, 1),
        (Counted::Day, Nth::Place(_)) => (from, 1, 1),
        (Counted::Day, Nth::Last) => (last, 1, 1),
        (Counted::Week, Nth::Place(_)) => (from, 7, 7),
        (Counted::Week, Nth::Last) => (to.checked_sub(7.days()).map_err(out_of_range)?, 7, 7),
    };
    let place = match nth {
        Nth::Place(place) if (1..=366).contains(&place) => place - 1,
        Nth::Place(_) => return Err(no_such()),
        Nth::Last => 0,
    };
    let start = first.checked_add((place * step).days()).map_err(out_of_range)?;
    let end = start.checked_add(i64::from(length).days()).map_err(out_of_range)?;
    if start < from || end > to {
        return Err(no_such());
    }
    let granularity = if length == 1 { Granularity::Day } else { Granularity::Range };
    Ok(Found::Days { from: start, to: end, granularity })
}

fn on_or_after(date: Date, weekday: Weekday) -> Resolved<Date> {
    if date.weekday() == weekday { Ok(date) } else { date.nth_weekday(1, weekday).map_err(out_of_range) }
}

fn on_or_before(date: Date, weekday: Weekday) -> Resolved<Date> {
    if date.weekday() == weekday { Ok(date) } else { date.nth_weekday(-1, weekday).map_err(out_of_range) }
}

/// How many periods from this one.
fn which_steps(which: Which) -> i64 {
    match which {
        Which::Bare | Which::This => 0,
        Which::Next => 1,
        Which::AfterNext => 2,
        Which::Last => -1,
        Which::BeforeLast => -2,
    }
}

fn quarter_of(date: Date) -> i64 {
    (i64::from(date.month()) - 1) / 3 + 1
}

fn quarter_month(quarter: i64) -> i64 {
    (quarter - 1) * 3 + 1
}

fn date_of(year: i64, month: i64, number: i64) -> Resolved<Date> {
    let date = || {
        let (year, month, number) =
            (i16::try_from(year).ok()?, i8::try_from(month).ok()?, i8::try_from(number).ok()?);
        Date::new(year, month, number).ok().filter(|date| date.year() >= 1)
    };
    date().ok_or_else(no_such_date)
}

fn first_of(year: i64, month: i64) -> Resolved<Date> {
    date_of(year, month, 1)
}

fn span_of(from: Date, months: i64, granularity: Granularity) -> Resolved<Found> {
    let to = from.checked_add(months.months()).map_err(out_of_range)?;
    Ok(Found::Days { from, to, granularity })
}
