//! Signing the head of the log, and reading the heads that were signed.

use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};

use super::Log;
use crate::{Anchor, Hash, Signing, StoreError};

/// The columns of a head, in the order that [`read`] expects.
pub(crate) const COLUMNS: &str = "epoch, log_seq, log_hash, at_ms, public_key, next_public_key, signature";

/// Reads one row.
pub(crate) fn read(row: &Row<'_>) -> rusqlite::Result<Anchor> {
    Ok(Anchor {
        epoch: row.get::<_, i64>(0)?.cast_unsigned(),
        log_seq: row.get::<_, i64>(1)?.cast_unsigned(),
        log_hash: Hash(row.get(2)?),
        at_ms: row.get::<_, i64>(3)?.cast_unsigned(),
        public_key: row.get(4)?,
        next_public_key: row.get(5)?,
        signature: row.get(6)?,
    })
}

/// The last head.
pub(crate) fn latest(connection: &Connection) -> Result<Option<Anchor>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM head ORDER BY epoch DESC LIMIT 1");
    Ok(connection.query_row(&sql, [], read).optional()?)
}

/// Signs where the log stands. Where nothing happened since the last head, that one still says it.
pub(crate) fn sign(transaction: &Transaction<'_>, log: &mut Log, at_ms: u64) -> Result<Anchor, StoreError> {
    if log.tail.log_seq == 0 {
        return Err(StoreError::Empty);
    }
    if let Some(head) = log.head.as_ref().filter(|head| head.log_seq == log.tail.log_seq) {
        return Ok(head.clone());
    }
    let epoch = log.head.as_ref().map_or(0, |head| head.epoch) + 1;
    let key = log.keys.load(epoch, log.head.as_ref())?;
    let next = log.keys.make(epoch + 1, &mut log.random)?;
    let anchor = Anchor::sign((epoch, log.tail.log_seq, at_ms), log.tail.hash, &key, &next);
    transaction
        .prepare_cached(
            "INSERT INTO head (epoch, log_seq, log_hash, at_ms, public_key, next_public_key, signature) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        )?
        .execute(params![
            epoch.cast_signed(),
            anchor.log_seq.cast_signed(),
            anchor.log_hash.0,
            at_ms.cast_signed(),
            anchor.public_key,
            anchor.next_public_key,
            anchor.signature,
        ])?;
    log.head = Some(anchor.clone());
    Ok(anchor)
}

/// Signs where the log stands, and says so where the key is the reason that it cannot.
pub(crate) fn try_sign(
    transaction: &Transaction<'_>,
    log: &mut Log,
    at_ms: u64,
) -> Result<Signing, StoreError> {
    match sign(transaction, log, at_ms) {
        Ok(anchor) => Ok(Signing::Signed(anchor)),
        Err(error @ (StoreError::HeadKey { .. } | StoreError::File { .. } | StoreError::Random(_))) => {
            Ok(Signing::Failed(error))
        }
        Err(error) => Err(error),
    }
}
