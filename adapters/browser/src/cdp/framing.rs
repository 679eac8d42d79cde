//! Messages on the pipe: JSON, each ended by one zero byte.

use std::io;

use tokio::io::{AsyncRead, AsyncReadExt};

/// Bytes of one message. A larger one is a fault or an attack, and ends the connection.
pub(super) const FRAME_MAX_BYTES: usize = 64 * 1024 * 1024;

const READ_BYTES: usize = 256 * 1024;

/// Cuts what comes out of a pipe into messages.
pub(super) struct Frames<R> {
    input: R,
    buffer: Vec<u8>,
    /// Where the next message starts.
    start: usize,
    /// Up to where there is no zero byte.
    searched: usize,
}

impl<R: AsyncRead + Unpin> Frames<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, buffer: Vec::with_capacity(READ_BYTES), start: 0, searched: 0 }
    }

    /// The next message; none at the end. An unfinished message at the end is dropped.
    pub(super) async fn next(&mut self) -> io::Result<Option<&[u8]>> {
        loop {
            if let Some(at) = self.buffer[self.searched..].iter().position(|byte| *byte == 0) {
                let (from, to) = (self.start, self.searched + at);
                self.start = to + 1;
                self.searched = self.start;
                return Ok(Some(&self.buffer[from..to]));
            }
            self.buffer.drain(..self.start);
            self.start = 0;
            self.searched = self.buffer.len();
            if self.buffer.len() > FRAME_MAX_BYTES {
                return Err(io::ErrorKind::InvalidData.into());
            }
            self.buffer.reserve(READ_BYTES);
            if self.input.read_buf(&mut self.buffer).await? == 0 {
                return Ok(None);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn all(input: &[u8]) -> Vec<Vec<u8>> {
        let mut frames = Frames::new(input);
        let mut found = Vec::new();
        while let Some(frame) = frames.next().await.unwrap() {
            found.push(frame.to_vec());
        }
        found
    }

    #[tokio::test]
    async fn messages_are_cut_at_zero_bytes() {
        assert_eq!(all(b"{}\0[1]\0\0rest").await, [b"{}".to_vec(), b"[1]".to_vec(), b"".to_vec()]);
        assert!(all(b"").await.is_empty());
    }

    #[tokio::test]
    async fn a_message_may_come_in_pieces() {
        let large = vec![b'a'; 3 * READ_BYTES];
        let mut input = large.clone();
        input.extend_from_slice(b"\0b\0");
        assert_eq!(all(&input).await, [large, b"b".to_vec()]);
    }

    #[tokio::test]
    async fn an_endless_message_is_an_error() {
        let endless = tokio::io::repeat(b'x');
        assert!(Frames::new(endless).next().await.is_err());
    }
}
