//! One spelling for text that can be written in many ways, with the way back to the original.
//!
//! Compatibility forms, case, accents and white space are folded here; `disguise` then undoes tricks that need a
//! whole word to judge. The tables of terms are written in folded form.

use alloc::string::String;
use alloc::vec::Vec;

use unicode_normalization::char::{compose, decompose_compatible, is_combining_mark};

use super::disguise;

/// Stands for a blank line; ends a sentence.
pub(super) const PARAGRAPH: char = '¶';

/// A folded character and where it came from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Letter {
    pub(super) c: char,
    /// Its bytes in the original.
    pub(super) start: usize,
    pub(super) end: usize,
    /// Written so that a person reads it and a filter does not: look-alikes, digits for letters, split by nothing.
    pub(super) odd: bool,
    /// Taken out of s p a c e d letters: where words end is not known.
    pub(super) glued: bool,
    /// White space that was more than one space.
    pub(super) wide: bool,
}

/// A text in folded form.
pub(super) struct Folded {
    pub(super) text: String,
    /// For every byte of `text`, the letter it belongs to.
    letter_at: Vec<u32>,
    letters: Vec<Letter>,
}

impl Folded {
    /// The letter at a byte of the folded text.
    pub(super) fn letter(&self, at: usize) -> Option<&Letter> {
        self.letters.get(*self.letter_at.get(at)? as usize)
    }

    /// The bytes of the original behind a stretch of the folded text.
    pub(super) fn original(&self, start: usize, end: usize) -> (usize, usize) {
        let first = self.letter(start).map_or(0, |letter| letter.start);
        let last = self.letter(end.saturating_sub(1)).map_or(first, |letter| letter.end);
        (first, last.max(first))
    }

    /// How many letters of a stretch were disguised.
    pub(super) fn odd_letters(&self, start: usize, end: usize) -> usize {
        let index = |at| self.letter_at.get(at).map_or(self.letters.len(), |&index| index as usize);
        let letters = self.letters.get(index(start)..index(end).max(index(start)));
        letters.unwrap_or_default().iter().filter(|letter| letter.odd).count()
    }
}

/// Folds a text.
pub(super) fn fold(text: &str) -> Folded {
    let letters = disguise::undo(letters(text));
    let mut folded =
        Folded { text: String::with_capacity(text.len()), letter_at: Vec::new(), letters: Vec::new() };
    for (index, letter) in letters.iter().enumerate() {
        folded.text.push(letter.c);
        folded.letter_at.resize(folded.text.len(), u32::try_from(index).unwrap_or(u32::MAX));
    }
    folded.letters = letters;
    folded
}

fn letters(text: &str) -> Vec<Letter> {
    let mut letters: Vec<Letter> = Vec::with_capacity(text.len());
    let mut lines = 0;
    // Something without width stood before the next letter.
    let mut split = false;
    for (start, c) in text.char_indices() {
        let end = start + c.len_utf8();
        if c.is_whitespace() || c.is_control() {
            lines = if letters.last().is_some_and(|last| is_space(last.c)) { lines } else { 0 };
            lines += u32::from(c == '\n' || c == '\u{2028}' || c == '\u{2029}');
            push_space(&mut letters, start, end, lines);
        } else if is_without_width(c) {
            split |= c != '\u{ad}' && letters.last().is_some_and(|last| last.c.is_alphabetic());
        } else {
            push_char(&mut letters, c, start, end, core::mem::take(&mut split));
        }
    }
    letters
}

pub(super) const fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\n' | PARAGRAPH)
}

fn push_space(letters: &mut Vec<Letter>, start: usize, end: usize, lines: u32) {
    let c = match lines {
        0 => ' ',
        1 => '\n',
        _ => PARAGRAPH,
    };
    match letters.last_mut() {
        Some(last) if is_space(last.c) => *last = Letter { c, end, wide: true, ..*last },
        _ => letters.push(Letter { c, start, end, odd: false, glued: false, wide: false }),
    }
}

