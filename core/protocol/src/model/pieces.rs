//! Cutting a text into words, so that a piece of it never begins or ends inside one.
//!
//! Who asks for a piece and who holds a model to it mean the same by it, so that nobody asks for one that is not there.

use alloc::vec;
use alloc::vec::Vec;

use unicode_normalization::char::is_combining_mark;

/// The chunks of a text: runs of letters and digits, and everything else by itself. Joined they are the text. The sign of a
/// number belongs to it: nobody who says -7 means 7.
///
/// In scripts that put no spaces between words every letter is a chunk.
#[must_use]
pub fn chunks(text: &str) -> Vec<&str> {
    let mut chunks = Vec::new();
    let mut start = 0;
    let (mut further, mut before): (Option<char>, Option<char>) = (None, None);
    for (at, letter) in text.char_indices() {
        let signed = before.is_some_and(is_sign)
            && letter.is_ascii_digit()
            && further.is_none_or(|further| further.is_whitespace() || further == '(');
        if before.is_some_and(|before| !signed && !joined(before, letter)) {
            chunks.push(&text[start..at]);
            start = at;
        }
        (further, before) = (before, Some(letter));
    }
    if start < text.len() {
        chunks.push(&text[start..]);
    }
    chunks
}

/// Whether some piece of these chunks has a length within the bounds, with no space at its ends.
#[must_use]
pub fn has_piece(chunks: &[&str], least: u64, most: Option<u64>) -> bool {
    let is_space = |chunk: &str| chunk.chars().all(|letter| letter <= ' ');
    // How many letters end with each chunk, and how many chunks up to it are no space.
    let (mut letters, mut words) = (vec![0], vec![0]);
    for (at, chunk) in chunks.iter().enumerate() {
        letters.push(letters[at] + u64::try_from(chunk.chars().count()).unwrap_or(u64::MAX));
        words.push(words[at] + usize::from(!is_space(chunk)));
    }
    (0..chunks.len()).filter(|first| !is_space(chunks[*first])).any(|first| {
        let shortest = letters[first].saturating_add(least);
        let longest = most.map_or(u64::MAX, |most| letters[first].saturating_add(most));
        // The ends of the pieces that begin here and are neither too short nor too long.
        let from = letters.partition_point(|end| *end < shortest).max(first + 1);
        let to = letters.partition_point(|end| *end <= longest);
        from < to && words[to - 1] > words[from - 1]
    })
}

/// Whether a piece may not be cut between two neighbours.
fn joined(before: char, letter: char) -> bool {
    if is_combining_mark(letter) || is_joiner(letter) || is_joiner(before) {
        return true;
    }
    is_of_word(before) && is_of_word(letter) && !without_spaces(before) && !without_spaces(letter)
}

fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_' || is_combining_mark(letter)
}

/// What stands before a number that is below zero.
const fn is_sign(letter: char) -> bool {
    matches!(letter, '-' | '\u{2212}')
}

/// Marks that hold letters or pictures together.
const fn is_joiner(letter: char) -> bool {
    matches!(letter, '\u{200c}' | '\u{200d}')
}

const fn without_spaces(letter: char) -> bool {
    matches!(letter,
        '\u{0e00}'..='\u{0eff}'      // Thai, Lao
        | '\u{1000}'..='\u{109f}'    // Myanmar
        | '\u{1780}'..='\u{17ff}'    // Khmer
        | '\u{3040}'..='\u{30ff}'    // Kana
        | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}') // Ideographs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_whole() {
        assert_eq!(
            chunks("It costs 3.50, ok?"),
            ["It", " ", "costs", " ", "3", ".", "50", ",", " ", "ok", "?"]
        );
        assert_eq!(chunks("-7 to 5-7 (-8)"), ["-7", " ", "to", " ", "5", "-", "7", " ", "(", "-8", ")"]);
        assert_eq!(chunks("2016-10-16"), ["2016", "-", "10", "-", "16"]);
        assert_eq!(chunks("größe\n\nÉté"), ["größe", "\n", "\n", "Été"]);
        // A letter and its accent as two signs.
        assert_eq!(chunks("e\u{301}te\u{301} x"), ["e\u{301}te\u{301}", " ", "x"]);
        assert_eq!(chunks("हिन्दी भाषा"), ["हिन्दी", " ", "भाषा"]);
        assert_eq!(chunks("東京 2020"), ["東", "京", " ", "2020"]);
        assert_eq!(chunks("👩\u{200d}🚀!"), ["👩\u{200d}🚀", "!"]);
        assert_eq!(chunks(""), Vec::<&str>::new());
    }

    #[test]
    fn a_piece_of_the_right_length_is_found() {
        let text = chunks("an example of it");
        for (least, most, wanted) in [
            (1, None, true),
            (1, Some(1), false),
            (1, Some(2), true),
            (3, Some(4), false),
            (3, Some(5), true),
            (16, None, true),
            (17, None, false),
        ] {
            assert_eq!(has_piece(&text, least, most), wanted, "{least} {most:?}");
        }
        assert!(!has_piece(&chunks(" \n\t"), 1, None));
    }

    #[test]
    fn chunks_joined_are_the_text() {
        for text in ["", " ", "a b", "שלום עולם", "مرحبا بالعالم", "\u{301}x", "ไทย", "a\u{200d}b\u{fe0f}c"]
        {
            assert_eq!(chunks(text).concat(), text);
        }
    }
}
