//! Numbers for citations: one for each place of a source, in the order in which they are shown.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use laika_protocol::collection::{Cited, MadeFrom, SourceCitation};

use super::redact::Owned;

type Key = (String, u32, u32, u32);

/// All citations of a document.
pub(super) struct Numbered<'a> {
    numbers: BTreeMap<Key, usize>,
    /// In order, each with its source.
    pub(super) list: Vec<(&'a SourceCitation, Option<&'a MadeFrom>)>,
}

fn key(citation: &SourceCitation) -> Key {
    (citation.source_id.as_str().into(), citation.capture, citation.start, citation.end)
}

impl<'a> Numbered<'a> {
    pub(super) fn new(document: &'a Owned) -> Self {
        let sources: BTreeMap<&str, &MadeFrom> =
            document.sources.iter().map(|source| (source.source_id.as_str(), source)).collect();
        let mut found = Self { numbers: BTreeMap::new(), list: Vec::new() };
        let mut every: Vec<&'a SourceCitation> = Vec::new();
        collect(document, &mut every);
        for citation in every {
            if !found.numbers.contains_key(&key(citation)) {
                found.list.push((citation, sources.get(citation.source_id.as_str()).copied()));
                found.numbers.insert(key(citation), found.list.len());
            }
        }
        found
    }

    /// The numbers of some words, each once.
    pub(super) fn of(&self, cited: &Cited) -> Vec<usize> {
        let mut numbers: Vec<usize> = Vec::new();
        for number in cited.citations.iter().filter_map(|citation| self.numbers.get(&key(citation)).copied())
        {
            if !numbers.contains(&number) {
                numbers.push(number);
            }
        }
        numbers
    }
}

fn collect<'a>(document: &'a Owned, found: &mut Vec<&'a SourceCitation>) {
    use laika_protocol::collection::{Cell, Part};
    let mut put = |cited: &'a Cited| found.extend(&cited.citations);
    for part in &document.parts {
        match part {
            Part::Heading { words, .. } => put(words),
            Part::Paragraph { sentences: all } | Part::List { entries: all } => all.iter().for_each(&mut put),
            Part::Table { rows, .. } => {
                for cell in rows.iter().flat_map(|row| &row.cells) {
                    match cell {
                        Cell::Unknown => {}
                        Cell::Value(cited) | Cell::Computed(cited) => put(cited),
                    }
                }
            }
            Part::Cards { cards } => cards.iter().for_each(|card| {
                put(&card.front);
                put(&card.back);
            }),
            Part::Quiz { questions } => questions.iter().for_each(|one| put(&one.question)),
        }
    }
    document.notes.iter().for_each(put);
}
