//! The system calls of a program that somebody else wrote: wide enough for interpreters, and nothing that reaches another
//! process, the network unless it was granted, or more than Landlock judges.
//!
//! Not here, and so refused: sockets of any kind, new processes, signals to others, ptrace, reading another's memory,
//! io_uring, files without a name, namespaces and mounts, keys, bpf, performance counters, userfaultfd, rights, owners and
//! times of files (Landlock does not judge those), links, raising a limit, and being kept alive when the parent dies.

use std::collections::BTreeMap;
use std::ffi::CStr;
use std::io;

use seccompiler::{SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompRule};

use super::calls::{errno, first_argument_is, install, refuse_clone3, rule};

/// Memory, threads of its own, time, random numbers, reading what Landlock lets it open, and what it may know of itself.
const ALWAYS: &[libc::c_long] = &[
    libc::SYS_brk,
    libc::SYS_chdir,
    libc::SYS_clock_getres,
    libc::SYS_clock_gettime,
    libc::SYS_clock_nanosleep,
    // Of two filters that say no, the later one is heard: this leaves it to the one that says it does not exist.
    libc::SYS_clone3,
    libc::SYS_close,
    libc::SYS_close_range,
    libc::SYS_dup,
    libc::SYS_dup3,
    libc::SYS_epoll_create1,
    libc::SYS_epoll_ctl,
    libc::SYS_epoll_pwait,
    libc::SYS_eventfd2,
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_fadvise64,
    libc::SYS_fchdir,
    libc::SYS_fstat,
    libc::SYS_fstatfs,
    libc::SYS_futex,
    libc::SYS_getcpu,
    libc::SYS_getcwd,
    libc::SYS_getdents64,
    libc::SYS_getegid,
    libc::SYS_geteuid,
    libc::SYS_getgid,
    libc::SYS_getgroups,
    libc::SYS_getitimer,
    libc::SYS_getpgid,
    libc::SYS_getpid,
    libc::SYS_getppid,
    libc::SYS_getrandom,
    libc::SYS_getresgid,
    libc::SYS_getresuid,
    libc::SYS_getrusage,
    libc::SYS_getsid,
    libc::SYS_gettid,
    libc::SYS_gettimeofday,
    libc::SYS_getuid,
    libc::SYS_lseek,
    libc::SYS_madvise,
    libc::SYS_membarrier,
    libc::SYS_mincore,
    libc::SYS_mmap,
    libc::SYS_mprotect,
    libc::SYS_mremap,
    libc::SYS_munmap,
    libc::SYS_nanosleep,
    libc::SYS_newfstatat,
    libc::SYS_openat,
    libc::SYS_pipe2,
    libc::SYS_ppoll,
    libc::SYS_pread64,
    libc::SYS_preadv,
    libc::SYS_pselect6,
    libc::SYS_read,
    libc::SYS_readlinkat,
    libc::SYS_readv,
    libc::SYS_restart_syscall,
    libc::SYS_rseq,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigpending,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_rt_sigsuspend,
    libc::SYS_rt_sigtimedwait,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_yield,
    libc::SYS_set_robust_list,
    libc::SYS_set_tid_address,
    libc::SYS_setitimer,
    libc::SYS_sigaltstack,
    libc::SYS_statfs,
    libc::SYS_statx,
    libc::SYS_sysinfo,
    libc::SYS_times,
    libc::SYS_umask,
    libc::SYS_uname,
    libc::SYS_wait4,
    libc::SYS_waitid,
    libc::SYS_write,
    libc::SYS_writev,
];

/// The same by the older names that one family of machines still has.
#[cfg(target_arch = "x86_64")]
const ALWAYS_BY_OLD_NAMES: &[libc::c_long] = &[
    libc::SYS_access,
    libc::SYS_alarm,
    libc::SYS_arch_prctl,
    libc::SYS_dup2,
    libc::SYS_epoll_create,
    libc::SYS_epoll_wait,
    libc::SYS_eventfd,
    libc::SYS_getpgrp,
    libc::SYS_lstat,
    libc::SYS_open,
    libc::SYS_pause,
    libc::SYS_pipe,
    libc::SYS_poll,
    libc::SYS_readlink,
    libc::SYS_select,
    libc::SYS_stat,
    libc::SYS_time,
];
#[cfg(not(target_arch = "x86_64"))]
const ALWAYS_BY_OLD_NAMES: &[libc::c_long] = &[];

/// What a folder that may be written takes besides; elsewhere Landlock refuses it all the same.
const WRITE: &[libc::c_long] = &[
    libc::SYS_fdatasync,
    libc::SYS_fsync,
    libc::SYS_ftruncate,
    libc::SYS_mkdirat,
    libc::SYS_pwrite64,
    libc::SYS_renameat,
    libc::SYS_renameat2,
    libc::SYS_truncate,
    libc::SYS_unlinkat,
];

#[cfg(target_arch = "x86_64")]
const WRITE_BY_OLD_NAMES: &[libc::c_long] =
    &[libc::SYS_mkdir, libc::SYS_rename, libc::SYS_rmdir, libc::SYS_unlink];
