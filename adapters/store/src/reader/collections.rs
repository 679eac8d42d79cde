//! Collections, their sources, and what was captured of each.

use laika_protocol::collection::{Capture, CaptureHead, Collection, Failure, Source, SourceState};
use laika_protocol::ids::{CollectionId, SourceId};
use rusqlite::{Row, params};

use super::{Reader, from_json, id, maybe_utc, number, utc, word};
use crate::{ListedCollection, SourceCounts, StoreError};

/// What a source is read from: `s` is the source, `c` its latest capture.
pub(super) const SOURCE_COLUMNS: &str = "s.source_id, s.collection_id, s.kind, s.url, s.title, s.outlet, \
    s.added_at_ms, s.mode, s.state, s.tries, s.retry_at_ms, s.failure_code, s.failure_sentence, s.sensitive, \
    s.confidential, c.number, c.captured_at_ms, c.published_at_ms, c.hash, c.chars, c.cut";

const SOURCES: &str =
    "FROM source s LEFT JOIN capture c ON c.source_id = s.source_id AND c.number = s.latest";

impl Reader {
    /// All collections, the last changed first.
    ///
    /// # Errors
    /// When the database fails or is damaged.
    pub fn collections(&self) -> Result<Vec<ListedCollection>, StoreError> {
        self.collections_where("true", [])
    }

    /// One collection.
    ///
    /// # Errors
    /// When the database fails or is damaged.
    pub fn collection(&self, id: &CollectionId) -> Result<Option<ListedCollection>, StoreError> {
        Ok(self.collections_where("k.collection_id = ?1", [id.as_str()])?.pop())
    }

    fn collections_where(
        &self,
        condition: &str,
        parameters: impl rusqlite::Params,
    ) -> Result<Vec<ListedCollection>, StoreError> {
        self.needs(6)?;
        let sql = format!(
            "SELECT k.collection_id, k.title, k.tags_json, k.created_at_ms, k.updated_at_ms, \
             count(*) FILTER (WHERE s.state = 'waiting'), count(*) FILTER (WHERE s.state = 'capturing'), \
             count(*) FILTER (WHERE s.state = 'captured'), count(*) FILTER (WHERE s.state = 'failed'), \
             (SELECT count(*) FROM made m WHERE m.collection_id = k.collection_id) \
             FROM collection k LEFT JOIN source s ON s.collection_id = k.collection_id WHERE {condition} \
             GROUP BY k.collection_id ORDER BY k.updated_at_ms DESC, k.collection_id"
        );
        self.list(&sql, parameters, |row| {
            Ok(ListedCollection {
                collection: Collection {
                    id: id(row, 0)?,
                    title: row.get(1)?,
                    tags: from_json(row, 2)?,
                    created_at: utc(row, 3)?,
                    updated_at: utc(row, 4)?,
                },
                sources: SourceCounts {
                    waiting: number(row, 5)?,
                    capturing: number(row, 6)?,
                    captured: number(row, 7)?,
                    failed: number(row, 8)?,
                },
                made: number(row, 9)?,
            })
        })
    }

    /// The sources of a collection, in the order they were added.
    ///
    /// # Errors
    /// When the database fails or is damaged.
    pub fn sources(&self, collection: &CollectionId) -> Result<Vec<Source>, StoreError> {
        self.needs(6)?;
        let sql =
            format!("SELECT {SOURCE_COLUMNS} {SOURCES} WHERE s.collection_id = ?1 ORDER BY s.source_no");
        self.list(&sql, [collection.as_str()], source)
    }

    /// One source.
    ///
    /// # Errors
    /// When the database fails or is damaged.
    pub fn source(&self, id: &SourceId) -> Result<Option<Source>, StoreError> {
        self.needs(6)?;
        let sql = format!("SELECT {SOURCE_COLUMNS} {SOURCES} WHERE s.source_id = ?1");
        Ok(self.list(&sql, [id.as_str()], source)?.pop())
    }

