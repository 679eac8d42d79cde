//! Long work on models: shown as it goes, and stopped with Ctrl-C.

use std::io::{self, IsTerminal as _};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use laika_model::catalogue::{LibraryError, PullProgress, Stage, Watch};

use super::failed;
use super::show::size;
use crate::printer::Printer;

/// How often the bar moves.
const REDRAWN: Duration = Duration::from_millis(100);
/// How often a line is said where there is no terminal.
const SAID: Duration = Duration::from_secs(10);

/// Does the work and shows how far it is. Ctrl-C stops it at the next moment at which nothing is lost.
pub(super) fn watched<T>(
    printer: &Printer,
    work: impl FnOnce(Watch<'_>) -> Result<T, LibraryError>,
) -> Result<T> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    let runtime = runtime.context("cannot listen for Ctrl-C")?;
    let stopped = Arc::new(AtomicBool::new(false));
    let stop = Arc::clone(&stopped);
    runtime.spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            stop.store(true, Ordering::Relaxed);
        }
    });
    let mut bar = Bar { printer, is_terminal: io::stderr().is_terminal(), shown: None };
    let done = work(&mut |progress| {
        bar.show(progress);
        if stopped.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    printer.progress_over();
    runtime.shutdown_background();
    done.map_err(failed)
}

struct Bar<'a> {
    printer: &'a Printer,
    is_terminal: bool,
    shown: Option<Shown>,
}

/// What was shown last, and where the stage began.
struct Shown {
    stage: Stage,
    part: u32,
    at: Instant,
    began: Instant,
    began_with: u64,
}

impl Bar<'_> {
    fn show(&mut self, progress: &PullProgress) {
        let now = Instant::now();
        let same_stage = self.shown.as_ref().filter(|shown| shown.stage == progress.stage);
        let (began, began_with) =
            same_stage.map_or((now, progress.done), |shown| (shown.began, shown.began_with));
        let every = if self.is_terminal { REDRAWN } else { SAID };
        let is_due = same_stage.is_none_or(|shown| shown.part != progress.part || now - shown.at >= every);
        if !is_due {
            return;
        }
        let rate = rate(progress.done.saturating_sub(began_with), now - began);
        let line = line(progress, rate);
        if self.is_terminal {
            self.printer.progress(&line, progress.done, progress.total.unwrap_or(0));
        } else {
            self.printer.say("laika", line);
        }
        let (stage, part) = (progress.stage, progress.part);
        self.shown = Some(Shown { stage, part, at: now, began, began_with });
    }
}

/// Bytes a second, once that says something.
fn rate(bytes: u64, time: Duration) -> Option<u64> {
    let milliseconds = u64::try_from(time.as_millis()).ok().filter(|time| *time >= 500)?;
    Some(bytes.saturating_mul(1_000) / milliseconds)
}

fn line(progress: &PullProgress, rate: Option<u64>) -> String {
    let stage = match progress.stage {
        Stage::Fetching => "fetching",
        Stage::Copying => "copying",
        Stage::Verifying => "verifying",
    };
    let part = match progress.parts {
        0 | 1 => String::new(),
        parts => format!(" part {} of {parts},", progress.part),
    };
    let total = progress.total.map(|total| format!(" of {}", size(total))).unwrap_or_default();
    let rate = rate.map(|rate| format!(", {}/s", size(rate))).unwrap_or_default();
    format!("{stage}{part} {}{total}{rate}", size(progress.done))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_part_bytes_and_rate() {
        let progress = PullProgress {
            stage: Stage::Fetching,
            part: 3,
            parts: 22,
            done: 120_400_000,
            total: Some(1_117_320_768),
        };
        let rate = rate(42_000_000, Duration::from_secs(3));
        assert_eq!(line(&progress, rate), "fetching part 3 of 22, 120 MB of 1.12 GB, 14.0 MB/s");
        let unknown = PullProgress { part: 1, parts: 1, total: None, ..progress };
        assert_eq!(line(&unknown, None), "fetching 120 MB");
    }
}
