//! `cargo xtask test`: every check there is, in one profile, with one line of counts at the end.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;

use crate::counts::{self, Counts};
use crate::{bench, codegen, printer, process, setup, tidy};

/// What `cargo xtask test` accepts.
#[derive(Args, Debug, Default)]
pub(crate) struct Options {
    /// Leave out what needs a browser, and the benchmarks
    #[arg(long)]
    quick: bool,
    /// How many cases each property test tries
    #[arg(long, value_name = "N")]
    cases: Option<u32>,
}

/// What a stage found. A stage that fails without counting anything counts as one failure.
struct Outcome {
    success: bool,
    counts: Counts,
}

type Stage = (&'static str, fn(&Options) -> Result<Outcome>);

/// Setup comes first, and nothing runs without it; the others run whatever became of those before.
const STAGES: [Stage; 11] = [
    ("setup", set_up),
    ("format", |_| cargo(&["fmt", "--all", "--check"])),
    ("clippy", |_| cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"])),
    ("tidy", |_| tidy::run().map(Outcome::of)),
    ("codegen", |_| codegen::run(codegen::Mode::Check).map(Outcome::uncounted)),
    ("rust tests", rust_tests),
    ("bench samples", bench_samples),
    ("mcp conformance", mcp_conformance),
    ("typescript types", |_| node(&["web/node_modules/typescript/bin/tsc", "--project", "web"])),
    ("typescript tests", typescript_tests),
    ("browser tests", browser_tests),
];

/// Runs all stages. The last line on stdout is the sum of their counts, alone.
pub(crate) fn run(options: &Options) -> ExitCode {
    let mut total = Counts::default();
    let mut table = Vec::new();
    for (name, stage) in STAGES {
        printer::note(&format!("\n== {name}"));
        let start = Instant::now();
        let outcome = stage(options).unwrap_or_else(|error| {
            printer::error(&error);
            Outcome::uncounted(false)
        });
        let time = start.elapsed();
        printer::note(&format!("== {name}: {} in {}", outcome.word(), printer::seconds(time)));
        total += outcome.counts;
        let unusable = name == "setup" && !outcome.success;
        table.push(row(name, &outcome, time));
        if unusable {
            break;
        }
    }
    printer::result("");
    for line in table {
        printer::result(&line);
    }
    printer::result(&total.to_string());
    if total.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn row(name: &str, outcome: &Outcome, time: Duration) -> String {
    let counts = if outcome.counts == Counts::default() { String::new() } else { outcome.counts.to_string() };
    format!("{name:<18}{:<8}{:>8}  {counts}", outcome.word(), printer::seconds(time)).trim_end().to_owned()
}

impl Outcome {
    fn new(success: bool, mut counts: Counts) -> Self {
        // Whatever failed must show in the sum: "0 failed" and an exit code of 1 would contradict each other.
        if !success && counts.failed == 0 {
            counts.failed = 1;
        }
        Self { success: counts.failed == 0, counts }
    }

    /// A test run in which nothing ran proves nothing.
    fn tested(success: bool, counts: Counts) -> Self {
        if counts == Counts::default() {
            printer::note("no test was counted");
        }
        Self::new(success && counts != Counts::default(), counts)
    }

    fn of(counts: Counts) -> Self {
        Self::new(counts.failed == 0, counts)
    }

    fn uncounted(success: bool) -> Self {
        Self::new(success, Counts::default())
    }

    fn word(&self) -> &'static str {
        match (self.success, self.counts) {
            (false, _) => "failed",
            (true, Counts { passed: 0, skipped: 1.., .. }) => "skipped",
            (true, _) => "ok",
        }
    }
}

fn set_up(options: &Options) -> Result<Outcome> {
    setup::install(if options.quick { setup::QUICK } else { setup::EVERYTHING })?;
    Ok(Outcome::uncounted(true))
}

fn cargo(args: &[&str]) -> Result<Outcome> {
    Ok(Outcome::uncounted(process::stream(&mut process::cargo(args))?.success))
}

fn node(args: &[&str]) -> Result<Outcome> {
    Ok(Outcome::uncounted(process::stream(&mut process::command("node", args))?.success))
}

fn rust_tests(options: &Options) -> Result<Outcome> {
    let mut command = process::cargo(["test", "--workspace", "--no-fail-fast"]);
    let finished = process::stream(options.sized(&mut command))?;
    Ok(Outcome::tested(finished.success, counts::of_cargo(&finished.output)))
}

fn bench_samples(options: &Options) -> Result<Outcome> {
    if options.quick {
        return Ok(left_out("bench samples"));
    }
    bench::laika::samples().map(Outcome::of)
}

fn mcp_conformance(options: &Options) -> Result<Outcome> {
    if options.quick {
        return Ok(left_out("mcp conformance"));
    }
    bench::mcp::samples().map(Outcome::of)
}

fn typescript_tests(options: &Options) -> Result<Outcome> {
    let mut command = process::command("node", ["web/scripts/test.mjs"]);
    let finished = process::stream(options.sized(&mut command))?;
    Ok(Outcome::tested(finished.success, counts::of_node(&finished.output)))
}

fn browser_tests(options: &Options) -> Result<Outcome> {
    if options.quick {
        return Ok(left_out("browser tests"));
    }
    let mut counts = bench::xss::run(bench::Format::Text)?;
    counts += bench::person::samples()?;
    Ok(Outcome::of(counts))
}

fn left_out(name: &str) -> Outcome {
    printer::note(&format!("skipped: {name} (`--quick`)"));
    Outcome::of(Counts { skipped: 1, ..Counts::default() })
}

impl Options {
    /// Hands the number of cases on to our own tests and to proptest.
    fn sized<'a>(&self, command: &'a mut std::process::Command) -> &'a mut std::process::Command {
        if let Some(cases) = self.cases {
            command.env("LAIKA_CASES", cases.to_string()).env("PROPTEST_CASES", cases.to_string());
        }
        command
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_without_a_count_counts_as_one() {
        let outcome = Outcome::new(false, Counts { passed: 4, failed: 0, skipped: 0 });
        assert_eq!(outcome.counts.failed, 1);
        assert_eq!(outcome.word(), "failed");
    }

    #[test]
    fn a_test_run_without_tests_fails() {
        assert!(!Outcome::tested(true, Counts::default()).success);
    }

    #[test]
    fn a_counted_failure_fails_the_stage_whatever_the_exit_code() {
        assert!(!Outcome::new(true, Counts { passed: 4, failed: 2, skipped: 0 }).success);
    }

    #[test]
    fn rows_line_up() {
        let time = Duration::from_millis(1_240);
        assert_eq!(row("format", &Outcome::uncounted(true), time), "format            ok          1.2s");
        let skipped = Outcome::of(Counts { skipped: 1, ..Counts::default() });
        assert_eq!(
            row("browser tests", &skipped, time),
            "browser tests     skipped     1.2s  0 passed, 0 failed, 1 skipped"
        );
    }
}
