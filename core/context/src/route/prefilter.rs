//! Fewer tools, where there are more than a prompt has room for.

use alloc::vec::Vec;

use super::lexicon::Lexicon;

/// The places of the tools (name and line) that fit a request best by their words, at most `keep`, in their old order.
#[must_use]
pub fn prefilter(query: &str, tools: &[(&str, &str)], keep: usize) -> Vec<usize> {
    let fits = Lexicon::new(tools).fits(query);
    let mut order: Vec<usize> = (0..tools.len()).collect();
    order.sort_by(|a, b| fits[*b].total_cmp(&fits[*a]));
    order.truncate(keep);
    order.sort_unstable();
    order
}
