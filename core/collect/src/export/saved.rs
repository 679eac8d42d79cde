//! Words and documents that somebody kept as they are, in the parts of which everything is made that is exported.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_protocol::canonical;
use laika_protocol::collection::{Cell, Cited, Part, Row, Saved};
use laika_protocol::document::{Block, Document as Tree, Inline, TableRow};

use super::{Document, ExportError, Redaction, redact};

impl<'a> From<&'a Saved> for Document<'a> {
    fn from(saved: &'a Saved) -> Self {
        Self {
            title: &saved.title,
            parts: &saved.parts,
            notes: &[],
            sources: &[],
            made_at: Some(saved.saved_at.as_str()),
        }
    }
}

/// The same without what is taken out.
#[must_use]
pub fn redacted(saved: &Saved, redaction: Redaction<'_>) -> Saved {
    let owned = redact::document(&Document::from(saved), redaction);
    Saved { title: owned.title, parts: owned.parts, ..saved.clone() }
}

/// As canonical JSON.
///
/// # Errors
/// Where it has no canonical form.
pub fn saved_to_json(saved: &Saved, redaction: Redaction<'_>) -> Result<String, ExportError> {
    let bytes = canonical::to_bytes(&redacted(saved, redaction)).map_err(|_| ExportError::Json)?;
    String::from_utf8(bytes).map_err(|_| ExportError::Json)
}

/// Plain words: a paragraph for each piece between empty lines.
#[must_use]
pub fn parts_of_text(text: &str) -> Vec<Part> {
    let pieces = text.split("\n\n").map(str::trim).filter(|piece| !piece.is_empty());
    pieces.map(|piece| paragraph(piece.to_string())).collect()
}

/// Words with marks: lines that begin with `#` are headings, lines that begin with `-` or `*` entries of a list.
#[must_use]
pub fn parts_of_marked(text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut lines: Vec<&str> = Vec::new();
    let mut entries: Vec<Cited> = Vec::new();
    // An empty line at the end closes what is open.
    for line in text.lines().chain([""]) {
        let line = line.trim();
        let entry = line.strip_prefix("- ").or_else(|| line.strip_prefix("* "));
        if entry.is_none() && !entries.is_empty() {
            parts.push(Part::List { entries: core::mem::take(&mut entries) });
        }
        let marks = line.bytes().take_while(|byte| *byte == b'#').count();
        let heading =
            line.get(marks..).and_then(|rest| rest.strip_prefix(' ')).filter(|_| (1..=6).contains(&marks));
        let is_text = entry.is_none() && heading.is_none() && !line.is_empty();
        if !is_text && !lines.is_empty() {
            parts.push(paragraph(core::mem::take(&mut lines).join("\n")));
        }
        if let Some(words) = entry {
            entries.push(words_of(words.to_string()));
        } else if let Some(words) = heading {
            let level = u8::try_from(marks.max(2)).unwrap_or(6);
            parts.push(Part::Heading { level, words: words_of(words.to_string()) });
        } else if is_text {
            lines.push(line);
        }
    }
    parts
}

/// A document, block by block. Where a link leads stands beside its words: what was kept has no links of its own.
#[must_use]
pub fn parts_of_tree(tree: &Tree) -> Vec<Part> {
    tree.children.iter().flat_map(of_block).collect()
}

fn of_block(block: &Block) -> Vec<Part> {
    match block {
        Block::Heading { level, children } => {
            [Part::Heading { level: (*level).max(2), words: words_of(line(children)) }].into()
        }
        Block::Paragraph { children } => [paragraph(line(children))].into(),
        Block::List { items, .. } => {
            let entry = |blocks: &[Block]| {
                let parts: Vec<Part> = blocks.iter().flat_map(of_block).collect();
                words_of(parts.iter().map(said).collect::<Vec<_>>().join(" "))
            };
            [Part::List { entries: items.iter().map(|item| entry(&item.children)).collect() }].into()
        }
        Block::Blockquote { children } => children.iter().flat_map(of_block).collect(),
        Block::CodeBlock { text, .. } => [paragraph(text.clone())].into(),
        Block::Table { rows } => [table(rows)].into(),
    }
}

