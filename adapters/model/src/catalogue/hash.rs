//! SHA-256 of files, and how it is written.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// A SHA-256 in 64 lower-case hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Sha256Hex(String);

/// Not 64 hexadecimal digits.
#[derive(Debug, thiserror::Error)]
#[error("a SHA-256 is 64 hexadecimal digits")]
pub struct NotSha256;

impl Sha256Hex {
    /// The digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Sha256Hex {
    type Err = NotSha256;

    fn from_str(text: &str) -> Result<Self, NotSha256> {
        if text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            Ok(Self(text.to_ascii_lowercase()))
        } else {
            Err(NotSha256)
        }
    }
}

impl TryFrom<String> for Sha256Hex {
    type Error = NotSha256;

    fn try_from(text: String) -> Result<Self, NotSha256> {
        text.parse()
    }
}

impl From<Sha256Hex> for String {
    fn from(hash: Sha256Hex) -> Self {
        hash.0
    }
}

impl fmt::Display for Sha256Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A hash that grows with what is read or written.
#[derive(Default)]
pub(super) struct Hasher(Sha256);

impl Hasher {
    pub(super) fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    pub(super) fn finish(self) -> Sha256Hex {
        Sha256Hex(self.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
    }
}

/// Reads all of a source in large pieces. `see` gets each of them, and can stop it.
pub(super) fn each_piece<E: From<io::Error>>(
    mut source: impl Read,
    mut see: impl FnMut(&[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let mut piece = vec![0; 1 << 20];
    loop {
        match source.read(&mut piece) {
            Ok(0) => return Ok(()),
            Ok(read) => see(piece.get(..read).unwrap_or_default())?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// The hash of a file. `see` gets how many bytes are done, and can stop it.
pub(super) fn of_file<E: From<io::Error>>(
    path: &Path,
    mut see: impl FnMut(u64) -> Result<(), E>,
) -> Result<Sha256Hex, E> {
    let (mut hasher, mut done) = (Hasher::default(), 0);
    each_piece(File::open(path)?, |piece| {
        hasher.update(piece);
        done += piece.len() as u64;
        see(done)
    })?;
    Ok(hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_text_has_its_known_hash() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("abc");
        std::fs::write(&file, "abc").unwrap();
        let hash = of_file::<io::Error>(&file, |_| Ok(())).unwrap();
        assert_eq!(hash.as_str(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    #[test]
    fn only_64_digits_are_a_hash() {
        assert_eq!("AB".repeat(32).parse::<Sha256Hex>().unwrap().as_str(), "ab".repeat(32));
        for wrong in ["", "ab", &"g".repeat(64), &"a".repeat(65), &"é".repeat(32)] {
            assert!(wrong.parse::<Sha256Hex>().is_err(), "{wrong}");
        }
    }
}
