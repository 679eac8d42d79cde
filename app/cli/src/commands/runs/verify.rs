//! `laika runs verify` and `laika verify`.

use std::fs::File;
use std::io::BufReader;

use anyhow::{Context as _, Result};
use laika_store::{Anchor, Check, Reader, Report, RunHead, verify_bundle};
use serde_json::{Value, json};

use super::find;
use crate::arguments::runs::{Held, Verify};
use crate::input;
use crate::printer::{Outcome, Printer};

/// The log, or one run of it.
pub(super) fn log(
    reader: &Reader,
    run: Option<&str>,
    held: &Held,
    deep: bool,
    as_json: bool,
    printer: &mut Printer,
) -> Result<Outcome> {
    let run = run.map(|name| find(reader, name).map(|run| run.row.run)).transpose()?;
    let (anchors, run_heads) = read_held(held, printer)?;
    let check = Check { run, anchors: &anchors, run_heads: &run_heads, deep };
    let mut report = reader
        .verify(&check, &mut |progress| printer.progress(progress.stage, progress.done, progress.total))?;
    printer.progress_over();
    // What is listed beside the chain follows from it; a log with other faults has nothing to compare with.
    if deep && report.is_intact() {
        report.problems.extend(laika_daemon::compare(reader)?);
    }
    Ok(tell(&report, anchors.len() + run_heads.len(), as_json, printer))
}

/// A bundle.
pub(crate) fn bundle(verify: &Verify, printer: &mut Printer) -> Result<Outcome> {
    let (anchors, run_heads) = read_held(&verify.held, printer)?;
    let name = input::name(&verify.file);
    let file = File::open(&verify.file).with_context(|| format!("cannot open {name}"))?;
    let report = verify_bundle(BufReader::new(file), &anchors, &run_heads)
        .with_context(|| format!("cannot check {name}"))?;
    Ok(tell(&report, anchors.len() + run_heads.len(), verify.json, printer))
}

fn read_held(held: &Held, printer: &Printer) -> Result<(Vec<Anchor>, Vec<RunHead>)> {
    let anchor = |path| {
        let text = input::read(path, printer)?;
        Anchor::from_json(&text).with_context(|| format!("{} is no anchor", input::name(path)))
    };
    let anchors = held.anchor.iter().map(|path| anchor(path)).collect::<Result<_>>()?;
    let heads = held.head.iter().map(|text| RunHead::parse(text).context("--head wants RUN:SEQ:HASH"));
    Ok((anchors, heads.collect::<Result<_>>()?))
}

fn tell(report: &Report, held: usize, as_json: bool, printer: &mut Printer) -> Outcome {
    if as_json {
        let problems: Vec<Value> = report
            .problems
            .iter()
            .map(|one| {
                json!({ "code": one.code(), "logSeq": one.log_seq, "run": one.run, "seq": one.seq, "sentence": one.sentence })
            })
            .collect();
        let value = json!({
            "intact": report.is_intact(), "events": report.events, "runs": report.runs, "erased": report.erased,
            "heads": report.heads, "confirmed": report.confirmed, "problems": problems, "moreProblems": report.more_problems,
        });
        printer.data(format_args!("{value:#}\n"));
    } else {
        printer.data(format_args!("{report}\n"));
        for problem in &report.problems {
            printer.data(format_args!(
                "{}  {}\n",
                problem.code(),
                laika_protocol::text::one_line(&problem.sentence)
            ));
        }
        if held == 0 && report.is_intact() {
            printer.say(
                "hint",
                "no head from elsewhere was given, so a log that was written anew would look the same",
            );
        }
    }
    if report.is_intact() { Outcome::Done } else { Outcome::Defects }
}
