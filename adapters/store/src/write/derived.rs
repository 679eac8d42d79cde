//! What the store keeps of some records so that it can be asked for without a replay: calls, tab locks, grants, and how
//! often standing ones were used.

use laika_policy::redact::Stored;
use laika_protocol::ids::{RunId, Uuid};
use laika_protocol::run::{
    Approval, GrantUse, Granted, Intent, Kind, Outcome, Record, Revoked, StepResult, TabLock,
};
use rusqlite::{OptionalExtension, Transaction, params};

use crate::names::name_of;
use crate::{Batch, StoreError};

/// Keeps what a record says besides the event itself.
pub(super) fn follow(
    transaction: &Transaction<'_>,
    batch: &Batch,
    stored: &Stored,
    seq: u64,
) -> Result<(), StoreError> {
    let run = &batch.run.run;
    if stored.kind == Kind::Ended {
        transaction.prepare_cached("DELETE FROM tab_lock WHERE run_id = ?1")?.execute([run.as_str()])?;
        return Ok(());
    }
    let kept = [
        Kind::Intent,
        Kind::Approval,
        Kind::StepResult,
        Kind::TabLocked,
        Kind::TabUnlocked,
        Kind::Granted,
        Kind::Revoked,
    ];
    if !kept.contains(&stored.kind) {
        return Ok(());
    }
    let record = Record::read(&stored.bytes).map_err(|error| StoreError::Record {
        run: run.clone(),
        seq,
        why: error.to_string(),
    })?;
    #[expect(clippy::wildcard_enum_match_arm, reason = "the kinds that are kept are listed above")]
    match record {
        Record::Intent(intent) => intend(transaction, run, &intent, seq),
        Record::Approval(Approval { grant: Some(used), .. }) => spend(transaction, batch, &used),
        Record::StepResult(result) => answer(transaction, run, &result, seq),
        Record::TabLocked(lock) => hold(transaction, run, &lock, batch.at_ms),
        Record::TabUnlocked(unlock) => release(transaction, run, &unlock.tab),
        Record::Granted(granted) => grant(transaction, batch, &granted),
        Record::Revoked(revoked) => revoke(transaction, batch, &revoked),
        _ => Ok(()),
    }
}

/// A call, or what it means to bring about, is recorded once (I8).
fn intend(transaction: &Transaction<'_>, run: &RunId, intent: &Intent, seq: u64) -> Result<(), StoreError> {
    let request = intent.step.request_id.as_str();
    let key = intent.idempotency_key.as_ref().map(|key| key.as_str());
    let first: Option<(String, String)> = transaction
        .prepare_cached(
            "SELECT request_id, run_id FROM request WHERE request_id = ?1 \
             OR (?3 IS NOT NULL AND run_id = ?2 AND idempotency_key = ?3)",
        )?
        .query_row(params![request, run.as_str(), key], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    if let Some((request, run)) = first {
        return Err(StoreError::Repeated { request: uuid(&request)?, run: run_id(&run)? });
    }
    transaction
        .prepare_cached(
            "INSERT INTO request (request_id, run_id, idempotency_key, intent_seq) VALUES (?1, ?2, ?3, ?4)",
        )?
        .execute(params![request, run.as_str(), key, seq.cast_signed()])?;
    Ok(())
}

/// The first result stays: it is what a second delivery is answered with.
fn answer(
    transaction: &Transaction<'_>,
    run: &RunId,
    result: &StepResult,
    seq: u64,
) -> Result<(), StoreError> {
    // What never began may be meant again, so its key is free.
    let free = result.outcome == Outcome::NotDispatched;
    transaction
        .prepare_cached(
            "UPDATE request SET result_seq = ?3, idempotency_key = CASE WHEN ?4 THEN NULL ELSE idempotency_key END \
             WHERE request_id = ?1 AND run_id = ?2 AND result_seq IS NULL",
        )?
        .execute(params![result.step.request_id.as_str(), run.as_str(), seq.cast_signed(), free])?;
    Ok(())
}

/// One run alone may change a tab (RUN-049).
fn hold(transaction: &Transaction<'_>, run: &RunId, lock: &TabLock, at_ms: u64) -> Result<(), StoreError> {
    let holder: Option<String> = transaction
        .prepare_cached("SELECT run_id FROM tab_lock WHERE profile_id = ?1 AND tab_id = ?2")?
        .query_row(params![lock.profile_id.as_str(), lock.tab_id], |row| row.get(0))
        .optional()?;
    match holder {
        Some(holder) if holder == run.as_str() => Ok(()),
        Some(holder) => Err(StoreError::TabBusy { tab: lock.tab_id, run: run_id(&holder)? }),
        None => {
            transaction
                .prepare_cached(
                    "INSERT INTO tab_lock (profile_id, tab_id, run_id, since_ms) VALUES (?1, ?2, ?3, ?4)",
                )?
                .execute(params![lock.profile_id.as_str(), lock.tab_id, run.as_str(), at_ms.cast_signed()])?;
            Ok(())
        }
    }
}

fn release(transaction: &Transaction<'_>, run: &RunId, lock: &TabLock) -> Result<(), StoreError> {
    transaction
        .prepare_cached("DELETE FROM tab_lock WHERE profile_id = ?1 AND tab_id = ?2 AND run_id = ?3")?
        .execute(params![lock.profile_id.as_str(), lock.tab_id, run.as_str()])?;
    Ok(())
}

/// Counts a use of a standing grant, in the same commit as the yes that it gave.
fn spend(transaction: &Transaction<'_>, batch: &Batch, used: &GrantUse) -> Result<(), StoreError> {
    transaction
        .prepare_cached(
            "INSERT INTO grant_use (grant_id, verb, uses, last_at_ms) VALUES (?1, ?2, 1, ?3) \
             ON CONFLICT (grant_id, verb) DO UPDATE SET uses = uses + 1, last_at_ms = ?3",
        )?
        .execute(params![used.id, used.verb, batch.at_ms.cast_signed()])?;
    Ok(())
}

fn grant(transaction: &Transaction<'_>, batch: &Batch, granted: &Granted) -> Result<(), StoreError> {
    let written = transaction
        .prepare_cached(
            "INSERT INTO grants (grant_id, run_id, profile_id, scope_json, uses, granted_at_ms, expires_at_ms) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (run_id, grant_id) DO NOTHING",
        )?
        .execute(params![
            granted.grant,
            batch.run.run.as_str(),
            batch.run.profile.as_str(),
            granted.scope.to_string(),
            granted.uses,
            batch.at_ms.cast_signed(),
            granted.expires_at_ms.cast_signed(),
        ])?;
    if written == 0 {
        return Err(StoreError::Batch("a grant of this id is already recorded in the run"));
    }
    Ok(())
}

fn revoke(transaction: &Transaction<'_>, batch: &Batch, revoked: &Revoked) -> Result<(), StoreError> {
    transaction
        .prepare_cached(
            "UPDATE grants SET ended_at_ms = ?3, ended_for = ?4 \
             WHERE run_id = ?1 AND (?2 IS NULL OR grant_id = ?2) AND ended_at_ms IS NULL",
        )?
        .execute(params![
            batch.run.run.as_str(),
            revoked.grant,
            batch.at_ms.cast_signed(),
            name_of(&revoked.why),
        ])?;
    Ok(())
}

fn run_id(text: &str) -> Result<RunId, StoreError> {
    RunId::parse(text).map_err(|_| StoreError::Damaged("the id of a run is none".into()))
}

fn uuid(text: &str) -> Result<Uuid, StoreError> {
    Uuid::parse(text).map_err(|_| StoreError::Damaged("the id of a call is none".into()))
}
