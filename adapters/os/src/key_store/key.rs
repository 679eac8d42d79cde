//! A key: 32 bytes that are wiped when dropped and cannot be printed, copied or stored by accident.

use zeroize::Zeroizing;

use super::KeyError;

/// 32 secret bytes.
///
/// ```compile_fail
/// fn show(key: laika_os::key_store::Key) -> String { format!("{key:?}") }
/// ```
/// ```compile_fail
/// fn print(key: laika_os::key_store::Key) -> String { format!("{key}") }
/// ```
/// ```compile_fail
/// fn copy(key: &laika_os::key_store::Key) -> laika_os::key_store::Key { key.clone() }
/// ```
/// ```compile_fail
/// fn store(key: laika_os::key_store::Key) { let _ = laika_protocol::canonical::to_bytes(&key); }
/// ```
/// Whoever means it says so:
/// ```
/// fn store(key: laika_os::key_store::Key) { let _ = laika_protocol::canonical::to_bytes(key.expose()); }
/// ```
pub struct Key(Zeroizing<[u8; 32]>);

impl Key {
    /// A key from bytes that the caller wipes.
    #[must_use]
    pub fn new(bytes: &[u8; 32]) -> Self {
        Self(Zeroizing::new(*bytes))
    }

    /// A fresh key from the system's randomness.
    ///
    /// # Errors
    /// When the system gives none.
    pub fn random() -> Result<Self, KeyError> {
        let mut bytes = Zeroizing::new([0; 32]);
        fill_random(&mut *bytes)?;
        Ok(Self(bytes))
    }

    /// The bytes, for the one place that needs them.
    #[must_use]
    pub fn expose(&self) -> &[u8; 32] {
        &self.0
    }

    pub(super) fn to_hex(&self) -> Zeroizing<String> {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        // The full length at once: a text that grows would leave copies behind that nobody wipes.
        let mut text = Zeroizing::new(String::with_capacity(64));
        for byte in self.0.iter() {
            text.push(char::from(DIGITS[usize::from(byte >> 4)]));
            text.push(char::from(DIGITS[usize::from(byte & 15)]));
        }
        text
    }

    pub(super) fn from_hex(text: &[u8]) -> Option<Self> {
        let mut bytes = Zeroizing::new([0; 32]);
        if text.len() != 64 {
            return None;
        }
        for (byte, pair) in bytes.iter_mut().zip(text.chunks_exact(2)) {
            let digit =
                |at: usize| char::from(pair[at]).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
            *byte = digit(0)? << 4 | digit(1)?;
        }
        Some(Self(bytes))
    }
}

pub(super) fn fill_random(bytes: &mut [u8]) -> Result<(), KeyError> {
    getrandom::fill(bytes).map_err(|error| KeyError::Random(error.to_string()))
}
