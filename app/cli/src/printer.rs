//! The only file that prints.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use laika_protocol::text;

use crate::arguments::Color;

/// Where a command stands at its end.
pub(crate) enum Outcome {
    /// Done.
    Done,
    /// The input has defects, and they were printed; or something was not done, and why was said.
    Defects,
    /// Somebody has to be asked who is not there.
    Waits,
}

/// Standard output for data, standard error for everything said about it.
pub(crate) struct Printer {
    color: Color,
    failed: Option<io::Error>,
}

impl Printer {
    pub(crate) fn new(color: Color) -> Self {
        Self { color, failed: None }
    }

    /// Whether data may carry colours.
    pub(crate) fn colours(&self) -> bool {
        match self.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|set| set.is_empty())
            }
        }
    }

    /// Prints data. It comes from our own renderers, which have made it safe for a terminal.
    pub(crate) fn data(&mut self, data: impl Display) {
        if self.failed.is_none() {
            self.failed = write!(io::stdout(), "{data}").err();
        }
    }

    /// Sends on what was printed. True when nobody reads any more, or nothing can be written.
    pub(crate) fn flush(&mut self) -> bool {
        if self.failed.is_none() {
            self.failed = io::stdout().flush().err();
        }
        self.failed.is_some()
    }

    /// Says something about the work. Control characters in it are shown, never sent.
    pub(crate) fn say(&self, kind: &str, message: impl Display) {
        // Whoever reads the errors may be gone; that must not become an error of its own.
        let _ = writeln!(io::stderr(), "{kind}: {}", text::one_line(&message.to_string()));
    }

    /// Shows how far long work is: a bar that redraws itself, in a terminal only.
    pub(crate) fn progress(&self, stage: &str, done: u64, total: u64) {
        const WIDTH: u64 = 24;
        if !io::stderr().is_terminal() || total == 0 {
            return;
        }
        let filled = done.min(total) * WIDTH / total;
        let bar: String = (0..WIDTH).map(|at| if at < filled { '#' } else { '.' }).collect();
        let percent = done.min(total) * 100 / total;
        let _ = write!(io::stderr(), "\r\x1b[K[{bar}] {percent:3}% {}", text::one_line(stage));
        let _ = io::stderr().flush();
    }

    /// Takes the bar away.
    pub(crate) fn progress_over(&self) {
        if io::stderr().is_terminal() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }

    /// The exit code for how a command ended.
    pub(crate) fn finish(mut self, outcome: anyhow::Result<Outcome>) -> ExitCode {
        // Whoever read us may have seen enough: `laika … | head` is not an error, and what was found stays found.
        let failed = self.failed.take().or_else(|| io::stdout().flush().err());
        if let Some(error) = failed.filter(|error| error.kind() != io::ErrorKind::BrokenPipe) {
            self.say("error", format_args!("cannot write to standard output: {error}"));
            return ExitCode::from(2);
        }
        match outcome {
            Ok(Outcome::Done) => ExitCode::SUCCESS,
            Ok(Outcome::Defects) => ExitCode::from(1),
            Ok(Outcome::Waits) => ExitCode::from(3),
            Err(error) => {
                // The last cause of an error of ours may be a hint, which stands on a line of its own.
                for (index, cause) in error.chain().map(ToString::to_string).enumerate() {
                    match cause.strip_prefix("hint: ") {
                        Some(hint) => self.say("hint", hint),
                        None if index == 0 => self.say("error", cause),
                        None => self.say("  cause", cause),
                    }
                }
                ExitCode::from(2)
            }
        }
    }
}

/// Columns for running text. Lines much longer than this are hard to read, however wide the window is.
pub(crate) fn text_width() -> usize {
    terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0)).clamp(20, 100)
}
