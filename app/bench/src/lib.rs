//! Benchmarks: what the gate stops, what it lets people get done, and how often it asks.
//!
//! An attack is measured on the program that people run, from outside; rates and times of one part are measured on that
//! part. What a benchmark needs from elsewhere is fetched once into a cache folder by the ordinary clients, or lies in a
//! folder that is handed in; where it is missing that is skipped, and with `CI` set it is an error.

#![forbid(unsafe_code)]

mod agentdojo;
mod answers;
mod arguments;
mod articles;
mod at_work;
mod bfcl;
mod canaries;
mod check;
mod choice;
mod clock;
#[cfg(unix)]
mod collections;
mod compare;
#[cfg(unix)]
mod conformance;
#[cfg(unix)]
mod crash;
mod decoding;
mod gate;
mod hostile;
mod injection;
#[cfg(unix)]
mod kills;
mod labelled;
mod leaks;
mod machine;
mod many;
mod metric;
mod miniwob;
mod model;
mod models;
mod names;
mod observe;
mod orders;
mod pages;
mod private;
mod process;
#[cfg(unix)]
mod processes;
mod python;
mod questions;
mod random;
mod record;
mod report;
mod results;
mod routing;
#[cfg(unix)]
mod scenarios;
pub mod scripted;
mod server;
#[cfg(unix)]
mod serving;
mod shapes;
#[cfg(unix)]
mod soak;
mod stats;
#[cfg(unix)]
mod stop;
mod store;
mod suites;
mod table;
mod talk;
mod targets;
pub mod trajectories;
pub mod web;
mod weights;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use laika_daemon::thinking::Chosen;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use metric::Metric;
use suites::SUITES;

pub use many::{ALL, Job, run};
pub use report::write as write_report;
pub use stats::wilson;

/// One suite, and with what it is run.
#[derive(Debug, Clone)]
pub struct Options {
    /// One of [`names`].
    pub name: String,
    /// At most this many cases, always the same ones. What takes seconds anyway runs all of them.
    pub cases: Option<usize>,
    /// Which of the possible random choices; 0 are those of record.
    pub seed: u64,
    /// The models to measure; all that are here if none is named.
    pub models: Vec<String>,
    /// Models behind servers, by the name they were connected under.
    pub servers: Vec<(String, Chosen)>,
    /// Where answers of models are written down, so that they can be given again, and runs; nowhere if not given.
    pub record: Option<PathBuf>,
    /// Print the result as JSON.
    pub json: bool,
    /// The `laika` program that is measured.
    pub laika: PathBuf,
    /// Where fetched material is kept from one run to the next.
    pub cache: PathBuf,
    /// Where material lies that has to be handed in.
    pub data: Option<PathBuf>,
    /// Where what was measured is kept; nowhere if not given.
    pub results: Option<PathBuf>,
}

/// How a benchmark ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Every bound was met.
    Passed,
    /// It ran, and a bound was not met.
    Failed,
    /// It could not run here.
    Skipped,
}

impl Outcome {
    /// As a program reads it.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Skipped => "skipped",
        }
    }
}

/// Where a result goes, and where it is said how far the work is.
struct Reports<'a> {
    out: &'a mut dyn Write,
    progress: &'a mut dyn FnMut(&str),
    /// What is stored and compared.
    metrics: Vec<Metric>,
    /// What was used of others.
    versions: BTreeMap<String, String>,
    /// The result for a program.
    value: Option<Value>,
    /// Why it could not run.
    why: Option<String>,
}

impl<'a> Reports<'a> {
    fn new(out: &'a mut dyn Write, progress: &'a mut dyn FnMut(&str)) -> Self {
        Self { out, progress, metrics: Vec::new(), versions: BTreeMap::new(), value: None, why: None }
    }

    /// Something that is stored and compared.
    fn metric(&mut self, metric: Metric) {
        // Of no cases there is no middle, and what is no number could not be read again.
        if metric.found.is_number() {
            self.metrics.push(metric);
        }
    }

    /// What was used of others.
    fn version(&mut self, of: &str, version: &str) {
        self.versions.insert(of.to_owned(), version.to_owned());
    }
}

/// Every benchmark's name, with one line about it.
pub fn names() -> impl Iterator<Item = (&'static str, &'static str)> {
    SUITES.iter().map(|suite| (suite.name, suite.about))
}

/// An error whose last cause says what to do about it.
fn hinted(message: impl Into<String>, hint: impl AsRef<str>) -> anyhow::Error {
    anyhow::anyhow!("hint: {}", hint.as_ref()).context(message.into())
}

/// Says why a benchmark cannot run here. On a machine that runs the checks of record that is an error.
fn skip(options: &Options, why: &str, reports: &mut Reports<'_>) -> Result<Outcome> {
    skip_part(options, why, reports)?;
    let outcome = Outcome::Skipped.word();
    reports.value = Some(json!({ "bench": options.name, "outcome": outcome, "why": why }));
    reports.why = Some(why.to_owned());
    Ok(Outcome::Skipped)
}

/// Says why a part of a benchmark cannot run here, with the same error.
fn skip_part(options: &Options, why: &str, reports: &mut Reports<'_>) -> Result<()> {
    (reports.progress)(&format!("skipped: {} ({why})", options.name));
    if std::env::var_os("CI").is_none() {
        return Ok(());
    }
    let hint = "make that available on this machine, or run without `CI` set";
    let message = format!("with `CI` set the benchmark `{}` is required", options.name);
    Err(hinted(why, hint).context(message))
}

/// Prints a result in the form that was asked for.
fn print(
    options: &Options,
    reports: &mut Reports<'_>,
    text: impl FnOnce() -> String,
    value: impl FnOnce() -> Value,
) -> Result<()> {
    let value = value();
    reports.metrics.extend(bounds(&value, &reports.metrics));
    if options.json {
        reports.value = Some(value);
    } else {
        write!(reports.out, "{}", text())?;
    }
    Ok(())
}

/// The bounds of a suite that it did not give as numbers.
fn bounds(value: &Value, given: &[Metric]) -> Vec<Metric> {
    let checks = value.get("checks").and_then(Value::as_array).into_iter().flatten();
    let word =
        |check: &Value, key: &str| check.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let metric = |check: &Value| {
        let met = check.get("passed").and_then(Value::as_bool).unwrap_or(false);
        Metric::held(&word(check, "what"), met, &word(check, "found"), &word(check, "bound"))
    };
    checks.map(metric).filter(|one| !given.iter().any(|other| other.what == one.what)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a test of a suite hands in.
    pub(crate) fn options(name: &str) -> Options {
        Options {
            name: name.into(),
            cases: None,
            seed: 0,
            models: Vec::new(),
            servers: Vec::new(),
            record: None,
            json: false,
            laika: "laika".into(),
            cache: "cache".into(),
            data: None,
            results: None,
        }
    }

    #[test]
    fn every_benchmark_is_listed_once_with_a_line_about_it() {
        assert!(names().all(|(name, about)| !name.is_empty() && !about.is_empty()));
        let mut all: Vec<_> =
            SUITES.iter().flat_map(|suite| suite.also.into_iter().chain([suite.name])).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
        assert!(!all.contains(&ALL));
    }
}
