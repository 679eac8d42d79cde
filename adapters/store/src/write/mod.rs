//! The one writer: its connection, where the chain stands, and transactions that leave nothing half-written.

pub(crate) mod append;
pub(crate) mod captures;
pub(crate) mod collections;
mod derived;
pub(crate) mod head;
pub(crate) mod made;
pub(crate) mod queue;
pub(crate) mod settings;
#[cfg(test)]
mod tests;

use std::fs::File;
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior};

use crate::keys::Keys;
use crate::place::{self, BUSY, DATABASE, KEYS, Options, Place, Source, Synchronous};
use crate::random::Random;
use crate::schema::{self, Found};
use crate::{Anchor, Appended, Batch, Hash, StoreError};

/// Where the chain of the log stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tail {
    /// The last event.
    pub(crate) log_seq: u64,
    /// Its hash.
    pub(crate) hash: Hash,
}

/// What the writer knows of the log besides its connection.
pub(crate) struct Log {
    pub(crate) tail: Tail,
    pub(crate) head: Option<Anchor>,
    pub(crate) keys: Keys,
    pub(crate) random: Random,
}

/// The one writer.
pub(crate) struct Writer {
    source: Source,
    synchronous: Synchronous,
    /// None after the disk failed, until it could be opened again.
    connection: Option<Connection>,
    log: Log,
    /// Held as long as the writer lives.
    _lock: Option<File>,
}

/// What is different only where a fixture is made.
pub(crate) struct Setup {
    pub(crate) schema: u32,
    pub(crate) random: Random,
}

impl Writer {
    /// Opens the log for writing, and makes it if there is none.
    pub(crate) fn open(options: &Options, now_ms: u64, setup: Setup) -> Result<Self, StoreError> {
        let (source, keys, lock) = match &options.place {
            Place::Folder(folder) => {
                let lock = place::take(folder)?;
                let length = |path: &std::path::Path| std::fs::metadata(path).map_or(0, |data| data.len());
                let database = folder.join(DATABASE);
                if length(&database) == 0 && length(&place::beside(&database, "-wal")) > 0 {
                    return Err(StoreError::Damaged(
                        "the database is empty and its write-ahead log is not".into(),
                    ));
                }

                (Source::File(folder.join(DATABASE)), Keys::folder(folder.join(KEYS))?, Some(lock))
            }
            Place::Memory => (Source::memory()?, Keys::memory(), None),
        };
        let mut connection = source.writer(options.synchronous)?;
        let found = schema::look(&connection, &source.name())?;
        let mut log = Log { tail: Tail::default(), head: None, keys, random: setup.random };
        if found == Found::Fresh {
            // Before there is a log: a log without its first key could never be signed.
            log.keys.begin(&mut log.random)?;
        }
        schema::migrate(&mut connection, found, setup.schema, now_ms)?;
        if let Place::Folder(folder) = &options.place {
            crate::keys::sync_folder(folder)?;
        }
        log.load(&connection)?;
        let synchronous = options.synchronous;
        let mut writer = Self { source, synchronous, connection: Some(connection), log, _lock: lock };
        // A crash after something was erased may have left it in the write-ahead log.
        writer.empty_wal();
        Ok(writer)
    }

    pub(crate) const fn source(&self) -> &Source {
        &self.source
    }

    /// Writes batches together. One that is at fault is left out and told so; the others are written.
    ///
    /// Nothing is answered before the commit returned.
    pub(crate) fn write(&mut self, batches: &[Batch]) -> Vec<Result<Appended, StoreError>> {
        let written = self.transact(|transaction, log| {
            let mut results = Vec::with_capacity(batches.len());
            let mut ended_at = None;
            for batch in batches {
                let result = one(transaction, log, batch)?;
                if result.is_ok() && append::ends_a_run(batch) {
                    ended_at = Some(batch.at_ms);
                }
                results.push(result);
            }
            if let Some(at_ms) = ended_at {
                let signing = head::try_sign(transaction, log, at_ms)?;
                for (result, _) in
                    results.iter_mut().zip(batches).filter(|(_, batch)| append::ends_a_run(batch))
                {
                    result.iter_mut().for_each(|appended| appended.signing = signing.clone());
                }
            }
            Ok(results)
        });
        written.unwrap_or_else(|error| batches.iter().map(|_| Err(error.clone())).collect())
    }

    /// Signs where the log stands.
    pub(crate) fn anchor(&mut self, now_ms: u64) -> Result<Anchor, StoreError> {
        self.transact(|transaction, log| head::sign(transaction, log, now_ms))
    }

