//! What changed between two captures, by lines and sentences.
//!
//! Pieces that stand once in both texts and in the same order are held on to; between two of them the same is done again,
//! and what is left is gone or new. That reads well for prose, and never costs more than sorting.

mod align;

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_context::text::sentences;
use laika_protocol::collection::Capture;

/// A step from the old text to the new one; pieces of a text are its sentences, with what stands between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// So many pieces stay.
    Keep {
        /// All of them.
        pieces: usize,
        /// Those that have words.
        said: usize,
    },
    /// These pieces are gone.
    Remove(Vec<String>),
    /// These pieces are new.
    Add(Vec<String>),
}

/// A line of a change, as a person reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Changed {
    /// It is gone.
    Gone(String),
    /// It is new.
    New(String),
}

/// How many sentences stayed, are new, and are gone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// They stayed.
    pub kept: usize,
    /// They are new.
    pub added: usize,
    /// They are gone.
    pub removed: usize,
}

/// What changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diff {
    /// Every step, in order.
    pub steps: Vec<Step>,
}

impl Diff {
    /// What changed between two texts.
    #[must_use]
    pub fn between(old: &str, new: &str) -> Self {
        let (old, new) = (pieces(old), pieces(new));
        let mut diff = Self::default();
        let (mut from, mut to) = (0, 0);
        for (kept_old, kept_new) in align::pairs(&old, &new) {
            diff.change(&old[from..kept_old], &new[to..kept_new]);
            diff.keep(old[kept_old]);
            (from, to) = (kept_old + 1, kept_new + 1);
        }
        diff.change(&old[from..], &new[to..]);
        diff
    }

    /// What changed between two captures of a source.
    #[must_use]
    pub fn of_captures(old: &Capture, new: &Capture) -> Self {
        if old.head.hash == new.head.hash && old.text == new.text {
            let mut diff = Self::default();
            pieces(&old.text).into_iter().for_each(|piece| diff.keep(piece));
            return diff;
        }
        Self::between(&old.text, &new.text)
    }

    fn keep(&mut self, piece: &str) {
        let more = usize::from(has_words(piece));
        match self.steps.last_mut() {
            Some(Step::Keep { pieces, said }) => (*pieces, *said) = (*pieces + 1, *said + more),
            Some(Step::Remove(_) | Step::Add(_)) | None => {
                self.steps.push(Step::Keep { pieces: 1, said: more });
            }
        }
    }

    fn change(&mut self, gone: &[&str], new: &[&str]) {
        let owned = |pieces: &[&str]| pieces.iter().map(ToString::to_string).collect();
        if !gone.is_empty() {
            self.steps.push(Step::Remove(owned(gone)));
        }
        if !new.is_empty() {
            self.steps.push(Step::Add(owned(new)));
        }
    }

    /// The new text, from the old one; nothing if this is another text.
    #[must_use]
    pub fn apply(&self, old: &str) -> Option<String> {
        let old = pieces(old);
        let mut at = 0;
        let mut new = String::new();
        for step in &self.steps {
            match step {
                Step::Keep { pieces, .. } => {
                    old.get(at..at + pieces)?.iter().for_each(|piece| new.push_str(piece));
                    at += pieces;
                }
                Step::Remove(gone) => {
                    (old.get(at..at + gone.len())? == gone.as_slice()).then_some(())?;
                    at += gone.len();
                }
                Step::Add(pieces) => pieces.iter().for_each(|piece| new.push_str(piece)),
            }
        }
        (at == old.len()).then_some(new)
    }

    /// How many sentences stayed, are new, and are gone.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let said = |pieces: &[String]| pieces.iter().filter(|piece| has_words(piece)).count();
        let mut counts = Counts::default();
        for step in &self.steps {
            match step {
                Step::Keep { said, .. } => counts.kept += said,
                Step::Add(pieces) => counts.added += said(pieces),
                Step::Remove(pieces) => counts.removed += said(pieces),
            }
        }
        counts
    }

    /// Whether anything changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.steps.iter().all(|step| matches!(step, Step::Keep { .. }))
    }

    /// At most so many changed pieces that have words, in order, and how many more there are.
    #[must_use]
    pub fn changed(&self, most: usize) -> (Vec<Changed>, usize) {
        let mut shown = Vec::new();
        let mut more = 0;
        let mut add = |piece: &String, as_changed: fn(String) -> Changed| {
            let words = piece.trim();
            if words.is_empty() {
            } else if shown.len() < most {
                shown.push(as_changed(words.to_string()));
            } else {
                more += 1;
            }
        };
        for step in &self.steps {
            match step {
                Step::Keep { .. } => {}
                Step::Remove(pieces) => pieces.iter().for_each(|piece| add(piece, Changed::Gone)),
                Step::Add(pieces) => pieces.iter().for_each(|piece| add(piece, Changed::New)),
            }
        }
        (shown, more)
    }
}

fn has_words(piece: &str) -> bool {
    !piece.trim().is_empty()
}

/// A text in pieces that together are the whole: each ends where a sentence or a line does.
fn pieces(text: &str) -> Vec<&str> {
    let mut bounds: Vec<usize> = sentences(text).into_iter().map(|sentence| sentence.at.end).collect();
    bounds.extend(text.match_indices('\n').map(|(at, _)| at + 1));
    bounds.push(text.len());
    bounds.sort_unstable();
    bounds.dedup();
    let mut start = 0;
    let mut pieces = Vec::with_capacity(bounds.len());
    for end in bounds {
        if end > start {
            pieces.push(&text[start..end]);
            start = end;
        }
    }
    pieces
}
