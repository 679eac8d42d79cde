//! A captured text as a page's text, with the prefixes that models and rules know, and the way back to every character.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use laika_protocol::collection::CUT_MARK;

use super::cut::is_fence;

/// A captured text without the marks of Markdown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plain {
    /// The text, a line for each block.
    pub text: String,
    /// From this byte on, the text stands from that byte on in the capture.
    map: Vec<(usize, usize)>,
}

impl Plain {
    /// Reads a captured text, or a piece of one that stands `from` bytes into it and begins with a line.
    #[must_use]
    pub fn read(markdown: &str, from: usize) -> Self {
        let mut plain = Self::default();
        let mut fence: Option<&str> = None;
        let mut start = 0;
        for whole in markdown.split_inclusive('\n') {
            let at = start;
            start += whole.len();
            let line = whole.trim_end();
            if fence.is_some() || is_fence(line) {
                match fence {
                    Some(open) if open == line => fence = None,
                    Some(_) => plain.line("Code: ", line, from + at, 0, false),
                    None => fence = Some(line),
                }
                continue;
            }
            let rest = line.trim_start();
            if rest.is_empty() || rest == CUT_MARK || is_rule(rest) {
                continue;
            }
            let indent = line.len() - rest.len();
            let level = rest.bytes().take_while(|byte| *byte == b'#').count();
            if (1..=6).contains(&level) && rest[level..].starts_with(' ') {
                const PREFIXES: [&str; 6] = ["H1: ", "H2: ", "H3: ", "H4: ", "H5: ", "H6: "];
                plain.line(PREFIXES[level - 1], line, from + at, indent + level + 1, true);
            } else {
                plain.line(&line[..indent], line, from + at, indent, true);
            }
        }
        plain
    }

    /// Adds a line that stands `at` in the capture, without its first `skip` bytes.
    fn line(&mut self, prefix: &str, line: &str, at: usize, skip: usize, escapes: bool) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.map.push((self.text.len(), at));
        self.text.push_str(prefix);
        let (words, at) = (&line[skip..], at + skip);
        self.map.push((self.text.len(), at));
        let mut from = 0;
        let mut chars = words.char_indices().peekable();
        while let Some((place, c)) = chars.next() {
            if escapes && c == '\\' && chars.peek().is_some_and(|(_, next)| next.is_ascii_punctuation()) {
                self.text.push_str(&words[from..place]);
                from = place + 1;
                self.map.push((self.text.len(), at + from));
                // What is escaped escapes nothing itself.
                chars.next();
            }
        }
        self.text.push_str(&words[from..]);
    }

    /// Where a piece of the text stands in the capture, in bytes; a piece ends on the line it begins on.
    #[must_use]
    pub fn place(&self, piece: &Range<usize>) -> Range<usize> {
        let of = |at: usize| {
            let next = self.map.partition_point(|(plain, _)| *plain <= at);
            let (plain, captured) =
                next.checked_sub(1).and_then(|n| self.map.get(n)).copied().unwrap_or_default();
            // A prefix may be longer than the mark it stands for.
            let most = self.map.get(next).map_or(usize::MAX, |(_, captured)| *captured);
            (captured + at.saturating_sub(plain)).min(most)
        };
        let last = self
            .text
            .get(piece.clone())
            .and_then(|words| words.chars().next_back())
            .map_or(0, char::len_utf8);
        let start = of(piece.start);
        if last == 0 { start..start } else { start..of(piece.end - last) + last }
    }
}

/// The line below the names of a table's columns.
fn is_rule(line: &str) -> bool {
    line.contains("---") && line.chars().all(|c| matches!(c, '-' | '|' | ':' | ' '))
}
