//! Captures of sources, and the index of their words, which holds the latest of each and nothing else.

use laika_protocol::canonical;
use laika_protocol::collection::{CUT_MARK, Capture, MOST_CAPTURED};
use laika_protocol::ids::{Origin, SourceId};
use rusqlite::{OptionalExtension, Transaction, params};

use super::collections::{self, MOST_SOURCE_TITLE, is_longer};
use crate::collected::epoch_ms;
use crate::{KeptCapture, StoreError};

/// Versions of a source that are kept; older ones go.
const MOST_VERSIONS: u32 = 5;
/// Bytes of the headings and of the links of a capture.
const MOST_BESIDE: usize = 1024 * 1024;

/// What is known of a source before a capture.
struct Before {
    collection: String,
    sensitive: bool,
    latest: Option<u32>,
    numbered: u32,
    hash: Option<String>,
}

/// Keeps a capture under the next number, or renews the time of the one that has the same text.
pub(crate) fn put(transaction: &Transaction<'_>, capture: &Capture) -> Result<KeptCapture, StoreError> {
    let before = before(transaction, &capture.source_id)?;
    if before.sensitive && (!capture.derived || !capture.links.is_empty()) {
        return Err(StoreError::SensitiveText(capture.source_id.clone()));
    }
    check(capture)?;
    let kept = match (before.latest, before.hash) {
        (Some(number), Some(hash)) if hash == capture.head.hash.as_str() => {
            KeptCapture { number, is_new: false }
        }
        _ => KeptCapture { number: before.numbered.saturating_add(1), is_new: true },
    };
    if let Some(latest) = before.latest {
        take_words_out(transaction, &capture.source_id, latest)?;
    }
    if kept.is_new {
        insert(transaction, capture, kept.number)?
    } else {
        renew(transaction, capture, kept.number)?
    }
    transaction
        .prepare_cached(
            "INSERT INTO capture_index (rowid, title, text) SELECT capture_no, title, text FROM capture \
             WHERE source_id = ?1 AND number = ?2",
        )?
        .execute(params![capture.source_id.as_str(), kept.number])?;
    transaction
        .prepare_cached("DELETE FROM capture WHERE source_id = ?1 AND number <= ?2")?
        .execute(params![capture.source_id.as_str(), kept.number.saturating_sub(MOST_VERSIONS)])?;
    transaction
        .prepare_cached(
            "UPDATE source SET state = 'captured', tries = 0, retry_at_ms = NULL, failure_code = NULL, \
             failure_sentence = NULL, latest = ?2, numbered = ?2, title = CASE WHEN ?3 = '' THEN title ELSE ?3 END \
             WHERE source_id = ?1",
        )?
        .execute(params![capture.source_id.as_str(), kept.number, capture.title])?;
    collections::touch(transaction, &before.collection, epoch_ms(&capture.head.captured_at))?;
    Ok(kept)
}

fn before(transaction: &Transaction<'_>, id: &SourceId) -> Result<Before, StoreError> {
    transaction
        .prepare_cached(
            "SELECT s.collection_id, s.sensitive, s.latest, s.numbered, c.hash FROM source s \
             LEFT JOIN capture c ON c.source_id = s.source_id AND c.number = s.latest WHERE s.source_id = ?1",
        )?
        .query_row([id.as_str()], |row| {
            Ok(Before {
                collection: row.get(0)?,
                sensitive: row.get(1)?,
                latest: row.get(2)?,
                numbered: row.get(3)?,
                hash: row.get(4)?,
            })
        })
        .optional()?
        .ok_or_else(|| StoreError::NoSource(id.clone()))
}

/// A citation is a span of exactly this text, so the text must be the one that its hash and length say.
fn check(capture: &Capture) -> Result<(), StoreError> {
    // The cut mark stands on a line of its own, and may have an empty one before it.
    let most = MOST_CAPTURED + if capture.head.cut { CUT_MARK.chars().count() + 3 } else { 0 };
    let chars = capture.text.chars().count();
    if chars > most {
        return Err(StoreError::Collection(
            "a captured text has at most 24000 characters and the line that it was cut",
        ));
    }
    if usize::try_from(capture.head.chars) != Ok(chars)
        || canonical::digest_bytes(capture.text.as_bytes()) != capture.head.hash
    {
        return Err(StoreError::Collection("the captured text is not the one of its hash and length"));
    }
    if is_longer(&capture.title, MOST_SOURCE_TITLE) {
        return Err(StoreError::Collection("the title of a source has at most 500 characters"));
    }
    if json(&capture.outline).len() > MOST_BESIDE || json(&capture.links).len() > MOST_BESIDE {
        return Err(StoreError::Collection(
            "the headings and the links of a capture have at most 1 MiB each",
        ));
    }
    Ok(())
}

