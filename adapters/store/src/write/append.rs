//! A batch becomes rows: headers, payloads, and what is kept beside the chain.

use laika_policy::redact::{Redacted, Stored};
use laika_protocol::ids::{ProfileId, ProtocolVersion, RunId};
use laika_protocol::limits::PACKET_MAX_BYTES;
use laika_protocol::run::{Kind, SCHEMA_VERSION};
use laika_protocol::{canonical, time};
use rusqlite::{OptionalExtension, Transaction, params};

use super::{Log, derived};
use crate::chain::{Hash, Parts, commitment};
use crate::names::name_of;
use crate::{Appended, Batch, Message, RunHead, Signing, StoreError};

/// Bytes of one payload. A record that says more than this is a mistake of ours.
pub(crate) const PAYLOAD_MAX_BYTES: usize = 1024 * 1024;
/// The last moment that JSON can write exactly.
const LAST_MS: u64 = (1 << 53) - 1;

/// A run's place in its own chain.
pub(crate) struct Place {
    pub(crate) seq: u64,
    pub(crate) hash: Hash,
    pub(crate) checkpoint: Option<u64>,
}

/// Whether a head is due after it.
pub(super) fn ends_a_run(batch: &Batch) -> bool {
    batch.records.iter().any(|record| record.get().kind == Kind::Ended)
}

/// Writes a batch.
pub(super) fn append(
    transaction: &Transaction<'_>,
    log: &mut Log,
    batch: &Batch,
) -> Result<Appended, StoreError> {
    if batch.records.is_empty() {
        return Err(StoreError::Batch("it holds no record"));
    }
    if batch.at_ms > LAST_MS {
        return Err(StoreError::Batch("its time is beyond what can be written"));
    }
    let run = &batch.run.run;
    let mut place = begin(transaction, batch)?;
    if let Some(after) = batch.after_seq.filter(|after| *after != place.seq) {
        return Err(StoreError::Moved { run: run.clone(), after, last: place.seq });
    }
    let first_seq = place.seq + 1;
    for record in &batch.records {
        add(transaction, log, run, &mut place, record, batch.at_ms)?;
        derived::follow(transaction, batch, record.get(), place.seq)?;
    }
    keep_row(transaction, batch, &place)?;
    for origin in &batch.sites {
        transaction
            .prepare_cached("INSERT OR IGNORE INTO run_site (run_id, origin) VALUES (?1, ?2)")?
            .execute(params![run.as_str(), origin.as_str()])?;
    }
    for message in &batch.messages {
        keep_message(transaction, run, message)?;
    }
    Ok(Appended {
        first_seq,
        last_seq: place.seq,
        head: RunHead { run: run.clone(), seq: place.seq, hash: place.hash },
        signing: Signing::NotDue,
    })
}

/// Where a run stands, if there is one.
pub(crate) fn place_of(
    transaction: &Transaction<'_>,
    run: &RunId,
) -> Result<Option<(Place, String)>, StoreError> {
    let found = transaction
        .prepare_cached("SELECT head_seq, head_hash, checkpoint_seq, profile_id FROM run WHERE run_id = ?1")?
        .query_row([run.as_str()], |row| {
            let place = Place {
                seq: row.get::<_, i64>(0)?.cast_unsigned(),
                hash: Hash(row.get(1)?),
                checkpoint: row.get::<_, Option<i64>>(2)?.map(i64::cast_unsigned),
            };
            Ok((place, row.get(3)?))
        })
        .optional()?;
    Ok(found)
}

/// Finds the run, or makes it.
fn begin(transaction: &Transaction<'_>, batch: &Batch) -> Result<Place, StoreError> {
    let row = &batch.run;
    let place = match place_of(transaction, &row.run)? {
        Some((place, profile)) if profile == row.profile.as_str() => place,
        Some((_, profile)) => {
            let profile = ProfileId::parse(&profile)
                .map_err(|_| StoreError::Damaged("the profile of a run is not an id".into()))?;
            return Err(StoreError::Profile { run: row.run.clone(), profile });
        }
        None => Place { seq: 0, hash: Hash::NONE, checkpoint: None },
    };
    if place.seq == 0 {
        // Here already, since other rows name it; what it says is written with its head.
        transaction
            .prepare_cached(
                "INSERT INTO run (run_id, profile_id, surface, site_mode, status, created_at_ms, updated_at_ms, \
                 head_seq, head_hash, branch, sensitive) VALUES (?1, ?2, '', '', '', ?3, ?3, 0, ?4, 0, 0)",
            )?
            .execute(params![
                row.run.as_str(),
                row.profile.as_str(),
                batch.at_ms.cast_signed(),
                Hash::NONE.0
            ])?;
    }
    Ok(place)
}

