//! Terminal text that fits a width. The only escape bytes are the few styles below, and none at all in plain text.

mod style;
mod table;
mod wrap;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::margin::Sheet;
use crate::tree::{Block, Line, Piece, SafeDocument, Spacing, says_address};
use style::{Span, Style, paint};
use wrap::{hard_wrap, width, wrap};

/// What the terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terminal {
    /// Columns. Fewer than 20 count as 20, more than 240 as 240.
    pub width: usize,
    /// Whether it shows colour.
    pub colour: Colour,
}

/// Whether text may carry colour and weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// Text only: for files, pipes and `NO_COLOR`.
    Plain,
    /// The standard weights, in the terminal's own colours.
    Ansi,
}

/// Below this no line is readable, so margins stop growing.
const LEAST_ROOM: usize = 8;
const WIDTHS: core::ops::RangeInclusive<usize> = 20..=240;
const CODE_INDENT: &str = "    ";

/// The document as lines no wider than the terminal.
#[must_use]
pub fn to_terminal(document: &SafeDocument, terminal: &Terminal) -> String {
    let room = terminal.width.clamp(*WIDTHS.start(), *WIDTHS.end());
    let mut printer = Printer { sheet: Sheet::default(), room, colour: terminal.colour };
    printer.blocks(&document.blocks, Spacing::Loose);
    printer.sheet.finish()
}

struct Printer {
    sheet: Sheet,
    /// Columns left of the margins' right side.
    room: usize,
    colour: Colour,
}

impl Printer {
    fn blocks(&mut self, blocks: &[Block], spacing: Spacing) {
        for (index, block) in blocks.iter().enumerate() {
            if index > 0 && spacing == Spacing::Loose {
                self.sheet.blank();
            }
            self.block(block);
        }
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Heading { level, line } => self.heading(*level, line),
            Block::Paragraph(line) => self.wrapped(&spans(line, Style::Plain)),
            Block::List { ordered, items } => self.list(*ordered, items),
            Block::Quote(blocks) => {
                let bar = format!("{} ", paint(&[Span::new(Style::Dim, "│")], self.colour));
                self.within(&bar, &bar, 2, |printer| printer.blocks(blocks, Spacing::Loose));
            }
            Block::Code { text, .. } => {
                self.within(CODE_INDENT, CODE_INDENT, CODE_INDENT.len(), |printer| printer.code(text));
            }
            Block::Table(table) => {
                for line in table::lines(table, self.room) {
                    self.sheet.line(&paint(&line, self.colour));
                }
            }
        }
    }

    fn wrapped(&mut self, spans: &[Span<'_>]) {
        for line in wrap(spans, self.room) {
            self.sheet.line(&paint(&line, self.colour));
        }
    }

    /// Bold where weight shows, else underlined.
    fn heading(&mut self, level: u8, line: &Line) {
        let lines = wrap(&spans(line, Style::Bold), self.room);
        let longest = lines.iter().map(|line| style::width(line)).max().unwrap_or(0);
        for line in lines {
            self.sheet.line(&paint(&line, self.colour));
        }
        if self.colour == Colour::Plain {
            self.sheet.line(&if level == 1 { "=" } else { "-" }.repeat(longest));
        }
    }

    fn list(&mut self, ordered: bool, items: &[Vec<Block>]) {
        let spacing = Spacing::of_list(items);
        let digits = format!("{}", items.len()).len();
        for (index, blocks) in items.iter().enumerate() {
            if index > 0 && spacing == Spacing::Loose {
                self.sheet.blank();
            }
            let sign = if ordered { format!("{:>digits$}. ", index + 1) } else { String::from("• ") };
            let columns = width(&sign);
            self.within(&sign, &" ".repeat(columns), columns, |printer| printer.blocks(blocks, spacing));
        }
    }

    fn code(&mut self, text: &str) {
        for line in text.split('\n') {
            for part in hard_wrap(line, self.room) {
                self.sheet.line(&part);
            }
        }
    }

    /// Writes behind a margin; where there is no room for one, the sign stands on a line of its own.
    fn within(&mut self, first: &str, rest: &str, columns: usize, write: impl FnOnce(&mut Self)) {
        if self.room < columns + LEAST_ROOM {
            let sign = first.trim();
            if !sign.is_empty() {
                self.sheet.line(sign);
            }
            return write(self);
        }
        self.sheet.enter(first, rest);
        self.room -= columns;
        write(self);
        self.room += columns;
        self.sheet.leave();
    }
}

/// The pieces of a line with their styles; a link is followed by its whole address unless its label says it.
fn spans(line: &Line, style: Style) -> Vec<Span<'_>> {
    let mut spans = Vec::new();
    for piece in line {
        match piece {
            Piece::Text(text) => spans.push(Span::new(style, text)),
            Piece::Link { href, label } => {
                spans.push(Span::new(Style::Underline, label));
                if !says_address(label, href) {
                    spans.push(Span::new(style, " "));
                    spans.push(Span::new(Style::Dim, format!("({href})")));
                }
            }
        }
    }
    spans
}
