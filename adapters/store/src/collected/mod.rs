//! What the person collects, as the program that writes it calls it (CTX-018..022).
//!
//! Who calls says what time it is, which address a source has in the one form that is compared, and whether it is
//! sensitive. What is refused here is what must never be on the disk, whoever asks.

pub(crate) mod rows;

use std::io::Read as _;

use laika_protocol::collection::{Capture, Collection, Made, Source};
use laika_protocol::ids::{ArtifactId, CollectionId, Origin, SourceId, UtcTime};
use laika_protocol::time;

use crate::artifact::ArtifactFiles;
use crate::erase::collected as erase;
use crate::write::{captures, collections, made};
use crate::{
    AddedSources, KeptCapture, MadeRow, MadeSource, Reader, Removed, SourceProgress, Store, StoreError,
};

/// Bytes of the body of something made.
pub const MOST_MADE_BYTES: u64 = 16 * 1024 * 1024;

impl Store {
    /// Makes a collection.
    ///
    /// # Errors
    /// When its id is taken, its title or tags are too long, there are too many, or it cannot be written.
    pub fn create_collection(&self, collection: Collection) -> Result<(), StoreError> {
        self.transact(move |transaction| collections::create(transaction, &collection))
    }

    /// Gives a collection another title.
    ///
    /// # Errors
    /// When there is none, the title is too long, or it cannot be written.
    pub fn rename_collection(&self, id: CollectionId, title: String, now_ms: u64) -> Result<(), StoreError> {
        self.transact(move |transaction| collections::rename(transaction, &id, &title, now_ms))
    }

    /// Gives a collection other words to find it by.
    ///
    /// # Errors
    /// When there is none, they are too long, or it cannot be written.
    pub fn tag_collection(&self, id: CollectionId, tags: Vec<String>, now_ms: u64) -> Result<(), StoreError> {
        self.transact(move |transaction| collections::tag(transaction, &id, &tags, now_ms))
    }

    /// Removes a collection with everything of it, and rewrites the database so that no byte of it stays in its files.
    /// The caller removes the files of what was made.
    ///
    /// # Errors
    /// When there is none, or nothing can be written; then nothing was removed.
    pub fn remove_collection(&self, id: CollectionId) -> Result<Removed, StoreError> {
        self.work(move |writer, _| erase::collection(writer, &id), &mut |_| {})
    }

    /// Adds sources to a collection. One whose address is already there is left as it is, only that a mark of it as
    /// sensitive or confidential holds for the one that is there, too.
    ///
    /// # Errors
    /// When there is no such collection, it would have too many sources, one is too long, or it cannot be written; then
    /// none was added.
    pub fn add_sources(
        &self,
        collection: CollectionId,
        sources: Vec<Source>,
        now_ms: u64,
    ) -> Result<AddedSources, StoreError> {
        self.work(
            move |writer, _| {
                let (added, dropped) = writer.transact(|transaction, _| {
                    collections::add_sources(transaction, &collection, &sources, now_ms)
                })?;
                if dropped {
                    writer.empty_wal();
                }
                Ok(added)
            },
            &mut |_| {},
        )
    }

    /// Notes how far a source is.
    ///
    /// # Errors
    /// When there is no such source, it is said to be captured and is not, or it cannot be written.
    pub fn set_source_progress(&self, id: SourceId, progress: SourceProgress) -> Result<(), StoreError> {
        self.transact(move |transaction| collections::set_progress(transaction, &id, &progress))
    }

    /// Says whether a source is sensitive and whether others may not know it. What was captured of one that becomes
    /// sensitive goes, unless it is totals.
    ///
    /// # Errors
    /// When there is no such source, or it cannot be written.
    pub fn mark_source(&self, id: SourceId, sensitive: bool, confidential: bool) -> Result<(), StoreError> {
        self.work(
            move |writer, _| {
                let dropped = writer
                    .transact(|transaction, _| captures::mark(transaction, &id, sensitive, confidential))?;
                if dropped {
                    // While somebody reads an older state, the next opening does it.
                    writer.empty_wal();
                }
                Ok(())
            },
            &mut |_| {},
        )
    }

