//! Runs the git program: no shell, no pager, no prompt, no hook; bounded in time and in what it says.

use std::ffi::OsString;
use std::io::Read;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use laika_protocol::{ErrorCode, ToolError};
use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use super::settings::Overrides;
use crate::Bounds;
use crate::project::refusal::refused;

/// Bytes of git's complaints that are read.
const COMPLAINT_MOST_BYTES: usize = 16 * 1024;
/// How long git may tidy up its locks after it was told to stop.
const TIDY_UP: Duration = Duration::from_millis(500);

/// The git program of this machine.
#[derive(Clone, Debug)]
pub struct Git {
    program: PathBuf,
    own_group: bool,
}

/// What git said.
#[derive(Clone, Debug)]
pub(crate) struct Said {
    pub(crate) ok: bool,
    pub(crate) out: Vec<u8>,
    /// Whether there was more.
    pub(crate) cut: bool,
    pub(crate) complaint: String,
}

/// Where git works, and under which settings.
pub(crate) struct Place<'a> {
    pub(crate) folder: &'a Path,
    /// The repository; `None` for questions that need none.
    pub(crate) repository: Option<PathBuf>,
    pub(crate) overrides: Overrides,
    pub(crate) extra: Vec<(&'static str, OsString)>,
}

impl Git {
    /// Looks for git in the folders of a search path, such as `PATH`; only absolute ones count.
    ///
    /// # Errors
    ///
    /// `E_GIT_MISSING`, with what to do.
    pub fn find(search_path: &std::ffi::OsStr) -> Result<Self, ToolError> {
        let mut programs =
            std::env::split_paths(search_path).filter(|dir| dir.is_absolute()).map(|dir| dir.join("git"));
        let program = programs.find(|program| program.is_file()).ok_or_else(|| {
            refused(
                ErrorCode::Unavailable,
                "E_GIT_MISSING",
                "git is not on this machine; install it, for example with the system's packages",
            )
        })?;
        Ok(Self { program, own_group: true })
    }

    /// For a process that does nothing else: git stays in its group, so that whoever ends that ends git, too.
    #[must_use]
    pub(crate) fn in_our_group(self) -> Self {
        Self { own_group: false, ..self }
    }

    /// What can be started of it: itself, and its parts by where packages put them.
    pub(crate) fn programs(&self) -> Vec<PathBuf> {
        let parts = ["libexec/git-core", "lib/git-core", "lib64/git-core"];
        let parts = self.prefixes().flat_map(|prefix| parts.map(|part| prefix.join(part)));
        std::iter::once(self.program.clone()).chain(parts).collect()
    }

    /// Where libraries of its own would be.
    pub(crate) fn libraries(&self) -> Vec<PathBuf> {
        self.prefixes().flat_map(|prefix| ["lib", "lib64"].map(|part| prefix.join(part))).collect()
    }

    /// The folders it was installed under, by its name and by where it really lies.
    fn prefixes(&self) -> impl Iterator<Item = PathBuf> {
        let named = std::iter::once(self.program.clone()).chain(self.program.canonicalize());
        named.filter_map(|program| Some(program.parent()?.parent()?.to_owned()))
    }

