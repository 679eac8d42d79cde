//! The words of dates: names of days and months, numbers in letters, units.

use jiff::civil::Weekday;

use super::phrase::Unit;

/// Days of the week.
pub(super) fn weekday(word: &str) -> Option<Weekday> {
    Some(match word {
        "monday" | "mon" => Weekday::Monday,
        "tuesday" | "tue" | "tues" => Weekday::Tuesday,
        "wednesday" | "wed" | "weds" => Weekday::Wednesday,
        "thursday" | "thu" | "thur" | "thurs" => Weekday::Thursday,
        "friday" | "fri" => Weekday::Friday,
        "saturday" | "sat" => Weekday::Saturday,
        "sunday" | "sun" => Weekday::Sunday,
        _ => return None,
    })
}

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// Months, 1 to 12, by their names or the first three letters of them.
pub(super) fn month(word: &str) -> Option<i8> {
    let is_it = |name: &&str| **name == *word || name.get(..3) == Some(word);
    let place = MONTHS.iter().position(is_it).or((word == "sept").then_some(8))?;
    i8::try_from(place + 1).ok()
}

const ONES: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const ORDINALS: [&str; 20] = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
];

/// A number below twenty.
pub(super) fn small_number(word: &str) -> Option<i64> {
    ONES.iter().position(|name| *name == word).and_then(|place| i64::try_from(place).ok())
}

/// Twenty, thirty and so on.
pub(super) fn tens(word: &str) -> Option<i64> {
    TENS.iter().position(|name| *name == word).and_then(|place| i64::try_from((place + 2) * 10).ok())
}

/// The place in an order.
pub(super) fn ordinal(word: &str) -> Option<i64> {
    if word == "thirtieth" {
        return Some(30);
    }
    ORDINALS.iter().position(|name| *name == word).and_then(|place| i64::try_from(place + 1).ok())
}

/// Units of time.
pub(super) fn unit(word: &str) -> Option<Unit> {
    Some(match word {
        "second" | "seconds" | "sec" | "secs" => Unit::Second,
        "minute" | "minutes" | "min" | "mins" => Unit::Minute,
        "hour" | "hours" | "hr" | "hrs" => Unit::Hour,
        "day" | "days" => Unit::Day,
        "week" | "weeks" | "wk" | "wks" => Unit::Week,
        "fortnight" | "fortnights" => Unit::Fortnight,
        "month" | "months" => Unit::Month,
        "quarter" | "quarters" => Unit::Quarter,
        "year" | "years" | "yr" | "yrs" => Unit::Year,
        _ => return None,
    })
}
