//! What a child does between its birth and its program.
#![allow(unsafe_code, reason = "a hook between fork and exec is unsafe by its type")]

use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::Command;

/// The child gets no descriptor but the three standard ones, and dies with the thread that starts it.
pub(super) fn take_nothing_and_die_with_us(command: &mut Command) {
    let parent = rustix::process::getpid();
    // SAFETY: the hook only makes system calls and touches its own stack, which is allowed between fork and exec.
    unsafe { command.pre_exec(move || prepare(parent)) };
}

#[cfg(target_os = "linux")]
fn prepare(parent: rustix::process::Pid) -> io::Result<()> {
    use rustix::process::{Signal, getppid, set_parent_process_death_signal};
    set_parent_process_death_signal(Some(Signal::KILL))?;
    // The parent may have gone before that was set.
    if getppid() != Some(parent) {
        return Err(rustix::io::Errno::SRCH.into());
    }
    close_on_exec()
}

#[cfg(not(target_os = "linux"))]
fn prepare(_: rustix::process::Pid) -> io::Result<()> {
    Ok(())
}

/// Marks every descriptor but the standard ones to be closed when the program starts.
#[cfg(target_os = "linux")]
fn close_on_exec() -> io::Result<()> {
    use std::mem::MaybeUninit;
    use std::os::fd::BorrowedFd;

    use rustix::fs::{Mode, OFlags, RawDir};
    use rustix::io::{FdFlags, fcntl_setfd};

    let folder = rustix::fs::open(
        c"/proc/self/fd",
        OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC,
        Mode::empty(),
    )?;
    let mut buffer = [MaybeUninit::uninit(); 2048];
    let mut entries = RawDir::new(&folder, &mut buffer);
    while let Some(entry) = entries.next() {
        let digits = entry?.file_name().to_bytes().iter().try_fold(0_i32, |number, byte| {
            byte.is_ascii_digit().then(|| number.checked_mul(10)?.checked_add(i32::from(byte - b'0')))?
        });
        let Some(number) = digits.filter(|number| *number > 2) else { continue };
        // SAFETY: the number was just listed as open, and this process has one thread, so nobody closes it meanwhile.
        let descriptor = unsafe { BorrowedFd::borrow_raw(number) };
        fcntl_setfd(descriptor, FdFlags::CLOEXEC)?;
    }
    Ok(())
}
