//! What goes over the pipes: one line and the document's bytes in, one line out.

use std::io::{self, BufRead, Read, Write};

use laika_protocol::cell::{ReadText, Reading};
use serde::{Deserialize, Serialize};

use super::ReadError;

/// The largest document that is read. The network process gives no larger ones.
pub const MOST_DOCUMENT_BYTES: usize = 32 << 20;
/// The most text that is given, whatever is asked for.
pub const MOST_TEXT_CHARS: usize = 1_000_000;
/// The first line: an address, a content type, and numbers.
const ASKED_BYTES: u64 = 64 << 10;
/// The answer: the most text in the widest characters, its links, and what JSON puts around them.
pub(super) const SAID_BYTES: u64 = 12 << 20;

/// What is asked of the worker; as many bytes follow.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    pub(super) reading: Reading,
    pub(super) bytes: usize,
}

/// What the worker says.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Said {
    Text(Box<ReadText>),
    Refused(ReadError),
}

pub(super) fn ask(pipe: &mut impl Write, reading: &Reading, document: &[u8]) -> io::Result<()> {
    let asked = Asked { reading: reading.clone(), bytes: document.len() };
    let mut line = serde_json::to_vec(&asked)?;
    line.push(b'\n');
    pipe.write_all(&line)?;
    pipe.write_all(document)?;
    pipe.flush()
}

pub(super) fn asked(pipe: &mut impl BufRead) -> io::Result<(Reading, Vec<u8>)> {
    let mut line = Vec::new();
    pipe.by_ref().take(ASKED_BYTES).read_until(b'\n', &mut line)?;
    let asked: Asked = serde_json::from_slice(&line)?;
    if asked.bytes > MOST_DOCUMENT_BYTES {
        return Err(io::Error::other("the document is too large"));
    }
    let mut document = vec![0; asked.bytes];
    pipe.read_exact(&mut document)?;
    Ok((asked.reading, document))
}

pub(super) fn say(pipe: &mut impl Write, said: &Said) -> io::Result<()> {
    let mut line = serde_json::to_vec(said)?;
    line.push(b'\n');
    pipe.write_all(&line)?;
    pipe.flush()
}

/// The line of the answer, or as much of it as may be said and one byte more.
pub(super) fn said(pipe: impl Read) -> io::Result<Vec<u8>> {
    let mut line = Vec::new();
    io::BufReader::new(pipe.take(SAID_BYTES + 1)).read_until(b'\n', &mut line)?;
    Ok(line)
}
