//! Days, months, quarters and years, as they are written in English and in German.

use alloc::vec::Vec;
use core::ops::Range;

use super::tokens::{Token, TokenKind, tokens};

/// A day, or the month or the year of which no more is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day {
    /// The year.
    pub year: i32,
    /// The month from 1; 0 where none is said.
    pub month: u8,
    /// The day from 1; 0 where none is said.
    pub day: u8,
}

impl core::fmt::Display for Day {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{:04}", self.year)?;
        if self.month > 0 {
            write!(f, "-{:02}", self.month)?;
        }
        if self.day > 0 { write!(f, "-{:02}", self.day) } else { Ok(()) }
    }
}

/// A day in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundDay {
    /// Where it stands.
    pub at: Range<usize>,
    /// Which day it is.
    pub day: Day,
    /// Whether the year stands there too; else it is that of the last date before.
    pub whole: bool,
    /// Whether everybody reads it so: `03/05/2026` is in March or in May, by who wrote it.
    pub sure: bool,
}

const MONTHS: &[(&str, u8)] = &[
    ("january", 1),
    ("jan", 1),
    ("januar", 1),
    ("jänner", 1),
    ("february", 2),
    ("feb", 2),
    ("februar", 2),
    ("march", 3),
    ("mar", 3),
    ("märz", 3),
    ("mrz", 3),
    ("maerz", 3),
    ("april", 4),
    ("apr", 4),
    ("may", 5),
    ("mai", 5),
    ("june", 6),
    ("jun", 6),
    ("juni", 6),
    ("july", 7),
    ("jul", 7),
    ("juli", 7),
    ("august", 8),
    ("aug", 8),
    ("september", 9),
    ("sep", 9),
    ("sept", 9),
    ("october", 10),
    ("oct", 10),
    ("oktober", 10),
    ("okt", 10),
    ("november", 11),
    ("nov", 11),
    ("december", 12),
    ("dec", 12),
    ("dezember", 12),
    ("dez", 12),
];

/// The number of a month's name.
pub(crate) fn month(word: &str) -> Option<u8> {
    let lower = word.to_lowercase();
    MONTHS.iter().find(|(name, _)| *name == lower).map(|(_, month)| *month)
}

/// Words after which four digits are a year.
const BEFORE_YEAR: &[&str] = &[
    "in",
    "since",
    "im",
    "jahr",
    "jahre",
    "seit",
    "until",
    "till",
    "by",
    "from",
    "of",
    "during",
    "early",
    "late",
    "mid",
    "around",
    "about",
    "bis",
    "ab",
    "year",
    "um",
    "spring",
    "summer",
    "autumn",
    "fall",
    "winter",
    "frühjahr",
    "frühling",
    "sommer",
    "herbst",
    "anfang",
    "mitte",
    "ende",
    "before",
    "after",
    "vor",
    "nach",
    "von",
    "between",
    "zwischen",
    "circa",
    "ca",
    "fy",
    "established",
    "founded",
    "gegründet",
    "est",
    "copyright",
    "erst",
    "already",
    "bereits",
    "to",
    "and",
    "und",
    "end",
    "geschäftsjahr",
    "built",
    "baujahr",
    "gebaut",
];

const SEASONS: &[(&str, u8)] = &[
    ("spring", 3),
    ("summer", 6),
    ("autumn", 9),
    ("fall", 9),
    ("winter", 12),
    ("frühjahr", 3),
    ("frühling", 3),
    ("sommer", 6),
    ("herbst", 9),
];

/// Every day, month or year of a text, in order. `year` is meant where a day has none.
#[must_use]
pub fn days(text: &str, year: Option<i32>) -> Vec<FoundDay> {
    let tokens = tokens(text);
    let mut found: Vec<FoundDay> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let near = found.last().map(|one| one.day.year).or(year);
        let reader = Reader { text, tokens: &tokens, year: near };
        match reader.read(at) {
            Some((one, next)) => {
                found.push(one);
                at = next.max(at + 1);
            }
            None => at += 1,
        }
    }
    found
}

