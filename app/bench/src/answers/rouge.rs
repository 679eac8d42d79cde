//! ROUGE-L: the longest run of words, in order, that two texts share.

use crate::stats::real;

/// The F1 of precision and recall of the longest common subsequence of words.
pub(super) fn rouge_l(candidate: &str, reference: &str) -> f64 {
    let (a, b) = (words(candidate), words(reference));
    let common = real(longest_common(&a, &b) as u64);
    if common == 0.0 {
        return 0.0;
    }
    let (precision, recall) = (common / real(a.len() as u64), common / real(b.len() as u64));
    2.0 * precision * recall / (precision + recall)
}

fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

fn longest_common(a: &[String], b: &[String]) -> usize {
    let mut row = vec![0; b.len() + 1];
    for one in a {
        let mut before = 0;
        for (at, other) in b.iter().enumerate() {
            let above = row[at + 1];
            row[at + 1] = if one == other { before + 1 } else { above.max(row[at]) };
            before = above;
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_common_words_in_order() {
        let police = rouge_l("police kill the gunman", "police killed the gunman");
        assert!((police - 0.75).abs() < 1e-9, "{police}");
        let turned = rouge_l("the gunman kill police", "police killed the gunman");
        assert!((turned - 0.5).abs() < 1e-9, "{turned}");
        assert!(rouge_l("", "a").abs() < 1e-9);
    }
}
