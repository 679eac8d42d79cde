//! The line of signed heads: each is signed by the key that the one before it named.

use super::{Fault, Problem, Problems};
use crate::{Anchor, Hash};

/// The event that a head covers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Covered {
    /// It has this hash.
    By(Hash),
    /// It should be here and is not.
    Missing,
    /// It need not be here: a bundle holds the events of one run.
    Elsewhere,
}

/// A line of heads, walked from the first.
#[derive(Debug, Default)]
pub(crate) struct Line {
    last: Option<Anchor>,
    pub(crate) heads: u64,
    /// How many of the heads from elsewhere were met.
    pub(crate) confirmed: u64,
}

impl Line {
    /// The last head.
    pub(crate) const fn last(&self) -> Option<&Anchor> {
        self.last.as_ref()
    }

    /// Goes on to the next head. A head from elsewhere is met where it is this one, and the event that it covers is
    /// here: the line of heads alone would say nothing about events.
    pub(crate) fn step(&mut self, head: Anchor, event: Covered, held: &[Anchor], problems: &mut Problems) {
        self.heads += 1;
        let epoch = head.epoch;
        let mut tell = |sentence: &str| {
            problems.add(Problem::new(Fault::Head, format!("head {epoch}: {sentence}")));
        };
        let (before, key, seq) = self
            .last
            .as_ref()
            .map_or((0, None, 0), |last| (last.epoch, Some(last.next_public_key), last.log_seq));
        if Some(epoch) != before.checked_add(1) {
            tell("heads before it are missing");
        } else if key.is_some_and(|key| key != head.public_key) {
            tell("it is signed with another key than the head before it names");
        } else if !head.is_signed() {
            tell("its signature is not good");
        } else if head.log_seq < seq {
            tell("it covers less than the head before it");
        } else {
            match event {
                Covered::Missing => tell("the event that it covers is missing"),
                Covered::By(hash) if hash != head.log_hash => tell("the event that it covers is another"),
                Covered::By(_) | Covered::Elsewhere => {}
            }
        }
        for anchor in held.iter().filter(|anchor| anchor.epoch == epoch) {
            let wrong = match event {
                _ if *anchor != head => "is not the head of this number here",
                Covered::Elsewhere => "covers an event that is not here, so it says nothing about these",
                Covered::By(_) | Covered::Missing => {
                    self.confirmed += 1;
                    continue;
                }
            };
            problems.add(Problem::new(Fault::Anchor, format!("the head {epoch} that you hold {wrong}")));
        }
        self.last = Some(head);
    }

    /// Holds the end of the line against the keys that are left. The key of the coming head is always there, since it is
    /// erased only after that head was signed: where it is gone and a later one is here, heads are missing.
    pub(crate) fn against(&self, keys: &[u64], problems: &mut Problems) {
        let coming = self.last.as_ref().map_or(0, |head| head.epoch).saturating_add(1);
        if let Some(later) = keys.iter().filter(|epoch| **epoch > coming).min()
            && !keys.contains(&coming)
        {
            let sentence = format!("heads {coming} to {} were signed and are missing", later - 1);
            problems.add(Problem::new(Fault::Head, sentence));
        }
    }

    /// Heads from elsewhere that come after the last one here.
    pub(crate) fn beyond<'a>(&self, held: &'a [Anchor]) -> impl Iterator<Item = &'a Anchor> + use<'a> {
        let last = self.last.as_ref().map_or(0, |head| head.epoch);
        held.iter().filter(move |anchor| anchor.epoch > last || anchor.epoch == 0)
    }
}
