//! Programs that fetch: found on the path, run without a shell, watched, and ended with all they started.

use std::env;
use std::ffi::OsString;
use std::io::Read;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};

use super::super::LibraryError;

/// How often a program is looked at.
const EVERY: Duration = Duration::from_millis(100);
/// The last words of a program; the reason stands there.
const LAST_BYTES: usize = 8 << 10;

/// A program with the words that always come first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Where it is.
    pub path: PathBuf,
    /// The words that always come first.
    pub words: Vec<OsString>,
}

impl Program {
    /// The first of these that is on the path.
    pub(super) fn find(choices: &[&[&str]], name: &'static str) -> Result<Self, LibraryError> {
        let on_path = |words: &&[&str]| {
            let (program, rest) = words.split_first()?;
            Some(Self { path: on_path(program)?, words: rest.iter().map(OsString::from).collect() })
        };
        choices.iter().find_map(on_path).ok_or(LibraryError::NoProgram(name))
    }

    /// A command of it, with nothing to read.
    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        command.args(&self.words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        // A group of its own: Ctrl-C in the terminal reaches us alone, and we end the whole group.
        command.process_group(0);
        command
    }
}

fn on_path(name: &str) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    // A relative entry would be whatever lies in the folder where Laika was started.
    let mut absolute = env::split_paths(&folders).filter(|folder| folder.is_absolute());
    absolute.find_map(|folder| Some(folder.join(name)).filter(|path| path.is_file()))
}

/// How a program ended, and its last words.
pub(super) struct Finished {
    pub(super) status: ExitStatus,
    pub(super) said: String,
}

/// Runs a command to its end. `look` is called all the while and can stop it.
pub(super) fn run(
    command: &mut Command,
    name: &'static str,
    mut look: impl FnMut() -> Result<(), LibraryError>,
) -> Result<Finished, LibraryError> {
    let path = PathBuf::from(command.get_program());
    let mut child = match command.spawn() {
        Ok(child) => Running(child),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(LibraryError::NoProgram(name));
        }
        Err(error) => return Err(LibraryError::io("start", &path)(error)),
    };
    let words = child.0.stderr.take().map(|words| thread::spawn(move || last_words(words)));
    let status = loop {
        if let Some(status) = child.0.try_wait().map_err(LibraryError::io("wait for", Path::new(name)))? {
            break status;
        }
        look()?;
        thread::sleep(EVERY);
    };
    let said = words.and_then(|words| words.join().ok()).unwrap_or_default();
    Ok(Finished { status, said })
}

/// A program that is ended with everything it started, whatever becomes of us.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(group) = i32::try_from(self.0.id()).ok().and_then(Pid::from_raw)
            && matches!(self.0.try_wait(), Ok(None))
        {
            let _ = kill_process_group(group, Signal::KILL);
            let _ = self.0.wait();
        }
    }
}

/// Reads all of it, so that the program never waits for us, and keeps the end.
fn last_words(mut words: ChildStderr) -> String {
    let (mut kept, mut piece) = (Vec::new(), [0; 4096]);
    while let Ok(read @ 1..) = words.read(&mut piece) {
        kept.extend_from_slice(piece.get(..read).unwrap_or_default());
        let surplus = kept.len().saturating_sub(LAST_BYTES);
        kept.drain(..surplus);
    }
    String::from_utf8_lossy(&kept).into_owned()
}

/// Why a program did not deliver.
pub(super) fn trouble(what: &str, folder: &Path, finished: &Finished) -> LibraryError {
    if finished.said.contains("No space left on device") {
        return LibraryError::io("write", folder)(std::io::ErrorKind::StorageFull.into());
    }
    // pip says in the end that there is no such package, also where it reached nobody who could know.
    let unreached =
        ["connection broken", "NewConnectionError", "NameResolutionError", "ConnectTimeout", "ProxyError"];
    let prefix = if unreached.iter().any(|sign| finished.said.contains(sign)) {
        "the source cannot be reached; "
    } else {
        ""
    };
    LibraryError::Source {
        what: what.to_owned(),
        said: format!("{prefix}{}", reason(&finished.said, finished.status)),
    }
}

/// The line of a program's last words that says most: the last that names an error, or the last.
fn reason(said: &str, status: ExitStatus) -> String {
    let lines: Vec<_> = said.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let names_error = |line: &&&str| line.to_ascii_lowercase().contains("error");
    let line = lines.iter().rev().find(names_error).or(lines.last());
    let mut text = line.map_or_else(|| status.to_string(), |line| (*line).to_owned());
    if text.chars().count() > 300 {
        text = text.chars().take(299).chain(['…']).collect();
    }
    text
}
