//! Words: lower case, lightly stemmed; of scripts that write no spaces, pairs of characters.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use super::stop::is_stop;

/// The words of a text in order, in lower case and not stemmed.
pub fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut run = Run::default();
    let mut before = None;
    for (at, c) in text.char_indices() {
        let next = text[at + c.len_utf8()..].chars().next();
        if is_unspaced(c) {
            run.end_word(&mut words);
            run.unspaced.push(c);
        } else if c.is_alphanumeric() || is_inside_number(before, c, next) {
            run.end_unspaced(&mut words);
            run.word.extend(c.to_lowercase());
        } else if is_inside_word(before, c, next) && !is_elided(&run.word) {
            run.word.push('\'');
        } else {
            run.end_word(&mut words);
            run.end_unspaced(&mut words);
        }
        before = Some(c);
    }
    run.end_word(&mut words);
    run.end_unspaced(&mut words);
    words
}

/// A piece of a text without the words at its ends that it cuts through: `6,4` of `6,439` says another number.
pub fn whole_words(text: &str, mut piece: Range<usize>) -> Range<usize> {
    let first = |piece: &Range<usize>| text[piece.clone()].chars().next();
    let last = |piece: &Range<usize>| text[piece.clone()].chars().next_back();
    while let Some(c) = first(&piece).filter(|c| c.is_whitespace() || cuts_word(text, piece.start)) {
        piece.start += c.len_utf8();
    }
    while let Some(c) = last(&piece).filter(|c| c.is_whitespace() || cuts_word(text, piece.end)) {
        piece.end -= c.len_utf8();
    }
    piece
}

/// Whether the same word stands on both sides of a place.
fn cuts_word(text: &str, at: usize) -> bool {
    let (mut before, mut after) = (text[..at].chars().rev(), text[at..].chars());
    let (b, b2, a, a2) = (before.next(), before.next(), after.next(), after.next());
    let of_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() && !is_unspaced(c));
    let inside = |before, c: Option<char>, next| {
        c.is_some_and(|c| is_inside_number(before, c, next) || is_inside_word(before, c, next))
    };
    of_word(b) && of_word(a) || inside(b, a, a2) || inside(b2, b, a)
}

/// The stemmed words of a text that say something.
pub fn content_words(text: &str) -> Vec<String> {
    words(text).into_iter().filter(|word| !is_stop(word)).map(|word| stem(&word).to_string()).collect()
}

/// The words of a text with single spaces between them, to compare texts by.
pub fn fold(text: &str) -> String {
    words(text).join(" ")
}

#[derive(Default)]
struct Run {
    word: String,
    unspaced: Vec<char>,
}

impl Run {
    fn end_word(&mut self, words: &mut Vec<String>) {
        let word = core::mem::take(&mut self.word);
        let word = word.strip_suffix("'s").unwrap_or(&word);
        let word: String = word.chars().filter(|c| *c != '\'').collect();
        if !word.is_empty() {
            words.push(word);
        }
    }

    fn end_unspaced(&mut self, words: &mut Vec<String>) {
        match self.unspaced.as_slice() {
            [] => {}
            [only] => words.push(only.to_string()),
            many => words.extend(many.windows(2).map(|pair| pair.iter().collect())),
        }
        self.unspaced.clear();
    }
}

/// Scripts that are written without spaces between words.
pub const fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{eff}' | '\u{3041}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}')
}

/// `1,200.50` and `2.0` are one word each.
fn is_inside_number(before: Option<char>, c: char, next: Option<char>) -> bool {
    let digit = |one: Option<char>| one.is_some_and(|one| one.is_ascii_digit());
    matches!(c, '.' | ',') && digit(before) && digit(next)
}

/// `don't` is one word.
fn is_inside_word(before: Option<char>, c: char, next: Option<char>) -> bool {
    let letter = |one: Option<char>| one.is_some_and(char::is_alphabetic);
    matches!(c, '\'' | '’') && letter(before) && letter(next)
}

/// `l'article` is two words.
fn is_elided(before: &str) -> bool {
    matches!(before, "l" | "d" | "j" | "n" | "s" | "t" | "c" | "m" | "qu")
}

/// Endings that change no meaning, longest first, each with the fewest letters that must stay.
const ENDINGS: &[(&str, usize)] = &[
    ("ingly", 4),
    ("edly", 4),
    ("ments", 4),
    ("ment", 4),
    ("ings", 3),
    ("ing", 3),
    ("ies", 3),
    ("ied", 3),
    ("ers", 4),
    ("est", 4),
    ("ed", 3),
    ("es", 3),
    ("er", 4),
    ("en", 4),
    ("em", 4),
    ("ly", 4),
    ("e", 3),
    ("s", 3),
    ("n", 5),
    ("y", 3),
    ("i", 4),
];

