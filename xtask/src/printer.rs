//! The only place that prints. Stdout holds results, stderr what is being done and how long it took.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::io::Write as _;
use std::time::{Duration, Instant};

use anyhow::{Error, Result};

/// A result, on stdout.
pub(crate) fn result(line: &str) {
    println!("{line}");
}

/// What is being done, on stderr.
pub(crate) fn note(line: &str) {
    eprintln!("{line}");
}

/// A child's stdout, passed on as it comes. A closed pipe is the reader's choice, not our failure.
pub(crate) fn forward_stdout(bytes: &[u8]) {
    let _ = std::io::stdout().lock().write_all(bytes);
}

/// A child's stderr, passed on as it comes.
pub(crate) fn forward_stderr(bytes: &[u8]) {
    let _ = std::io::stderr().lock().write_all(bytes);
}

/// Runs a piece of work and says how long it took, whether or not it succeeded.
pub(crate) fn timed<T>(name: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    let start = Instant::now();
    let outcome = work();
    note(&format!("{name}: took {}", seconds(start.elapsed())));
    outcome
}

/// A duration as a person reads it.
pub(crate) fn seconds(duration: Duration) -> String {
    format!("{:.1}s", duration.as_secs_f64())
}

/// An error with its causes; advice comes last, on lines of its own.
pub(crate) fn error(error: &Error) {
    eprintln!("{}", describe(error));
}

fn describe(error: &Error) -> String {
    let mut text = String::new();
    let mut hints = String::new();
    for (depth, cause) in error.chain().enumerate() {
        let message = cause.to_string();
        let (what, hint) = message.split_once("\nhint: ").unwrap_or((&message, ""));
        text.push_str(if depth == 0 { "error: " } else { "\n  caused by: " });
        text.push_str(what);
        if !hint.is_empty() {
            hints.push_str("\nhint: ");
            hints.push_str(hint);
        }
    }
    text + &hints
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    #[test]
    fn hints_come_after_all_causes() {
        let error = anyhow!("no such file").context("`npm ci` failed\nhint: run `cargo xtask setup`");
        assert_eq!(
            super::describe(&error),
            "error: `npm ci` failed\n  caused by: no such file\nhint: run `cargo xtask setup`"
        );
    }
}
