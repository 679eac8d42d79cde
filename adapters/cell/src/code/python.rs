//! Python by the interpreter of this machine, in a process that can reach nothing.

use std::ffi::OsStr;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use laika_protocol::cell::{Ended, Program, Ran};

use super::{CellError, FLOOD_BYTES, text};
use crate::enter::{Guest, NotEntered, Silence, Spec};

/// Runs first: it reads the program, has it run and says how it ended.
const BOOTSTRAP: &str = include_str!("bootstrap.py");
/// The interpreter itself, its libraries and one thread's stack, beside what the program may take.
const INTERPRETER_BYTES: u64 = 96 << 20;
/// The program's own pipes, and the modules it reads.
const DESCRIPTORS: u64 = 64;
/// Threads share its memory, and their stacks are taken from it.
const THREADS: u64 = 32;
/// How long an interpreter may take to end when it has said that it is over.
const END_WITHIN: Duration = Duration::from_millis(500);
/// Bytes of a value that are given.
const VALUE_BYTES: usize = 64 << 10;
/// What is behind the program's own output: our mark, how it ended, and its value.
const LAST_BYTES: usize = VALUE_BYTES + (4 << 10);

/// Interpreters that belong to the system come first: nobody but its owner can change them.
const SYSTEM: &[&str] = &["/usr/bin", "/usr/local/bin"];

/// The Python interpreter of this machine: one of the system, else the first on `path`. A script that only chooses
/// another one, as version managers have, is passed over.
///
/// # Errors
/// Why there is none.
pub fn find(path: Option<&OsStr>) -> Result<PathBuf, String> {
    if !cfg!(target_os = "linux") {
        return Err("programs of others are confined on Linux only".into());
    }
    let given = path.map(std::env::split_paths).into_iter().flatten().filter(|folder| folder.is_absolute());
    let folders = SYSTEM.iter().map(PathBuf::from).chain(given);
    let mut files = folders.filter_map(|folder| fs::canonicalize(folder.join("python3")).ok());
    files.find(|file| is_machine_code(file)).ok_or_else(|| "there is no python3 on this machine".into())
}

/// Whether a file is an executable of the machine.
pub(crate) fn is_machine_code(file: &Path) -> bool {
    let mut start = [0; 4];
    fs::File::open(file).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == *b"\x7fELF"
}

/// Where an interpreter keeps its own modules: beside the folder it lies in.
pub(crate) fn modules_of(python: &Path) -> Vec<PathBuf> {
    let Some(prefix) = python.parent().and_then(Path::parent) else { return Vec::new() };
    // A prefix that is the root would be everything.
    let prefix = Some(prefix).filter(|prefix| prefix.parent().is_some());
    prefix.into_iter().flat_map(|prefix| [prefix.join("lib"), prefix.join("lib64")]).collect()
}

pub(super) fn run(
    laika: &Path,
    python: &Path,
    program: &Program,
    cancelled: &dyn Fn() -> bool,
) -> Result<Ran, CellError> {
    let spec = Spec {
        program: python.to_owned(),
        // Neither the environment nor a folder nor site packages add modules, and none are written.
        arguments: ["-I", "-S", "-B", "-X", "utf8", "-c", BOOTSTRAP].map(str::to_owned).to_vec(),
        folder: "/".into(),
        read: modules_of(python),
        write: Vec::new(),
        network: false,
        keeps: Vec::new(),
        counts_filled: false,
        cpu_seconds: program.time_ms.div_ceil(1000).saturating_add(1),
        memory_bytes: program.memory_bytes.saturating_add(INTERPRETER_BYTES),
        file_bytes: 0,
        descriptors: DESCRIPTORS,
        threads: THREADS,
    };
    let entered = Guest::enter(laika, &spec, program.output_bytes, cancelled);
    let mut guest = entered.map_err(|why| match why {
        NotEntered::CalledOff => CellError::Cancelled,
        NotEntered::Refused(why) => CellError::Unconfined(why),
        NotEntered::Broken(why) => CellError::Broken(why),
    })?;
    let start = Instant::now();
    let mark = mark();
    let head = format!("{mark} {} {}\n", program.code.len(), program.input.len());
    guest.say([head.as_bytes(), program.code.as_bytes(), program.input.as_bytes()].concat());
    guest.end_input();
    let until = start + Duration::from_millis(program.time_ms);
    let mut output = Output::new(program.output_bytes);
    let silence = loop {
        match guest.hear(until, cancelled) {
            Ok(bytes) => output.take(&bytes),
            Err(silence) => break silence,
        }
        if output.total > FLOOD_BYTES {
            break Silence::TooLong;
        }
    };
    let took = start.elapsed();
    let status = if silence == Silence::Ended { guest.ended_within(END_WITHIN) } else { None };
    guest.kill();
    if silence == Silence::CalledOff {
        return Err(CellError::Cancelled);
    }
    let (complaints, more) = guest.complaints();
    let last = output.split_last_words(format!("\n{mark}").as_bytes());
    let ended = match (silence, &last) {
        (Silence::Late, _) => Ended::TimedOut,
        (Silence::TooLong | Silence::CalledOff, _) => Ended::Killed,
        (Silence::Ended, Some(last)) => last.ended,
        (Silence::Ended, None) => by_status(status, took, spec.cpu_seconds),
    };
    let mut stdout = text::of(&output.kept);
    let mut cut = output.cut() + more + text::cut(&mut stdout, program.output_bytes);
    let mut stderr = text::of(&complaints);
    cut += text::cut(&mut stderr, program.output_bytes);
    Ok(Ran {
        ended,
        stdout,
        stderr,
        value: last.and_then(|last| last.value),
        cut_bytes: cut,
        took_ms: u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
    })
}