fn table(rows: &[TableRow]) -> Part {
    let texts = |row: &TableRow| row.cells.iter().map(|cell| line(&cell.children)).collect::<Vec<_>>();
    let named = rows.first().filter(|row| row.cells.iter().any(|cell| cell.header));
    let width = rows.iter().map(|row| row.cells.len()).max().unwrap_or_default();
    let mut columns = named.map(texts).unwrap_or_default();
    // Every row has a cell for each column.
    columns.extend((columns.len()..width).map(|at| (at + 1).to_string()));
    let body = rows.iter().skip(usize::from(named.is_some())).map(|row| {
        let mut cells: Vec<Cell> = texts(row).into_iter().map(|text| Cell::Value(words_of(text))).collect();
        cells.resize(columns.len(), Cell::Unknown);
        Row { cells }
    });
    let rows = body.collect();
    Part::Table { columns, rows }
}

/// The words of a part, in one line.
fn said(part: &Part) -> String {
    let mut words = Vec::new();
    super::each_cited(core::slice::from_ref(part), &[], &mut |cited| words.push(cited.text.clone()));
    words.join(" ")
}

fn line(inlines: &[Inline]) -> String {
    let piece = |inline: &Inline| match inline {
        Inline::Text { text } => text.clone(),
        Inline::Link { href, children } => {
            let words: Vec<&str> = children.iter().map(|node| node.text.as_str()).collect();
            alloc::format!("{} ({href})", words.join(""))
        }
    };
    inlines.iter().map(piece).collect::<Vec<_>>().join("")
}

fn paragraph(text: String) -> Part {
    Part::Paragraph { sentences: [words_of(text)].into() }
}

fn words_of(text: String) -> Cited {
    Cited::new(text, Vec::new())
}

#[cfg(test)]
mod tests {
    use laika_protocol::document;
    use serde_json::json;

    use super::*;
    use crate::export::{to_csv, to_markdown};

    fn saved(parts: Vec<Part>) -> Saved {
        let saved_at = laika_protocol::ids::UtcTime::parse("2026-11-17T12:00:00Z").unwrap();
        Saved { title: "Flats".into(), tags: Vec::new(), saved_at, parts }
    }

    #[test]
    fn marked_words_become_headings_lists_and_paragraphs() {
        let parts =
            parts_of_marked("# Ash Street\nTwo rooms\nnear the park\n- rent: 1,150\n- size: 62\n\n#park");
        let kinds: Vec<String> =
            parts.iter().map(|part| serde_json::to_value(part).unwrap()["part"].to_string()).collect();
        assert_eq!(kinds, ["\"heading\"", "\"paragraph\"", "\"list\"", "\"paragraph\""]);
        let text = to_markdown(&Document::from(&saved(parts)), Redaction::None);
        assert!(text.contains("## Ash Street") && text.contains("- rent: 1,150"), "{text}");
    }

    #[test]
    fn a_document_keeps_its_table_and_says_where_a_link_leads() {
        let cell = |text: &str, header: bool| json!({ "type": "table_cell", "header": header, "children": [{ "type": "text", "text": text }] });
        let tree: document::Document = serde_json::from_value(json!({ "type": "doc", "children": [
            { "type": "paragraph", "children": [{ "type": "link", "href": "https://a.example/", "children": [{ "type": "text", "text": "Ash" }] }] },
            { "type": "table", "rows": [
                { "type": "table_row", "cells": [cell("flat", true), cell("rent", true)] },
                { "type": "table_row", "cells": [cell("Ash", false)] },
            ] },
        ] }))
        .unwrap();
        let kept = saved(parts_of_tree(&tree));
        let csv = to_csv(&Document::from(&kept), Redaction::None, false);
        assert!(csv.contains("flat") && csv.contains("rent") && csv.contains("Ash"), "{csv}");
        let text = to_markdown(&Document::from(&kept), Redaction::None);
        assert!(text.contains("Ash") && text.contains("a.example"), "{text}");
        let pass = |text: &str| text.replace("Ash", "[gone]");
        assert!(!saved_to_json(&kept, Redaction::Default(&pass)).unwrap().contains("Ash"));
    }
}
