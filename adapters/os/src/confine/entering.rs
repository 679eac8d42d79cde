//! From a process of ours to a program that somebody else wrote: it gives everything away and then becomes that program.
//!
//! In this order, because each step needs what a later one takes: a session without a terminal, namespaces, limits, no
//! privileges, files, system calls. What it may not do is refused by at least two of them wherever the system has both.

use std::ffi::{CString, OsStr, OsString};
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use rustix::process::{Resource, Rlimit, setrlimit};
use rustix::thread::UnshareFlags;

use super::{Confinement, Entered, Entry, Memory, landlocked, program_calls, sys};

/// What starts a program that uses shared libraries. The system opens it as a program of its own.
const LOADERS: &[&str] = &[
    "/lib64/ld-linux-x86-64.so.2",
    "/lib/ld-linux-aarch64.so.1",
    "/lib64/ld-linux-aarch64.so.1",
    "/lib/ld-musl-x86_64.so.1",
    "/lib/ld-musl-aarch64.so.1",
];

pub(super) fn enter(entry: &Entry<'_>, report: impl FnOnce(Entered) -> io::Result<()>) -> io::Error {
    match prepare(entry, report) {
        Ok(image) => sys::become_program(&image.program, &image.arguments, &image.environment),
        Err(error) => error,
    }
}

/// What the system call takes.
struct Image {
    program: CString,
    arguments: Vec<CString>,
    environment: Vec<CString>,
}

impl Image {
    fn of(entry: &Entry<'_>) -> io::Result<Self> {
        let own_name = entry.program.as_os_str();
        let arguments = std::iter::once(own_name).chain(entry.arguments.iter().map(OsString::as_os_str));
        let environment =
            entry.environment.iter().map(|(name, value)| c_text(OsStr::new(&format!("{name}={value}"))));
        Ok(Self {
            program: c_text(own_name)?,
            arguments: arguments.map(c_text).collect::<io::Result<_>>()?,
            environment: environment.collect::<io::Result<_>>()?,
        })
    }
}

fn c_text(text: &OsStr) -> io::Result<CString> {
    CString::new(text.as_bytes()).map_err(io::Error::other)
}

fn prepare(entry: &Entry<'_>, report: impl FnOnce(Entered) -> io::Result<()>) -> io::Result<Image> {
    let image = Image::of(entry)?;
    std::env::set_current_dir(entry.folder)?;
    // No terminal to type into or to read from.
    rustix::process::setsid()?;
    let left = sys::leave_namespaces(entry.network)?;
    limit(entry, left.contains(UnshareFlags::NEWUSER))?;
    drop_privileges()?;
    let execute: Vec<&Path> = LOADERS.iter().map(Path::new).chain(std::iter::once(entry.program)).collect();
    let confinement = landlocked::restrict_program(entry, &execute)?;
    if confinement == Confinement::None {
        return Err(io::Error::new(
            io::ErrorKind::Unsupported,
            "this system cannot confine a program to files (Landlock is missing)",
        ));
    }
    report(Entered { confinement, namespaces: !left.is_empty() })?;
    // Last, because we are larger than most programs and make room ourselves until here.
    match entry.limits.memory {
        Memory::Addresses(most) => set(Resource::As, most, most)?,
        Memory::Filled(most) => set(Resource::Data, most, most)?,
    }
    program_calls::restrict(&image.program, !entry.write.is_empty(), entry.network)?;
    Ok(image)
}

fn limit(entry: &Entry<'_>, has_own_count: bool) -> io::Result<()> {
    let limits = entry.limits;
    set(Resource::Core, 0, 0)?;
    let file_bytes = if entry.write.is_empty() { 0 } else { limits.file_bytes };
    set(Resource::Fsize, file_bytes, file_bytes)?;
    set(Resource::Nofile, limits.descriptors, limits.descriptors)?;
    // A second more until nothing can be caught any longer.
    set(Resource::Cpu, limits.cpu_seconds, limits.cpu_seconds.saturating_add(1))?;
    if has_own_count {
        // Without a namespace everything of this person would count. For the superuser nothing does.
        set(Resource::Nproc, limits.threads, limits.threads)?;
    }
    Ok(())
}

fn set(resource: Resource, soft: u64, hard: u64) -> io::Result<()> {
    Ok(setrlimit(resource, Rlimit { current: Some(soft), maximum: Some(hard) })?)
}

/// Also the privileges that a superuser or a new namespace has.
fn drop_privileges() -> io::Result<()> {
    use rustix::thread::{CapabilitySet, CapabilitySets, clear_ambient_capability_set, set_capabilities};
    rustix::thread::set_no_new_privs(true)?;
    clear_ambient_capability_set()?;
    let none = CapabilitySet::empty();
    set_capabilities(None, CapabilitySets { effective: none, permitted: none, inheritable: none })?;
    Ok(())
}
