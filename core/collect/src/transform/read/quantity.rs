//! Numbers with what they count: money, areas, percentages, measures.

use alloc::vec::Vec;
use core::ops::Range;

use super::number::{Decimal, decimal};
use super::tokens::{Token, TokenKind, tokens};

/// What a number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unit {
    /// Money, by the code of its currency.
    Money(&'static str),
    /// Hundredths.
    Percent,
    /// Square metres, square feet.
    Area,
    /// Metres.
    Length,
    /// Grams.
    Weight,
    /// Litres.
    Volume,
    /// Seconds.
    Time,
    /// Bytes.
    Data,
    /// Watts.
    Power,
    /// Watt-hours.
    Energy,
    /// Degrees.
    Heat,
    /// Things, or nothing that is said.
    Plain,
}

/// A number with its unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quantity {
    /// Where it stands, unit and sign included.
    pub at: Range<usize>,
    /// Its number.
    pub value: Decimal,
    /// What it counts.
    pub unit: Unit,
    /// What the number is multiplied by to be compared with another of its unit, in thousandths.
    pub times: i128,
}

impl Quantity {
    /// A number to sort by.
    #[must_use]
    pub fn order(&self) -> i128 {
        self.value.order().saturating_mul(self.times)
    }
}

const CURRENCIES: &[(&str, &str)] = &[
    ("€", "EUR"),
    ("eur", "EUR"),
    ("euro", "EUR"),
    ("euros", "EUR"),
    ("$", "USD"),
    ("usd", "USD"),
    ("us$", "USD"),
    ("dollar", "USD"),
    ("dollars", "USD"),
    ("£", "GBP"),
    ("gbp", "GBP"),
    ("pound", "GBP"),
    ("pounds", "GBP"),
    ("pfund", "GBP"),
    ("chf", "CHF"),
    ("franken", "CHF"),
    ("fr", "CHF"),
    ("sfr", "CHF"),
    ("¥", "JPY"),
    ("jpy", "JPY"),
    ("yen", "JPY"),
    ("sek", "SEK"),
    ("nok", "NOK"),
    ("dkk", "DKK"),
    ("pln", "PLN"),
    ("zł", "PLN"),
    ("zl", "PLN"),
    ("czk", "CZK"),
    ("cad", "CAD"),
    ("aud", "AUD"),
    ("inr", "INR"),
    ("₹", "INR"),
    ("cny", "CNY"),
    ("huf", "HUF"),
];

/// The code of a currency's sign or name.
pub(crate) fn currency(word: &str) -> Option<&'static str> {
    let lower = word.to_lowercase();
    CURRENCIES.iter().find(|(name, _)| *name == lower).map(|(_, code)| *code)
}

/// Digits behind the point of a currency's amounts.
pub(crate) fn minor_digits(code: &str) -> u8 {
    if matches!(code, "JPY" | "HUF") { 0 } else { 2 }
}

