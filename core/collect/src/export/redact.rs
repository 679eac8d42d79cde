//! The same document with every text passed through what the caller takes out.

use alloc::string::String;
use alloc::vec::Vec;

use laika_protocol::collection::{Card, Cell, Cited, Made, MadeFrom, Part, Question, Row, SourceCitation};
use serde_json::{Map, Value};

use super::{Document, Redaction};
use crate::snapshot::unescaped;

/// A document of its own.
pub(super) struct Owned {
    pub(super) title: String,
    pub(super) parts: Vec<Part>,
    pub(super) notes: Vec<Cited>,
    pub(super) sources: Vec<MadeFrom>,
    pub(super) made_at: Option<String>,
}

/// What every text passes through. A quote is read as a person reads it before anything is taken out of it: an address
/// with escaped signs in it is one, too.
#[derive(Clone, Copy)]
struct Pass<'a> {
    words: &'a dyn Fn(&str) -> String,
    quote: &'a dyn Fn(&str) -> String,
}

/// As it is shown: quotes without the marks that only keep Markdown from reading them.
pub(super) fn document(document: &Document<'_>, redaction: Redaction<'_>) -> Owned {
    let unchanged = |text: &str| String::from(text);
    let words: &dyn Fn(&str) -> String = match redaction {
        Redaction::Default(words) => words,
        Redaction::None => &unchanged,
    };
    owned(document, Pass { words, quote: &|quote| words(&unescaped(quote)) })
}

/// As it is kept: a quote that nothing is taken out of is the one of the capture, sign by sign.
pub(super) fn made(made: &Made, redaction: Redaction<'_>) -> Made {
    let Redaction::Default(words) = redaction else { return made.clone() };
    let exact = |quote: &str| {
        let read = unescaped(quote);
        let passed = words(&read);
        if passed == read { String::from(quote) } else { passed }
    };
    let pass = Pass { words, quote: &exact };
    let config: Map<String, Value> =
        made.config.iter().map(|(key, one)| (key.clone(), value(one, pass))).collect();
    let Owned { title, parts, notes, sources, .. } = owned(&Document::from(made), pass);
    Made { title, parts, notes, sources, config, ..made.clone() }
}

fn owned(document: &Document<'_>, pass: Pass<'_>) -> Owned {
    Owned {
        title: (pass.words)(document.title),
        parts: document.parts.iter().map(|one| part(one, pass)).collect(),
        notes: cited_all(document.notes, pass),
        sources: document.sources.iter().map(|one| source(one, pass)).collect(),
        made_at: document.made_at.map(String::from),
    }
}

fn value(one: &Value, pass: Pass<'_>) -> Value {
    match one {
        Value::String(text) => Value::String((pass.words)(text)),
        Value::Array(list) => list.iter().map(|one| value(one, pass)).collect(),
        Value::Object(fields) => {
            Value::Object(fields.iter().map(|(key, one)| (key.clone(), value(one, pass))).collect())
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => one.clone(),
    }
}

fn source(one: &MadeFrom, pass: Pass<'_>) -> MadeFrom {
    let [url, title, outlet] = [&one.url, &one.title, &one.outlet].map(|text| (pass.words)(text));
    MadeFrom { url, title, outlet, ..one.clone() }
}

fn cited(one: &Cited, pass: Pass<'_>) -> Cited {
    let citation = |one: &SourceCitation| SourceCitation { quote: (pass.quote)(&one.quote), ..one.clone() };
    let text = (pass.words)(&one.text);
    // A sentence out of which something was taken is not to be said again with what was in it.
    let ours = one.ours.clone().filter(|_| text == one.text);
    Cited { text, citations: one.citations.iter().map(citation).collect(), ours }
}

fn cited_all(all: &[Cited], pass: Pass<'_>) -> Vec<Cited> {
    all.iter().map(|one| cited(one, pass)).collect()
}

fn part(one: &Part, pass: Pass<'_>) -> Part {
    let cell = |one: &Cell| match one {
        Cell::Unknown => Cell::Unknown,
        Cell::Value(words) => Cell::Value(cited(words, pass)),
        Cell::Computed(words) => Cell::Computed(cited(words, pass)),
    };
    match one {
        Part::Heading { level, words } => Part::Heading { level: *level, words: cited(words, pass) },
        Part::Paragraph { sentences } => Part::Paragraph { sentences: cited_all(sentences, pass) },
        Part::List { entries } => Part::List { entries: cited_all(entries, pass) },
        Part::Table { columns, rows } => Part::Table {
            columns: columns.iter().map(|name| (pass.words)(name)).collect(),
            rows: rows.iter().map(|row| Row { cells: row.cells.iter().map(cell).collect() }).collect(),
        },
        Part::Cards { cards } => Part::Cards {
            cards: cards
                .iter()
                .map(|card| Card { front: cited(&card.front, pass), back: cited(&card.back, pass) })
                .collect(),
        },
        Part::Quiz { questions } => {
            let question = |one: &Question| Question {
                question: cited(&one.question, pass),
                choices: one.choices.iter().map(|choice| (pass.words)(choice)).collect(),
                answer: one.answer,
            };
            Part::Quiz { questions: questions.iter().map(question).collect() }
        }
    }
}
