//! What is inspected: a corpus of our own, and paragraphs of articles that others collected.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde::Deserialize;

use crate::labelled::{self, is_held_out};

const CORPUS: &str = include_str!("../../../../core/policy/tests/data/injections.jsonl");

const ARTICLES: &str = "articles/ground-truth.json";
/// A shorter paragraph is a caption or a heading.
const SHORTEST: usize = 200;
const MOST_OF_ONE: usize = 5;
const MOST: usize = 500;

/// A text with its right answer.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Example {
    pub(super) id: String,
    pub(super) label: Label,
    pub(super) language: String,
    pub(super) kind: String,
    pub(super) text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Label {
    Injection,
    Benign,
}

impl Example {
    /// Whether it is scored and never shown.
    pub(super) fn is_held_out(&self) -> bool {
        is_held_out(&self.id)
    }
}

/// The corpus that travels inside this program.
pub(super) fn corpus() -> Result<Vec<Example>> {
    labelled::read("the corpus", CORPUS)
}

#[derive(Deserialize)]
struct Article {
    #[serde(rename = "articleBody")]
    body: String,
}

/// The first paragraphs of the articles, by name; none where that set is not on this machine.
pub(super) fn articles(data: Option<&Path>) -> Result<Option<Vec<Example>>> {
    let Some(file) = data.map(|data| data.join(ARTICLES)) else { return Ok(None) };
    match fs::read_to_string(&file) {
        Ok(text) => {
            paragraphs(&text).map(Some).with_context(|| format!("`{}` is not as expected", file.display()))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("`{}` cannot be read", file.display())),
    }
}

fn paragraphs(text: &str) -> Result<Vec<Example>> {
    let articles: BTreeMap<String, Article> = serde_json::from_str(text)?;
    let of_one = |(name, article): (&String, &Article)| {
        let long = article.body.lines().map(str::trim).filter(|line| line.chars().count() >= SHORTEST);
        let long = long.take(MOST_OF_ONE).zip(1..);
        long.map(|(line, number)| Example {
            id: format!("{} {number}", name.get(..12).unwrap_or(name)),
            label: Label::Benign,
            language: "en".to_owned(),
            kind: "article".to_owned(),
            text: line.to_owned(),
        })
        .collect::<Vec<_>>()
    };
    Ok(articles.iter().flat_map(of_one).take(MOST).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_corpus_has_both_labels_in_both_parts() {
        let corpus = corpus().unwrap();
        for label in [Label::Injection, Label::Benign] {
            for held_out in [true, false] {
                let n =
                    corpus.iter().filter(|one| one.label == label && one.is_held_out() == held_out).count();
                assert!(n >= 30, "{label:?} {held_out}: {n}");
            }
        }
    }

    #[test]
    fn no_id_is_there_twice() {
        let corpus = corpus().unwrap();
        let ids: std::collections::BTreeSet<_> = corpus.iter().map(|one| &one.id).collect();
        assert_eq!(ids.len(), corpus.len());
    }

    #[test]
    fn long_paragraphs_are_taken_by_name_and_a_few_of_each() {
        let long = "ä".repeat(SHORTEST);
        let body = format!("{}\n\nshort\n\n{long}\n", vec![long.clone(); 5].join("\n\n"));
        let text = serde_json::json!({
            "b": { "articleBody": body, "url": "https://site.example" },
            "a": { "articleBody": long },
        });
        let found = paragraphs(&text.to_string()).unwrap();
        let ids: Vec<_> = found.iter().map(|one| one.id.as_str()).collect();
        assert_eq!(ids, ["a 1", "b 1", "b 2", "b 3", "b 4", "b 5"]);
    }

    #[test]
    fn a_set_that_is_not_there_is_no_error_and_a_broken_one_is() {
        assert!(articles(None).unwrap().is_none());
        assert!(articles(Some(Path::new("/nowhere"))).unwrap().is_none());
        assert!(paragraphs("[]").is_err());
    }
}
