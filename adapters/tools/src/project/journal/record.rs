//! The record of one batch, written whole or not at all.

use std::io::{self, Read, Write};

use cap_std::fs::Dir;
use serde::{Deserialize, Serialize};

/// How a batch stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// New files are being written beside the old ones; nothing is changed.
    Preparing,
    /// Files are being changed.
    Applying,
    /// All files are changed.
    Applied,
    /// Files are being taken back.
    Undoing,
    /// All files are as they were.
    Undone,
    /// Files are being changed again.
    Redoing,
    /// The process ended in between, or a file was changed by others: some are old, some are new.
    Partly,
}

/// A batch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Record {
    pub(crate) version: u32,
    pub(crate) id: u64,
    pub(crate) project: String,
    pub(crate) state: State,
    pub(crate) digest: String,
    pub(crate) replacements: u64,
    pub(crate) begun_ms: u64,
    /// Which pack holds what the files held after: every undo writes its own, so that a crash spoils none.
    pub(crate) new_pack: u32,
    pub(crate) files: Vec<FileRecord>,
}

/// A file of a batch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FileRecord {
    pub(crate) path: String,
    /// SHA-256 before and after, as digits.
    pub(crate) before: String,
    pub(crate) after: String,
    /// What it held before.
    pub(crate) old: Option<Kept>,
    /// What it held after; there once the batch was undone.
    pub(crate) new: Option<Kept>,
}

/// Where the bytes of a file are in a pack, and what else is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Kept {
    pub(crate) offset: u64,
    pub(crate) size: u64,
    pub(crate) mode: u32,
    pub(crate) mtime: (i64, i64),
}

const NAME: &str = "record.json";
const NEXT: &str = "record.next";

impl Record {
    /// Reads the record of a batch; `None` if it never began.
    ///
    /// That is one without a record, or with a torn one: only the first is not made to last, and no file is changed before
    /// the second. A record that is whole and not understood is another version's, and an error.
    pub(crate) fn read(dir: &Dir) -> io::Result<Option<Self>> {
        let mut bytes = Vec::new();
        match dir.open(NAME) {
            Ok(mut file) => file.read_to_end(&mut bytes)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        match serde_json::from_slice(&bytes) {
            Ok(record) => Ok(Some(record)),
            Err(error) if error.is_data() => Err(io::Error::new(io::ErrorKind::InvalidData, error)),
            Err(_) => Ok(None),
        }
    }

    /// Writes it in place of the one before. With `lasting`, it is on the disk when this returns.
    pub(crate) fn write(&self, dir: &Dir, lasting: bool) -> io::Result<()> {
        let text =
            serde_json::to_vec(self).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        let mut file = dir.create(NEXT)?;
        file.write_all(&text)?;
        if lasting {
            file.sync_all()?;
        }
        drop(file);
        dir.rename(NEXT, dir, NAME)?;
        if lasting {
            super::fsync(dir)?;
        }
        Ok(())
    }
}
