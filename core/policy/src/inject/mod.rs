//! Finds text on a page that talks to the agent instead of to a person.
//!
//! Rules only: text is folded (see `fold`), words become concepts (`lexicon` and the `terms_*` tables), concepts that
//! stand close together become findings (`rules`), and findings close together add up (`weigh`). A suspicion only
//! ever tightens a policy, so what the rules miss costs nothing that was not already allowed.
//!
//! Everything runs in pieces of bounded size: time is linear and memory constant, whatever a page sends.

mod clause;
mod concept;
mod decode;
mod disguise;
mod fold;
mod lexicon;
mod places;
mod rules;
mod rules_table;
mod sign;
mod terms_de;
mod terms_de_acts;
mod terms_en;
mod terms_en_acts;
mod terms_es;
mod terms_es_acts;
mod terms_fr;
mod terms_fr_acts;
mod terms_it;
mod terms_it_acts;
mod terms_ja;
mod terms_ja_acts;
mod terms_marks;
mod terms_pt;
mod terms_pt_acts;
mod terms_ru;
mod terms_ru_acts;
mod terms_zh;
mod terms_zh_acts;
#[cfg(test)]
mod tests;
mod unseen;
mod weigh;

use alloc::vec::Vec;

pub use sign::Sign;

/// The score from which a text is suspicious.
pub const THRESHOLD: u32 = 50;

/// The highest score.
pub const MAX_SCORE: u32 = 100;

/// The most spans a suspicion names; the heaviest are kept.
pub const MAX_SPANS: usize = 64;

/// Text is read in pieces of this many bytes, so that a large page needs no large tables.
const PIECE: usize = 32 * 1024;

/// Pieces overlap by this much, so that a sentence on the edge is seen whole.
const OVERLAP: usize = 2 * 1024;

/// A text the agent observed.
#[derive(Debug, Clone, Copy)]
pub struct Seen<'a> {
    /// The text.
    pub text: &'a str,
    /// Whether a person cannot see it: off-screen, transparent or of no size.
    pub hidden: bool,
}

/// A part of an observed text that gave a sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// Where it starts, in bytes of the observed text.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// What it is a sign of.
    pub sign: Sign,
}

/// How much a text looks like an attempt to instruct the agent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Suspicion {
    /// The weights of the heaviest passage added up, at most [`MAX_SCORE`].
    pub score: u32,
    /// What gave signs, in text order.
    pub spans: Vec<Span>,
}

impl Suspicion {
    /// Whether the agent should ask before it acts on anything after this text.
    #[must_use]
    pub const fn is_suspicious(&self) -> bool {
        self.score >= THRESHOLD
    }
}

/// A sign at a place, with what it weighs. `source` keeps one rule from counting twice in one passage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Finding {
    start: usize,
    end: usize,
    sign: Sign,
    weight: u32,
    source: u16,
}

/// Looks for signs that a text instructs the agent.
#[must_use]
pub fn inspect(seen: &Seen<'_>) -> Suspicion {
    let mut found = Vec::new();
    let mut score = 0;
    for (offset, piece) in pieces(seen.text) {
        let mut findings = read(piece, seen.hidden);
        score = score.max(weigh::heaviest(&findings));
        for finding in &mut findings {
            finding.start += offset;
            finding.end += offset;
        }
        weigh::keep_heaviest(&mut found, findings);
    }
    Suspicion { score, spans: weigh::spans(&found) }
}

/// Everything a piece of text shows, also what is written in it in other letters.
fn read(piece: &str, hidden: bool) -> Vec<Finding> {
    let mut findings = plain(piece, hidden);
    unseen::read(piece, &mut findings);
    decode::read(piece, &mut findings);
    findings
}

/// What a text says as it stands.
fn plain(text: &str, hidden: bool) -> Vec<Finding> {
    let folded = fold::fold(text);
    let mut hits = lexicon::hits(&folded);
    places::find(&folded, &mut hits);
    hits.sort_unstable();
    // Languages share words.
    hits.dedup();
    rules::apply(&folded, &hits, hidden)
}

/// A text in overlapping pieces, each with its offset.
fn pieces(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut next = Some(0);
    core::iter::from_fn(move || {
        let start = next?;
        let end = text.floor_char_boundary(start + PIECE);
        next = (end < text.len()).then(|| text.floor_char_boundary(end - OVERLAP));
        text.get(start..end).map(|piece| (start, piece))
    })
}
