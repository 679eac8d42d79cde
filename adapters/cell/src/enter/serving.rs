//! A server that somebody else wrote, as a process that goes on: confined like every other, with the folders, variables
//! and network that the person granted, and a folder of its own that goes with it.

use std::ffi::OsStr;
use std::fs::{self, DirBuilder};
use std::io::{self, Read};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, ChildStdout};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, SystemTime};

use laika_os::confine::{ChildProcess, Pipes};

use super::{KEPT, Report, Spec};
use crate::code::python;
use crate::plugin::launch;

/// How long the process may take to confine itself.
const ENTER_WITHIN: Duration = Duration::from_secs(20);
/// Our own first line is short.
const REPORT_BYTES: usize = 4 << 10;
/// Seconds of the processor, for as long as it serves.
const CPU_SECONDS: u64 = 900;
/// Bytes that it may fill.
const MEMORY_BYTES: u64 = 2 << 30;
/// One file that it writes.
const FILE_BYTES: u64 = 256 << 20;
/// Descriptors it may hold.
const DESCRIPTORS: u64 = 256;
/// Threads it may have.
const THREADS: u64 = 64;
/// Bytes of its complaints that are kept, from the end.
const COMPLAINTS: usize = 8 << 10;
/// What every server may read: programs and modules of the system, but no settings.
const SYSTEM: &[&str] = &["/usr", "/etc/localtime"];
/// What finding and trusting other machines takes.
const NETWORK: &[&str] = &[
    "/etc/resolv.conf",
    "/etc/hosts",
    "/etc/host.conf",
    "/etc/nsswitch.conf",
    "/etc/gai.conf",
    "/etc/services",
    "/etc/ssl",
    "/etc/pki",
    "/etc/ca-certificates",
];

static NUMBER: AtomicU64 = AtomicU64::new(1);

/// What is started, and what it may do.
#[derive(Clone, Copy, Debug)]
pub struct Server<'a> {
    /// The program, as [`program_of`] gives it, and its arguments.
    pub program: &'a Path,
    /// Its arguments.
    pub arguments: &'a [String],
    /// Folders it may read.
    pub read: &'a [PathBuf],
    /// Folders it may write, too.
    pub write: &'a [PathBuf],
    /// Whether it may connect.
    pub network: bool,
    /// Its environment, beside where its own folder is.
    pub environment: &'a [(String, String)],
}

/// Why a server is not running.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ServingError {
    /// It cannot be started.
    #[error("the server cannot be started: {0}")]
    Start(String),
    /// The system cannot confine it, so it is not started.
    #[error("the server was not started, because this system cannot confine it: {0}")]
    Unconfined(String),
}

/// A server that runs. Dropping it ends it and deletes its folder.
#[derive(Debug)]
pub struct Serving {
    child: ChildProcess,
    complaints: Arc<Mutex<Vec<u8>>>,
    _own: OwnFolder,
}

/// What is really started for a command: an executable of the machine, or the interpreter that a script names, with the
/// script before the other arguments. Where programs are is for `path` to say, not for a script.
///
/// # Errors
/// When there is no such program.
pub fn program_of(command: &str, path: Option<&OsStr>) -> Result<(PathBuf, Vec<String>), ServingError> {
    let none = || ServingError::Start(format!("there is no program `{}`", short(command)));
    let file = if command.contains('/') {
        fs::canonicalize(command).map_err(|_| none())?
    } else {
        let folders = path.map(std::env::split_paths).into_iter().flatten().filter(|one| one.is_absolute());
        let mut files = folders.filter_map(|folder| fs::canonicalize(folder.join(command)).ok());
        let script = |file: &PathBuf| launch::interpreter(file).is_some();
        let found = launch::find(command, path);
        found.or_else(|| files.find(script)).ok_or_else(none)?
    };
    if python::is_machine_code(&file) {
        return Ok((file, Vec::new()));
    }
    let interpreter = launch::interpreter(&file).and_then(|name| launch::find(&name, path));
    let interpreter = interpreter.ok_or_else(|| {
        ServingError::Start("it is neither an executable of this machine nor a script for one".into())
    })?;
    let script = file.to_str().ok_or_else(|| ServingError::Start("its path is no text".into()))?;
    Ok((interpreter, vec![script.to_owned()]))
}

