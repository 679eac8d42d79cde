//! Collections and their sources: rows beside the chain, with bounds on everything that others may write.

use laika_protocol::collection::{Collection, Failure, MOST_SOURCES, Source, SourceState};
use laika_protocol::ids::{CollectionId, Origin, SourceId};
use rusqlite::{OptionalExtension, Transaction, params};

use super::captures;
use crate::collected::epoch_ms;
use crate::names::name_of;
use crate::{AddedSources, KnownSource, SourceProgress, StoreError};

/// Collections at all.
const MOST_COLLECTIONS: i64 = 1_000;
/// Characters of the title of a collection, or of something made.
pub(crate) const MOST_TITLE: usize = 200;
/// Words to find a collection by.
const MOST_TAGS: usize = 20;
/// Characters of one.
const MOST_TAG: usize = 50;
/// Characters of the title of a source, which a page chose.
pub(crate) const MOST_SOURCE_TITLE: usize = 500;
/// Bytes of an address.
const MOST_URL: usize = 8 * 1024;
/// Characters of who published it, or of why it failed.
const MOST_WORDS: usize = 500;

/// Makes a collection.
pub(crate) fn create(transaction: &Transaction<'_>, collection: &Collection) -> Result<(), StoreError> {
    check_title(&collection.title)?;
    let tags = tags_json(&collection.tags)?;
    let there: i64 = transaction.query_row("SELECT count(*) FROM collection", [], |row| row.get(0))?;
    if there >= MOST_COLLECTIONS {
        return Err(StoreError::Collection("there are at most 1000 collections"));
    }
    let written = transaction.execute(
        "INSERT INTO collection (collection_id, title, tags_json, created_at_ms, updated_at_ms) \
         VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (collection_id) DO NOTHING",
        params![
            collection.id.as_str(),
            collection.title,
            tags,
            epoch_ms(&collection.created_at).cast_signed(),
            epoch_ms(&collection.updated_at).cast_signed(),
        ],
    )?;
    if written == 0 {
        return Err(StoreError::Collection("a collection of this id is already there"));
    }
    Ok(())
}

/// Gives it another title.
pub(crate) fn rename(
    transaction: &Transaction<'_>,
    id: &CollectionId,
    title: &str,
    now_ms: u64,
) -> Result<(), StoreError> {
    check_title(title)?;
    change(transaction, id, "UPDATE collection SET title = ?2 WHERE collection_id = ?1", title, now_ms)
}

/// Gives it other words to find it by.
pub(crate) fn tag(
    transaction: &Transaction<'_>,
    id: &CollectionId,
    tags: &[String],
    now_ms: u64,
) -> Result<(), StoreError> {
    let tags = tags_json(tags)?;
    change(transaction, id, "UPDATE collection SET tags_json = ?2 WHERE collection_id = ?1", &tags, now_ms)
}

fn change(
    transaction: &Transaction<'_>,
    id: &CollectionId,
    sql: &str,
    value: &str,
    now_ms: u64,
) -> Result<(), StoreError> {
    if transaction.execute(sql, params![id.as_str(), value])? == 0 {
        return Err(StoreError::NoCollection(id.clone()));
    }
    touch(transaction, id.as_str(), now_ms)
}

/// Notes that something of a collection changed. Its time never goes back, whatever a clock says.
pub(crate) fn touch(transaction: &Transaction<'_>, id: &str, now_ms: u64) -> Result<(), StoreError> {
    transaction
        .prepare_cached(
            "UPDATE collection SET updated_at_ms = max(updated_at_ms, ?2) WHERE collection_id = ?1",
        )?
        .execute(params![id, now_ms.cast_signed()])?;
    Ok(())
}

/// Adds sources; says which were there, and whether a text went because one turned out to be sensitive.
pub(crate) fn add_sources(
    transaction: &Transaction<'_>,
    collection: &CollectionId,
    sources: &[Source],
    now_ms: u64,
) -> Result<(AddedSources, bool), StoreError> {
    if !exists(transaction, collection)? {
        return Err(StoreError::NoCollection(collection.clone()));
    }
    let mut result = AddedSources::default();
    let mut dropped = false;
    for source in sources {
        check_source(collection, source)?;
        match source_at(transaction, collection, &source.url)? {
            Some((id, sensitive, confidential)) => {
                let marks = (sensitive || source.sensitive, confidential || source.confidential);
                if marks != (sensitive, confidential) {
                    dropped |= captures::mark(transaction, &id, marks.0, marks.1)?;
                }
                result.known.push(KnownSource { url: source.url.clone(), id });
            }
            None => {
                insert(transaction, source)?;
                result.added.push(source.id.clone());
            }
        }
    }
    let there: i64 = transaction
        .prepare_cached("SELECT count(*) FROM source WHERE collection_id = ?1")?
        .query_row([collection.as_str()], |row| row.get(0))?;
    if usize::try_from(there).unwrap_or(usize::MAX) > MOST_SOURCES {
        return Err(StoreError::CollectionFull(collection.clone()));
    }
    if !result.added.is_empty() {
        touch(transaction, collection.as_str(), now_ms)?;
    }
    Ok((result, dropped))
}