/// Units with what one of them is of the smallest that is compared, in thousandths.
const UNITS: &[(&str, Unit, i128)] = &[
    ("%", Unit::Percent, 1000),
    ("percent", Unit::Percent, 1000),
    ("prozent", Unit::Percent, 1000),
    ("m²", Unit::Area, 1000),
    ("quadratmetern", Unit::Area, 1000),
    ("acre", Unit::Area, 4_046_856),
    ("m2", Unit::Area, 1000),
    ("qm", Unit::Area, 1000),
    ("sqm", Unit::Area, 1000),
    ("quadratmeter", Unit::Area, 1000),
    ("ft²", Unit::Area, 93),
    ("sqft", Unit::Area, 93),
    ("ha", Unit::Area, 10_000_000),
    ("hectares", Unit::Area, 10_000_000),
    ("hektar", Unit::Area, 10_000_000),
    ("acres", Unit::Area, 4_046_856),
    ("km²", Unit::Area, 1_000_000_000),
    ("km", Unit::Length, 1_000_000),
    ("kilometers", Unit::Length, 1_000_000),
    ("kilometres", Unit::Length, 1_000_000),
    ("kilometer", Unit::Length, 1_000_000),
    ("m", Unit::Length, 1000),
    ("meter", Unit::Length, 1000),
    ("metres", Unit::Length, 1000),
    ("meters", Unit::Length, 1000),
    ("cm", Unit::Length, 10),
    ("mm", Unit::Length, 1),
    ("miles", Unit::Length, 1_609_344),
    ("mile", Unit::Length, 1_609_344),
    ("inch", Unit::Length, 25),
    ("inches", Unit::Length, 25),
    ("zoll", Unit::Length, 25),
    ("ft", Unit::Length, 305),
    ("feet", Unit::Length, 305),
    ("kg", Unit::Weight, 1_000_000),
    ("kilogram", Unit::Weight, 1_000_000),
    ("kilograms", Unit::Weight, 1_000_000),
    ("kilogramm", Unit::Weight, 1_000_000),
    ("g", Unit::Weight, 1000),
    ("gramm", Unit::Weight, 1000),
    ("grams", Unit::Weight, 1000),
    ("lb", Unit::Weight, 453_592),
    ("lbs", Unit::Weight, 453_592),
    ("oz", Unit::Weight, 28_350),
    ("tonnen", Unit::Weight, 1_000_000_000),
    ("tonnes", Unit::Weight, 1_000_000_000),
    ("°c", Unit::Heat, 1000),
    ("tonne", Unit::Weight, 1_000_000_000),
    ("l", Unit::Volume, 1000),
    ("liter", Unit::Volume, 1000),
    ("litre", Unit::Volume, 1000),
    ("liters", Unit::Volume, 1000),
    ("litres", Unit::Volume, 1000),
    ("ml", Unit::Volume, 1),
    ("seconds", Unit::Time, 1000),
    ("sekunden", Unit::Time, 1000),
    ("min", Unit::Time, 60_000),
    ("minutes", Unit::Time, 60_000),
    ("minute", Unit::Time, 60_000),
    ("minuten", Unit::Time, 60_000),
    ("h", Unit::Time, 3_600_000),
    ("hours", Unit::Time, 3_600_000),
    ("hour", Unit::Time, 3_600_000),
    ("stunden", Unit::Time, 3_600_000),
    ("stunde", Unit::Time, 3_600_000),
    ("std", Unit::Time, 3_600_000),
    ("day", Unit::Time, 86_400_000),
    ("days", Unit::Time, 86_400_000),
    ("tag", Unit::Time, 86_400_000),
    ("tage", Unit::Time, 86_400_000),
    ("tagen", Unit::Time, 86_400_000),
    ("week", Unit::Time, 604_800_000),
    ("weeks", Unit::Time, 604_800_000),
    ("woche", Unit::Time, 604_800_000),
    ("wochen", Unit::Time, 604_800_000),
    ("p", Unit::Money("GBP"), 10),
    ("pence", Unit::Money("GBP"), 10),
    ("cents", Unit::Money("USD"), 10),
    ("cent", Unit::Money("EUR"), 10),
    ("month", Unit::Time, 2_592_000_000),
    ("months", Unit::Time, 2_592_000_000),
    ("monat", Unit::Time, 2_592_000_000),
    ("monate", Unit::Time, 2_592_000_000),
    ("monaten", Unit::Time, 2_592_000_000),
    ("year", Unit::Time, 31_536_000_000),
    ("years", Unit::Time, 31_536_000_000),
    ("jahr", Unit::Time, 31_536_000_000),
    ("jahre", Unit::Time, 31_536_000_000),
    ("jahren", Unit::Time, 31_536_000_000),
    ("kb", Unit::Data, 1),
    ("mb", Unit::Data, 1000),
    ("gb", Unit::Data, 1_000_000),
    ("tb", Unit::Data, 1_000_000_000),
    ("w", Unit::Power, 1000),
    ("watt", Unit::Power, 1000),
    ("kw", Unit::Power, 1_000_000),
    ("ps", Unit::Power, 735_500),
    ("hp", Unit::Power, 745_700),
    ("kwh", Unit::Energy, 1_000_000),
    ("wh", Unit::Energy, 1000),
];

/// The unit that a word is.
pub(crate) fn unit_of(word: &str) -> Option<(Unit, i128)> {
    let lower = word.to_lowercase();
    if let Some(code) = currency(&lower) {
        return Some((Unit::Money(code), 1000));
    }
    UNITS.iter().find(|(name, ..)| *name == lower).map(|(_, unit, times)| (*unit, *times))
}

const MANY: &[(&str, i128)] = &[
    ("million", 1_000_000),
    ("millions", 1_000_000),
    ("millionen", 1_000_000),
    ("mio", 1_000_000),
    ("mn", 1_000_000),
    ("m", 1_000_000),
    ("bn", 1_000_000_000),
    ("billion", 1_000_000_000),
    ("milliarden", 1_000_000_000),
    ("milliarde", 1_000_000_000),
    ("mrd", 1_000_000_000),
    ("thousand", 1000),
    ("tausend", 1000),
    ("tsd", 1000),
    ("trillion", 1_000_000_000_000),
];

/// Every number of a piece of text with its unit, in order. What belongs to a date is a number too; whoever looks for
/// dates takes them first.
#[must_use]
pub fn quantities(text: &str) -> Vec<Quantity> {
    let tokens = tokens(text);
    (0..tokens.len()).filter_map(|at| quantity(text, &tokens, at)).collect()
}

