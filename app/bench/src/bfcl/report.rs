//! What was found, and what it is held to.

use std::collections::BTreeMap;

use laika_context::PromptFile;
use serde_json::{Value, json};

use super::material::{Case, Category, PACKAGE};
use super::{Judged, Measured};
use crate::check::{self, Check};
use crate::clock::median;
use crate::metric::Metric;
use crate::stats::Share;
use crate::{Outcome, table};

pub(super) struct Report<'a> {
    pub(super) cases: &'a [Case],
    pub(super) measured: Vec<Measured>,
}

impl Report<'_> {
    fn of<'a>(
        &'a self,
        one: &'a Measured,
        category: Option<Category>,
    ) -> impl Iterator<Item = (&'a Case, &'a Judged)> {
        let counts = move |case: &Case| category.is_none_or(|category| case.category == category);
        self.cases.iter().zip(&one.judged).filter(move |(case, _)| counts(case))
    }

    fn share(&self, one: &Measured, category: Option<Category>, counts: impl Fn(&Judged) -> bool) -> Share {
        let mut share = Share::default();
        self.of(one, category).for_each(|(_, judged)| share += Share::new(u64::from(counts(judged)), 1));
        share
    }

    fn right(&self, one: &Measured, category: Option<Category>) -> Share {
        self.share(one, category, |judged| judged.wrong.is_none())
    }

    fn chosen(&self, one: &Measured, category: Option<Category>) -> Share {
        self.share(one, category, |judged| judged.chosen)
    }

    /// Medians of one choice and of one call's arguments.
    fn times(one: &Measured) -> (f64, f64) {
        let choosing = one.judged.iter().map(|judged| judged.choosing_ms).collect();
        let filling = one.judged.iter().filter_map(|judged| judged.filling_ms).collect();
        (median(choosing), median(filling))
    }

    /// How often each thing went wrong.
    fn wrongs(&self, one: &Measured, category: Category) -> BTreeMap<&'static str, u64> {
        let mut wrongs = BTreeMap::new();
        for wrong in self.of(one, Some(category)).filter_map(|(_, judged)| judged.wrong) {
            *wrongs.entry(wrong.word()).or_default() += 1;
        }
        wrongs
    }

    /// What is stored and compared.
    pub(super) fn metrics(&self) -> Vec<Metric> {
        let mut metrics = Vec::new();
        for one in &self.measured {
            let right = self.of(one, None).map(|(case, judged)| (case.id.as_str(), judged.wrong.is_none()));
            let seconds: Vec<f64> =
                one.judged.iter().filter_map(|judged| judged.filling_ms).map(|ms| ms / 1e3).collect();
            let mut all = vec![Metric::cases("calls that are right", right)];
            all.extend(Category::ALL.map(|category| {
                Metric::share(
                    &format!("calls that are right, {}", category.word()),
                    self.right(one, Some(category)),
                )
            }));
            all.push(Metric::share("the right function or none", self.chosen(one, None)));
            all.push(Metric::seconds("filling in a call", &seconds));
            metrics.extend(all.into_iter().map(|metric| metric.of(&one.model)));
        }
        metrics
    }

    fn checks(&self) -> Vec<Check> {
        let mut schema = Share::default();
        self.measured.iter().for_each(|one| schema += one.tally.schema);
        let right: u64 = self.measured.iter().map(|one| self.right(one, None).hits).sum();
        vec![
            Check {
                passed: schema.n > 0 && schema.hits == schema.n,
                what: "arguments that their schema accepts",
                found: schema.to_string(),
                bound: "all".into(),
            },
            Check {
                passed: right > 0,
                what: "cases that are right",
                found: right.to_string(),
                bound: "some".into(),
            },
        ]
    }

    pub(super) fn outcome(&self) -> Outcome {
        check::outcome(&self.checks())
    }

    fn versions() -> String {
        let prompts = [PromptFile::Route, PromptFile::Foreign];
        let prompts = prompts.map(|file| format!("{} {}", file.name(), file.version()));
        format!("{PACKAGE}, prompts {}", prompts.join(" and "))
    }

    pub(super) fn text(&self) -> String {
        let head =
            ["model", "category", "right", "function", "JSON", "schema", "repaired", "choose ms", "fill ms"];
        let mut rows = Vec::new();
        for one in &self.measured {
            for category in Category::ALL.map(Some).into_iter().chain([None]) {
                let mut row = vec![
                    one.model.clone(),
                    category.map_or("all", Category::word).to_owned(),
                    self.right(one, category).with_interval(),
                    self.chosen(one, category).to_string(),
                ];
                if category.is_none() {
                    let (choosing, filling) = Self::times(one);
                    row.extend([one.tally.json.to_string(), one.tally.schema.to_string()]);
                    row.extend([
                        one.tally.repaired.to_string(),
                        format!("{choosing:.0}"),
                        format!("{filling:.0}"),
                    ]);
                }
                rows.push(row);
            }
        }
        let mut text = format!("{}\n{}", Self::versions(), table::layout(2, &head, &rows));
        for one in &self.measured {
            for category in Category::ALL {
                let wrongs =
                    self.wrongs(one, category).into_iter().map(|(why, count)| format!("{why} {count}"));
                let wrongs: Vec<String> = wrongs.collect();
                text += &format!("{}, {}: {}\n", one.model, category.word(), wrongs.join(", "));
            }
        }
        text + "\n" + &check::lines(&self.checks())
    }

    pub(super) fn json(&self) -> Value {
        let models: Vec<Value> = self.measured.iter().map(|one| self.model(one)).collect();
        json!({
            "bench": "bfcl", "outcome": self.outcome().word(), "versions": Self::versions(), "package": PACKAGE,
            "n": self.cases.len(), "models": models, "checks": check::json(&self.checks()),
        })
    }

    fn model(&self, one: &Measured) -> Value {
        let categories: Vec<Value> = Category::ALL
            .iter()
            .map(|category| {
                json!({
                    "category": category.word(), "right": self.right(one, Some(*category)).json(),
                    "function": self.chosen(one, Some(*category)).json(), "wrong": self.wrongs(one, *category),
                })
            })
            .collect();
        let cases: Vec<Value> = self
            .of(one, None)
            .map(|(case, judged)| {
                json!({ "id": case.id, "wrong": judged.wrong.map(|wrong| wrong.word()), "arguments": judged.arguments })
            })
            .collect();
        let (choosing, filling) = Self::times(one);
        json!({
            "model": one.model, "right": self.right(one, None).json(), "categories": categories,
            "json_validity": one.tally.json.json(), "schema_validity": one.tally.schema.json(),
            "repaired": one.tally.repaired, "choosing_ms": choosing, "filling_ms": filling, "cases": cases,
        })
    }
}
