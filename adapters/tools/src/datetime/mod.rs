//! `datetime`: what time it is, and what interval a phrase means (INK-061, INK-062).
//!
//! A phrase is cut into pieces, read by a grammar of our own into what it says, and then put on the calendar. What is
//! not understood to the last word is refused: a guess would end up in a form.

mod formats;
mod grammar;
mod here;
mod phrase;
mod resolve;
mod tokens;
mod words;

use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _, Zoned};
use laika_protocol::ToolError;
use laika_protocol::tools::ToolResult;
use laika_protocol::tools::typed::{AskDateTime, Granularity, TimeSpan};

pub use here::Here;

use crate::Bounds;
use crate::refusal::{answer, invalid};
use resolve::{Interval, Refusal};
use tokens::{Piece, Token};

/// The longest phrase, in bytes.
const MOST_PHRASE: usize = 200;
/// The format if none is asked for.
const DEFAULT_FORMAT: &str = "iso";

/// Tells the time, or what a phrase means.
///
/// # Errors
///
/// `INVALID_ARGUMENT` with `E_DATE_UNKNOWN` (with how far it was understood), `E_DATE_AMBIGUOUS`, `E_DATE_INVALID` (no
/// such day or time), `E_DATE_ZONE`, `E_DATE_FORMAT`, `E_DATE_NOW`; `TIMEOUT` and `CANCELLED` by the bounds.
pub fn datetime(args: &AskDateTime, here: &Here, bounds: &Bounds) -> Result<ToolResult, ToolError> {
    bounds.check()?;
    let now = here.clone().with(args.zone.as_deref(), args.now.as_deref())?;
    let query = args.query.as_deref().map(str::trim).filter(|query| !query.is_empty());
    // The older pattern has one place for both.
    let (query, format) = match (query, args.format.as_deref()) {
        (Some(query), None) if formats::is_format(query) => (None, query),
        (query, format) => (query, format.unwrap_or(DEFAULT_FORMAT)),
    };
    let (interval, notes) = match query {
        Some(query) => understand(query, &now)?,
        None => (second(&now)?, Vec::new()),
    };
    told(query, &interval, notes, format)
}

fn told(
    query: Option<&str>,
    interval: &Interval,
    notes: Vec<String>,
    format: &str,
) -> Result<ToolResult, ToolError> {
    let Interval { start, end, granularity } = interval;
    let zone = start.time_zone().iana_name().unwrap_or("an unnamed zone").to_owned();
    let span = TimeSpan {
        start: formats::iso(start),
        end: formats::iso(end),
        granularity: *granularity,
        zone,
        formatted: formats::write(start, format)?,
        weekday: formats::write(start, "weekday")?,
        notes,
    };
    let summary = match query {
        None => format!("it is {} ({}, {})", span.formatted, span.weekday, span.zone),
        Some(query) => {
            format!(
                "`{query}` is {} up to {} ({}, {})",
                span.start,
                span.end,
                span.weekday,
                granularity.as_str()
            )
        }
    };
    let text = [std::slice::from_ref(&summary), &span.notes].concat().join("\n");
    answer(&span, summary, text)
}

fn second(now: &Zoned) -> Result<Interval, ToolError> {
    let end = now.checked_add(1.second()).map_err(|_| invalid("E_DATE_NOW", "the end of all calendars"))?;
    Ok(Interval { start: now.clone(), end, granularity: Granularity::Second })
}

/// The interval of a phrase, and what was taken for granted.
fn understand(query: &str, now: &Zoned) -> Result<(Interval, Vec<String>), ToolError> {
    if query.len() > MOST_PHRASE {
        return Err(invalid("E_DATE_UNKNOWN", &format!("the phrase is longer than {MOST_PHRASE} bytes")));
    }
    if let Some(interval) = with_offset(query, now) {
        return Ok((interval, Vec::new()));
    }
    let tidied = tokens::tidy(query);
    let pieces = tokens::pieces(&tidied);
    let (pieces, zone) = without_zone(&pieces);
    let now = zone.map_or_else(|| now.clone(), |zone| now.with_time_zone(zone));
    let phrase = grammar::read(pieces).map_err(|understood| unknown(&tidied, pieces, understood))?;
    resolve::resolve(&phrase, now).map_err(|refusal| refused(&refusal))
}

/// A moment that is written out with its offset, in the zone that was asked for.
fn with_offset(query: &str, now: &Zoned) -> Option<Interval> {
    let at: Timestamp = query.parse().ok()?;
    let start = at.to_zoned(now.time_zone().clone());
    let has_seconds =
        query.split(['T', 't', ' ']).nth(1)?.split(['Z', 'z', '+', '-']).next()?.matches(':').count() == 2;
    let (length, granularity) =
        if has_seconds { (1.second(), Granularity::Second) } else { (1.minute(), Granularity::Minute) };
    Some(Interval { end: start.checked_add(length).ok()?, start, granularity })
}

/// Cuts a zone off the end: `utc`, or a name with a slash.
fn without_zone(pieces: &[Piece]) -> (&[Piece], Option<TimeZone>) {
    let word = |place: usize| match &pieces.get(place)?.token {
        Token::Word(word) => Some(word.as_str()),
        Token::Number { .. } | Token::Sign(_) => None,
    };
    let count = pieces.len();
    for length in [5, 3, 1] {
        let Some(start) = count.checked_sub(length).filter(|start| *start > 0) else { continue };
        let is_one = pieces.iter().skip(start + 1).all(|piece| piece.glued);
        let names: Option<Vec<&str>> = (start..count).step_by(2).map(word).collect();
        let are_slashes = (start + 1..count).step_by(2).all(|place| pieces[place].token == Token::Sign('/'));
        let Some(name) = names.filter(|_| is_one && are_slashes).map(|names| names.join("/")) else {
            continue;
        };
        // A word alone could be a word of the phrase: only these are zones.
        if length == 1 && !matches!(name.as_str(), "utc" | "gmt") {
            continue;
        }
        if let Ok(zone) = here::named(&name) {
            return (&pieces[..start], Some(zone));
        }
    }
    (pieces, None)
}

fn unknown(tidied: &str, pieces: &[Piece], understood: usize) -> ToolError {
    let cut = pieces.get(understood).map_or(tidied.len(), |piece| piece.start);
    let (known, rest) = (tidied[..cut].trim(), tidied[cut..].trim());
    let message = match (known.is_empty(), rest.is_empty()) {
        (true, _) => format!("`{tidied}` is not understood as a date or time"),
        (false, true) => format!("`{known}` says too little: something is missing after it"),
        (false, false) => format!("`{known}` is understood, but not what comes after it: `{rest}`"),
    };
    invalid("E_DATE_UNKNOWN", &message)
}

fn refused(refusal: &Refusal) -> ToolError {
    match refusal {
        Refusal::Ambiguous(why) => invalid("E_DATE_AMBIGUOUS", why),
        Refusal::Invalid(why) => invalid("E_DATE_INVALID", why),
        Refusal::Unknown(why) => invalid("E_DATE_UNKNOWN", why),
    }
}
