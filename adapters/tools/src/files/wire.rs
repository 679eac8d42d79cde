//! What goes over the pipes: one line for each thing that is said.

use std::ffi::OsString;
use std::io::{self, BufRead, Read, Write};

use laika_protocol::ToolError;
use laika_protocol::tools::ToolResult;
use laika_protocol::wire::FileChange;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Bytes of a line to the worker: arguments, and the change that was decided.
pub(super) const ASKED_BYTES: u64 = 16 << 20;
/// Bytes of a line from it: a result, and what JSON makes of its strangest letters.
pub(super) const SAID_BYTES: u64 = 16 << 20;

/// Where the worker is to work; the first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Setup {
    pub(super) project: OsString,
    /// Device and number of that folder: another one in its place is not the one that the person opened.
    pub(super) is: (u64, u64),
    /// Where changes are kept; none for whoever changes nothing.
    pub(super) journals: Option<OsString>,
    /// Folders in which programs are.
    pub(super) programs: OsString,
    pub(super) git_may_write: bool,
    /// Whether it may write at all.
    pub(super) changes: bool,
}

/// What the worker is told.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Order {
    Begin(Box<Asked>),
    /// Whoever asked no longer wants it.
    CallOff,
}

/// One call. That it is permitted was decided where a permit can be.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    pub(super) deed: Deed,
    pub(super) tool: String,
    pub(super) arguments: Map<String, Value>,
    pub(super) set: Option<Map<String, Value>>,
    pub(super) time_ms: u64,
    pub(super) most_bytes: usize,
    /// What was decided, exactly.
    pub(super) decided: Option<FileChange>,
}

/// What is wanted of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Deed {
    /// What it would change.
    WorkOut,
    /// That it does it.
    Do,
}

/// What the worker says.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Said {
    /// It is confined, by the word of `Confinement`.
    Ready(String),
    Change(Option<FileChange>),
    Result(Box<ToolResult>),
    Refused(ToolError),
}

pub(super) fn line(said: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(said)?;
    line.push(b'\n');
    Ok(line)
}

pub(super) fn say(pipe: &mut impl Write, said: &Said) -> io::Result<()> {
    pipe.write_all(&line(said)?)?;
    pipe.flush()
}

/// The next line, no longer than its bound; `None` at the end.
pub(super) fn next(pipe: &mut impl BufRead, most: u64) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    pipe.by_ref().take(most).read_until(b'\n', &mut line)?;
    match line.last() {
        None => Ok(None),
        Some(b'\n') => Ok(Some(line)),
        Some(_) => Err(io::Error::other("a line that does not end")),
    }
}

/// The next line, read.
pub(super) fn read<T: DeserializeOwned>(pipe: &mut impl BufRead) -> io::Result<Option<T>> {
    Ok(next(pipe, ASKED_BYTES)?.map(|line| serde_json::from_slice(&line)).transpose()?)
}
