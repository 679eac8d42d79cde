//! What was found, and what it is held to.

use serde_json::{Value, json};

use super::judge::Found;
use crate::check::{self, Check};
use crate::metric::Metric;
use crate::stats::{Share, real};
use crate::{Outcome, table};

/// Of the time of a token, on the larger models; the smallest one writes so fast that the shape is a larger part.
const SHAPE_SHARE: f64 = 0.05;

pub(super) struct Report {
    pub(super) rows: Vec<(String, Found)>,
    pub(super) sample: bool,
}

impl Report {
    fn total(&self, of: impl Fn(&Found) -> Share) -> Share {
        self.rows.iter().fold(Share::default(), |mut total, (_, found)| {
            total += of(found);
            total
        })
    }

    /// What has to hold of all.
    fn shares(&self) -> [(&'static str, Share); 4] {
        [
            ("answers that are whole JSON", self.total(|found| found.parsed)),
            ("calls that their tool's schema accepts", self.total(|found| found.valid)),
            ("calls whose elements were offered", self.total(|found| found.handles)),
            ("answers whose quotes are there", self.total(|found| found.quotes)),
        ]
    }

    fn checks(&self) -> Vec<Check> {
        let all = |(what, share): (&'static str, Share)| Check {
            passed: share.n > 0 && share.hits == share.n,
            what,
            found: share.to_string(),
            bound: "all".into(),
        };
        let mut checks: Vec<Check> = self.shares().into_iter().map(all).collect();
        if let Some((name, found)) = self.rows.get(1) {
            let share = found.shape_ms / found.decode_ms;
            checks.push(Check {
                passed: self.sample || share <= SHAPE_SHARE,
                what: "time for the shape, of the time of a token",
                found: format!("{:.1}% ({name})", 100.0 * share),
                bound: format!("at most {:.0}%", 100.0 * SHAPE_SHARE),
            });
        }
        checks
    }

    /// What is stored and compared.
    pub(super) fn metrics(&self) -> Vec<Metric> {
        self.shares().into_iter().map(|(what, share)| Metric::share(what, share).at(1.0)).collect()
    }

    pub(super) fn outcome(&self) -> Outcome {
        check::outcome(&self.checks())
    }

    pub(super) fn text(&self) -> String {
        let head = [
            "model",
            "answers",
            "JSON",
            "schema",
            "elements",
            "quotes",
            "cut",
            "tokens",
            "forced",
            "ms a token",
            "shape us",
            "shape",
        ];
        let rows: Vec<Vec<String>> = self
            .rows
            .iter()
            .map(|(name, found)| {
                let per = |ms: f64| ms / real(found.tokens.max(1));
                vec![
                    name.clone(),
                    found.parsed.n.to_string(),
                    found.parsed.to_string(),
                    found.valid.to_string(),
                    found.handles.to_string(),
                    found.quotes.to_string(),
                    found.cut.to_string(),
                    found.tokens.to_string(),
                    found.forced.to_string(),
                    format!("{:.1}", per(found.decode_ms)),
                    format!("{:.0}", 1000.0 * per(found.shape_ms)),
                    format!("{:.1}%", 100.0 * found.shape_ms / found.decode_ms),
                ]
            })
            .collect();
        let wrong = self
            .rows
            .iter()
            .flat_map(|(name, found)| found.wrong.iter().map(move |text| format!("  {name}: {text}\n")));
        table::layout(1, &head, &rows) + &wrong.collect::<String>() + &check::lines(&self.checks())
    }

    pub(super) fn json(&self) -> Value {
        let rows: Vec<Value> = self.rows.iter().map(|(name, found)| json!({
            "model": name, "json": found.parsed.json(), "schema": found.valid.json(), "elements": found.handles.json(),
            "quotes": found.quotes.json(), "cut": found.cut, "tokens": found.tokens, "forced": found.forced,
            "decode_ms": found.decode_ms, "shape_ms": found.shape_ms, "wrong": found.wrong,
        })).collect();
        json!({ "bench": "decoding", "outcome": self.outcome().word(), "models": rows, "checks": check::json(&self.checks()) })
    }
}
