//! CSV (RFC 4180) that no spreadsheet computes.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_protocol::collection::{Cell, Cited, Part};
use laika_protocol::text::lines;

use super::numbered::Numbered;
use super::redact;
use super::{Document, Redaction};

/// The document as CSV: every row has the same number of fields, the last is what is cited. `mark` puts the mark of UTF-8
/// first, without which some spreadsheets read another encoding.
#[must_use]
pub fn to_csv(document: &Document<'_>, redaction: Redaction<'_>, mark: bool) -> String {
    let document = redact::document(document, redaction);
    let numbered = Numbered::new(&document);
    let mut rows: Vec<Vec<String>> = Vec::new();
    for one in &document.parts {
        part(one, &numbered, &mut rows);
    }
    let width = rows.iter().map(Vec::len).max().unwrap_or_default();
    let mut text = String::from(if mark { "\u{feff}" } else { "" });
    for row in rows {
        let (sources, cells) =
            row.split_last().map_or((String::new(), &[][..]), |(last, cells)| (last.clone(), cells));
        let empty = width - 1 - cells.len();
        let fields = cells.iter().cloned().chain((0..empty).map(|_| String::new())).chain([sources]);
        let fields: Vec<String> = fields.map(|field| quoted(&guarded(&field))).collect();
        text.push_str(&fields.join(","));
        text.push_str("\r\n");
    }
    text
}

/// The addresses and quotes of some words.
fn cited_in(all: &[&Cited], numbered: &Numbered<'_>) -> String {
    let mut found: Vec<String> = Vec::new();
    for number in all.iter().flat_map(|cited| numbered.of(cited)) {
        let Some((citation, source)) = number.checked_sub(1).and_then(|at| numbered.list.get(at)) else {
            continue;
        };
        let url = source.map_or("", |source| source.url.as_str());
        let quote = if citation.quote.is_empty() {
            String::new()
        } else {
            alloc::format!(" “{}”", citation.quote)
        };
        let line = alloc::format!("{url}{quote}");
        if !found.contains(&line) {
            found.push(line);
        }
    }
    found.join("\n")
}

fn part(one: &Part, numbered: &Numbered<'_>, rows: &mut Vec<Vec<String>>) {
    let mut put = |cells: &[&Cited]| {
        let mut row: Vec<String> = cells.iter().map(|cited| cited.text.clone()).collect();
        row.push(cited_in(cells, numbered));
        rows.push(row);
    };
    match one {
        Part::Heading { words, .. } => put(&[words]),
        Part::Paragraph { sentences: all } | Part::List { entries: all } => {
            all.iter().for_each(|one| put(&[one]))
        }
        Part::Cards { cards } => cards.iter().for_each(|card| put(&[&card.front, &card.back])),
        Part::Quiz { questions } => {
            for one in questions {
                let right = usize::try_from(one.answer).unwrap_or(usize::MAX);
                let mut row = alloc::vec![one.question.text.clone()];
                row.push(one.choices.get(right).cloned().unwrap_or_default());
                row.extend(
                    one.choices
                        .iter()
                        .enumerate()
                        .filter(|(at, _)| *at != right)
                        .map(|(_, choice)| choice.clone()),
                );
                row.push(cited_in(&[&one.question], numbered));
                rows.push(row);
            }
        }
        Part::Table { columns, rows: all } => {
            let mut header = columns.clone();
            header.push("Cited".to_string());
            rows.push(header);
            for row in all {
                let cited: Vec<&Cited> = row.cells.iter().filter_map(of_cell).collect();
                let mut fields: Vec<String> = row
                    .cells
                    .iter()
                    .map(|cell| of_cell(cell).map_or(String::new(), |cited| cited.text.clone()))
                    .collect();
                fields.push(cited_in(&cited, numbered));
                rows.push(fields);
            }
        }
    }
}

const fn of_cell(cell: &Cell) -> Option<&Cited> {
    match cell {
        Cell::Unknown => None,
        Cell::Value(cited) | Cell::Computed(cited) => Some(cited),
    }
}

/// A field that no spreadsheet takes for a formula: before every character that begins one stands an apostrophe, also where
/// another separator or a quotation mark would make a field begin there. A plain number stays one.
#[must_use]
pub fn guarded(field: &str) -> String {
    let field = lines(field);
    if is_plain_number(&field) {
        return field.into_owned();
    }
    let mut safe = String::with_capacity(field.len() + 1);
    let mut begins = true;
    for c in field.chars() {
        if begins && starts_formula(c) {
            safe.push('\'');
        }
        safe.push(c);
        begins = match c {
            ',' | ';' | '|' | '\t' | '\r' | '\n' | '"' | '“' | '”' => true,
            c if c.is_whitespace() || c == '\u{fffd}' => begins,
            _ => false,
        };
    }
    safe
}

/// Characters with which a spreadsheet begins to compute, full-width forms and signs that are normalised to them included.
const fn starts_formula(c: char) -> bool {
    matches!(
        c,
        '=' | '+' | '-' | '@' | '\t' | '\r' | '＝' | '＋' | '－' | '＠' | '﹢' | '﹣' | '﹦' | '﹫' | '−'
    )
}

/// Digits with a sign before them and separators between them.
fn is_plain_number(field: &str) -> bool {
    let digits = field.strip_prefix(['-', '+']).unwrap_or(field);
    let inner = digits.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b','));
    inner
        && digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.ends_with(|c: char| c.is_ascii_digit())
}

fn quoted(field: &str) -> String {
    alloc::format!("\"{}\"", field.replace('"', "\"\""))
}
