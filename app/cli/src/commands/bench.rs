//! `laika bench`: measurements that anyone can repeat.

use std::cell::RefCell;
use std::env;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow};
use laika_bench::{ALL, Job, Outcome as Ended};
use laika_daemon::thinking::Chosen;

use crate::arguments::Bench;
use crate::arguments::runs::Folder;
use crate::commands::think;
use crate::model::{failed, library};
use crate::printer::{Outcome, Printer};

/// The name that writes the report anew and measures nothing.
const REPORT: &str = "report";
/// Where results are kept when all of them are measured, unless said otherwise.
const RESULTS: &str = "bench/results";

pub(crate) fn run(bench: &Bench, printer: &mut Printer) -> Result<Outcome> {
    if bench.names.is_empty() {
        for (name, about) in laika_bench::names() {
            printer.data(format_args!("{name:12}{about}\n"));
        }
        return Ok(Outcome::Done);
    }
    let of = |name: &str| bench.names.iter().any(|one| one == name);
    let kept = of(ALL) || of(REPORT);
    let results = bench.results.clone().or_else(|| kept.then(|| PathBuf::from(RESULTS)));
    if let (true, Some(results)) = (of(REPORT), &results) {
        for path in laika_bench::write_report(results)? {
            printer.say("bench", format_args!("wrote {}", path.display()));
        }
        return Ok(Outcome::Done);
    }
    let job = Job {
        names: bench.names.clone(),
        cases: bench.cases.map(|cases| cases as usize),
        full: bench.full,
        again: bench.again,
        seeds: u64::from(bench.seeds),
        models: bench.models.clone(),
        servers: servers(bench, printer)?,
        record: bench.record.clone(),
        json: bench.json,
        compare: bench.compare.clone(),
        laika: env::current_exe().context("cannot find this program itself")?,
        cache: cache()?,
        data: env::var_os("LAIKA_DATA").map(PathBuf::from),
        results,
    };
    // Each result is printed as soon as it is there: all of them take an hour.
    let printer = RefCell::new(printer);
    let mut say = |progress: &str| printer.borrow().say("bench", progress);
    let outcome = laika_bench::run(&job, &mut Out(&printer), &mut say)?;
    Ok(match outcome {
        Ended::Passed | Ended::Skipped => Outcome::Done,
        Ended::Failed => Outcome::Defects,
    })
}

/// Data for standard output.
struct Out<'a, 'b>(&'a RefCell<&'b mut Printer>);

impl Write for Out<'_, '_> {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().data(String::from_utf8_lossy(data));
        Ok(data.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.borrow_mut().flush();
        Ok(())
    }
}

/// The named models that are behind servers, each with its key.
fn servers(bench: &Bench, printer: &Printer) -> Result<Vec<(String, Chosen)>> {
    if bench.models.is_empty() {
        return Ok(Vec::new());
    }
    let folder = Folder { home: None };
    let library = library(&folder)?;
    let mut servers = Vec::new();
    for name in &bench.models {
        if library.server(name).map_err(failed)?.is_some() {
            let picked = think::pick(&library, Some(name))?;
            servers.push((name.clone(), think::to_start(picked.as_ref(), &folder, printer)?));
        }
    }
    Ok(servers)
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
