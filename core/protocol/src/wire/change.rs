//! What a call would change in files, worked out before it is decided: whoever says yes says it to exactly this.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::ids::Sha256;

/// A change to files of a project (INK-042).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FileChange {
    /// Over every path with what is in it before and after. An approval is bound to it.
    pub digest: Sha256,
    /// The files.
    pub files: Vec<ChangedFile>,
    /// What is taken out and put in, as a unified diff: all of it, or the call is not decided about (S18).
    pub diff: String,
}

/// A file that changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChangedFile {
    /// Where it is in the project.
    pub path: String,
    /// How many places change in it.
    pub replacements: u64,
}

impl FileChange {
    /// How many places change in all.
    #[must_use]
    pub fn replacements(&self) -> u64 {
        self.files.iter().map(|file| file.replacements).sum()
    }
}
