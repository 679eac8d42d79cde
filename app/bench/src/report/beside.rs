//! Models beside each other: what suites found of each, from `models/NAME` in the folder of results.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result};
use laika_model::catalogue::Catalogue;

use super::{escaped, of_cases, whole_first};
use crate::metric::Metric;
use crate::record::{self, Record};

/// One model and what was measured of it.
pub(super) struct Measured {
    name: String,
    records: Vec<Record>,
}

/// Every model that has a folder there, in the order of the catalogue: a model and what was trained from it are neighbours.
///
/// Where one of them has all cases of a suite, so have the others that the results beside those folders are of.
pub(super) fn read(results: &Path, beside: &[Record]) -> Result<Vec<Measured>> {
    let folder = results.join("models");
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut measured = Vec::new();
    for entry in folder.read_dir().with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        if path.is_dir() {
            measured.push(Measured { name, records: whole_first(record::all(&path)?) });
        }
    }
    add_whole(&mut measured, beside);
    let catalogue = Catalogue::built_in()?;
    let place = |name: &str| catalogue.models().iter().position(|model| model.name == name);
    measured.sort_by_key(|one| (place(&one.name).unwrap_or(usize::MAX), one.name.clone()));
    Ok(measured)
}

fn add_whole(measured: &mut [Measured], beside: &[Record]) {
    let is_whole = |record: &&Record| record.cases.is_none();
    let whole: BTreeSet<String> =
        records(measured).filter(is_whole).map(|record| record.suite.clone()).collect();
    for record in beside.iter().filter(is_whole).filter(|one| whole.contains(&one.suite)) {
        let is_of = |model: &&mut Measured| {
            record.metrics.iter().any(|metric| metric.of == model.name)
                && !model.of(&record.suite).any(|one| one.cases.is_none())
        };
        for model in measured.iter_mut().filter(is_of) {
            model.records.retain(|one| one.suite != record.suite);
            model.records.push(record.clone());
        }
    }
}

/// The table of them; nothing where none was measured like that.
pub(super) fn markdown(models: &[Measured]) -> String {
    let mut text = String::new();
    if models.is_empty() {
        return text;
    }
    let names: Vec<&str> = models.iter().map(|one| one.name.as_str()).collect();
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "\n## Models beside each other\n\n\
         The same sample for each, one model after the other, or all cases where there are more of them (`laika bench SUITE \
         --model NAME --results bench/results/models/NAME`). Names that begin with `laika` are trained by us from the model before them.\n\n\
         | suite | what | {} |\n|---|---|{}",
        names.join(" | "),
        "---|".repeat(names.len())
    );
    let suites: BTreeSet<&str> = records(models).map(|record| record.suite.as_str()).collect();
    for suite in suites {
        let mut whats: Vec<String> = Vec::new();
        for model in models {
            for what in model.of(suite).flat_map(|record| &record.metrics).filter_map(|one| model.what(one)) {
                if !whats.contains(&what) {
                    whats.push(what);
                }
            }
        }
        let cases: BTreeSet<String> = models.iter().flat_map(|model| model.of(suite)).map(of_cases).collect();
        let cases = cases.into_iter().collect::<Vec<_>>().join("; ");
        for what in whats {
            let found: Vec<String> = models.iter().map(|model| model.found(suite, &what)).collect();
            let _ = writeln!(text, "| {suite}, {cases} | {} | {} |", escaped(&what), found.join(" | "));
        }
    }
    text
}

fn records(models: &[Measured]) -> impl Iterator<Item = &Record> {
    models.iter().flat_map(|model| &model.records)
}

impl Measured {
    fn of<'a>(&'a self, suite: &'a str) -> impl Iterator<Item = &'a Record> {
        self.records.iter().filter(move |record| record.suite == suite)
    }

    /// What a number is about, where it is this model's.
    fn what(&self, metric: &Metric) -> Option<String> {
        let of = metric.of.strip_suffix(self.name.as_str())?.trim_end_matches([',', ' ']);
        Some(if of.is_empty() { metric.what.clone() } else { format!("{}, {of}", metric.what) })
    }

    fn found(&self, suite: &str, what: &str) -> String {
        let mut metrics = self.of(suite).flat_map(|record| &record.metrics);
        let found = metrics.find(|one| self.what(one).as_deref() == Some(what));
        found.map_or_else(|| "-".into(), Metric::shown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tests::record;
    use crate::stats::Share;
    use crate::weights;

    #[test]
    fn models_stand_beside_each_other_in_the_order_of_the_catalogue() {
        let folder = tempfile::tempdir().unwrap();
        for (model, hits) in [("laika-135m", 9), ("another", 1), ("smollm2-135m", 5)] {
            let right = Metric::share("the right choice", Share::new(hits, 10)).of(model);
            let best = Metric::share("of all", Share::new(hits, 10));
            let mut routing = record("routing", vec![right, best]);
            routing.cases = Some(10);
            routing.versions.extend(weights::of(&routing.metrics.clone()));
            routing.keep(&folder.path().join("models").join(model)).unwrap();
        }
        let text = markdown(&read(folder.path(), &[]).unwrap());
        for line in [
            "| suite | what | smollm2-135m | laika-135m | another |",
            "| routing, a sample of 10 | the right choice | 5/10 50.0% [23.7, 76.3] | 9/10 90.0% [59.6, 98.2] | 1/10 10.0% [1.8, 40.4] |",
        ] {
            assert!(text.lines().any(|one| one == line), "{line}\nis not in\n{text}");
        }
        assert!(!text.contains("of all"), "{text}");
        // All cases of a model whose results are those of the suite itself stand beside another's.
        let whole = |model: &str, hits| {
            let right = Metric::share("the right choice", Share::new(hits, 90)).of(model);
            let mut routing = record("routing", vec![right]);
            routing.versions.extend(weights::of(&routing.metrics.clone()));
            routing
        };
        let beside = [whole("laika-135m", 80)];
        let found = |line: &str| markdown(&read(folder.path(), &beside).unwrap()).contains(line);
        assert!(found("| 5/10 50.0% [23.7, 76.3] | 9/10 90.0%"), "nobody else was held to all of them");
        whole("smollm2-135m", 40).keep(&folder.path().join("models/smollm2-135m")).unwrap();
        assert!(found(
            "| routing, a sample of 10; all cases | the right choice | 40/90 44.4% [34.6, 54.7] | 80/90 88.9%"
        ));
        assert_eq!(markdown(&read(&folder.path().join("models"), &[]).unwrap()), "");
    }
}
