//! Runs suites one after the other: what each gave is stored, and beside an earlier run what moved.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result};
use laika_context::PromptFile;
use laika_daemon::thinking::Chosen;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::compare::{self, Line, Moved};
use crate::machine::Machine;
use crate::metric::Metric;
use crate::record::{self, Record};
use crate::suites::{self, SUITES, Suite};
use crate::{Options, Outcome, Reports, hinted, random, report, table, weights};

/// The name that stands for every suite.
pub const ALL: &str = "all";

/// What to run.
#[derive(Debug, Clone)]
pub struct Job {
    /// Names of suites, or [`ALL`].
    pub names: Vec<String>,
    /// At most this many cases of each; the stated sample of each with [`ALL`], every case otherwise.
    pub cases: Option<usize>,
    /// Every case of [`ALL`] too. A suite that this program has measured wholly is not run again.
    pub full: bool,
    /// Measure again what is already there.
    pub again: bool,
    /// How often each suite runs, each time with another seed.
    pub seeds: u64,
    /// The models to measure; what each suite takes by itself if none is named.
    pub models: Vec<String>,
    /// Models behind servers, by the name they were connected under.
    pub servers: Vec<(String, Chosen)>,
    /// Where answers of models are written down, so that they can be given again, and runs.
    pub record: Option<PathBuf>,
    /// Print results as JSON, one line a suite.
    pub json: bool,
    /// An earlier result, or a folder of them, to compare with.
    pub compare: Option<PathBuf>,
    /// The `laika` program that is measured.
    pub laika: PathBuf,
    /// Where fetched material is kept from one run to the next.
    pub cache: PathBuf,
    /// Where material lies that has to be handed in.
    pub data: Option<PathBuf>,
    /// Where results are kept; nowhere if not given.
    pub results: Option<PathBuf>,
}

/// Runs them. Results go to `out`, how far the work is to `progress`.
///
/// # Errors
///
/// When there is no benchmark of a name, an earlier result cannot be read, or one that was named alone broke off before it
/// had a result. The last cause may be a hint.
pub fn run(job: &Job, out: &mut dyn Write, progress: &mut dyn FnMut(&str)) -> Result<Outcome> {
    let (suites, is_all) = chosen(job)?;
    // Read first, so that nothing is measured for an hour and then not compared.
    let before = job.compare.as_deref().map(record::all).transpose()?;
    let program = program(&job.laika)?;
    let mut records = Vec::new();
    for (suite, number) in suites.iter().zip(1..) {
        if suites.len() > 1 {
            progress(&format!("{number} of {}: {}", suites.len(), suite.name));
        }
        if let Some(there) = already(job, suite, &program) {
            progress(&format!("{} was measured with this program; `--again` measures anew", suite.name));
            records.push(there);
            continue;
        }
        let record = match measure(job, suite, is_all, &program, out, progress) {
            Ok(record) => record,
            Err(error) if suites.len() > 1 => broken(job, suite, is_all, &program, &error, progress),
            Err(error) => return Err(error),
        };
        if let Some(folder) = &job.results {
            match record.keep(folder)? {
                Some(path) => progress(&format!("{} is kept in {}", suite.name, path.display())),
                None => progress(&format!("{} keeps what was measured before", suite.name)),
            }
        }
        records.push(record);
    }
    if suites.len() > 1 && !job.json {
        writeln!(out, "\n{}", summary(&records))?;
    }
    let mut outcome = overall(&records);
    if let Some(before) = before {
        let lines = compare::compare(&before, &records);
        show(job, &lines, out)?;
        if lines.iter().any(|line| line.moved == Moved::Worse) {
            outcome = Outcome::Failed;
        }
    }
    if let (true, Some(folder)) = (is_all, &job.results) {
        for path in report::write(folder)? {
            progress(&format!("wrote {}", path.display()));
        }
    }
    Ok(outcome)
}

fn chosen(job: &Job) -> Result<(Vec<&'static Suite>, bool)> {
    if job.names.iter().any(|name| name == ALL) {
        return Ok((SUITES.iter().collect(), true));
    }
    let find = |name: &String| {
        suites::find(name).ok_or_else(|| {
            let known: Vec<_> = SUITES.iter().map(|suite| suite.name).collect();
            hinted(
                format!("there is no benchmark `{name}`"),
                format!("one of: {}, or {ALL}", known.join(", ")),
            )
        })
    };
    Ok((job.names.iter().map(find).collect::<Result<_>>()?, false))
}

/// The cases of a suite in this job.
fn cases(job: &Job, suite: &Suite, is_all: bool) -> Option<usize> {
    job.cases.or(if is_all && !job.full { suite.sample } else { None })
}

