//! `datetime`: the table of phrases, formats and zones, and that no text makes it panic.

use std::time::{Duration, SystemTime};

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use laika_protocol::tools::typed::{AskDateTime, TimeSpan};
use laika_protocol::{ErrorCode, ToolError};
use laika_tools::{Here, datetime};
use proptest::prelude::*;
use sha2::{Digest as _, Sha256};

use super::{ample, called_off, data, out_of_time};

/// Wednesday, 18 November 2026, half past ten in New York.
const NOW: &str = "2026-11-18T10:30:00[America/New_York]";
const TABLE: &str = include_str!("datetime_phrases.tsv");
const LATER: &str = include_str!("datetime_phrases_later.tsv");

fn here(now: &str) -> Here {
    let now: Zoned = now.parse().unwrap();
    Here::at(now.timestamp().into(), now.time_zone().iana_name().unwrap()).unwrap()
}

fn ask(query: &str, now: &str) -> Result<TimeSpan, ToolError> {
    let args = AskDateTime { query: Some(query.to_owned()), ..AskDateTime::default() };
    datetime(&args, &here(now), &ample()).map(|result| data(&result))
}

/// One row of the table.
struct Row {
    now: &'static str,
    phrase: &'static str,
    /// The start, the end and the granularity; or the reason of the refusal.
    expected: Result<(Timestamp, Timestamp, &'static str), &'static str>,
}

impl Row {
    /// A third of the rows is not looked at while rules are written.
    fn is_held_out(&self) -> bool {
        // A power of 256 leaves 1 when it is divided by three, so the sum of the bytes leaves what the number leaves.
        Sha256::digest(self.phrase).iter().map(|byte| u32::from(*byte)).sum::<u32>() % 3 == 0
    }

    fn verdict(&self) -> Result<(), String> {
        let found = ask(self.phrase, self.now);
        let is_right = match (&found, &self.expected) {
            (Ok(found), Ok((start, end, granularity))) => {
                let at = |text: &str| text.parse::<Timestamp>().unwrap();
                at(&found.start) == *start
                    && at(&found.end) == *end
                    && found.granularity.as_str() == *granularity
            }
            (Err(error), Err(reason)) => error.finest_code() == *reason,
            (Ok(_), Err(_)) | (Err(_), Ok(_)) => false,
        };
        let shown = found.map(|span| (span.start, span.end, span.granularity.as_str()));
        if is_right { Ok(()) } else { Err(format!("`{}`: {shown:?}, not {:?}", self.phrase, self.expected)) }
    }
}

/// A date, a date with a time, or one with an offset.
fn moment(text: &str, zone: &TimeZone) -> Timestamp {
    if let Ok(at) = text.parse::<Timestamp>() {
        return at;
    }
    let civil =
        text.parse::<DateTime>().or_else(|_| text.parse::<Date>().map(|date| date.at(0, 0, 0, 0))).unwrap();
    civil.to_zoned(zone.clone()).unwrap().timestamp()
}

fn rows(table: &'static str) -> Vec<Row> {
    let mut rows = Vec::new();
    let (mut now, mut zone) = (NOW, TimeZone::UTC);
    for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line.split('\t').collect::<Vec<_>>()[..] {
            ["@now", text] => (now, zone) = (text, text.parse::<Zoned>().unwrap().time_zone().clone()),
            [phrase, "!", reason] => rows.push(Row { now, phrase, expected: Err(reason) }),
            [phrase, start, end, granularity] => {
                let expected = Ok((moment(start, &zone), moment(end, &zone), granularity));
                rows.push(Row { now, phrase, expected });
            }
            _ => panic!("a line that cannot be read: {line}"),
        }
    }
    rows
}

