//! Logs to measure: runs like real ones, many of them.

use std::path::Path;

use anyhow::Result;
use laika_policy::redact;
use laika_protocol::ids::{Origin, ProfileId, RunId};
use laika_protocol::run::{
    Exposure, Observed, Pause, Paused, Record, Resumed, Started, Surface, UserMessage,
};
use laika_protocol::wire::{RunStatus, SiteMode};
use laika_store::{Batch, Options, RunRow, Store};

use crate::scripted;

/// When everything happens.
pub(super) const NOW_MS: u64 = 1_790_000_000_000;
/// Events of one of the many runs.
const EVENTS_PER_RUN: u64 = 500;
/// Events that are handed in together.
const BATCH: u64 = 250;

pub(super) fn run_id(name: &str) -> Result<RunId> {
    Ok(RunId::parse(name)?)
}

/// A log of this many events, with one run of `opened` events in its middle. Returns that run.
pub(super) fn log(folder: &Path, events: u64, opened: u64) -> Result<RunId> {
    let store = Store::open(Options::folder(folder), NOW_MS)?;
    let name = run_id("run-opened")?;
    let (mut written, mut number) = (0, 0);
    for until in [events / 2, events - opened] {
        while written < until {
            number += 1;
            let length = EVENTS_PER_RUN.min(until - written);
            written += a_run(&store, &run_id(&format!("run-{number}"))?, length)?;
        }
        if number > 0 && store.reader()?.run(&name)?.is_none() {
            a_run(&store, &name, opened)?;
        }
    }
    store.flush()?;
    Ok(name)
}

fn a_run(store: &Store, run: &RunId, length: u64) -> Result<u64> {
    let mut seq = 0;
    while seq < length {
        let until = (seq + BATCH).min(length);
        let records: Vec<Record> = (seq..until).map(|seq| record(run, seq)).collect::<Result<_>>()?;
        store.append(batch(run, records)?)?;
        seq = until;
    }
    Ok(length)
}

/// What a durable commit of a run looks like: a few records, a kilobyte.
pub(super) fn step_batch(run: &RunId, number: u64) -> Result<Batch> {
    let first = number * 3;
    let records = (first..first + 3).map(|seq| record(run, seq)).collect::<Result<_>>()?;
    batch(run, records)
}

fn batch(run: &RunId, records: Vec<Record>) -> Result<Batch> {
    let records = records.into_iter().map(redact::record).collect::<Result<_, _>>()?;
    Ok(Batch {
        run: RunRow {
            run: run.clone(),
            profile: ProfileId::parse("default")?,
            surface: Surface::Isolated,
            mode: SiteMode::Assist,
            status: RunStatus::Paused,
            branch: 0,
            sensitive: false,
            conversation: None,
        },
        after_seq: None,
        at_ms: NOW_MS,
        records,
        sites: Vec::new(),
        messages: Vec::new(),
    })
}

/// A start, and then a run that looks, waits, goes on and is spoken to.
fn record(run: &RunId, seq: u64) -> Result<Record> {
    Ok(match seq {
        0 => Started {
            run: run.clone(),
            profile: ProfileId::parse("default")?,
            surface: Surface::Isolated,
            mode: SiteMode::Assist,
            conversation: None,
            private: false,
            needs_authorisation: false,
            may_read: vec![Origin::parse(scripted::PAGE)?],
            may_act: Vec::new(),
            exposed: Vec::new(),
        }
        .into(),
        seq => match seq % 4 {
            1 => Observed {
                context: None,
                url: Some(format!("{}/page/{seq}", scripted::PAGE)),
                title: Some("Counter".into()),
                exposed: vec![Exposure {
                    place: scripted::PAGE.into(),
                    confidential: false,
                    sensitive: false,
                }],
                elements: 12,
                excerpt: Some("A page about counting, with one button that counts one more. ".repeat(4)),
                digest: None,
                suspicious: false,
            }
            .into(),
            2 => Paused { why: Pause::Clarify, reason_code: None, mode: None }.into(),
            3 => UserMessage {
                message_id: scripted::fresh_uuid()?,
                text: "go on with the next one, please".into(),
                caller: false,
            }
            .into(),
            _ => Resumed { needs_authorisation: false }.into(),
        },
    })
}
