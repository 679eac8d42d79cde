//! Lines broken at spaces and between wide characters; a word longer than a line is broken where the line ends.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::style::{Span, Style};

const JOINER: char = '\u{200d}';
const EMOJI_STYLE: char = '\u{fe0f}';
const TAB: &str = "    ";

/// A finished line.
pub(super) type Row = Vec<Span<'static>>;

/// Columns a text takes when shown.
pub(super) fn width(text: &str) -> usize {
    text.width()
}

/// Columns a character takes at most. Sequences such as flags and families take less than the sum of their
/// characters, only the emoji style makes its character wider.
fn columns(c: char, next: Option<char>) -> usize {
    let columns = c.width().unwrap_or(0);
    if next == Some(EMOJI_STYLE) { columns.max(2) } else { columns }
}

/// Columns a text takes at most.
pub(super) fn most_width(text: &str) -> usize {
    let mut chars = text.chars().peekable();
    let mut sum = 0;
    while let Some(c) = chars.next() {
        sum += columns(c, chars.peek().copied());
    }
    sum
}

/// Breaks spans into lines of at most `room` columns.
pub(super) fn wrap(spans: &[Span<'_>], room: usize) -> Vec<Row> {
    let mut wrapper = Wrapper { room, ..Wrapper::default() };
    for span in spans {
        let mut chars = span.text.chars().peekable();
        while let Some(c) = chars.next() {
            wrapper.push(c, columns(c, chars.peek().copied()), span.style);
        }
    }
    wrapper.finish()
}

/// Breaks a line of code into parts of at most `room` columns. Its spaces stay, a tab becomes four of them.
pub(super) fn hard_wrap(line: &str, room: usize) -> Vec<String> {
    let mut parts = Vec::new();
    let mut part = String::new();
    let mut taken = 0;
    let line = line.replace('\t', TAB);
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        let columns = columns(c, chars.peek().copied());
        if taken + columns > room {
            parts.push(core::mem::take(&mut part));
            taken = 0;
        }
        part.push(c);
        taken += columns;
    }
    parts.push(part);
    parts
}

#[derive(Default)]
struct Wrapper {
    room: usize,
    done: Vec<Row>,
    line: Chunk,
    /// What must stay together, and is not on the line yet.
    word: Chunk,
    /// A space stands between the line and the word.
    space: Option<Style>,
    last: Option<char>,
}

/// A part of a line and the columns it takes.
#[derive(Default)]
struct Chunk {
    row: Row,
    columns: usize,
}

impl Wrapper {
    fn push(&mut self, c: char, columns: usize, style: Style) {
        if c == ' ' {
            self.end_word();
            self.space = Some(style);
        } else {
            if self.may_break_before(c, columns) {
                self.end_word();
            }
            if self.word.columns + columns > self.room {
                self.end_word();
                self.end_line();
            }
            self.word.push(c, columns, style);
        }
        self.last = Some(c);
    }

    /// Wide characters need no space to break a line at, unless they join into one sign.
    fn may_break_before(&self, c: char, columns: usize) -> bool {
        let Some(last) = self.last else { return false };
        let joins = columns == 0 || last == JOINER || ('\u{1f3fb}'..='\u{1f3ff}').contains(&c);
        let wide = columns == 2 || last.width() == Some(2);
        wide && !joins
    }

    fn end_word(&mut self) {
        if self.word.row.is_empty() {
            return;
        }
        let space = usize::from(self.space.is_some());
        if self.line.columns + space + self.word.columns > self.room {
            self.end_line();
        }
        if let Some(style) = self.space.take() {
            self.line.push(' ', 1, style);
        }
        for span in self.word.row.drain(..) {
            self.line.append(span);
        }
        self.line.columns += core::mem::take(&mut self.word.columns);
    }

    fn end_line(&mut self) {
        self.space = None;
        if !self.line.row.is_empty() {
            self.done.push(core::mem::take(&mut self.line).row);
        }
        self.line.columns = 0;
    }

    fn finish(mut self) -> Vec<Row> {
        self.end_word();
        self.end_line();
        self.done
    }
}

impl Chunk {
    fn push(&mut self, c: char, columns: usize, style: Style) {
        match self.row.last_mut() {
            Some(span) if span.style == style => span.text.to_mut().push(c),
            _ => self.row.push(Span::new(style, Cow::Owned(String::from(c)))),
        }
        self.columns += columns;
    }

    fn append(&mut self, span: Span<'static>) {
        match self.row.last_mut() {
            Some(last) if last.style == span.style => last.text.to_mut().push_str(&span.text),
            _ => self.row.push(span),
        }
    }
}
