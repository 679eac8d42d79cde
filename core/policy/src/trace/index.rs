//! Documents indexed once, so that a decision asks where a value stands without reading them again.

use alloc::vec::Vec;

use super::normal::{is_unspaced, normal};

/// Tokens of a value that are looked up; a longer value is found by its beginning and told apart by comparing all.
const MOST_LOOKUPS: usize = 8;
/// Places compared for one value. A value more frequent than that gives no better answer by looking further.
const MOST_PLACES: usize = 256;

/// Every token of every document, by hash.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    tokens: Vec<u64>,
    /// For each document, where its tokens begin.
    starts: Vec<u32>,
    /// Where each token stands, sorted by its hash.
    places: Vec<(u64, u32)>,
}

impl Index {
    pub(crate) fn new<'a>(texts: impl Iterator<Item = &'a str>) -> Self {
        let mut index = Self::default();
        for text in texts {
            index.starts.push(u32::try_from(index.tokens.len()).unwrap_or(u32::MAX));
            tokens(&normal(text), |token| index.tokens.push(token));
        }
        index.places = index.tokens.iter().copied().zip(0..=u32::MAX).collect();
        index.places.sort_unstable();
        index
    }

    /// The documents in which the value stands as a contiguous run of words, in order.
    pub(crate) fn documents_with(&self, value: &str) -> Vec<usize> {
        let mut wanted = Vec::new();
        tokens(&normal(value), |token| wanted.push(token));
        self.documents_with_tokens(&wanted)
    }

    /// The documents that share a run of words with a longer text.
    pub(crate) fn documents_sharing(&self, text: &str) -> Vec<usize> {
        const RUN: usize = 5;
        const MOST_RUNS: usize = 64;
        if self.tokens.is_empty() {
            return Vec::new();
        }
        let mut wanted = Vec::new();
        tokens(&normal(text), |token| wanted.push(token));
        if wanted.len() < RUN {
            return self.documents_with_tokens(&wanted);
        }
        let step = (wanted.len() / MOST_RUNS).max(1);
        let runs = wanted.windows(RUN).step_by(step).take(MOST_RUNS);
        let mut found: Vec<usize> = runs.flat_map(|run| self.documents_with_tokens(run)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    fn documents_with_tokens(&self, wanted: &[u64]) -> Vec<usize> {
        let places = |token: u64| {
            let from = self.places.partition_point(|(hash, _)| *hash < token);
            let rest = self.places.get(from..).unwrap_or_default();
            rest.get(..rest.partition_point(|(hash, _)| *hash == token)).unwrap_or_default()
        };
        let candidates = wanted.iter().take(MOST_LOOKUPS).enumerate().map(|(at, token)| (at, places(*token)));
        let Some((at, rarest)) = candidates.min_by_key(|(_, places)| places.len()) else { return Vec::new() };
        let mut found: Vec<usize> = rarest
            .iter()
            .take(MOST_PLACES)
            .filter_map(|(_, place)| {
                let from = (*place as usize).checked_sub(at)?;
                let run = self.tokens.get(from..from.checked_add(wanted.len())?)?;
                let document = self.document_at(from);
                (run == wanted && document == self.document_at(from + wanted.len() - 1)).then_some(document)
            })
            .collect();
        found.dedup();
        found
    }

    fn document_at(&self, place: usize) -> usize {
        self.starts.partition_point(|start| *start as usize <= place).saturating_sub(1)
    }
}

/// The words of a normalised text, hashed; where words are not spaced, every character.
fn tokens(text: &str, mut take: impl FnMut(u64)) {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    let mut open = false;
    let mut hash = OFFSET;
    let step = |hash: u64, c: char| (hash ^ u64::from(u32::from(c))).wrapping_mul(0x0100_0000_01b3);
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
        let index = Index::new(
            ["Pay to IBAN UK12 3456.", "write to mark@evil.test now", "価格は500円です", "now IBAN"].into_iter(),
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
            assert_eq!(index.documents_with(value), documents, "{value}");
        }
        assert_eq!(index.documents_sharing("please do write to mark@evil.test now, thanks"), [1]);
    }
}