#[test]
fn phrases_mean_what_the_table_says() {
    let (held_out, seen): (Vec<Row>, Vec<Row>) = rows(TABLE).into_iter().partition(Row::is_held_out);
    assert!(seen.len() >= 180 && held_out.len() >= 80, "{} and {}", seen.len(), held_out.len());
    let failures: Vec<String> = seen.iter().filter_map(|row| row.verdict().err()).collect();
    // Of those held out only the number is told, so that no rule is written for one of them.
    let wrong = held_out.iter().filter(|row| row.verdict().is_err()).count();
    let score = |wrong: usize, all: usize| format!("{} of {all}", all - wrong);
    let (seen, held_out) = (score(failures.len(), seen.len()), score(wrong, held_out.len()));
    println!("seen: {seen}; held out: {held_out}");
    assert!(failures.is_empty(), "seen: {seen}; held out: {held_out}\n{}", failures.join("\n"));
}

#[test]
fn phrases_that_came_later_are_right_too() {
    let failures: Vec<String> = rows(LATER).iter().filter_map(|row| row.verdict().err()).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn the_longest_nonsense_does_not_take_long() {
    let long = [
        "a day after ",
        "the last day of ",
        "3 ",
        "the week of the ",
        "from monday to ",
        "5pm ",
        "half past ",
        "1-",
    ];
    for words in long {
        let start = std::time::Instant::now();
        let phrase = words.repeat(200 / words.len());
        let _ = ask(&phrase, NOW);
        let _ = ask(&format!("{}tomorrow", words.repeat(190 / words.len())), NOW);
        assert!(start.elapsed() < Duration::from_secs(2), "`{words}` takes {:?}", start.elapsed());
    }
}

#[test]
fn without_a_phrase_it_tells_the_time_in_a_format() {
    let table = [
        (None, "2026-11-18T10:30:00-05:00"),
        (Some("iso"), "2026-11-18T10:30:00-05:00"),
        (Some("rfc2822"), "Wed, 18 Nov 2026 10:30:00 -0500"),
        (Some("unix"), "1795015800"),
        (Some("date"), "2026-11-18"),
        (Some("time"), "10:30:00"),
        (Some("%A, %d %B %Y"), "Wednesday, 18 November 2026"),
    ];
    for (format, expected) in table {
        let args = AskDateTime { format: format.map(str::to_owned), ..AskDateTime::default() };
        let span: TimeSpan = data(&datetime(&args, &here(NOW), &ample()).unwrap());
        assert_eq!(span.formatted, expected);
        // The older pattern has one place for the phrase and the format.
        let legacy = AskDateTime { query: format.map(str::to_owned), ..AskDateTime::default() };
        let span: TimeSpan = data(&datetime(&legacy, &here(NOW), &ample()).unwrap());
        assert_eq!(span.formatted, expected);
    }
    for format in ["", "%!", "nonsense", "%Q%"] {
        let args = AskDateTime { format: Some(format.to_owned()), ..AskDateTime::default() };
        let error = datetime(&args, &here(NOW), &ample()).unwrap_err();
        assert_eq!(error.finest_code(), "E_DATE_FORMAT", "{format}");
    }
}

#[test]
fn the_zone_and_the_moment_can_be_said() {
    let args = AskDateTime {
        query: Some("tomorrow at 9am".to_owned()),
        zone: Some("Asia/Tokyo".to_owned()),
        now: Some("2026-11-18T20:00:00Z".to_owned()),
        ..AskDateTime::default()
    };
    let span: TimeSpan = data(&datetime(&args, &here(NOW), &ample()).unwrap());
    // In Tokyo it is the nineteenth already.
    assert_eq!((span.start.as_str(), span.zone.as_str()), ("2026-11-20T09:00:00+09:00", "Asia/Tokyo"));
    let refused =
        |args: AskDateTime| datetime(&args, &here(NOW), &ample()).unwrap_err().finest_code().to_owned();
    let zone = AskDateTime { zone: Some("Mars/Olympus".to_owned()), ..AskDateTime::default() };
    assert_eq!(refused(zone), "E_DATE_ZONE");
    // Without an offset it would be a different moment in each zone.
    let now = AskDateTime { now: Some("2026-11-18T20:00:00".to_owned()), ..AskDateTime::default() };
    assert_eq!(refused(now), "E_DATE_NOW");
}

#[test]
fn a_refusal_says_what_was_understood() {
    let table = [
        ("tomorrow at teatime", "`tomorrow at` is understood, but not what comes after it: `teatime`"),
        ("from monday", "`from monday` says too little: something is missing after it"),
        ("whenever", "`whenever` is not understood as a date or time"),
        ("3/4/2026", "it does not say which number is the month: write it as 2026-03-15"),
    ];
    for (phrase, message) in table {
        let error = ask(phrase, NOW).unwrap_err();
        assert_eq!((error.code, error.message.as_str()), (ErrorCode::InvalidArgument, message), "{phrase}");
    }
}

#[test]
fn what_was_taken_for_granted_is_told() {
    let table = [
        ("next friday", "`next` is read as in the next week"),
        ("last monday", "`last` is read as the latest before today"),
        ("march 15", "no year is said: 2027 is meant"),
        ("the last tuesday in october", "no year is said: 2027 is meant"),
        ("until january", "it is counted with its last day"),
        ("half past three", "the next one is meant"),
        ("last 7 days", "today is counted"),
        ("2027-03-14 at 02:30", "does not exist there"),
        ("2026-11-01 at 01:30", "comes twice there"),
        ("09:00", "it was earlier today"),
    ];
    for (phrase, note) in table {
        let notes = ask(phrase, NOW).unwrap().notes;
        assert!(notes.iter().any(|one| one.contains(note)), "{phrase}: {notes:?}");
    }
    assert_eq!(ask("tomorrow", NOW).unwrap().notes, [""; 0]);
}

#[test]
fn it_keeps_its_bounds() {
    let args = AskDateTime::default();
    assert_eq!(datetime(&args, &here(NOW), &called_off()).unwrap_err().code, ErrorCode::Cancelled);
    assert_eq!(datetime(&args, &here(NOW), &out_of_time()).unwrap_err().code, ErrorCode::Timeout);
    assert!(Here::in_zone_of_machine(SystemTime::UNIX_EPOCH).is_ok());
    assert!(Here::at(SystemTime::UNIX_EPOCH + Duration::from_secs(1 << 60), "UTC").is_err());
    assert_eq!(ask(&"tomorrow ".repeat(30), NOW).unwrap_err().finest_code(), "E_DATE_UNKNOWN");
}

/// The words of the grammar, in any order: most of what they make is nonsense that starts like sense.
const SOUP: &[&str] = &[
    "the",
    "next",
    "last",
    "this",
    "monday",
    "friday",
    "march",
    "june",
    "week",
    "month",
    "quarter",
    "year",
    "day",
    "days",
    "weekend",
    "of",
    "in",
    "ago",
    "from",
    "to",
    "after",
    "before",
    "between",
    "and",
    "3",
    "31st",
    "first",
    "second",
    "2026",
    "99999999999999999999",
    "half",
    "past",
    "quarter",
    "at",
    "5pm",
    "13",
    ":",
    "30",
    "-",
    "/",
    ".",
    ",",
    "noon",
    "midnight",
    "morning",
    "night",
    "tomorrow",
    "today",
    "now",
    "q3",
    "w53",
    "end",
    "start",
    "since",
    "until",
    "for",
    "a",
    "an",
    "hours",
    "seconds",
    "years",
    "christmas",
    "utc",
    "europe/london",
    "0",
];

proptest! {
    #[test]
    fn no_text_makes_it_panic(text in "\\PC{0,60}") {
        let _ = ask(&text, NOW);
    }

    #[test]
    fn no_soup_of_its_own_words_makes_it_panic(words in prop::collection::vec(prop::sample::select(SOUP), 0..14)) {
        let spaced = ask(&words.join(" "), NOW);
        let _ = ask(&words.concat(), NOW);
        // What is understood is an interval, never an empty one.
        if let Ok(span) = spaced {
            let at = |text: &str| text.parse::<Timestamp>().unwrap();
            prop_assert!(at(&span.start) < at(&span.end), "{words:?}");
        }
    }

    #[test]
    fn no_format_makes_it_panic(format in "[%a-zA-Z0-9:^_ -]{1,20}") {
        let args = AskDateTime { format: Some(format), ..AskDateTime::default() };
        let _ = datetime(&args, &here(NOW), &ample());
    }
}
