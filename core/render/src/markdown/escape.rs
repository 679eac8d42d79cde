//! Backslashes before whatever Markdown would read as markup.
//!
//! Beyond CommonMark this covers what common readers add: tables, strike-through, formulas, definition lists, and
//! links made from bare addresses.

use alloc::string::String;

/// Where a text stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// At the start of a line, where a few characters start a block.
    LineStart,
    /// Anywhere else.
    Inside,
}

/// Writes a text so that it reads back as itself.
pub(super) fn push_text(out: &mut String, text: &str, place: Place) {
    let block_sign = if place == Place::LineStart { block_sign(text) } else { None };
    for (at, c) in text.char_indices() {
        let after = &text[at + c.len_utf8()..];
        if block_sign == Some(at) || is_markup(c, &text[..at], after) {
            out.push('\\');
        }
        out.push(c);
    }
}

/// The place of the character that would start a block: a heading, a quote, a list, a rule, an underline.
fn block_sign(text: &str) -> Option<usize> {
    match text.as_bytes().first()? {
        b'>' | b'-' | b'+' | b'=' | b':' => Some(0),
        b'0'..=b'9' => {
            let end = text.find(|c: char| !c.is_ascii_digit())?;
            let sign = matches!(text.as_bytes()[end], b'.' | b')');
            let alone = matches!(text.as_bytes().get(end + 1), None | Some(b' '));
            (sign && alone).then_some(end)
        }
        _ => None,
    }
}

fn is_markup(c: char, before: &str, after: &str) -> bool {
    match c {
        // Emphasis, code, links, tags, cells, headings, strike-through, superscript, formulas.
        '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '|' | '#' | '~' | '^' | '$' => true,
        // A character reference.
        '&' => after.starts_with(|next: char| next == '#' || next.is_ascii_alphanumeric()),
        // An image, if a link follows.
        '!' => after.is_empty() || after.starts_with('['),
        // Bare addresses that some readers turn into links.
        ':' => after.starts_with("//"),
        '.' => ends_with_www(before),
        '@' => before.ends_with(|last: char| !last.is_whitespace()),
        _ => false,
    }
}

fn ends_with_www(text: &str) -> bool {
    let start = text.len().saturating_sub(3);
    text.as_bytes()[start..].eq_ignore_ascii_case(b"www")
}

/// Writes an address between the angle brackets of a link. It is ASCII without white space.
pub(super) fn push_address(out: &mut String, address: &str) {
    for c in address.chars() {
        if matches!(c, '\\' | '<' | '>' | '&' | '|' | '`') {
            out.push('\\');
        }
        out.push(c);
    }
}
