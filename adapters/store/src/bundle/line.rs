//! The lines of a bundle: one JSON object each, written in one way only.

use std::io::{BufRead, Read};

use laika_protocol::limits::PACKET_MAX_BYTES;
use laika_protocol::run::ErasedFor;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::chain::{Hash, Header, Salt, hex, unhex};
use crate::{Erasure, Event, StoreError};

/// Bytes of a line: a payload with every character escaped is far smaller.
const MOST_BYTES: usize = PACKET_MAX_BYTES;

/// An event as a line.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct EventLine {
    log_seq: u64,
    seq: u64,
    run: String,
    kind: String,
    at_ms: u64,
    schema_version: u32,
    protocol_version: String,
    run_prev: String,
    log_prev: String,
    commitment: String,
    hash: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    salt: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    payload: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    erased: Option<ErasedLine>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ErasedLine {
    reason: ErasedFor,
    at_ms: u64,
}

impl EventLine {
    /// An event that is written. A header alone has none of the rest.
    pub(super) fn new(event: &Event) -> Result<Self, StoreError> {
        let header = &event.header;
        let payload = event.payload.clone().map(String::from_utf8).transpose().map_err(|_| {
            StoreError::Damaged(format!("the payload of event {} is not text", header.log_seq))
        })?;
        Ok(Self {
            log_seq: header.log_seq,
            seq: header.seq,
            run: header.run.clone(),
            kind: header.kind.clone(),
            at_ms: header.at_ms,
            schema_version: header.schema_version,
            protocol_version: header.protocol_version.clone(),
            run_prev: header.run_prev.to_string(),
            log_prev: header.log_prev.to_string(),
            commitment: header.commitment.to_string(),
            hash: header.hash.to_string(),
            salt: event.salt.map(|salt| hex(&salt)),
            payload,
            erased: event.erased.map(|erased| ErasedLine { reason: erased.reason, at_ms: erased.at_ms }),
        })
    }

    /// The event that was written.
    pub(super) fn read(self) -> Result<Event, StoreError> {
        let salt = self.salt.as_deref().map(|salt| {
            unhex::<16>(salt).ok_or_else(|| StoreError::Bundle("a salt is not 32 hex digits".into()))
        });
        let salt: Option<Salt> = salt.transpose()?;
        Ok(Event {
            header: Header {
                log_seq: self.log_seq,
                run: self.run,
                seq: self.seq,
                kind: self.kind,
                at_ms: self.at_ms,
                schema_version: self.schema_version,
                protocol_version: self.protocol_version,
                run_prev: Hash::parse(&self.run_prev)?,
                log_prev: Hash::parse(&self.log_prev)?,
                commitment: Hash::parse(&self.commitment)?,
                hash: Hash::parse(&self.hash)?,
            },
            salt,
            payload: self.payload.map(String::into_bytes),
            erased: self.erased.map(|erased| Erasure { reason: erased.reason, at_ms: erased.at_ms }),
        })
    }
}

/// Writes a line.
pub(super) fn write(value: &impl Serialize) -> Result<String, StoreError> {
    let mut line = serde_json::to_string(value)
        .map_err(|error| StoreError::Bundle(format!("a line cannot be written: {error}")))?;
    line.push('\n');
    Ok(line)
}

/// Reads a line, which must be written as [`write`] would.
pub(super) fn read<T: Serialize + DeserializeOwned>(line: &str, file: &str) -> Result<T, StoreError> {
    let value: T = serde_json::from_str(line)
        .map_err(|error| StoreError::Bundle(format!("a line of `{file}` cannot be read: {error}")))?;
    if write(&value)? != line {
        return Err(StoreError::Bundle(format!("a line of `{file}` is not written the one way it can be")));
    }
    Ok(value)
}

/// Goes through the lines of a file, none of them too long.
pub(super) fn each(
    input: &mut dyn Read,
    file: &str,
    mut visit: impl FnMut(&str) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let mut input = std::io::BufReader::with_capacity(64 * 1024, input);
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = (&mut input)
            .take(MOST_BYTES as u64 + 1)
            .read_until(b'\n', &mut line)
            .map_err(StoreError::stream("read the bundle"))?;
        if read == 0 {
            return Ok(());
        }
        if line.last() != Some(&b'\n') {
            let what = if line.len() > MOST_BYTES { "is too long" } else { "does not end" };
            return Err(StoreError::Bundle(format!("a line of `{file}` {what}")));
        }
        let text = std::str::from_utf8(&line)
            .map_err(|_| StoreError::Bundle(format!("a line of `{file}` is not text")))?;
        visit(text)?;
    }
}