impl Serving {
    /// Starts a server through `laika enter`, and waits until it is confined. Then it has what it reads from and writes to.
    ///
    /// # Errors
    /// When it cannot be started or confined.
    pub fn start(laika: &Path, server: &Server<'_>) -> Result<(Self, ChildStdin, ChildStdout), ServingError> {
        let failed = |error: &dyn std::fmt::Display| ServingError::Start(error.to_string());
        let own = OwnFolder::new().map_err(|error| failed(&error))?;
        let home = own.0.to_str().ok_or_else(|| failed(&"its folder is no text"))?.to_owned();
        let beside = [("HOME", home.as_str()), ("TMPDIR", &home), ("PATH", "/usr/bin:/bin")];
        let given = server.environment.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let all: Vec<(String, &str)> = beside
            .into_iter()
            .filter(|(name, _)| !server.environment.iter().any(|(given, _)| given == name))
            .chain(given)
            .map(|(name, value)| (format!("{KEPT}{name}"), value))
            .collect();
        let spec = serde_json::to_string(&spec(server, &own, &all)).map_err(|error| failed(&error))?;
        let environment: Vec<(&str, &str)> = all.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        let started = ChildProcess::start_heard(laika, &["enter", &spec], &environment);
        let (child, Pipes { stdin, stdout, stderr }) = started.map_err(|error| failed(&error))?;
        let complaints = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&complaints);
        spawn("server-err", move || keep_last(stderr, &kept)).map_err(|error| failed(&error))?;
        let serving = Self { child, complaints, _own: own };
        let (say, heard) = mpsc::sync_channel(1);
        // In a thread of its own: a process that says nothing must not hold anything up.
        spawn("server-enter", move || drop(say.send(report(stdout)))).map_err(|error| failed(&error))?;
        match heard.recv_timeout(ENTER_WITHIN) {
            Ok(Ok((Report::Entered { .. }, stdout))) => Ok((serving, stdin, stdout)),
            Ok(Ok((Report::Refused { why }, _))) => Err(ServingError::Unconfined(why)),
            Ok(Err(error)) => {
                let last = serving.last_complaint();
                Err(failed(&if last.is_empty() { error.to_string() } else { last }))
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                Err(failed(&"it was not confined in time"))
            }
        }
    }

    /// The last line of its standard error. It is untrusted.
    #[must_use]
    pub fn last_complaint(&self) -> String {
        let said = self.complaints.lock().map(|kept| kept.clone()).unwrap_or_default();
        let text = String::from_utf8_lossy(&said).into_owned();
        text.lines().rev().find(|one| !one.trim().is_empty()).map(short).unwrap_or_default()
    }

    /// Ends it at once.
    pub fn kill(&self) {
        self.child.kill();
    }
}

fn spec(server: &Server<'_>, own: &OwnFolder, environment: &[(String, &str)]) -> Spec {
    let system = SYSTEM.iter().chain(if server.network { NETWORK } else { &[] }).map(PathBuf::from);
    let modules = python::modules_of(server.program);
    let write: Vec<PathBuf> = std::iter::once(own.0.clone()).chain(server.write.iter().cloned()).collect();
    Spec {
        program: server.program.to_owned(),
        arguments: server.arguments.to_vec(),
        folder: own.0.clone(),
        read: system.chain(modules).chain(server.read.iter().cloned()).collect(),
        write,
        network: server.network,
        keeps: environment.iter().filter_map(|(name, _)| name.strip_prefix(KEPT)).map(str::to_owned).collect(),
        cpu_seconds: CPU_SECONDS,
        memory_bytes: MEMORY_BYTES,
        counts_filled: true,
        file_bytes: FILE_BYTES,
        descriptors: DESCRIPTORS,
        threads: THREADS,
    }
}

/// Our own line, byte by byte: what comes after it is the server's, and stays in the pipe.
fn report(mut stdout: ChildStdout) -> io::Result<(Report, ChildStdout)> {
    let mut line = Vec::new();
    let mut byte = [0];
    while line.len() < REPORT_BYTES {
        stdout.read_exact(&mut byte)?;
        if byte == [b'\n'] {
            return Ok((serde_json::from_slice(&line).map_err(io::Error::other)?, stdout));
        }
        line.extend_from_slice(&byte);
    }
    Err(io::Error::other("its first line does not end"))
}

fn keep_last(mut from: impl Read, kept: &Mutex<Vec<u8>>) {
    let mut chunk = [0; 4 << 10];
    while let Ok(read @ 1..) = from.read(&mut chunk) {
        let Ok(mut kept) = kept.lock() else { return };
        kept.extend_from_slice(chunk.get(..read).unwrap_or_default());
        let over = kept.len().saturating_sub(COMPLAINTS);
        kept.drain(..over);
    }
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.into()).spawn(work).map(drop)
}

fn short(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).take(200).collect()
}

/// The folder that a server writes to and calls its home: nobody else's, and gone with it.
#[derive(Debug)]
struct OwnFolder(PathBuf);

impl OwnFolder {
    fn new() -> io::Result<Self> {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().subsec_nanos();
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("laika-server-{}-{number}-{now}", std::process::id());
        // As it really lies: rules about files are about that.
        let folder = fs::canonicalize(std::env::temp_dir())?.join(name);
        // One that is there already is somebody else's.
        DirBuilder::new().mode(0o700).create(&folder)?;
        Ok(Self(folder))
    }
}

impl Drop for OwnFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
