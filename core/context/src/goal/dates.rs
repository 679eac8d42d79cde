//! Dates and times as people write them, for fields that take them in one form only.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use laika_protocol::observation::Element;
use laika_protocol::time::month_days;

use super::only;

/// What stands around a date.
const MARKS: [char; 7] = ['"', '“', '”', ',', '.', '(', ')'];
/// The months by their names, in a few languages.
const MONTHS: &[&[&str]] = &[
    &["january", "januar", "jänner", "janvier", "enero", "gennaio", "janeiro"],
    &["february", "februar", "février", "fevrier", "febrero", "febbraio", "fevereiro"],
    &["march", "märz", "mars", "marzo", "março"],
    &["april", "avril", "abril", "aprile"],
    &["may", "mai", "mayo", "maggio", "maio"],
    &["june", "juni", "juin", "junio", "giugno", "junho"],
    &["july", "juli", "juillet", "julio", "luglio", "julho"],
    &["august", "août", "aout", "agosto"],
    &["september", "sept", "septembre", "septiembre", "settembre", "setembro"],
    &["october", "oktober", "octobre", "octubre", "ottobre", "outubro"],
    &["november", "novembre", "noviembre", "novembro"],
    &["december", "dezember", "décembre", "decembre", "diciembre", "dicembre", "dezembro"],
];
/// The first letters of a name that is cut short.
const SHORT: usize = 3;
/// The days of the week by how their names begin.
const WEEKDAYS: &[&str] = &[
    "mon", "tue", "wed", "thu", "fri", "sat", "sun", "die", "mit", "don", "fre", "sam", "son", "lun", "mar",
    "mer", "mié", "mie", "jeu", "jue", "ven", "vie", "sáb", "dim", "dom",
];
/// Behind the number of a day: "3rd", "1er".
const ORDINAL: &[&str] = &["", "st", "nd", "rd", "th", "er"];

/// A day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Date {
    pub(super) year: u32,
    pub(super) month: u32,
    pub(super) day: u32,
}

/// The only day that a clause names with its whole year, in figures or in words; figures as the field that it is for reads
/// them.
pub(super) fn in_clause(clause: &str, field: Option<&Element>) -> Option<Date> {
    let bare = |word: &&str| *word != "de" && *word != "of";
    let words: Vec<&str> =
        clause.split_whitespace().map(|word| word.trim_matches(MARKS)).filter(bare).collect();
    let is_named = |three: &&[&str]| three.iter().all(|word| figures(word).is_none());
    let in_words = words.windows(3).filter(is_named).map(|three| three.join(" "));
    let in_figures = words.iter().filter(|word| figures(word).is_some()).map(|word| (*word).into());
    let has_year = |said: &String| said.split(|c: char| !c.is_ascii_digit()).any(|part| part.len() == 4);
    only(in_words.chain(in_figures).filter(has_year).filter_map(|said| date(&said, field)))
}

/// A month of a year, where two words say nothing else.
pub(super) fn month_and_year(month: &str, year: &str) -> Option<(u32, u32)> {
    let is_year = year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit());
    Some((year.parse().ok().filter(|_| is_year)?, month_of(month)?))
}

/// The only day that a name says in a way that everybody reads alike: in words, or the year first.
pub(super) fn unmistakable(name: &str) -> Option<Date> {
    let is_clear = |word: &str| figures(word.trim_matches(MARKS)).is_none_or(|parts| parts[0] > 31);
    in_clause(name, None).filter(|_| name.split_whitespace().all(is_clear))
}

/// Whether words speak of a day at all: of one without its year, or of several.
pub(super) fn are_spoken_of(words: &str) -> bool {
    let words: Vec<&str> = words.split_whitespace().map(|word| word.trim_matches(MARKS)).collect();
    let beside = |pair: &[&str]| match pair {
        [one, other] => {
            month_of(one).is_some() && number(other).is_some()
                || number(one).is_some() && month_of(other).is_some()
        }
        _ => false,
    };
    let whole = |word: &&str| figures(word).is_some_and(|parts| parts.len() == 3);
    words.iter().any(whole) || words.windows(2).any(beside)
}

/// Whether a word names a day of the week.
pub(super) fn is_weekday(word: &str) -> bool {
    WEEKDAYS.iter().any(|day| word.to_lowercase().starts_with(day))
}

/// Whether a word is a part of a date: a number, or the name of a month.
pub(super) fn is_part(word: &str) -> bool {
    number(word).is_some() || month_of(word).is_some()
}

