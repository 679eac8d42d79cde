//! Slips of the keyboard: what a word that nobody knows was probably meant to be.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

/// Letters of a word in which two neighbours may be swapped.
const SWAPPED: usize = 4;
/// Letters of a word in which one may be missing, doubled or wrong. Shorter words are too close to each other.
const ONE_WRONG: usize = 6;

/// The known word that an unknown one is one slip away from; none where two are.
pub(super) fn meant<'a>(word: &str, known: &'a BTreeSet<String>) -> Option<&'a str> {
    let typed: Vec<char> = word.chars().collect();
    if typed.len() < SWAPPED || !typed.iter().all(|c| c.is_alphabetic()) {
        return None;
    }
    let mut close = known.iter().filter(|one| is_one_slip(&typed, &one.chars().collect::<Vec<_>>()));
    match (close.next(), close.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    }
}

fn is_one_slip(typed: &[char], meant: &[char]) -> bool {
    let same = typed.iter().zip(meant).take_while(|(a, b)| a == b).count();
    let (typed_rest, meant_rest) = (&typed[same..], &meant[same..]);
    let long = meant.len() >= ONE_WRONG;
    match (typed_rest, meant_rest) {
        ([a, b, typed_rest @ ..], [c, d, meant_rest @ ..])
            if a == d && b == c && typed_rest == meant_rest =>
        {
            meant.len() >= SWAPPED
        }
        // The first letter is seldom wrong.
        _ if same == 0 || !long => false,
        ([_, typed_rest @ ..], [_, meant_rest @ ..]) if typed_rest == meant_rest => true,
        ([_, typed_rest @ ..], meant_rest) if typed_rest == meant_rest => true,
        (typed_rest, [_, meant_rest @ ..]) => typed_rest == meant_rest,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_slip_is_understood_and_other_words_are_left_alone() {
        let known: BTreeSet<String> =
            ["click", "back", "search", "screenshot", "table", "scroll", "scrolls"].map(String::from).into();
        for (typed, expected) in [
            ("clikc", Some("click")),
            ("bakc", Some("back")),
            ("seach", Some("search")),
            ("searchh", Some("search")),
            ("screnshot", Some("screenshot")),
            ("tabel", Some("table")),
            ("bank", None),
            ("cable", None),
            ("lcick", Some("click")),
            ("scrolle", None),
            ("2024", None),
        ] {
            assert_eq!(meant(typed, &known), expected, "{typed}");
        }
    }
}
