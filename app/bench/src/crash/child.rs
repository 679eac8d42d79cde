//! The child: the program that is killed, starved and cut off, and what it said while it lived.

use std::fs::{self, File};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::{Path, PathBuf};
use std::process::{Child as Process, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use laika_store::RunHead;

/// The file in the folder of a case that takes what the child says.
pub(super) const SAID: &str = "said";
/// Far beyond what any life takes, traced and on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// How much the child has to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Shape {
    pub(super) runs: usize,
    pub(super) steps: usize,
}

/// What is done to the child while it lives.
#[derive(Debug, Clone)]
pub(super) enum Around {
    Nothing,
    /// `strace` with these arguments.
    Strace(Vec<String>),
    /// No file can grow beyond so many blocks of 512 bytes: the write that would is cut short, the next one fails.
    FileSize(usize),
}

/// The program, and how much it has to do.
#[derive(Debug, Clone, Copy)]
pub(super) struct Child<'a> {
    pub(super) laika: &'a Path,
    pub(super) shape: Shape,
    /// Acknowledge without asking the disk: what the proof must be seen to notice.
    pub(super) careless: bool,
}

/// How a life ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// By itself.
    Code(i32),
    Signal(i32),
    /// It was ended after a long time.
    Stuck,
}

/// What is known of a life afterwards.
#[derive(Debug, Clone)]
pub(super) struct Life {
    pub(super) end: End,
    pub(super) words: Words,
    pub(super) took: Duration,
}

impl Life {
    /// Whether it did all it had to do.
    pub(super) fn is_done(&self) -> bool {
        self.end == End::Code(0) && self.words.done
    }

    /// How it ended, for a person.
    pub(super) fn ending(&self) -> String {
        let end = match self.end {
            End::Code(code) => format!("exit code {code}"),
            End::Signal(signal) => format!("signal {signal}"),
            End::Stuck => "it never ended".to_owned(),
        };
        match self.words.troubles.last() {
            Some(trouble) => format!("{end}, last trouble: {trouble}"),
            None => end,
        }
    }
}

/// What a child said.
#[derive(Debug, Clone, Default)]
pub(super) struct Words {
    /// What it was told is durable.
    pub(super) acks: Vec<RunHead>,
    pub(super) troubles: Vec<String>,
    pub(super) done: bool,
}

impl Words {
    /// Reads whole lines; what a kill cut off was never said.
    pub(super) fn read(said: &[u8]) -> Result<Self> {
        let end = said.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
        let text = String::from_utf8_lossy(said.get(..end).unwrap_or_default());
        let mut words = Self::default();
        for line in text.lines() {
            match line.split_once(' ') {
                Some(("ack", head)) => {
                    let head = RunHead::parse(head).with_context(|| format!("the child said `{line}`"))?;
                    words.acks.push(head);
                }
                Some(("trouble", trouble)) => words.troubles.push(trouble.to_owned()),
                Some(("effect", _)) => {}
                None if line == "done" => words.done = true,
                Some(_) | None => anyhow::bail!("the child said `{line}`, which is none of its words"),
            }
        }
        Ok(words)
    }
}