/// What is typed into a field of this kind so that it holds what was said; the words themselves for any other field, and
/// where they say no date.
pub(super) fn for_field(field: &Element, said: &str) -> String {
    let whole = match field.attributes.input_type.as_deref() {
        Some("date") => {
            date(said, Some(field)).map(|Date { year, month, day }| format!("{year:04}-{month:02}-{day:02}"))
        }
        Some("month") => month(said),
        Some("time") => time(said).map(|(hour, minute)| format!("{hour:02}:{minute:02}")),
        _ => None,
    };
    whole.unwrap_or_else(|| said.into())
}

/// The only word of a clause that is a date or a time in figures, as it was said.
pub(super) fn in_figures<'a>(clause: &'a str, kind: &str) -> Option<&'a str> {
    let fits = |word: &&str| match kind {
        "date" => figures(word).is_some_and(|parts| parts.len() == 3),
        "time" => word.contains(':') && time(word).is_some(),
        "month" => figures(word).is_some_and(|parts| parts.len() == 2),
        _ => false,
    };
    let bare = |word: &'a str| word.trim_matches(MARKS);
    let figures = only(clause.split_whitespace().map(bare).filter(fits))?;
    // "2:30 pm" is two words.
    let Some((_, rest)) = clause.split_once(figures).filter(|_| kind == "time") else { return Some(figures) };
    let half = rest.trim_start().get(..2).filter(|half| ["am", "pm"].contains(&half.to_lowercase().as_str()));
    let longer = half.map_or(0, |half| rest.len() - rest.trim_start().len() + half.len());
    let at = clause.find(figures)?;
    clause.get(at..at + figures.len() + longer)
}

/// Numbers with one mark between them: `10/11/2011`.
fn figures(word: &str) -> Option<Vec<u32>> {
    let mark = word.chars().find(|c| !c.is_ascii_digit()).filter(|mark| matches!(mark, '/' | '.' | '-'))?;
    let parts: Option<Vec<u32>> =
        word.split(mark).map(|part| part.parse().ok().filter(|_| part.len() <= 4)).collect();
    parts.filter(|parts| parts.len() >= 2)
}

fn date(said: &str, field: Option<&Element>) -> Option<Date> {
    let said = said.trim();
    let (year, month, day) = match figures(said).as_deref() {
        Some([year, month, day]) if *year > 31 => (*year, *month, *day),
        Some([day, month, year]) if said.contains('.') => (*year, *month, *day),
        Some([first, second, year]) if *first > 12 => (*year, *second, *first),
        Some([first, second, year]) if *second > 12 || is_month_first(field) => (*year, *first, *second),
        Some([first, second, year]) => (*year, *second, *first),
        Some(_) => return None,
        None => named(said)?,
    };
    let year = if year < 100 { 2000 + year } else { year };
    let days = month_days(year.into(), month.into());
    ((1..=12).contains(&month) && (1..=days).contains(&day.into()) && year >= 1000).then_some(Date {
        year,
        month,
        day,
    })
}

/// Whether the month comes first where figures do not say it: by the hint of the field, else by the language it is in. The
/// browser itself speaks American English.
fn is_month_first(field: Option<&Element>) -> bool {
    let attributes = field.map(|field| &field.attributes);
    let hint = attributes.and_then(|of| of.placeholder.as_deref()).unwrap_or_default().to_lowercase();
    let lang = attributes.and_then(|of| of.lang.as_deref()).unwrap_or("en-US").to_lowercase();
    match (hint.find('m'), hint.find(['d', 't', 'j'])) {
        (Some(month), Some(day)) => month < day,
        _ => matches!(lang.as_str(), "en" | "en-us" | "fil" | "en-ph"),
    }
}

/// `3 May 2024`, `May 3rd, 2024`, `3. Mai 2024`.
fn named(said: &str) -> Option<(u32, u32, u32)> {
    let words: Vec<&str> =
        said.split([' ', ',', '.']).filter(|word| !word.is_empty() && *word != "de").collect();
    match words.as_slice() {
        [day, month, year] if month_of(month).is_some() => {
            Some((number(year)?, month_of(month)?, number(day)?))
        }
        [month, day, year] => Some((number(year)?, month_of(month)?, number(day)?)),
        _ => None,
    }
}

/// `3`, `3rd`.
fn number(word: &str) -> Option<u32> {
    let figures = word.trim_end_matches(|c: char| c.is_alphabetic());
    let ordinal = word.get(figures.len()..).unwrap_or_default().to_lowercase();
    figures.parse().ok().filter(|_| ORDINAL.contains(&ordinal.as_str()))
}

/// A month by its whole name, or by the first letters of it.
fn month_of(word: &str) -> Option<u32> {
    let word = word.trim_end_matches('.').to_lowercase();
    let is_short = word.chars().count() == SHORT;
    let is_name = |name: &&str| *name == word || is_short && name.starts_with(&word);
    let at = MONTHS.iter().position(|names| names.iter().any(is_name))?;
    u32::try_from(at + 1).ok()
}

