//! Runs, and the calls that were recorded in them.

use laika_protocol::ids::{IdempotencyKey, Origin, RunId, Uuid};
use laika_protocol::run::{Record, StepResult};
use rusqlite::{OptionalExtension, Row, params};

use super::{Reader, id, maybe_id, maybe_number, number, word};
use crate::names::name_of;
use crate::{Hash, Recorded, Run, RunFilter, RunHead, RunRow, StoreError};

const COLUMNS: &str = "run_id, profile_id, surface, site_mode, status, branch, sensitive, conversation_id, \
                       created_at_ms, updated_at_ms, head_seq, head_hash, checkpoint_seq";

impl Reader {
    /// Lists runs, the last changed first.
    ///
    /// # Errors
    /// When the database fails or is damaged.
    pub fn runs(&self, filter: &RunFilter) -> Result<Vec<Run>, StoreError> {
        let states = serde_json::to_string(&filter.status.iter().map(name_of).collect::<Vec<_>>());
        let states = states.unwrap_or_else(|_| "[]".into());
        let sql = format!(
            "SELECT {COLUMNS} FROM run WHERE (?1 IS NULL OR profile_id = ?1) \
             AND (?2 = '[]' OR status IN (SELECT value FROM json_each(?2))) \
             AND (?3 IS NULL OR run_id IN (SELECT run_id FROM run_site WHERE origin = ?3)) \
             AND (?4 IS NULL OR updated_at_ms < ?4) ORDER BY updated_at_ms DESC, run_id LIMIT ?5"
        );
        self.list(
            &sql,
            params![
                filter.profile.as_ref().map(|id| id.as_str()),
                states,
                filter.site.as_ref().map(Origin::as_str),
                filter.before_ms.map(u64::cast_signed),
                filter.limit.unwrap_or(100),
            ],
            run,
        )
    }

    /// One run.
    ///
    /// # Errors
    /// When the database fails or is damaged.
    pub fn run(&self, run_id: &RunId) -> Result<Option<Run>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM run WHERE run_id = ?1");
        Ok(self.list(&sql, [run_id.as_str()], run)?.pop())
    }

    /// The sites that a run read.
    ///
    /// # Errors
    /// When the database fails or is damaged.
    pub fn sites(&self, run: &RunId) -> Result<Vec<Origin>, StoreError> {
        let sql = "SELECT origin FROM run_site WHERE run_id = ?1 ORDER BY origin";
        self.list(sql, [run.as_str()], |row| id(row, 0))
    }

    /// A call that was recorded, by its id (I8).
    ///
    /// # Errors
    /// When the database fails or is damaged.
    pub fn recorded(&self, request: &Uuid) -> Result<Option<Recorded>, StoreError> {
        self.recorded_where("request_id = ?1", params![request.as_str()])
    }

    /// A call that was recorded, by what deduplicates it in its run (C-27).
    ///
    /// # Errors
    /// When the database fails or is damaged.
    pub fn recorded_key(&self, run: &RunId, key: &IdempotencyKey) -> Result<Option<Recorded>, StoreError> {
        self.recorded_where("run_id = ?1 AND idempotency_key = ?2", params![run.as_str(), key.as_str()])
    }

    /// Calls of a run that were meant and whose end is not recorded (C-43).
    ///
    /// # Errors
    /// When the database fails or is damaged.
    pub fn unanswered(&self, run: &RunId) -> Result<Vec<Recorded>, StoreError> {
        let sql = "SELECT request_id, run_id, idempotency_key, intent_seq, result_seq FROM request \
                   WHERE run_id = ?1 AND result_seq IS NULL ORDER BY intent_seq";
        self.list(sql, [run.as_str()], request)
    }

    fn recorded_where(
        &self,
        condition: &str,
        parameters: impl rusqlite::Params,
    ) -> Result<Option<Recorded>, StoreError> {
        let sql = format!(
            "SELECT request_id, run_id, idempotency_key, intent_seq, result_seq FROM request WHERE {condition}"
        );
        let Some(mut recorded) = self.list(&sql, parameters, request)?.pop() else { return Ok(None) };
        if let Some(seq) = recorded.result_seq {
            recorded.result = self.result(&recorded.run, seq)?;
        }
        Ok(Some(recorded))
    }

    fn result(&self, run: &RunId, seq: u64) -> Result<Option<StepResult>, StoreError> {
        let payload: Option<Vec<u8>> = self
            .connection
            .prepare_cached(
                "SELECT payload FROM run_event JOIN event_payload USING (log_seq) WHERE run_id = ?1 AND seq = ?2",
            )?
            .query_row(params![run.as_str(), seq.cast_signed()], |row| row.get(0))
            .optional()?;
        let Some(payload) = payload else { return Ok(None) };
        let wrong = |why: String| StoreError::Record { run: run.clone(), seq, why };
        match Record::read(&payload) {
            Ok(Record::StepResult(result)) => Ok(Some(result)),
            Ok(other) => Err(wrong(format!("it is a `{}`", other.kind().as_str()))),
            Err(error) => Err(wrong(error.to_string())),
        }
    }
}

fn request(row: &Row<'_>) -> Result<Recorded, StoreError> {
    Ok(Recorded {
        request: id(row, 0)?,
        run: id(row, 1)?,
        key: maybe_id(row, 2)?,
        intent_seq: number(row, 3)?,
        result_seq: maybe_number(row, 4)?,
        result: None,
    })
}

fn run(row: &Row<'_>) -> Result<Run, StoreError> {
    let run: RunId = id(row, 0)?;
    Ok(Run {
        row: RunRow {
            run: run.clone(),
            profile: id(row, 1)?,
            surface: word(row, 2)?,
            mode: word(row, 3)?,
            status: word(row, 4)?,
            branch: row.get(5)?,
            sensitive: row.get(6)?,
            conversation: maybe_id(row, 7)?,
        },
        created_at_ms: number(row, 8)?,
        updated_at_ms: number(row, 9)?,
        head: RunHead { run, seq: number(row, 10)?, hash: Hash(row.get(11)?) },
        checkpoint_seq: maybe_number(row, 12)?,
    })
}
