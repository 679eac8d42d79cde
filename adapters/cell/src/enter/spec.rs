//! What `laika enter` is told, and what it says before it is somebody else.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// What every program needs to read to start at all: shared libraries, where they are, and the rules of time zones.
pub(super) const SYSTEM: &[&str] =
    &["/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc/ld.so.cache", "/usr/share/zoneinfo"];

/// A program, and what it may do. Nothing that is not here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Spec {
    /// The program as it really lies: no link, no script.
    pub program: PathBuf,
    /// Its arguments, without its own name.
    pub arguments: Vec<String>,
    /// The folder it starts in.
    pub folder: PathBuf,
    /// What it may read besides the libraries of the system.
    pub read: Vec<PathBuf>,
    /// The folders it may write.
    #[serde(default)]
    pub write: Vec<PathBuf>,
    /// Whether it may connect.
    #[serde(default)]
    pub network: bool,
    /// Variables that it gets, by name; our own environment has their values. Others can read this line.
    #[serde(default)]
    pub keeps: Vec<String>,
    /// Seconds of the processor.
    pub cpu_seconds: u64,
    /// Bytes of address space.
    pub memory_bytes: u64,
    /// Whether only memory that is filled counts: some programs reserve far more addresses than they use.
    #[serde(default)]
    pub counts_filled: bool,
    /// Bytes of one file it writes.
    pub file_bytes: u64,
    /// Descriptors it may hold.
    pub descriptors: u64,
    /// Threads, where they can be counted.
    pub threads: u64,
}

/// The first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) enum Report {
    /// It is confined, and becomes the program now.
    Entered {
        /// By the word of `Confinement`.
        confinement: String,
        /// Whether it has namespaces of its own.
        namespaces: bool,
    },
    /// It does not.
    Refused {
        /// Why.
        why: String,
    },
}
