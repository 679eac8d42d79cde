//! Finds the meanings of a word in the files.

use laika_protocol::ToolError;
use laika_protocol::tools::typed::{Meaning, WordKind};

use super::database::{Dictionary, broken};
use super::lines::Lines;
use super::morphology::{irregular, regular};
use super::record::{self, Opposite, Synset};
use crate::Bounds;

/// How many meanings are told at most.
const MOST_MEANINGS: usize = 50;

/// A search for one word.
pub(super) struct Lookup<'a> {
    dictionary: &'a Dictionary,
    bounds: &'a Bounds,
    meanings: Vec<Meaning>,
    more: bool,
}

impl<'a> Lookup<'a> {
    pub(super) fn new(dictionary: &'a Dictionary, bounds: &'a Bounds) -> Self {
        Self { dictionary, bounds, meanings: Vec::new(), more: false }
    }

    pub(super) fn finish(self) -> (Vec<Meaning>, bool) {
        (self.meanings, self.more)
    }

    /// Adds the meanings of a word of a kind, and of the words that it is a form of.
    pub(super) fn word(&mut self, word: &str, kind: WordKind) -> Result<(), ToolError> {
        let mut index = Lines::open(&self.dictionary.index(kind))?;
        let mut found = Vec::new();
        // As it is written, with the other sign between its parts, and as an irregular form.
        let as_written = [word.to_owned(), word.replace('-', "_"), word.replace('_', "-")];
        for lemma in as_written.into_iter().chain(irregular(self.dictionary, word, kind)) {
            self.entry(&mut index, lemma, &mut found)?;
        }
        if found.is_empty() {
            for lemma in regular(word, kind) {
                self.entry(&mut index, lemma, &mut found)?;
            }
        }
        for (lemma, line) in found {
            let places = record::places(&line)
                .ok_or_else(|| broken(&self.dictionary.index(kind), "a word has no meanings"))?;
            self.meanings_at(&lemma, kind, &places)?;
        }
        Ok(())
    }

    fn entry(
        &self,
        index: &mut Lines,
        lemma: String,
        found: &mut Vec<(String, String)>,
    ) -> Result<(), ToolError> {
        if found.iter().any(|(known, _)| *known == lemma) {
            return Ok(());
        }
        found.extend(index.find(&lemma, self.bounds)?.map(|line| (lemma, line)));
        Ok(())
    }

    fn meanings_at(&mut self, lemma: &str, kind: WordKind, places: &[u64]) -> Result<(), ToolError> {
        for place in places {
            if self.meanings.len() >= MOST_MEANINGS {
                self.more = true;
                return Ok(());
            }
            self.bounds.check()?;
            let synset = self.synset(kind, *place)?;
            let lemma = lemma.replace('_', " ");
            let own = synset.words.iter().position(|word| word.eq_ignore_ascii_case(&lemma));
            let antonyms = self.antonyms(&synset.opposites, own)?;
            let synonyms =
                synset.words.into_iter().filter(|word| !word.eq_ignore_ascii_case(&lemma)).collect();
            let (definition, examples) = (Some(synset.definition), synset.examples);
            self.meanings.push(Meaning { lemma, kind, definition, examples, synonyms, antonyms });
        }
        Ok(())
    }

    fn synset(&self, kind: WordKind, place: u64) -> Result<Synset, ToolError> {
        let path = self.dictionary.data(kind);
        let (line, _) = Lines::open(&path)?.line(place)?;
        record::synset(&String::from_utf8_lossy(&line), place)
            .ok_or_else(|| broken(&path, "there is no meaning where one should be"))
    }

    /// The words that are the opposite of this very word, not of its synonyms.
    fn antonyms(&self, opposites: &[Opposite], own: Option<usize>) -> Result<Vec<String>, ToolError> {
        let is_ours =
            |opposite: &&Opposite| opposite.ours == 0 || own.is_some_and(|own| own + 1 == opposite.ours);
        let mut antonyms = Vec::new();
        for opposite in opposites.iter().filter(is_ours) {
            self.bounds.check()?;
            let words = self.synset(opposite.kind, opposite.place)?.words;
            match opposite.theirs.checked_sub(1) {
                None => antonyms.extend(words),
                Some(place) => antonyms.extend(words.into_iter().nth(place)),
            }
        }
        antonyms.dedup();
        Ok(antonyms)
    }
}
