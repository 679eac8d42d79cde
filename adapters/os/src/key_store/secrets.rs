//! Secrets of the person, sealed with a key of the store: what signs them in at servers is longer than a key.
//!
//! ```text
//! "LAIKASEC"  version: 1 byte = 1  nonce: 24
//! the secrets, sealed with XChaCha20-Poly1305; everything before is the associated data
//!
//! each secret: length of its name: 1 byte  name  length: 2 bytes, big-endian  text; sorted by name, each name once
//! ```

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use chacha20poly1305::aead::{AeadInOut as _, KeyInit as _};
use chacha20poly1305::{Tag, XChaCha20Poly1305, XNonce};
use laika_protocol::secret::Secret;
use zeroize::Zeroizing;

use crate::files::private;

use super::key::fill_random;
use super::{Key, KeyError};

/// The name of the key that seals them.
pub(super) const KEY: &str = "secrets";

const START: &[u8; 9] = b"LAIKASEC\x01";
const NONCE: usize = 24;
/// Longer ones are no secrets but files.
const MOST_BYTES: usize = 4 * 1024;

pub(super) type Secrets = BTreeMap<String, Secret>;

/// Whether a secret can be kept under this name.
pub(super) fn check(name: &str, secret: &Secret) -> Result<(), KeyError> {
    if name.is_empty() || name.len() > usize::from(u8::MAX) {
        return Err(KeyError::Name(name.to_owned()));
    }
    if secret.expose().len() > MOST_BYTES { Err(KeyError::TooLong(MOST_BYTES)) } else { Ok(()) }
}

pub(super) struct SecretsFile(PathBuf);

impl SecretsFile {
    pub(super) fn in_folder(folder: &Path) -> Self {
        Self(folder.join("secrets"))
    }

    /// What is kept; nothing where there is no file.
    pub(super) fn read(&self, key: Option<&Key>) -> Result<Secrets, KeyError> {
        let Some(file) = private::read(&self.0)? else { return Ok(Secrets::new()) };
        let key = key.ok_or_else(|| KeyError::Gone(KEY.to_owned()))?;
        open(&file, key)
            .ok_or_else(|| KeyError::damaged(&self.0, "its secrets cannot be read with their key"))
    }

    pub(super) fn write(&self, secrets: &Secrets, key: &Key) -> Result<(), KeyError> {
        let mut nonce = [0; NONCE];
        fill_random(&mut nonce)?;
        let file = seal(secrets, key, nonce);
        let file = file.ok_or_else(|| KeyError::damaged(&self.0, "its secrets cannot be sealed"))?;
        Ok(private::replace(&self.0, &file)?)
    }
}

fn seal(secrets: &Secrets, key: &Key, nonce: [u8; NONCE]) -> Option<Zeroizing<Vec<u8>>> {
    // The full size at once: a buffer that grows would leave copies behind that nobody wipes.
    let each = secrets.iter().map(|(name, secret)| 3 + name.len() + secret.expose().len());
    let mut file = Zeroizing::new(Vec::with_capacity(START.len() + NONCE + 16 + each.sum::<usize>()));
    file.extend(START);
    file.extend(nonce);
    let header_len = file.len();
    for (name, secret) in secrets {
        file.push(u8::try_from(name.len()).ok()?);
        file.extend(name.as_bytes());
        file.extend(u16::try_from(secret.expose().len()).ok()?.to_be_bytes());
        file.extend(secret.expose().as_bytes());
    }
    let (header, body) = file.split_at_mut(header_len);
    let cipher = XChaCha20Poly1305::new(key.expose().into());
    let tag = cipher.encrypt_inout_detached(&XNonce::from(nonce), header, body.into()).ok()?;
    file.extend(tag);
    Some(file)
}

fn open(file: &[u8], key: &Key) -> Option<Secrets> {
    let (header, body) = file.split_at_checked(START.len() + NONCE)?;
    let nonce: [u8; NONCE] = header.strip_prefix(START)?.try_into().ok()?;
    let (body, tag) = body.split_last_chunk::<16>()?;
    let mut body = Zeroizing::new(body.to_vec());
    XChaCha20Poly1305::new(key.expose().into())
        .decrypt_inout_detached(&XNonce::from(nonce), header, body.as_mut_slice().into(), &Tag::from(*tag))
        .ok()?;
    parse(&body)
}

fn parse(mut body: &[u8]) -> Option<Secrets> {
    let mut secrets = Secrets::new();
    while let Some((&name_len, rest)) = body.split_first() {
        let (name, rest) = rest.split_at_checked(name_len.into())?;
        let (length, rest) = rest.split_first_chunk()?;
        let (text, rest) = rest.split_at_checked(u16::from_be_bytes(*length).into())?;
        let (name, text) = (str::from_utf8(name).ok()?, str::from_utf8(text).ok()?);
        if secrets.last_key_value().is_some_and(|(last, _)| last.as_str() >= name) {
            return None;
        }
        secrets.insert(name.to_owned(), Secret::new(text.to_owned()));
        body = rest;
    }
    Some(secrets)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secrets() -> Secrets {
        let long = "x".repeat(MOST_BYTES);
        let each = [("a.b", "sk-c4n4ry"), ("model:mine", ""), ("z", long.as_str())];
        each.iter().map(|(name, text)| ((*name).to_owned(), Secret::new((*text).to_owned()))).collect()
    }

    #[test]
    fn every_changed_byte_and_every_cut_is_noticed() {
        let key = Key::new(&[7; 32]);
        let file = seal(&secrets(), &key, [3; NONCE]).unwrap();
        assert!(open(&file, &key) == Some(secrets()));
        assert!(!file.windows(9).any(|bytes| bytes == b"sk-c4n4ry"), "it stands there in clear");
        assert!(open(&file, &Key::new(&[8; 32])).is_none(), "another key opens it");
        for at in (0..file.len()).step_by(7) {
            assert!(open(&file[..at], &key).is_none(), "cut at {at}");
            let mut changed = file.to_vec();
            changed[at] ^= 1;
            assert!(open(&changed, &key).is_none(), "byte {at}");
        }
    }

    #[test]
    fn what_cannot_be_kept_is_refused() {
        let secret = |length: usize| Secret::new("x".repeat(length));
        assert!(check("a", &secret(MOST_BYTES)).is_ok());
        assert!(matches!(check("a", &secret(MOST_BYTES + 1)), Err(KeyError::TooLong(_))));
        assert!(matches!(check("", &secret(1)), Err(KeyError::Name(_))));
        assert!(matches!(check(&"n".repeat(256), &secret(1)), Err(KeyError::Name(_))));
    }
}