/// A whole result of the very same program.
fn already(job: &Job, suite: &Suite, program: &str) -> Option<Record> {
    if !job.full || job.again || job.cases.is_some() {
        return None;
    }
    let path = job.results.as_ref()?.join(format!("{}.json", suite.name));
    let there = record::read(&path).ok()?;
    let same = there.versions.get("program").is_some_and(|one| one == program);
    (same && there.why.is_none() && there.seeds >= job.seeds).then_some(there)
}

fn measure(
    job: &Job,
    suite: &'static Suite,
    is_all: bool,
    program: &str,
    out: &mut dyn Write,
    progress: &mut dyn FnMut(&str),
) -> Result<Record> {
    let mut record = begun(job, suite, is_all, program);
    if let Some(why) = record.machine.untrusted() {
        progress(&format!("{}: its times cannot be trusted: {why}", suite.name));
    }
    let start = Instant::now();
    let (mut value, mut runs) = (None, Vec::new());
    for seed in 0..job.seeds.max(1) {
        random::set_seed(seed);
        let options = Options {
            name: suite.name.to_owned(),
            cases: cases(job, suite, is_all),
            seed,
            models: job.models.clone(),
            servers: job.servers.clone(),
            record: job.record.clone(),
            json: job.json,
            laika: job.laika.clone(),
            cache: job.cache.clone(),
            data: job.data.clone(),
            results: job.results.clone(),
        };
        let mut reports = Reports::new(out, progress);
        let ended = (suite.run)(&options, &mut reports)?;
        record.outcome = worse(record.outcome, ended);
        record.versions.append(&mut reports.versions);
        record.why = reports.why;
        runs.push(reports.metrics);
        value = reports.value;
    }
    record.metrics = pool(runs);
    record.versions.extend(weights::of(&record.metrics));
    record.took = start.elapsed().as_secs_f64();
    if job.json {
        writeln!(out, "{}", with_record(value, &record)?)?;
    }
    Ok(record)
}

fn begun(job: &Job, suite: &Suite, is_all: bool, program: &str) -> Record {
    let began = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let prompts = PromptFile::ALL.iter().map(|prompt| format!("{} {}", prompt.name(), prompt.version()));
    let versions = BTreeMap::from([
        ("laika".to_owned(), env!("CARGO_PKG_VERSION").to_owned()),
        ("program".to_owned(), program.to_owned()),
        ("prompts".to_owned(), prompts.collect::<Vec<_>>().join(", ")),
    ]);
    Record {
        suite: suite.name.to_owned(),
        outcome: Outcome::Passed,
        cases: cases(job, suite, is_all).map(|cases| cases as u64),
        seeds: job.seeds.max(1),
        began,
        took: 0.0,
        machine: Machine::now(),
        versions,
        why: None,
        metrics: Vec::new(),
    }
}

/// One suite that breaks off does not end the others.
fn broken(
    job: &Job,
    suite: &Suite,
    is_all: bool,
    program: &str,
    error: &anyhow::Error,
    progress: &mut dyn FnMut(&str),
) -> Record {
    progress(&format!("{} broke off: {error:#}", suite.name));
    Record {
        outcome: Outcome::Failed,
        why: Some(format!("it broke off: {error:#}")),
        ..begun(job, suite, is_all, program)
    }
}

/// The result of the suite for a program, with what every suite has.
fn with_record(value: Option<Value>, record: &Record) -> Result<Value> {
    let mut value = value.unwrap_or_else(|| json!({ "bench": record.suite }));
    let common = serde_json::to_value(record)?;
    if let (Value::Object(value), Value::Object(common)) = (&mut value, common) {
        for (key, one) in common {
            value.entry(key).or_insert(one);
        }
    }
    Ok(value)
}

/// Runs with several seeds are one measurement of more cases.
fn pool(runs: Vec<Vec<Metric>>) -> Vec<Metric> {
    let mut runs = runs.into_iter();
    let (first, rest) = (runs.next().unwrap_or_default(), runs.flatten().collect::<Vec<_>>());
    let of = |metric: &Metric| {
        let same = rest.iter().filter(|one| one.what == metric.what && one.of == metric.of);
        same.cloned().collect::<Vec<_>>()
    };
    first
        .into_iter()
        .map(|metric| {
            let others = of(&metric);
            metric.pooled(&others)
        })
        .collect()
}

const fn worse(one: Outcome, other: Outcome) -> Outcome {
    match (one, other) {
        (Outcome::Failed, _) | (_, Outcome::Failed) => Outcome::Failed,
        (Outcome::Skipped, _) | (_, Outcome::Skipped) => Outcome::Skipped,
        (Outcome::Passed, Outcome::Passed) => Outcome::Passed,
    }
}

/// One that failed fails all; one that cannot run here does not.
fn overall(records: &[Record]) -> Outcome {
    match records {
        [one] => one.outcome,
        many if many.iter().any(|one| one.outcome == Outcome::Failed) => Outcome::Failed,
        _ => Outcome::Passed,
    }
}

