//! Everything that Laika says about a page, kept to be searched.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use laika_protocol::ToolError;
use serde::Serialize;

use super::canary::{Planted, holds};

/// Texts that left the page, by what said them.
#[derive(Default)]
pub(super) struct Said {
    texts: Vec<(&'static str, String)>,
    /// The kinds of errors among them.
    pub(super) faults: BTreeSet<String>,
}

/// A secret that was said.
#[derive(Clone, Debug)]
pub(super) struct Leak {
    pub(super) place: String,
    pub(super) by: &'static str,
    /// What stands around it.
    pub(super) around: String,
}

impl Said {
    /// Remembers a text.
    pub(super) fn text(&mut self, by: &'static str, text: impl Into<String>) {
        self.texts.push((by, text.into()));
    }

    /// Remembers something in both forms in which it could get out: as JSON, and as a program prints it.
    pub(super) fn value(&mut self, by: &'static str, value: &(impl Serialize + Debug)) {
        self.text(by, serde_json::to_string(value).unwrap_or_default());
        self.text(by, format!("{value:?}"));
    }

    /// Remembers an answer, whatever it is.
    pub(super) fn answer<T: Serialize + Debug>(
        &mut self,
        by: &'static str,
        answer: Result<T, ToolError>,
    ) -> Option<T> {
        match answer {
            Ok(value) => {
                self.value(by, &value);
                Some(value)
            }
            Err(error) => {
                self.error(&error);
                None
            }
        }
    }

    /// Remembers an error.
    pub(super) fn error(&mut self, error: &ToolError) {
        let reason = error.reason.as_ref().map(|reason| format!(" {}", reason.as_str())).unwrap_or_default();
        self.faults.insert(format!("{}{reason}", error.code.code()));
        self.value("errors", error);
    }

    /// Every secret that was said, once for each that said it.
    pub(super) fn leaks(&self, planted: &[Planted]) -> Vec<Leak> {
        let mut found: BTreeMap<(&str, &'static str), Leak> = BTreeMap::new();
        for (by, text) in &self.texts {
            for one in planted.iter().filter(|one| holds(text, &one.secret)) {
                let leak = || Leak { place: one.place.clone(), by, around: around(text, &one.secret) };
                found.entry((&one.place, by)).or_insert_with(leak);
            }
        }
        found.into_values().collect()
    }

    /// Texts and bytes by what said them.
    pub(super) fn counts(&self) -> BTreeMap<&'static str, (usize, usize)> {
        let mut counts: BTreeMap<&'static str, (usize, usize)> = BTreeMap::new();
        for (by, text) in &self.texts {
            let count = counts.entry(by).or_default();
            *count = (count.0 + 1, count.1 + text.len());
        }
        counts
    }
}

/// The secret with a little of what stands before it.
fn around(text: &str, secret: &str) -> String {
    let at = text.to_lowercase().find(&secret.to_lowercase()).unwrap_or(0);
    let before: Vec<char> = text.get(..at).unwrap_or_default().chars().rev().take(60).collect();
    before.into_iter().rev().collect::<String>() + secret
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_found_once_for_each_that_said_it() {
        let planted = [
            Planted { place: "here".into(), secret: "abc".into() },
            Planted { place: "there".into(), secret: "xyz".into() },
        ];
        let mut said = Said::default();
        said.text("observation", "it says ABC and abc");
        said.text("observation", "again abc");
        said.text("errors", "abc");
        said.text("errors", "nothing");
        let leaks: Vec<_> = said.leaks(&planted).into_iter().map(|leak| (leak.place, leak.by)).collect();
        assert_eq!(leaks, [("here".into(), "errors"), ("here".into(), "observation")]);
        assert_eq!(said.counts()["errors"].0, 2);
    }
}
