//! Weights of text, and the few escape sequences that show them.

use alloc::borrow::Cow;
use alloc::string::String;

use super::{Colour, wrap};

/// How a span looks. No colours: a terminal's own foreground is the only one sure to be readable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Plain,
    Bold,
    Dim,
    Underline,
}

impl Style {
    /// The parameter of the SGR sequence.
    const fn sgr(self) -> Option<char> {
        match self {
            Self::Plain => None,
            Self::Bold => Some('1'),
            Self::Dim => Some('2'),
            Self::Underline => Some('4'),
        }
    }
}

/// Text of one style.
#[derive(Clone, Debug)]
pub(super) struct Span<'a> {
    pub(super) style: Style,
    pub(super) text: Cow<'a, str>,
}

impl<'a> Span<'a> {
    pub(super) fn new(style: Style, text: impl Into<Cow<'a, str>>) -> Self {
        Self { style, text: text.into() }
    }
}

/// Columns that spans take.
pub(super) fn width(spans: &[Span<'_>]) -> usize {
    spans.iter().map(|span| wrap::width(&span.text)).sum()
}

/// Spans as one text. Each style is closed where it ends, so no line colours the next.
pub(super) fn paint(spans: &[Span<'_>], colour: Colour) -> String {
    let mut out = String::new();
    for span in spans {
        match span.style.sgr().filter(|_| colour == Colour::Ansi) {
            Some(parameter) => {
                out.push_str("\u{1b}[");
                out.push(parameter);
                out.push('m');
                out.push_str(&span.text);
                out.push_str("\u{1b}[0m");
            }
            None => out.push_str(&span.text),
        }
    }
    out
}
