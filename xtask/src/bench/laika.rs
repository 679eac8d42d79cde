//! The benchmarks that travel inside the program: `laika bench`.

use std::process::{Command, ExitCode};
use std::time::Instant;

use anyhow::Result;

use super::Format;
use crate::counts::Counts;
use crate::process::Finished;
use crate::setup::{self, Need};
use crate::{printer, process, workspace};

/// What a full test run takes of them: the arguments of each.
const SAMPLES: [&[&str]; 30] = [
    &["agentdojo", "--cases", "10"],
    &["injection"],
    &["crash", "--cases", "30"],
    &["private"],
    &["store", "--cases", "20000"],
    &["names"],
    &["articles", "--cases", "5"],
    &["observe", "--cases", "2"],
    &["targets", "--cases", "40"],
    &["canaries", "--cases", "3"],
    &["leaks", "--cases", "6"],
    &["hostile", "--cases", "8"],
    &["miniwob", "--cases", "3"],
    &["miniwob-plans", "--cases", "3"],
    &["conformance", "--cases", "12"],
    &["miniwob-mine", "--cases", "3"],
    &["soak", "--cases", "10"],
    &["stop", "--cases", "5"],
    &["scenarios"],
    &["kills", "--cases", "4"],
    &["shapes"],
    &["decoding", "--cases", "6"],
    &["routing", "--cases", "2"],
    &["arguments", "--cases", "4"],
    &["bfcl", "--cases", "2"],
    &["orders", "--cases", "2"],
    &["answers", "--cases", "1"],
    &["server", "--cases", "2"],
    &["questions", "--cases", "4"],
    &["collections", "--cases", "16"],
];

/// Runs one in the release profile and passes its exit code on.
pub(super) fn run(name: &str, cases: Option<u32>, format: Format) -> Result<ExitCode> {
    setup::install(needs(name))?;
    // The native host belongs to it, and is another program.
    process::must(&mut process::cargo(["build", "--release", "--package", "laika-cli"]))?;
    let mut command = process::cargo(["run", "--release", "--package", "laika-cli", "--", "bench", name]);
    if let Some(cases) = cases {
        command.args(["--cases", &cases.to_string()]);
    }
    // A sample is not what the report is to say.
    if cases.is_none() {
        command.arg("--results").arg(workspace::root().join("bench/results"));
    }
    if format == Format::Json {
        command.arg("--json");
    }
    Ok(ExitCode::from(process::stream(with_cache(&mut command)?)?.code))
}

/// Asks the program for its list, so that there is only one.
pub(super) fn list() -> Result<ExitCode> {
    let mut command = process::cargo(["run", "--package", "laika-cli", "--", "bench"]);
    Ok(ExitCode::from(process::stream(&mut command)?.code))
}

/// Small runs with the program that the Rust tests built. Each counts as one check.
pub(crate) fn samples() -> Result<Counts> {
    // Nothing to do after the Rust tests; by itself it would be an older program, or none.
    process::must(&mut process::cargo(["test", "--quiet", "--workspace", "--no-run"]))?;
    let program = workspace::laika("debug")?;
    let mut counts = Counts::default();
    for sample in SAMPLES {
        let mut command = process::command(&program, ["bench"]);
        let began = Instant::now();
        counts += count(&process::stream(with_cache(command.args(sample))?)?);
        printer::note(&format!("sample {} took {}", sample.join(" "), printer::seconds(began.elapsed())));
    }
    Ok(counts)
}

fn needs(name: &str) -> &'static [Need] {
    match name {
        "agentdojo" => &[Need::Compiler, Need::Python],
        "hostile" | "names" | "leaks" | "targets" => &[Need::Compiler, Need::Browser],
        "articles" | "observe" => &[Need::Compiler, Need::Node, Need::Python, Need::Browser],
        "canaries" | "collections" | "conformance" | "scenarios" | "soak" | "stop" => {
            &[Need::Compiler, Need::Browser]
        }
        "miniwob-mine" | "miniwob-plans" => &[Need::Compiler, Need::Python, Need::Browser],
        "answers" | "kills" | "pages" | "questions" => {
            &[Need::Compiler, Need::Engine, Need::Browser, Need::Weights]
        }
        "arguments" | "decoding" | "orders" | "routing" => &[Need::Compiler, Need::Engine, Need::Weights],
        "miniwob" => &[Need::Compiler, Need::Engine, Need::Python, Need::Browser, Need::Weights],
        "bfcl" | "model" | "server" => &[Need::Compiler, Need::Engine, Need::Python, Need::Weights],
        "crash" | "private" => &[Need::Compiler, Need::CrashTools],
        _ => setup::TO_BUILD,
    }
}

/// What is fetched stays in the build folder, and goes with it.
fn with_cache(command: &mut Command) -> Result<&mut Command> {
    Ok(command.env("LAIKA_CACHE", workspace::build_dir()?.join("bench-cache")))
}

/// A benchmark, or a part of one, that cannot run here says so and ends well.
pub(super) fn count(finished: &Finished) -> Counts {
    let is_skipped = finished.output.lines().any(|line| line.starts_with("bench: skipped: "));
    match (finished.success, is_skipped) {
        (false, _) => Counts { failed: 1, ..Counts::default() },
        (true, true) => Counts { skipped: 1, ..Counts::default() },
        (true, false) => Counts { passed: 1, ..Counts::default() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(code: u8, output: &str) -> [u64; 3] {
        let counts = count(&Finished { success: code == 0, code, output: output.to_owned() });
        [counts.passed, counts.failed, counts.skipped]
    }

    #[test]
    fn a_skip_is_not_a_pass_and_a_failure_is_not_a_skip() {
        assert_eq!(counted(0, "bench: gate: deciding\npass all\n"), [1, 0, 0]);
        assert_eq!(counted(0, "bench: skipped: injection (no articles)\npass all\n"), [0, 0, 1]);
        assert_eq!(counted(1, "FAIL attacks stopped\n"), [0, 1, 0]);
        assert_eq!(counted(2, "bench: skipped: agentdojo (no python3)\nerror: required\n"), [0, 1, 0]);
    }

    #[test]
    fn what_is_fetched_with_python_needs_it() {
        assert!(
            ["agentdojo", "bfcl", "miniwob", "miniwob-plans"]
                .iter()
                .all(|name| needs(name).contains(&Need::Python))
        );
        assert!(!needs("gate").contains(&Need::Python));
    }
}
