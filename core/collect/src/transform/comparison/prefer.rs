//! The order of rows by a sentence of the person: what comes first, what must be, what at most.
//!
//! Every part of the sentence becomes a rule or is said not to be understood; a rule never guesses a value.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cmp::Ordering;

use laika_context::text::{fold, is_negation, is_stop, stem, words};
use laika_protocol::collection::{Cited, Phrase};

use super::candidates::clauses;
use super::column::{Column, is_of, is_same, looks_like};
use super::prefer_words::{BOUNDS, FILLERS, NEEDS, NO, SUPERLATIVES, YES};
use super::value::order_of;
use crate::transform::concepts::{Kind, has_phrase, phrase_at};
use crate::transform::read::{Quantity, Unit, quantities};

/// A row of a table, as words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// Its cells; nothing where it is not known.
    pub cells: Vec<Option<String>>,
}

/// Rows in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ranked {
    /// All rows: those that meet what must be, then those of which it is not known, then those that do not.
    pub order: Vec<usize>,
    /// The rows of which it is not known whether they meet what must be.
    pub unknown: Vec<usize>,
    /// The rows that do not meet it.
    pub fails: Vec<usize>,
    /// What was understood, and what was not.
    pub notes: Vec<Cited>,
}

enum Rule {
    Sort { column: usize, kind: Kind, most_first: bool },
    Bound { column: usize, kind: Kind, at_most: bool, strict: bool, limit: i128 },
    Need { column: Option<usize>, wanted: bool, words: Vec<String> },
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Met {
    Yes,
    Unknown,
    No,
}

/// The rows in the order that a sentence of the person asks for.
#[must_use]
pub fn rank(columns: &[String], rows: &[TableRow], sentence: &str) -> Ranked {
    let named: Vec<Column> = columns.iter().map(|name| Column::new(name)).collect();
    let mut ranked = Ranked::default();
    let mut rules = Vec::new();
    for part in parts(sentence) {
        let found = read(part, &named, rows);
        if found.is_empty() {
            let shown = laika_protocol::text::one_line(part);
            ranked.notes.push(Cited::ours(Phrase::NotUnderstood, [shown.trim().to_string()]));
        }
        rules.extend(found);
    }
    for rule in &rules {
        ranked.notes.push(said(rule, columns));
    }
    let met: Vec<Met> = rows.iter().map(|row| meets(row, &rules)).collect();
    // Every cell is read once, not whenever two rows are compared.
    let sorted: Vec<Vec<Place>> = rows.iter().map(|row| places(row, &rules)).collect();
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by(|one, other| met[*one].cmp_to(met[*other]).then_with(|| sorted[*one].cmp(&sorted[*other])));
    ranked.unknown = order.iter().copied().filter(|at| met[*at] == Met::Unknown).collect();
    ranked.fails = order.iter().copied().filter(|at| met[*at] == Met::No).collect();
    ranked.order = order;
    ranked
}

impl Met {
    const fn place(self) -> u8 {
        match self {
            Self::Yes => 0,
            Self::Unknown => 1,
            Self::No => 2,
        }
    }

    fn cmp_to(self, other: Self) -> Ordering {
        self.place().cmp(&other.place())
    }
}

/// The parts of a sentence that say one thing each.
fn parts(sentence: &str) -> Vec<&str> {
    let mut found: Vec<&str> = clauses(sentence).into_iter().map(|at| &sentence[at]).collect();
    for joint in [" and ", " und ", " but ", " aber ", ". ", " then ", " dann "] {
        found = found.into_iter().flat_map(|part| part.split(joint)).collect();
    }
    let joined = |part: &'_ str| -> usize {
        let first = part.split(' ').next().unwrap_or_default();
        if matches!(first, "and" | "und" | "but" | "aber" | "then" | "dann") { first.len() } else { 0 }
    };
    found
        .into_iter()
        .map(str::trim)
        .map(|part| part[joined(part)..].trim())
        .filter(|part| words(part).iter().any(|word| !is_stop(word) || is_negation(word)))
        .collect()
}

