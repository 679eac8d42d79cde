//! What is kept of each model that was measured: `latest_<model>.json` (PIPE-020, PIPE-021).

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use serde::{Deserialize, Serialize};

use crate::stats::Share;
use crate::{Options, Reports};

/// What was last measured of one model. Each suite measures its own part and leaves the other as it is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Latest {
    pub(crate) model: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) routing: Option<Routed>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) arguments: Option<Filled>,
}

/// What the router did with all requests.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Routed {
    /// The choice was the right one.
    pub(crate) strict: Share,
    /// The same of the requests that nobody looked at.
    pub(crate) held_out: Share,
    /// It was the right one, or one that is close enough.
    pub(crate) acceptable: Share,
    /// It was a question back.
    pub(crate) clarify: Share,
    /// The median of one choice.
    pub(crate) router_ms: f64,
}

/// What the executor did with all goals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Filled {
    /// Answers that are JSON, repairs included.
    pub(crate) json_validity: Share,
    /// Answers that are a call which the schema of its tool accepts.
    pub(crate) schema_validity: Share,
    /// Goals whose arguments are right.
    pub(crate) right: Share,
    /// The median of one call, repairs included.
    pub(crate) executor_ms: f64,
}

impl Latest {
    /// How often a whole step is right: the tool and its arguments.
    pub(crate) fn right_steps(&self) -> Option<f64> {
        let (routing, arguments) = self.routing.as_ref().zip(self.arguments.as_ref())?;
        Some(routing.strict.value()? * arguments.right.value()?)
    }

    /// How long a whole step takes.
    pub(crate) fn step_ms(&self) -> Option<f64> {
        let (routing, arguments) = self.routing.as_ref().zip(self.arguments.as_ref())?;
        Some(routing.router_ms + arguments.executor_ms)
    }
}

/// Keeps a part of what was measured of a model, where a folder is named. A sample is not kept.
pub(crate) fn keep(
    options: &Options,
    reports: &mut Reports<'_>,
    model: &str,
    change: impl FnOnce(&mut Latest),
) -> Result<()> {
    let Some(folder) = &options.results else { return Ok(()) };
    if options.cases.is_some() {
        (reports.progress)("a sample is not kept");
        return Ok(());
    }
    let path = place(folder, model);
    let mut latest =
        if path.exists() { read(&path)? } else { Latest { model: model.to_owned(), ..Latest::default() } };
    change(&mut latest);
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let text = format!("{}\n", serde_json::to_string_pretty(&latest)?);
    // Whoever reads finds the old one or the new one.
    let new = path.with_extension("json.new");
    fs::write(&new, text)
        .and_then(|()| fs::rename(&new, &path))
        .with_context(|| format!("cannot write {}", path.display()))?;
    (reports.progress)(&format!("{model} is kept in {}", path.display()));
    Ok(())
}

/// Every model that is kept, by name.
pub(crate) fn all(folder: &Path) -> Result<Vec<Latest>> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut found = Vec::new();
    for entry in entries {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if name.starts_with("latest_") && path.extension().is_some_and(|end| end == "json") {
            found.push(read(&path)?);
        }
    }
    found.sort_by(|a, b| a.model.cmp(&b.model));
    Ok(found)
}

fn place(folder: &Path, model: &str) -> PathBuf {
    folder.join(format!("latest_{model}.json"))
}

fn read(path: &Path) -> Result<Latest> {
    let what = || format!("{} is no result", path.display());
    let latest: Latest =
        serde_json::from_str(&fs::read_to_string(path).with_context(what)?).with_context(what)?;
    ensure!(
        place(path.parent().unwrap_or(path), &latest.model) == path,
        "{} is of another model",
        path.display()
    );
    Ok(latest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::options;

    fn routed(hits: u64) -> Routed {
        let share = Share::new(hits, 366);
        Routed { strict: share, held_out: share, acceptable: share, clarify: share, router_ms: 1_700.5 }
    }

    fn keep_in(
        options: &Options,
        model: &str,
        change: impl FnOnce(&mut Latest),
    ) -> (Result<()>, Vec<String>) {
        let (mut out, mut said) = (Vec::new(), Vec::new());
        let mut progress = |words: &str| said.push(words.to_owned());
        let kept = keep(options, &mut Reports::new(&mut out, &mut progress), model, change);
        (kept, said)
    }

    /// PIPE-021: one file for each model, of which each suite writes its part; what cannot be read is not written over.
    #[test]
    fn each_model_has_its_latest_results_in_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let results = folder.path().join("bench/results");
        let options = Options { results: Some(results.clone()), ..options("routing") };
        let filled = Filled {
            json_validity: Share::new(250, 251),
            schema_validity: Share::new(247, 251),
            right: Share::new(200, 247),
            executor_ms: 900.25,
        };
        keep_in(&options, "small-1b", |latest| latest.routing = Some(routed(200))).0.unwrap();
        keep_in(&options, "small-1b", |latest| latest.arguments = Some(filled.clone())).0.unwrap();
        keep_in(&options, "small-1b", |latest| latest.routing = Some(routed(300))).0.unwrap();
        keep_in(&options, "other", |latest| latest.routing = Some(routed(1))).0.unwrap();
        let mut names: Vec<_> =
            fs::read_dir(&results).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["latest_other.json", "latest_small-1b.json"]);
        let both = all(&results).unwrap();
        assert_eq!((both[0].model.as_str(), both[0].step_ms()), ("other", None), "half of it is no step");
        let latest = Latest { model: "small-1b".into(), routing: Some(routed(300)), arguments: Some(filled) };
        assert_eq!(both[1], latest);
        assert_eq!(both[1].step_ms(), Some(2_600.75));
        assert!((both[1].right_steps().unwrap() - 300.0 / 366.0 * 200.0 / 247.0).abs() < 1e-12);

        let path = results.join("latest_other.json");
        for broken in
            ["", "{}", r#"{"model":"other","routing":{"strict":{"hits":1}}}"#, r#"{"model":"small-1b"}"#]
        {
            fs::write(&path, broken).unwrap();
            assert!(keep_in(&options, "other", |latest| latest.routing = None).0.is_err(), "{broken}");
            assert_eq!(fs::read_to_string(&path).unwrap(), broken);
            assert!(all(&results).is_err(), "{broken}");
        }
    }

    #[test]
    fn a_sample_and_a_run_without_a_folder_keep_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let sample = Options { results: Some(folder.path().into()), cases: Some(2), ..options("routing") };
        for options in [sample, options("routing")] {
            let (kept, _) = keep_in(&options, "other", |latest| latest.routing = Some(routed(1)));
            kept.unwrap();
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
