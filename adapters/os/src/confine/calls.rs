//! The system calls that a process which only computes may still make.

use std::collections::BTreeMap;
use std::io;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    TargetArch,
};

use super::Calls;

/// Memory, threads, time, random numbers, and descriptors that are already open.
const COMPUTE: &[libc::c_long] = &[
    libc::SYS_brk,
    libc::SYS_clock_getres,
    libc::SYS_clock_gettime,
    libc::SYS_clock_nanosleep,
    libc::SYS_clone3,
    libc::SYS_close,
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_fadvise64,
    libc::SYS_fstat,
    libc::SYS_futex,
    libc::SYS_getcpu,
    libc::SYS_getpid,
    libc::SYS_getrandom,
    libc::SYS_gettid,
    libc::SYS_lseek,
    libc::SYS_madvise,
    libc::SYS_mmap,
    libc::SYS_mprotect,
    libc::SYS_mremap,
    libc::SYS_munmap,
    libc::SYS_nanosleep,
    libc::SYS_ppoll,
    libc::SYS_pread64,
    libc::SYS_read,
    libc::SYS_readv,
    libc::SYS_restart_syscall,
    libc::SYS_rseq,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_yield,
    libc::SYS_set_robust_list,
    libc::SYS_sigaltstack,
    libc::SYS_sysinfo,
    libc::SYS_uname,
    libc::SYS_write,
    libc::SYS_writev,
];

/// What opening a file takes besides.
const OPEN: &[libc::c_long] =
    &[libc::SYS_faccessat, libc::SYS_newfstatat, libc::SYS_openat, libc::SYS_readlinkat, libc::SYS_statx];

/// The same by the older names that one family of machines still has.
#[cfg(target_arch = "x86_64")]
const OPEN_BY_OLD_NAMES: &[libc::c_long] =
    &[libc::SYS_access, libc::SYS_lstat, libc::SYS_open, libc::SYS_readlink, libc::SYS_stat];
#[cfg(not(target_arch = "x86_64"))]
const OPEN_BY_OLD_NAMES: &[libc::c_long] = &[];

pub(super) fn restrict(calls: Calls) -> io::Result<()> {
    refuse_clone3()?;
    let mut allowed: BTreeMap<_, _> = COMPUTE.iter().map(|call| (*call, Vec::new())).collect();
    allowed.insert(libc::SYS_clone, vec![first_argument_has(libc::CLONE_THREAD)?]);
    // A process may end itself as a failed assertion does, and nobody else.
    allowed.insert(libc::SYS_tgkill, vec![first_argument_is(u64::from(std::process::id()))?]);
    if calls == Calls::OpenAndCompute {
        allowed.extend(OPEN.iter().chain(OPEN_BY_OLD_NAMES).map(|call| (*call, Vec::new())));
        // Taking more away later.
        allowed.insert(
            libc::SYS_prctl,
            vec![first_argument_is(u64::from(libc::PR_SET_NO_NEW_PRIVS.unsigned_abs()))?],
        );
        allowed.insert(libc::SYS_seccomp, vec![first_argument_is(u64::from(libc::SECCOMP_SET_MODE_FILTER))?]);
    }
    install(allowed, errno(libc::EPERM), SeccompAction::Allow)
}

/// Its flags lie in memory where a filter cannot look. Told that it does not exist, the C library takes the older call,
/// whose flags are checked.
pub(super) fn refuse_clone3() -> io::Result<()> {
    install(BTreeMap::from([(libc::SYS_clone3, Vec::new())]), SeccompAction::Allow, errno(libc::ENOSYS))
}

pub(super) fn install(
    rules: BTreeMap<libc::c_long, Vec<SeccompRule>>,
    otherwise: SeccompAction,
    listed: SeccompAction,
) -> io::Result<()> {
    let machine = TargetArch::try_from(std::env::consts::ARCH).map_err(io::Error::other)?;
    let filter = SeccompFilter::new(rules, otherwise, listed, machine).map_err(io::Error::other)?;
    let program: BpfProgram = filter.try_into().map_err(io::Error::other)?;
    seccompiler::apply_filter(&program).map_err(io::Error::other)
}

pub(super) fn errno(number: i32) -> SeccompAction {
    SeccompAction::Errno(number.unsigned_abs())
}

fn first_argument_has(bit: i32) -> io::Result<SeccompRule> {
    let bit = u64::from(bit.unsigned_abs());
    rule(SeccompCondition::new(0, SeccompCmpArgLen::Qword, SeccompCmpOp::MaskedEq(bit), bit))
}

pub(super) fn first_argument_is(value: u64) -> io::Result<SeccompRule> {
    rule(SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, value))
}

pub(super) fn rule(
    condition: Result<SeccompCondition, seccompiler::BackendError>,
) -> io::Result<SeccompRule> {
    SeccompRule::new(vec![condition.map_err(io::Error::other)?]).map_err(io::Error::other)
}
