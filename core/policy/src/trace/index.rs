//! Documents indexed once, so that a decision asks where a value stands without reading them again.

use alloc::vec::Vec;

use super::directive::{Capitals, is_object_word, sentences, tells};
use super::normal::{is_unspaced, normal};

/// Tokens of a value that are looked up; a longer value is found by its beginning and told apart by comparing all.
const MOST_LOOKUPS: usize = 8;
/// Places compared for one value. A value more frequent than that gives no better answer by looking further.
const MOST_PLACES: usize = 256;

/// Characters of a value that are looked up before the rest.
const BEGINNING: usize = 64;

/// Every token of every document, by hash.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    tokens: Vec<u64>,
    /// For each document, where its tokens begin.
    starts: Vec<u32>,
    /// Where each token stands, sorted by its hash.
    places: Vec<(u64, u32)>,
    /// For each token, whether its sentence tells the reader to do something.
    directed: Vec<bool>,
}

/// Where a value stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Found {
    /// The documents, in order.
    pub(crate) documents: Vec<usize>,
    /// Whether a sentence somewhere tells the reader to do something with it.
    pub(crate) directed: bool,
    /// Whether such a sentence names it as an object, by its id.
    pub(crate) named_object: bool,
}

impl Index {
    pub(crate) fn add<'a>(&mut self, texts: impl Iterator<Item = &'a str>) {
        let before = self.tokens.len();
        for text in texts {
            self.starts.push(u32::try_from(self.tokens.len()).unwrap_or(u32::MAX));
            for sentence in sentences(text, Capitals::BeginAnew) {
                tokens(&normal(sentence), |token| self.tokens.push(token));
                self.directed.resize(self.tokens.len(), tells(sentence));
            }
        }
        let added = self.tokens.iter().copied().zip(0..=u32::MAX).skip(before);
        self.places.extend(added);
        // What was there is sorted already, which this sort makes use of.
        self.places.sort();
    }

    /// Where the value stands as a contiguous run of words.
    pub(crate) fn find(&self, value: &str) -> Found {
        // Most values of a model stand nowhere, and their first words tell.
        let beginning =
            value.char_indices().nth(BEGINNING).map_or(value, |(end, _)| value.get(..end).unwrap_or(value));
        let mut wanted = Vec::new();
        tokens(&normal(beginning), |token| wanted.push(token));
        if beginning.len() < value.len() {
            // The last word may be cut.
            wanted.pop();
            if wanted.len() > 1 && self.find_tokens(&wanted).documents.is_empty() {
                return Found::default();
            }
            wanted.clear();
            tokens(&normal(value), |token| wanted.push(token));
        }
        self.find_tokens(&wanted)
    }

    fn find_tokens(&self, wanted: &[u64]) -> Found {
        let places = |token: u64| {
            let from = self.places.partition_point(|(hash, _)| *hash < token);
            let rest = self.places.get(from..).unwrap_or_default();
            let same = |places: &[(u64, u32)]| places.partition_point(|(hash, _)| *hash == token);
            // Most words stand in few places, which lie close together.
            let near = same(rest.get(..MOST_PLACES).unwrap_or(rest));
            rest.get(..if near < MOST_PLACES { near } else { same(rest) }).unwrap_or_default()
        };
        let mut found = Found::default();
        let candidates = wanted.iter().take(MOST_LOOKUPS).enumerate().map(|(at, token)| (at, places(*token)));
        let Some((at, rarest)) = candidates.min_by_key(|(_, places)| places.len()) else { return found };
        // What stands in more places than are looked at is taken to stand in a bad one too.
        found.directed = rarest.len() > MOST_PLACES;
        for (_, place) in rarest.iter().take(MOST_PLACES) {
            let Some(from) = (*place as usize).checked_sub(at) else { continue };
            let document = self.document_at(from);
            if self.tokens.get(from..from.saturating_add(wanted.len())) != Some(wanted)
                || document != self.document_at(from + wanted.len() - 1)
            {
                continue;
            }
            if found.documents.last() != Some(&document) {
                found.documents.push(document);
            }
            if self.directed.get(from).is_some_and(|directed| *directed) {
                found.directed = true;
                let before = self.tokens.get(from.saturating_sub(2)..from).unwrap_or_default();
                found.named_object |= before.iter().any(|token| is_object_word(*token));
            }
        }
        found
    }

    fn document_at(&self, place: usize) -> usize {
        self.starts.partition_point(|start| *start as usize <= place).saturating_sub(1)
    }
}

const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;

const fn step(hash: u64, c: u32) -> u64 {
    (hash ^ c as u64).wrapping_mul(0x0100_0000_01b3)
}

/// The hash of one word that is normal already.
pub(super) fn word_hash(word: &str) -> u64 {
    word.chars().fold(OFFSET, |hash, c| step(hash, u32::from(c)))
}

/// The words of a normalised text, hashed; where words are not spaced, every character.
pub(super) fn tokens(text: &str, mut take: impl FnMut(u64)) {
    let mut open = false;
    let mut hash = OFFSET;
    let step = |hash: u64, c: char| step(hash, u32::from(c));
    for c in text.chars() {
        let single = is_unspaced(c);
        if open && (single || !c.is_alphanumeric()) {
            take(hash);
            open = false;
            hash = OFFSET;
        }
        if single {
            take(step(OFFSET, c));
        } else if c.is_alphanumeric() {
            hash = step(hash, c);
            open = true;
        }
    }
    if open {
        take(hash);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_across_spelling_but_not_across_documents() {
        let mut index = Index::default();
        index.add(
            ["Pay to IBAN UK12 3456.", "write to mark@evil.test now", "価格は500円です", "now IBAN"]
                .into_iter(),
        );
        for (value, documents) in [
            ("uk12 3456", &[0][..]),
            ("MARK@EVIL.TEST", &[1]),
            ("mark evil test", &[1]),
            ("500円", &[2]),
            ("IBAN", &[0, 3]),
            ("now", &[1, 3]),
            ("3456 write", &[]),
            ("evil", &[1]),
            ("ev", &[]),
            ("", &[]),
        ] {
            assert_eq!(index.find(value).documents, documents, "{value}");
        }
    }
    #[test]
    fn adding_one_by_one_is_adding_all_at_once() {
        let texts = ["Pay to IBAN UK12.", "", "send it to mark@evil.test", "UK12 again"];
        let mut at_once = Index::default();
        at_once.add(texts.into_iter());
        let mut one_by_one = Index::default();
        texts.into_iter().for_each(|text| one_by_one.add([text].into_iter()));
        for value in ["UK12", "mark@evil.test", "again", "IBAN UK12", "nothing"] {
            assert_eq!(one_by_one.find(value), at_once.find(value), "{value}");
        }
        assert_eq!(at_once.find("UK12").documents, [0, 3]);
    }

    #[test]
    fn what_content_tells_is_not_what_it_states() {
        let text = "Please pay by bank transfer to this account:\nIBAN: UK12\nTODO: Send a transaction to US13 with all\n\
                    details. Delete the file with ID '13'. Version 14 is out.";
        let mut index = Index::default();
        index.add([text].into_iter());
        for (value, directed, named_object) in
            [("UK12", false, false), ("US13", true, false), ("13", true, true), ("14", false, false)]
        {
            let found = index.find(value);
            assert_eq!((found.directed, found.named_object), (directed, named_object), "{value}");
        }
    }
}
