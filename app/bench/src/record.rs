//! What is stored of a run of a suite: `SUITE.json` for all cases, `SUITE.sample.json` for a sample.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use serde::{Deserialize, Serialize};

use crate::Outcome;
use crate::machine::Machine;
use crate::metric::Metric;

/// One run of one suite.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Record {
    pub(crate) suite: String,
    pub(crate) outcome: Outcome,
    /// How many cases it was held to; all of them without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) cases: Option<u64>,
    /// How often it was run, each time with another seed.
    pub(crate) seeds: u64,
    /// Seconds since 1970, when it began.
    pub(crate) began: u64,
    /// Seconds that it took.
    pub(crate) took: f64,
    pub(crate) machine: Machine,
    /// What was used, by name: the program, the prompts, sets of others.
    pub(crate) versions: BTreeMap<String, String>,
    /// Why it could not run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) why: Option<String>,
    pub(crate) metrics: Vec<Metric>,
}

impl Record {
    fn file_name(&self) -> String {
        match self.cases {
            Some(_) => format!("{}.sample.json", self.suite),
            None => format!("{}.json", self.suite),
        }
    }

    /// Stores it, and says where. Whoever reads finds the old one or the new one. What was skipped takes the place of nothing
    /// that ran; what broke off does, or an old pass would hide it.
    pub(crate) fn keep(&self, folder: &Path) -> Result<Option<PathBuf>> {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let path = folder.join(self.file_name());
        let skipped = |one: &Self| one.outcome == Outcome::Skipped;
        if skipped(self) && read(&path).is_ok_and(|there| !skipped(&there)) {
            return Ok(None);
        }
        let new = path.with_extension("new");
        let text = format!("{}\n", serde_json::to_string_pretty(self)?);
        fs::write(&new, text)
            .and_then(|()| fs::rename(&new, &path))
            .with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Some(path))
    }
}

/// Reads one.
pub(crate) fn read(path: &Path) -> Result<Record> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} is no result of `laika bench`", path.display()))
}

/// The record of a file, or all of a folder by name. What was kept of each model lies there too and is no record.
pub(crate) fn all(path: &Path) -> Result<Vec<Record>> {
    if path.is_file() {
        return Ok(vec![read(path)?]);
    }
    let mut paths = Vec::new();
    for entry in fs::read_dir(path).with_context(|| format!("cannot read {}", path.display()))? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if name.ends_with(".json") && !name.starts_with("latest_") {
            paths.push(path);
        }
    }
    paths.sort();
    if paths.is_empty() {
        bail!("there is no result in {}", path.display());
    }
    paths.iter().map(|path| read(path)).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::stats::Share;

    pub(crate) fn record(suite: &str, metrics: Vec<Metric>) -> Record {
        let machine = Machine { system: "linux x86_64".into(), cores: 2, load: Some(0.1), debug: false };
        let versions = BTreeMap::from([("laika".into(), "0.1.0".into())]);
        let outcome = Outcome::Passed;
        let (began, took, seeds, cases, why) = (0, 1.0, 1, None, None);
        Record { suite: suite.into(), outcome, cases, seeds, began, took, machine, versions, why, metrics }
    }

    #[test]
    fn what_is_stored_is_read_back_and_a_sample_never_takes_the_place_of_all() {
        let folder = tempfile::tempdir().unwrap();
        let whole =
            record("routing", vec![Metric::share("strict", Share::new(340, 366)).of("small").at(0.93)]);
        let sample = Record { cases: Some(20), ..whole.clone() };
        whole.keep(folder.path()).unwrap();
        sample.keep(folder.path()).unwrap();
        fs::write(folder.path().join("latest_small.json"), "{}").unwrap();
        assert_eq!(all(folder.path()).unwrap(), [whole.clone(), sample]);
        assert_eq!(all(&folder.path().join("routing.json")).unwrap(), [whole]);
        fs::write(folder.path().join("other.json"), "{}").unwrap();
        assert!(all(folder.path()).unwrap_err().to_string().contains("no result of `laika bench`"));
    }

    #[test]
    fn what_was_skipped_takes_the_place_of_nothing_that_ran_and_what_broke_off_does() {
        let folder = tempfile::tempdir().unwrap();
        let measured = record("articles", vec![Metric::share("found", Share::new(9, 10))]);
        let skipped = |why: &str| Record {
            outcome: Outcome::Skipped,
            why: Some(why.into()),
            ..record("articles", Vec::new())
        };
        let broken = Record { outcome: Outcome::Failed, ..skipped("it broke off") };
        let keep = |one: &Record| {
            one.keep(folder.path()).unwrap();
            all(folder.path()).unwrap()
        };
        for (kept, there) in [
            (skipped("there is no Python"), skipped("there is no Python")),
            (skipped("there is no Node.js"), skipped("there is no Node.js")),
            (measured.clone(), measured.clone()),
            (skipped("there is no Python"), measured),
            (broken.clone(), broken.clone()),
            (skipped("there is no Python"), broken),
        ] {
            assert_eq!(keep(&kept), [there]);
        }
    }
}