fn read(part: &str, columns: &[Column], rows: &[TableRow]) -> Vec<Rule> {
    let folded = fold(part);
    let quantity = quantities(part).into_iter().next();
    if let Some(quantity) = &quantity
        && let Some(rule) = bound(&folded, quantity, columns, rows)
    {
        return alloc::vec![rule];
    }
    let mut rules: Vec<Rule> = superlative(&folded, columns, rows).into_iter().collect();
    if rules.is_empty() || NEEDS.iter().take(15).any(|word| has_phrase(&folded, word)) {
        rules.extend(need(&folded, columns, !rules.is_empty()));
    }
    rules
}

/// The column that a part of a sentence names.
fn named(folded: &str, columns: &[Column]) -> Option<usize> {
    let stems: Vec<&str> = folded.split(' ').map(stem).collect();
    let by_words = columns
        .iter()
        .position(|column| column.stems.iter().any(|wanted| stems.iter().any(|word| is_same(word, wanted))));
    let by_concept = || {
        columns.iter().position(|column| {
            column.concept().is_some_and(|concept| {
                concept
                    .names
                    .iter()
                    .chain(concept.cues)
                    .any(|name| name.len() > 4 && has_phrase(folded, name))
            })
        })
    };
    by_words.or_else(by_concept)
}

/// The first column of a kind: by what it is of, or by what most of its cells look like.
fn of_kind(kind: Kind, columns: &[Column], rows: &[TableRow]) -> Option<usize> {
    let by_concept = columns.iter().position(|column| column.kind() == kind);
    by_concept.or_else(|| {
        (0..columns.len()).find(|at| {
            let cells = || rows.iter().filter_map(|row| row.cells.get(*at).and_then(Option::as_deref));
            let like = cells().filter(|cell| looks_like(cell, kind)).count();
            like > 0 && 2 * like >= cells().count()
        })
    })
}

/// What the cells of a column are to be compared as.
fn kind_of(at: usize, columns: &[Column], rows: &[TableRow]) -> Kind {
    let own = columns.get(at).map_or(Kind::Text, Column::kind);
    if !matches!(own, Kind::Text | Kind::Count) {
        return own;
    }
    let all = [
        Kind::Money,
        Kind::Area,
        Kind::Weight,
        Kind::Time,
        Kind::Percent,
        Kind::Data,
        Kind::Length,
        Kind::Heat,
    ];
    let cells = || rows.iter().filter_map(|row| row.cells.get(at).and_then(Option::as_deref));
    let often = |kind: &Kind| 2 * cells().filter(|cell| looks_like(cell, *kind)).count() > cells().count();
    all.into_iter().find(often).unwrap_or(own)
}

fn superlative(folded: &str, columns: &[Column], rows: &[TableRow]) -> Option<Rule> {
    let (_, kind, most_first) =
        SUPERLATIVES.iter().find(|(words, ..)| words.iter().any(|word| has_phrase(folded, word)))?;
    let by_name = named(folded, columns);
    let column = match (by_name, kind) {
        (Some(at), _) => at,
        (None, Some(Kind::Area)) => [Kind::Area, Kind::Data, Kind::Length, Kind::Count]
            .into_iter()
            .find_map(|kind| of_kind(kind, columns, rows))?,
        (None, Some(kind)) => of_kind(*kind, columns, rows)?,
        (None, None) => return None,
    };
    Some(Rule::Sort { column, kind: kind_of(column, columns, rows), most_first: *most_first })
}

