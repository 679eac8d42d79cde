//! Words, numbers and marks of a piece of text, with their places.

use alloc::vec::Vec;
use core::ops::Range;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// Letters and digits that begin with a letter.
    Word,
    /// Digits, with what separates groups and fractions of them.
    Number,
    /// One other character that is no space.
    Mark,
}

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Where it stands.
    pub at: Range<usize>,
    /// What it is.
    pub kind: TokenKind,
}

impl Token {
    /// Its text.
    #[must_use]
    pub fn of<'a>(&self, text: &'a str) -> &'a str {
        text.get(self.at.clone()).unwrap_or_default()
    }
}

/// The tokens of a text.
#[must_use]
pub fn tokens(text: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some((start, c)) = chars.next() {
        if c.is_whitespace() {
            continue;
        }
        let mut end = start + c.len_utf8();
        let kind = if c.is_ascii_digit() {
            end = number_end(text, start);
            TokenKind::Number
        } else if c.is_alphanumeric() {
            let rest = text[end..].char_indices().find(|(_, c)| !is_of_word(*c));
            end = rest.map_or(text.len(), |(at, _)| end + at);
            TokenKind::Word
        } else {
            TokenKind::Mark
        };
        while chars.next_if(|(at, _)| *at < end).is_some() {}
        found.push(Token { at: start..end, kind });
    }
    found
}

/// `m²` is one word.
fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '²' | '³')
}

/// Where a number ends: a separator belongs to it only before a digit, a space only before a group of three.
fn number_end(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut at = start;
    loop {
        while digit(at) {
            at += 1;
        }
        let Some(mark) = text[at..].chars().next() else { return at };
        let next = at + mark.len_utf8();
        let group = digit(next) && digit(next + 1) && digit(next + 2) && !digit(next + 3);
        let goes_on = match mark {
            '.' | ',' => digit(next),
            '\'' | '’' | '\u{a0}' | '\u{202f}' | '\u{2009}' => group,
            _ => false,
        };
        if !goes_on {
            return at;
        }
        at = next;
    }
}