/// Adds one event to both chains.
pub(crate) fn add(
    transaction: &Transaction<'_>,
    log: &mut Log,
    run: &RunId,
    place: &mut Place,
    record: &Redacted<Stored>,
    at_ms: u64,
) -> Result<(), StoreError> {
    let Stored { kind, bytes } = record.get();
    if bytes.len() > PAYLOAD_MAX_BYTES {
        return Err(StoreError::Batch("a record is larger than a mebibyte"));
    }
    let mut salt = [0; 16];
    log.random.fill(&mut salt)?;
    let commitment = commitment(&salt, bytes);
    let protocol_version = ProtocolVersion::current();
    let parts = Parts {
        log_seq: log.tail.log_seq + 1,
        seq: place.seq + 1,
        at_ms,
        schema_version: SCHEMA_VERSION,
        run: run.as_str().as_bytes(),
        kind: kind.as_str().as_bytes(),
        protocol_version: protocol_version.as_str().as_bytes(),
        run_prev: &place.hash.0,
        log_prev: &log.tail.hash.0,
        commitment: &commitment.0,
    };
    let hash = parts.hash(&mut Vec::with_capacity(256));
    transaction
        .prepare_cached(
            "INSERT INTO run_event (log_seq, run_id, seq, kind, at_ms, schema_version, protocol_version, \
             run_prev, log_prev, commitment, hash) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
        )?
        .execute(params![
            parts.log_seq.cast_signed(),
            run.as_str(),
            parts.seq.cast_signed(),
            kind.as_str(),
            at_ms.cast_signed(),
            SCHEMA_VERSION,
            protocol_version.as_str(),
            place.hash.0,
            log.tail.hash.0,
            commitment.0,
            hash.0,
        ])?;
    transaction
        .prepare_cached("INSERT INTO event_payload (log_seq, salt, payload) VALUES (?1, ?2, ?3)")?
        .execute(params![parts.log_seq.cast_signed(), salt, bytes])?;
    log.tail = super::Tail { log_seq: parts.log_seq, hash };
    place.seq += 1;
    place.hash = hash;
    if *kind == Kind::Checkpoint {
        place.checkpoint = Some(place.seq);
    }
    Ok(())
}

/// Writes the run's row: what was handed in, and where the run stands now.
fn keep_row(transaction: &Transaction<'_>, batch: &Batch, place: &Place) -> Result<(), StoreError> {
    let row = &batch.run;
    transaction
        .prepare_cached(
            "UPDATE run SET surface = ?2, site_mode = ?3, status = ?4, updated_at_ms = max(updated_at_ms, ?5), \
             branch = ?6, sensitive = max(sensitive, ?7), conversation_id = coalesce(?8, conversation_id), \
             head_seq = ?9, head_hash = ?10, checkpoint_seq = ?11 WHERE run_id = ?1",
        )?
        .execute(params![
            row.run.as_str(),
            row.surface.as_str(),
            name_of(&row.mode),
            row.status.as_str(),
            batch.at_ms.cast_signed(),
            row.branch,
            row.sensitive,
            row.conversation.as_ref().map(|id| id.as_str()),
            place.seq.cast_signed(),
            place.hash.0,
            place.checkpoint.map(u64::cast_signed),
        ])?;
    Ok(())
}

/// Writes where the run stands now.
pub(crate) fn keep_head(transaction: &Transaction<'_>, run: &RunId, place: &Place) -> Result<(), StoreError> {
    transaction
        .prepare_cached(
            "UPDATE run SET head_seq = ?2, head_hash = ?3, checkpoint_seq = ?4 WHERE run_id = ?1",
        )?
        .execute(params![
            run.as_str(),
            place.seq.cast_signed(),
            place.hash.0,
            place.checkpoint.map(u64::cast_signed),
        ])?;
    Ok(())
}

fn keep_message(transaction: &Transaction<'_>, run: &RunId, message: &Message) -> Result<(), StoreError> {
    let packet = message.packet.get();
    if packet.len() > PACKET_MAX_BYTES {
        return Err(StoreError::Batch("a packet is larger than packets may be"));
    }
    let text = std::str::from_utf8(packet).map_err(|_| StoreError::Batch("a packet is not text"))?;
    let created_at = time::to_iso(message.created_at_ms);
    transaction
        .prepare_cached("INSERT OR IGNORE INTO conversations (id, created_at) VALUES (?1, ?2)")?
        .execute(params![message.conversation.as_str(), created_at])?;
    let written = transaction
        .prepare_cached(
            "INSERT INTO messages (id, conversation_id, turn, created_at, sender_role, packet_type, \
             in_reply_to_request_id, model_id, packet_json, run_id, digest) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11) ON CONFLICT (id) DO NOTHING",
        )?
        .execute(params![
            message.id.as_str(),
            message.conversation.as_str(),
            message.turn.cast_signed(),
            created_at,
            name_of(&message.sender),
            name_of(&message.packet_type),
            message.in_reply_to.as_ref().map(|id| id.as_str()),
            message.model,
            text,
            run.as_str(),
            canonical::digest_bytes(packet).as_str(),
        ])?;
    if written == 0 {
        return Err(StoreError::Batch("a message of this id is already stored"));
    }
    Ok(())
}
