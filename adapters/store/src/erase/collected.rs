//! What was collected goes: sources with all their captures and words, and what was made from them.
//!
//! No window of time takes it: what the person collects is theirs until they remove or forget it. What was collected in
//! private lies in a log in memory and goes with it (I14).

use laika_protocol::ids::{ArtifactId, CollectionId, Origin, SourceId};
use rusqlite::{Transaction, params};

use super::Removed;
use crate::StoreError;
use crate::write::{Writer, captures, collections, made};

/// Removes a collection with everything of it.
pub(crate) fn collection(writer: &mut Writer, collection: &CollectionId) -> Result<Removed, StoreError> {
    let mut removed = writer.transact(|transaction, _| {
        let mut removed = Removed::nothing();
        if !collections::exists(transaction, collection)? {
            return Err(StoreError::NoCollection(collection.clone()));
        }
        let of = [collection.as_str()];
        removed.made(transaction, "SELECT made_id FROM made WHERE collection_id = ?1", of)?;
        removed.sources(transaction, "collection_id = ?1", of)?;
        transaction.execute("DELETE FROM collection WHERE collection_id = ?1", of)?;
        Ok(removed)
    })?;
    removed.clean = writer.rewrite();
    Ok(removed)
}

/// Removes one source. The database is not rewritten for it: what lay there is overwritten where it lay.
pub(crate) fn source(writer: &mut Writer, source: &SourceId, now_ms: u64) -> Result<Removed, StoreError> {
    let mut removed = writer.transact(|transaction, _| {
        let mut removed = Removed::nothing();
        let of = [source.as_str()];
        transaction.execute(
            "UPDATE collection SET updated_at_ms = max(updated_at_ms, ?2) \
             WHERE collection_id = (SELECT collection_id FROM source WHERE source_id = ?1)",
            params![source.as_str(), now_ms.cast_signed()],
        )?;
        captures::remove_all(transaction, source)?;
        transaction.execute("DELETE FROM source_site WHERE source_id = ?1", of)?;
        removed.sources = transaction.execute("DELETE FROM source WHERE source_id = ?1", of)? as u64;
        Ok(removed)
    })?;
    removed.clean = writer.empty_wal();
    Ok(removed)
}

impl Removed {
    /// Everything that was collected from an origin, also where an address of another one led there, and everything made
    /// that names a source of it: even where none of its words is used, what was made says its address and title.
    pub(super) fn collected_from(
        &mut self,
        transaction: &Transaction<'_>,
        origin: &Origin,
    ) -> Result<(), StoreError> {
        let of = [origin.as_str()];
        let made = "SELECT made_id FROM made_source WHERE origin = ?1 \
                    UNION SELECT made_id FROM made_site WHERE origin = ?1";
        self.made(transaction, made, of)?;
        let sources = "origin = ?1 OR source_id IN (SELECT source_id FROM source_site WHERE origin = ?1)";
        self.sources(transaction, sources, of)
    }

    /// Everything that was collected.
    pub(super) fn everything_collected(&mut self, transaction: &Transaction<'_>) -> Result<(), StoreError> {
        self.made(transaction, "SELECT made_id FROM made", [])?;
        self.sources(transaction, "true", [])?;
        transaction.execute("DELETE FROM collection", [])?;
        Ok(())
    }

    fn made(
        &mut self,
        transaction: &Transaction<'_>,
        sql: &str,
        parameters: impl rusqlite::Params,
    ) -> Result<(), StoreError> {
        let before = self.artifacts.len();
        self.files(transaction, sql, parameters)?;
        let these: &[ArtifactId] = &self.artifacts[before..];
        for id in these {
            made::remove(transaction, id)?;
        }
        Ok(())
    }

    /// Many at once: the index is made anew, which is faster than to take out their words one by one, and leaves nothing.
    fn sources(
        &mut self,
        transaction: &Transaction<'_>,
        condition: &str,
        parameters: impl rusqlite::Params,
    ) -> Result<(), StoreError> {
        let mut statement =
            transaction.prepare(&format!("SELECT source_id FROM source WHERE {condition}"))?;
        let ids = statement.query_map(parameters, |row| row.get(0))?.collect::<Result<Vec<String>, _>>()?;
        for table in ["capture", "source_site", "source"] {
            let mut delete =
                transaction.prepare_cached(&format!("DELETE FROM {table} WHERE source_id = ?1"))?;
            for id in &ids {
                delete.execute([id])?;
            }
        }
        if !ids.is_empty() {
            captures::reindex(transaction)?;
        }
        self.sources += ids.len() as u64;
        Ok(())
    }
}
