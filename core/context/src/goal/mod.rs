//! What a person wants, taken apart by the form of their words, so that each part is small enough to be right about.
//!
//! A small model cannot keep a long goal in mind. What a goal says literally is read without it: what to enter and under
//! which name, what to do, what to find out. Which element a thing to do means, and what a page says, is left to the
//! router, the executor and the grounded text; each of them sees one part at a time.

mod answered;
mod assist;
mod calendar;
pub(crate) mod dates;
mod extract;
mod fields;
mod letters;
mod links;
mod more;
mod ordinal;
mod overlay;
mod plan;
mod prices;
pub(crate) mod read;
mod results;
mod rows;
mod search;
#[cfg(test)]
mod seen;
mod several;
mod stated;
mod suggest;
mod sums;
mod uncover;
mod values;
mod wanting;

pub use answered::{Found, find};
pub use assist::Assist;
pub use extract::{Field, extract};
pub use fields::{Entering, Placed, place};
pub use links::{Lead, leads};
pub use more::{MOST_PAGES, More};
pub use overlay::{WayOut, asks_consent, is_covered, way_out};
pub use plan::{Known, Next, Plan};
pub use search::{is_about_web, search_words};
pub use stated::Pressed;
pub use wanting::Wanted;

pub use crate::execute::addresses;

use alloc::string::String;
use alloc::vec::Vec;

/// Something to enter: what it is called, as far as that was said, and what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What the person calls it; nothing in "we are 3 people".
    pub label: String,
    /// What to enter: word for word from the goal, or from the page where the goal points at it.
    pub value: String,
}

/// The one thing that was found; nothing where there are several, because any of them would be a guess.
fn only<T>(mut found: impl Iterator<Item = T>) -> Option<T> {
    let first = found.next();
    first.filter(|_| found.next().is_none())
}

/// A goal, taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Goal {
    /// What to enter into fields.
    pub entries: Vec<Entry>,
    /// What to do, one thing at a time, in order.
    pub acts: Vec<String>,
    /// What to find out.
    pub questions: Vec<String>,
    /// Whether to say what the page says.
    pub summary: bool,
    /// The fields to read out of the page.
    pub fields: Vec<String>,
    /// Whether to say what a search found.
    pub results: bool,
}

impl Goal {
    /// Takes a goal apart.
    #[must_use]
    pub fn read(text: &str) -> Self {
        read::goal(text)
    }

    /// Whether reading is all it takes.
    #[must_use]
    pub const fn only_reads(&self) -> bool {
        self.entries.is_empty() && self.acts.is_empty()
    }
}