    /// After a crash: what was being captured waits again. Says how many those were.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn requeue_unfinished(&self) -> Result<u64, StoreError> {
        self.transact(collections::requeue)
    }

    /// Notes that a source was read on this site, wherever its address points to: forgetting the site takes the source
    /// with it. To be called before what was read is kept.
    ///
    /// # Errors
    /// When there is no such source, or it cannot be written.
    pub fn read_on(&self, id: SourceId, site: Origin) -> Result<(), StoreError> {
        self.transact(move |transaction| captures::read_on(transaction, &id, &site))
    }

    /// Keeps what was captured of a source, under the next number; that of the capture itself is not looked at. A text
    /// that is the one of before is no new version. Of a source, the last five versions are kept.
    ///
    /// # Errors
    /// When there is no such source, it is sensitive and the text is not totals (`E_SENSITIVE_TEXT`), the text is too
    /// long or not the one of its hash, or it cannot be written.
    pub fn put_capture(&self, capture: Capture) -> Result<KeptCapture, StoreError> {
        self.transact(move |transaction| captures::put(transaction, &capture))
    }

    /// Removes a source with all its captures. What was made from it stays, since the person asked for that;
    /// [`Store::forget`] takes it, too.
    ///
    /// # Errors
    /// When there is none, or nothing can be written.
    pub fn remove_source(&self, id: SourceId, now_ms: u64) -> Result<Removed, StoreError> {
        self.work(move |writer, _| erase::source(writer, &id, now_ms), &mut |_| {})
    }

    /// Keeps what was made: its body encrypted in a file, the rest in a row with the next version.
    ///
    /// # Errors
    /// When there is no such collection, the id is taken, it is too long, or it cannot be written; then there is neither.
    pub fn keep_made(
        &self,
        files: &ArtifactFiles,
        id: ArtifactId,
        made: &Made,
    ) -> Result<MadeRow, StoreError> {
        let wrong = |what, why: &dyn std::fmt::Display| StoreError::Stream { what, message: why.to_string() };
        let body = serde_json::to_vec(made).map_err(|error| wrong("write what was made", &error))?;
        if body.len() as u64 > MOST_MADE_BYTES {
            return Err(StoreError::Collection("what was made has more than 16 MiB"));
        }
        // Asked before the file is written, which would replace one of the same id.
        if self.reader()?.has_file(&id)? {
            return Err(StoreError::Collection("an artifact of this id is already there"));
        }
        let written =
            files.put(&id, &mut body.as_slice()).map_err(|error| wrong("keep what was made", &error))?;
        let row = MadeRow {
            id: id.clone(),
            collection: made.collection_id.clone(),
            transform: made.transform,
            title: made.title.clone(),
            version: 0,
            created_at_ms: epoch_ms(&made.made_at),
            bytes: written.plain_bytes,
            cipher_sha256: written.sha256,
            sources: made.sources.iter().map(MadeSource::of).collect(),
        };
        let urls = made.sources.iter().map(|source| source.url.clone()).collect::<Vec<_>>();
        let kept = self.transact(move |transaction| made::add(transaction, row, &urls));
        if kept.is_err() {
            // If this fails too, the sweep of files that no row names finds it.
            let _ = files.delete(&id);
        }
        kept
    }

    /// Takes away something that was made, in one version. Says whether there was any; the caller removes the file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn remove_made(&self, id: ArtifactId) -> Result<bool, StoreError> {
        self.transact(move |transaction| made::remove(transaction, &id))
    }
}

impl Reader {
    /// What was made, with its body.
    ///
    /// # Errors
    /// When nothing was made under this id, its file is not what was written, or cannot be read.
    pub fn open_made(&self, files: &ArtifactFiles, id: &ArtifactId) -> Result<Made, StoreError> {
        if self.made_row(id)?.is_none() {
            return Err(StoreError::NoMade(id.clone()));
        }
        let wrong = |why: &dyn std::fmt::Display| StoreError::Stream {
            what: "open what was made",
            message: why.to_string(),
        };
        let mut body = Vec::new();
        let plain = files.open(id).map_err(|error| wrong(&error))?;
        plain.take(MOST_MADE_BYTES + 1).read_to_end(&mut body).map_err(|error| wrong(&error))?;
        serde_json::from_slice(&body).map_err(|error| wrong(&error))
    }
}

impl MadeSource {
    fn of(source: &laika_protocol::collection::MadeFrom) -> Self {
        Self {
            id: source.source_id.clone(),
            capture: source.capture,
            hash: source.hash.clone(),
            used: source.used,
        }
    }
}

/// A time of the protocol as it stands in a column. They come back with milliseconds, whether they had any or not.
pub(crate) fn epoch_ms(time: &UtcTime) -> u64 {
    time::epoch_ms(time.as_str()).unwrap_or_default()
}
