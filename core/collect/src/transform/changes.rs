//! What changed when something was made again.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_protocol::collection::{Cell, Cited, Made, Part};

/// What changed in one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// There is something new.
    Added {
        /// Where.
        place: String,
        /// What.
        new: String,
    },
    /// Something is gone.
    Removed {
        /// Where.
        place: String,
        /// What.
        old: String,
    },
    /// Something else stands there.
    Changed {
        /// Where.
        place: String,
        /// What stood there.
        old: String,
        /// What stands there now.
        new: String,
    },
}

/// What changed from one to the other: cells by their row and column, everything else by its words.
#[must_use]
pub fn compare(old: &Made, new: &Made) -> Vec<Change> {
    let (before, after) = (places(old), places(new));
    let mut changes = Vec::new();
    for (place, new) in &after {
        match before.get(place) {
            None => changes.push(Change::Added { place: place.0.clone(), new: new.clone() }),
            Some(old) if old != new => {
                changes.push(Change::Changed { place: place.0.clone(), old: old.clone(), new: new.clone() });
            }
            Some(_) => {}
        }
    }
    let gone = before.iter().filter(|(place, _)| !after.contains_key(*place));
    changes.extend(gone.map(|(place, old)| Change::Removed { place: place.0.clone(), old: old.clone() }));
    changes
}

/// Where something stands: in words, and which of those with the same words.
type Place = (String, usize);

fn places(made: &Made) -> BTreeMap<Place, String> {
    let mut found = BTreeMap::new();
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let mut put = |place: String, words: &str| {
        let number = numbers.entry(place.clone()).or_default();
        found.insert((place, *number), words.to_string());
        *number += 1;
    };
    for part in &made.parts {
        match part {
            Part::Heading { words, .. } => put(format!("Heading: {}", words.text), &words.text),
            Part::Paragraph { sentences } => {
                sentences.iter().for_each(|one| put(format!("Sentence: {}", one.text), &one.text))
            }
            Part::List { entries } => {
                entries.iter().for_each(|one| put(format!("Entry: {}", one.text), &one.text))
            }
            Part::Cards { cards } => {
                cards.iter().for_each(|card| put(format!("Card: {}", card.front.text), &card.back.text));
            }
            Part::Quiz { questions } => {
                for one in questions {
                    let answer = usize::try_from(one.answer).ok().and_then(|at| one.choices.get(at));
                    put(format!("Question: {}", one.question.text), answer.map_or("", String::as_str));
                }
            }
            Part::Table { columns, rows } => {
                for row in rows {
                    let name = row.cells.first().map(words).unwrap_or_default();
                    for (cell, column) in row.cells.iter().zip(columns).skip(1) {
                        put(format!("{name}, {column}"), &words(cell));
                    }
                }
            }
        }
    }
    found
}

fn words(cell: &Cell) -> String {
    match cell {
        Cell::Unknown => "unknown".into(),
        Cell::Value(Cited { text, .. }) | Cell::Computed(Cited { text, .. }) => text.clone(),
    }
}