/// The digest of the program that is measured: results of another build are not taken for its own.
fn program(laika: &Path) -> Result<String> {
    let bytes = fs::read(laika).with_context(|| format!("cannot read {}", laika.display()))?;
    Ok(Sha256::digest(bytes).iter().take(8).map(|byte| format!("{byte:02x}")).collect())
}

fn summary(records: &[Record]) -> String {
    let mut rows = Vec::new();
    for record in records {
        let took = format!("{:.0} s", record.took);
        let word = record.outcome.word().to_owned();
        let sample = record.cases.map_or_else(|| "all".into(), |cases| format!("sample {cases}"));
        if record.metrics.is_empty() {
            let why = record.why.clone().unwrap_or_default();
            rows.push(vec![record.suite.clone(), word, sample, why, String::new(), String::new(), took]);
            continue;
        }
        for (number, metric) in record.metrics.iter().enumerate() {
            let first = |text: &str| if number == 0 { text.to_owned() } else { String::new() };
            rows.push(vec![
                first(&record.suite),
                first(&word),
                first(&sample),
                [metric.what.as_str(), metric.of.as_str()].join(" ").trim().to_owned(),
                metric.shown(),
                metric.bound_shown().unwrap_or_default(),
                first(&took),
            ]);
        }
    }
    table::layout(6, &["suite", "outcome", "cases", "what", "found", "pass line", "took"], &rows)
}

fn show(job: &Job, lines: &[Line], out: &mut dyn Write) -> Result<()> {
    if job.json {
        let line = |line: &Line| {
            json!({
                "suite": line.suite, "what": line.what, "before": line.before, "now": line.after,
                "change": line.change, "moved": line.moved.word(), "judgedBy": line.why,
            })
        };
        writeln!(out, "{}", json!({ "compared": lines.iter().map(line).collect::<Vec<_>>() }))?;
    } else if lines.is_empty() {
        writeln!(out, "\nThe earlier result has nothing in common with this one.")?;
    } else {
        writeln!(out, "\n{}", compare::text(lines))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::Better;
    use crate::record::tests::record;
    use crate::stats::Share;

    fn job(names: &[&str]) -> Job {
        Job {
            names: names.iter().map(ToString::to_string).collect(),
            cases: None,
            full: false,
            again: false,
            seeds: 1,
            models: Vec::new(),
            servers: Vec::new(),
            record: None,
            json: false,
            compare: None,
            laika: std::env::current_exe().unwrap(),
            cache: "cache".into(),
            data: None,
            results: None,
        }
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_known_ones() {
        let error = run(&job(&["nothing"]), &mut Vec::new(), &mut |_| {}).unwrap_err();
        let causes: Vec<_> = error.chain().map(ToString::to_string).collect();
        assert_eq!(causes[0], "there is no benchmark `nothing`");
        assert!(causes[1].starts_with("hint: one of: agentdojo, ") && causes[1].ends_with(", or all"));
    }

    #[test]
    fn all_is_a_stated_sample_of_each_unless_it_is_full() {
        let suite = suites::find("routing").unwrap();
        assert_eq!(cases(&job(&[ALL]), suite, true), suite.sample);
        assert_eq!(cases(&Job { full: true, ..job(&[ALL]) }, suite, true), None);
        assert_eq!(cases(&Job { cases: Some(3), ..job(&[ALL]) }, suite, true), Some(3));
        assert_eq!(cases(&job(&["routing"]), suite, false), None);
        assert_eq!(suites::find("extract").unwrap().name, "articles");
    }

    #[test]
    fn a_full_run_goes_on_where_it_was_with_the_same_program_only() {
        let folder = tempfile::tempdir().unwrap();
        let suite = suites::find("routing").unwrap();
        let mut kept = record("routing", vec![Metric::share("strict", Share::new(1, 2))]);
        kept.versions.insert("program".into(), "one".into());
        kept.keep(folder.path()).unwrap();
        let full = Job { full: true, results: Some(folder.path().into()), ..job(&[ALL]) };
        assert_eq!(already(&full, suite, "one"), Some(kept));
        assert_eq!(already(&full, suite, "other"), None);
        assert_eq!(already(&Job { again: true, ..full.clone() }, suite, "one"), None);
        assert_eq!(already(&Job { seeds: 2, ..full.clone() }, suite, "one"), None);
        assert_eq!(already(&full, suites::find("gate").unwrap(), "one"), None);
    }

    #[test]
    fn seeds_are_pooled_into_one_measurement() {
        let run = |hits, ratio| {
            let strict = Metric::share("strict", Share::new(hits, 10)).of("a");
            vec![strict, Metric::ratio("append", ratio, Better::More)]
        };
        let pooled = pool(vec![run(9, 1.0), run(7, 9.0), run(8, 2.0)]);
        assert_eq!(pooled[0].shown(), "24/30 80.0% [62.7, 90.5]");
        assert_eq!(pooled[1].shown(), "2x", "the middle of all, whichever came last");
    }
}
