//! What the two sides of the embedded model's process say to each other: a length, then that many bytes of JSON.
//!
//! Each side bounds what it reads before it makes room for it. What the worker says is checked as if it came from an
//! attacker, because a hostile file of weights may have taken the worker over.

use std::io::{self, Read, Write};
use std::path::PathBuf;

use laika_protocol::model::{Ask, Weighing, Weights, Written};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncRead, AsyncReadExt as _};

use crate::ModelError;

/// The most bytes of one order.
pub(crate) const ORDER_BYTES: usize = 16 << 20;
/// The most bytes of one reply.
pub(crate) const REPLY_BYTES: usize = 4 << 20;

/// The first frame: what to load, and how.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Start {
    pub(crate) weights: PathBuf,
    /// What changes the weights.
    pub(crate) adapter: Option<PathBuf>,
    pub(crate) threads: u32,
    pub(crate) context: u32,
}

/// The first answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub(crate) enum Greeting {
    Ready(Ready),
    Refused(ModelError),
}

/// What was loaded.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ready {
    pub(crate) confinement: String,
    pub(crate) model: String,
    pub(crate) context: u32,
}

/// What is to be done.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Order {
    /// Grows with every order.
    pub(crate) number: u64,
    pub(crate) what: What,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub(crate) enum What {
    Write(Ask),
    Weigh(Weighing),
    Count(Vec<String>),
    /// Drops everything that was read before.
    Forget,
    /// Takes back the order of this number and all before it. It is not answered; they are.
    Cancel(u64),
}

/// What came of an order.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Reply {
    pub(crate) number: u64,
    pub(crate) said: Said,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub(crate) enum Said {
    Written(Written),
    Weights(Weights),
    Counts(Vec<u32>),
    Forgotten,
    Refused(ModelError),
}

/// A message with its length in front.
pub(crate) fn frame(message: &impl Serialize, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; 4];
    serde_json::to_writer(&mut bytes, message)?;
    let length = bytes.len() - 4;
    let header = u32::try_from(length).ok().filter(|_| length <= most).ok_or_else(too_long)?;
    bytes[..4].copy_from_slice(&header.to_le_bytes());
    Ok(bytes)
}

/// Reads a message; `None` where the other side has ended.
pub(crate) fn read<T: DeserializeOwned>(from: &mut impl Read, most: usize) -> io::Result<Option<T>> {
    let mut header = [0; 4];
    // The end is clean only between two messages.
    if from.read(&mut header[..1])? == 0 {
        return Ok(None);
    }
    from.read_exact(&mut header[1..])?;
    let mut bytes = vec![0; length(header, most)?];
    from.read_exact(&mut bytes)?;
    message(&bytes).map(Some)
}

/// Writes a message.
pub(crate) fn write(to: &mut impl Write, message: &impl Serialize, most: usize) -> io::Result<()> {
    to.write_all(&frame(message, most)?)?;
    to.flush()
}

/// Reads a message of the worker.
pub(crate) async fn receive<T: DeserializeOwned>(
    from: &mut (impl AsyncRead + Unpin),
    most: usize,
) -> io::Result<T> {
    let mut header = [0; 4];
    from.read_exact(&mut header).await?;
    let mut bytes = vec![0; length(header, most)?];
    from.read_exact(&mut bytes).await?;
    message(&bytes)
}

/// What bytes say. A message that ends too early was sent so; the other side has not ended.
fn message<T: DeserializeOwned>(bytes: &[u8]) -> io::Result<T> {
    serde_json::from_slice(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

fn length(header: [u8; 4], most: usize) -> io::Result<usize> {
    usize::try_from(u32::from_le_bytes(header)).ok().filter(|length| *length <= most).ok_or_else(too_long)
}

fn too_long() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "a message is longer than agreed")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(number: u64) -> Reply {
        Reply { number, said: Said::Counts(vec![1, 2]) }
    }

    #[test]
    fn messages_follow_each_other() {
        let mut bytes = frame(&counts(1), 100).unwrap();
        bytes.extend(frame(&counts(2), 100).unwrap());
        let mut from = bytes.as_slice();
        for number in [1, 2] {
            let reply: Reply = read(&mut from, 100).unwrap().unwrap();
            assert_eq!(reply.number, number);
        }
        assert!(read::<Reply>(&mut from, 100).unwrap().is_none());
    }

    #[test]
    fn what_is_too_long_is_neither_written_nor_waited_for() {
        assert!(frame(&counts(1), 10).is_err());
        let header = u32::MAX.to_le_bytes();
        let error = read::<Reply>(&mut header.as_slice(), 100).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
    }

    #[test]
    fn a_message_that_breaks_off_is_an_error() {
        let bytes = frame(&counts(1), 100).unwrap();
        for length in 1..bytes.len() {
            assert!(read::<Reply>(&mut &bytes[..length], 100).is_err(), "{length}");
        }
    }

    /// Every message with one byte changed, and every one cut together from two others.
    #[tokio::test]
    async fn damaged_messages_are_read_or_refused() {
        let bytes = frame(&counts(7), 100).unwrap();
        let mut read = 0;
        for at in 0..bytes.len() {
            for byte in 0..=u8::MAX {
                let mut damaged = bytes.clone();
                damaged[at] = byte;
                read += u32::from(receive::<Reply>(&mut damaged.as_slice(), 100).await.is_ok());
            }
            let spliced = [&bytes[..at], &bytes[bytes.len() - at..]].concat();
            let _ = receive::<Reply>(&mut spliced.as_slice(), 100).await;
        }
        // Unchanged ones, and those with other digits or spaces.
        assert!(read > 20 && read < 300, "{read}");
    }
}
