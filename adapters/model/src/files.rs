//! The files that a model is loaded from.

use std::path::{Path, PathBuf};

/// The files that a model is loaded from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Files {
    /// Its weights.
    pub weights: PathBuf,
    /// What changes them, where the model is another one with an adapter.
    pub adapter: Option<PathBuf>,
}

impl Files {
    /// All of them.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        [Some(&self.weights), self.adapter.as_ref()].into_iter().flatten().map(PathBuf::as_path)
    }

    /// The same, from wherever a process looks.
    pub(crate) fn absolute(self) -> std::io::Result<Self> {
        let adapter = self.adapter.map(std::path::absolute).transpose()?;
        Ok(Self { weights: std::path::absolute(self.weights)?, adapter })
    }
}

/// Weights as they are.
impl From<&Path> for Files {
    fn from(weights: &Path) -> Self {
        Self { weights: weights.to_owned(), adapter: None }
    }
}

/// Weights as they are.
impl From<&PathBuf> for Files {
    fn from(weights: &PathBuf) -> Self {
        Self::from(weights.as_path())
    }
}

impl From<&Files> for Files {
    fn from(files: &Files) -> Self {
        files.clone()
    }
}
