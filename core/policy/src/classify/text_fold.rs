//! A text in which width, accents and invisible characters no longer matter, and the way back to the original places.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use unicode_normalization::char::{decompose_compatible, is_combining_mark};

/// A text with every character replaced by at most one plain one.
pub(super) struct Folded<'a> {
    text: Cow<'a, str>,
    /// `(folded, original)` offsets after each character that changed its length, in order.
    shifts: Vec<(usize, usize)>,
}

impl<'a> Folded<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        if text.is_ascii() {
            return Self { text: Cow::Borrowed(text), shifts: Vec::new() };
        }
        let mut folded = String::with_capacity(text.len());
        let mut shifts: Vec<(usize, usize)> = Vec::new();
        for (at, c) in text.char_indices() {
            let plain = plain(c);
            folded.extend(plain);
            if plain.map_or(0, char::len_utf8) != c.len_utf8() {
                let shift = (folded.len(), at + c.len_utf8());
                match shifts.last_mut() {
                    Some(last) if last.0 == shift.0 => *last = shift,
                    _ => shifts.push(shift),
                }
            }
        }
        Self { text: Cow::Owned(folded), shifts }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The offset in the original text of an offset in the folded one.
    pub(super) fn original(&self, at: usize) -> usize {
        let before = self.shifts.partition_point(|(folded, _)| *folded <= at);
        let shift = before.checked_sub(1).and_then(|last| self.shifts.get(last));
        shift.map_or(at, |(folded, original)| original + (at - folded))
    }
}

/// The plain form of a character; none for marks and invisible ones, which could otherwise split a key in two.
fn plain(c: char) -> Option<char> {
    match c {
        c if c.is_ascii() => Some(c),
        '\u{ad}'
        | '\u{180e}'
        | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}' => None,
        '\u{300}'..='\u{36f}' => None,
        'ß' => Some('s'),
        '\u{2010}'..='\u{2015}' | '\u{2212}' => Some('-'),
        // Kana carry their voicing as a mark: only what rests on a Latin letter is an accent.
        c => {
            let (mut base, mut letters) = (c, 0);
            decompose_compatible(c, |part| {
                if !is_combining_mark(part) {
                    base = part;
                    letters += 1;
                }
            });
            Some(if letters == 1 && base.is_ascii() { base } else { c })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_lead_back_to_the_original() {
        let text = "é\u{301}１２\u{200b}ü密a";
        let folded = Folded::of(text);
        assert_eq!(folded.text(), "e12u密a");
        for (plain, original) in [("12", "１２\u{200b}"), ("u", "ü"), ("密", "密"), ("a", "a")] {
            let at = folded.text().find(plain).unwrap();
            assert_eq!(&text[folded.original(at)..folded.original(at + plain.len())], original);
        }
    }
}
