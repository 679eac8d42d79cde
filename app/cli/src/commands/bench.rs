//! `laika bench`: measurements that anyone can repeat.

use std::env;
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow};
use laika_bench::Options;

use crate::arguments::Bench;
use crate::printer::{Outcome, Printer};

pub(crate) fn run(bench: &Bench, printer: &mut Printer) -> Result<Outcome> {
    let Some(name) = &bench.name else {
        for (name, about) in laika_bench::names() {
            printer.data(format_args!("{name:12}{about}\n"));
        }
        return Ok(Outcome::Done);
    };
    let options = Options {
        name: name.clone(),
        cases: bench.cases.map(|cases| cases as usize),
        models: bench.models.clone(),
        json: bench.json,
        laika: env::current_exe().context("cannot find this program itself")?,
        cache: cache()?,
        data: env::var_os("LAIKA_DATA").map(PathBuf::from),
        results: bench.results.clone(),
    };
    let mut result = Vec::new();
    let outcome = laika_bench::run(&options, &mut result, &mut |progress| printer.say("bench", progress))?;
    printer.data(String::from_utf8_lossy(&result));
    Ok(match outcome {
        laika_bench::Outcome::Passed | laika_bench::Outcome::Skipped => Outcome::Done,
        laika_bench::Outcome::Failed => Outcome::Defects,
    })
}

/// Where fetched material is kept: `LAIKA_CACHE`, or the person's cache folder.
fn cache() -> Result<PathBuf> {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    set("LAIKA_CACHE")
        .or_else(|| set("XDG_CACHE_HOME").map(|folder| folder.join("laika")))
        .or_else(|| set("HOME").map(|folder| folder.join(".cache/laika")))
        .ok_or_else(|| {
            anyhow!("hint: set `LAIKA_CACHE` to a folder").context("there is no folder to keep material in")
        })
}
