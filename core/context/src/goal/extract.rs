//! Fields read out of a page's text: what a table, a list or a line says under their names.

use alloc::string::{String, ToString};
use core::ops::Range;

use super::answered::find;
use crate::question::{has, stems};
use crate::text::content_words;

/// Characters of a value; a longer one is a text about it.
const LONGEST: usize = 160;

/// A field that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// What it says.
    pub value: String,
    /// Where that stands: the words a citation quotes.
    pub at: Range<usize>,
}

/// What a text says under a name; nothing where it says nothing.
#[must_use]
pub fn extract(name: &str, title: &str, text: &str) -> Option<Field> {
    let asked = content_words(name);
    if asked.is_empty() {
        return None;
    }
    named(&asked, text).or_else(|| price(&asked, text)).or_else(|| {
        let found = find(name, title, text)?;
        Some(Field { value: text[found.at.clone()].to_string(), at: found.at })
    })
}

/// A line that says something under a name.
pub(super) struct Said<'a> {
    pub(super) name: &'a str,
    pub(super) value: &'a str,
    /// The line with the value, and where it begins.
    line: &'a str,
    from: usize,
}

/// `Weight | 1.4 kg`, `Weight: 1.4 kg`, and a definition below its term.
pub(super) fn said(text: &str) -> impl Iterator<Item = Said<'_>> {
    let (mut start, mut term) = (0, None);
    text.split_inclusive('\n').filter_map(move |line| {
        let from = start;
        start += line.len();
        let bare = line.trim();
        if let Some(name) = bare.strip_prefix("Term:") {
            term = Some(name.trim());
            return None;
        }
        let (name, value) = match bare.strip_prefix("Definition:") {
            Some(value) => (term.take()?, value),
            None => bare.split_once(" | ").or_else(|| bare.split_once(": "))?,
        };
        Some(Said { name: name.trim_start_matches("- "), value: value.trim(), line, from })
    })
}

fn named(asked: &[String], text: &str) -> Option<Field> {
    let one = said(text).find(|one| is_name(one.name, asked))?;
    field(text, one.from, one.line, one.value)
}

/// Whether a cell or a term is the name that was asked for: all words of one are in the other.
fn is_name(cell: &str, asked: &[String]) -> bool {
    let own = stems(cell);
    !own.is_empty() && own.len() <= asked.len() + 2 && asked.iter().all(|word| has(&own, word))
}

/// An amount of money, for whoever asks for a price or a cost.
fn price(asked: &[String], text: &str) -> Option<Field> {
    const PRICES: &[&str] = &["pric", "cost", "preis", "prix", "precio", "prezzo"];
    const MONEY: &[char] = &['£', '$', '€', '¥'];
    if !asked.iter().any(|word| PRICES.contains(&word.as_str())) {
        return None;
    }
    let (start, sign) = text.char_indices().find(|(at, c)| {
        let next = text[at + c.len_utf8()..].trim_start().chars().next();
        MONEY.contains(c) && next.is_some_and(|next| next.is_ascii_digit())
    })?;
    let after = &text[start + sign.len_utf8()..];
    let spaces = after.len() - after.trim_start().len();
    let digits = after[spaces..]
        .find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ','))
        .unwrap_or(after.len() - spaces);
    let end = start + sign.len_utf8() + spaces + digits;
    let value = text[start..end].trim_end_matches(['.', ',']);
    Some(Field { value: value.to_string(), at: start..start + value.len() })
}

fn field(text: &str, from: usize, line: &str, value: &str) -> Option<Field> {
    // The first cell behind the name is the value.
    let value = value.split(" | ").next().unwrap_or(value).trim();
    let whole = line.trim_end();
    let start = from + (whole.len() - whole.trim_start().len());
    (!value.is_empty() && value.chars().count() <= LONGEST && text.is_char_boundary(start))
        .then(|| Field { value: value.to_string(), at: start..from + whole.len() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_under_their_names() {
        let page = "H1: Fulmar storm lantern\nBurns in any wind. £38.50 · In stock\nWeight | 1.4 kg\nHeight | 31 cm\n\
            SKU: F-22\nTerm: Burning time\nDefinition: 22 hours\nMade in | Upper Ansel\n";
        for (name, expected) in [
            ("weight", Some("1.4 kg")),
            ("price", Some("£38.50")),
            ("sku", Some("F-22")),
            ("burning time", Some("22 hours")),
            ("height", Some("31 cm")),
            ("warranty", None),
            ("", None),
        ] {
            let found = extract(name, "Fulmar storm lantern", page);
            assert_eq!(found.as_ref().map(|field| field.value.as_str()), expected, "{name}");
            if let Some(field) = found {
                assert!(page[field.at.clone()].contains(&field.value), "{name}");
            }
        }
    }
}
