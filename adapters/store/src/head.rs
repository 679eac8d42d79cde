//! Signed heads: what is written elsewhere so that a rewritten or shortened log is noticed.

use std::fmt;

use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use laika_protocol::ids::RunId;
use serde::{Deserialize, Serialize};

use crate::StoreError;
use crate::chain::{self, Hash, hex, unhex};

/// A signed head of the log. Whoever keeps one elsewhere can show later that the log up to it is the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Anchor {
    /// Which head, from 1.
    pub epoch: u64,
    /// The last event that it covers.
    pub log_seq: u64,
    /// The hash of that event.
    pub log_hash: Hash,
    /// When it was signed.
    pub at_ms: u64,
    /// The key it is signed with.
    pub public_key: [u8; 32],
    /// The key that the next one is signed with.
    pub next_public_key: [u8; 32],
    /// The signature.
    pub signature: [u8; 64],
}

impl Anchor {
    /// Signs a head.
    pub(crate) fn sign(
        (epoch, log_seq, at_ms): (u64, u64, u64),
        log_hash: Hash,
        key: &SigningKey,
        next: &SigningKey,
    ) -> Self {
        let public_key = key.verifying_key().to_bytes();
        let next_public_key = next.verifying_key().to_bytes();
        let bytes = chain::head_bytes((epoch, log_seq, at_ms), &log_hash, &public_key, &next_public_key);
        let signature = key.sign(&bytes).to_bytes();
        Self { epoch, log_seq, log_hash, at_ms, public_key, next_public_key, signature }
    }

    /// The bytes that the signature is over.
    #[must_use]
    pub fn signed_bytes(&self) -> Vec<u8> {
        let (at, hash) = ((self.epoch, self.log_seq, self.at_ms), &self.log_hash);
        chain::head_bytes(at, hash, &self.public_key, &self.next_public_key).to_vec()
    }

    /// Whether the signature is by the key that it names.
    #[must_use]
    pub fn is_signed(&self) -> bool {
        let bytes = self.signed_bytes();
        // Strict: no second signature for the same bytes, no weak keys.
        VerifyingKey::from_bytes(&self.public_key)
            .is_ok_and(|key| key.verify_strict(&bytes, &Signature::from_bytes(&self.signature)).is_ok())
    }

    /// The JSON that is kept elsewhere.
    #[must_use]
    pub fn to_json(&self) -> String {
        let written = Written {
            laika: "anchor".into(),
            version: 1,
            epoch: self.epoch,
            log_seq: self.log_seq,
            log_hash: self.log_hash.to_string(),
            at_ms: self.at_ms,
            public_key: hex(&self.public_key),
            next_public_key: hex(&self.next_public_key),
            signature: hex(&self.signature),
        };
        // Numbers and texts only: this cannot fail.
        serde_json::to_string(&written).unwrap_or_default()
    }

    /// Reads that JSON.
    ///
    /// # Errors
    /// When it is not an anchor of this version. Whether it is signed is another question.
    pub fn from_json(text: &str) -> Result<Self, StoreError> {
        const WRONG: StoreError = StoreError::Form("an anchor of version 1");
        if text.len() > 4096 {
            return Err(WRONG);
        }
        let written: Written = serde_json::from_str(text).map_err(|_| WRONG)?;
        if written.laika != "anchor" || written.version != 1 {
            return Err(WRONG);
        }
        Ok(Self {
            epoch: written.epoch,
            log_seq: written.log_seq,
            log_hash: Hash::parse(&written.log_hash)?,
            at_ms: written.at_ms,
            public_key: unhex(&written.public_key).ok_or(WRONG)?,
            next_public_key: unhex(&written.next_public_key).ok_or(WRONG)?,
            signature: unhex(&written.signature).ok_or(WRONG)?,
        })
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Written {
    laika: String,
    version: u32,
    epoch: u64,
    log_seq: u64,
    log_hash: String,
    at_ms: u64,
    public_key: String,
    next_public_key: String,
    signature: String,
}

/// The head of a run, written as `RUN_ID:SEQ:HASH`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunHead {
    /// The run.
    pub run: RunId,
    /// Its last event.
    pub seq: u64,
    /// The hash of that event.
    pub hash: Hash,
}

impl RunHead {
    /// Reads `RUN_ID:SEQ:HASH`.
    ///
    /// # Errors
    /// When the text is anything else.
    pub fn parse(text: &str) -> Result<Self, StoreError> {
        const WRONG: StoreError = StoreError::Form("a run head such as `run-1:12:` and 64 hex digits");
        // From the right: the id of a run may hold colons.
        let mut parts = text.rsplitn(3, ':');
        let (Some(hash), Some(seq), Some(run)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(WRONG);
        };
        let number: u64 = seq.parse().map_err(|_| WRONG)?;
        if number.to_string() != seq {
            return Err(WRONG);
        }
        Ok(Self { run: RunId::parse(run).map_err(|_| WRONG)?, seq: number, hash: Hash::parse(hash)? })
    }
}

impl fmt::Display for RunHead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.run, self.seq, self.hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_survive_being_written_down() {
        let (key, next) = (SigningKey::from_bytes(&[1; 32]), SigningKey::from_bytes(&[2; 32]));
        let anchor = Anchor::sign((1, 7, 9), Hash([3; 32]), &key, &next);
        assert!(anchor.is_signed());
        assert_eq!(Anchor::from_json(&anchor.to_json()).as_ref(), Ok(&anchor));
        for other in [
            Anchor { epoch: 2, ..anchor.clone() },
            Anchor { log_seq: 8, ..anchor.clone() },
            Anchor { at_ms: 8, ..anchor.clone() },
            Anchor { log_hash: Hash([4; 32]), ..anchor.clone() },
            Anchor { public_key: anchor.next_public_key, ..anchor.clone() },
            Anchor { next_public_key: anchor.public_key, ..anchor.clone() },
            Anchor { signature: [0; 64], ..anchor.clone() },
        ] {
            assert!(!other.is_signed(), "{other:?}");
        }
        let head = RunHead { run: RunId::parse("run:1").unwrap(), seq: 12, hash: Hash([5; 32]) };
        assert_eq!(RunHead::parse(&head.to_string()).as_ref(), Ok(&head));
        for wrong in ["", "run:1", &head.to_string().replace(":12:", ":012:"), &format!("{head}0")] {
            assert!(RunHead::parse(wrong).is_err(), "{wrong}");
        }
    }
}
