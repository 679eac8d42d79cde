//! The bytes that are hashed and signed. `docs/run-log.md` describes them; a change here is a new version there.

use std::fmt;

use sha2::{Digest, Sha256};

use crate::StoreError;

/// What the hash of an event begins with.
const EVENT: &[u8] = b"laika.event.1\n";
/// What the signed bytes of a head begin with.
const HEAD: &[u8] = b"laika.head.1\n";

/// Random bytes before a payload, so that its commitment lets nobody confirm a guess.
pub type Salt = [u8; 16];

/// A SHA-256 of the chain, written as 64 lower-case hex digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// What stands where there is no event before.
    pub const NONE: Self = Self([0; 32]);

    /// Reads 64 lower-case hex digits.
    ///
    /// # Errors
    /// When the text is anything else.
    pub fn parse(text: &str) -> Result<Self, StoreError> {
        unhex(text).map(Self).ok_or(StoreError::Form("a hash of 64 lower-case hex digits"))
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

/// Everything of an event except its payload. It holds no origin, address, title or length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Its place in the log, from 1.
    pub log_seq: u64,
    /// The run.
    pub run: String,
    /// Its place in the run, from 1.
    pub seq: u64,
    /// What happened.
    pub kind: String,
    /// When.
    pub at_ms: u64,
    /// The version of the record's form.
    pub schema_version: u32,
    /// The version of the tool protocol.
    pub protocol_version: String,
    /// The hash of the run's event before.
    pub run_prev: Hash,
    /// The hash of the log's event before.
    pub log_prev: Hash,
    /// The commitment to salt and payload.
    pub commitment: Hash,
    /// The hash of all this.
    pub hash: Hash,
}

impl Header {
    /// The header, without a copy.
    #[must_use]
    pub fn parts(&self) -> Parts<'_> {
        Parts {
            log_seq: self.log_seq,
            seq: self.seq,
            at_ms: self.at_ms,
            schema_version: self.schema_version,
            run: self.run.as_bytes(),
            kind: self.kind.as_bytes(),
            protocol_version: self.protocol_version.as_bytes(),
            run_prev: &self.run_prev.0,
            log_prev: &self.log_prev.0,
            commitment: &self.commitment.0,
        }
    }
}

/// What the hash of an event is made of, borrowed from wherever it lies.
#[derive(Clone, Copy, Debug)]
pub struct Parts<'a> {
    /// Its place in the log.
    pub log_seq: u64,
    /// Its place in the run.
    pub seq: u64,
    /// When.
    pub at_ms: u64,
    /// The version of the record's form.
    pub schema_version: u32,
    /// The run.
    pub run: &'a [u8],
    /// What happened.
    pub kind: &'a [u8],
    /// The version of the tool protocol.
    pub protocol_version: &'a [u8],
    /// The hash of the run's event before.
    pub run_prev: &'a [u8],
    /// The hash of the log's event before.
    pub log_prev: &'a [u8],
    /// The commitment to salt and payload.
    pub commitment: &'a [u8],
}

impl Parts<'_> {
    /// The hash of the event. `scratch` is only there so that a million events need no million allocations.
    #[must_use]
    pub fn hash(&self, scratch: &mut Vec<u8>) -> Hash {
        scratch.clear();
        scratch.extend_from_slice(EVENT);
        scratch.extend_from_slice(&self.log_seq.to_be_bytes());
        scratch.extend_from_slice(&self.seq.to_be_bytes());
        scratch.extend_from_slice(&self.at_ms.to_be_bytes());
        scratch.extend_from_slice(&self.schema_version.to_be_bytes());
        for text in [self.run, self.kind, self.protocol_version] {
            // Longer texts do not fit into a row (the length limit of the connection is far below).
            let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
            scratch.extend_from_slice(&length.to_be_bytes());
            scratch.extend_from_slice(text);
        }
        for link in [self.run_prev, self.log_prev, self.commitment] {
            scratch.extend_from_slice(link);
        }
        Hash(Sha256::digest(scratch.as_slice()).into())
    }
}

/// The commitment to a payload.
#[must_use]
pub fn commitment(salt: &[u8], payload: &[u8]) -> Hash {
    let mut hasher = Sha256::new();
    hasher.update(salt);
    hasher.update(payload);
    Hash(hasher.finalize().into())
}

/// The bytes that a head's signature is over.
#[must_use]
pub(crate) fn head_bytes(
    (epoch, log_seq, at_ms): (u64, u64, u64),
    log_hash: &Hash,
    public_key: &[u8; 32],
    next_public_key: &[u8; 32],
) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(133);
    bytes.extend_from_slice(HEAD);
    for number in [epoch, log_seq, at_ms] {
        bytes.extend_from_slice(&number.to_be_bytes());
    }
    for part in [&log_hash.0, public_key, next_public_key] {
        bytes.extend_from_slice(part);
    }
    bytes
}

/// Lower-case hex.
pub(crate) fn hex(bytes: &[u8]) -> String {
    const DIGITS: [char; 16] =
        ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
    bytes.iter().flat_map(|byte| [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]).collect()
}

/// Reads lower-case hex of exactly this many bytes. A second spelling would be a second text for one thing.
pub(crate) fn unhex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let mut bytes = [0; N];
    if text.len() != 2 * N {
        return None;
    }
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        *byte = digit(pair[0])? << 4 | digit(pair[1])?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The layout, byte by byte, as a second program would write it from the documentation.
    #[test]
    fn an_event_is_hashed_over_exactly_these_bytes() {
        let header = Header {
            log_seq: 258,
            run: "run-1".into(),
            seq: 2,
            kind: "run.ended".into(),
            at_ms: 1_769_258_096_789,
            schema_version: 1,
            protocol_version: "1.0".into(),
            run_prev: Hash([1; 32]),
            log_prev: Hash([2; 32]),
            commitment: commitment(&[3; 16], b"{}"),
            hash: Hash::NONE,
        };
        let mut bytes = b"laika.event.1\n".to_vec();
        bytes.extend([0, 0, 0, 0, 0, 0, 1, 2]);
        bytes.extend([0, 0, 0, 0, 0, 0, 0, 2]);
        bytes.extend([0, 0, 1, 0x9b, 0xf0, 0x00, 0x18, 0x95]);
        bytes.extend([0, 0, 0, 1]);
        bytes.extend(b"\0\0\0\x05run-1\0\0\0\x09run.ended\0\0\0\x031.0");
        bytes.extend([1; 32]);
        bytes.extend([2; 32]);
        bytes.extend(Sha256::digest([&[3; 16][..], b"{}"].concat()));
        let mut scratch = Vec::new();
        let hash = header.parts().hash(&mut scratch);
        assert_eq!(scratch, bytes);
        assert_eq!(hash.0[..], Sha256::digest(&bytes)[..]);
        let head = head_bytes((1, 258, 3), &hash, &[4; 32], &[5; 32]);
        assert_eq!(head.len(), 133);
        assert!(head.starts_with(b"laika.head.1\n\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\x01\x02\0\0\0\0\0\0\0\x03"));
    }

    #[test]
    fn hex_has_one_spelling() {
        let hash = Hash(core::array::from_fn(|n| u8::try_from(n * 7).unwrap()));
        assert_eq!(Hash::parse(&hash.to_string()), Ok(hash));
        for wrong in ["", "00", &hash.to_string().to_uppercase(), &format!("{hash}0"), &"g".repeat(64)] {
            assert!(Hash::parse(wrong).is_err(), "{wrong}");
        }
    }
}
