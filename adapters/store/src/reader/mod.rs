//! Reading the log. A reader never writes, never takes the lock, and works on a copy of the database alone.

mod around;
mod collections;
mod events;
mod made;
mod runs;
mod search;

use std::path::{Path, PathBuf};

use laika_protocol::ids::{
    ArtifactId, CollectionId, IdempotencyKey, Origin, ProfileId, RunId, Sha256, SourceId, UtcTime, Uuid,
};
use laika_protocol::time;
use rusqlite::{Connection, Row};
use serde::de::DeserializeOwned;

use crate::names::named;
use crate::place::{DATABASE, Source};
use crate::schema::{self, Found};
use crate::write::head;
use crate::{Anchor, StoreError, keys};

pub(crate) use events::{HEADER_COLUMNS, header};

/// A read-only view of a log. Open one per use: it holds a connection of its own.
#[derive(Debug)]
pub struct Reader {
    pub(crate) connection: Connection,
    version: u32,
    /// Where the keys of the heads would lie beside it.
    keys: Option<PathBuf>,
}

impl Reader {
    /// Opens the log in a folder, or a database file.
    ///
    /// # Errors
    /// When there is none, it is of another program, or newer than this one.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let file = if path.is_dir() { path.join(DATABASE) } else { path.to_path_buf() };
        Self::of(&Source::File(file))
    }

    pub(crate) fn of(source: &Source) -> Result<Self, StoreError> {
        let connection = source.reader()?;
        match schema::look(&connection, &source.name())? {
            Found::Log(version) => Ok(Self { connection, version, keys: source.keys() }),
            Found::Fresh => Err(StoreError::Nothing(source.name().into())),
        }
    }

    /// The last signed head.
    ///
    /// # Errors
    /// When the database fails.
    pub fn head(&self) -> Result<Option<Anchor>, StoreError> {
        head::latest(&self.connection)
    }

    /// Refuses what an older log lacks.
    fn needs(&self, version: u32) -> Result<(), StoreError> {
        if self.version < version { Err(StoreError::Older { found: self.version }) } else { Ok(()) }
    }

    /// Of which heads the keys are here; none where a copy of the database lies alone.
    pub(crate) fn key_epochs(&self) -> Vec<u64> {
        let found = self.keys.as_deref().and_then(|folder| keys::epochs(folder).ok());
        found.into_iter().flatten().filter_map(|(epoch, _)| epoch).collect()
    }

    pub(crate) const fn version(&self) -> u32 {
        self.version
    }

    fn list<T>(
        &self,
        sql: &str,
        parameters: impl rusqlite::Params,
        read: impl Fn(&Row<'_>) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        let mut statement = self.connection.prepare_cached(sql)?;
        let mut rows = statement.query(parameters)?;
        let mut list = Vec::new();
        while let Some(row) = rows.next()? {
            list.push(read(row)?);
        }
        Ok(list)
    }
}

/// A column as a type of the protocol; anything else means that the file is damaged.
pub(crate) trait Column: Sized {
    /// Reads the text of the column.
    fn of(text: &str) -> Option<Self>;
}

macro_rules! columns {
    ($($id:ty),*) => {$(
        impl Column for $id {
            fn of(text: &str) -> Option<Self> {
                Self::parse(text).ok()
            }
        }
    )*};
}

columns!(Origin, ProfileId, RunId, Sha256, Uuid);
columns!(ArtifactId, CollectionId, IdempotencyKey, SourceId);

pub(crate) fn id<T: Column>(row: &Row<'_>, column: usize) -> Result<T, StoreError> {
    maybe_id(row, column)?.ok_or_else(|| damaged(row, column))
}

pub(crate) fn maybe_id<T: Column>(row: &Row<'_>, column: usize) -> Result<Option<T>, StoreError> {
    let Some(text) = row.get::<_, Option<String>>(column)? else { return Ok(None) };
    T::of(&text).map(Some).ok_or_else(|| damaged(row, column))
}

pub(crate) fn word<T: DeserializeOwned>(row: &Row<'_>, column: usize) -> Result<T, StoreError> {
    named(&row.get::<_, String>(column)?).ok_or_else(|| damaged(row, column))
}

pub(crate) fn number(row: &Row<'_>, column: usize) -> Result<u64, StoreError> {
    u64::try_from(row.get::<_, i64>(column)?).map_err(|_| damaged(row, column))
}

pub(crate) fn maybe_number(row: &Row<'_>, column: usize) -> Result<Option<u64>, StoreError> {
    match row.get::<_, Option<i64>>(column)? {
        Some(value) => u64::try_from(value).map(Some).map_err(|_| damaged(row, column)),
        None => Ok(None),
    }
}

/// A time of the protocol from milliseconds.
pub(crate) fn utc(row: &Row<'_>, column: usize) -> Result<UtcTime, StoreError> {
    maybe_utc(row, column)?.ok_or_else(|| damaged(row, column))
}

pub(crate) fn maybe_utc(row: &Row<'_>, column: usize) -> Result<Option<UtcTime>, StoreError> {
    let Some(at_ms) = maybe_number(row, column)? else { return Ok(None) };
    UtcTime::parse(&time::to_iso(at_ms)).map(Some).map_err(|_| damaged(row, column))
}

/// A value of the protocol from its JSON.
pub(crate) fn from_json<T: DeserializeOwned>(row: &Row<'_>, column: usize) -> Result<T, StoreError> {
    serde_json::from_str(&row.get::<_, String>(column)?).map_err(|_| damaged(row, column))
}

pub(crate) fn damaged(row: &Row<'_>, column: usize) -> StoreError {
    let statement: &rusqlite::Statement<'_> = row.as_ref();
    let name = statement.column_name(column).unwrap_or("a column");
    StoreError::Damaged(format!("a row holds something else than it should in `{name}`"))
}