    /// Sources of all collections whose turn it is to be captured, the one that waits longest first.
    ///
    /// # Errors
    /// When the database fails or is damaged.
    pub fn due_sources(&self, now_ms: u64, limit: u32) -> Result<Vec<Source>, StoreError> {
        self.needs(6)?;
        let sql = format!(
            "SELECT {SOURCE_COLUMNS} {SOURCES} WHERE s.state = ?1 \
             AND (s.retry_at_ms IS NULL OR s.retry_at_ms <= ?2) \
             ORDER BY coalesce(s.retry_at_ms, s.added_at_ms), s.source_no LIMIT ?3"
        );
        let waiting = crate::names::name_of(&SourceState::Waiting);
        self.list(&sql, params![waiting, now_ms.cast_signed(), limit], source)
    }

    /// When the next source is due that waits for another try, so that nobody has to ask all the time.
    ///
    /// # Errors
    /// When the database fails or is damaged.
    pub fn next_due_ms(&self) -> Result<Option<u64>, StoreError> {
        self.needs(6)?;
        let sql = "SELECT coalesce(retry_at_ms, added_at_ms) FROM source WHERE state = 'waiting' ORDER BY 1 LIMIT 1";
        Ok(self.list(sql, [], |row| number(row, 0))?.pop())
    }

    /// What was captured of a source: the version of a number if it is still kept, or the latest.
    ///
    /// # Errors
    /// When the database fails or is damaged.
    pub fn capture(&self, source: &SourceId, number: Option<u32>) -> Result<Option<Capture>, StoreError> {
        self.needs(6)?;
        let sql = "SELECT source_id, number, captured_at_ms, published_at_ms, hash, chars, cut, title, text, \
                   outline_json, links_json, derived FROM capture WHERE source_id = ?1 AND number = coalesce(?2, \
                   (SELECT latest FROM source WHERE source_id = ?1))";
        let found = self.list(sql, params![source.as_str(), number], |row| {
            Ok(Capture {
                source_id: id(row, 0)?,
                head: head(row, 1)?,
                title: row.get(7)?,
                text: row.get(8)?,
                outline: from_json(row, 9)?,
                links: from_json(row, 10)?,
                derived: row.get(11)?,
            })
        });
        Ok(found?.pop())
    }

    /// The versions of a source that are kept, the latest first.
    ///
    /// # Errors
    /// When the database fails or is damaged.
    pub fn capture_heads(&self, source: &SourceId) -> Result<Vec<CaptureHead>, StoreError> {
        self.needs(6)?;
        let sql = "SELECT number, captured_at_ms, published_at_ms, hash, chars, cut FROM capture \
                   WHERE source_id = ?1 ORDER BY number DESC";
        self.list(sql, [source.as_str()], |row| head(row, 0))
    }
}

/// A capture without its text, from six columns.
fn head(row: &Row<'_>, first: usize) -> Result<CaptureHead, StoreError> {
    Ok(CaptureHead {
        number: row.get(first)?,
        captured_at: utc(row, first + 1)?,
        published_at: maybe_utc(row, first + 2)?,
        hash: id(row, first + 3)?,
        chars: row.get(first + 4)?,
        cut: row.get(first + 5)?,
    })
}

/// A source from [`SOURCE_COLUMNS`].
pub(super) fn source(row: &Row<'_>) -> Result<Source, StoreError> {
    let code: Option<String> = row.get(11)?;
    let sentence: Option<String> = row.get(12)?;
    let latest: Option<u32> = row.get(15)?;
    Ok(Source {
        id: id(row, 0)?,
        collection_id: id(row, 1)?,
        kind: word(row, 2)?,
        url: row.get(3)?,
        title: row.get(4)?,
        outlet: row.get(5)?,
        added_at: utc(row, 6)?,
        mode: word(row, 7)?,
        state: word(row, 8)?,
        tries: row.get(9)?,
        retry_at: maybe_utc(row, 10)?,
        failure: code.zip(sentence).map(|(code, sentence)| Failure { code, sentence }),
        sensitive: row.get(13)?,
        confidential: row.get(14)?,
        latest: if latest.is_some() { Some(head(row, 15)?) } else { None },
    })
}
