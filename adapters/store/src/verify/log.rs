//! Verifying a database: everything is read once, in the order of the log, with no more memory than runs.

use laika_protocol::ids::RunId;
use rusqlite::fallible_streaming_iterator::FallibleStreamingIterator;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Row, Rows, params};

use super::walk::{Along, Seen, Walk};
use super::{Check, Covered, Fault, Line, Problem, Report, deep};
use crate::chain::{Hash, Parts};
use crate::reader::HEADER_COLUMNS;
use crate::write::head;
use crate::{Progress, Reader, StoreError};

/// Events between two words about progress.
const STRIDE: u64 = 4096;

impl Reader {
    /// Verifies the log, or one run of it.
    ///
    /// # Errors
    /// When the database cannot be read at all. Whatever is wrong with what it holds is in the report.
    pub fn verify(
        &self,
        check: &Check<'_>,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Report, StoreError> {
        // Before the log is looked at: a key that is gone by then has signed a head that is there.
        let keys = self.key_epochs();
        // One moment of the log, however long it takes.
        let moment = self.connection.unchecked_transaction()?;
        let asked = check.run.as_ref();
        // A head of the log says something about a run only through the whole log before it, and a head of another run
        // is met only where that run was looked at.
        let alone =
            |run: &&RunId| check.anchors.is_empty() && check.run_heads.iter().all(|held| held.run == **run);
        let check = &Check { run: asked.filter(alone).cloned(), ..check.clone() };
        let mut walk = match &check.run {
            None => whole(&moment, progress)?,
            Some(run) => one(&moment, run)?,
        };
        walk.finish(|run, seq| {
            let found: Option<i64> = moment
                .prepare_cached("SELECT log_seq FROM run_event WHERE run_id = ?1 AND seq = ?2")?
                .query_row(params![run, seq.cast_signed()], |row| row.get(0))
                .optional()?;
            Ok(found.map(i64::cast_unsigned))
        })?;
        if let Some(run) = asked
            && !walk.runs().contains_key(run.as_str())
        {
            walk.problems.add(Problem {
                run: Some(run.to_string()),
                ..Problem::new(Fault::RunGap, format!("run `{run}` has no events"))
            });
        }
        run_rows(&moment, check, &mut walk)?;
        let mut line = line(&moment, check, &mut walk)?;
        line.against(&keys, &mut walk.problems);
        held(&moment, check, &mut walk, &mut line)?;
        if check.deep {
            deep::look(&moment, self.version(), check.run.as_ref(), &mut walk.problems, progress)?;
        }
        let (events, runs, erased) = (walk.events, walk.runs().len() as u64, walk.erased);
        let (problems, more_problems) = walk.problems.finish();
        Ok(Report {
            events,
            runs,
            erased,
            heads: line.heads,
            head: line.last().cloned(),
            confirmed: line.confirmed,
            problems,
            more_problems,
        })
    }
}

/// Every event: three tables side by side, none of them searched.
fn whole(connection: &Connection, progress: &mut dyn FnMut(Progress)) -> Result<Walk, StoreError> {
    let total: i64 =
        connection.query_row("SELECT coalesce(max(log_seq), 0) FROM run_event", [], |row| row.get(0))?;
    let total = u64::try_from(total).unwrap_or(0);
    let mut walk = Walk::new(Along::Log);
    let mut events =
        connection.prepare(&format!("SELECT {HEADER_COLUMNS} FROM run_event e ORDER BY e.log_seq"))?;
    let mut payloads =
        connection.prepare("SELECT log_seq, salt, payload FROM event_payload ORDER BY log_seq")?;
    let mut erasures = connection.prepare("SELECT log_seq, reason, at_ms FROM erasure ORDER BY log_seq")?;
    let mut events = events.query([])?;
    let mut payloads = Beside::new(payloads.query([])?)?;
    let mut erasures = Beside::new(erasures.query([])?)?;
    while let Some(row) = events.next()? {
        let Some(mut seen) = header(row) else {
            let at = row.get::<_, i64>(0).ok().map(i64::cast_unsigned);
            walk.problems.add(stray(at, "an event is not of the form"));
            continue;
        };
        let here = seen.parts.log_seq.cast_signed();
        payloads.to(Some(here), |at| walk.problems.add(stray(Some(at), PAYLOAD_ALONE)))?;
        erasures.to(Some(here), |at| walk.problems.add(stray(Some(at), ERASURE_ALONE)))?;
        seen.payload = payloads.at(here).map(|row| salted(row, 1, 2));
        seen.erased = erasures.at(here).and_then(|row| said(row, 1, 2));
        walk.step(&seen);
        if walk.events.is_multiple_of(STRIDE) {
            progress(Progress { stage: "verifying", done: walk.events, total });
        }
    }
    payloads.to(None, |at| walk.problems.add(stray(Some(at), PAYLOAD_ALONE)))?;
    erasures.to(None, |at| walk.problems.add(stray(Some(at), ERASURE_ALONE)))?;
    progress(Progress { stage: "verifying", done: walk.events, total });
    Ok(walk)
}

