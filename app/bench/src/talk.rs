//! A process that answers every line with a line.

use std::io::{BufRead as _, BufReader, Lines, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context as _, Result};
use serde_json::Value;

pub(crate) struct Talk {
    child: Child,
    asks: Option<ChildStdin>,
    answers: Lines<BufReader<ChildStdout>>,
}

impl Talk {
    pub(crate) fn start(command: &mut Command) -> Result<Self> {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("a peer cannot be started")?;
        let asks = child.stdin.take();
        let answers = BufReader::new(child.stdout.take().context("a peer says nothing")?).lines();
        Ok(Self { child, asks, answers })
    }

    pub(crate) fn ask(&mut self, question: &Value) -> Result<String> {
        let asks = self.asks.as_mut().context("a peer is over")?;
        writeln!(asks, "{question}")?;
        asks.flush()?;
        self.next()
    }

    /// Ends it at once, whatever it is doing. When this returns, nothing of it is left.
    pub(crate) fn kill(&mut self) -> Result<()> {
        self.child.kill().and_then(|()| self.child.wait()).context("a peer cannot be ended")?;
        Ok(())
    }

    /// The next line, whoever asked for it.
    pub(crate) fn next(&mut self) -> Result<String> {
        Ok(self.answers.next().context("a peer ended early")??)
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        // The end of its input ends it, and what it started goes with it.
        drop(self.asks.take());
        let _ = self.child.wait();
    }
}
