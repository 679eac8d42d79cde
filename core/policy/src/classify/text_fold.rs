//! A text in which width, accents and invisible characters no longer matter, and the way back to the original places.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use unicode_normalization::char::{decompose_compatible, is_combining_mark};

use super::text::find_byte;

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
        let mut copied = 0;
        let mut from = 0;
        while let Some(at) = find_byte(text.as_bytes(), from, |byte| !byte.is_ascii()) {
            if let Some(len) = text.as_bytes().get(at).and_then(|lead| len_without_accent(*lead)) {
                from = at + len;
                continue;
            }
            let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) else { break };
            from = at + c.len_utf8();
            let plain = plain(c);
            if plain == Some(c) {
                continue;
            }
            // What is plain is ASCII and so shorter than what it stands for.
            folded.push_str(text.get(copied..at).unwrap_or_default());
            folded.extend(plain);
            copied = from;
            let shift = (folded.len(), copied);
            match shifts.last_mut() {
                Some(last) if last.0 == shift.0 => *last = shift,
                _ => shifts.push(shift),
            }
        }
        if copied == 0 {
            return Self { text: Cow::Borrowed(text), shifts };
        }
        folded.push_str(text.get(copied..).unwrap_or_default());
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

/// The length of the characters that begin with a byte, if none of them has another plain form: Greek, Cyrillic to
/// Tibetan, Han, Hangul and private ones.
const fn len_without_accent(lead: u8) -> Option<usize> {
    match lead {
        0xcf..=0xdf => Some(2),
        0xe0 | 0xe4..=0xe9 | 0xeb..=0xee => Some(3),
        _ => None,
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
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0),
        // Kana and their marks, the commonest that need no closer look.
        '\u{3001}'..='\u{309a}' | '\u{309d}'..='\u{30ff}' => Some(c),
        c => Some(without_accent(c)),
    }
}

/// Kana carry their voicing as a mark: only what rests on a Latin letter is an accent.
fn without_accent(c: char) -> char {
    let (mut base, mut letters) = (c, 0);
    decompose_compatible(c, |part| {
        if !is_combining_mark(part) {
            base = part;
            letters += 1;
        }
    });
    if letters == 1 && base.is_ascii() { base } else { c }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_passed_by_have_no_accents() {
        for c in '\u{80}'..=char::MAX {
            if let Some(len) = len_without_accent(c.encode_utf8(&mut [0; 4]).as_bytes()[0]) {
                assert_eq!((plain(c), c.len_utf8()), (Some(c), len), "{c}");
            }
        }
        for c in ('\u{3001}'..='\u{309a}').chain('\u{309d}'..='\u{30ff}').chain('\u{ff01}'..='\u{ff5e}') {
            assert_eq!(plain(c), Some(without_accent(c)), "{c}");
        }
    }

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