const PAYLOAD_ALONE: &str = "there is a payload without an event";
const ERASURE_ALONE: &str = "something was erased that is no event";

/// A table that is read beside the events, in the same order.
struct Beside<'a> {
    rows: Rows<'a>,
    at: Option<i64>,
    met: bool,
}

impl<'a> Beside<'a> {
    fn new(rows: Rows<'a>) -> Result<Self, StoreError> {
        let mut beside = Self { rows, at: None, met: true };
        beside.advance()?;
        Ok(beside)
    }

    fn advance(&mut self) -> Result<(), StoreError> {
        self.rows.advance()?;
        self.at = self.rows.get().map(|row| row.get(0)).transpose()?;
        self.met = false;
        Ok(())
    }

    /// Goes on to this place or the end, and tells of rows that no event asked for.
    fn to(&mut self, place: Option<i64>, mut alone: impl FnMut(u64)) -> Result<(), StoreError> {
        while let Some(at) = self.at.filter(|at| place.is_none_or(|place| *at < place)) {
            if !self.met {
                alone(at.cast_unsigned());
            }
            self.advance()?;
        }
        Ok(())
    }

    /// The row of this place.
    fn at(&mut self, place: i64) -> Option<&Row<'a>> {
        if self.at != Some(place) {
            return None;
        }
        self.met = true;
        self.rows.get()
    }
}

/// The events of one run.
fn one(connection: &Connection, run: &RunId) -> Result<Walk, StoreError> {
    let mut walk = Walk::new(Along::Runs);
    let mut events = connection.prepare(&format!(
        "SELECT {HEADER_COLUMNS}, p.salt, p.payload, x.reason, x.at_ms FROM run_event e \
         LEFT JOIN event_payload p ON p.log_seq = e.log_seq LEFT JOIN erasure x ON x.log_seq = e.log_seq \
         WHERE e.run_id = ?1 ORDER BY e.seq"
    ))?;
    let mut events = events.query([run.as_str()])?;
    while let Some(row) = events.next()? {
        let Some(mut seen) = header(row) else {
            let at = row.get::<_, i64>(0).ok().map(i64::cast_unsigned);
            walk.problems.add(stray(at, "an event is not of the form"));
            continue;
        };
        seen.payload = has_payload(row).then(|| salted(row, 11, 12));
        seen.erased = said(row, 13, 14);
        walk.step(&seen);
    }
    Ok(walk)
}

/// Whether the list of runs says where the runs end.
fn run_rows(connection: &Connection, check: &Check<'_>, walk: &mut Walk) -> Result<(), StoreError> {
    let mut statement = connection
        .prepare("SELECT run_id, head_seq, head_hash FROM run WHERE (?1 IS NULL OR run_id = ?1)")?;
    let mut rows = statement.query([check.run.as_ref().map(|run| run.as_str())])?;
    let mut agree = 0;
    while let Some(row) = rows.next()? {
        let run: String = row.get(0)?;
        let said = (row.get::<_, i64>(1)?.cast_unsigned(), blob(row, 2).and_then(hash));
        let end = walk.runs().get(run.as_str()).map(|here| (here.seq, Some(here.hash)));
        agree += u64::from(end.is_some());
        if end != Some(said) {
            let sentence = format!("run `{run}`: the list of runs says that it ends elsewhere");
            walk.problems.add(Problem { run: Some(run), ..Problem::new(Fault::Run, sentence) });
        }
    }
    if agree < walk.runs().len() as u64 {
        let sentence = "runs with events are missing from the list of runs".into();
        walk.problems.add(Problem::new(Fault::Run, sentence));
    }
    Ok(())
}

/// The signed heads, each against the event it covers.
fn line(connection: &Connection, check: &Check<'_>, walk: &mut Walk) -> Result<Line, StoreError> {
    let mut line = Line::default();
    let mut heads = connection.prepare(&format!("SELECT {} FROM head ORDER BY epoch", head::COLUMNS))?;
    let mut heads = heads.query([])?;
    while let Some(row) = heads.next()? {
        match head::read(row) {
            Ok(head) => {
                let event = hash_at(connection, head.log_seq)?.map_or(Covered::Missing, Covered::By);
                line.step(head, event, check.anchors, &mut walk.problems);
            }
            Err(_) => {
                walk.problems.add(Problem::new(Fault::Form, "a signed head is not of the form".into()));
            }
        }
    }
    Ok(line)
}

