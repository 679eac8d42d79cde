//! What is measured with is never learned from: every request, goal and question of the labelled sets is known here, and
//! nothing that says the same, or much of it word for word, becomes an example.

use std::collections::BTreeSet;

use serde_json::Value;

/// The labelled sets of this folder.
const SETS: &[&str] = &[
    include_str!("../../data/routing.jsonl"),
    include_str!("../../data/arguments.jsonl"),
    include_str!("../../data/questions.jsonl"),
];
/// Words in a row that say whose sentence it is.
const RUN: usize = 6;

/// Everything that is measured with.
pub(crate) struct Leaks {
    whole: BTreeSet<String>,
    runs: BTreeSet<String>,
}

impl Leaks {
    pub(crate) fn read() -> Self {
        let lines =
            SETS.iter().flat_map(|set| set.lines()).filter_map(|line| serde_json::from_str(line).ok());
        let texts = lines.flat_map(|case: Value| {
            let fields = ["query", "goal", "question"];
            fields
                .into_iter()
                .filter_map(|field| case[field].as_str().map(ToOwned::to_owned))
                .collect::<Vec<_>>()
        });
        let (mut whole, mut runs) = (BTreeSet::new(), BTreeSet::new());
        for text in texts {
            let words = words(&text);
            runs.extend(words.windows(RUN).map(|run| run.join(" ")));
            whole.insert(words.join(" "));
        }
        // Signs alone say nothing.
        whole.remove("");
        Self { whole, runs }
    }

    /// Whether a text is one of them, or has many words in a row of one.
    pub(crate) fn is_known(&self, text: &str) -> bool {
        let words = words(text);
        self.whole.contains(&words.join(" "))
            || words.windows(RUN).any(|run| self.runs.contains(&run.join(" ")))
    }
}

/// The words alone: without case, punctuation and small words of courtesy.
fn words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.filter(|word| !matches!(*word, "please" | "bitte" | "hey" | "hi")).map(ToOwned::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_measured_with_is_known_however_it_is_written() {
        let leaks = Leaks::read();
        assert!(leaks.whole.len() > 400, "{}", leaks.whole.len());
        for (text, expected) in [
            ("Put this jacket into my basket", true),
            ("please put this jacket, into MY basket!", true),
            ("Read the page again, it has changed a lot", true),
            ("Put the lamp into my basket", false),
            ("", false),
        ] {
            assert_eq!(leaks.is_known(text), expected, "{text}");
        }
    }
}