fn bound(folded: &str, quantity: &Quantity, columns: &[Column], rows: &[TableRow]) -> Option<Rule> {
    let found = BOUNDS.iter().flat_map(|(words, at_most, strict)| {
        words
            .iter()
            .filter_map(move |word| phrase_at(folded, word).map(|at| (at, word.len(), *at_most, *strict)))
    });
    // The longest that stands first: `no more than` is not `more than`.
    let (_, _, at_most, strict) = found.max_by_key(|(at, length, ..)| (*length, core::cmp::Reverse(*at)))?;
    let kinds = [
        Kind::Money,
        Kind::Area,
        Kind::Length,
        Kind::Weight,
        Kind::Time,
        Kind::Percent,
        Kind::Data,
        Kind::Heat,
    ];
    let by_unit = kinds.into_iter().find(|kind| is_of(quantity.unit, *kind));
    let by_name = named(folded, columns);
    let column = match (by_name, by_unit) {
        (Some(at), _) => at,
        (None, Some(kind)) => of_kind(kind, columns, rows)?,
        (None, None) => of_kind(Kind::Money, columns, rows)?,
    };
    let kind = match (by_unit, quantity.unit) {
        (Some(kind), _) => kind,
        (None, Unit::Plain) => kind_of(column, columns, rows),
        (None, _) => return None,
    };
    // A number without a unit is meant in the unit of the column.
    let limit =
        if kind == Kind::Date { quantity.value.mantissa.saturating_mul(10_000) } else { quantity.order() };
    let limit = if by_unit.is_none() { limit.saturating_mul(scale_of(column, kind, rows)) } else { limit };
    Some(Rule::Bound { column, kind, at_most, strict, limit })
}

/// What a number without a unit is multiplied by to be in the unit of a column.
fn scale_of(column: usize, kind: Kind, rows: &[TableRow]) -> i128 {
    let mut cells = rows.iter().filter_map(|row| row.cells.get(column).and_then(Option::as_deref));
    let first = cells.find_map(|cell| quantities(cell).into_iter().find(|one| is_of(one.unit, kind)));
    first.map_or(1, |one| (one.times / 1000).max(1))
}

fn need(folded: &str, columns: &[Column], after_sort: bool) -> Option<Rule> {
    let said = NEEDS.iter().any(|word| has_phrase(folded, word));
    let column = named(folded, columns);
    if !said && (column.is_none() || after_sort) {
        return None;
    }
    let wanted = !folded
        .split(' ')
        .any(|word| is_negation(word) || matches!(word, "no" | "ohne" | "without" | "kein"));
    let own: Vec<&str> = column.and_then(|at| columns.get(at)).map_or(Vec::new(), |column| {
        let concept = column.concept().map_or(&[][..], |concept| concept.names);
        column.stems.iter().map(String::as_str).chain(concept.iter().copied()).collect()
    });
    let is_own = |word: &str| own.iter().any(|known| is_same(stem(word), stem(known)));
    let superlative = |word: &str| SUPERLATIVES.iter().any(|(words, ..)| words.contains(&word));
    let words: Vec<String> = folded
        .split(' ')
        .filter(|word| !is_stop(word) && !FILLERS.contains(word) && !is_own(word) && !superlative(word))
        .map(|word| stem(word).to_string())
        .collect();
    if column.is_none() && words.is_empty() {
        return None;
    }
    Some(Rule::Need { column, wanted, words })
}

/// A rule in words.
fn said(rule: &Rule, columns: &[String]) -> Cited {
    let name = |at: &usize| {
        columns.get(*at).map(|name| laika_protocol::text::one_line(name).into_owned()).unwrap_or_default()
    };
    let (phrase, about) = match rule {
        Rule::Sort { column, most_first: true, .. } => (Phrase::MostFirst, name(column)),
        Rule::Sort { column, most_first: false, .. } => (Phrase::LeastFirst, name(column)),
        Rule::Bound { column, at_most: true, .. } => (Phrase::AtMostFirst, name(column)),
        Rule::Bound { column, at_most: false, .. } => (Phrase::AtLeastFirst, name(column)),
        Rule::Need { column: Some(column), wanted: true, .. } => (Phrase::HaveItFirst, name(column)),
        Rule::Need { column: Some(column), wanted: false, .. } => (Phrase::LackItFirst, name(column)),
        Rule::Need { column: None, wanted: true, words } => (Phrase::MentionFirst, words.join(" ")),
        Rule::Need { column: None, wanted: false, words } => (Phrase::OmitFirst, words.join(" ")),
    };
    Cited::ours(phrase, [about])
}

