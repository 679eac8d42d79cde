//! Fewer tools, where there are more than a prompt has room for.

use alloc::vec::Vec;

use super::lexicon::Lexicon;

/// The places of the tools (name and line) that fit a request best by their words, at most `keep`, in their old order.
#[must_use]
pub fn prefilter(query: &str, tools: &[(&str, &str)], keep: usize) -> Vec<usize> {
    best_in_order(&ranking(query, tools), keep)
}

/// The places of the tools, the one that fits best first.
pub(super) fn ranking(query: &str, tools: &[(&str, &str)]) -> Vec<usize> {
    let fits = Lexicon::new(tools).fits(query);
    let mut order: Vec<usize> = (0..tools.len()).collect();
    order.sort_by(|a, b| fits[*b].total_cmp(&fits[*a]));
    order
}

/// The first so many of a ranking, in their old order.
pub(super) fn best_in_order(ranking: &[usize], keep: usize) -> Vec<usize> {
    let mut order: Vec<usize> = ranking.iter().take(keep).copied().collect();
    order.sort_unstable();
    order
}