/// For a process that ended without a word: by its own doing, or because it used up what it may.
fn by_status(status: Option<ExitStatus>, took: Duration, cpu_seconds: u64) -> Ended {
    match status.and_then(|status| status.code()) {
        Some(0) => Ended::Done,
        Some(3) => Ended::OutOfMemory,
        Some(_) => Ended::Failed,
        None if took >= Duration::from_secs(cpu_seconds) => Ended::TimedOut,
        None => Ended::Killed,
    }
}

/// A word that the program cannot print by chance. It could find it out, and then only lie about its own end.
fn mark() -> String {
    use std::hash::{BuildHasher as _, RandomState};
    let random = || RandomState::new().hash_one(std::process::id());
    format!("laika-{:016x}{:016x}", random(), random())
}

/// What a program prints: the first bytes, the last ones, and how many there were.
struct Output {
    most: usize,
    kept: Vec<u8>,
    /// The bytes behind those kept, of which only the last are.
    rest: Vec<u8>,
    total: u64,
    /// Bytes of our own among them.
    ours: u64,
}

struct LastWords {
    ended: Ended,
    value: Option<String>,
}

impl Output {
    const fn new(most: usize) -> Self {
        Self { most, kept: Vec::new(), rest: Vec::new(), total: 0, ours: 0 }
    }

    fn take(&mut self, bytes: &[u8]) {
        self.total += bytes.len() as u64;
        let (first, more) = bytes.split_at(bytes.len().min(self.most.saturating_sub(self.kept.len())));
        self.kept.extend_from_slice(first);
        self.rest.extend_from_slice(more);
        // Twice as much before it is moved: each byte is then moved once.
        if self.rest.len() > 2 * LAST_BYTES {
            self.rest.drain(..self.rest.len() - LAST_BYTES);
        }
    }

    fn cut(&self) -> u64 {
        self.total - self.ours - self.kept.len() as u64
    }

    /// Takes our own last words out of it.
    fn split_last_words(&mut self, mark: &[u8]) -> Option<LastWords> {
        // They may lie across the place where the kept bytes end.
        let overlap = self.kept.len().min(LAST_BYTES);
        let before = self.kept.len() - overlap;
        let tail = [self.kept.get(before..)?, &self.rest].concat();
        let at = tail.windows(mark.len()).rposition(|window| window == mark)?;
        self.ours = (tail.len() - at) as u64;
        self.kept.truncate((before + at).min(self.kept.len()));
        let words = text::of(tail.get(at + mark.len()..)?);
        let (ended, value) = words.trim_start().split_once('\n')?;
        let ended = match ended {
            "done" => Ended::Done,
            "memory" => Ended::OutOfMemory,
            _ => Ended::Failed,
        };
        let mut value = Some(value.to_owned()).filter(|value| !value.is_empty());
        if let Some(value) = &mut value {
            text::cut(value, VALUE_BYTES);
        }
        Some(LastWords { ended, value })
    }
}
