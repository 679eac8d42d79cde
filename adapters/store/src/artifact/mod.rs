//! Encrypted artifact files: written once, read in order, believed only as far as they are authenticated.
//!
//! A file is a header and chunks of 64 KiB, each sealed with XChaCha20-Poly1305 under a nonce that says where it stands
//! and whether it is the last (the STREAM construction). docs/artifacts.md describes every byte, with test vectors.
//!
//! What stands in a frame is a claim that gives an error its name. What holds is the nonce, and that is made from what
//! the reader expects, never from what it reads.

mod cipher;
mod files;
mod reader;
mod writer;

#[cfg(test)]
mod tests;

use std::io;

use laika_protocol::ids::ArtifactId;

pub use files::{ArtifactFiles, FileName, sweep};
pub use reader::{PlainReader, decrypt};
pub use writer::{Written, encrypt};

/// Plain bytes in every chunk but the last.
pub const CHUNK_BYTES: usize = 64 * 1024;
/// Random bytes at the start of every nonce of a file.
pub const PREFIX_BYTES: usize = 19;

/// Why an artifact cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum ArtifactError {
    /// It starts with something else.
    #[error("the file is not an artifact")]
    NotAnArtifact,
    /// A later version, or another chunk size.
    #[error("the artifact is in a form that this program does not know")]
    UnknownForm,
    /// The first seal does not hold.
    #[error("the key is not the one that the artifact was written with, or its header is damaged")]
    WrongKey,
    /// The first seal holds, the second does not.
    #[error("the file is not the one of artifact `{0}`, or its header is damaged")]
    OtherArtifact(ArtifactId),
    /// A chunk that was moved, repeated or left out.
    #[error("chunk {found} of the artifact stands in the place of chunk {expected}")]
    OutOfPlace {
        /// Which should stand there.
        expected: u32,
        /// Which says to stand there.
        found: u32,
    },
    /// A chunk that is not what was written.
    #[error("chunk {chunk} of the artifact is damaged")]
    Damaged {
        /// Which, from 0.
        chunk: u32,
    },
    /// The file ends early, inside a chunk or between two.
    #[error("the artifact is cut off: it ends before its last chunk does")]
    CutOff,
    /// The file goes on.
    #[error("the artifact has bytes after its last chunk")]
    GoesOn,
    /// Reading went on after an error.
    #[error("the artifact was found broken before")]
    BrokenBefore,
    /// More chunks than can be counted: 256 TiB.
    #[error("the artifact is too long")]
    TooLong,
    /// There is no such file.
    #[error("there is no file of artifact `{0}`")]
    Missing(ArtifactId),
    /// The system gives no randomness.
    #[error("the system gives no randomness: {0}")]
    Random(String),
    /// A file cannot be read or written.
    #[error("cannot {action} the artifact: {error}")]
    Io {
        /// What was tried.
        action: &'static str,
        /// What the system says.
        error: io::Error,
    },
}

impl ArtifactError {
    fn io(action: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::Io { action, error }
    }
}

/// For [`PlainReader`], which speaks through [`io::Read`]; the error itself stays inside.
impl From<ArtifactError> for io::Error {
    fn from(error: ArtifactError) -> Self {
        let kind = if let ArtifactError::Io { error, .. } = &error {
            error.kind()
        } else {
            io::ErrorKind::InvalidData
        };
        Self::new(kind, error)
    }
}
