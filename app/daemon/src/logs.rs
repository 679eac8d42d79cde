//! The logs: one on disk, and one in memory for each private run (C-44).

use std::collections::{BTreeMap, VecDeque};

use laika_agent::{Entry, Recorded, Run};
use laika_policy::Call;
use laika_policy::redact::typed_texts;
use laika_protocol::ids::RunId;
use laika_protocol::run::Record;
use laika_store::{Event, Options, Reader, Store, StoreError};

use crate::DaemonError;
use crate::summary::Keepable;

/// Events that are read at a time.
const PAGE: u32 = 1_000;
/// Of so many private runs that are over, a summary can still be saved.
const MOST_OVER: usize = 8;

pub(crate) struct Logs {
    disk: Store,
    private: BTreeMap<RunId, Private>,
    /// What the person can still save of private runs that are over; the rest of them is gone.
    over: VecDeque<(RunId, Keepable)>,
}

/// A private run.
struct Private {
    log: Store,
    /// What it typed, which no summary repeats. The log does not know it.
    typed: Vec<String>,
}

impl Logs {
    pub(crate) const fn new(disk: Store) -> Self {
        Self { disk, private: BTreeMap::new(), over: VecDeque::new() }
    }

    /// Opens a log in memory for a private run; it is gone when it is closed.
    pub(crate) fn open_private(&mut self, run: &RunId, now_ms: u64) -> Result<(), StoreError> {
        let log = Store::open(Options::memory(), now_ms)?;
        self.private.insert(run.clone(), Private { log, typed: Vec::new() });
        Ok(())
    }

    pub(crate) fn close_private(&mut self, run: &RunId) {
        self.private.remove(run);
    }

    /// Closes the log of a private run that is over. What could be kept of it stays in memory for a while.
    pub(crate) fn end_private(&mut self, recorded: &Recorded) {
        if let Ok(keepable) = self.keepable(&recorded.run, Some(recorded)) {
            self.over.push_back((recorded.run.clone(), keepable));
            self.over.drain(..self.over.len().saturating_sub(MOST_OVER));
        }
        self.close_private(&recorded.run);
    }

    /// Remembers what a private run would type.
    pub(crate) fn proposed(&mut self, run: &RunId, call: &Call) {
        if let Some(private) = self.private.get_mut(run) {
            private.typed.extend(typed_texts(call));
        }
    }

    /// What could be kept of a private run, at work or over.
    pub(crate) fn keepable(&self, run: &RunId, recorded: Option<&Recorded>) -> Result<Keepable, DaemonError> {
        if let Some((_, keepable)) = self.over.iter().find(|(over, _)| over == run) {
            return Ok(keepable.clone());
        }
        let Some(private) = self.private.get(run) else {
            let why = if self.knows(run)? { DaemonError::NotPrivate } else { DaemonError::NoRun };
            return Err(why(run.clone()));
        };
        let nothing = || DaemonError::NothingYet(run.clone());
        let recorded = recorded.ok_or_else(nothing)?;
        private.log.flush()?;
        let keepable = Keepable::of(&private.log.reader()?, recorded, &private.typed)?;
        keepable.ok_or_else(nothing)
    }

    /// Whether a run of this id is in any log.
    pub(crate) fn knows(&self, run: &RunId) -> Result<bool, StoreError> {
        Ok(self.private.contains_key(run) || self.disk.reader()?.run(run)?.is_some())
    }

    pub(crate) const fn disk(&self) -> &Store {
        &self.disk
    }

    pub(crate) fn of(&self, run: &RunId) -> &Store {
        self.private.get(run).map_or(&self.disk, |private| &private.log)
    }

    /// Reads a run back from its log.
    pub(crate) fn replay(&self, run: &RunId) -> Result<Run, DaemonError> {
        // What was handed in before is written first, or an older state would be read back.
        self.of(run).flush()?;
        let events = all_events(&self.of(run).reader()?, run)?;
        if events.is_empty() {
            return Err(DaemonError::NoRun(run.clone()));
        }
        let entries = events.iter().map(|event| entry(event, run)).collect::<Result<Vec<_>, _>>()?;
        Run::replay(&entries).map_err(|why| DaemonError::Replay { run: run.clone(), why })
    }
}

/// Every event of a run.
pub(crate) fn all_events(reader: &Reader, run: &RunId) -> Result<Vec<Event>, DaemonError> {
    let mut events = Vec::new();
    loop {
        let page = reader.events(run, events.len() as u64 + 1, PAGE)?;
        let last = page.len() < PAGE as usize;
        events.extend(page);
        if last {
            return Ok(events);
        }
    }
}

pub(crate) fn entry(event: &Event, run: &RunId) -> Result<Entry, DaemonError> {
    let out_of_place = || DaemonError::Replay {
        run: run.clone(),
        why: laika_agent::ReplayError::OutOfPlace { seq: event.header.seq },
    };
    match &event.payload {
        Some(bytes) => Record::read(bytes).map(Entry::Record).map_err(|_| out_of_place()),
        None => {
            let kind = laika_protocol::run::Kind::of_name(&event.header.kind).ok_or_else(out_of_place)?;
            Ok(Entry::Erased(kind))
        }
    }
}