fn push_char(letters: &mut Vec<Letter>, c: char, start: usize, end: usize, split: bool) {
    let (plain, styled) = unstyled(c);
    let mut odd = styled || (split && plain.is_alphabetic());
    let mut push = |c: char| {
        for c in c.to_lowercase() {
            letters.push(Letter { c, start, end, odd, glued: false, wide: false });
            odd = styled;
        }
    };
    if plain.is_ascii() {
        return push(plain);
    }
    if let Some(more) = spelled(plain) {
        return more.chars().for_each(push);
    }
    // Hangul decomposes into parts that no table here needs.
    if matches!(plain, '\u{ac00}'..='\u{d7a3}') {
        return push(plain);
    }
    decompose_compatible(plain, |part| {
        if !is_combining_mark(part) {
            for c in part
                .to_lowercase()
                .flat_map(|c| spelled(c).map_or([Some(c), None], two).into_iter().flatten())
            {
                letters.push(Letter { c, start, end, odd, glued: false, wide: false });
            }
        } else if let Some(last) = letters.last_mut() {
            // Accents on Latin letters are dropped; other scripts keep the letters that accents make.
            let whole = compose(last.c, part).filter(|_| !last.c.is_ascii());
            last.c = whole
                .and_then(|c| c.to_lowercase().next())
                .map_or(last.c, |c| if c == 'ё' { 'е' } else { c });
            last.end = end;
        }
    });
}

fn two(text: &str) -> [Option<char>; 2] {
    let mut chars = text.chars();
    [chars.next(), chars.next()]
}

/// Characters that compatibility forms leave alone, spelled as the tables spell them.
const fn spelled(c: char) -> Option<&'static str> {
    Some(match c {
        'ß' | 'ẞ' => "ss",
        'æ' | 'Æ' => "ae",
        'œ' | 'Œ' => "oe",
        'ø' | 'Ø' => "o",
        'ł' | 'Ł' => "l",
        'đ' | 'Đ' => "d",
        'ı' => "i",
        'ё' | 'Ё' => "е",
        '‘' | '’' | '‛' | '′' | '´' => "'",
        '“' | '”' | '„' | '‟' | '«' | '»' | '「' | '」' | '『' | '』' | '《' | '》' | '″' => {
            "\""
        }
        '‐' | '‑' | '‒' | '–' | '—' | '−' | '―' => "-",
        '。' => ".",
        '、' => ",",
        '【' | '〔' => "[",
        '】' | '〕' => "]",
        '⁄' | '∕' => "/",
        _ => return None,
    })
}

/// The plain letter behind a letter that is drawn in a style, and whether the style is one that only tricks use.
fn unstyled(c: char) -> (char, bool) {
    const SMALL_CAPITALS: &str = "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡxʏᴢ";
    let from_a = |first: u32| char::from_u32(u32::from('a') + (u32::from(c) - first)).unwrap_or(c);
    match u32::from(c) {
        // The tables separate terms with it.
        0x7c => ('¦', false),
        0x1f150..=0x1f169 => (from_a(0x1f150), true),
        0x1f170..=0x1f189 => (from_a(0x1f170), true),
        // Mathematical, circled and squared letters decompose by themselves.
        0x1d400..=0x1d7ff | 0x24b6..=0x24e9 | 0x1f130..=0x1f149 => (c, true),
        0x0080.. => match SMALL_CAPITALS.chars().position(|small| small == c) {
            Some(index) => (from_index(index).unwrap_or(c), true),
            None => (c, false),
        },
        _ => (c, false),
    }
}

fn from_index(index: usize) -> Option<char> {
    char::from_u32(u32::from('a') + u32::try_from(index).ok()?)
}

/// Characters that take no room. The emphasis star is one of them: it stands inside words only to split them.
const fn is_without_width(c: char) -> bool {
    matches!(c,
        '*' | '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180e}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e01ef}')
}
