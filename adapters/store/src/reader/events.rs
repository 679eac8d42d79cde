//! Events of a run, as they lie in the log and as records.

use laika_protocol::ids::RunId;
use laika_protocol::run::Record;
use rusqlite::{Row, params};

use super::{Reader, damaged, number, word};
use crate::chain::{Hash, Header};
use crate::{Erasure, Event, StoreError};

/// The columns of a header, in the order that [`header`] expects.
pub(crate) const HEADER_COLUMNS: &str = "e.log_seq, e.run_id, e.seq, e.kind, e.at_ms, e.schema_version, \
                                         e.protocol_version, e.run_prev, e.log_prev, e.commitment, e.hash";

impl Reader {
    /// Events of a run from one on, in order.
    ///
    /// # Errors
    /// When the database fails or is damaged.
    pub fn events(&self, run: &RunId, from_seq: u64, limit: u32) -> Result<Vec<Event>, StoreError> {
        let mut events = Vec::new();
        self.each_event(run, from_seq, limit, |event| {
            events.push(event);
            Ok(())
        })?;
        Ok(events)
    }

    /// Goes through the events of a run without holding them all.
    pub(crate) fn each_event(
        &self,
        run: &RunId,
        from_seq: u64,
        limit: u32,
        mut visit: impl FnMut(Event) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let sql = format!(
            "SELECT {HEADER_COLUMNS}, p.salt, p.payload, x.reason, x.at_ms FROM run_event e \
             LEFT JOIN event_payload p ON p.log_seq = e.log_seq LEFT JOIN erasure x ON x.log_seq = e.log_seq \
             WHERE e.run_id = ?1 AND e.seq >= ?2 ORDER BY e.seq LIMIT ?3"
        );
        let mut statement = self.connection.prepare_cached(&sql)?;
        // Beyond what a row can hold there is no event.
        let from_seq = i64::try_from(from_seq).unwrap_or(i64::MAX);
        let mut rows = statement.query(params![run.as_str(), from_seq, limit])?;
        while let Some(row) = rows.next()? {
            let erased = match row.get::<_, Option<String>>(13)? {
                Some(_) => Some(Erasure { reason: word(row, 13)?, at_ms: number(row, 14)? }),
                None => None,
            };
            visit(Event { header: header(row)?, salt: row.get(11)?, payload: row.get(12)?, erased })?;
        }
        Ok(())
    }

    /// The records of a run with their places, for a replay. Those that were erased are left out.
    ///
    /// # Errors
    /// When the database fails or is damaged, or a record is of a kind that this version does not know.
    pub fn records(&self, run: &RunId) -> Result<Vec<(u64, Record)>, StoreError> {
        let sql = "SELECT e.seq, p.payload FROM run_event e JOIN event_payload p ON p.log_seq = e.log_seq \
                   WHERE e.run_id = ?1 ORDER BY e.seq";
        self.list(sql, [run.as_str()], |row| {
            let seq = number(row, 0)?;
            let payload = row.get_ref(1)?.as_blob().map_err(|_| damaged(row, 1))?;
            let record = Record::read(payload).map_err(|error| StoreError::Record {
                run: run.clone(),
                seq,
                why: error.to_string(),
            })?;
            Ok((seq, record))
        })
    }
}

/// Reads a header.
pub(crate) fn header(row: &Row<'_>) -> Result<Header, StoreError> {
    Ok(Header {
        log_seq: number(row, 0)?,
        run: row.get(1)?,
        seq: number(row, 2)?,
        kind: row.get(3)?,
        at_ms: number(row, 4)?,
        schema_version: row.get(5)?,
        protocol_version: row.get(6)?,
        run_prev: Hash(row.get(7)?),
        log_prev: Hash(row.get(8)?),
        commitment: Hash(row.get(9)?),
        hash: Hash(row.get(10)?),
    })
}
