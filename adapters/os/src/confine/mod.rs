//! Child processes that can do little: started with nothing of ours, and confined by themselves before they read
//! anything from outside.

#[cfg(target_os = "linux")]
mod calls;
mod child;
mod enter;
#[cfg(target_os = "linux")]
mod entering;
#[cfg(target_os = "linux")]
mod landlocked;
#[cfg(target_os = "linux")]
mod program_calls;
mod sys;

use std::io;
use std::path::Path;

use rustix::process::{Resource, Rlimit, setrlimit};

pub use child::{ChildProcess, Pipes};
pub use enter::{Entered, Entry, Limits, Memory, enter};

/// What a confined process may still do.
#[derive(Clone, Copy, Debug)]
pub struct Allowed<'a> {
    /// Files and folders it may read. What does not exist is left out.
    pub read: &'a [&'a Path],
    /// Whether it may connect to other machines. Nobody confined may listen: what listens was bound before.
    pub connect: bool,
    /// How many descriptors it may hold.
    pub descriptors: u64,
}

/// How far the operating system confines a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confinement {
    /// Files, programs, listening sockets and signals to others, all as asked.
    Full,
    /// An older kernel: files and programs as asked, some of the rest not.
    Partial,
    /// Only limits: this system cannot confine a process to files.
    None,
}

impl Confinement {
    /// As a program reads it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Partial => "partial",
            Self::None => "none",
        }
    }
}

/// Confines this process for good: no writes, no programs, no core dump, no new privileges, and only the reads that are
/// allowed. Call it before any other thread exists, because a thread that is already there stays free.
///
/// # Errors
/// When the system refuses what it says it can do. The caller must not go on then.
pub fn confine(allowed: &Allowed<'_>) -> io::Result<Confinement> {
    let limit = |resource, most| {
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) }).map_err(io::Error::from)
    };
    limit(Resource::Core, 0)?;
    limit(Resource::Fsize, 0)?;
    limit(Resource::Nofile, allowed.descriptors)?;
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{DumpableBehavior, set_dumpable_behavior};
        // Others of the same user can then neither read its memory nor attach to it.
        set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
        rustix::thread::set_no_new_privs(true)?;
        landlocked::restrict(allowed)
    }
    #[cfg(not(target_os = "linux"))]
    Ok(Confinement::None)
}

/// The system calls that a process may still make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Calls {
    /// To compute with what is open already, and to open files.
    OpenAndCompute,
    /// Only to compute with what is open already.
    Compute,
}

/// Refuses every other system call of this thread and of those it starts, for good: no sockets, no programs, no signals
/// to others. Call it after [`confine`]; a second call can only take away.
///
/// # Errors
/// When the system cannot do this. The caller must not go on then.
pub fn allow_calls(calls: Calls) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    return self::calls::restrict(calls);
    #[cfg(not(target_os = "linux"))]
    {
        let _ = calls;
        Ok(())
    }
}

/// Bounds what this process may keep in memory of its own; files that it only reads do not count.
///
/// # Errors
/// When the system refuses.
pub fn limit_memory(most: u64) -> io::Result<()> {
    Ok(setrlimit(Resource::Data, Rlimit { current: Some(most), maximum: Some(most) })?)
}