impl Child<'_> {
    /// Lives in a folder until it ends.
    pub(super) fn live(&self, folder: &Path, around: &Around) -> Result<Life> {
        let mut command = self.command(folder, around);
        let said = folder.join(SAID);
        let stdout = File::create(&said).with_context(|| format!("cannot make `{}`", said.display()))?;
        // A group of its own, so that the child can be ended together with what watches it.
        command.stdin(Stdio::null()).stdout(stdout).stderr(Stdio::null()).process_group(0);
        let start = Instant::now();
        let name = command.get_program().to_string_lossy().into_owned();
        let process = command.spawn().with_context(|| format!("`{name}` cannot be started"))?;
        let end = wait(process, start).with_context(|| format!("`{name}` is lost"))?;
        let took = start.elapsed();
        let said = fs::read(&said).with_context(|| format!("cannot read `{}`", said.display()))?;
        Ok(Life { end, words: Words::read(&said)?, took })
    }

    fn command(&self, folder: &Path, around: &Around) -> Command {
        let mut command = match around {
            Around::Nothing => Command::new(self.laika),
            Around::Strace(arguments) => {
                let mut command = Command::new("strace");
                command.args(arguments).arg("--").arg(self.laika);
                command
            }
            Around::FileSize(blocks) => {
                // The signal that goes with the error would end the child before it can deal with it.
                let script = r#"trap "" XFSZ; ulimit -f "$1"; shift; exec "$@""#;
                let mut command = Command::new("sh");
                command.args(["-c", script, "sh", &blocks.to_string()]).arg(self.laika);
                command
            }
        };
        command.arg("crash-child").arg("--dir").arg(folder);
        command.args(["--runs", &self.shape.runs.to_string(), "--steps", &self.shape.steps.to_string()]);
        if self.careless {
            command.args(["--synchronous", "off"]);
        }
        command
    }
}

fn wait(mut process: Process, start: Instant) -> std::io::Result<End> {
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = process.try_wait()? {
            return Ok(end(status));
        }
        if start.elapsed() > PATIENCE {
            // Killing `strace` alone would only let go of the child.
            let group = format!("-{}", process.id());
            let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
            let _ = process.kill();
            process.wait()?;
            return Ok(End::Stuck);
        }
        thread::sleep(pause);
        pause = (2 * pause).min(Duration::from_millis(4));
    }
}

fn end(status: ExitStatus) -> End {
    match (status.code(), status.signal()) {
        (Some(code), _) => End::Code(code),
        (None, Some(signal)) => End::Signal(signal),
        (None, None) => End::Code(-1),
    }
}

/// Arguments of `strace` that every use shares. Without its seccomp filter, which would swallow the signals.
pub(super) fn strace(output: Option<&Path>) -> Vec<String> {
    let output = output.map_or_else(|| PathBuf::from("/dev/null"), Path::to_path_buf);
    let arguments = ["-f", "-qq", "-e", "signal=none", "-o"];
    arguments.into_iter().map(str::to_owned).chain([output.to_string_lossy().into_owned()]).collect()
}

/// Why nothing can be traced here, if that is so.
pub(super) fn cannot_trace() -> Option<&'static str> {
    let mut probe = Command::new("strace");
    probe.args(strace(None)).args(["-e", "trace=none", "--", "true"]);
    match probe.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status() {
        Ok(status) if status.success() => None,
        Ok(_) => Some("`strace` may not trace here"),
        Err(_) => Some("there is no `strace`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HASH: &str = "00000000000000000000000000000000000000000000000000000000000000aa";

    #[test]
    fn only_whole_lines_were_said() {
        let said = format!(
            "ack run-1:1:{HASH}\neffect run-1 1 u\ntrouble E_STORE_FULL no space\nack run-1:2:{HASH}"
        );
        let words = Words::read(said.as_bytes()).unwrap();
        assert_eq!(words.acks, [RunHead::parse(&format!("run-1:1:{HASH}")).unwrap()]);
        assert_eq!(words.troubles, ["E_STORE_FULL no space"]);
        assert!(!words.done);
        assert!(Words::read(b"done\n").unwrap().done);
        assert!(!Words::read(b"done").unwrap().done);
        assert!(Words::read(b"nonsense\n").is_err() && Words::read(b"ack run-1\n").is_err());
    }

    fn program(script: &str) -> Process {
        Command::new("sh").args(["-c", script]).process_group(0).spawn().unwrap()
    }

    #[test]
    fn each_end_is_told_apart() {
        assert_eq!(wait(program("exit 3"), Instant::now()).unwrap(), End::Code(3));
        assert_eq!(wait(program("kill -9 $$"), Instant::now()).unwrap(), End::Signal(9));
        let long_ago = Instant::now().checked_sub(2 * PATIENCE).unwrap();
        assert_eq!(wait(program("sleep 100 & sleep 100"), long_ago).unwrap(), End::Stuck);
    }
}
