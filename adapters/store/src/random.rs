//! Where random bytes come from.

use crate::StoreError;

/// A source of random bytes.
#[derive(Debug)]
pub(crate) enum Random {
    /// The system.
    System,
    /// A counter, so that a fixture is the same whenever it is made.
    #[cfg(test)]
    Counted(u64),
}

impl Random {
    pub(crate) fn fill(&mut self, bytes: &mut [u8]) -> Result<(), StoreError> {
        match self {
            Self::System => getrandom::fill(bytes)?,
            #[cfg(test)]
            Self::Counted(count) => {
                *count += 1;
                let block: [u8; 32] = sha2::Digest::finalize(sha2::Digest::chain_update(
                    <sha2::Sha256 as sha2::Digest>::new(),
                    count.to_be_bytes(),
                ))
                .into();
                bytes.iter_mut().zip(block).for_each(|(byte, random)| *byte = random);
            }
        }
        Ok(())
    }
}
