//! Undoes tricks that hide a word from a filter but not from a reader: letters of another script, digits for letters,
//! letters set apart.
//!
//! Each is undone only where a whole word gives it away, so that product names and codes stay what they are.

use alloc::vec::Vec;

use super::fold::{Letter, is_space};

/// Letters set apart in a row before they count as one word.
const MIN_SPACED: usize = 4;

/// Cyrillic and Greek letters and the Latin letters they look like.
const LOOK_ALIKES: &[(char, char)] = &[
    ('а', 'a'),
    ('е', 'e'),
    ('о', 'o'),
    ('р', 'p'),
    ('с', 'c'),
    ('у', 'y'),
    ('х', 'x'),
    ('і', 'i'),
    ('ѕ', 's'),
    ('ј', 'j'),
    ('ԁ', 'd'),
    ('ԛ', 'q'),
    ('ԝ', 'w'),
    ('һ', 'h'),
    ('ӏ', 'l'),
    ('в', 'b'),
    ('н', 'h'),
    ('м', 'm'),
    ('т', 't'),
    ('к', 'k'),
    ('α', 'a'),
    ('ο', 'o'),
    ('ρ', 'p'),
    ('ε', 'e'),
    ('ι', 'i'),
    ('κ', 'k'),
    ('ν', 'v'),
    ('τ', 't'),
    ('υ', 'u'),
    ('χ', 'x'),
    ('η', 'n'),
    ('ɡ', 'g'),
    ('ɑ', 'a'),
    ('ո', 'n'),
    ('ս', 'u'),
    ('օ', 'o'),
    ('г', 'r'),
    ('п', 'n'),
    ('ԍ', 'g'),
    ('ց', 'g'),
    ('ɩ', 'i'),
    ('ꭵ', 'i'),
    ('ѵ', 'v'),
    ('σ', 'o'),
    ('ѡ', 'w'),
];

/// Undoes every disguise.
pub(super) fn undo(letters: Vec<Letter>) -> Vec<Letter> {
    let mut letters = joined(letters);
    for word in letters.chunk_by_mut(|a, b| is_wordlike(a.c) && is_wordlike(b.c)) {
        undo_look_alikes(word);
        undo_digits(word);
    }
    letters
}

fn is_wordlike(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '@' | '$' | '_' | '.')
}

fn undo_look_alikes(word: &mut [Letter]) {
    if word.iter().all(|letter| letter.c.is_ascii()) {
        return;
    }
    let latin = word.iter().filter(|letter| letter.c.is_ascii_lowercase()).count();
    let foreign = word.iter().filter(|letter| is_foreign(letter.c)).count();
    if latin == 0 || foreign == 0 {
        return;
    }
    // A letter that only the other script has decides for it.
    let to_latin = word.iter().all(|letter| !is_foreign(letter.c) || look_alike(letter.c).is_some());
    for letter in word {
        let other = if to_latin {
            look_alike(letter.c)
        } else {
            LOOK_ALIKES.iter().find(|(_, latin)| *latin == letter.c).map(|(other, _)| *other)
        };
        if let Some(c) = other {
            letter.c = c;
            letter.odd = true;
        }
    }
}

const fn is_foreign(c: char) -> bool {
    matches!(c, 'ɑ' | 'ɡ' | 'ɩ' | '\u{370}'..='\u{52f}' | '\u{530}'..='\u{58f}' | '\u{ab70}'..='\u{abbf}')
}

fn look_alike(c: char) -> Option<char> {
    LOOK_ALIKES.iter().find(|(other, _)| *other == c).map(|(_, latin)| *latin)
}

/// Digits for letters: only in a word that is mostly letters, and is neither an address nor a number in hex. Digits that
/// only end a word are a number: base64, mp3.
fn undo_digits(word: &mut [Letter]) {
    let end = word.iter().rposition(|letter| letter.c != '.').map_or(0, |last| last + 1);
    let Some(word) = word.get_mut(..end) else { return };
    let letters = word.iter().filter(|letter| letter.c.is_ascii_lowercase()).count();
    let digits = word.iter().filter(|letter| digit_letter(letter.c).is_some()).count();
    let hex = word.iter().all(|letter| letter.c.is_ascii_hexdigit());
    let plain = word.iter().all(|letter| letter.c.is_ascii() && !matches!(letter.c, '.' | '_'));
    let groups = word.chunk_by(|a, b| digit_letter(a.c).is_some() == digit_letter(b.c).is_some()).count();
    let numbered = groups <= 2 && word.last().is_some_and(|letter| letter.c.is_ascii_digit());
    if digits == 0 || letters < digits || word.len() < 4 || word.len() > 24 || hex || !plain || numbered {
        return;
    }
    let mut before = ' ';
    for index in 0..word.len() {
        let after = word.get(index + 1).map_or(' ', |letter| letter.c);
        let Some(letter) = word.get_mut(index) else { return };
        let here = letter.c;
        if let Some(c) = digit_letter(here) {
            // One stands for i, and for l at the end, doubled, or between vowels.
            let l = here == '1'
                && (after == ' ' || after == '1' || before == '1' || (is_vowel(before) && is_vowel(after)));
            letter.c = if l { 'l' } else { c };
            letter.odd = true;
        }
        before = here;
    }
}

const fn is_vowel(c: char) -> bool {
    matches!(c, 'a' | 'e' | 'i' | 'o' | 'u' | '3' | '0' | '4')
}

const fn digit_letter(c: char) -> Option<char> {
    Some(match c {
        '0' => 'o',
        '1' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        _ => return None,
    })
}

/// Letters set apart by one and the same separator become words again.
fn joined(letters: Vec<Letter>) -> Vec<Letter> {
    let mut kept: Vec<Letter> = Vec::with_capacity(letters.len());
    let mut rest = letters.as_slice();
    while let Some((first, after)) = rest.split_first() {
        let starts_word = kept.last().is_none_or(|last| !last.c.is_alphanumeric());
        let run = if starts_word { spaced_run(rest) } else { 0 };
        if run < MIN_SPACED {
            kept.push(*first);
            rest = after;
            continue;
        }
        // Every second letter is a separator; a wide one is where a word ends.
        let (spaced, after) = rest.split_at_checked(2 * run - 1).unwrap_or((rest, &[]));
        for letter in spaced {
            if letter.c.is_alphanumeric() {
                kept.push(Letter { odd: true, glued: true, ..*letter });
            } else if letter.wide {
                kept.push(*letter);
            }
        }
        rest = after;
    }
    kept
}

/// How many single letters stand at the start of `letters`, each set apart from the next in the same way.
fn spaced_run(letters: &[Letter]) -> usize {
    let Some(separator) = letters.get(1).map(|letter| letter.c).filter(|c| is_separator(*c)) else {
        return 0;
    };
    let mut pairs = letters.chunks(2);
    let mut run = 0;
    loop {
        match pairs.next() {
            Some([letter, after]) if letter.c.is_alphabetic() && after.c == separator => run += 1,
            // The last one may stand before anything but a letter.
            Some([letter, after]) if letter.c.is_alphabetic() && !after.c.is_alphanumeric() => {
                return run + 1;
            }
            Some([letter]) if letter.c.is_alphabetic() => return run + 1,
            _ => return run,
        }
    }
}

fn is_separator(c: char) -> bool {
    is_space(c) || matches!(c, '.' | '-' | '_' | '·' | '•' | '¦' | '/' | '~' | '+' | ',')
}
