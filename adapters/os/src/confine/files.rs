//! A process of ours that works on files somebody chose: those folders, the programs it needs for that, and nothing else.

use std::io;
use std::os::fd::BorrowedFd;
use std::path::PathBuf;

use super::Confinement;

/// Where a process may work.
#[derive(Clone, Copy, Debug)]
pub struct Rooms<'a> {
    /// Folders it may read.
    pub read: &'a [BorrowedFd<'a>],
    /// Folders in which it may also write, make and remove files and folders.
    pub change: &'a [BorrowedFd<'a>],
    /// The same, and links: what they lead to is judged when it is opened.
    pub link: &'a [BorrowedFd<'a>],
    /// Programs it may start, or folders of them. What does not exist is left out.
    pub programs: &'a [PathBuf],
    /// What those need to read. What does not exist is left out.
    pub system: &'a [PathBuf],
    /// Bytes of memory of its own, of each process.
    pub memory_bytes: u64,
    /// Bytes of one file it writes.
    pub file_bytes: u64,
    /// Descriptors it may hold.
    pub descriptors: u64,
    /// Seconds of the processor, of each process.
    pub cpu_seconds: u64,
}

/// Confines this process, and every program it starts, to its rooms for good: no other file, no network, no other
/// process, no program but those named. Call it before any other thread exists.
///
/// Where the system has no Landlock, system calls and limits hold it back, and it is said so.
///
/// # Errors
/// When the system refuses what it says it can do. The caller must not go on then.
pub fn confine_to(rooms: &Rooms<'_>) -> io::Result<Confinement> {
    #[cfg(target_os = "linux")]
    return linux::confine_to(rooms);
    #[cfg(not(target_os = "linux"))]
    {
        let _ = rooms;
        Ok(Confinement::None)
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::io;
    use std::path::Path;

    use rustix::process::{DumpableBehavior, Resource, set_dumpable_behavior};
    use rustix::thread::{
        CapabilitySet, CapabilitySets, capabilities, clear_ambient_capability_set, set_capabilities,
        set_no_new_privs,
    };

    use super::super::entering::{LOADERS, set};
    use super::super::{Confinement, file_calls, landlocked};
    use super::Rooms;

    pub(super) fn confine_to(rooms: &Rooms<'_>) -> io::Result<Confinement> {
        // No terminal to type into or to read from, and a group of our own. It may lead one already.
        let _led = rustix::process::setsid();
        for (resource, most) in [
            (Resource::Core, 0),
            (Resource::Data, rooms.memory_bytes),
            (Resource::Fsize, rooms.file_bytes),
            (Resource::Nofile, rooms.descriptors),
            (Resource::Cpu, rooms.cpu_seconds),
        ] {
            set(resource, most, most)?;
        }
        // Others of the same user can then neither read its memory nor attach to it.
        set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
        keep_few_privileges()?;
        let loaders: Vec<&Path> = LOADERS.iter().map(Path::new).collect();
        let confinement = landlocked::restrict_to_rooms(rooms, &loaders)?;
        file_calls::restrict(confinement == Confinement::Full)?;
        Ok(confinement)
    }

    /// Of a superuser's privileges only those about files of others, which Landlock still judges: a project in a container
    /// often belongs to somebody else. For everybody else there are none.
    fn keep_few_privileges() -> io::Result<()> {
        set_no_new_privs(true)?;
        clear_ambient_capability_set()?;
        let had = capabilities(None)?;
        let kept =
            had.permitted & (CapabilitySet::CHOWN | CapabilitySet::DAC_OVERRIDE | CapabilitySet::FOWNER);
        let kept = CapabilitySets { effective: kept, permitted: kept, inheritable: CapabilitySet::empty() };
        Ok(set_capabilities(None, kept)?)
    }
}