#[cfg(not(target_arch = "x86_64"))]
const WRITE_BY_OLD_NAMES: &[libc::c_long] = &[];

/// What connecting takes, where the network was granted. Nothing listens, and there are no sockets in pairs.
const NETWORK: &[libc::c_long] = &[
    libc::SYS_connect,
    libc::SYS_getpeername,
    libc::SYS_getsockname,
    libc::SYS_getsockopt,
    libc::SYS_recvfrom,
    libc::SYS_recvmmsg,
    libc::SYS_recvmsg,
    libc::SYS_sendmmsg,
    libc::SYS_sendmsg,
    libc::SYS_sendto,
    libc::SYS_setsockopt,
    libc::SYS_shutdown,
];

/// Networks of machines. Sockets of this machine alone lead to the session bus, to key stores and to Laika itself.
const FAMILIES: &[i32] = &[libc::AF_INET, libc::AF_INET6];

/// Asking what a descriptor is. Typing into a terminal for somebody else is not among them.
const IOCTLS: &[libc::c_ulong] =
    &[libc::TCGETS, libc::TIOCGWINSZ, libc::FIONREAD, libc::FIONBIO, libc::FIOCLEX, libc::FIONCLEX];

/// Flags and locks of its own descriptors, but not who gets a signal when there is something to read.
const FCNTLS: &[i32] = &[
    libc::F_DUPFD,
    libc::F_DUPFD_CLOEXEC,
    libc::F_GETFD,
    libc::F_SETFD,
    libc::F_GETFL,
    libc::F_SETFL,
    libc::F_GETLK,
    libc::F_SETLK,
    libc::F_SETLKW,
    libc::F_GETPIPE_SZ,
];

/// A thread of this process, and no namespace with it.
const CLONE_NEW: i32 = libc::CLONE_NEWNS
    | libc::CLONE_NEWCGROUP
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET;

/// Allows only these calls from now on, and one start of a program: the one whose name lies where `program` lies now.
pub(super) fn restrict(program: &CStr, writes: bool, network: bool) -> io::Result<()> {
    refuse_clone3()?;
    let mut lists = vec![ALWAYS, ALWAYS_BY_OLD_NAMES];
    if writes {
        lists.extend([WRITE, WRITE_BY_OLD_NAMES]);
    }
    if network {
        lists.push(NETWORK);
    }
    let mut allowed: BTreeMap<_, _> = lists.into_iter().flatten().map(|call| (*call, Vec::new())).collect();
    if network {
        let families = FAMILIES.iter().map(|one| u64::from(one.unsigned_abs()));
        allowed.insert(libc::SYS_socket, one_of(0, families)?);
    }
    let thread = u64::from(libc::CLONE_THREAD.unsigned_abs());
    let looked_at = thread | u64::from(CLONE_NEW.unsigned_abs());
    allowed.insert(libc::SYS_clone, vec![argument(0, SeccompCmpOp::MaskedEq(looked_at), thread)?]);
    // It may end itself as a failed assertion does, and nobody else.
    allowed.insert(libc::SYS_tgkill, vec![first_argument_is(u64::from(std::process::id()))?]);
    // The program that we become has other memory, in which nobody knows this place. Were it found, what could be
    // started would still be only what Landlock lets it, with these same calls.
    allowed.insert(libc::SYS_execve, vec![argument(0, SeccompCmpOp::Eq, program.as_ptr().addr() as u64)?]);
    allowed.insert(libc::SYS_ioctl, one_of(1, IOCTLS.iter().copied())?);
    allowed.insert(libc::SYS_fcntl, one_of(1, FCNTLS.iter().map(|one| u64::from(one.unsigned_abs())))?);
    // To name a thread. Others would undo what we set for it, such as its end when its parent ends.
    let name = u64::from(libc::PR_SET_NAME.unsigned_abs());
    allowed.insert(libc::SYS_prctl, vec![first_argument_is(name)?]);
    // To ask for its limits, not to set any.
    let own = SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, 0);
    let asks = SeccompCondition::new(2, SeccompCmpArgLen::Qword, SeccompCmpOp::Eq, 0);
    let both = vec![own.map_err(io::Error::other)?, asks.map_err(io::Error::other)?];
    allowed.insert(libc::SYS_prlimit64, vec![SeccompRule::new(both).map_err(io::Error::other)?]);
    #[cfg(target_arch = "x86_64")]
    allowed.insert(libc::SYS_getrlimit, Vec::new());
    install(allowed, errno(libc::EPERM), SeccompAction::Allow)
}

/// The lower half only: what the upper one says is not looked at by the system either.
fn one_of(index: u8, values: impl Iterator<Item = u64>) -> io::Result<Vec<SeccompRule>> {
    values
        .map(|value| rule(SeccompCondition::new(index, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, value)))
        .collect()
}

fn argument(index: u8, how: SeccompCmpOp, value: u64) -> io::Result<SeccompRule> {
    rule(SeccompCondition::new(index, SeccompCmpArgLen::Qword, how, value))
}
