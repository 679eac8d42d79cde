//! The logs: one on disk, and one in memory for each private run (C-44).

use std::collections::BTreeMap;

use laika_agent::{Entry, Run};
use laika_protocol::ids::RunId;
use laika_protocol::run::Record;
use laika_store::{Event, Options, Reader, Store, StoreError};

use crate::DaemonError;

/// Events that are read at a time.
const PAGE: u32 = 1_000;

pub(crate) struct Logs {
    disk: Store,
    private: BTreeMap<RunId, Store>,
}

impl Logs {
    pub(crate) const fn new(disk: Store) -> Self {
        Self { disk, private: BTreeMap::new() }
    }

    /// Opens a log in memory for a private run; it is gone when it is closed.
    pub(crate) fn open_private(&mut self, run: &RunId, now_ms: u64) -> Result<(), StoreError> {
        self.private.insert(run.clone(), Store::open(Options::memory(), now_ms)?);
        Ok(())
    }

    pub(crate) fn close_private(&mut self, run: &RunId) {
        self.private.remove(run);
    }

    /// Whether a run of this id is in any log.
    pub(crate) fn knows(&self, run: &RunId) -> Result<bool, StoreError> {
        Ok(self.private.contains_key(run) || self.disk.reader()?.run(run)?.is_some())
    }

    pub(crate) const fn disk(&self) -> &Store {
        &self.disk
    }

    pub(crate) fn of(&self, run: &RunId) -> &Store {
        self.private.get(run).unwrap_or(&self.disk)
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
