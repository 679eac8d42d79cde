//! Whether a text answers a question: the sentence that has its words, under the headings that have the others.

use alloc::string::String;
use core::ops::Range;

use super::read::is_interrogative;
use crate::question::{Above, Question, has, stems};
use crate::text::{Line, sentences};

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

/// The sentence of a text that answers a question best, if one does.
#[must_use]
pub fn find(question: &str, title: &str, text: &str) -> Option<Found> {
    let question = Question::read(question);
    if question.words.is_empty() {
        return None;
    }
    let mut best: Option<Found> = None;
    let mut above = Above::new(title);
    for sentence in sentences(text) {
        let piece = &text[sentence.at.clone()];
        if sentence.kind == Line::Heading {
            above.heading(&text[..sentence.at.start], piece);
            continue;
        }
        if piece.len() > LONGEST || !question.may_be_answered_by(piece) {
            continue;
        }
        let own = stems(piece);
        // A headline that only repeats the question answers nothing, with a mark or without.
        if is_interrogative(piece) && own.iter().all(|word| question.words.contains(word)) {
            continue;
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "H1: Delivery and returns\nWe pack on working days until 15:00.\nH2: Times\n\
        Delivery within town takes 1 working day. Delivery to Little Skerry takes 4 working days.\n\
        To | Charge\nLittle Skerry | £7.50\nH2: Returns\nYou can return anything unused within 30 days.\nWho packs the lanterns\n";

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
            ("Who packs the lanterns?", None),
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