    /// Runs git once.
    pub(crate) fn run<I, S>(
        &self,
        place: &Place<'_>,
        arguments: I,
        bounds: &Bounds,
    ) -> Result<Said, ToolError>
    where
        I: IntoIterator<Item = S>,
        S: AsRef<std::ffi::OsStr>,
    {
        bounds.check()?;
        let mut command = Command::new(&self.program);
        command
            .args(["--no-pager", "--no-replace-objects", "--literal-pathspecs", "--no-optional-locks"])
            .args(arguments)
            .env_clear()
            .envs(self.environment(place))
            .current_dir(place.folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if self.own_group {
            command.process_group(0);
        }
        let mut child = command.spawn().map_err(|error| {
            refused(
                ErrorCode::Unavailable,
                "E_GIT_MISSING",
                format!("git could not be started: {}", error.kind()),
            )
        })?;
        let full = Arc::new(AtomicBool::new(false));
        let out = child.stdout.take().map(|pipe| read_in_thread(pipe, bounds.most_bytes, Some(full.clone())));
        let complaint = child.stderr.take().map(|pipe| read_in_thread(pipe, COMPLAINT_MOST_BYTES, None));
        let ended = wait(&mut child, self.own_group, &full, bounds);
        let collect = |reader: Option<std::thread::JoinHandle<Vec<u8>>>| {
            reader.and_then(|reader| reader.join().ok()).unwrap_or_default()
        };
        let (mut out, complaint) = (collect(out), collect(complaint));
        let ok = ended?;
        let cut = out.len() > bounds.most_bytes;
        out.truncate(bounds.most_bytes);
        Ok(Said { ok: ok || cut, out, cut, complaint: String::from_utf8_lossy(&complaint).into_owned() })
    }

    /// Everything that git learns from its environment; nothing of Laika's own gets there.
    fn environment(&self, place: &Place<'_>) -> Vec<(OsString, OsString)> {
        let mut all: Vec<(OsString, OsString)> = Vec::new();
        let mut set = |name: &str, value: &std::ffi::OsStr| all.push((name.into(), value.to_owned()));
        if let Some(folder) = self.program.parent() {
            set("PATH", folder.as_os_str());
        }
        for (name, value) in ENVIRONMENT {
            set(name, value.as_ref());
        }
        if let Some(repository) = &place.repository {
            set("GIT_DIR", repository.as_os_str());
            set("GIT_WORK_TREE", place.folder.as_os_str());
        }
        for (name, value) in &place.extra {
            set(name, value);
        }
        let settings = place.overrides.all();
        set("GIT_CONFIG_COUNT", settings.len().to_string().as_ref());
        for (at, (key, value)) in settings.iter().enumerate() {
            set(&format!("GIT_CONFIG_KEY_{at}"), key.as_ref());
            set(&format!("GIT_CONFIG_VALUE_{at}"), value.as_ref());
        }
        all
    }
}

/// The same bounds with another length.
pub(crate) fn up_to(most_bytes: usize, bounds: &Bounds) -> Bounds {
    let mut bounds = bounds.clone();
    bounds.most_bytes = most_bytes;
    bounds
}

/// What holds in every call.
const ENVIRONMENT: &[(&str, &str)] = &[
    ("LC_ALL", "C"),
    ("TERM", "dumb"),
    ("HOME", "/nonexistent"),
    ("XDG_CONFIG_HOME", "/nonexistent"),
    ("GIT_CONFIG_NOSYSTEM", "1"),
    ("GIT_CONFIG_SYSTEM", "/dev/null"),
    ("GIT_CONFIG_GLOBAL", "/dev/null"),
    ("GIT_ATTR_NOSYSTEM", "1"),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("GIT_ASKPASS", "false"),
    ("SSH_ASKPASS", "false"),
    ("GIT_SSH_COMMAND", "false"),
    ("GIT_PROXY_COMMAND", "false"),
    ("GIT_PAGER", "cat"),
    ("GIT_EDITOR", "false"),
    ("GIT_SEQUENCE_EDITOR", "false"),
    ("GIT_OPTIONAL_LOCKS", "0"),
    ("GIT_NO_LAZY_FETCH", "1"),
    ("GIT_NO_REPLACE_OBJECTS", "1"),
    ("GIT_LITERAL_PATHSPECS", "1"),
    // A list of what may be spoken; this is the name of nothing.
    ("GIT_ALLOW_PROTOCOL", "none"),
    ("GIT_PROTOCOL_FROM_USER", "0"),
    ("GIT_FLUSH", "0"),
    ("GIT_ADVICE", "0"),
];

/// Reads a pipe up to its bound; says when there is more, and reads no further.
fn read_in_thread(
    pipe: impl Read + Send + 'static,
    most: usize,
    full: Option<Arc<AtomicBool>>,
) -> std::thread::JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let mut pipe = pipe;
        // What could be read until an error is what was said.
        let _read = pipe.by_ref().take(most as u64 + 1).read_to_end(&mut bytes);
        match full {
            Some(full) if bytes.len() > most => full.store(true, Ordering::Release),
            Some(_) => {}
            // Complaints are read to their end, so that nobody waits for a full pipe.
            None => {
                let _rest = std::io::copy(&mut pipe, &mut std::io::sink());
            }
        }
        bytes
    })
}

/// Waits for the end, or brings it about; says whether git succeeded.
fn wait(child: &mut Child, own_group: bool, full: &AtomicBool, bounds: &Bounds) -> Result<bool, ToolError> {
    let mut pause = Duration::from_micros(200);
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status.success()),
            Ok(None) => {}
            Err(_) => {
                stop(child, own_group);
                return Err(ToolError::new(ErrorCode::Internal, "git could not be waited for"));
            }
        }
        if full.load(Ordering::Acquire) {
            stop(child, own_group);
            return Ok(true);
        }
        if let Err(error) = bounds.check() {
            stop(child, own_group);
            return Err(error);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    }
}

/// Ends git, and all that it started where that is its group: asked first, so that it removes its locks, then made to.
fn stop(child: &mut Child, own_group: bool) {
    let id = Pid::from_child(child);
    let end = if own_group { kill_process_group } else { kill_process };
    let _told = end(id, Signal::TERM);
    let until = Instant::now() + TIDY_UP;
    while Instant::now() < until && matches!(child.try_wait(), Ok(None)) {
        std::thread::sleep(Duration::from_millis(2));
    }
    let _made = end(id, Signal::KILL);
    let _status = child.wait();
}
