//! The system calls of a process that works on files and starts a program of the system for that, such as git.
//!
//! Not here, and so refused: sockets of any kind, ptrace, reading another's memory, io_uring, namespaces and mounts, keys,
//! bpf, performance counters, userfaultfd, files by number, raising a limit, leaving our group of processes; and rights, owners and times of files by
//! their names, because Landlock does not judge those. What could be opened can have them changed.

use std::collections::BTreeMap;
use std::io;

use seccompiler::{SeccompAction, SeccompCmpOp};

use super::calls::{errno, first_argument_is, install, refuse_clone3};
use super::program_calls::{
    ALWAYS, ALWAYS_BY_OLD_NAMES, CLONE_NEW, FCNTLS, IOCTLS, WRITE, WRITE_BY_OLD_NAMES, argument,
    asks_for_its_limits, one_of,
};

/// What work on files takes besides reading and writing them.
const FILES: &[libc::c_long] = &[
    libc::SYS_execve,
    libc::SYS_fallocate,
    libc::SYS_fchmod,
    libc::SYS_fchown,
    libc::SYS_flock,
    libc::SYS_linkat,
    libc::SYS_openat2,
    libc::SYS_pwritev,
    libc::SYS_sched_getparam,
    libc::SYS_sched_getscheduler,
    libc::SYS_symlinkat,
    libc::SYS_syncfs,
];

#[cfg(target_arch = "x86_64")]
const FILES_BY_OLD_NAMES: &[libc::c_long] =
    &[libc::SYS_creat, libc::SYS_getrlimit, libc::SYS_link, libc::SYS_symlink, libc::SYS_vfork];
#[cfg(not(target_arch = "x86_64"))]
const FILES_BY_OLD_NAMES: &[libc::c_long] = &[];

/// Signals, which stay among these processes where the system sees to it.
const SIGNALS: &[libc::c_long] = &[libc::SYS_kill, libc::SYS_tgkill];

pub(super) fn restrict(signals_stay: bool) -> io::Result<()> {
    refuse_clone3()?;
    let mut lists = vec![ALWAYS, ALWAYS_BY_OLD_NAMES, WRITE, WRITE_BY_OLD_NAMES, FILES, FILES_BY_OLD_NAMES];
    if signals_stay {
        lists.push(SIGNALS);
    }
    let mut allowed: BTreeMap<_, _> = lists.into_iter().flatten().map(|call| (*call, Vec::new())).collect();
    // Threads and processes, and no namespace with them.
    let namespaces = u64::from(CLONE_NEW.unsigned_abs());
    allowed.insert(libc::SYS_clone, vec![argument(0, SeccompCmpOp::MaskedEq(namespaces), 0)?]);
    allowed.insert(libc::SYS_ioctl, one_of(1, IOCTLS.iter().copied())?);
    allowed.insert(libc::SYS_fcntl, one_of(1, FCNTLS.iter().map(|one| u64::from(one.unsigned_abs())))?);
    // To name a thread. Others would undo what we set for it, such as its end when its parent ends.
    let name = first_argument_is(u64::from(libc::PR_SET_NAME.unsigned_abs()))?;
    allowed.insert(libc::SYS_prctl, vec![name]);
    allowed.insert(libc::SYS_prlimit64, vec![asks_for_its_limits()?]);
    // The times of what is open, not of a name.
    allowed.insert(libc::SYS_utimensat, vec![argument(1, SeccompCmpOp::Eq, 0)?]);
    install(allowed, errno(libc::EPERM), SeccompAction::Allow)
}