fn meets(row: &TableRow, rules: &[Rule]) -> Met {
    let all = rules.iter().map(|rule| match rule {
        Rule::Sort { .. } => Met::Yes,
        Rule::Bound { column, kind, at_most, strict, limit } => {
            let cell = row.cells.get(*column).and_then(Option::as_deref);
            match cell.and_then(|cell| order_of(cell, *kind)).map(|value| value.cmp(limit)) {
                None => Met::Unknown,
                Some(Ordering::Equal) if *strict => Met::No,
                Some(Ordering::Equal) => Met::Yes,
                Some(Ordering::Less) => {
                    if *at_most {
                        Met::Yes
                    } else {
                        Met::No
                    }
                }
                Some(Ordering::Greater) => {
                    if *at_most {
                        Met::No
                    } else {
                        Met::Yes
                    }
                }
            }
        }
        Rule::Need { column, wanted, words } => has(row, *column, *wanted, words),
    });
    all.max_by_key(|met| match met {
        Met::Yes => 0,
        Met::Unknown => 1,
        Met::No => 2,
    })
    .unwrap_or(Met::Yes)
}

fn has(row: &TableRow, column: Option<usize>, wanted: bool, sought: &[String]) -> Met {
    let cell = |at: usize| row.cells.get(at).and_then(Option::as_deref);
    let mentions = |cell: &str| {
        let folded = fold(cell);
        let stems: Vec<&str> = folded.split(' ').map(stem).collect();
        sought.iter().any(|wanted| stems.iter().any(|word| is_same(word, wanted)))
    };
    let answer = |yes: bool| if yes == wanted { Met::Yes } else { Met::No };
    match column {
        Some(at) => match cell(at) {
            None => Met::Unknown,
            Some(cell) if !sought.is_empty() && mentions(cell) => answer(affirms(cell)),
            Some(cell) if !sought.is_empty() && !is_plain_answer(cell) => answer(false),
            Some(cell) => answer(affirms(cell)),
        },
        None => match row.cells.iter().flatten().find(|cell| mentions(cell)) {
            Some(cell) => answer(affirms(cell)),
            None => Met::Unknown,
        },
    }
}

/// `yes`, `nein`, `included`: an answer that names nothing.
fn is_plain_answer(cell: &str) -> bool {
    words(cell)
        .iter()
        .all(|word| YES.contains(&word.as_str()) || NO.contains(&word.as_str()) || is_stop(word))
}

/// Whether a cell says yes: in one of its clauses, or by saying anything but no.
fn affirms(cell: &str) -> bool {
    let no = |piece: &str| {
        words(piece).iter().any(|word| NO.contains(&word.as_str()) && word != "only" || is_negation(word))
    };
    let yes = |piece: &str| words(piece).iter().any(|word| YES.contains(&word.as_str()));
    let pieces: Vec<&str> = clauses(cell).into_iter().map(|at| &cell[at]).collect();
    pieces.iter().any(|piece| yes(piece) && !no(piece)) || !pieces.iter().any(|piece| no(piece))
}

/// Where a row belongs by one column: what is not known comes last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Least(i128),
    Most(core::cmp::Reverse<i128>),
    Unknown,
}

/// Where a row belongs by every column that is sorted by, in the order in which they were named.
fn places(row: &TableRow, rules: &[Rule]) -> Vec<Place> {
    let place = |rule: &Rule| {
        let Rule::Sort { column, kind, most_first } = rule else { return None };
        let cell = row.cells.get(*column).and_then(Option::as_deref);
        Some(match cell.and_then(|cell| order_of(cell, *kind)) {
            Some(value) if *most_first => Place::Most(core::cmp::Reverse(value)),
            Some(value) => Place::Least(value),
            None => Place::Unknown,
        })
    };
    rules.iter().filter_map(place).collect()
}
