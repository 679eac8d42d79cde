//! A text on its way out: without markup, cookies and tokens, and without what must not even be stored here.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

use serde_json::Number;

use super::{markup, names};
use crate::redact::scrub;

/// Taking something out can bring something else together, so a text is gone over again, so often.
const MOST_ROUNDS: usize = 8;
/// A word of so many ASCII letters is no word but data: a picture, a dump, a file.
const LONGEST_WORD: usize = 8 * 1024;
/// Shorter numbers are nobody's account.
const MOST_PLAIN_DIGITS: usize = 11;

/// The text without what must not leave. Cleaning it again changes nothing.
pub fn clean(text: &str) -> Cow<'_, str> {
    let mut cleaned = Cow::Borrowed(text);
    for _ in 0..MOST_ROUNDS {
        let Some(next) = pass(&cleaned) else { return cleaned };
        cleaned = Cow::Owned(next);
    }
    Cow::Owned(format!("[{} characters]", text.chars().count()))
}

pub(super) fn is_clean(text: &str) -> bool {
    pass(text).is_none()
}

/// Fractions are never more than a measure; whole numbers can be a card or an account.
pub(super) fn is_clean_number(number: &Number) -> bool {
    let digits = format!("{number}");
    !(number.is_i64() || number.is_u64()) || digits.len() <= MOST_PLAIN_DIGITS || scrub(&digits) == digits
}

/// The text after one round; nothing where nothing changes.
fn pass(text: &str) -> Option<String> {
    let short = without_data(text);
    let plain = markup::without_markup(&short);
    let unnamed = names::without_tokens(&plain);
    let scrubbed = scrub(&unnamed);
    (scrubbed != text).then(|| scrubbed.into_owned())
}

/// The text with a mark where data was. Nobody reads it, and to look behind its encodings would take long.
fn without_data(text: &str) -> Cow<'_, str> {
    if text.len() <= LONGEST_WORD {
        return Cow::Borrowed(text);
    }
    let is_of_word = |c: char| c.is_ascii_graphic();
    let mut kept = String::new();
    let (mut from, mut start) = (0, 0);
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        if is_of_word(c) {
            continue;
        }
        if at - start > LONGEST_WORD {
            kept.push_str(&text[from..start]);
            kept.push_str(&format!("[{} characters]", at - start));
            from = at;
        }
        start = at + c.len_utf8();
    }
    if from == 0 {
        return Cow::Borrowed(text);
    }
    kept.push_str(&text[from..]);
    Cow::Owned(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_goes_and_long_text_stays() {
        let data = "QUJD".repeat(3_000);
        assert_eq!(clean(&format!("a {data} b\n{data}")), "a [12000 characters] b\n[12000 characters]");
        for text in ["word ".repeat(3_000), "東京の天気は晴れ".repeat(2_000)] {
            assert_eq!(clean(&text), text);
        }
    }
}
