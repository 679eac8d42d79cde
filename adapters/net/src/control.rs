//! What parent and worker say to each other: one JSON object a line, bounded, nothing unknown.

use std::collections::BTreeSet;
use std::net::SocketAddr;

use serde::{Deserialize, Serialize};
use tokio::io::{AsyncBufRead, AsyncBufReadExt as _, AsyncReadExt as _};

use crate::ContextId;
use crate::count::HostCount;
use crate::parent::IdleClosed;
use crate::resolve::FixedNames;
use crate::rules::ContextRules;
use crate::send::{Refusal, Sending};

/// Longest line. Several thousand origins fit.
const LONGEST: u64 = 1024 * 1024;

/// The first line to the worker.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Start {
    pub(crate) fixed_names: Option<FixedNames>,
}

/// The first line from the worker.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ready {
    pub(crate) address: SocketAddr,
    pub(crate) confinement: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Order {
    pub(crate) number: u64,
    pub(crate) what: What,
}

/// A body follows the line of `Send`, as it is.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum What {
    Open { rules: ContextRules },
    Update { context: ContextId, rules: ContextRules },
    Close { context: ContextId },
    Counters { context: ContextId },
    CloseIdle { context: ContextId, host: String },
    Hold { context: ContextId, host: String },
    Release { context: ContextId, host: String },
    OwnPorts { ports: BTreeSet<u16> },
    Send { sending: Sending },
    Trust { root: Vec<u8> },
    Abandon { number: u64 },
    AbandonAll,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Reply {
    pub(crate) number: u64,
    pub(crate) said: Said,
}

/// A body follows the line of `Answered`, as it is.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Said {
    Opened { context: ContextId, password: String },
    Done,
    Counters { hosts: Vec<HostCount> },
    Idle(IdleClosed),
    NoSuchContext,
    BadRules,
    Answered { status: u16, headers: Vec<(String, String)>, body_bytes: usize },
    Refused { why: Refusal },
    BadRoot,
}

/// Reads one line. `None` at the end.
pub(crate) async fn read_line(reader: &mut (impl AsyncBufRead + Unpin)) -> std::io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    (&mut *reader).take(LONGEST).read_until(b'\n', &mut line).await?;
    match line.pop() {
        None => Ok(None),
        Some(b'\n') => Ok(Some(line)),
        Some(_) => Err(std::io::ErrorKind::InvalidData.into()),
    }
}

/// Reads what follows a line.
pub(crate) async fn read_body(
    reader: &mut (impl AsyncBufRead + Unpin),
    length: usize,
) -> std::io::Result<Vec<u8>> {
    let mut body = vec![0; length];
    reader.read_exact(&mut body).await?;
    Ok(body)
}

/// One line as it is written.
pub(crate) fn line(message: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    Ok(line)
}
