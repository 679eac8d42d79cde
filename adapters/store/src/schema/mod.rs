//! The tables, as migrations that are only ever added. None touches a row that is already there (RUN-014).

use rusqlite::{Connection, TransactionBehavior, params};

use crate::StoreError;

/// `LAIK`: what the file says it is.
pub(crate) const APPLICATION_ID: i32 = 0x4c41_494b;

/// One step from a schema to the next.
struct Migration {
    version: u32,
    name: &'static str,
    sql: &'static str,
}

const MIGRATIONS: &[Migration] = &[
    Migration { version: 1, name: "run log", sql: include_str!("1-run-log.sql") },
    Migration {
        version: 2,
        name: "conversations, policy, artifacts",
        sql: include_str!("2-around-the-log.sql"),
    },
    Migration { version: 3, name: "uses of standing grants", sql: include_str!("3-grant-uses.sql") },
    Migration { version: 4, name: "notes", sql: include_str!("4-notes.sql") },
    Migration { version: 5, name: "tool uses", sql: include_str!("5-tool-uses.sql") },
    Migration { version: 6, name: "collections", sql: include_str!("6-collections.sql") },
    Migration { version: 7, name: "sites of sources", sql: include_str!("7-sites-of-sources.sql") },
];

/// The newest schema this program knows.
pub(crate) const LATEST: u32 = MIGRATIONS[MIGRATIONS.len() - 1].version;

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// Nothing yet.
    Fresh,
    /// A log of this schema.
    Log(u32),
}

/// Looks at what is there, and refuses what is not ours or newer than us.
pub(crate) fn look(connection: &Connection, name: &str) -> Result<Found, StoreError> {
    let application: i32 = connection.query_row("PRAGMA application_id", [], |row| row.get(0))?;
    let version: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    match (application, u32::try_from(version)) {
        _ if is_strange(connection)? => Err(StoreError::Foreign(name.into())),
        (0, Ok(0)) if tables == 0 => Ok(Found::Fresh),
        (APPLICATION_ID, Ok(version)) if version > LATEST => {
            Err(StoreError::Newer { found: version, known: LATEST })
        }
        (APPLICATION_ID, Ok(version)) if version > 0 => Ok(Found::Log(version)),
        _ => Err(StoreError::Foreign(name.into())),
    }
}

/// Whether there is anything but tables. A file from elsewhere may call a view `run_event` that never ends, or have a
/// table that is a program; the only one of those in a log is our index of words, letter by letter.
fn is_strange(connection: &Connection) -> Result<bool, StoreError> {
    let mut statement = connection.prepare(
        "SELECT type, sql FROM sqlite_schema WHERE type = 'view' OR sql LIKE 'create virtual%' \
         OR (type = 'table' AND rootpage = 0)",
    )?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let (kind, sql): (String, Option<String>) = (row.get(0)?, row.get(1)?);
        let sql = format!("{};", sql.unwrap_or_default());
        let ours =
            sql.starts_with("CREATE VIRTUAL TABLE") && MIGRATIONS.iter().any(|step| step.sql.contains(&sql));
        if kind != "table" || !ours {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Brings the tables to `until`, each step in a transaction of its own.
pub(crate) fn migrate(
    connection: &mut Connection,
    found: Found,
    until: u32,
    now_ms: u64,
) -> Result<(), StoreError> {
    let from = match found {
        Found::Fresh => 0,
        Found::Log(version) => version,
    };
    for migration in MIGRATIONS.iter().filter(|step| step.version > from && step.version <= until) {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        if migration.version == 1 {
            transaction.execute_batch(
                "CREATE TABLE schema_migration (version INTEGER PRIMARY KEY NOT NULL, name TEXT NOT NULL, \
                 applied_at_ms INTEGER NOT NULL) STRICT;",
            )?;
            transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
        }
        transaction.execute_batch(migration.sql)?;
        transaction.execute(
            "INSERT INTO schema_migration (version, name, applied_at_ms) VALUES (?1, ?2, ?3)",
            params![migration.version, migration.name, now_ms.cast_signed()],
        )?;
        transaction.pragma_update(None, "user_version", migration.version)?;
        transaction.commit()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_count_up() {
        assert!(MIGRATIONS.iter().zip(1..).all(|(migration, version)| migration.version == version));
    }
}
