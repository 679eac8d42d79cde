//! The header of a file, the frame of a chunk, and the seals over both.

use chacha20poly1305::aead::{AeadInOut as _, KeyInit as _};
use chacha20poly1305::{Tag, XChaCha20Poly1305, XNonce};
use laika_protocol::ids::ArtifactId;

use super::{ArtifactError, CHUNK_BYTES, PREFIX_BYTES};

/// Magic, version, chunk size and nonce prefix: what every seal of a file covers.
const START_BYTES: usize = 8 + 1 + 4 + PREFIX_BYTES;
pub(super) const TAG_BYTES: usize = 16;
pub(super) const HEADER_BYTES: usize = START_BYTES + 2 * TAG_BYTES;
pub(super) const FRAME_BYTES: usize = 8;

const MAGIC_AND_VERSION: &[u8; 9] = b"LAIKAART\x01";
const LAST: u32 = 1 << 31;

/// What a nonce is for: its last byte.
#[derive(Clone, Copy)]
enum Purpose {
    MoreChunks = 0,
    LastChunk = 1,
    /// Tells a wrong key from a wrong file.
    KeySeal = 2,
    /// Tells another artifact's file from a damaged one.
    IdSeal = 3,
}

/// What a chunk says about itself.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Frame {
    pub(super) index: u32,
    pub(super) plain_bytes: usize,
    pub(super) is_last: bool,
}

impl Frame {
    pub(super) fn to_bytes(self) -> [u8; FRAME_BYTES] {
        // A chunk has at most 64 KiB.
        let length = self.plain_bytes as u32 | if self.is_last { LAST } else { 0 };
        let mut bytes = [0; FRAME_BYTES];
        bytes[..4].copy_from_slice(&self.index.to_be_bytes());
        bytes[4..].copy_from_slice(&length.to_be_bytes());
        bytes
    }

    /// The frame that must stand at `index`: every plain text has exactly one form.
    pub(super) fn parse(bytes: [u8; FRAME_BYTES], index: u32) -> Result<Self, ArtifactError> {
        let [a, b, c, d, e, f, g, h] = bytes;
        let (found, length) = (u32::from_be_bytes([a, b, c, d]), u32::from_be_bytes([e, f, g, h]));
        let is_last = length & LAST != 0;
        let plain_bytes = (length & !LAST) as usize;
        let fits = match (is_last, plain_bytes) {
            (false, bytes) => bytes == CHUNK_BYTES,
            // Only an empty artifact ends with an empty chunk.
            (true, 0) => found == 0,
            (true, bytes) => bytes <= CHUNK_BYTES,
        };
        if found != index {
            return Err(ArtifactError::OutOfPlace { expected: index, found });
        }
        if fits {
            Ok(Self { index, plain_bytes, is_last })
        } else {
            Err(ArtifactError::Damaged { chunk: index })
        }
    }

    fn purpose(self) -> Purpose {
        if self.is_last { Purpose::LastChunk } else { Purpose::MoreChunks }
    }
}

/// The cipher of one file.
pub(super) struct Cipher {
    aead: XChaCha20Poly1305,
    /// The start of the header, then the artifact's id: the associated data.
    bound: Vec<u8>,
    prefix: [u8; PREFIX_BYTES],
}

impl Cipher {
    pub(super) fn new(key: &[u8; 32], id: &ArtifactId, prefix: [u8; PREFIX_BYTES]) -> Self {
        let mut bound = Vec::with_capacity(START_BYTES + id.as_str().len());
        bound.extend(MAGIC_AND_VERSION);
        bound.extend((CHUNK_BYTES as u32).to_be_bytes());
        bound.extend(prefix);
        bound.extend(id.as_str().as_bytes());
        Self { aead: XChaCha20Poly1305::new(key.into()), bound, prefix }
    }

    /// Reads a header that another cipher wrote, and checks that it is the one for this key and artifact.
    pub(super) fn of_header(
        key: &[u8; 32],
        id: &ArtifactId,
        header: &[u8; HEADER_BYTES],
    ) -> Result<Self, ArtifactError> {
        let (start, seals) = header.split_at(START_BYTES);
        let (key_seal, id_seal) = seals.split_at(TAG_BYTES);
        let prefix = start.last_chunk::<PREFIX_BYTES>().ok_or(ArtifactError::NotAnArtifact)?;
        let cipher = Self::new(key, id, *prefix);
        if start[..8] != MAGIC_AND_VERSION[..8] {
            Err(ArtifactError::NotAnArtifact)
        } else if *start != cipher.bound[..START_BYTES] {
            Err(ArtifactError::UnknownForm)
        } else if !cipher.opens(&cipher.bound[..START_BYTES], Purpose::KeySeal, key_seal) {
            Err(ArtifactError::WrongKey)
        } else if !cipher.opens(&cipher.bound, Purpose::IdSeal, id_seal) {
            Err(ArtifactError::OtherArtifact(id.clone()))
        } else {
            Ok(cipher)
        }
    }

    pub(super) fn header(&self) -> Result<Vec<u8>, ArtifactError> {
        let start = &self.bound[..START_BYTES];
        let key_seal = self.seal(0, Purpose::KeySeal, start, &mut [])?;
        let id_seal = self.seal(0, Purpose::IdSeal, &self.bound, &mut [])?;
        Ok([start, &key_seal, &id_seal].concat())
    }

    /// Encrypts a chunk where it stands, and gives its tag.
    pub(super) fn seal_chunk(&self, frame: Frame, chunk: &mut [u8]) -> Result<Tag, ArtifactError> {
        self.seal(frame.index, frame.purpose(), &self.bound, chunk)
    }

    /// Decrypts a chunk where it stands. One that is not authentic stays as it is.
    pub(super) fn open_chunk(
        &self,
        frame: Frame,
        chunk: &mut [u8],
        tag: [u8; TAG_BYTES],
    ) -> Result<(), ArtifactError> {
        let nonce = self.nonce(frame.index, frame.purpose());
        self.aead
            .decrypt_inout_detached(&nonce, &self.bound, chunk.into(), &Tag::from(tag))
            .map_err(|_| ArtifactError::Damaged { chunk: frame.index })
    }

    fn seal(
        &self,
        index: u32,
        purpose: Purpose,
        bound: &[u8],
        bytes: &mut [u8],
    ) -> Result<Tag, ArtifactError> {
        let nonce = self.nonce(index, purpose);
        // It refuses only what is longer than the cipher's 256 GiB.
        self.aead.encrypt_inout_detached(&nonce, bound, bytes.into()).map_err(|_| ArtifactError::TooLong)
    }

    /// Whether a seal over nothing but associated data holds.
    fn opens(&self, bound: &[u8], purpose: Purpose, seal: &[u8]) -> bool {
        let nonce = self.nonce(0, purpose);
        let nothing: &mut [u8] = &mut [];
        Tag::try_from(seal)
            .is_ok_and(|seal| self.aead.decrypt_inout_detached(&nonce, bound, nothing.into(), &seal).is_ok())
    }

    fn nonce(&self, index: u32, purpose: Purpose) -> XNonce {
        let mut nonce = [0; 24];
        nonce[..PREFIX_BYTES].copy_from_slice(&self.prefix);
        nonce[PREFIX_BYTES..23].copy_from_slice(&index.to_be_bytes());
        nonce[23] = purpose as u8;
        nonce.into()
    }
}
