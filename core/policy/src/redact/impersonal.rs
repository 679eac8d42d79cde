//! Words that may leave a private run: what may be stored, less what tells of a person and what was typed (PRIV-003).

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_protocol::ids::Origin;
use laika_protocol::tools::ArgRole;

use super::scrub;
use super::text::{address_at, unreadable, without_finds};
use crate::trace::leaves;
use crate::{Call, Role};

/// Shorter texts say nothing of anybody, and stand in every other sentence.
const LEAST_TYPED_CHARS: usize = 3;
const TYPED: &str = "[typed]";
/// Taking something out can bring something else together, so a text is gone over again, so often.
const MOST_ROUNDS: usize = 32;

/// The words of a call that its record does not repeat: what it types, looks for and sends, and to whom.
#[must_use]
pub fn typed_texts(call: &Call) -> Vec<String> {
    let Ok(leaves) = leaves(&call.tool, &call.arguments) else { return Vec::new() };
    let is_typed = |role: &Role| {
        matches!(role, Role::Known(ArgRole::FreeText | ArgRole::LocalText | ArgRole::Recipient))
    };
    let texts = leaves.iter().filter(|leaf| is_typed(leaf.role)).map(|leaf| leaf.text().trim().to_string());
    texts.filter(|text| text.chars().count() >= LEAST_TYPED_CHARS).collect()
}

/// The text without secrets and without what tells of a person; what was typed is a mark, and an address is its site.
#[must_use]
pub fn impersonal(text: &str, typed: &[String]) -> String {
    let mut typed: Vec<&String> = typed.iter().collect();
    // A text that holds another one goes first, or it would not be found any more.
    typed.sort_by_key(|text| core::cmp::Reverse(text.len()));
    let untyped = typed.iter().fold(Cow::Borrowed(text), |left, typed| without_words(left, typed));
    let mut left = scrub(&by_site(&untyped)).into_owned();
    for _ in 0..MOST_ROUNDS {
        match without_finds(&left, |_| true) {
            Some(next) => left = next,
            None => return left,
        }
    }
    unreadable(text)
}

/// The text with a mark wherever these words stand as words.
fn without_words<'a>(text: Cow<'a, str>, words: &str) -> Cow<'a, str> {
    let is_of_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let (mut left, mut end) = (String::new(), 0);
    for (at, found) in text.match_indices(words) {
        let behind = at + found.len();
        let is_part = is_of_word(text[..at].chars().next_back()) && is_of_word(found.chars().next())
            || is_of_word(text[behind..].chars().next()) && is_of_word(found.chars().next_back());
        if !is_part {
            left.push_str(&text[end..at]);
            left.push_str(TYPED);
            end = behind;
        }
    }
    if end == 0 {
        return text;
    }
    left.push_str(&text[end..]);
    Cow::Owned(left)
}

/// The text with the site in the place of every address: a path tells what somebody looked at, and a query what they wrote.
fn by_site(text: &str) -> String {
    text.split_inclusive(char::is_whitespace)
        .map(|piece| {
            let word = piece.trim_end();
            let space = &piece[word.len()..];
            let closed =
                |rest: &str| rest.trim_end_matches([')', ']', '>', '"', '\'', '.', ',', ';', ':', '!']).len();
            match address_at(word) {
                Some(at) => {
                    let (before, address) = word.split_at(at);
                    let (address, after) = address.split_at(closed(address));
                    let site =
                        Origin::of_url(address).map_or_else(|| "…".to_string(), |site| site.to_string());
                    format!("{before}{site}{after}{space}")
                }
                // An address without its scheme.
                None => match word.split_once('?') {
                    Some((before, query)) if query.contains('=') => format!("{before}?…{space}"),
                    Some(_) | None => piece.to_string(),
                },
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn priv_003_nothing_of_a_person_is_left() {
        let typed = ["Ann Example".to_string(), "Ann".to_string(), "two".to_string()];
        for (text, expected) in [
            ("Book a table for two, for Ann Example", "Book a table for [typed], for [typed]"),
            ("The network has two Annexes; Ann knows", "The network has [typed] Annexes; [typed] knows"),
            ("write to ann@example.com", "write to [email]"),
            ("pay with 4111 1111 1111 1111 please", "pay with [card_number] please"),
            ("use AKIAQ3EGRZ7XK2PLM4NT now", "use [api_key] now"),
            ("see (https://a.example/me/7?q=tulips#x), then go", "see (https://a.example), then go"),
            ("https://ann:pw@a.example:8080/x", "https://a.example:8080"),
            ("a.example/find?q=tulips is one, why?", "a.example/find?… is one, why?"),
        ] {
            assert_eq!(impersonal(text, &typed), expected);
            assert_eq!(impersonal(expected, &typed), expected, "a second pass changes nothing");
        }
    }
}
