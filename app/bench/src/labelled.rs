//! Labelled sets: one case a line, a third of them held out.

use anyhow::{Context as _, Result};
use serde::de::DeserializeOwned;
use sha2::{Digest as _, Sha256};

/// Reads one case a line.
pub(crate) fn read<T: DeserializeOwned>(what: &str, lines: &str) -> Result<Vec<T>> {
    let numbered = lines.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    numbered
        .map(|(line, number)| {
            serde_json::from_str(line).with_context(|| format!("line {number} of {what} cannot be read"))
        })
        .collect()
}

/// Whether a case is scored and never shown, so that nobody can fit anything to it.
pub(crate) fn is_held_out(id: &str) -> bool {
    Sha256::digest(id.as_bytes()).first().is_some_and(|byte| byte % 3 == 0)
}

/// So many of them, from all over the set, always the same.
pub(crate) fn sample<T>(cases: Vec<T>, most: Option<usize>) -> Vec<T> {
    let most = most.unwrap_or(usize::MAX).max(1);
    let step = cases.len().div_ceil(most).max(1);
    cases.into_iter().step_by(step).collect()
}
