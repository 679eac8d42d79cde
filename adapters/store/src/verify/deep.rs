//! The slower part of verifying: the database itself, and whether stored messages are what the records say.

use laika_protocol::canonical;
use laika_protocol::ids::RunId;
use laika_protocol::run::{Kind, Record};
use rusqlite::{Connection, OptionalExtension};

use super::{Fault, Problem, Problems};
use crate::{Progress, StoreError};

/// Looks at everything that the chain does not cover.
pub(super) fn look(
    connection: &Connection,
    version: u32,
    run: Option<&RunId>,
    problems: &mut Problems,
    progress: &mut dyn FnMut(Progress),
) -> Result<(), StoreError> {
    let mut stage = |stage, done| progress(Progress { stage, done, total: 2 });
    stage("checking the database", 0);
    if run.is_none() {
        database(connection, problems)?;
    }
    stage("checking messages", 1);
    if version >= 2 {
        messages(connection, run, problems)?;
        digests(connection, run, problems)?;
    }
    stage("checking messages", 2);
    Ok(())
}

fn database(connection: &Connection, problems: &mut Problems) -> Result<(), StoreError> {
    let mut check = connection.prepare("PRAGMA integrity_check(20)")?;
    let mut rows = check.query([])?;
    while let Some(row) = rows.next()? {
        let said: String = row.get(0)?;
        if said != "ok" {
            problems.add(Problem::new(Fault::Database, format!("the database is damaged: {said}")));
        }
    }
    let mut check = connection.prepare("PRAGMA foreign_key_check")?;
    let mut rows = check.query([])?;
    while let Some(row) = rows.next()? {
        let (table, parent): (String, String) = (row.get(0)?, row.get(2)?);
        let sentence = format!("a row of `{table}` names a row of `{parent}` that is not there");
        problems.add(Problem::new(Fault::Database, sentence));
    }
    Ok(())
}

/// Every message has the digest that stands beside it.
fn messages(connection: &Connection, run: Option<&RunId>, problems: &mut Problems) -> Result<(), StoreError> {
    let mut statement = connection
        .prepare("SELECT id, packet_json, digest, run_id FROM messages WHERE (?1 IS NULL OR run_id = ?1)")?;
    let mut rows = statement.query([run.map(|run| run.as_str())])?;
    while let Some(row) = rows.next()? {
        let (id, packet, digest): (String, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        if canonical::digest_bytes(packet.as_bytes()).as_str() != digest {
            let sentence = format!("message `{id}` was changed");
            problems.add(Problem { run: row.get(3)?, ..Problem::new(Fault::Message, sentence) });
        }
    }
    Ok(())
}

/// Every digest in a record is that of the message it names.
fn digests(connection: &Connection, run: Option<&RunId>, problems: &mut Problems) -> Result<(), StoreError> {
    let mut statement = connection.prepare(
        "SELECT e.log_seq, e.run_id, e.seq, p.payload FROM run_event e JOIN event_payload p USING (log_seq) \
         WHERE e.kind IN (?1, ?2) AND (?3 IS NULL OR e.run_id = ?3)",
    )?;
    let mut rows = statement.query((
        Kind::ModelPrompt.as_str(),
        Kind::ModelOutput.as_str(),
        run.map(|run| run.as_str()),
    ))?;
    while let Some(row) = rows.next()? {
        let payload: Vec<u8> = row.get(3)?;
        let (message, digest) = match Record::read(&payload) {
            Ok(Record::ModelPrompt(prompt)) => (prompt.message_id, prompt.digest),
            Ok(Record::ModelOutput(output)) => (output.message_id, output.digest),
            _ => continue,
        };
        let (Some(message), Some(digest)) = (message, digest) else { continue };
        let stored: Option<String> = connection
            .prepare_cached("SELECT digest FROM messages WHERE id = ?1")?
            .query_row([message.as_str()], |row| row.get(0))
            .optional()?;
        let what = match stored {
            Some(stored) if stored == digest.as_str() => continue,
            Some(_) => "is not the one that was recorded",
            None => "is missing",
        };
        let (run, seq): (String, i64) = (row.get(1)?, row.get(2)?);
        problems.add(Problem {
            fault: Fault::Message,
            log_seq: Some(row.get::<_, i64>(0)?.cast_unsigned()),
            sentence: format!("event {seq} of run `{run}`: the message `{message}` that it names {what}"),
            run: Some(run),
            seq: Some(seq.cast_unsigned()),
        });
    }
    Ok(())
}
