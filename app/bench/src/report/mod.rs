//! `bench/REPORT.md`, its charts and the README's table of claims, generated from the stored results.

mod beside;
mod chart;
mod readme;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use crate::Outcome;
use crate::metric::{Found, Metric};
use crate::record::{self, Record};
use crate::{suites, weights};

/// Writes what the results in that folder say: the report beside it, and the README above that where it has a place for it.
/// Returns what was written.
///
/// # Errors
///
/// When a result cannot be read or a file not written.
pub fn write(results: &Path) -> Result<Vec<PathBuf>> {
    let mut written = Vec::new();
    for (path, text) in files(results)? {
        if fs::read_to_string(&path).is_ok_and(|there| there == text) {
            continue;
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        }
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        written.push(path);
    }
    Ok(written)
}

/// Every generated file with what belongs into it.
fn files(results: &Path) -> Result<Vec<(PathBuf, String)>> {
    let records = whole_first(record::all(results)?);
    let folder = results.parent().unwrap_or(results);
    let mut files = vec![(
        folder.join("REPORT.md"),
        markdown(&records) + &beside::markdown(&beside::read(results, &records)?),
    )];
    for record in &records {
        if let Some(svg) = chart::svg(record) {
            files.push((folder.join("charts").join(chart_name(record)), svg));
        }
    }
    let readme = folder.join("..").join("README.md");
    if let Ok(text) = fs::read_to_string(&readme)
        && let Some(text) = readme::with_claims(&text, &records)
    {
        files.push((readme, text));
    }
    Ok(files)
}

/// The whole set of a suite says more than a sample of it: the sample is left out where both are there.
fn whole_first(records: Vec<Record>) -> Vec<Record> {
    let is_told = |one: &Record| {
        one.cases.is_none() || !records.iter().any(|other| other.suite == one.suite && other.cases.is_none())
    };
    records.iter().filter(|one| is_told(one)).cloned().collect()
}

fn chart_name(record: &Record) -> String {
    format!("{}.svg", record.suite)
}

fn markdown(records: &[Record]) -> String {
    let mut text = String::from(
        "# What was measured\n\n\
         Generated from `bench/results` by `laika bench report`; `laika bench all` measures a sample of every suite again, \
         `laika bench all --full` every case. Rates are given with their n and a 95% Wilson interval, times as medians with \
         the 95% interval of the median. A time is only as good as the machine: the line of each suite says what it ran on.\n\n",
    );
    // Writing to a string cannot fail.
    let _ = writeln!(text, "| suite | outcome | cases | took |\n|---|---|---|---|");
    for record in records {
        let _ = writeln!(
            text,
            "| [{0}](#{0}) | {1} | {2} | {3:.0} s |",
            record.suite,
            word(record),
            of_cases(record),
            record.took
        );
    }
    for record in records {
        section(&mut text, record);
    }
    text
}

fn section(text: &mut String, record: &Record) {
    let about = suites::find(&record.suite).map_or("", |suite| suite.about);
    // Writing to a string cannot fail.
    let _ = writeln!(text, "\n## {}\n\n{about}.\n", record.suite);
    if let Some(why) = &record.why {
        let _ = writeln!(text, "{}: {}\n", word(record), escaped(why));
    }
    if !record.metrics.is_empty() {
        let _ = writeln!(text, "| what | found | beside | pass line | |\n|---|---|---|---|---|");
        for metric in &record.metrics {
            let _ = writeln!(text, "{}", row(metric));
        }
        text.push('\n');
    }
    if chart::svg(record).is_some() {
        let _ = writeln!(text, "![{0}](charts/{1})\n", record.suite, chart_name(record));
    }
    let versions: Vec<_> =
        record.versions.iter().map(|(of, version)| format!("{of} {}", escaped(version))).collect();
    let seeds = if record.seeds > 1 { format!("{} seeds; ", record.seeds) } else { String::new() };
    let _ = writeln!(
        text,
        "{}; {seeds}{}; {}.{}",
        of_cases(record),
        record.machine.line(),
        versions.join(", "),
        untrusted(record)
    );
}

/// Said only where there is a time that it is about.
fn untrusted(record: &Record) -> String {
    let timed =
        record.metrics.iter().any(|one| matches!(one.found, Found::Time { .. } | Found::Ratio { .. }));
    match record.machine.untrusted() {
        Some(why) if timed => format!(" **Its times cannot be trusted: {why}.**"),
        Some(_) | None => String::new(),
    }
}

fn row(metric: &Metric) -> String {
    let of = if metric.of.is_empty() { String::new() } else { format!(", {}", escaped(&metric.of)) };
    let beside = metric.beside.as_ref().map_or_else(String::new, |beside| {
        format!("{} {}", escaped(&beside.what), metric.in_its_form(beside.value))
    });
    let mark = match metric.passed() {
        Some(true) => "met",
        Some(false) => "**missed**",
        None => "",
    };
    format!(
        "| {}{of} | {} | {beside} | {} | {mark} |",
        escaped(&metric.what),
        metric.shown(),
        metric.bound_shown().unwrap_or_default()
    )
}

fn of_cases(record: &Record) -> String {
    let cases = record.cases.map_or_else(|| "all cases".into(), |cases| format!("a sample of {cases}"));
    match weights::earlier(record).as_slice() {
        [] => cases,
        models => format!("{cases}, with earlier weights of {}", models.join(" and ")),
    }
}

const fn word(record: &Record) -> &'static str {
    match record.outcome {
        Outcome::Passed => "passed",
        Outcome::Failed => "**failed**",
        Outcome::Skipped => "skipped",
    }
}

/// Text that stands in a cell of a table.
fn escaped(text: &str) -> String {
    text.replace('|', "\\|").replace(['\n', '\r'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tests::record;
    use crate::stats::Share;

    #[test]
    fn a_report_says_what_was_found_beside_what() {
        let metrics = vec![
            Metric::share("the right choice", Share::new(340, 366))
                .of("small|1b")
                .at(0.95)
                .beside("by chance", 0.1),
            Metric::seconds("a choice", &[0.4, 0.5, 0.6]).of("small|1b"),
        ];
        let mut busy = record("routing", metrics);
        busy.machine.load = Some(3.0);
        let text = markdown(&[busy]);
        for part in [
            "| [routing](#routing) | passed | all cases | 1 s |",
            "| the right choice, small\\|1b | 340/366 92.9% [89.8, 95.1] | by chance 10% | at least 95% | **missed** |",
            "| a choice, small\\|1b | 500 ms [400, 600], n = 3 |  |  |  |",
            "**Its times cannot be trusted: load 3.0 on 2 cores before it began.**",
        ] {
            assert!(text.contains(part), "{part}\nis not in\n{text}");
        }
    }

    #[test]
    fn a_sample_is_told_only_where_the_whole_is_missing() {
        let sample = Record { cases: Some(5), ..record("gate", Vec::new()) };
        let other = Record { cases: Some(5), ..record("store", Vec::new()) };
        let told = whole_first(vec![record("gate", Vec::new()), sample, other.clone()]);
        assert_eq!(told, [record("gate", Vec::new()), other]);
    }

    /// The claims of the README, the report and its charts are what the stored results say, and nothing that was typed.
    #[test]
    fn what_is_published_is_what_was_measured() {
        let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/results");
        if !results.is_dir() {
            return;
        }
        for (path, text) in files(&results).unwrap() {
            let there = fs::read_to_string(&path).unwrap_or_default();
            assert!(there == text, "{} is stale: run `laika bench report`", path.display());
        }
    }
}
