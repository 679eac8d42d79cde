//! Text that is safe to show and short enough to be of use.

use std::borrow::Cow;

use laika_protocol::text;

/// A text and how much of it was left out.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Cut {
    pub(super) text: String,
    pub(super) left_out: u64,
}

/// Characters that show nothing and that pages are full of: soft hyphens, joints of words, marks of byte order.
const fn is_padding(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}' | '\u{2060}' | '\u{feff}' | '\u{34f}')
}

/// Without characters that show nothing; others that deceive become visible, and line ends become one kind.
pub(super) fn tidy(words: &str) -> String {
    let mut even = Cow::Borrowed(words);
    if even.contains('\r') {
        even = even.replace("\r\n", "\n").into();
    }
    if even.contains(is_padding) {
        even = even.chars().filter(|c| !is_padding(*c)).collect::<String>().into();
    }
    text::lines(&even).into_owned()
}

/// The start of a text: whole paragraphs where they fit, else whole sentences, else words.
pub(super) fn cut(whole: &str, most: usize) -> Cut {
    let whole = whole.trim_end();
    let Some((end, _)) = whole.char_indices().nth(most) else {
        return Cut { text: whole.to_owned(), left_out: 0 };
    };
    let start = &whole[..end];
    let kept = start[..end_of_part(start)].trim_end();
    let left_out = whole.chars().count().saturating_sub(kept.chars().count());
    Cut { text: kept.to_owned(), left_out: u64::try_from(left_out).unwrap_or(u64::MAX) }
}

/// Where the last whole part ends; at least half of what fits is kept.
fn end_of_part(start: &str) -> usize {
    let half = start.len() / 2;
    let after = |found: Option<usize>| found.filter(|at| *at >= half);
    let sentence = || {
        let mut ends = start.char_indices().rev().skip(1);
        ends.find(|(at, c)| {
            let rest = &start[at + c.len_utf8()..];
            matches!(c, '。' | '！' | '？')
                || (matches!(c, '.' | '!' | '?' | '…') && rest.starts_with(char::is_whitespace))
        })
        .map(|(at, c)| at + c.len_utf8())
    };
    after(start.rfind("\n\n"))
        .or_else(|| after(start.rfind('\n')))
        .or_else(|| after(sentence()))
        .or_else(|| after(start.rfind(' ')))
        .unwrap_or(start.len())
}

/// One space for every run of blanks, and none at the ends.
pub(super) fn collapse(words: &str) -> String {
    let mut even = String::with_capacity(words.len());
    for word in words.split(char::is_whitespace).filter(|word| !word.is_empty()) {
        if !even.is_empty() {
            even.push(' ');
        }
        even.push_str(word);
    }
    even
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_after_a_whole_part() {
        for (whole, most, kept) in [
            ("short", 10, "short"),
            ("first one\n\nsecond one", 15, "first one"),
            ("One is here. Two is there.", 20, "One is here."),
            ("no sentence at all", 13, "no sentence"),
            ("ééééééééé", 4, "éééé"),
            ("数学です。次の文", 7, "数学です。"),
            ("", 0, ""),
        ] {
            let cut = cut(whole, most);
            assert_eq!(cut.text, kept);
            let lost = whole.chars().count() - kept.chars().count();
            assert_eq!(cut.left_out, u64::try_from(lost).unwrap(), "{whole}");
        }
    }

    #[test]
    fn what_shows_nothing_goes_and_what_deceives_shows() {
        assert_eq!(tidy("co\u{ad}op\r\nx\u{200b}y\u{202e}z\u{0}"), "coop\nxy\u{fffd}z\u{fffd}");
        assert_eq!(collapse("  a \n\t b\u{a0}c "), "a b c");
    }
}
