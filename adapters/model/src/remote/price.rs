//! What calls cost.

use laika_protocol::model::Usage;
use serde::{Deserialize, Serialize};

/// What a server takes for a million tokens, in whatever currency it names.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// For what is read.
    pub input: f64,
    /// For what is written.
    pub output: f64,
}

impl Price {
    /// What a call cost. Tokens that were known from before count in full: what they cost differs by server, and the
    /// bound is what matters.
    #[must_use]
    pub fn of(&self, usage: &Usage) -> f64 {
        (f64::from(usage.read) * self.input + f64::from(usage.written) * self.output) / 1e6
    }
}

/// What all calls of a runner took together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spent {
    /// Requests that were sent, also those that were repeated.
    pub requests: u64,
    /// Answers that were used or not, but paid for.
    pub answers: u64,
    /// Tokens that were read.
    pub read: u64,
    /// Tokens that were written.
    pub written: u64,
    /// What it cost, where a price is known.
    pub cost: f64,
}

impl Spent {
    pub(super) fn add(&mut self, usage: &Usage, price: Option<&Price>) {
        self.answers += 1;
        self.read += u64::from(usage.read);
        self.written += u64::from(usage.written);
        self.cost += price.map_or(0.0, |price| price.of(usage));
    }
}

/// About how many tokens a text has, rather too many: a token of Latin text has three letters or more; a letter of another
/// script is one to three tokens, by the bytes it takes, where a small model has seen little of it.
pub(crate) fn estimated_tokens(text: &str) -> u32 {
    let ascii = text.bytes().filter(u8::is_ascii).count();
    let others: usize = text.chars().map(|c| c.len_utf8() - 1).sum();
    u32::try_from(ascii.div_ceil(3) + others).unwrap_or(u32::MAX)
}
