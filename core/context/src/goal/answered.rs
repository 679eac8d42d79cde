//! Whether a text answers a question: the sentence that has its words, under the headings that have the others.

use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use crate::text::{Line, is_stop, number_of_word, sentences, stem, words};

/// How much a word counts that stands in the title or a heading above, beside one in the sentence itself.
const ABOVE: f32 = 0.75;
/// The part of a question's words from which on a sentence answers it.
const ENOUGH: f32 = 0.72;
/// Characters of a sentence that can be an answer.
const LONGEST: usize = 600;

/// A sentence that answers a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Where it stands in the text.
    pub at: Range<usize>,
    /// How much of the question it speaks of, 0 to 1.
    pub coverage: f32,
}

/// What a question wants to know.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// A number: how much, how many, how long.
    Number,
    /// A time: when.
    Time,
    /// Anything.
    Anything,
}

/// Words after `how` that make it a question for a number.
const MEASURES: &[&str] = &[
    "much",
    "many",
    "long",
    "old",
    "far",
    "high",
    "tall",
    "big",
    "large",
    "heavy",
    "often",
    "wide",
    "deep",
    "fast",
    "viel",
    "viele",
    "lange",
    "lang",
    "alt",
    "weit",
    "hoch",
    "schwer",
    "groß",
    "teuer",
    "expensive",
    "breit",
];
/// Words that ask for a number by themselves.
const COUNTS: &[&str] = &["wieviel", "wieviele", "combien", "cuánto", "cuánta", "cuántos", "cuántas"];
/// Words that ask for a time.
const TIMES: &[&str] = &["when", "wann", "quand", "cuándo"];
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
const MONTHS: &[&str] = &[
    "january",
    "february",
    "march",
    "april",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "januar",
    "februar",
    "märz",
    "mai",
    "juni",
    "juli",
    "oktober",
    "dezember",
    "montag",
    "dienstag",
    "mittwoch",
    "donnerstag",
    "freitag",
    "samstag",
    "sonntag",
    "noon",
    "midnight",
    "today",
    "tomorrow",
    "yesterday",
];

/// A question, as far as its words go.
struct Question {
    words: Vec<String>,
    wanted: Wanted,
}

impl Question {
    fn read(text: &str) -> Self {
        let said = words(text);
        let mut wanted = Wanted::Anything;
        let mut kept: Vec<String> = Vec::new();
        for (at, word) in said.iter().enumerate() {
            let after_how = at > 0 && matches!(said[at - 1].as_str(), "how" | "wie" | "too");
            if after_how && MEASURES.contains(&word.as_str()) || COUNTS.contains(&word.as_str()) {
                wanted = Wanted::Number;
            } else if TIMES.contains(&word.as_str()) {
                wanted = Wanted::Time;
            } else if !is_stop(word) && !EMPTY.contains(&word.as_str()) {
                kept.push(stem(word).to_string());
            }
        }
        kept.dedup();
        Self { words: kept, wanted }
    }
}

/// The sentence of a text that answers a question best, if one does.
#[must_use]
pub fn find(question: &str, title: &str, text: &str) -> Option<Found> {
    let question = Question::read(question);
    if question.words.is_empty() {
        return None;
    }
    let mut best: Option<Found> = None;
    let mut above = Above { title: stems(title), headings: Default::default() };
    for sentence in sentences(text) {
        let piece = &text[sentence.at.clone()];
        if sentence.kind == Line::Heading {
            above.heading(&text[..sentence.at.start], piece);
            continue;
        }
        if piece.len() > LONGEST || !question.wanted.is_in(piece) {
            continue;
        }
        let own = stems(piece);
        let of_word = |word: &String| {
            if has(&own, word) {
                1.0
            } else if above.has(word) {
                ABOVE
            } else {
                0.0
            }
        };
        if !question.words.iter().any(|word| has(&own, word)) {
            continue;
        }
        #[expect(clippy::cast_precision_loss, reason = "words of a question")]
        let coverage = question.words.iter().map(of_word).sum::<f32>() / question.words.len() as f32;
        if coverage >= ENOUGH && best.as_ref().is_none_or(|best| coverage > best.coverage) {
            best = Some(Found { at: sentence.at, coverage });
        }
    }
    best
}

/// What stands above a sentence: the title, and the headings of every level.
struct Above {
    title: BTreeSet<String>,
    headings: [BTreeSet<String>; 7],
}

impl Above {
    /// Takes a heading in; those below it are over. `before` ends with its prefix, such as `H2: `.
    fn heading(&mut self, before: &str, text: &str) {
        let digit = before.trim_end().trim_end_matches(':').chars().next_back().and_then(|c| c.to_digit(10));
        let level = digit.and_then(|digit| usize::try_from(digit).ok()).unwrap_or(6).min(6);
        self.headings[level] = stems(text);
        self.headings[level + 1..].iter_mut().for_each(BTreeSet::clear);
    }

    fn has(&self, word: &str) -> bool {
        has(&self.title, word) || self.headings.iter().any(|heading| has(heading, word))
    }
}

impl Wanted {
    fn is_in(self, text: &str) -> bool {
        let number = |word: &String| number_of_word(word).is_some();
        match self {
            Self::Anything => true,
            Self::Number => words(text).iter().any(number),
            Self::Time => words(text).iter().any(|word| number(word) || MONTHS.contains(&word.as_str())),
        }
    }
}

fn stems(text: &str) -> BTreeSet<String> {
    words(text).iter().filter(|word| !is_stop(word)).map(|word| stem(word).to_string()).collect()
}

/// Whether a word is among some, also in another form: `weigh` in `weight`.
pub(super) fn has(words: &BTreeSet<String>, word: &str) -> bool {
    words.contains(word) || words.iter().any(|one| alike(one, word))
}

fn alike(one: &str, other: &str) -> bool {
    let shared = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let longest = one.chars().count().max(other.chars().count());
    shared >= 4 && 10 * shared >= 7 * longest
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "H1: Delivery and returns\nWe pack on working days until 15:00.\nH2: Times\n\
        Delivery within town takes 1 working day. Delivery to Little Skerry takes 4 working days.\n\
        To | Charge\nLittle Skerry | £7.50\nH2: Returns\nYou can return anything unused within 30 days.\n";

    #[test]
    fn the_sentence_that_answers_is_found() {
        for (question, expected) in [
            (
                "how long does delivery to Little Skerry take?",
                Some("Delivery to Little Skerry takes 4 working days."),
            ),
            (
                "How long can I return something unused?",
                Some("You can return anything unused within 30 days."),
            ),
            ("How much does delivery to Great Holm take?", None),
            ("How much does the Fulmar storm lantern weigh?", None),
            ("Who is the owner of the shop?", None),
            ("", None),
        ] {
            let found = find(question, "Delivery and returns", PAGE).map(|found| &PAGE[found.at]);
            assert_eq!(found, expected, "{question}");
        }
    }

    #[test]
    fn a_row_counts_with_what_stands_above_it() {
        let page = "H1: Fulmar storm lantern\nWeight | 1.4 kg\nHeight | 31 cm\nH1: Petrel\nWeight | 0.6 kg\n";
        let found = find("How much does the Fulmar storm lantern weigh?", "A shop", page).unwrap();
        assert_eq!(&page[found.at], "Weight | 1.4 kg");
    }
}
