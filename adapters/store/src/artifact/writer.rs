//! Plain bytes in, an artifact file out, two chunks of memory.

use std::io::{Read, Write};
use std::mem;

use laika_protocol::ids::{ArtifactId, Sha256};
use sha2::Digest as _;
use zeroize::Zeroizing;

use super::cipher::{Cipher, Frame};
use super::{ArtifactError, CHUNK_BYTES, PREFIX_BYTES};

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The length of the file.
    pub bytes: u64,
    /// The length of what is in it.
    pub plain_bytes: u64,
    /// The digest of the file as it is on disk.
    pub sha256: Sha256,
}

/// Encrypts everything `plain` gives into `out`.
///
/// The prefix must be fresh randomness: two files with one key and one prefix give their contents away.
///
/// # Errors
/// When reading or writing fails.
pub fn encrypt(
    key: &[u8; 32],
    id: &ArtifactId,
    plain: &mut impl Read,
    out: &mut impl Write,
    nonce_prefix: [u8; PREFIX_BYTES],
) -> Result<Written, ArtifactError> {
    let cipher = Cipher::new(key, id, nonce_prefix);
    let mut out = Digesting { out, hasher: sha2::Sha256::new(), bytes: 0 };
    let mut plain_bytes = 0;
    out.write(&cipher.header()?)?;
    let (mut chunk, mut next) = (empty_chunk(), empty_chunk());
    fill(plain, &mut chunk)?;
    for index in 0..=u32::MAX {
        // Only who looks past a full chunk knows whether it is the last. Past a short one nobody looks: a terminal
        // would go on after its end.
        next.clear();
        if chunk.len() == CHUNK_BYTES {
            fill(plain, &mut next)?;
        }
        let frame = Frame { index, plain_bytes: chunk.len(), is_last: next.is_empty() };
        plain_bytes += chunk.len() as u64;
        let tag = cipher.seal_chunk(frame, &mut chunk)?;
        out.write(&frame.to_bytes())?;
        out.write(&chunk)?;
        out.write(&tag)?;
        if frame.is_last {
            return out.finish(plain_bytes);
        }
        mem::swap(&mut chunk, &mut next);
    }
    Err(ArtifactError::TooLong)
}

/// The full size at once: a buffer that grows would leave copies behind that nobody wipes.
pub(super) fn empty_chunk() -> Zeroizing<Vec<u8>> {
    Zeroizing::new(Vec::with_capacity(CHUNK_BYTES))
}

fn fill(plain: &mut impl Read, chunk: &mut Vec<u8>) -> Result<(), ArtifactError> {
    chunk.clear();
    let mut some = plain.take(CHUNK_BYTES as u64);
    some.read_to_end(chunk).map(drop).map_err(ArtifactError::io("read what goes into"))
}

struct Digesting<'a, W> {
    out: &'a mut W,
    hasher: sha2::Sha256,
    bytes: u64,
}

impl<W: Write> Digesting<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> Result<(), ArtifactError> {
        self.hasher.update(bytes);
        self.bytes += bytes.len() as u64;
        self.out.write_all(bytes).map_err(ArtifactError::io("write"))
    }

    fn finish(self, plain_bytes: u64) -> Result<Written, ArtifactError> {
        self.out.flush().map_err(ArtifactError::io("write"))?;
        let hex: String = self.hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        // A digest is 64 hex digits, so this does not fail.
        let sha256 = Sha256::parse(&format!("sha256:{hex}")).map_err(|_| ArtifactError::UnknownForm)?;
        Ok(Written { bytes: self.bytes, plain_bytes, sha256 })
    }
}
