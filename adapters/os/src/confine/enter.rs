//! What a program that somebody else wrote may still do, and the step into it.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use super::Confinement;

/// A program, and what it may still do.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// The program: its file as it really lies, an executable of the machine and no script.
    pub program: &'a Path,
    /// Its arguments, without its own name.
    pub arguments: &'a [OsString],
    /// All of its environment.
    pub environment: &'a [(String, String)],
    /// The folder it starts in.
    pub folder: &'a Path,
    /// Files and folders it may read. What does not exist is left out.
    pub read: &'a [PathBuf],
    /// The folders it may write: files and folders in them, and no links.
    pub write: &'a [PathBuf],
    /// Whether it may connect to other machines, and to this one. It may never listen, and no socket with a path or a
    /// name of its own is within its reach either way.
    pub network: bool,
    /// What it may use up.
    pub limits: Limits,
}

/// What a program may use up.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Seconds of the processor.
    pub cpu_seconds: u64,
    /// Memory.
    pub memory: Memory,
    /// Bytes of one file it writes.
    pub file_bytes: u64,
    /// Descriptors it may hold.
    pub descriptors: u64,
    /// Threads, where the system counts them for it alone.
    pub threads: u64,
}

/// How the memory of a program is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// Bytes of its address space: its own code and its libraries count.
    Addresses(u64),
    /// Bytes that it may fill: for programs that reserve far more addresses than they use.
    Filled(u64),
}

/// How far a program is held back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entered {
    /// By rules about files, ports and signals.
    pub confinement: Confinement,
    /// Whether it also has processes, shared memory and, without a grant, a network of its own, which are all empty.
    pub namespaces: bool,
}

/// Becomes a program, for good. It returns only when it cannot, with the reason; the process must end then. Call it
/// before any other thread exists.
///
/// `report` is called right before, in the process that becomes the program.
#[must_use]
pub fn enter(entry: &Entry<'_>, report: impl FnOnce(Entered) -> io::Result<()>) -> io::Error {
    #[cfg(target_os = "linux")]
    return super::entering::enter(entry, report);
    #[cfg(not(target_os = "linux"))]
    {
        let _ = (entry, report);
        io::Error::new(io::ErrorKind::Unsupported, "programs of others are confined on Linux only")
    }
}
