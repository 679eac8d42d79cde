//! An artifact file in, plain bytes out, one chunk of memory. No byte leaves before its chunk is authenticated.

use std::io::{self, Read, Write};

use laika_protocol::ids::ArtifactId;
use zeroize::Zeroizing;

use super::cipher::{Cipher, FRAME_BYTES, Frame, HEADER_BYTES, TAG_BYTES};
use super::writer::empty_chunk;
use super::{ArtifactError, CHUNK_BYTES};

/// Reads what is in an artifact.
///
/// It ends only where the artifact ends: a file that was cut off gives an error in place of the end. Whoever acts on
/// the parts acts on authentic ones; whoever needs the whole waits for the end.
pub struct PlainReader<R> {
    source: R,
    cipher: Cipher,
    index: u32,
    chunk: Zeroizing<Vec<u8>>,
    /// How much of the chunk was handed out.
    given: usize,
    state: State,
}

#[derive(Clone, Copy)]
enum State {
    More,
    Ended,
    Broken,
}

impl<R: Read> PlainReader<R> {
    /// Checks the header.
    ///
    /// # Errors
    /// When it is not an artifact, of another key, or of another artifact.
    pub fn new(key: &[u8; 32], id: &ArtifactId, mut source: R) -> Result<Self, ArtifactError> {
        let cipher = Cipher::of_header(key, id, &exactly::<HEADER_BYTES>(&mut source)?)?;
        Ok(Self { source, cipher, index: 0, chunk: empty_chunk(), given: 0, state: State::More })
    }

    /// What is left of the chunk; of the next one when nothing is. Empty at the end only.
    fn available(&mut self) -> Result<&[u8], ArtifactError> {
        while self.given == self.chunk.len() {
            match self.state {
                State::More => {}
                State::Ended => break,
                State::Broken => return Err(ArtifactError::BrokenBefore),
            }
            self.state = State::Broken;
            self.given = 0;
            self.state = match self.next_chunk() {
                Ok(state) => state,
                Err(error) => {
                    self.chunk.clear();
                    return Err(error);
                }
            };
        }
        Ok(&self.chunk[self.given..])
    }

    fn next_chunk(&mut self) -> Result<State, ArtifactError> {
        let frame = Frame::parse(exactly::<FRAME_BYTES>(&mut self.source)?, self.index)?;
        self.chunk.resize(frame.plain_bytes, 0);
        self.source.read_exact(&mut self.chunk).map_err(cut_off)?;
        let tag = exactly::<TAG_BYTES>(&mut self.source)?;
        self.cipher.open_chunk(frame, &mut self.chunk, tag)?;
        if !frame.is_last {
            self.index = self.index.checked_add(1).ok_or(ArtifactError::TooLong)?;
            return Ok(State::More);
        }
        match self.source.read_exact(&mut [0]) {
            Ok(()) => Err(ArtifactError::GoesOn),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(State::Ended),
            Err(error) => Err(ArtifactError::io("read")(error)),
        }
    }
}

impl<R: Read> Read for PlainReader<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let available = self.available()?;
        let count = available.len().min(into.len());
        into[..count].copy_from_slice(&available[..count]);
        self.given += count;
        Ok(count)
    }
}

/// Decrypts a whole artifact into `out`, and gives its length. After an error, `out` holds an authentic beginning.
///
/// # Errors
/// When anything about the file is not as it was written.
pub fn decrypt(
    key: &[u8; 32],
    id: &ArtifactId,
    source: &mut impl Read,
    out: &mut impl Write,
) -> Result<u64, ArtifactError> {
    let mut reader = PlainReader::new(key, id, source)?;
    let mut plain_bytes = 0;
    loop {
        let some = reader.available()?;
        if some.is_empty() {
            out.flush().map_err(ArtifactError::io("write what is in"))?;
            return Ok(plain_bytes);
        }
        out.write_all(some).map_err(ArtifactError::io("write what is in"))?;
        let count = some.len();
        plain_bytes += count as u64;
        reader.given += count;
    }
}

fn exactly<const N: usize>(source: &mut impl Read) -> Result<[u8; N], ArtifactError> {
    let mut bytes = [0; N];
    source.read_exact(&mut bytes).map_err(cut_off)?;
    Ok(bytes)
}

fn cut_off(error: io::Error) -> ArtifactError {
    if error.kind() == io::ErrorKind::UnexpectedEof {
        return ArtifactError::CutOff;
    }
    ArtifactError::io("read")(error)
}

const _: () =
    assert!(CHUNK_BYTES < u32::MAX as usize / 2, "the length of a chunk leaves room for the last-flag");
