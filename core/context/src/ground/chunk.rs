//! A text in parts that a small model can read at once.

use alloc::vec::Vec;
use core::ops::Range;

use crate::text::sentences;
use crate::tokens::estimate_tokens;

/// Characters that are measured at once where a piece has no better place to be cut.
const STRIDE: usize = 48;

/// The places of parts of at most so many tokens, by estimate: cut before headings where that is possible, else between
/// lines, else between sentences, else anywhere. Together they are the whole text.
#[must_use]
pub fn chunks(text: &str, tokens: usize) -> Vec<Range<usize>> {
    let tokens = tokens.max(1);
    let mut parts = Vec::new();
    let mut open = Open { start: 0, cost: 0 };
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let cost = estimate_tokens(line);
        let is_heading = line.trim_start().starts_with(['H']) && line.get(2..3) == Some(":");
        if open.cost + cost > tokens || (is_heading && open.cost * 5 > tokens * 3) {
            open.end(start, text, &mut parts);
        }
        if cost > tokens {
            for piece in pieces(line, tokens) {
                let cost = estimate_tokens(&line[piece.clone()]);
                if open.cost + cost > tokens {
                    open.end(start + piece.start, text, &mut parts);
                }
                open.cost += cost;
            }
        } else {
            open.cost += cost;
        }
        start += line.len();
    }
    open.end(text.len(), text, &mut parts);
    parts
}

struct Open {
    start: usize,
    cost: usize,
}

impl Open {
    fn end(&mut self, end: usize, text: &str, parts: &mut Vec<Range<usize>>) {
        if !text[self.start..end].trim().is_empty() {
            parts.push(self.start..end);
        }
        *self = Self { start: end, cost: 0 };
    }
}

/// A long line in pieces: its sentences, and of a long sentence pieces of a fixed length.
fn pieces(line: &str, tokens: usize) -> Vec<Range<usize>> {
    let mut bounds: Vec<usize> = sentences(line).iter().map(|sentence| sentence.at.start).skip(1).collect();
    bounds.push(line.len());
    let mut pieces = Vec::new();
    let mut start = 0;
    for end in bounds {
        if estimate_tokens(&line[start..end]) <= tokens {
            pieces.push(start..end);
        } else {
            let mut from = start;
            let cuts = line[start..end].char_indices().step_by(STRIDE.min(tokens)).skip(1);
            for (at, _) in cuts {
                pieces.push(from..start + at);
                from = start + at;
            }
            pieces.push(from..end);
        }
        start = end;
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    #[test]
    fn parts_make_the_whole_and_start_at_headings() {
        let section =
            |n: usize| alloc::format!("H2: Section {n}\nA sentence about walking. Another one follows.\n");
        let text: String = (0..20).map(section).collect();
        let parts = chunks(&text, 60);
        assert!(parts.len() > 3);
        for part in &parts {
            let text = &text[part.clone()];
            assert!(estimate_tokens(text) <= 60 && text.starts_with("H2:"), "{text}");
        }
        let joined: String = parts.iter().map(|part| &text[part.clone()]).collect();
        assert_eq!(joined, text);
        assert_eq!(chunks(" \n ", 10), []);
    }
}
