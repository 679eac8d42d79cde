//! Payloads of one run go, and its chain says which.

use laika_policy::redact;
use laika_protocol::ids::RunId;
use laika_protocol::run::{Erased, ErasedFor, Kind};
use rusqlite::{Transaction, params};

use crate::StoreError;
use crate::names::name_of;
use crate::write::Log;
use crate::write::append::{self, Place};

/// Ranges in one record: a record of this many is far below what a payload may be.
const MOST_RANGES: usize = 4096;

/// Which payloads of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    /// All but the records of erasing themselves.
    All,
    /// What was seen on pages before the last checkpoint.
    SeenBeforeCheckpoint,
}

/// Erases them. Says how many.
pub(super) fn erase(
    transaction: &Transaction<'_>,
    log: &mut Log,
    run: &RunId,
    which: Which,
    reason: ErasedFor,
    now_ms: u64,
) -> Result<u64, StoreError> {
    let Some((mut place, _)) = append::place_of(transaction, run)? else {
        return Err(StoreError::NoRun(run.clone()));
    };
    let events = chosen(transaction, run, which, &place)?;
    if events.is_empty() {
        return Ok(0);
    }
    let seqs: Vec<u64> = events.iter().map(|(_, seq)| *seq).collect();
    for ranges in ranges(&seqs).chunks(MOST_RANGES) {
        let record = redact::record(Erased { reason, events: ranges.to_vec() }.into())
            .map_err(|_| StoreError::Batch("a number in it has no canonical form"))?;
        append::add(transaction, log, run, &mut place, &record, now_ms)?;
    }
    append::keep_head(transaction, run, &place)?;
    let mut erasure =
        transaction.prepare_cached("INSERT INTO erasure (log_seq, reason, at_ms) VALUES (?1, ?2, ?3)")?;
    let mut delete = transaction.prepare_cached("DELETE FROM event_payload WHERE log_seq = ?1")?;
    for (log_seq, _) in &events {
        erasure.execute(params![log_seq, name_of(&reason), now_ms.cast_signed()])?;
        delete.execute([log_seq])?;
    }
    Ok(events.len() as u64)
}

/// The events that still have such a payload, by their places in the log and in the run.
fn chosen(
    transaction: &Transaction<'_>,
    run: &RunId,
    which: Which,
    place: &Place,
) -> Result<Vec<(i64, u64)>, StoreError> {
    let (only, before) = match (which, place.checkpoint) {
        (Which::All, _) => (None, i64::MAX),
        (Which::SeenBeforeCheckpoint, Some(checkpoint)) => {
            (Some(Kind::Observed.as_str()), checkpoint.cast_signed())
        }
        (Which::SeenBeforeCheckpoint, None) => return Ok(Vec::new()),
    };
    let mut statement = transaction.prepare_cached(
        "SELECT e.log_seq, e.seq FROM run_event e JOIN event_payload p ON p.log_seq = e.log_seq \
         WHERE e.run_id = ?1 AND e.kind <> ?2 AND (?3 IS NULL OR e.kind = ?3) AND e.seq < ?4 ORDER BY e.seq",
    )?;
    let found = statement
        .query_map(params![run.as_str(), Kind::Erased.as_str(), only, before], |row| {
            Ok((row.get(0)?, row.get::<_, i64>(1)?.cast_unsigned()))
        })?
        .collect::<Result<_, _>>()?;
    Ok(found)
}

/// Numbers that count up as pairs of first and last.
fn ranges(seqs: &[u64]) -> Vec<(u64, u64)> {
    let mut ranges: Vec<(u64, u64)> = Vec::new();
    for &seq in seqs {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == seq => *last = seq,
            _ => ranges.push((seq, seq)),
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    #[test]
    fn neighbours_are_one_range() {
        assert_eq!(super::ranges(&[1, 2, 3, 7, 9, 10]), [(1, 3), (7, 7), (9, 10)]);
        assert_eq!(super::ranges(&[]), []);
    }
}
