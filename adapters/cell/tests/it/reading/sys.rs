//! System calls that no safe interface offers, because nobody should make them.
#![allow(unsafe_code, reason = "calls by number are unsafe by their type")]

use std::io;

/// What a process that was taken over would try next.
pub(super) fn attempts() -> Vec<(&'static str, io::Result<()>)> {
    // SAFETY: each call is refused before it looks at its arguments; none of them is a pointer to be written to.
    unsafe {
        vec![
            ("ptrace", made(libc::syscall(libc::SYS_ptrace, libc::PTRACE_ATTACH, libc::getppid(), 0, 0))),
            ("io_uring_setup", made(libc::syscall(libc::SYS_io_uring_setup, 1, 0))),
            ("kill", made(libc::syscall(libc::SYS_kill, libc::getppid(), 0))),
            ("pidfd_open", made(libc::syscall(libc::SYS_pidfd_open, libc::getppid(), 0))),
            ("memfd_create", made(libc::syscall(libc::SYS_memfd_create, c"x".as_ptr(), 0))),
            (
                "process_vm_readv",
                made(libc::syscall(libc::SYS_process_vm_readv, libc::getppid(), 0, 0, 0, 0, 0)),
            ),
            ("socket", made(libc::syscall(libc::SYS_socket, libc::AF_INET, libc::SOCK_STREAM, 0))),
            ("socketpair", made(libc::syscall(libc::SYS_socketpair, libc::AF_UNIX, libc::SOCK_STREAM, 0, 0))),
            ("netlink", made(libc::syscall(libc::SYS_socket, libc::AF_NETLINK, libc::SOCK_RAW, 0))),
            ("a new process", made(libc::syscall(libc::SYS_clone, libc::SIGCHLD, 0, 0, 0, 0))),
            ("execve", made(libc::syscall(libc::SYS_execve, c"/bin/true".as_ptr(), 0, 0))),
            ("mount", made(libc::syscall(libc::SYS_mount, 0, 0, 0, 0, 0))),
            ("unshare", made(libc::syscall(libc::SYS_unshare, libc::CLONE_NEWUSER))),
            ("setsid", made(libc::syscall(libc::SYS_setsid))),
            ("ioctl", made(libc::syscall(libc::SYS_ioctl, 0, libc::TIOCSTI, 0))),
            ("bpf", made(libc::syscall(libc::SYS_bpf, 0, 0, 0))),
            ("keyctl", made(libc::syscall(libc::SYS_keyctl, 0, 0, 0, 0, 0))),
            ("userfaultfd", made(libc::syscall(libc::SYS_userfaultfd, 0))),
            ("prlimit64", made(libc::syscall(libc::SYS_prlimit64, 0, libc::RLIMIT_CPU, 0, 0))),
        ]
    }
}

fn made(result: i64) -> io::Result<()> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}
