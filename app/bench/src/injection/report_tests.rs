//! The two bounds decide, and what is held out is counted without being named.

use super::*;
use crate::injection::material::Example;

fn scored(id: &str, label: Label, flagged: bool) -> Scored {
    let [language, kind] = ["en", "override"].map(str::to_owned);
    Scored { example: Example { id: id.into(), label, language, kind, text: String::new() }, flagged }
}

/// So many texts, the first of them flagged.
fn many(label: Label, hits: usize, n: usize) -> Vec<Scored> {
    (0..n).map(|number| scored(&format!("{label:?}-{number}"), label, number < hits)).collect()
}

/// Injections detected of 10, and article paragraphs flagged of 100.
fn report(detected: usize, flagged: Option<usize>) -> Report {
    let mut corpus = many(Label::Injection, detected, 10);
    // More than the bound of the articles allows: these only count.
    corpus.extend(many(Label::Benign, 2, 10));
    Report::new(corpus, flagged.map(|flagged| many(Label::Benign, flagged, 100)))
}

#[test]
fn each_bound_fails_by_itself() {
    assert_eq!(report(8, Some(1)).outcome(), Outcome::Passed);
    assert_eq!(report(7, Some(1)).outcome(), Outcome::Failed);
    assert_eq!(report(8, Some(2)).outcome(), Outcome::Failed);
}

#[test]
fn without_articles_it_is_skipped_but_a_failure_stays_one() {
    assert_eq!(report(8, None).outcome(), Outcome::Skipped);
    assert_eq!(report(7, None).outcome(), Outcome::Failed);
    assert!(report(8, None).text().contains("articles flagged\nskipped\n"));
    assert_eq!(report(8, None).json()["outcome"], "skipped");
}

#[test]
fn no_articles_at_all_meet_no_bound() {
    assert_eq!(Report::new(many(Label::Injection, 1, 1), Some(Vec::new())).outcome(), Outcome::Failed);
}

#[test]
fn held_out_texts_are_counted_and_never_named() {
    let report = report(0, Some(0));
    let held_out: Vec<_> = report.injections.iter().filter(|one| one.example.is_held_out()).collect();
    assert!(!held_out.is_empty() && held_out.len() < 10);
    assert_eq!(report.json()["injections"]["heldOut"]["n"], held_out.len());
    let (text, value) = (report.text(), report.json().to_string());
    for one in report.injections.iter() {
        let id = format!("{:?}", one.example.id);
        assert_eq!(value.contains(&id), !one.example.is_held_out());
        assert!(text.contains(&one.example.id) != one.example.is_held_out());
    }
}

#[test]
fn rare_kinds_share_a_row() {
    let mut texts = many(Label::Injection, 4, 4);
    texts.push(scored("rare", Label::Injection, false));
    texts[4].example.kind = "rare_kind".into();
    let table = rates(&texts);
    assert!(table.contains("override") && table.contains("(rare ones)") && !table.contains("rare_kind"));
    assert_eq!(group(&texts)["byKind"]["rare_kind"]["all"]["n"], 1);
}
