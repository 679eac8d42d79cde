//! How good the rules are without a model, by the labelled sets under `tests/data`. A third of every set is only scored:
//! what is wrong there is never printed (README there).

mod comparison;
mod evidence;
mod found;
mod preferences;
mod spending;

use std::fmt::Write as _;

use laika_protocol::canonical::digest_bytes;
use laika_protocol::collection::{Capture, Source};
use serde_json::Value;

use super::build;

/// `readBefore`: cases of the third that were read before that rule was written, and count among those that rules were
/// built on. `heldToo`: cases that were never read, and are only scored in place of these.
const HELD: &str = include_str!("../../data/held.json");

/// Whether a case is only scored.
pub(crate) fn is_held(id: &str) -> bool {
    let lists: Value = serde_json::from_str(HELD).unwrap();
    let digest = digest_bytes(id.as_bytes());
    let first =
        digest.as_str().strip_prefix("sha256:").and_then(|hex| u8::from_str_radix(hex.get(..2)?, 16).ok());
    texts(&lists["heldToo"]).contains(&id)
        || first.unwrap() < 85 && !texts(&lists["readBefore"]).contains(&id)
}

pub(crate) fn cases(json: &str) -> Vec<Value> {
    serde_json::from_str(json).unwrap()
}

pub(crate) fn id(case: &Value) -> &str {
    case["id"].as_str().unwrap()
}

pub(crate) fn sources(case: &Value) -> Vec<(Source, Capture)> {
    let all = case["sources"].as_array().unwrap().iter().enumerate();
    let text = |one: &Value, key: &str| one[key].as_str().unwrap().to_string();
    all.map(|(at, one)| build::source(at, &text(one, "title"), &text(one, "url"), &text(one, "text")))
        .collect()
}

pub(crate) fn texts(list: &Value) -> Vec<&str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

/// Counts, and what is wrong in cases that may be read.
#[derive(Default)]
pub(crate) struct Tally {
    counts: [std::collections::BTreeMap<&'static str, (usize, usize)>; 2],
    wrong: String,
}

impl Tally {
    /// Counts one answer to one question of a case.
    pub(crate) fn count(
        &mut self,
        id: &str,
        what: &'static str,
        right: bool,
        shown: impl FnOnce() -> String,
    ) {
        let held = is_held(id);
        let entry = self.counts[usize::from(held)].entry(what).or_default();
        entry.0 += usize::from(right);
        entry.1 += 1;
        if !right && !held {
            writeln!(self.wrong, "  {id} {what}: {}", shown()).unwrap();
        }
    }

    /// The part that is right, in hundredths, of the cases that rules were built on and of those that are only scored.
    pub(crate) fn at_least(&self, what: &str, built_on: usize, scored: usize) {
        let part =
            |held: usize| self.counts[held].get(what).map_or(0, |(right, all)| 100 * right / (*all).max(1));
        assert!(part(0) >= built_on && part(1) >= scored, "{what}: {} and {}", part(0), part(1));
    }

    /// Prints the numbers, and where `LAIKA_TEST_WRONG` is set what is wrong.
    #[allow(clippy::print_stdout, reason = "the numbers are what this test is for")]
    pub(crate) fn print(&self, name: &str) {
        for (held, counts) in self.counts.iter().enumerate() {
            let kind = if held == 0 { "built on" } else { "only scored" };
            for (what, (right, all)) in counts {
                println!("{name} ({kind}) {what}: {right} of {all}, {} %", 100 * right / (*all).max(1));
            }
        }
        if std::env::var_os("LAIKA_TEST_WRONG").is_some() {
            println!("{}", self.wrong);
        }
    }
}

/// Whether a cited piece is what a label wants: one of the two stands inside the other, at that place. A piece that is
/// shorter has to have the numbers of the label.
pub(crate) fn is_at(text: &str, quote: (usize, usize), wanted: &[&str]) -> bool {
    wanted.iter().any(|wanted| {
        let start = text[..text.find(wanted).unwrap()].chars().count();
        let end = start + wanted.chars().count();
        let piece: String = text.chars().skip(quote.0).take(quote.1 - quote.0).collect();
        let digits = |text: &str| text.chars().any(|c| c.is_ascii_digit());
        let covers = quote.0 <= start && end <= quote.1;
        let inside =
            start <= quote.0 && quote.1 <= end && (!digits(wanted) || digits(&piece)) && quote.1 > quote.0;
        covers && quote.1 - quote.0 <= 400 || inside
    })
}