fn quantity(text: &str, tokens: &[Token], at: usize) -> Option<Quantity> {
    let token = tokens.get(at).filter(|token| token.kind == TokenKind::Number)?;
    let before = at.checked_sub(1).and_then(|at| tokens.get(at));
    // `A4`, `v2.1` and the second half of `10-12` are no numbers of their own; a sign is one only after a space.
    let touches = before.is_some_and(|one| one.at.end == token.at.start);
    if touches && before.is_some_and(|one| one.kind == TokenKind::Word && currency(one.of(text)).is_none()) {
        return None;
    }
    // `v2.1`: the point and what stands before it touch.
    let pointed = touches && before.is_some_and(|one| matches!(one.of(text), "." | ","));
    let earlier = at.checked_sub(2).and_then(|at| tokens.get(at));
    if pointed && earlier.is_some_and(|one| one.kind == TokenKind::Word && one.at.end + 1 == token.at.start) {
        return None;
    }
    let value = decimal(token.of(text), None)?;
    let mut found = Quantity { at: token.at.clone(), value, unit: Unit::Plain, times: 1000 };
    let mut next = at + 1;
    // `450,-` and `450,–` are whole amounts.
    let mark = |at: usize, marks: &[&str]| tokens.get(at).is_some_and(|one| marks.contains(&one.of(text)));
    if mark(next, &[","]) && mark(next + 1, &["-", "–", "—"]) && tokens[next].at.start == found.at.end {
        found.at.end = tokens[next + 1].at.end;
        next += 2;
    }
    let mut many = 1;
    let paid = before.is_some_and(|one| currency(one.of(text)).is_some());
    if let Some((_, times)) = tokens.get(next).and_then(|one| {
        let word = one.of(text).to_lowercase();
        // `£7.7m`: a letter multiplies money only.
        MANY.iter().find(|(name, _)| *name == word && (paid || name.len() > 1))
    }) {
        many = *times;
        found.at.end = tokens[next].at.end;
        next += 1;
        if mark(next, &["."]) {
            next += 1;
        }
    }
    let mut unit = None;
    if let Some(code) = before.and_then(|one| currency(one.of(text))) {
        found.at.start = before.map_or(found.at.start, |one| one.at.start);
        // `US$` and `C$`.
        if let Some(land) = at.checked_sub(2).and_then(|at| tokens.get(at))
            && land.at.end == found.at.start
            && land.of(text) == "US"
        {
            found.at.start = land.at.start;
        }
        unit = Some((Unit::Money(code), 1000, found.at.end));
    } else if let Some(after) = tokens.get(next) {
        unit = measured(text, tokens, next, after);
    }
    if let Some((kind, times, end)) = unit {
        found.unit = kind;
        found.times = times;
        found.at.end = found.at.end.max(end);
    }
    found.times = found.times.saturating_mul(many);
    sign(text, tokens, &mut found);
    Some(found)
}

/// The unit that stands at a place, and where it ends.
fn measured(text: &str, tokens: &[Token], at: usize, after: &Token) -> Option<(Unit, i128, usize)> {
    let mut word = after;
    // `3-day` and `20-m²`.
    if word.of(text) == "-" {
        word = tokens.get(at + 1)?;
    }
    let lower = word.of(text).to_lowercase();
    let next = tokens.get(at + 1).map_or("", |one| one.of(text)).to_lowercase();
    let next_end = tokens.get(at + 1).map_or(word.at.end, |one| one.at.end);
    match (lower.as_str(), next.as_str()) {
        ("square" | "sq", "feet" | "foot" | "ft") => return Some((Unit::Area, 93, next_end)),
        ("square" | "sq", "meters" | "metres" | "meter" | "m") => return Some((Unit::Area, 1000, next_end)),
        ("°", "c" | "f") => return Some((Unit::Heat, 1000, next_end)),
        ("per", "cent") => return Some((Unit::Percent, 1000, next_end)),
        ("m", "^") => return Some((Unit::Area, 1000, tokens.get(at + 2).map_or(next_end, |one| one.at.end))),
        _ => {}
    }
    // A single letter is a unit only where it touches nothing else: `5 m`, not `5 M.`.
    let is_letter = word.of(text).len() == 1 && word.kind == TokenKind::Word;
    if is_letter && word.of(text).starts_with(char::is_uppercase) {
        return None;
    }
    unit_of(&lower).map(|(unit, times)| (unit, times, word.at.end))
}

/// A sign before the number belongs to it where nothing touches it from the left.
fn sign(text: &str, tokens: &[Token], found: &mut Quantity) {
    let before = tokens.iter().rev().find(|one| one.at.end <= found.at.start);
    let Some(mark) = before.filter(|one| one.at.end == found.at.start) else { return };
    let free = text[..mark.at.start].chars().next_back().is_none_or(char::is_whitespace);
    if matches!(mark.of(text), "-" | "−" | "–") && free {
        found.at.start = mark.at.start;
        found.value.mantissa = -found.value.mantissa;
    }
}
