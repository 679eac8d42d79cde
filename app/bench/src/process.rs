//! Child processes that never outlive their run.

use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;

use anyhow::{Context as _, Result, anyhow};

/// Ends its child when it goes, however that comes about.
struct Guard(Child);

impl Drop for Guard {
    fn drop(&mut self) {
        // It may have ended by itself, which is what these would then complain about.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Runs a program to its end and returns its stdout; every line on its stderr is progress.
///
/// Its stdin stays open and empty until it ends, so that it can tell when this process is gone.
pub(crate) fn watch(command: &mut Command, progress: &mut dyn FnMut(&str)) -> Result<String> {
    let name = name(command);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = Guard(command.spawn().with_context(|| format!("`{name}` cannot be started"))?);
    let (stdin, stdout, stderr) = (child.0.stdin.take(), child.0.stdout.take(), child.0.stderr.take());
    let reader = thread::spawn(move || {
        let mut text = String::new();
        stdout.map_or(Ok(0), |mut stdout| stdout.read_to_string(&mut text)).map(|_| text)
    });
    let mut last = String::new();
    for line in stderr.into_iter().flat_map(|stderr| BufReader::new(stderr).lines()) {
        let line = line.with_context(|| format!("`{name}` cannot be read"))?;
        progress(&line);
        if !line.trim().is_empty() {
            last = line;
        }
    }
    let text = reader.join().map_err(|_| anyhow!("`{name}` cannot be read"))?;
    let status = child.0.wait().with_context(|| format!("`{name}` is lost"))?;
    drop(stdin);
    if !status.success() {
        return Err(anyhow!("{}", last.trim()).context(format!("`{name}` failed ({status})")));
    }
    text.with_context(|| format!("`{name}` did not print UTF-8"))
}

/// Runs a program in silence and returns its stdout; on failure, the last thing it said.
pub(crate) fn read(command: &mut Command) -> Result<String> {
    let name = name(command);
    let output =
        command.stdin(Stdio::null()).output().with_context(|| format!("`{name}` cannot be started"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let last = said.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or("it said nothing");
    Err(anyhow!("`{name}` failed: {last}"))
}

fn name(command: &Command) -> String {
    let program = Path::new(command.get_program());
    program.file_name().unwrap_or(program.as_os_str()).to_string_lossy().into_owned()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn sh(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn stdout_is_the_result_and_stderr_is_progress() {
        let mut lines = Vec::new();
        let text = watch(&mut sh("echo one >&2; echo result; echo two >&2"), &mut |line| {
            lines.push(line.to_owned())
        });
        assert_eq!(text.unwrap(), "result\n");
        assert_eq!(lines, ["one", "two"]);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn stdin_is_open_until_the_child_ends() {
        assert_eq!(watch(&mut sh("timeout 0.2 cat; echo $?"), &mut |_| {}).unwrap(), "124\n");
    }

    #[test]
    fn a_failure_carries_what_was_said_last() {
        let error = watch(&mut sh("echo broken >&2; exit 3"), &mut |_| {}).unwrap_err();
        assert_eq!(format!("{error:#}"), "`sh` failed (exit status: 3): broken");
        let error = read(&mut sh("echo first >&2; echo ' last ' >&2; echo >&2; exit 1")).unwrap_err();
        assert_eq!(error.to_string(), "`sh` failed: last");
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let error = read(&mut Command::new("/nowhere/laika-missing")).unwrap_err();
        assert_eq!(error.to_string(), "`laika-missing` cannot be started");
    }
}
