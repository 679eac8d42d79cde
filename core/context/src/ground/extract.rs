//! The sentences that say most, as they stand: by centrality and place, or about what is asked; none twice.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::chrome::is_chrome;
use super::replies::replies;
use crate::route::ln;
use crate::text::{Line, Sentence, content_words, fold, sentences};

/// Sentences that are compared with each other; of a longer text the first half of them, and the rest spread evenly.
const MOST_SENTENCES: usize = 600;
/// Sentences that one word connects: a word in many sentences connects nothing.
const MOST_SHARING: usize = 32;
const ROUNDS: usize = 16;
const DAMPING: f32 = 0.85;
/// Characters of a sentence that is worth taking.
const LONGEST: usize = 420;
/// How much of a likeness to what was taken counts against a sentence.
const REPEATS: f32 = 0.7;

/// A sentence of a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Passage {
    /// Where it stands.
    pub at: Range<usize>,
    /// How much it says, 0 to about 1.
    pub score: f32,
}

/// The `n` sentences of a text that say most: about `query`, if there is one, else about the whole. In the order of the
/// text; those about a query by how much they say about it. `title` is what the text calls itself.
#[must_use]
pub fn extractive(text: &str, title: &str, query: Option<&str>, n: usize) -> Vec<Passage> {
    if let Some(query) = query {
        return replies(text, title, query, n);
    }
    let candidates = candidates(text);
    let bags: Vec<BTreeSet<String>> =
        candidates.iter().map(|one| content_words(&text[one.at.clone()]).into_iter().collect()).collect();
    let index = Index::new(&bags);
    let central = index.centrality(&bags);
    let about = |words: &str| {
        let words: BTreeSet<String> = content_words(words).into_iter().collect();
        index.overlap(&bags, &words)
    };
    let of_title = about(title);
    let score = |at: usize| {
        #[expect(clippy::cast_precision_loss, reason = "hundreds of sentences")]
        let early = 1.0 / (1.0 + at as f32 / 4.0);
        0.45 * central[at] + 0.35 * early + 0.2 * of_title[at]
    };
    let scores: Vec<f32> = (0..candidates.len()).map(score).collect();
    let mut taken = choose(&scores, &bags, n);
    taken.sort_unstable();
    taken.into_iter().map(|at| Passage { at: candidates[at].at.clone(), score: scores[at] }).collect()
}

fn candidates(text: &str) -> Vec<Sentence> {
    let mut seen = BTreeSet::new();
    let mut good: Vec<Sentence> = Vec::new();
    for sentence in sentences(text) {
        let words = &text[sentence.at.clone()];
        let fits =
            sentence.kind == Line::Text && words.len() <= 4 * LONGEST && words.chars().count() <= LONGEST;
        if fits && !is_chrome(words) && seen.insert(fold(words)) {
            good.push(sentence);
        }
    }
    if good.len() <= MOST_SENTENCES {
        return good;
    }
    let rest = good.split_off(MOST_SENTENCES / 2);
    let step = rest.len().div_ceil(MOST_SENTENCES / 2);
    good.extend(rest.into_iter().step_by(step));
    good
}

/// Takes the best, then the best that repeats least, and so on.
fn choose(scores: &[f32], bags: &[BTreeSet<String>], n: usize) -> Vec<usize> {
    let mut taken: Vec<usize> = Vec::new();
    let mut repeated = alloc::vec![0.0_f32; scores.len()];
    for _ in 0..n.min(scores.len()) {
        let worth = |at: usize| scores[at] * (1.0 - REPEATS * repeated[at]);
        let left =
            (0..scores.len()).filter(|at| !taken.contains(at) && scores[*at] > 0.0 && repeated[*at] < 0.8);
        let Some(next) = left.max_by(|a, b| worth(*a).total_cmp(&worth(*b)).then(b.cmp(a))) else { break };
        for (at, so_far) in repeated.iter_mut().enumerate() {
            *so_far = so_far.max(likeness(&bags[next], &bags[at]));
        }
        taken.push(next);
    }
    taken
}

#[expect(clippy::cast_precision_loss, reason = "words of a sentence")]
fn likeness(one: &BTreeSet<String>, other: &BTreeSet<String>) -> f32 {
    let shared = one.intersection(other).count();
    let least = one.len().min(other.len());
    if least == 0 { 0.0 } else { shared as f32 / least as f32 }
}

