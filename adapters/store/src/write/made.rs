//! What was made from collections: rows beside the encrypted files.

use laika_protocol::ids::{ArtifactId, Origin};
use rusqlite::{Transaction, params};

use super::collections;
use crate::names::name_of;
use crate::{MadeRow, StoreError};

/// Lists it under the next version of its transform and title. `urls` are the addresses of its sources.
pub(crate) fn add(
    transaction: &Transaction<'_>,
    mut made: MadeRow,
    urls: &[String],
) -> Result<MadeRow, StoreError> {
    collections::check_title(&made.title)?;
    if !collections::exists(transaction, &made.collection)? {
        return Err(StoreError::NoCollection(made.collection));
    }
    let transform = name_of(&made.transform);
    // Versions that were removed may give their number again, but never that of one that is still there.
    made.version = transaction.query_row(
        "SELECT coalesce(max(version), 0) + 1 FROM made WHERE collection_id = ?1 AND transform = ?2 AND title = ?3",
        params![made.collection.as_str(), transform, made.title],
        |row| row.get(0),
    )?;
    let written = transaction.execute(
        "INSERT INTO made (made_id, collection_id, transform, title, version, created_at_ms, bytes, cipher_sha256) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (made_id) DO NOTHING",
        params![
            made.id.as_str(),
            made.collection.as_str(),
            transform,
            made.title,
            made.version,
            made.created_at_ms.cast_signed(),
            made.bytes.cast_signed(),
            made.cipher_sha256.as_str(),
        ],
    )?;
    if written == 0 {
        return Err(StoreError::Collection("an artifact of this id is already there"));
    }
    let mut insert = transaction.prepare_cached(
        "INSERT INTO made_source (made_id, source_id, capture, hash, used, origin) VALUES (?1, ?2, ?3, ?4, ?5, ?6) \
         ON CONFLICT (made_id, source_id) DO NOTHING",
    )?;
    for (source, url) in made.sources.iter().zip(urls) {
        let written = insert.execute(params![
            made.id.as_str(),
            source.id.as_str(),
            source.capture,
            source.hash.as_str(),
            source.used,
            Origin::of_url(url).as_ref().map(Origin::as_str),
        ])?;
        if written == 0 {
            return Err(StoreError::Collection("a source stands twice in what was made"));
        }
    }
    transaction.execute(
        "INSERT INTO made_site (made_id, origin) SELECT DISTINCT m.made_id, s.origin FROM made_source m \
         JOIN source_site s ON s.source_id = m.source_id WHERE m.made_id = ?1",
        [made.id.as_str()],
    )?;
    collections::touch(transaction, made.collection.as_str(), made.created_at_ms)?;
    Ok(made)
}

/// Takes it from the list. Says whether it was there.
pub(crate) fn remove(transaction: &Transaction<'_>, id: &ArtifactId) -> Result<bool, StoreError> {
    transaction.prepare_cached("DELETE FROM made_site WHERE made_id = ?1")?.execute([id.as_str()])?;
    transaction.prepare_cached("DELETE FROM made_source WHERE made_id = ?1")?.execute([id.as_str()])?;
    Ok(transaction.prepare_cached("DELETE FROM made WHERE made_id = ?1")?.execute([id.as_str()])? > 0)
}
