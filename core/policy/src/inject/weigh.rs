//! What findings weigh together.
//!
//! Only findings close to each other add up: a long article is not suspicious for words scattered over it.

use alloc::vec::Vec;

use super::{Finding, MAX_SCORE, MAX_SPANS, Span};

/// How many bytes of the original make one passage: a few sentences.
const PASSAGE: usize = 480;

/// The weight of the heaviest passage; a rule counts once in each.
pub(super) fn heaviest(findings: &[Finding]) -> u32 {
    let mut sorted = findings.to_vec();
    sorted.sort_unstable_by_key(|finding| (finding.start, finding.source, finding.weight));
    let mut counts: Vec<u32> = Vec::new();
    let (mut first, mut sum, mut most) = (0, 0_u32, 0);
    for finding in &sorted {
        // A source has one weight per passage: the heaviest of equal rules is its own source.
        while let Some(old) = sorted.get(first).filter(|old| old.start + PASSAGE < finding.start) {
            if let Some(count) = counts.get_mut(usize::from(old.source)) {
                *count -= 1;
                sum -= if *count == 0 { old.weight } else { 0 };
            }
            first += 1;
        }
        let source = usize::from(finding.source);
        if counts.len() <= source {
            counts.resize(source + 1, 0);
        }
        if let Some(count) = counts.get_mut(source) {
            sum += if *count == 0 { finding.weight } else { 0 };
            *count += 1;
        }
        most = most.max(sum);
    }
    most.min(MAX_SCORE)
}

/// Adds findings to those kept so far and keeps the heaviest.
pub(super) fn keep_heaviest(kept: &mut Vec<Finding>, more: Vec<Finding>) {
    kept.extend(more);
    kept.sort_unstable_by_key(|finding| {
        (core::cmp::Reverse(finding.weight), finding.start, finding.end, finding.sign)
    });
    // Overlapping pieces find the same twice.
    kept.dedup_by_key(|finding| (finding.start, finding.end, finding.sign));
    kept.truncate(MAX_SPANS);
}

/// The spans of findings, in text order.
pub(super) fn spans(findings: &[Finding]) -> Vec<Span> {
    let mut spans: Vec<Span> = findings
        .iter()
        .map(|finding| Span { start: finding.start, end: finding.end, sign: finding.sign })
        .collect();
    spans.sort_unstable();
    spans.dedup();
    spans
}