/// The word without its endings: light, and the same for most forms of a word in most European languages.
pub fn stem(word: &str) -> &str {
    let mut rest = word;
    while let Some(shorter) = ENDINGS.iter().find_map(|(ending, least)| {
        rest.strip_suffix(ending).filter(|shorter| shorter.chars().count() >= *least)
    }) {
        rest = shorter;
        if !rest.ends_with(|c: char| c.is_alphabetic()) {
            break;
        }
    }
    // `stopped`, `planning`: what doubling left behind.
    let mut last = rest.chars().rev();
    match (last.next(), last.next()) {
        (Some(one), Some(two)) if one == two && rest.len() < word.len() && rest.len() > 3 => {
            &rest[..rest.len() - one.len_utf8()]
        }
        _ => rest,
    }
}

/// The numbers of a text, written one way: without separators of thousands, words up to twelve as digits.
pub fn numbers(text: &str) -> Vec<String> {
    words(text).iter().filter_map(|word| number_of_word(word)).collect()
}

/// The number a word is, if it is one.
pub fn number_of_word(word: &str) -> Option<String> {
    const WORDS: &[&str] = &[
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    // `one` is a pronoun more often than a number.
    if let Some(value) = WORDS.iter().position(|known| *known == word).filter(|value| *value != 1) {
        return Some(value.to_string());
    }
    let digits = word.starts_with(|c: char| c.is_ascii_digit());
    digits.then(|| {
        let number: String =
            word.chars().take_while(|c| c.is_ascii_digit() || matches!(c, '.' | ',')).collect();
        plain_number(&number)
    })
}

/// `1,200` and `1.200` become `1200`; `2.50` becomes `2.5`.
fn plain_number(number: &str) -> String {
    let groups: Vec<&str> = number.split(['.', ',']).collect();
    let (first, rest) = groups.split_first().map_or(("", &[][..]), |(first, rest)| (*first, rest));
    let is_grouped = !rest.is_empty() && rest.iter().all(|group| group.len() == 3) && first.len() <= 3;
    let whole = |digits: &str| {
        let plain = digits.trim_start_matches('0');
        if plain.is_empty() { "0".to_string() } else { plain.to_string() }
    };
    if rest.is_empty() || is_grouped {
        return whole(&groups.concat());
    }
    let (fraction, before) = rest.split_last().map_or(("", &[][..]), |(last, before)| (*last, before));
    let fraction = fraction.trim_end_matches('0');
    let mut plain = String::from(first);
    before.iter().for_each(|group| plain.push_str(group));
    let mut plain = whole(&plain);
    if !fraction.is_empty() {
        plain.push('.');
        plain.push_str(fraction);
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_several_scripts() {
        for (text, expected) in [
            ("Don't open Bob's page!", "dont open bob page"),
            ("costs 1,200.50 EUR", "costs 1,200.50 eur"),
            ("Über größer: naïve", "über größer naïve"),
            ("l'article", "l article"),
            ("東京の天気", "東京 京の の天 天気"),
            ("open天気now", "open 天気 now"),
            ("a_b-c.d", "a b c d"),
            ("…", ""),
        ] {
            assert_eq!(words(text).join(" "), expected);
        }
    }

    #[test]
    fn a_piece_loses_the_words_it_cuts_through() {
        for (text, piece, expected) in [
            ("it costs 6,439 now", "costs 6,4", "costs"),
            ("it costs 6,439 now", "costs 6", "costs"),
            ("it costs 6,439 now", ",439 now", "now"),
            ("it costs 6, then 7", "costs 6", "costs 6"),
            ("never undone", "done", ""),
            ("we don't know", "don", ""),
            ("\"a whole one\", said", "a whole one", "a whole one"),
            ("東京の天気", "京の", "京の"),
            ("Größe zählt", "ße zählt", "zählt"),
        ] {
            let at = text.find(piece).unwrap();
            assert_eq!(&text[whole_words(text, at..at + piece.len())], expected, "{piece}");
        }
    }

    #[test]
    fn forms_of_a_word_share_a_stem() {
        for forms in [
            &["open", "opens", "opened", "opening"][..],
            &["page", "pages"],
            &["type", "typed", "typing", "types"],
            &["summary", "summaries"],
            &["stop", "stopped", "stopping"],
            &["suche", "suchen", "such"],
            &["summarize", "summarizes", "summarizing"],
        ] {
            let stems: Vec<&str> = forms.iter().map(|form| stem(form)).collect();
            assert!(stems.iter().all(|one| *one == stems[0]), "{stems:?}");
        }
    }

    #[test]
    fn numbers_have_one_form() {
        for (text, expected) in [
            ("1,200 people", "1200"),
            ("1.200 Leute", "1200"),
            ("2.50 and 2.5", "2.5 2.5"),
            ("three of 007", "3 7"),
            ("one of them", ""),
            ("1.234.567,80", "1234567.8"),
            ("in 2026", "2026"),
            ("3rd", "3"),
        ] {
            assert_eq!(numbers(text).join(" "), expected, "{text}");
        }
    }
}
