//! Tables: columns that share the width, or one `header: value` line per cell where there is too little of it.

use alloc::string::String;
use alloc::vec::Vec;

use super::style::{self, Span, Style};
use super::wrap::{self, Row as TextLine};
use super::{spans, wrap::wrap};
use crate::tree::{Cell, Line, Piece, Row, Table};

/// Columns of text that a squeezed column keeps; below it a table is harder to read than a list.
const LEAST_COLUMN: usize = 8;
const SEPARATOR: &str = " │ ";
const SEPARATOR_COLUMNS: usize = 3;
/// Columns of a header before a value. It stands on many lines, so a long one must not be repeated whole.
const MOST_LABEL: usize = 24;

/// The lines of a table, none wider than `room`.
pub(super) fn lines(table: &Table, room: usize) -> Vec<TextLine> {
    match column_widths(table, room) {
        Some(widths) => side_by_side(table, &widths),
        None => one_below_the_other(table, room),
    }
}

/// Narrow columns get what they need, the others share the rest evenly; nothing if a share is too small.
fn column_widths(table: &Table, room: usize) -> Option<Vec<usize>> {
    let mut needs: Vec<(usize, usize)> = (0..table.columns).map(|column| (0, column)).collect();
    for row in table.head.iter().chain(&table.body) {
        for (cell, (need, _)) in row.iter().zip(&mut needs) {
            let most: usize = cell_spans(cell).iter().map(|span| wrap::most_width(&span.text)).sum();
            *need = (*need).max(most);
        }
    }
    needs.sort_unstable();
    let mut left = room.checked_sub(SEPARATOR_COLUMNS * table.columns.saturating_sub(1))?;
    let mut widths = alloc::vec![0; table.columns];
    for (rank, (need, column)) in needs.iter().enumerate() {
        let share = left / (table.columns - rank);
        if share < *need && share < LEAST_COLUMN {
            return None;
        }
        widths[*column] = share.min(*need);
        left -= widths[*column];
    }
    Some(widths)
}

fn side_by_side(table: &Table, widths: &[usize]) -> Vec<TextLine> {
    let mut lines: Vec<_> = table.head.iter().flat_map(|row| row_lines(row, widths)).collect();
    if !table.head.is_empty() {
        let rules: Vec<String> = widths.iter().map(|width| "─".repeat(*width)).collect();
        lines.push(alloc::vec![Span::new(Style::Dim, rules.join("─┼─"))]);
    }
    lines.extend(table.body.iter().flat_map(|row| row_lines(row, widths)));
    lines
}

/// One row: as many lines as its tallest cell has.
fn row_lines(row: &Row, widths: &[usize]) -> Vec<TextLine> {
    let cells: Vec<Vec<TextLine>> =
        row.iter().zip(widths).map(|(cell, width)| wrap(&cell_spans(cell), (*width).max(1))).collect();
    let height = cells.iter().map(Vec::len).max().unwrap_or(0);
    (0..height).map(|at| join_cells(cells.iter().map(|lines| lines.get(at)), widths)).collect()
}

fn join_cells<'a>(cells: impl Iterator<Item = Option<&'a TextLine>>, widths: &[usize]) -> TextLine {
    let mut line = TextLine::new();
    // Space is written only when something follows it, so that no line ends in it.
    let mut gap = String::new();
    for (index, (cell, width)) in cells.zip(widths).enumerate() {
        if index > 0 {
            gap.push_str(SEPARATOR);
        }
        let taken = cell.map_or(0, |cell| style::width(cell));
        if let Some(cell) = cell {
            if !gap.is_empty() {
                line.push(Span::new(Style::Plain, core::mem::take(&mut gap)));
            }
            line.extend(cell.iter().cloned());
        }
        gap.extend(core::iter::repeat_n(' ', width.saturating_sub(taken)));
    }
    line
}

fn one_below_the_other(table: &Table, room: usize) -> Vec<TextLine> {
    let (labels, above) = match table.head.split_last() {
        Some((labels, above)) => (labels.as_slice(), above),
        None => (&[][..], &[][..]),
    };
    let mut lines = Vec::new();
    for row in above.iter().chain(&table.body) {
        if !lines.is_empty() {
            lines.push(TextLine::new());
        }
        for (index, cell) in row.iter().enumerate().filter(|(_, cell)| !cell.line.is_empty()) {
            let mut labelled = Vec::new();
            if let Some(label) = labels.get(index).filter(|label| !label.line.is_empty()) {
                labelled.push(Span::new(Style::Bold, short_label(&label.line)));
                labelled.push(Span::new(Style::Plain, " "));
            }
            labelled.extend(cell_spans(cell));
            lines.extend(wrap(&labelled, room));
        }
    }
    if lines.is_empty() {
        // Only headers: they are the content.
        lines.extend(labels.iter().flat_map(|cell| wrap(&cell_spans(cell), room)));
    }
    lines
}

fn cell_spans(cell: &Cell) -> Vec<Span<'_>> {
    spans(&cell.line, if cell.header { Style::Bold } else { Style::Plain })
}

/// The start of a header and a colon.
fn short_label(line: &Line) -> String {
    let mut label = String::new();
    for c in line.iter().flat_map(|piece| match piece {
        Piece::Text(text) | Piece::Link { label: text, .. } => text.chars(),
    }) {
        if label.len() >= MOST_LABEL * 4 || wrap::width(&label) >= MOST_LABEL {
            label.push('…');
            break;
        }
        label.push(c);
    }
    label.push(':');
    label
}
