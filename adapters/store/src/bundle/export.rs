//! Writing a bundle: twice over the same moment of the log, once to learn the sizes and once to write.

use std::io::{self, Write};

use laika_protocol::ids::RunId;
use rusqlite::{Connection, OptionalExtension, params};

use super::line::{self, EventLine};
use super::{Manifest, SCHEMA, name, page, tar};
use crate::reader::{HEADER_COLUMNS, header};
use crate::write::head;
use crate::{Anchor, Event, Progress, Reader, RunHead, Store, StoreError};

impl Store {
    /// Writes a bundle of a run. If no signed head covers it yet, one is signed first.
    ///
    /// # Errors
    /// When there is no such run, no head can be signed, or `out` cannot be written to.
    pub fn export(
        &self,
        run: &RunId,
        out: &mut dyn Write,
        now_ms: u64,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<(), StoreError> {
        self.flush()?;
        if matches!(self.reader()?.last_of(run), Err(StoreError::NoHead(_))) {
            self.anchor(now_ms)?;
        }
        self.reader()?.export(run, out, now_ms, progress)
    }
}

impl Reader {
    /// Writes a bundle of a run that a signed head covers.
    ///
    /// # Errors
    /// When there is no such run, no head covers it, or `out` cannot be written to.
    pub fn export(
        &self,
        run: &RunId,
        out: &mut dyn Write,
        now_ms: u64,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<(), StoreError> {
        let moment = self.connection.unchecked_transaction()?;
        let (last, log_seq, cover) = self.last_of(run)?;
        let manifest = Manifest::new(&last, last.seq, now_ms);
        let manifest_line = line::write(&manifest)?;
        let sizes = [
            counted(|out| {
                self.event_lines(run, out, &mut |done| {
                    progress(Progress { stage: "measuring", done, total: last.seq });
                })
            })?,
            counted(|out| path_lines(&moment, log_seq, cover.log_seq, out))?,
            counted(|out| head_lines(&moment, cover.epoch, out))?,
            counted(|out| self.page(run, &manifest, out))?,
        ];
        tar::write(out, name::MANIFEST, manifest_line.len() as u64, |out| put(out, &manifest_line))?;
        tar::write(out, name::EVENTS, sizes[0], |out| {
            self.event_lines(run, out, &mut |done| {
                progress(Progress { stage: "writing", done, total: last.seq });
            })
        })?;
        tar::write(out, name::PATH, sizes[1], |out| path_lines(&moment, log_seq, cover.log_seq, out))?;
        tar::write(out, name::HEADS, sizes[2], |out| head_lines(&moment, cover.epoch, out))?;
        tar::write(out, name::PAGE, sizes[3], |out| self.page(run, &manifest, out))?;
        tar::write(out, name::SCHEMA, SCHEMA.len() as u64, |out| put(out, SCHEMA))?;
        tar::end(out)
    }

    /// The last event of a run, its place in the log, and the first head that covers it.
    fn last_of(&self, run: &RunId) -> Result<(RunHead, u64, Anchor), StoreError> {
        let sql =
            format!("SELECT {HEADER_COLUMNS} FROM run_event e WHERE run_id = ?1 ORDER BY seq DESC LIMIT 1");
        let mut statement = self.connection.prepare_cached(&sql)?;
        let mut rows = statement.query([run.as_str()])?;
        let last = match rows.next()? {
            Some(row) => header(row)?,
            None => return Err(StoreError::NoRun(run.clone())),
        };
        let sql = format!("SELECT {} FROM head WHERE log_seq >= ?1 ORDER BY epoch LIMIT 1", head::COLUMNS);
        let cover = self.connection.query_row(&sql, [last.log_seq.cast_signed()], head::read).optional()?;
        let cover = cover.ok_or_else(|| StoreError::NoHead(run.clone()))?;
        Ok((RunHead { run: run.clone(), seq: last.seq, hash: last.hash }, last.log_seq, cover))
    }

    fn event_lines(
        &self,
        run: &RunId,
        out: &mut dyn Write,
        progress: &mut dyn FnMut(u64),
    ) -> Result<(), StoreError> {
        self.each_event(run, 1, u32::MAX, |event| {
            if event.header.seq.is_multiple_of(1024) {
                progress(event.header.seq);
            }
            put(out, &line::write(&EventLine::new(&event)?)?)
        })
    }

    fn page(&self, run: &RunId, manifest: &Manifest, out: &mut dyn Write) -> Result<(), StoreError> {
        put(out, &page::begin(manifest))?;
        self.each_event(run, 1, u32::MAX, |event| put(out, &page::event(&event)))?;
        put(out, page::END)
    }
}

/// The headers of the log after one event, up to another.
fn path_lines(
    connection: &Connection,
    after: u64,
    until: u64,
    out: &mut dyn Write,
) -> Result<(), StoreError> {
    let sql = format!(
        "SELECT {HEADER_COLUMNS} FROM run_event e WHERE log_seq > ?1 AND log_seq <= ?2 ORDER BY log_seq"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let mut rows = statement.query(params![after.cast_signed(), until.cast_signed()])?;
    while let Some(row) = rows.next()? {
        let event = Event { header: header(row)?, salt: None, payload: None, erased: None };
        put(out, &line::write(&EventLine::new(&event)?)?)?;
    }
    Ok(())
}

/// The heads up to one.
fn head_lines(connection: &Connection, until: u64, out: &mut dyn Write) -> Result<(), StoreError> {
    let sql = format!("SELECT {} FROM head WHERE epoch <= ?1 ORDER BY epoch", head::COLUMNS);
    let mut statement = connection.prepare_cached(&sql)?;
    let mut rows = statement.query([until.cast_signed()])?;
    while let Some(row) = rows.next()? {
        put(out, &head::read(row)?.to_json())?;
        put(out, "\n")?;
    }
    Ok(())
}

fn counted(write: impl FnOnce(&mut dyn Write) -> Result<(), StoreError>) -> Result<u64, StoreError> {
    let mut counted = tar::Counted { out: &mut io::sink(), written: 0 };
    write(&mut counted)?;
    Ok(counted.written)
}

fn put(out: &mut dyn Write, text: &str) -> Result<(), StoreError> {
    out.write_all(text.as_bytes()).map_err(StoreError::stream("write the bundle"))
}
