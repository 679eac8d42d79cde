//! A short run of every fuzz target.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

use super::Format;
use crate::setup::{self, Need};
use crate::{printer, process, workspace};

const CARGO_FUZZ: &str = "0.13.2";

struct Run {
    target: String,
    runs: u64,
    crashes: usize,
    success: bool,
}

/// Splits the seconds over all targets. True when every target ran and none crashed.
pub(super) fn run(seconds: u64, format: Format) -> Result<bool> {
    setup::install(&[Need::Compiler, Need::CxxCompiler])?;
    install()?;
    let targets = targets(&workspace::root().join("fuzz/fuzz_targets"))?;
    let each = (seconds / targets.len() as u64).max(1);
    let runs = targets.into_iter().map(|target| fuzz(target, each)).collect::<Result<Vec<_>>>()?;
    report(&runs, each, format);
    Ok(runs.iter().all(|run| run.success && run.crashes == 0 && run.runs > 0))
}

fn install() -> Result<()> {
    let version = process::read(&mut process::cargo(["fuzz", "--version"]));
    if version.is_ok_and(|version| version.trim().ends_with(CARGO_FUZZ)) {
        return Ok(());
    }
    printer::note(&format!("bench: installing cargo-fuzz {CARGO_FUZZ}"));
    process::must(&mut process::cargo(["install", "--locked", "cargo-fuzz", "--version", CARGO_FUZZ]))
}

fn targets(folder: &Path) -> Result<Vec<String>> {
    let entries = fs::read_dir(folder).with_context(|| format!("`{}` cannot be read", folder.display()))?;
    let paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    let rust = paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    let mut names: Vec<_> = rust.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect();
    names.sort();
    if names.is_empty() {
        bail!("`{}` holds no fuzz target", folder.display());
    }
    Ok(names)
}

fn fuzz(target: String, seconds: u64) -> Result<Run> {
    let artifacts = workspace::root().join("fuzz/artifacts").join(&target);
    let before = crashes(&artifacts);
    let limit = format!("-max_total_time={seconds}");
    // The sanitizers are what needs a nightly compiler; coverage feedback does not, and our crates have no unsafe code.
    let mut command =
        process::cargo(["fuzz", "run", "--sanitizer", "none", &target, "--", &limit, "-print_final_stats=1"]);
    let finished = process::stream(&mut command)?;
    let (runs, written) = (executed(&finished.output), crashes(&artifacts).saturating_sub(before));
    // A crash that is found a second time is written to the same file again.
    let crashes = if !finished.success && runs > 0 { written.max(1) } else { written };
    Ok(Run { target, runs, crashes, success: finished.success })
}

/// How many inputs the fuzzer has written down as crashing, hanging or running out of memory.
fn crashes(folder: &Path) -> usize {
    fs::read_dir(folder).map_or(0, |entries| entries.flatten().count())
}

fn executed(output: &str) -> u64 {
    let numbers = output.lines().filter_map(|line| line.strip_prefix("stat::number_of_executed_units:"));
    numbers.filter_map(|number| number.trim().parse::<u64>().ok()).sum()
}

fn report(runs: &[Run], seconds: u64, format: Format) {
    let total = runs.iter().map(|run| run.runs).sum::<u64>();
    let crashes = runs.iter().map(|run| run.crashes).sum::<usize>();
    match format {
        Format::Json => {
            let one = |run: &Run| json!({ "target": run.target, "runs": run.runs, "crashes": run.crashes });
            let targets = runs.iter().map(one).collect::<Vec<Value>>();
            let result =
                json!({ "targets": targets, "seconds_each": seconds, "runs": total, "crashes": crashes });
            printer::result(&result.to_string());
        }
        Format::Text => {
            for run in runs {
                let end = if run.success { "" } else { " (ended with an error)" };
                printer::result(&format!(
                    "{:<24}{:>12} runs, {} crashes{end}",
                    run.target, run.runs, run.crashes
                ));
            }
            printer::result(&format!("fuzz: {} targets, {total} runs, {crashes} crashes", runs.len()));
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn runs_are_read_from_the_final_statistics() {
        let output =
            "Done 500 runs in 2 second(s)\nstat::number_of_executed_units: 500\nstat::peak_rss_mb: 40\n";
        assert_eq!(super::executed(output), 500);
        assert_eq!(super::executed("Done"), 0);
    }
}