/// `05/2024`, `May 2024`.
fn month(said: &str) -> Option<String> {
    let (year, month) = match figures(said).as_deref() {
        Some([year, month]) if *year > 12 => (*year, *month),
        Some([month, year]) => (*year, *month),
        Some(_) => return None,
        None => {
            let (name, year) = said.trim().split_once(' ')?;
            (year.trim().parse().ok()?, month_of(name)?)
        }
    };
    ((1..=12).contains(&month) && year >= 1000).then(|| format!("{year:04}-{month:02}"))
}

/// The times of day that words say.
pub(crate) fn times(said: &str) -> Vec<(u32, u32)> {
    let words: Vec<&str> = said.split_whitespace().map(|word| word.trim_matches(MARKS)).collect();
    let alone = |at: usize| time(words[at]);
    // "10 pm" is two words, and "10:00 pm" is not ten in the morning.
    let with_half = |at: usize| time(&format!("{}{}", words[at], words.get(at + 1)?));
    (0..words.len()).filter_map(|at| with_half(at).or_else(|| alone(at))).collect()
}

/// `14:30`, `2:30 pm`, `2 pm`.
pub(crate) fn time(said: &str) -> Option<(u32, u32)> {
    let lower = said.trim().to_lowercase();
    let (figures, half) = match (lower.strip_suffix("am"), lower.strip_suffix("pm")) {
        (Some(rest), _) => (rest.trim(), Some(0)),
        (_, Some(rest)) => (rest.trim(), Some(12)),
        (None, None) => (lower.as_str(), None),
    };
    let (hour, minute) = match figures.split_once(':') {
        Some((hour, minute)) => (hour.parse().ok()?, minute.parse().ok()?),
        None => (half.and(figures.parse::<u32>().ok())?, 0),
    };
    let hour = match half {
        Some(half) => (1..=12).contains(&hour).then_some(hour % 12 + half)?,
        None => hour,
    };
    (hour < 24 && minute < 60).then_some((hour, minute))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::seen;
    use alloc::string::ToString;

    #[test]
    fn dates_get_the_form_that_their_field_takes() {
        for (kind, hint, lang, said, expected) in [
            ("date", "", "", "10/11/2011", "2011-10-11"),
            ("date", "dd/mm/yyyy", "", "10/11/2011", "2011-11-10"),
            ("date", "mm/dd/yyyy", "de", "10/11/2011", "2011-10-11"),
            ("date", "", "en-GB", "10/11/2011", "2011-11-10"),
            ("date", "", "", "25/12/2020", "2020-12-25"),
            ("date", "", "", "12/25/2020", "2020-12-25"),
            ("date", "", "", "3.5.2024", "2024-05-03"),
            ("date", "", "", "2024-05-03", "2024-05-03"),
            ("date", "", "", "3 May 2024", "2024-05-03"),
            ("date", "", "", "May 3rd, 2024", "2024-05-03"),
            ("date", "", "", "29 février 2024", "2024-02-29"),
            ("date", "", "", "30.2.2024", "30.2.2024"),
            ("date", "", "", "tomorrow", "tomorrow"),
            ("time", "", "", "14:30", "14:30"),
            ("time", "", "", "2:05 PM", "14:05"),
            ("time", "", "", "12 am", "00:00"),
            ("time", "", "", "25:00", "25:00"),
            ("month", "", "", "05/2024", "2024-05"),
            ("month", "", "", "Mai 2024", "2024-05"),
            ("text", "", "", "10/11/2011", "10/11/2011"),
        ] {
            let mut page = seen::page(&[("textbox", "")]);
            let attributes = &mut page.elements[0].attributes;
            attributes.input_type = Some(kind.into());
            attributes.placeholder = (!hint.is_empty()).then(|| hint.to_string());
            attributes.lang = (!lang.is_empty()).then(|| lang.to_string());
            assert_eq!(for_field(&page.elements[0], said), expected, "{kind} {hint} {lang} {said}");
        }
    }

    #[test]
    fn the_only_date_of_a_clause_is_meant() {
        for (clause, kind, expected) in [
            ("Enter 10/11/2011 as the date", "date", Some("10/11/2011")),
            ("Set it to 14:30.", "time", Some("14:30")),
            ("Set 2:30 pm and save", "time", Some("2:30 pm")),
            ("from 1/2/2020 to 1/3/2020", "date", None),
            ("call 555-1234", "date", None),
            ("enter nothing", "date", None),
        ] {
            assert_eq!(in_figures(clause, kind), expected, "{clause}");
        }
    }
}
