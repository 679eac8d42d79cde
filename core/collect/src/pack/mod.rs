//! What a model is given of a collection: an index of all sources, and of each source the passages that speak of the
//! question, within a budget of tokens (PROT-032..035).
//!
//! Every passage knows where it stands in its capture, so that whatever is said from it can be cited exactly.

mod choose;
mod documents;
mod fixed;
mod rank;
mod reading;

pub use documents::{PackError, Packet, packet};
pub use reading::{Member, Part};

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use laika_protocol::collection::SourceCitation;

pub(crate) use fixed::rarity;

use choose::{Room, choose};
use reading::Reading;

/// The passages of a collection that speak of a question.
pub struct Pack<'a> {
    readings: Vec<Reading<'a>>,
    parts: Vec<Part>,
    words: usize,
}

/// A passage that was chosen, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    /// Which of the sources that were handed in.
    pub member: usize,
    /// The first character of it in the capture.
    pub start: u32,
    /// After the last.
    pub end: u32,
}

impl<'a> Pack<'a> {
    /// The best passages within so many tokens of text; sources that have nothing to do with the question are left out.
    #[must_use]
    pub fn about(members: &[Member<'a>], question: &str, tokens: usize) -> Self {
        Self::within(members, question, &Room { tokens, frames: &[], most_parts: usize::MAX, every: false })
    }

    fn within(members: &[Member<'a>], question: &str, room: &Room<'_>) -> Self {
        let mut readings: Vec<Reading<'a>> = members.iter().map(|member| Reading::new(*member)).collect();
        let words = rank::score(&mut readings, question);
        let parts = choose(&readings, room);
        Self { readings, parts, words }
    }

    /// The texts, in the order of the sources; a source that gives much has several.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Whether there is a text that may be used of a source, by its place among those that were handed in.
    #[must_use]
    pub fn has_text(&self, member: usize) -> bool {
        self.readings.get(member).is_some_and(|reading| !reading.passages.is_empty())
    }

    /// Whether a source has words of the question, and nothing of it was taken because there was no room.
    #[must_use]
    pub fn was_left_out(&self, member: usize) -> bool {
        let speaks = |reading: &Reading<'_>| reading.passages.iter().any(|passage| passage.score > 0);
        // Parts are in the order of the sources.
        let taken = self.parts.binary_search_by_key(&member, |part| part.member).is_ok();
        !taken && self.readings.get(member).is_some_and(speaks)
    }

    /// How many words were weighed: the cost of all this.
    #[must_use]
    pub const fn words(&self) -> usize {
        self.words
    }

    /// The title of a part's source, as far as it may be told.
    #[must_use]
    pub fn title(&self, part: &Part) -> String {
        self.readings.get(part.member).map(|reading| reading.member.title()).unwrap_or_default()
    }

    /// Where a piece of a part's text stands in the capture; a piece ends on the line it begins on.
    #[must_use]
    pub fn cite(&self, part: &Part, piece: &Range<usize>) -> Option<SourceCitation> {
        self.readings.get(part.member)?.cite(&part.in_plain(piece)?)
    }

    /// The passages that were chosen, in order.
    #[must_use]
    pub fn passages(&self) -> Vec<Located> {
        let of_part = |part: &Part| {
            let reading = self.readings.get(part.member)?;
            let located = |plain: Range<usize>| {
                let cited = reading.cite(&plain)?;
                Some(Located { member: part.member, start: cited.start, end: cited.end })
            };
            Some(part.passages().filter_map(located).collect::<Vec<_>>())
        };
        self.parts.iter().filter_map(of_part).flatten().collect()
    }
}
