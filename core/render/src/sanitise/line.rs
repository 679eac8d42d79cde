//! Builds one line: joins neighbouring texts, folds runs of spaces across pieces, keeps spaces out of labels.

use alloc::borrow::ToOwned;
use alloc::string::String;

use laika_protocol::SafeHref;

use crate::tree::{Line, Piece};

/// A line in the making. Texts handed to it have no control characters and no line breaks.
#[derive(Default)]
pub(super) struct LineBuilder {
    pieces: Line,
    /// A space was seen and is written before whatever comes next.
    space: bool,
}

impl LineBuilder {
    pub(super) fn text(&mut self, text: &str) {
        for c in text.chars() {
            if c == ' ' {
                self.space = true;
            } else {
                self.write_space();
                self.push(c);
            }
        }
    }

    /// A link; one without a visible label shows its address.
    pub(super) fn link(&mut self, href: SafeHref, label: &str) {
        self.space |= label.starts_with(' ');
        self.write_space();
        let folded = if is_visible(label) { fold(label) } else { href.as_str().to_owned() };
        self.pieces.push(Piece::Link { href, label: folded });
        self.space = label.ends_with(' ');
    }

    /// The label of a link that is none, then its address in brackets unless that is what the label says.
    pub(super) fn link_as_text(&mut self, label: &str, address: &str) {
        let address = fold(address);
        if !is_visible(&address) || fold(label) == address {
            return self.text(label);
        }
        if !is_visible(label) {
            return self.text(&address);
        }
        self.text(label);
        self.space = true;
        self.text("(");
        self.text(&address);
        self.text(")");
    }

    /// The pieces, with nothing blank at either end.
    pub(super) fn finish(mut self) -> Line {
        if let Some(Piece::Text(first)) = self.pieces.first_mut() {
            let blank = first.len() - first.trim_start().len();
            first.drain(..blank);
        }
        if let Some(Piece::Text(last)) = self.pieces.last_mut() {
            last.truncate(last.trim_end().len());
        }
        self.pieces.retain(|piece| !matches!(piece, Piece::Text(text) if text.is_empty()));
        self.pieces
    }

    fn write_space(&mut self) {
        if core::mem::take(&mut self.space) && !self.pieces.is_empty() {
            self.push(' ');
        }
    }

    fn push(&mut self, c: char) {
        match self.pieces.last_mut() {
            Some(Piece::Text(text)) => text.push(c),
            _ => self.pieces.push(Piece::Text(String::from(c))),
        }
    }
}

/// Runs of spaces become one, those at the ends none.
fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.push_str(word);
    }
    folded
}

/// Whether there is anything to see: not only white space, joiners and marks that change a neighbour.
pub(super) fn is_visible(text: &str) -> bool {
    !text.chars().all(|c| {
        c.is_whitespace() || matches!(c, '\u{200c}' | '\u{200d}' | '\u{2800}' | '\u{fe00}'..='\u{fe0f}')
    })
}
