//! How far long work is.

use std::ops::ControlFlow;

use super::LibraryError;

/// How far a fetch, a copy or a check is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PullProgress {
    /// What is being done.
    pub stage: Stage,
    /// Which part, from 1.
    pub part: u32,
    /// How many parts there are.
    pub parts: u32,
    /// Bytes that are done, of all parts together. What is under way is counted as it lies on the disk, packed or not.
    pub done: u64,
    /// Bytes in all, where that is known.
    pub total: Option<u64>,
}

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Bytes come from a source.
    Fetching,
    /// Bytes are copied from a file.
    Copying,
    /// The hash of the whole is computed.
    Verifying,
}

/// Is told how far it is, several times a second, and says whether to go on.
pub type Watch<'a> = &'a mut dyn FnMut(&PullProgress) -> ControlFlow<()>;

/// For those who do not watch.
pub fn unwatched(_: &PullProgress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

pub(super) fn tell(watch: Watch<'_>, progress: PullProgress) -> Result<(), LibraryError> {
    match watch(&progress) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(LibraryError::Stopped),
    }
}
