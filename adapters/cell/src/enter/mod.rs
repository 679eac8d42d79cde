//! `laika enter`: the last step of ours before a program that somebody else wrote. It confines itself and becomes it.
//!
//! A process that only does this, because between a fork and a program little may be done safely, and because what it
//! gives away must not be what the asking process still needs.

mod guest;
mod serving;
mod spec;

use std::cell::Cell;
use std::env;
use std::ffi::OsString;
use std::io::{self, Write as _};
use std::path::PathBuf;

use laika_os::confine::{Entered, Entry, Limits, Memory, enter};

pub(crate) use self::guest::{Guest, NotEntered, Silence};
pub use self::serving::{Server, Serving, ServingError, program_of};
pub use self::spec::Spec;
use self::spec::{Report, SYSTEM};

/// All of the environment, beside what was asked for by name: which letters text has, and a home that is not there.
const ENVIRONMENT: &[(&str, &str)] = &[("LANG", "C.UTF-8"), ("HOME", "/nonexistent")];

/// Stands before the name of a variable that is kept for the program, so that it means nothing to our own process.
const KEPT: &str = "KEEP_";

/// The main function of the process: it becomes the program of `spec`, a [`Spec`] as JSON.
///
/// The first line on standard output is ours and says how far the program is confined, or why it is not started.
///
/// # Errors
/// When it cannot be confined or started. The process must end then.
pub fn run(spec: &str) -> io::Result<()> {
    let spec: Spec = serde_json::from_str(spec).map_err(io::Error::other)?;
    let arguments: Vec<OsString> = spec.arguments.iter().map(OsString::from).collect();
    let ours = ENVIRONMENT.iter().filter(|(name, _)| !spec.keeps.iter().any(|kept| kept == name));
    let ours = ours.map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    let kept = spec.keeps.iter().filter_map(|name| Some((name.clone(), env::var(format!("{KEPT}{name}")).ok()?)));
    let environment: Vec<_> = ours.chain(kept).collect();
    let read: Vec<PathBuf> = SYSTEM.iter().map(PathBuf::from).chain(spec.read.iter().cloned()).collect();
    let entry = Entry {
        program: &spec.program,
        arguments: &arguments,
        environment: &environment,
        folder: &spec.folder,
        read: &read,
        write: &spec.write,
        network: spec.network,
        limits: Limits {
            cpu_seconds: spec.cpu_seconds,
            memory: if spec.counts_filled {
                Memory::Filled(spec.memory_bytes)
            } else {
                Memory::Addresses(spec.memory_bytes)
            },
            file_bytes: spec.file_bytes,
            descriptors: spec.descriptors,
            threads: spec.threads,
        },
    };
    let reported = Cell::new(false);
    let error = enter(&entry, |entered: Entered| {
        reported.set(true);
        let confinement = entered.confinement.word().to_owned();
        say(&Report::Entered { confinement, namespaces: entered.namespaces })
    });
    // What comes after the report would be taken for words of the program.
    if !reported.get() {
        say(&Report::Refused { why: error.to_string() })?;
    }
    Err(error)
}

fn say(report: &Report) -> io::Result<()> {
    let mut line = serde_json::to_vec(report).map_err(io::Error::other)?;
    line.push(b'\n');
    let mut output = io::stdout().lock();
    output.write_all(&line)?;
    output.flush()
}
