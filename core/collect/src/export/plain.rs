//! Plain text, for anything that shows text.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use laika_protocol::collection::{Cell, Cited, Part};
use laika_protocol::text::one_line;

use super::markdown::letter;
use super::numbered::Numbered;
use super::redact;
use super::{Document, Redaction, UNKNOWN};

/// The document as plain text.
#[must_use]
pub fn to_text(document: &Document<'_>, redaction: Redaction<'_>) -> String {
    let document = redact::document(document, redaction);
    let numbered = Numbered::new(&document);
    let mut blocks: Vec<String> = alloc::vec![plain(&document.title)];
    blocks.extend(document.parts.iter().map(|one| part(one, &numbered)));
    if !document.notes.is_empty() {
        let notes: Vec<String> =
            document.notes.iter().map(|note| format!("- {}", words(note, &numbered))).collect();
        blocks.push(format!("Notes\n{}", notes.join("\n")));
    }
    if !numbered.list.is_empty() {
        let line = |(at, (citation, source)): (
            usize,
            &(&laika_protocol::collection::SourceCitation, Option<&laika_protocol::collection::MadeFrom>),
        )| {
            let (title, url) = source.map_or(("", ""), |source| (source.title.as_str(), source.url.as_str()));
            let quote = if citation.quote.is_empty() {
                String::new()
            } else {
                format!("“{}” – ", plain(&citation.quote))
            };
            format!("[{}] {quote}{}, {}", at + 1, plain(title), plain(url))
        };
        let lines: Vec<String> = numbered.list.iter().enumerate().map(line).collect();
        blocks.push(format!("Sources\n{}", lines.join("\n")));
    }
    let mut text = blocks.join("\n\n");
    text.push('\n');
    text
}

fn plain(text: &str) -> String {
    one_line(text).trim().into()
}

fn words(cited: &Cited, numbered: &Numbered<'_>) -> String {
    let numbers: Vec<String> = numbered.of(cited).iter().map(|number| format!(" [{number}]")).collect();
    format!("{}{}", plain(&cited.text), numbers.concat())
}

fn cell(one: &Cell, numbered: &Numbered<'_>) -> String {
    match one {
        Cell::Unknown => UNKNOWN.into(),
        Cell::Value(cited) | Cell::Computed(cited) => words(cited, numbered),
    }
}

fn part(one: &Part, numbered: &Numbered<'_>) -> String {
    let lines = |all: Vec<String>| all.join("\n");
    match one {
        Part::Heading { words: heading, .. } => words(heading, numbered),
        Part::Paragraph { sentences } => {
            let all: Vec<String> = sentences.iter().map(|one| words(one, numbered)).collect();
            all.join(" ")
        }
        Part::List { entries } => {
            lines(entries.iter().map(|one| format!("- {}", words(one, numbered))).collect())
        }
        // A narrow window breaks a table; a block for each row reads anywhere.
        Part::Table { columns, rows } => {
            let row = |one: &laika_protocol::collection::Row| {
                let cells = columns.iter().zip(&one.cells);
                lines(cells.map(|(name, one)| format!("{}: {}", plain(name), cell(one, numbered))).collect())
            };
            let all: Vec<String> = rows.iter().map(row).collect();
            all.join("\n\n")
        }
        Part::Cards { cards } => {
            let card = |one: &laika_protocol::collection::Card| {
                format!("{}\n  {}", words(&one.front, numbered), words(&one.back, numbered))
            };
            lines(cards.iter().map(card).collect())
        }
        Part::Quiz { questions } => {
            let mut all = Vec::new();
            for (number, one) in questions.iter().enumerate() {
                all.push(format!("{}. {}", number + 1, words(&one.question, numbered)));
                all.extend(
                    one.choices
                        .iter()
                        .zip('a'..='z')
                        .map(|(choice, letter)| format!("   {letter}) {}", plain(choice))),
                );
            }
            let answers: Vec<String> = questions
                .iter()
                .enumerate()
                .map(|(number, one)| format!("{}{}", number + 1, letter(one.answer)))
                .collect();
            all.push(format!("Answers: {}", answers.join(", ")));
            lines(all)
        }
    }
}
