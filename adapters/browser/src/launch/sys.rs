//! What happens between fork and exec.
#![allow(unsafe_code)]

use std::io;
use std::mem::ManuallyDrop;
use std::os::fd::{AsFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::process::CommandExt;
use std::process::Command;

use rustix::io::{dup2, fcntl_dupfd_cloexec};
use rustix::process::{Pid, getppid};

/// Where Chromium reads commands and writes answers.
const COMMANDS: RawFd = 3;
const ANSWERS: RawFd = 4;

/// Hands the two pipe ends to the child as Chromium expects them, and ties its life to that of `parent`.
///
/// The kernel forgets the death signal when the user id changes, and the standard library changes it before this runs.
pub(super) fn prepare(command: &mut Command, commands: OwnedFd, answers: OwnedFd, parent: Pid) {
    let before_exec = move || -> io::Result<()> {
        // Either end may already have the number of the other's place.
        let commands = fcntl_dupfd_cloexec(commands.as_fd(), 10)?;
        let answers = fcntl_dupfd_cloexec(answers.as_fd(), 10)?;
        put(&commands, COMMANDS)?;
        put(&answers, ANSWERS)?;
        #[cfg(target_os = "linux")]
        rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))?;
        // The parent may have died before the signal was asked for.
        if getppid() == Some(parent) { Ok(()) } else { Err(io::ErrorKind::BrokenPipe.into()) }
    };
    // SAFETY: the closure only makes system calls and allocates nothing, as is required after a fork.
    unsafe { command.pre_exec(before_exec) };
}

fn put(from: &OwnedFd, place: RawFd) -> io::Result<()> {
    // SAFETY: `ManuallyDrop` keeps this from closing the number, which nothing else in the child owns from here on.
    let mut place = ManuallyDrop::new(unsafe { OwnedFd::from_raw_fd(place) });
    dup2(from, &mut place)?;
    Ok(())
}
