//! What a child does between its birth and its program.
#![allow(unsafe_code, reason = "a hook between fork and exec, and both of them, are unsafe by their types")]

use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::Command;

#[cfg(target_os = "linux")]
pub(super) use linux::{become_program, leave_namespaces};

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

#[cfg(target_os = "linux")]
mod linux {
    use std::ffi::{CStr, CString};
    use std::io;
    use std::ptr;

    use rustix::process::{Signal, set_parent_process_death_signal};
    use rustix::thread::{UnshareFlags, unshare_unsafe};

    /// Becomes another program. It returns only when it cannot.
    pub(in super::super) fn become_program(
        program: &CStr,
        arguments: &[CString],
        environment: &[CString],
    ) -> io::Error {
        let list = |texts: &[CString]| -> Vec<*const libc::c_char> {
            texts.iter().map(|text| text.as_ptr()).chain([ptr::null()]).collect()
        };
        let (arguments, environment) = (list(arguments), list(environment));
        // SAFETY: both lists end with null, and all that they point to lives until the call comes back.
        unsafe { libc::execve(program.as_ptr(), arguments.as_ptr(), environment.as_ptr()) };
        io::Error::last_os_error()
    }

    /// Leaves the namespaces of processes, network, shared memory and users for new and empty ones, where the system
    /// lets us, and says which of them. The caller goes on in a child process then: only a child can be in a new
    /// namespace of processes. The process that was there before waits for it and ends as it ends. With `network` that
    /// one stays as it is.
    pub(in super::super) fn leave_namespaces(network: bool) -> io::Result<UnshareFlags> {
        let here = UnshareFlags::NEWIPC | UnshareFlags::NEWUTS | UnshareFlags::NEWPID;
        let own = if network { here } else { here | UnshareFlags::NEWNET };
        // A superuser whose system has no namespaces of users can still have the others.
        let left = [own | UnshareFlags::NEWUSER, own].into_iter().find(|flags| {
            // SAFETY: descriptors and memory stay as they are; this process has one thread.
            unsafe { unshare_unsafe(*flags) }.is_ok()
        });
        let Some(left) = left else { return Ok(UnshareFlags::empty()) };
        let (seen, held) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC)?;
        // SAFETY: this process has one thread, so the child finds nothing half done.
        match unsafe { libc::fork() } {
            -1 => Err(io::Error::last_os_error()),
            0 => {
                set_parent_process_death_signal(Some(Signal::KILL))?;
                // The parent may have gone before that was set: its end of the pipe would be closed.
                drop(held);
                let mut look =
                    libc::pollfd { fd: std::os::fd::AsRawFd::as_raw_fd(&seen), events: 0, revents: 0 };
                // SAFETY: one entry that lives on this stack.
                let ends = unsafe { libc::poll(&raw mut look, 1, 0) };
                if ends == 0 { Ok(left) } else { Err(io::Error::other("the parent is gone")) }
            }
            child => end_as(child),
        }
    }

    /// Waits for the child with nothing open, and ends as it ended.
    fn end_as(child: libc::pid_t) -> ! {
        let mut status = 0;
        // SAFETY: the numbers of the standard descriptors, which nobody here uses any more, and a place on this stack.
        unsafe {
            for descriptor in 0..=2 {
                libc::close(descriptor);
            }
            while libc::waitpid(child, &raw mut status, 0) == -1 && *libc::__errno_location() == libc::EINTR {
            }
            if libc::WIFSIGNALED(status) {
                let signal = libc::WTERMSIG(status);
                libc::signal(signal, libc::SIG_DFL);
                libc::raise(signal);
                libc::_exit(128 + signal);
            }
            libc::_exit(libc::WEXITSTATUS(status))
        }
    }
}
