//! Child processes: started in the repository's root, named in full when they fail.

use std::ffi::OsStr;
use std::io::{BufRead as _, BufReader, IsTerminal as _, Read};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::thread;

use anyhow::{Context as _, Result, bail};

use crate::{printer, workspace};

/// How a streamed child ended, and everything it said.
pub(crate) struct Finished {
    pub(crate) success: bool,
    pub(crate) code: u8,
    pub(crate) output: String,
}

/// A command in the repository's root, with nothing to read on stdin.
pub(crate) fn command<A: AsRef<OsStr>>(
    program: impl AsRef<OsStr>,
    args: impl IntoIterator<Item = A>,
) -> Command {
    let mut command = Command::new(program);
    command.args(args).current_dir(workspace::root()).stdin(Stdio::null());
    command
}

/// The same cargo that started this program.
pub(crate) fn cargo<A: AsRef<OsStr>>(args: impl IntoIterator<Item = A>) -> Command {
    let mut cargo = command(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()), args);
    // Its output passes through a pipe here, but where that ends in a terminal it may keep its colours.
    if std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none() {
        cargo.env("CARGO_TERM_COLOR", "always");
    }
    cargo
}

/// Runs a command, passing its output on as it comes and keeping a copy.
pub(crate) fn stream(command: &mut Command) -> Result<Finished> {
    watch(command, printer::forward_stdout)
}

/// Runs a command whose output is progress and not a result, so all of it goes to stderr; that it fails is an error.
pub(crate) fn must(command: &mut Command) -> Result<()> {
    if !watch(command, printer::forward_stderr)?.success {
        bail!("{}", failed(command));
    }
    Ok(())
}

fn watch(command: &mut Command, forward_stdout: fn(&[u8])) -> Result<Finished> {
    printer::note(&format!("$ {}", line(command)));
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().with_context(|| failed(command))?;
    let output = Mutex::new(String::new());
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    thread::scope(|scope| {
        scope.spawn(|| pump(stdout, forward_stdout, &output));
        scope.spawn(|| pump(stderr, printer::forward_stderr, &output));
    });
    let status = child.wait().with_context(|| failed(command))?;
    let output = output.into_inner().unwrap_or_default();
    Ok(Finished { success: status.success(), code: code(status), output })
}

/// The exit code to pass on. A child that was ended by a signal has none of its own.
pub(crate) fn code(status: ExitStatus) -> u8 {
    status.code().map_or(1, |code| u8::try_from(code).unwrap_or(1))
}

/// Runs a command in silence and returns its stdout; what it said on stderr is part of the error.
pub(crate) fn read(command: &mut Command) -> Result<String> {
    let output = command.stderr(Stdio::piped()).output().with_context(|| failed(command))?;
    if !output.status.success() {
        bail!("{}\n{}", failed(command), String::from_utf8_lossy(&output.stderr).trim_end());
    }
    String::from_utf8(output.stdout).with_context(|| format!("`{}` did not print UTF-8", line(command)))
}

/// The command as one would type it.
pub(crate) fn line(command: &Command) -> String {
    let program = std::path::Path::new(command.get_program());
    let name = program.file_name().unwrap_or(command.get_program());
    let words = std::iter::once(name).chain(command.get_args());
    words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}

fn failed(command: &Command) -> String {
    format!("`{}` failed", line(command))
}

fn pump(source: Option<impl Read>, forward: fn(&[u8]), output: &Mutex<String>) {
    let Some(source) = source else { return };
    let mut source = BufReader::new(source);
    let mut bytes = Vec::new();
    // A read error means that the child is gone; its exit status tells the rest.
    while matches!(source.read_until(b'\n', &mut bytes), Ok(1..)) {
        forward(&bytes);
        if let Ok(mut output) = output.lock() {
            output.push_str(&String::from_utf8_lossy(&bytes));
        }
        bytes.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failing_command_is_named_with_what_it_said() {
        let error = read(&mut command("sh", ["-c", "echo broken >&2; exit 3"])).unwrap_err().to_string();
        assert!(error.starts_with("`sh -c echo broken"), "{error}");
        assert!(error.ends_with("failed\nbroken"), "{error}");
    }

    #[test]
    fn output_is_kept_to_the_last_byte() {
        // Not passed on: half a line in the middle of the test runner's own output could hide a result.
        let mut command = command("sh", ["-c", "echo one; echo two >&2; printf three; exit 3"]);
        let finished = watch(&mut command, |_| {}).unwrap();
        assert!(!finished.success);
        assert_eq!(finished.code, 3);
        for word in ["one\n", "two\n", "three"] {
            assert!(finished.output.contains(word), "{word} is missing from {}", finished.output);
        }
    }
}