    /// Runs work in one transaction, and brings everything back in line if it fails.
    pub(crate) fn transact<T>(
        &mut self,
        work: impl FnOnce(&Transaction<'_>, &mut Log) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.reopen_if_lost()?;
        let connection = self.connection.as_mut().ok_or(StoreError::Closed)?;
        let epoch = self.log.head.as_ref().map(|head| head.epoch);
        let result = within(connection, &mut self.log, work);
        match &result {
            Ok(_) => {
                if self.log.head.as_ref().map(|head| head.epoch) != epoch {
                    // The head is durable; from here on a failure only leaves a key for the next opening to erase.
                    let _ = self.log.keys.settle(self.log.head.as_ref());
                }
            }
            Err(error) => {
                // After a failed sync the cache may claim what the disk does not hold. A new connection asks the disk.
                let lost = error.is_of_the_disk() && matches!(self.source, Source::File(_));
                if lost || self.log.load(connection).is_err() {
                    self.lose();
                }
            }
        }
        result
    }

    /// Moves everything from the write-ahead log into the database and empties it. Says whether that was possible.
    pub(crate) fn empty_wal(&mut self) -> bool {
        let outcome = self.reopen_if_lost().and_then(|()| {
            let connection = self.connection.as_ref().ok_or(StoreError::Closed)?;
            // Whoever reads an older state is waited for, but not for long: others wait to write.
            connection.busy_timeout(Duration::from_secs(2))?;
            let busy =
                connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, i64>(0));
            connection.busy_timeout(BUSY)?;
            Ok(busy? == 0)
        });
        self.note(outcome)
    }

    /// Writes the database anew, without the places of what was erased. Says whether none of it is left in its files.
    pub(crate) fn rewrite(&mut self) -> bool {
        // First, so that the old pages are out of the way even where there is no space for new ones.
        let emptied = self.empty_wal();
        let outcome = self.reopen_if_lost().and_then(|()| {
            self.connection.as_ref().ok_or(StoreError::Closed)?.execute_batch("VACUUM")?;
            Ok(true)
        });
        self.note(outcome) && self.empty_wal() && emptied
    }

    /// After work outside of a transaction of ours: a disk that failed is asked anew.
    fn note(&mut self, outcome: Result<bool, StoreError>) -> bool {
        match outcome {
            Ok(done) => done,
            Err(error) => {
                if error.is_of_the_disk() {
                    self.lose();
                }
                false
            }
        }
    }

    fn lose(&mut self) {
        // A log in memory lives in its connections: it is kept whatever happened.
        if matches!(self.source, Source::File(_)) {
            self.connection = None;
        }
    }

    fn reopen_if_lost(&mut self) -> Result<(), StoreError> {
        if self.connection.is_none() {
            let connection = self.source.writer(self.synchronous)?;
            self.log.load(&connection)?;
            self.connection = Some(connection);
        }
        Ok(())
    }
}

impl Log {
    /// Learns from the database where the log stands, and finishes or undoes what was under way with the keys.
    fn load(&mut self, connection: &Connection) -> Result<(), StoreError> {
        let tail = connection
            .query_row("SELECT log_seq, hash FROM run_event ORDER BY log_seq DESC LIMIT 1", [], |row| {
                Ok(Tail { log_seq: row.get::<_, i64>(0)?.cast_unsigned(), hash: Hash(row.get(1)?) })
            })
            .optional()?;
        self.tail = tail.unwrap_or_default();
        self.head = head::latest(connection)?;
        self.keys.settle(self.head.as_ref())
    }
}

fn within<T>(
    connection: &mut Connection,
    log: &mut Log,
    work: impl FnOnce(&Transaction<'_>, &mut Log) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let value = work(&transaction, log)?;
    transaction.commit()?;
    Ok(value)
}

/// Writes one batch inside a savepoint of its own: the inner error is the batch's, the outer one everybody's.
fn one(
    transaction: &Transaction<'_>,
    log: &mut Log,
    batch: &Batch,
) -> Result<Result<Appended, StoreError>, StoreError> {
    let before = log.tail;
    transaction.prepare_cached("SAVEPOINT batch")?.execute([])?;
    let result = append::append(transaction, log, batch);
    match result {
        Ok(appended) => {
            transaction.prepare_cached("RELEASE batch")?.execute([])?;
            Ok(Ok(appended))
        }
        Err(error) if error.is_of_the_batch() => {
            transaction.execute_batch("ROLLBACK TO batch; RELEASE batch")?;
            log.tail = before;
            Ok(Err(error))
        }
        Err(error) => Err(error),
    }
}
