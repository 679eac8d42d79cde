//! The same work with nothing but SQLite and SHA-256.

use std::path::Path;

use anyhow::Result;
use laika_store::Batch;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags, params};
use sha2::{Digest as _, Sha256};

/// A connection with the settings of the log, and its rows without its meaning.
pub(super) struct Bare {
    connection: Connection,
    log_seq: i64,
}

impl Bare {
    pub(super) fn open(path: &Path) -> Result<Self> {
        let connection = Connection::open(path)?;
        for (name, value) in [("journal_mode", "WAL"), ("synchronous", "FULL"), ("secure_delete", "ON")] {
            connection.pragma_update(None, name, value)?;
        }
        connection.pragma_update(None, "recursive_triggers", true)?;
        connection.pragma_update(None, "foreign_keys", true)?;
        Ok(Self { connection, log_seq: 0 })
    }

    /// The rows of a batch in one transaction: the run, its events, their payloads.
    pub(super) fn append(&mut self, batch: &Batch) -> Result<()> {
        let transaction = self.connection.transaction()?;
        let (zeros, run) = ([7_u8; 32], batch.run.run.as_str());
        {
            let mut event = transaction.prepare_cached(
                "INSERT INTO run_event VALUES (?1, ?2, ?3, ?4, ?5, 1, '1.0', ?6, ?6, ?6, ?6)",
            )?;
            let mut payload = transaction.prepare_cached("INSERT INTO event_payload VALUES (?1, ?2, ?3)")?;
            for record in &batch.records {
                self.log_seq += 1;
                let (kind, at) = (record.get().kind.as_str(), batch.at_ms as i64);
                event.execute(params![self.log_seq, run, self.log_seq, kind, at, zeros])?;
                payload.execute(params![self.log_seq, [7_u8; 16], record.get().bytes])?;
            }
            let mut row = transaction.prepare_cached(
                "INSERT INTO run VALUES (?1, 'default', 'isolated', 'assist', 'paused', ?2, ?2, ?3, ?4, NULL, 0, 0, NULL)
                 ON CONFLICT (run_id) DO UPDATE SET updated_at_ms = ?2, head_seq = ?3, head_hash = ?4",
            )?;
            row.execute(params![run, batch.at_ms as i64, self.log_seq, zeros])?;
        }
        transaction.commit()?;
        Ok(())
    }
}

/// Selects every row that verifying looks at and hashes all of it once.
pub(super) fn read_and_hash(path: &Path) -> Result<[u8; 32]> {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let mut hasher = Sha256::new();
    for table in ["run_event", "event_payload"] {
        let mut statement = connection.prepare(&format!("SELECT * FROM {table} ORDER BY log_seq"))?;
        let columns = statement.column_count();
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            for column in 0..columns {
                match row.get_ref(column)? {
                    ValueRef::Null => {}
                    ValueRef::Integer(number) => hasher.update(number.to_be_bytes()),
                    ValueRef::Real(number) => hasher.update(number.to_be_bytes()),
                    ValueRef::Text(bytes) | ValueRef::Blob(bytes) => hasher.update(bytes),
                }
            }
        }
    }
    Ok(hasher.finalize().into())
}
