//! What was made from collections, without the bodies, and which files belong to anything at all.

use laika_protocol::ids::{ArtifactId, CollectionId};
use rusqlite::Row;

use super::{Reader, id, number, word};
use crate::{MadeRow, MadeSource, StoreError};

const COLUMNS: &str =
    "made_id, collection_id, transform, title, version, created_at_ms, bytes, cipher_sha256 FROM made";

impl Reader {
    /// Everything that was made from a collection, by what it is and the latest version first.
    ///
    /// # Errors
    /// When the database fails or is damaged.
    pub fn made(&self, collection: &CollectionId) -> Result<Vec<MadeRow>, StoreError> {
        self.needs(6)?;
        let sql =
            format!("SELECT {COLUMNS} WHERE collection_id = ?1 ORDER BY transform, title, version DESC");
        let mut list = self.list(&sql, [collection.as_str()], made)?;
        for made in &mut list {
            made.sources = self.made_sources(&made.id)?;
        }
        Ok(list)
    }

    /// One thing that was made.
    ///
    /// # Errors
    /// When the database fails or is damaged.
    pub fn made_row(&self, id: &ArtifactId) -> Result<Option<MadeRow>, StoreError> {
        self.needs(6)?;
        let sql = format!("SELECT {COLUMNS} WHERE made_id = ?1");
        let Some(mut made) = self.list(&sql, [id.as_str()], made)?.pop() else { return Ok(None) };
        made.sources = self.made_sources(id)?;
        Ok(Some(made))
    }

    fn made_sources(&self, made: &ArtifactId) -> Result<Vec<MadeSource>, StoreError> {
        let sql =
            "SELECT source_id, capture, hash, used FROM made_source WHERE made_id = ?1 ORDER BY source_id";
        self.list(sql, [made.as_str()], |row| {
            Ok(MadeSource { id: id(row, 0)?, capture: row.get(1)?, hash: id(row, 2)?, used: row.get(3)? })
        })
    }

    /// Every id under which an encrypted file belongs to the log: what runs kept, and what was made from collections.
    /// Any other file is an orphan.
    ///
    /// # Errors
    /// When the database fails or is damaged.
    pub fn files(&self) -> Result<Vec<ArtifactId>, StoreError> {
        let artifacts = "SELECT artifact_id FROM artifact WHERE evicted_at_ms IS NULL";
        self.needs(2)?;
        if self.needs(6).is_err() {
            return self.list(artifacts, [], |row| id(row, 0));
        }
        self.list(&format!("{artifacts} UNION SELECT made_id FROM made ORDER BY 1"), [], |row| id(row, 0))
    }

    /// Whether an id is taken.
    pub(crate) fn has_file(&self, id: &ArtifactId) -> Result<bool, StoreError> {
        self.needs(6)?;
        let sql = "SELECT EXISTS (SELECT 1 FROM artifact WHERE artifact_id = ?1) \
                   OR EXISTS (SELECT 1 FROM made WHERE made_id = ?1)";
        Ok(self.connection.prepare_cached(sql)?.query_row([id.as_str()], |row| row.get(0))?)
    }
}

fn made(row: &Row<'_>) -> Result<MadeRow, StoreError> {
    Ok(MadeRow {
        id: id(row, 0)?,
        collection: id(row, 1)?,
        transform: word(row, 2)?,
        title: row.get(3)?,
        version: row.get(4)?,
        created_at_ms: number(row, 5)?,
        bytes: number(row, 6)?,
        cipher_sha256: id(row, 7)?,
        sources: Vec::new(),
    })
}