fn insert(transaction: &Transaction<'_>, source: &Source) -> Result<(), StoreError> {
    let written = transaction
        .prepare_cached(
            "INSERT INTO source (source_id, collection_id, kind, url, origin, title, outlet, added_at_ms, mode, \
             state, tries, retry_at_ms, failure_code, failure_sentence, sensitive, confidential) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16) \
             ON CONFLICT (source_id) DO NOTHING",
        )?
        .execute(params![
            source.id.as_str(),
            source.collection_id.as_str(),
            name_of(&source.kind),
            source.url,
            Origin::of_url(&source.url).as_ref().map(Origin::as_str),
            source.title,
            source.outlet,
            epoch_ms(&source.added_at).cast_signed(),
            name_of(&source.mode),
            name_of(&source.state),
            source.tries,
            source.retry_at.as_ref().map(|at| epoch_ms(at).cast_signed()),
            source.failure.as_ref().map(|failure| failure.code.as_str()),
            source.failure.as_ref().map(|failure| failure.sentence.as_str()),
            source.sensitive,
            source.confidential,
        ])?;
    if written == 0 {
        return Err(StoreError::Collection("a source of this id is already there"));
    }
    Ok(())
}

/// Notes how far a source is.
pub(crate) fn set_progress(
    transaction: &Transaction<'_>,
    id: &SourceId,
    progress: &SourceProgress,
) -> Result<(), StoreError> {
    check_failure(progress.failure.as_ref())?;
    let latest: Option<Option<u32>> = transaction
        .prepare_cached("SELECT latest FROM source WHERE source_id = ?1")?
        .query_row([id.as_str()], |row| row.get(0))
        .optional()?;
    let Some(latest) = latest else { return Err(StoreError::NoSource(id.clone())) };
    if progress.state == SourceState::Captured && latest.is_none() {
        return Err(StoreError::Collection("a source without a text is not captured"));
    }
    transaction
        .prepare_cached(
            "UPDATE source SET state = ?2, tries = ?3, retry_at_ms = ?4, failure_code = ?5, \
             failure_sentence = ?6 WHERE source_id = ?1",
        )?
        .execute(params![
            id.as_str(),
            name_of(&progress.state),
            progress.tries,
            progress.retry_at_ms.map(u64::cast_signed),
            progress.failure.as_ref().map(|failure| failure.code.as_str()),
            progress.failure.as_ref().map(|failure| failure.sentence.as_str()),
        ])?;
    Ok(())
}

/// What a crash left unfinished waits again, and nothing is forgotten of how often it was tried: a page that brings the
/// program down must not do so for ever.
pub(crate) fn requeue(transaction: &Transaction<'_>) -> Result<u64, StoreError> {
    let changed = transaction
        .execute("UPDATE source SET state = 'waiting', retry_at_ms = NULL WHERE state = 'capturing'", [])?;
    Ok(changed as u64)
}

pub(crate) fn exists(transaction: &Transaction<'_>, id: &CollectionId) -> Result<bool, StoreError> {
    let sql = "SELECT EXISTS (SELECT 1 FROM collection WHERE collection_id = ?1)";
    Ok(transaction.prepare_cached(sql)?.query_row([id.as_str()], |row| row.get(0))?)
}

/// The source that has an address, and its marks.
fn source_at(
    transaction: &Transaction<'_>,
    collection: &CollectionId,
    url: &str,
) -> Result<Option<(SourceId, bool, bool)>, StoreError> {
    let mut statement = transaction.prepare_cached(
        "SELECT source_id, sensitive, confidential FROM source WHERE collection_id = ?1 AND url = ?2",
    )?;
    let mut rows = statement.query(params![collection.as_str(), url])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    Ok(Some((crate::reader::id(row, 0)?, row.get(1)?, row.get(2)?)))
}

/// A title of the person.
pub(crate) fn check_title(title: &str) -> Result<(), StoreError> {
    // SQLite counts the characters of a text up to its first NUL.
    if title.contains('\0') || !(1..=MOST_TITLE).contains(&title.chars().count()) {
        return Err(StoreError::Collection("a title has 1 to 200 characters"));
    }
    Ok(())
}

fn tags_json(tags: &[String]) -> Result<String, StoreError> {
    if tags.len() > MOST_TAGS || tags.iter().any(|tag| !(1..=MOST_TAG).contains(&tag.chars().count())) {
        return Err(StoreError::Collection("a collection has at most 20 tags of 1 to 50 characters"));
    }
    Ok(serde_json::json!(tags).to_string())
}

fn check_source(collection: &CollectionId, source: &Source) -> Result<(), StoreError> {
    if source.collection_id != *collection {
        return Err(StoreError::Collection("the source is of another collection"));
    }
    if source.url.is_empty() || source.url.len() > MOST_URL {
        return Err(StoreError::Collection("the address of a source has 1 to 8192 bytes"));
    }
    if is_longer(&source.title, MOST_SOURCE_TITLE) {
        return Err(StoreError::Collection("the title of a source has at most 500 characters"));
    }
    if is_longer(&source.outlet, MOST_WORDS) {
        return Err(StoreError::Collection("who published a source has at most 500 characters"));
    }
    if source.latest.is_some() || source.state == SourceState::Captured {
        return Err(StoreError::Collection("a new source has no text yet"));
    }
    check_failure(source.failure.as_ref())
}

fn check_failure(failure: Option<&Failure>) -> Result<(), StoreError> {
    if failure.is_some_and(|why| is_longer(&why.code, MOST_WORDS) || is_longer(&why.sentence, MOST_WORDS)) {
        return Err(StoreError::Collection("why a source failed has at most 500 characters"));
    }
    Ok(())
}

pub(crate) fn is_longer(text: &str, most: usize) -> bool {
    text.chars().nth(most).is_some()
}
