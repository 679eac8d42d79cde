//! A question, as far as its words go: what it speaks of, and what it wants to know.

mod above;
mod values;
mod wanted;

use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

pub(crate) use above::Above;
pub use values::new_names;
pub use wanted::Wanted;

use crate::text::{content_words, is_stop, stem, words};

/// Words of questions that answers have no need of.
const EMPTY: &[&str] = &[
    "something",
    "anything",
    "someone",
    "anyone",
    "take",
    "takes",
    "took",
    "need",
    "needs",
    "get",
    "gets",
    "got",
    "happen",
    "happens",
    "say",
    "says",
    "page",
    "article",
    "text",
    "mean",
    "means",
    "exactly",
    "tell",
    "know",
    "dauert",
    "kostet",
    "braucht",
];

/// A question.
pub struct Question {
    /// What it speaks of, stemmed, each once.
    pub words: Vec<String>,
    /// What it wants to know.
    pub wanted: Wanted,
    /// What it wants counted, stemmed: `bed` in "how many beds".
    pub counted: Option<String>,
}

impl Question {
    /// Reads a question.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let said = words(text);
        let mut kept: Vec<String> = Vec::new();
        for (at, word) in said.iter().enumerate() {
            let before = at.checked_sub(1).map_or("", |before| said[before].as_str());
            let says_nothing = is_stop(word) || EMPTY.contains(&word.as_str());
            if !says_nothing
                && !wanted::is_measure(before, word)
                && !kept.iter().any(|known| *known == stem(word))
            {
                kept.push(stem(word).to_string());
            }
        }
        let many = said.iter().position(|word| matches!(word.as_str(), "many" | "viele" | "wieviele"));
        let counted = many.and_then(|many| said[many + 1..].iter().find(|word| !is_stop(word)));
        Self { wanted: Wanted::of(&said), counted: counted.map(|word| stem(word).to_string()), words: kept }
    }

    /// Whether a word of the question only says what kind of thing is wanted: a sum is a price without being called so.
    #[must_use]
    pub fn implies(&self, word: &str) -> bool {
        let is_of = |list: &[&str]| list.iter().any(|one| stem(one) == word);
        self.wanted == Wanted::Money && (is_of(wanted::COSTS) || is_of(wanted::SUMS))
    }

    /// Whether a sentence may be an answer at all: it has what is wanted, and asks nothing itself.
    #[must_use]
    pub fn may_be_answered_by(&self, sentence: &str) -> bool {
        let asks = sentence.trim_end_matches(['"', '”', '’', ')', '»']).ends_with(['?', '？']);
        !asks && !sentence.starts_with("[image") && self.wanted.is_in(sentence)
    }
}

/// The stemmed words of a text that say something, each once.
#[must_use]
pub fn stems(text: &str) -> BTreeSet<String> {
    content_words(text).into_iter().collect()
}

/// Whether a word is among some, also in another form: `weigh` in `weight`.
#[must_use]
pub fn has(words: &BTreeSet<String>, word: &str) -> bool {
    words.contains(word) || words.iter().any(|one| alike(one, word))
}

fn alike(one: &str, other: &str) -> bool {
    let shared = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let longest = one.chars().count().max(other.chars().count());
    shared >= 4 && 10 * shared >= 7 * longest
}