struct Reader<'a> {
    text: &'a str,
    tokens: &'a [Token],
    year: Option<i32>,
}

impl Reader<'_> {
    fn word(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.of(self.text))
    }

    fn is_number(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Number)
    }

    /// Whether a token touches the one before it.
    fn touches(&self, at: usize) -> bool {
        at > 0 && self.tokens.get(at).is_some_and(|one| one.at.start == self.tokens[at - 1].at.end)
    }

    fn small(&self, at: usize, most: u8) -> Option<u8> {
        let word = self.word(at);
        let number = word.parse().ok().filter(|_| self.is_number(at) && word.len() <= 2)?;
        (1..=most).contains(&number).then_some(number)
    }

    fn full_year(&self, at: usize) -> Option<i32> {
        let word = self.word(at);
        word.parse().ok().filter(|year| self.is_number(at) && word.len() == 4 && (1000..=2199).contains(year))
    }

    fn read(&self, at: usize) -> Option<(FoundDay, usize)> {
        self.iso(at)
            .or_else(|| self.dotted(at))
            .or_else(|| self.slashed(at))
            .or_else(|| self.quarter(at))
            .or_else(|| self.day_first(at))
            .or_else(|| self.month_first(at))
            .or_else(|| self.season(at))
            .or_else(|| self.year_alone(at))
    }

    fn found(&self, from: usize, next: usize, day: (i32, u8, u8), whole: bool) -> Option<(FoundDay, usize)> {
        let (year, month, day) = day;
        let at = self.tokens.get(from)?.at.start..self.tokens.get(next.checked_sub(1)?)?.at.end;
        (day <= most_days(year, month))
            .then_some((FoundDay { at, day: Day { year, month, day }, whole, sure: true }, next))
    }

    /// `2024-03-05`, also with a time behind it.
    fn iso(&self, at: usize) -> Option<(FoundDay, usize)> {
        let year = self.full_year(at)?;
        let mark = self.word(at + 1);
        let joined = matches!(mark, "-" | "/") && self.touches(at + 1) && self.touches(at + 2);
        let month = self.small(at + 2, 12).filter(|_| joined && self.word(at + 2).len() == 2)?;
        if self.word(at + 3) != mark || !self.touches(at + 3) {
            return if mark == "-" { self.found(at, at + 3, (year, month, 0), true) } else { None };
        }
        let day = self.small(at + 4, 31).filter(|_| self.touches(at + 4))?;
        self.found(at, at + 5, (year, month, day), true)
    }

    /// `5.3.2024`, `05.03.24`.
    fn dotted(&self, at: usize) -> Option<(FoundDay, usize)> {
        let word = self.word(at);
        let mut parts = word.split('.');
        let (day, month, year) = (parts.next()?, parts.next()?, parts.next());
        if !self.is_number(at) || parts.next().is_some() || day.len() > 2 || month.len() > 2 {
            return None;
        }
        let day: u8 = day.parse().ok().filter(|day| (1..=31).contains(day))?;
        let month: u8 = month.parse().ok().filter(|month| (1..=12).contains(month))?;
        let Some(year) = year else {
            // `5.3.` without a year: only where the last point is there.
            let pointed = self.word(at + 1) == "." && self.touches(at + 1) && month > 0 && word.len() >= 4;
            let year = self.year.filter(|_| pointed)?;
            return self.found(at, at + 2, (year, month, day), false);
        };
        self.found(at, at + 1, (written_year(year)?, month, day), true)
    }

    /// `3/25/2024` and `25/03/2024`; the month first where both would do, as only English writes slashes.
    fn slashed(&self, at: usize) -> Option<(FoundDay, usize)> {
        let mark = self.word(at + 1);
        let joined = (1..=4).all(|step| self.touches(at + step)) && self.word(at + 3) == mark;
        if !matches!(mark, "/" | "-") || !joined {
            return None;
        }
        let (one, two) = (self.small(at, 31)?, self.small(at + 2, 31)?);
        let year = self.word(at + 4);
        let year =
            written_year(year).filter(|_| self.is_number(at + 4) && (mark == "/" || year.len() == 4))?;
        let (month, day) = if one > 12 || mark == "-" { (two, one) } else { (one, two) };
        if month > 12 {
            return None;
        }
        let (found, next) = self.found(at, at + 5, (year, month, day), true)?;
        Some((FoundDay { sure: one > 12 || two > 12 || one == two, ..found }, next))
    }

    /// `Q1 2024`, `1. Quartal 2024`, `first quarter of 2024`.
    fn quarter(&self, at: usize) -> Option<(FoundDay, usize)> {
        const NAMES: &[(&str, u8)] = &[
            ("first", 1),
            ("second", 2),
            ("third", 3),
            ("fourth", 4),
            ("erstes", 1),
            ("ersten", 1),
            ("zweites", 2),
            ("zweiten", 2),
            ("drittes", 3),
            ("dritten", 3),
            ("viertes", 4),
            ("vierten", 4),
        ];
        let lower = self.word(at).to_lowercase();
        let short = lower.strip_prefix('q').and_then(|digit| digit.parse().ok());
        let (number, mut next) = if let Some(number) = short.filter(|number| (1..=4).contains(number)) {
            (number, at + 1)
        } else {
            let named = NAMES.iter().find(|(name, _)| *name == lower).map(|(_, number)| *number);
            let number = named.or_else(|| self.small(at, 4))?;
            let next = at + 1 + usize::from(self.word(at + 1) == ".");
            let quarter = self.word(next).to_lowercase();
            if !matches!(quarter.as_str(), "quarter" | "quartal" | "quartals") {
                return None;
            }
            (number, next + 1)
        };
        next += usize::from(matches!(self.word(next), "of" | "," | "/"));
        self.found(at, next + 1, (self.full_year(next)?, 3 * number - 2, 0), true)
    }

    /// `5 March 2024`, `5th of March, 2024`, `5. März 2024`, `5. März`.
    fn day_first(&self, at: usize) -> Option<(FoundDay, usize)> {
        let day = self.small(at, 31)?;
        let mut next = at + 1;
        let suffix = matches!(self.word(next), "st" | "nd" | "rd" | "th") && self.touches(next);
        next += usize::from(suffix || self.word(next) == ".");
        next += usize::from(self.word(next) == "of");
        let month = self.month_at(next)?;
        let lower = self.word(next).starts_with(char::is_lowercase);
        if lower {
            return None;
        }
        next += 1;
        let shown = next;
        next += usize::from(self.word(next) == ".");
        next += usize::from(matches!(self.word(next), "," | "of"));
        match self.full_year(next) {
            Some(year) => self.found(at, next + 1, (year, month, day), true),
            None => self.found(at, shown, (self.year?, month, day), false),
        }
    }

    /// `March 5, 2024`, `Mar. 5th 2024`, `March 2024`, `March 5`.
    fn month_first(&self, at: usize) -> Option<(FoundDay, usize)> {
        let month = self.month_at(at)?;
        // `may` and `mar` are words; a month is written large.
        if self.word(at).starts_with(char::is_lowercase) {
            return None;
        }
        let mut next = at + 1;
        next += usize::from(self.word(next) == "." && self.touches(next));
        let early = next + usize::from(matches!(self.word(next), "," | "of" | "des" | "'"));
        if let Some(year) = self.full_year(early) {
            return self.found(at, early + 1, (year, month, 0), true);
        }
        let day = self.small(next, 31)?;
        next += 1;
        next += usize::from(matches!(self.word(next), "st" | "nd" | "rd" | "th") && self.touches(next));
        let shown = next;
        next += usize::from(self.word(next) == ",");
        match self.full_year(next) {
            Some(year) => self.found(at, next + 1, (year, month, day), true),
            None => self.found(at, shown, (self.year?, month, day), false),
        }
    }

    fn month_at(&self, at: usize) -> Option<u8> {
        self.tokens.get(at).filter(|one| one.kind == TokenKind::Word).and_then(|one| month(one.of(self.text)))
    }

    /// `spring 2024`, `Herbst 2024`.
    fn season(&self, at: usize) -> Option<(FoundDay, usize)> {
        let lower = self.word(at).to_lowercase();
        let (_, month) = SEASONS.iter().find(|(name, _)| *name == lower)?;
        let next = at + 1 + usize::from(self.word(at + 1) == "of");
        self.found(at, next + 1, (self.full_year(next)?, *month, 0), true)
    }

    /// Four digits that nothing counts: after a word that a year follows, in brackets, or first in the text.
    fn year_alone(&self, at: usize) -> Option<(FoundDay, usize)> {
        let year = self.full_year(at)?;
        let before = at.checked_sub(1).map_or("", |at| self.word(at)).to_lowercase();
        let after = self.word(at + 1);
        let range =
            matches!(before.as_str(), "-" | "–" | "/") && at >= 2 && self.year_alone(at - 2).is_some();
        let bracket = before == "(" && matches!(after, ")" | "-" | "–" | ",");
        let first = at == 0
            && (matches!(after, "" | ":" | "-" | "–" | "—" | "," | "|" | "saw" | "began")
                || self.tokens.len() > 1 && self.is_word_after_year(at + 1));
        let counted = super::quantity::unit_of(after).is_some();
        let named = BEFORE_YEAR.contains(&before.as_str())
            && !matches!(before.as_str(), "and" | "und" | "to")
            || matches!(before.as_str(), "and" | "und" | "to" | "bis")
                && at >= 2
                && self.year_alone(at - 2).is_some();
        let last = matches!(after, "" | "." | "," | ";") && self.is_german() && !is_numbered(&before);
        if counted || is_numbered(&before) || !(range || bracket || first || named || last) {
            return None;
        }
        self.found(at, at + 1, (year, 0, 0), true)
    }

    /// German also ends a part of a sentence with a year alone: `Beschlossen wurde der Umbau 2019.`
    fn is_german(&self) -> bool {
        self.tokens.iter().any(|one| {
            matches!(
                one.of(self.text),
                "der" | "die" | "das" | "wurde" | "wurden" | "war" | "Der" | "Die" | "Das" | "ein" | "eine"
            )
        })
    }

    /// German begins a sentence with a year alone: `1998 zog der Verein um.`
    fn is_word_after_year(&self, at: usize) -> bool {
        let word = self.word(at);
        self.tokens.get(at).is_some_and(|one| one.kind == TokenKind::Word)
            && word.starts_with(char::is_lowercase)
    }
}

/// Words whose number is a name: `Room 2024`, `Zug 2026`.
fn is_numbered(before: &str) -> bool {
    const NAMES: &[&str] = &[
        "room",
        "raum",
        "section",
        "port",
        "issue",
        "line",
        "extension",
        "zug",
        "gleis",
        "nummer",
        "nr",
        "no",
        "number",
        "page",
        "seite",
        "serial",
        "numbers",
        "model",
        "modell",
        "order",
        "artikel",
        "article",
        "mark",
        "plz",
        "code",
        "version",
        "paragraph",
        "kapitel",
        "chapter",
        "zimmer",
        "platz",
        "type",
        "typ",
        "post",
        "flight",
        "flug",
        "bus",
        "linie",
        "item",
    ];
    NAMES.contains(&before)
}

/// A year of four digits, or of two: those up to 69 are of this century.
fn written_year(word: &str) -> Option<i32> {
    let year: i32 = word.parse().ok()?;
    match word.len() {
        4 if (1000..=2199).contains(&year) => Some(year),
        2 => Some(if year < 70 { 2000 + year } else { 1900 + year }),
        _ => None,
    }
}

const fn most_days(year: i32, month: u8) -> u8 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        _ => 31,
    }
}
