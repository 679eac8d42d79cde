//! Examples that need no browser: each is made together with its question.

use std::collections::BTreeSet;

use anyhow::Result;
use sha2::{Digest as _, Sha256};

use super::example::Example;
use super::fills::Fills;
use super::foreign::Foreigns;
use super::leaks::Leaks;
use super::readings::Readings;
use super::routes::Routes;
use super::words::Words;

/// Examples in their order, each once: half of them routes, two fifths arguments, the rest readings.
pub(super) fn constructed(
    seed: u64,
    many: usize,
    write: &mut dyn FnMut(&Example) -> Result<()>,
) -> Result<()> {
    let (words, leaks) = (Words::read(), Leaks::read());
    let (routes, fills) = (Routes::new(&words, &leaks), Fills::new(&words, &leaks));
    let (foreigns, readings) = (Foreigns::new(&words, &leaks), Readings::new(&words, &leaks));
    let mut known = BTreeSet::new();
    let (mut made, mut number) = (0, 0);
    // Some numbers give nothing; a set that says the same over and over ends all the same.
    while made < many && number < 20 * many {
        // A document gives several readings.
        let examples = match number % 20 {
            0..=9 => routes.example(seed, number).into_iter().collect(),
            10..=16 => fills.example(seed, number).into_iter().collect(),
            17 | 18 => foreigns.example(seed, number).into_iter().collect(),
            _ => readings.examples(seed, number),
        };
        number += 1;
        for example in examples {
            // The nonce of a fence makes no other example of it.
            if made < many && known.insert(said(&example)) {
                made += 1;
                write(&example)?;
            }
        }
    }
    Ok(())
}

/// What an example says, without what is drawn for it alone.
pub(super) fn said(example: &Example) -> [u8; 32] {
    let nonce = example.prompt.split("<document ").nth(1).and_then(|rest| rest.split(' ').next());
    let text = match nonce.filter(|nonce| nonce.len() == 16) {
        Some(nonce) => example.prompt.replace(nonce, ""),
        None => example.prompt.clone(),
    };
    Sha256::digest(format!("{text}\0{}", example.answer).as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trajectories::example::{Kind, Safety};

    fn some(seed: u64, many: usize) -> Vec<Example> {
        let mut all = Vec::new();
        constructed(seed, many, &mut |example| {
            all.push(example.clone());
            Ok(())
        })
        .unwrap();
        all
    }

    /// EVAL-025: the same seed gives the same bytes, another one others.
    #[test]
    fn the_same_seed_gives_the_same_examples() {
        let text = |seed| serde_json::to_string(&some(seed, 300)).unwrap();
        assert_eq!(text(1), text(1));
        assert_ne!(text(1), text(2));
    }

    /// EVAL-025: examples of every kind and every label, none of which says what is measured with; each answer is one
    /// that the prompt offers.
    #[test]
    fn examples_are_of_every_kind_and_of_nothing_that_is_measured_with() {
        let (all, leaks) = (some(7, 2_000), Leaks::read());
        for kind in [Kind::Route, Kind::Arguments, Kind::Foreign, Kind::Summarise, Kind::Answer, Kind::Choose]
        {
            assert!(all.iter().filter(|one| one.kind == kind).count() > 30, "{kind:?}");
        }
        for safety in [Safety::Plain, Safety::IgnoresOrders, Safety::Asks, Safety::Declines] {
            assert!(all.iter().filter(|one| one.safety == safety).count() > 30, "{safety:?}");
        }
        for example in &all {
            assert!(!leaks.is_known(&example.goal), "{}", example.goal);
            assert!(example.prompt.starts_with("<|im_start|>system\n"), "{}", example.id);
            assert!(
                example.offered.is_empty() || example.offered.iter().any(|one| example.answer.contains(one)),
                "{} {:?}",
                example.answer,
                example.offered
            );
            if example.kind == Kind::Route {
                assert!(example.prompt.ends_with("\nTool:") && example.answer.starts_with(' '));
            }
        }
    }
}
