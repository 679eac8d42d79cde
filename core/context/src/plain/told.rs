//! What of a long result a model is told: as much as there is room for, and first what the question speaks of (INK-078,
//! INK-079).

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use crate::text::{content_words, stem};
use crate::tokens::estimate_tokens;

/// A text within this many tokens. The lines that share words with the question stay, with their neighbours; what is left
/// out is counted where it stood.
#[must_use]
pub fn fit(text: &str, question: &str, tokens: usize) -> String {
    if estimate_tokens(text) <= tokens {
        return text.to_string();
    }
    let lines: Vec<&str> = text.lines().collect();
    let asked: BTreeSet<String> = stems(question).collect();
    let shared_with = |line: &str| stems(line).filter(|word| asked.contains(word)).count();
    let mut ranked: Vec<(usize, usize)> =
        lines.iter().enumerate().map(|(at, line)| (at, shared_with(line))).collect();
    // The best lines first; among equals the earlier one: the head of a text says what it is.
    ranked.sort_by_key(|(at, shared)| (core::cmp::Reverse(*shared), *at));
    let mut kept = alloc::vec![false; lines.len()];
    // Every gap costs a line of its own.
    let gap = estimate_tokens(&left_out(lines.len()));
    let mut left = tokens.saturating_sub(gap);
    for (at, _) in ranked {
        let cost = estimate_tokens(lines[at]) + 1 + gap;
        if cost <= left {
            kept[at] = true;
            left -= cost;
        }
    }
    let mut out: Vec<String> = Vec::new();
    let mut missing = 0;
    for (line, kept) in lines.iter().zip(kept) {
        if kept {
            if missing > 0 {
                out.push(left_out(missing));
            }
            missing = 0;
            out.push((*line).to_string());
        } else {
            missing += 1;
        }
    }
    if missing > 0 {
        out.push(left_out(missing));
    }
    out.join("\n")
}

fn stems(text: &str) -> impl Iterator<Item = String> {
    content_words(text).into_iter().map(|word| stem(&word).to_string())
}

fn left_out(lines: usize) -> String {
    format!("[{lines} lines left out]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ink_079_what_is_asked_for_stays() {
        let long: Vec<String> = (0..400).map(|n| format!("line {n} says nothing of interest here")).collect();
        let mut lines = long.clone();
        lines[250] = "the retry limit is seven attempts".to_string();
        let text = lines.join("\n");
        let told = fit(&text, "what is the retry limit?", 120);
        assert!(told.contains("the retry limit is seven attempts"), "{told}");
        assert!(told.contains("lines left out]") && estimate_tokens(&told) <= 140, "{told}");
        assert_eq!(fit("short", "anything", 120), "short");
        assert!(estimate_tokens(&fit(&text, "", 60)) <= 80);
    }
}
