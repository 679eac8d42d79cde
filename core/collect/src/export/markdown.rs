//! Markdown as GitHub reads it: text stays text, nothing is an image, nothing is HTML.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_protocol::collection::{Cell, Cited, Part};
use laika_protocol::text::one_line;

use super::numbered::Numbered;
use super::redact;
use super::{Document, Redaction, UNKNOWN, link};

/// The document as Markdown.
#[must_use]
pub fn to_markdown(document: &Document<'_>, redaction: Redaction<'_>) -> String {
    let document = redact::document(document, redaction);
    let numbered = Numbered::new(&document);
    let mut blocks: Vec<String> = alloc::vec![format!("# {}", escaped(&document.title))];
    blocks.extend(document.parts.iter().map(|one| part(one, &numbered)));
    if !document.notes.is_empty() {
        let notes: Vec<String> =
            document.notes.iter().map(|note| format!("- {}", words(note, &numbered))).collect();
        blocks.push(format!("## Notes\n\n{}", notes.join("\n")));
    }
    if !numbered.list.is_empty() {
        blocks.push(format!("## Sources\n\n{}", sources(&numbered)));
    }
    if let Some(made_at) = &document.made_at {
        blocks.push(format!("Made {}", escaped(made_at)));
    }
    let mut text = blocks.join("\n\n");
    text.push('\n');
    text
}

fn sources(numbered: &Numbered<'_>) -> String {
    let line = |(number, (citation, source)): (
        usize,
        &(&laika_protocol::collection::SourceCitation, Option<&laika_protocol::collection::MadeFrom>),
    )| {
        let quote = if citation.quote.is_empty() {
            String::new()
        } else {
            format!("“{}” – ", escaped(&citation.quote))
        };
        let (title, url) = source.map_or(("", ""), |source| (source.title.as_str(), source.url.as_str()));
        let address = link(url).map_or_else(|| escaped(url), |url| format!("<{url}>"));
        format!("- \\[{}\\] {quote}{}, {address}", number + 1, escaped(title))
    };
    let lines: Vec<String> = numbered.list.iter().enumerate().map(line).collect();
    lines.join("\n")
}

fn words(cited: &Cited, numbered: &Numbered<'_>) -> String {
    let numbers: Vec<String> = numbered.of(cited).iter().map(|number| format!("\\[{number}\\]")).collect();
    let gap = if numbers.is_empty() { "" } else { " " };
    format!("{}{gap}{}", escaped(&cited.text), numbers.join(" "))
}

fn part(one: &Part, numbered: &Numbered<'_>) -> String {
    match one {
        Part::Heading { level, words: heading } => {
            format!("{} {}", "#".repeat(usize::from((*level).clamp(2, 6))), words(heading, numbered))
        }
        Part::Paragraph { sentences } => {
            let all: Vec<String> = sentences.iter().map(|one| words(one, numbered)).collect();
            all.join(" ")
        }
        Part::List { entries } => {
            let all: Vec<String> = entries.iter().map(|one| format!("- {}", words(one, numbered))).collect();
            all.join("\n")
        }
        Part::Table { columns, rows } => {
            let row = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
            let mut lines = alloc::vec![
                row(columns.iter().map(|name| escaped(name)).collect()),
                row(columns.iter().map(|_| "---".to_string()).collect()),
            ];
            lines.extend(
                rows.iter().map(|one| row(one.cells.iter().map(|one| cell(one, numbered)).collect())),
            );
            lines.join("\n")
        }
        Part::Cards { cards } => {
            let card = |one: &laika_protocol::collection::Card| {
                format!("- **{}**  \n  {}", words(&one.front, numbered), words(&one.back, numbered))
            };
            let all: Vec<String> = cards.iter().map(card).collect();
            all.join("\n")
        }
        Part::Quiz { questions } => {
            let mut lines = Vec::new();
            for (number, one) in questions.iter().enumerate() {
                lines.push(format!("{}. {}", number + 1, words(&one.question, numbered)));
                let choices = one.choices.iter().zip('a'..='z');
                lines.extend(choices.map(|(choice, letter)| format!("   - {letter}\\) {}", escaped(choice))));
            }
            let answers: Vec<String> = questions
                .iter()
                .enumerate()
                .map(|(number, one)| format!("{}{}", number + 1, letter(one.answer)))
                .collect();
            format!("{}\n\nAnswers: {}", lines.join("\n"), answers.join(", "))
        }
    }
}

/// The letter of a choice.
pub(super) fn letter(answer: u32) -> char {
    u8::try_from(answer).ok().and_then(|at| ('a'..='z').nth(usize::from(at))).unwrap_or('?')
}

fn cell(one: &Cell, numbered: &Numbered<'_>) -> String {
    match one {
        Cell::Unknown => format!("*{UNKNOWN}*"),
        Cell::Value(cited) | Cell::Computed(cited) => words(cited, numbered),
    }
}

/// A text in which nothing is a mark: on one line, nothing loads, links, mentions or opens a block.
fn escaped(text: &str) -> String {
    let line = one_line(text);
    let line = line.trim();
    let mut safe = String::with_capacity(line.len() + 8);
    for (at, c) in line.char_indices() {
        let behind = &line[at + c.len_utf8()..];
        let before = &line[..at];
        match c {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '#' | '@' | '!' | '$' | '^' => {
                safe.push('\\');
                safe.push(c);
            }
            // `https://`, `mailto:` and `www.` would become links by themselves.
            ':' if behind.starts_with('/')
                || ends_with_word(before, &["mailto", "xmpp", "data", "javascript"]) =>
            {
                safe.push_str("\\:")
            }
            '.' if ends_with_word(before, &["www"]) => safe.push_str("\\."),
            '-' | '+' | '=' if at == 0 => {
                safe.push('\\');
                safe.push(c);
            }
            // `1.` at the start would be a list.
            '.' | ')'
                if !before.is_empty()
                    && before.len() <= 9
                    && before.bytes().all(|byte| byte.is_ascii_digit()) =>
            {
                safe.push('\\');
                safe.push(c);
            }
            c => safe.push(c),
        }
    }
    safe
}

fn ends_with_word(before: &str, words: &[&str]) -> bool {
    words.iter().any(|word| {
        before.len() >= word.len()
            && before.is_char_boundary(before.len() - word.len())
            && before[before.len() - word.len()..].eq_ignore_ascii_case(word)
    })
}