/// Which sentences have which words.
struct Index<'a> {
    places: BTreeMap<&'a str, Vec<usize>>,
    sentences: usize,
}

impl<'a> Index<'a> {
    fn new(bags: &'a [BTreeSet<String>]) -> Self {
        let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, bag) in bags.iter().enumerate() {
            for word in bag {
                places.entry(word).or_default().push(at);
            }
        }
        Self { places, sentences: bags.len() }
    }

    #[expect(clippy::cast_precision_loss, reason = "hundreds of sentences")]
    fn idf(&self, word: &str) -> f32 {
        let found = self.places.get(word).map_or(0, Vec::len);
        ln(1.0 + self.sentences as f32 / (1.0 + found as f32))
    }

    /// How much of some words each sentence has, 0 to 1.
    fn overlap(&self, bags: &[BTreeSet<String>], words: &BTreeSet<String>) -> Vec<f32> {
        let total: f32 = words.iter().map(|word| self.idf(word)).sum();
        let shared = |bag: &BTreeSet<String>| words.intersection(bag).map(|word| self.idf(word)).sum::<f32>();
        bags.iter().map(|bag| if total > 0.0 { shared(bag) / total } else { 0.0 }).collect()
    }

    /// How central each sentence is: one is central that shares words with others that are. The best is 1.
    fn centrality(&self, bags: &[BTreeSet<String>]) -> Vec<f32> {
        let edges = self.edges(bags);
        let outgoing: Vec<f32> = edges.iter().map(|to| to.iter().map(|(_, weight)| weight).sum()).collect();
        let mut ranks = alloc::vec![1.0_f32; bags.len()];
        for _ in 0..ROUNDS {
            let mut next = alloc::vec![1.0 - DAMPING; bags.len()];
            for (from, to) in edges.iter().enumerate() {
                for (at, weight) in to {
                    next[*at] += DAMPING * ranks[from] * weight / outgoing[from];
                }
            }
            ranks = next;
        }
        let most = ranks.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
        ranks.iter().map(|rank| rank / most).collect()
    }

    #[expect(clippy::cast_precision_loss, reason = "words of a sentence")]
    fn edges(&self, bags: &[BTreeSet<String>]) -> Vec<Vec<(usize, f32)>> {
        let mut weights: Vec<BTreeMap<usize, f32>> = alloc::vec![BTreeMap::new(); bags.len()];
        for (word, places) in
            self.places.iter().filter(|(_, places)| (2..=MOST_SHARING).contains(&places.len()))
        {
            let worth = self.idf(word);
            for one in places {
                for other in places.iter().filter(|other| *other != one) {
                    *weights[*one].entry(*other).or_default() += worth;
                }
            }
        }
        let length = |at: usize| 1.0 + ln(1.0 + bags[at].len() as f32);
        let scaled = |(from, to): (usize, BTreeMap<usize, f32>)| {
            to.into_iter().map(|(at, weight)| (at, weight / (length(from) + length(at)))).collect()
        };
        weights.into_iter().enumerate().map(scaled).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STORY: &str = "H1: New bridge for the harbour\nHome | News | Sport\n\
        The city will build a new bridge over the harbour next year. The bridge will cost 40 million euros. \
        Residents had asked for a bridge over the harbour since 1998.\n\
        The mayor also opened a small flower shop. It sells tulips.\n\
        The new bridge over the harbour will be built next year by the city.\n\
        Sign in to read more\nWork on the bridge starts in March, the engineer said.";

    fn taken(query: Option<&str>, n: usize) -> Vec<&'static str> {
        extractive(STORY, "New bridge for the harbour", query, n)
            .into_iter()
            .map(|one| &STORY[one.at])
            .collect()
    }

    #[test]
    fn the_main_sentences_once_and_no_furniture() {
        assert_eq!(
            taken(None, 3),
            [
                "The city will build a new bridge over the harbour next year.",
                "The bridge will cost 40 million euros.",
                "Residents had asked for a bridge over the harbour since 1998.",
            ]
        );
    }

    #[test]
    fn a_question_is_answered_by_what_shares_its_words() {
        assert_eq!(
            taken(Some("How much does the bridge cost?"), 1),
            ["The bridge will cost 40 million euros."]
        );
        assert_eq!(
            taken(Some("who is the engineer of the work"), 1),
            ["Work on the bridge starts in March, the engineer said."]
        );
        assert!(taken(Some("quantum chromodynamics"), 2).is_empty());
    }
}
