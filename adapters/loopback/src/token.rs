//! Tokens, of which only the hash is kept.

use std::fmt;

use sha2::{Digest as _, Sha256};

/// The SHA-256 of a token: all that is kept of it.
#[derive(Clone, Copy)]
pub struct TokenHash([u8; 32]);

impl TokenHash {
    /// A hash that was kept.
    #[must_use]
    pub fn new(hash: [u8; 32]) -> Self {
        Self(hash)
    }

    /// Reads one that was kept as 64 digits of base 16.
    #[must_use]
    pub fn parse(digits: &str) -> Option<Self> {
        let mut hash = [0; 32];
        if digits.len() != 64 || !digits.is_ascii() {
            return None;
        }
        for (at, byte) in hash.iter_mut().enumerate() {
            *byte = u8::from_str_radix(digits.get(2 * at..2 * at + 2)?, 16).ok()?;
        }
        Some(Self(hash))
    }

    /// The hash of a token that somebody shows.
    #[must_use]
    pub fn of(token: &[u8]) -> Self {
        Self(Sha256::digest(token).into())
    }

    /// The bytes, to keep.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// What the table says of the token that is shown. The whole table is compared, whoever is found.
    pub fn find<'a, T>(shown: &[u8], table: impl IntoIterator<Item = (&'a Self, T)>) -> Option<T> {
        let shown = Self::of(shown);
        let mut found = None;
        for (hash, owner) in table {
            if hash.is(&shown) {
                found = Some(owner);
            }
        }
        found
    }

    /// Looks at every byte, whatever the first ones are: the time says nothing about how near a guess was.
    fn is(&self, other: &Self) -> bool {
        let difference = self.0.iter().zip(&other.0).fold(0, |sum, (left, right)| sum | (left ^ right));
        std::hint::black_box(difference) == 0
    }
}

impl fmt::Debug for TokenHash {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("TokenHash(..)")
    }
}
