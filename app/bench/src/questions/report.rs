//! The tables, the misses of the part that may be looked at, and the bounds.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::Pass;
use super::material::{Kind, Question};
use super::score::Scored;
use crate::Outcome;
use crate::check::{self, Check};
use crate::metric::Metric;
use crate::stats::{Share, real};
use crate::table::layout;

/// The parts of the questions: made on, and only scored.
const PARTS: [(&str, bool); 2] = [("development", false), ("held out", true)];

type One = (Question, Scored);

fn of(pass: &Pass, held_out: bool) -> Vec<&One> {
    pass.scored.iter().filter(|(question, _)| question.is_held_out() == held_out).collect()
}

fn right(of: &[&One]) -> Share {
    Share::new(of.iter().filter(|(_, scored)| scored.right).count() as u64, of.len() as u64)
}

fn mean(of: &[&One], value: impl Fn(&Scored) -> f64) -> f64 {
    of.iter().map(|(_, scored)| value(scored)).sum::<f64>() / real((of.len() as u64).max(1))
}

/// A row for every part of every pass.
fn table(passes: &[Pass]) -> String {
    let mut rows = Vec::new();
    for pass in passes {
        for (name, held_out) in PARTS {
            let of = of(pass, held_out);
            let mut row =
                vec![pass.name.clone(), name.to_owned(), of.len().to_string(), right(&of).to_string()];
            for kind in Kind::ALL {
                let of: Vec<&One> =
                    of.iter().copied().filter(|(question, _)| question.kind == kind).collect();
                row.push(format!("{}/{}", right(&of).hits, of.len()));
            }
            let answered: Vec<&One> = of.iter().copied().filter(|(_, scored)| scored.answered).collect();
            row.push(format!("{:.1}", mean(&answered, |scored| real(scored.points))));
            row.push(format!("{:.1}", mean(&of, |scored| scored.seconds)));
            row.push(format!("{:.0}", mean(&of, |scored| real(scored.tokens))));
            rows.push(row);
        }
    }
    let mut head = vec!["with", "part", "n", "right"];
    head.extend(Kind::ALL.map(Kind::word));
    head.extend(["sentences", "seconds", "tokens"]);
    layout(2, &head, &rows)
}

/// The questions of the development part that were not answered rightly; the others are never shown.
fn misses(pass: &Pass) -> String {
    let mut text = String::new();
    for (question, scored) in of(pass, false).into_iter().filter(|(_, scored)| !scored.right) {
        let said = if scored.answered { "another answer" } else { "no answer" };
        let cited = if scored.cites_evidence { ", the right sentence among others" } else { "" };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{} ({}, {}): {said}{cited}", question.id, question.kind.word(), pass.name);
    }
    text
}

pub(super) fn text(passes: &[Pass]) -> String {
    let misses: String = passes.iter().map(misses).collect();
    format!("{misses}{}", table(passes))
}

fn all(passes: &[Pass]) -> impl Iterator<Item = &Scored> {
    passes.iter().flat_map(|pass| pass.scored.iter().map(|(_, scored)| scored))
}

pub(super) fn checks(passes: &[Pass]) -> Vec<Check> {
    let mut citations = Share::default();
    let (mut points, mut unsupported) = (0, 0);
    for scored in all(passes) {
        citations += Share::new(scored.valid, scored.citations);
        points += scored.points;
        unsupported += scored.unsupported.len();
    }
    let answered = all(passes).filter(|scored| scored.right).count();
    vec![
        Check {
            passed: citations.n > 0 && citations.hits == citations.n,
            what: "citations that stand in their document",
            found: citations.to_string(),
            bound: "all".into(),
        },
        Check {
            passed: points > 0 && unsupported == 0,
            what: "sentences that what they cite does not support",
            found: format!("{unsupported} of {points} points"),
            bound: "none".into(),
        },
        Check {
            passed: answered > 0,
            what: "questions answered rightly",
            found: Share::new(answered as u64, all(passes).count() as u64).to_string(),
            bound: "some".into(),
        },
    ]
}

/// What is stored and compared.
pub(super) fn metrics(passes: &[Pass]) -> Vec<Metric> {
    let mut metrics = Vec::new();
    for pass in passes {
        let right_ones = pass.scored.iter().map(|(question, scored)| (question.id.as_str(), scored.right));
        let seconds: Vec<f64> = pass.scored.iter().map(|(_, scored)| scored.seconds).collect();
        metrics.extend(
            [
                Metric::cases("questions answered rightly", right_ones),
                Metric::share("questions answered rightly, held out", right(&of(pass, true))),
                Metric::seconds("an answer", &seconds),
            ]
            .map(|metric| metric.of(&pass.name)),
        );
    }
    metrics
}

pub(super) fn json(passes: &[Pass], outcome: Outcome, checks: &[Check]) -> Value {
    let passes: Vec<Value> = passes
        .iter()
        .map(|pass| {
            let parts: Vec<Value> = PARTS
                .iter()
                .map(|(name, held_out)| {
                    let of = of(pass, *held_out);
                    json!({
                        "part": name, "right": right(&of).json(),
                        "cites_evidence": of.iter().filter(|(_, scored)| scored.cites_evidence).count(),
                        "seconds": mean(&of, |scored| scored.seconds),
                        "tokens": mean(&of, |scored| real(scored.tokens)),
                    })
                })
                .collect();
            let shown: Vec<Value> = of(pass, false)
                .iter()
                .map(|(question, scored)| {
                    json!({
                        "id": question.id, "kind": question.kind.word(), "right": scored.right,
                        "cites_evidence": scored.cites_evidence, "answer": scored.text,
                    })
                })
                .collect();
            json!({ "with": pass.name, "parts": parts, "development": shown })
        })
        .collect();
    json!({ "bench": "questions", "outcome": outcome.word(), "passes": passes, "checks": check::json(checks) })
}
