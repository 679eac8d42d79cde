//! How alike two texts are: runs of four words, as the set's own authors count them.

use std::collections::HashMap;
use std::fmt;

use serde_json::{Value, json};

const RUN: usize = 4;

/// Precision and recall, averaged over pages.
#[derive(Default)]
pub(super) struct Scores {
    precision: f64,
    recall: f64,
    n: u32,
}

impl Scores {
    pub(super) fn add(&mut self, truth: &str, found: &str) {
        let (truth, found) = (runs(truth), runs(found));
        let common: usize =
            truth.iter().map(|(run, count)| found.get(run).copied().unwrap_or(0).min(*count)).sum();
        let (all, taken): (usize, usize) = (truth.values().sum(), found.values().sum());
        self.precision += ratio(common, taken, all);
        self.recall += ratio(common, all, taken);
        self.n += 1;
    }

    pub(super) fn f1(&self) -> Option<f64> {
        let n = f64::from(self.n);
        let (precision, recall) = (self.precision / n, self.recall / n);
        (self.n > 0 && precision + recall > 0.0).then(|| 2.0 * precision * recall / (precision + recall))
    }

    pub(super) fn json(&self) -> Value {
        let n = f64::from(self.n);
        json!({ "f1": self.f1(), "precision": self.precision / n, "recall": self.recall / n, "n": self.n })
    }
}

impl fmt::Display for Scores {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = f64::from(self.n);
        let f1 = self.f1().unwrap_or(0.0);
        write!(
            formatter,
            "F1 {f1:.3}, precision {:.3}, recall {:.3}, n {}",
            self.precision / n,
            self.recall / n,
            self.n
        )
    }
}

/// Nothing found where nothing is to be found is right.
fn ratio(common: usize, of: usize, other: usize) -> f64 {
    match (common, of, other) {
        (_, 0, 0) => 1.0,
        (_, 0, _) => 0.0,
        #[expect(clippy::cast_precision_loss, reason = "counts of words of a page")]
        _ => common as f64 / of as f64,
    }
}

fn runs(text: &str) -> HashMap<Vec<&str>, usize> {
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()).collect();
    let mut runs = HashMap::new();
    if words.is_empty() {
        return runs;
    }
    for start in 0..usize::max(1, (words.len() + 1).saturating_sub(RUN)) {
        let run = words[start..usize::min(start + RUN, words.len())].to_vec();
        *runs.entry(run).or_insert(0) += 1;
    }
    runs
}

/// A line of an observation without what we put in front of it and in place of pictures.
pub(super) fn without_marks(line: &str) -> String {
    let mut text = String::new();
    let mut rest = without_prefix(line);
    while let Some((before, after)) = rest.split_once("[image: ") {
        text.push_str(before);
        rest = after.split_once(']').map_or("", |(_, after)| after);
    }
    text + rest
}

fn without_prefix(line: &str) -> &str {
    let line = line.trim_start();
    for prefix in ["- ", "> ", "Code: ", "Summary: ", "Caption: ", "Term: ", "Definition: "] {
        if let Some(rest) = line.strip_prefix(prefix) {
            return rest;
        }
    }
    match line.split_once(' ') {
        Some((mark, rest)) if is_heading(mark) || is_number(mark) => rest,
        _ => line,
    }
}

fn is_heading(mark: &str) -> bool {
    matches!(mark.as_bytes(), [b'H', b'1'..=b'6', b':'])
}

fn is_number(mark: &str) -> bool {
    mark.strip_suffix('.')
        .is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_of_runs_of_words() {
        let mut scores = Scores::default();
        scores.add("one two three four five", "one two three four");
        assert_eq!(scores.to_string(), "F1 0.667, precision 1.000, recall 0.500, n 1");
        scores.add("a b", "a b");
        scores.add("", "");
        assert_eq!(scores.to_string(), "F1 0.909, precision 1.000, recall 0.833, n 3");
    }

    #[test]
    fn our_own_marks_do_not_count() {
        for (line, text) in [
            ("H2: News", "News"),
            ("  - one", "one"),
            ("12. Twelve", "Twelve"),
            ("1984 was", "1984 was"),
            ("> said", "said"),
        ] {
            assert_eq!(without_marks(line), text);
        }
        assert_eq!(without_marks("- [image: A boat] sails"), " sails");
    }
}
