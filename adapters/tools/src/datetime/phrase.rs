//! What a phrase says, before it is known what day it is.

use jiff::civil::Weekday;

/// A whole phrase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Phrase {
    /// One day, time or period.
    At(When),
    /// From one to another.
    Range(When, When),
    /// `last 7 days`.
    Window(Way, Span),
    /// `since monday`: until now.
    Since(When),
    /// `until friday`: from now.
    Until(When),
    /// `for 3 days from monday`.
    For(Span, Option<When>),
    /// `rest of the week`.
    RestOf(Period),
    /// `year to date`.
    ToDate(Period),
}

/// Towards which side of now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Past,
    Coming,
}

/// A day or period, a part of the day and a time of day, each where it was said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct When {
    pub(super) day: Option<Calendar>,
    pub(super) part: Option<Part>,
    pub(super) clock: Option<Clock>,
}

impl When {
    /// A day or period alone.
    pub(super) fn on(day: Calendar) -> Self {
        Self { day: Some(day), ..Self::default() }
    }
}

/// A part of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Morning,
    Afternoon,
    Evening,
    Night,
}

/// A time of day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Clock {
    Noon,
    Midnight,
    /// So many minutes before or after an hour, and seconds if they were said.
    At {
        hour: i64,
        minute: i64,
        second: Option<i64>,
        half: Half,
    },
}

/// Which half of the day an hour is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Half {
    Am,
    Pm,
    /// Of 24 hours.
    Whole,
    /// Not said.
    Unsaid,
}

/// This one, the one after or the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    /// Said without any of these words.
    Bare,
    This,
    Next,
    AfterNext,
    Last,
    BeforeLast,
}

/// Units of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Second,
    Minute,
    Hour,
    Day,
    Week,
    Fortnight,
    Month,
    Quarter,
    Year,
}

/// Periods of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Period {
    Week,
    Weekend,
    Month,
    Quarter,
    Year,
}

/// So many units, and so many of others.
pub(super) type Span = Vec<(i64, Unit)>;

/// What is counted within a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counted {
    Weekday(Weekday),
    Day,
    Week,
}

/// The first, the second, … or the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nth {
    Place(i64),
    Last,
}

/// A day or period of the calendar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Calendar {
    Now,
    /// So many days from today.
    DaysAway(i64),
    /// A date whose order of day and month is known; the year if it was said.
    Date {
        year: Option<i64>,
        month: i64,
        day: i64,
    },
    /// Two numbers that are a day and a month in an order that is not known, and the year with its digits.
    TwoNumbers {
        left: i64,
        right: i64,
        year: Option<(i64, usize)>,
    },
    /// `the 15th`.
    DayOfMonth {
        day: i64,
        of: Option<Which>,
    },
    Weekday(Which, Weekday),
    /// `friday next week`.
    WeekdayOfWeek(Which, Weekday),
    /// `friday, 20 november`: both must agree.
    WeekdayAndDate(Weekday, Box<Calendar>),
    Period(Which, Period),
    /// A month by its name, with its year or which year.
    Month {
        which: Which,
        month: i8,
        year: Year,
    },
    Quarter {
        quarter: i64,
        year: Year,
    },
    Year(i64),
    IsoWeek {
        year: Option<i64>,
        week: i64,
        day: Option<i64>,
    },
    /// The week that a day is in.
    WeekOf(Box<Calendar>),
    /// `first monday of june`.
    Nth(Nth, Counted, Box<Calendar>),
    /// The last day of a period.
    EndOf(Box<Calendar>),
    /// The first day of a period.
    StartOf(Box<Calendar>),
    /// So long before or after something, or now.
    Shift {
        span: Span,
        way: Way,
        from: Option<Box<When>>,
    },
}

/// The year of a month or quarter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Year {
    Unsaid,
    Of(i64),
    Which(Which),
}