/// Heads that were kept elsewhere must be met here; a log that was cut off or written anew does not hold them.
fn held(
    connection: &Connection,
    check: &Check<'_>,
    walk: &mut Walk,
    line: &mut Line,
) -> Result<(), StoreError> {
    for anchor in check.anchors {
        if !anchor.is_signed() {
            let sentence = format!("the head {} that you hold is not signed by its key", anchor.epoch);
            walk.problems.add(Problem::new(Fault::Anchor, sentence));
        }
    }
    for anchor in line.beyond(check.anchors) {
        let sentence = format!(
            "the log ends before the head {} that you hold, which covers event {} of the log",
            anchor.epoch, anchor.log_seq
        );
        walk.problems.add(Problem::new(Fault::Anchor, sentence));
    }
    for held in check.run_heads {
        let found: Option<Vec<u8>> = connection
            .prepare_cached("SELECT hash FROM run_event WHERE run_id = ?1 AND seq = ?2")?
            .query_row(params![held.run.as_str(), held.seq.cast_signed()], |row| row.get(0))
            .optional()?;
        let what = match found.as_deref().map(hash) {
            Some(Some(hash)) if hash == held.hash => {
                line.confirmed += 1;
                continue;
            }
            Some(_) => "is another event in this log",
            None => "is missing from this log",
        };
        let sentence = format!("event {} of run `{}`, whose hash you hold, {what}", held.seq, held.run);
        walk.problems.add(Problem {
            run: Some(held.run.to_string()),
            seq: Some(held.seq),
            ..Problem::new(Fault::RunHead, sentence)
        });
    }
    Ok(())
}

fn hash_at(connection: &Connection, log_seq: u64) -> Result<Option<Hash>, StoreError> {
    let found: Option<Option<Hash>> = connection
        .prepare_cached("SELECT hash FROM run_event WHERE log_seq = ?1")?
        .query_row([log_seq.cast_signed()], |row| Ok(blob(row, 0).and_then(hash)))
        .optional()?;
    Ok(found.flatten())
}

/// A header, without a copy. None if a column is of another type or length.
fn header<'a>(row: &'a Row<'_>) -> Option<Seen<'a>> {
    let number = |column| match row.get_ref(column) {
        Ok(ValueRef::Integer(number)) => Some(number.cast_unsigned()),
        _ => None,
    };
    let text = |column| match row.get_ref(column) {
        Ok(ValueRef::Text(text)) => Some(text),
        _ => None,
    };
    let link = |column| blob(row, column).filter(|bytes| bytes.len() == 32);
    Some(Seen {
        parts: Parts {
            log_seq: number(0)?,
            run: text(1)?,
            seq: number(2)?,
            kind: text(3)?,
            at_ms: number(4)?,
            schema_version: u32::try_from(number(5)?).ok()?,
            protocol_version: text(6)?,
            run_prev: link(7)?,
            log_prev: link(8)?,
            commitment: link(9)?,
        },
        hash: hash(link(10)?)?,
        payload: None,
        erased: None,
    })
}

fn blob<'a>(row: &'a Row<'_>, column: usize) -> Option<&'a [u8]> {
    match row.get_ref(column) {
        Ok(ValueRef::Blob(bytes)) => Some(bytes),
        _ => None,
    }
}

/// Salt and payload. What is not of the form has no commitment that fits.
fn salted<'a>(row: &'a Row<'_>, salt: usize, payload: usize) -> (&'a [u8], &'a [u8]) {
    (blob(row, salt).unwrap_or_default(), blob(row, payload).unwrap_or_default())
}

fn has_payload(row: &Row<'_>) -> bool {
    [11, 12].into_iter().any(|column| !matches!(row.get_ref(column), Ok(ValueRef::Null)))
}

/// Why and when something was erased. What is not of the form stays visible as an erasure for no reason.
fn said<'a>(row: &'a Row<'_>, reason: usize, at_ms: usize) -> Option<(&'a str, u64)> {
    match (row.get_ref(reason), row.get_ref(at_ms)) {
        (Ok(ValueRef::Null), Ok(ValueRef::Null)) => None,
        (Ok(ValueRef::Text(reason)), Ok(ValueRef::Integer(at_ms))) => {
            Some((std::str::from_utf8(reason).unwrap_or_default(), at_ms.cast_unsigned()))
        }
        _ => Some(("", 0)),
    }
}

fn hash(bytes: &[u8]) -> Option<Hash> {
    <[u8; 32]>::try_from(bytes).ok().map(Hash)
}

fn stray(log_seq: Option<u64>, sentence: &str) -> Problem {
    let at = log_seq.map_or_else(String::new, |log_seq| format!(" at {log_seq}"));
    Problem { log_seq, ..Problem::new(Fault::Form, format!("{sentence}{at}")) }
}