fn insert(transaction: &Transaction<'_>, capture: &Capture, number: u32) -> Result<(), StoreError> {
    transaction
        .prepare_cached(
            "INSERT INTO capture (source_id, number, captured_at_ms, published_at_ms, hash, chars, cut, derived, \
             title, text, outline_json, links_json) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
        )?
        .execute(params![
            capture.source_id.as_str(),
            number,
            epoch_ms(&capture.head.captured_at).cast_signed(),
            capture.head.published_at.as_ref().map(|at| epoch_ms(at).cast_signed()),
            capture.head.hash.as_str(),
            capture.head.chars,
            capture.head.cut,
            capture.derived,
            capture.title,
            capture.text,
            json(&capture.outline),
            json(&capture.links),
        ])?;
    Ok(())
}

/// The text stays, and with it every citation; what stands around it is as of now.
fn renew(transaction: &Transaction<'_>, capture: &Capture, number: u32) -> Result<(), StoreError> {
    transaction
        .prepare_cached(
            "UPDATE capture SET captured_at_ms = ?3, published_at_ms = ?4, title = ?5, outline_json = ?6, \
             links_json = ?7, derived = ?8 WHERE source_id = ?1 AND number = ?2",
        )?
        .execute(params![
            capture.source_id.as_str(),
            number,
            epoch_ms(&capture.head.captured_at).cast_signed(),
            capture.head.published_at.as_ref().map(|at| epoch_ms(at).cast_signed()),
            capture.title,
            json(&capture.outline),
            json(&capture.links),
            capture.derived,
        ])?;
    Ok(())
}

/// Notes where a source was read.
pub(crate) fn read_on(transaction: &Transaction<'_>, id: &SourceId, site: &Origin) -> Result<(), StoreError> {
    before(transaction, id)?;
    transaction
        .prepare_cached("INSERT INTO source_site (source_id, origin) VALUES (?1, ?2) ON CONFLICT DO NOTHING")?
        .execute([id.as_str(), site.as_str()])?;
    Ok(())
}

/// Says whether a source is sensitive. Answers whether a text went for it.
pub(crate) fn mark(
    transaction: &Transaction<'_>,
    id: &SourceId,
    sensitive: bool,
    confidential: bool,
) -> Result<bool, StoreError> {
    before(transaction, id)?;
    let mut dropped = false;
    if sensitive {
        let plain: bool = transaction
            .prepare_cached("SELECT EXISTS (SELECT 1 FROM capture WHERE source_id = ?1 AND derived = 0)")?
            .query_row([id.as_str()], |row| row.get(0))?;
        if plain {
            remove_all(transaction, id)?;
            transaction.execute(
                "UPDATE source SET state = 'waiting', tries = 0, retry_at_ms = NULL WHERE source_id = ?1 \
                 AND state = 'captured'",
                [id.as_str()],
            )?;
            dropped = true;
        }
    }
    transaction
        .prepare_cached("UPDATE source SET sensitive = ?2, confidential = ?3 WHERE source_id = ?1")?
        .execute(params![id.as_str(), sensitive, confidential])?;
    Ok(dropped)
}

/// Removes every capture of a source, and its words from the index.
pub(crate) fn remove_all(transaction: &Transaction<'_>, id: &SourceId) -> Result<(), StoreError> {
    if let Some(latest) = before(transaction, id)?.latest {
        take_words_out(transaction, id, latest)?;
    }
    let of = [id.as_str()];
    transaction.prepare_cached("UPDATE source SET latest = NULL WHERE source_id = ?1")?.execute(of)?;
    transaction.prepare_cached("DELETE FROM capture WHERE source_id = ?1")?.execute(of)?;
    Ok(())
}

/// The index is told the very words that it was given: it does not hold them itself.
fn take_words_out(transaction: &Transaction<'_>, source: &SourceId, number: u32) -> Result<(), StoreError> {
    transaction
        .prepare_cached(
            "INSERT INTO capture_index (capture_index, rowid, title, text) \
             SELECT 'delete', capture_no, title, text FROM capture WHERE source_id = ?1 AND number = ?2",
        )?
        .execute(params![source.as_str(), number])?;
    Ok(())
}

/// Makes the index anew from what is there. Taking words out leaves beginnings of words that say where its pages part;
/// this leaves nothing.
pub(crate) fn reindex(transaction: &Transaction<'_>) -> Result<(), StoreError> {
    transaction.execute_batch(
        "INSERT INTO capture_index (capture_index) VALUES ('delete-all'); \
         INSERT INTO capture_index (rowid, title, text) SELECT c.capture_no, c.title, c.text \
         FROM source s JOIN capture c ON c.source_id = s.source_id AND c.number = s.latest;",
    )?;
    Ok(())
}

fn json(value: &impl serde::Serialize) -> String {
    // A list of plain structs of texts and numbers always has a form.
    serde_json::to_string(value).unwrap_or_else(|_| "[]".into())
}
