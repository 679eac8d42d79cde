//! Markdown (CommonMark with GFM tables) that reads back as the same document.
//!
//! Every paragraph is one line. That leaves few places where a text could turn into markup, and [`escape`] closes them.

mod escape;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::margin::Sheet;
use crate::tree::{Block, Line, Piece, Row, SafeDocument, Spacing, Table};
use escape::{Place, push_address, push_text};

/// The document as Markdown. It loads nothing when shown, and links nothing that was not checked (S19).
#[must_use]
pub fn to_markdown(document: &SafeDocument) -> String {
    let mut sheet = Sheet::default();
    write_blocks(&mut sheet, &document.blocks, Spacing::Loose);
    sheet.finish()
}

/// The sign before a list entry. Two lists in a row need different ones, or they would read as one list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Marker {
    Usual,
    Other,
}

fn write_blocks(sheet: &mut Sheet, blocks: &[Block], spacing: Spacing) {
    let mut before: Option<(bool, Marker)> = None;
    for (index, block) in blocks.iter().enumerate() {
        if index > 0 && spacing == Spacing::Loose {
            sheet.blank();
        }
        let Block::List { ordered, items } = block else {
            write_block(sheet, block);
            before = None;
            continue;
        };
        let marker = match before {
            Some((same, Marker::Usual)) if same == *ordered => Marker::Other,
            _ => Marker::Usual,
        };
        write_list(sheet, *ordered, marker, items);
        before = Some((*ordered, marker));
    }
}

fn write_block(sheet: &mut Sheet, block: &Block) {
    match block {
        Block::Heading { level, line } => {
            let signs = &"######"[..usize::from(*level).min(6)];
            sheet.line(&format!("{signs} {}", line_text(line, Place::Inside)));
        }
        Block::Paragraph(line) => sheet.line(&line_text(line, Place::LineStart)),
        Block::List { ordered, items } => write_list(sheet, *ordered, Marker::Usual, items),
        Block::Quote(blocks) => {
            sheet.enter("> ", "> ");
            write_blocks(sheet, blocks, Spacing::Loose);
            sheet.leave();
        }
        Block::Code { language, text } => write_code(sheet, language.as_deref(), text),
        Block::Table(table) => write_table(sheet, table),
    }
}

fn write_list(sheet: &mut Sheet, ordered: bool, marker: Marker, items: &[Vec<Block>]) {
    let spacing = Spacing::of_list(items);
    for (index, blocks) in items.iter().enumerate() {
        if index > 0 && spacing == Spacing::Loose {
            sheet.blank();
        }
        let sign = match (ordered, marker) {
            (false, Marker::Usual) => String::from("- "),
            (false, Marker::Other) => String::from("* "),
            (true, Marker::Usual) => format!("{}. ", index + 1),
            (true, Marker::Other) => format!("{}) ", index + 1),
        };
        sheet.enter(&sign, &" ".repeat(sign.len()));
        write_blocks(sheet, blocks, spacing);
        sheet.leave();
    }
}

fn write_code(sheet: &mut Sheet, language: Option<&str>, text: &str) {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    sheet.line(&format!("{fence}{}", language.unwrap_or_default()));
    text.split('\n').for_each(|line| sheet.line(line));
    sheet.line(&fence);
}

/// A table always has one header row here; one without headers gets an empty row, which reading drops again.
fn write_table(sheet: &mut Sheet, table: &Table) {
    let no_header = Row::new();
    let mut rows = table.head.iter().chain(&table.body);
    let header = if table.head.is_empty() { &no_header } else { rows.next().unwrap_or(&no_header) };
    let mut top = String::from("|");
    for column in 0..table.columns {
        push_cell(&mut top, header.get(column).map(|cell| &cell.line));
    }
    sheet.line(&top);
    sheet.line(&format!("|{}", " --- |".repeat(table.columns)));
    for row in rows {
        let mut text = String::from("|");
        row.iter().for_each(|cell| push_cell(&mut text, Some(&cell.line)));
        sheet.line(&text);
    }
}

fn push_cell(out: &mut String, line: Option<&Line>) {
    if let Some(line) = line.filter(|line| !line.is_empty()) {
        out.push(' ');
        out.push_str(&line_text(line, Place::Inside));
    }
    out.push_str(" |");
}

fn line_text(line: &Line, place: Place) -> String {
    let mut out = String::new();
    for (index, piece) in line.iter().enumerate() {
        let place = if index == 0 { place } else { Place::Inside };
        match piece {
            Piece::Text(text) => push_text(&mut out, text, place),
            Piece::Link { href, label } => {
                out.push('[');
                push_text(&mut out, label, Place::Inside);
                out.push_str("](<");
                push_address(&mut out, href.as_str());
                out.push_str(">)");
            }
        }
    }
    out
}
