//! Carries out a plan: exactly the change that was shown, or none (INK-044, INK-045, INK-089).

use std::time::{SystemTime, UNIX_EPOCH};

use cap_std::fs::Dir;
use laika_protocol::ToolError;
use laika_protocol::tools::ToolResult;

use super::exchange::{Exchange, changed_meanwhile};
use super::journal::{FileRecord, Journal, Kept, Pack, Record, State, broken, sync_folder};
use super::matching::{applied, real};
use super::plan::{Plan, hex, sha256};
use super::root::Project;
use super::undo;
use crate::Bounds;

/// The pack with what files held before.
pub(crate) const OLD: &str = "before.bin";

/// A batch that was carried out.
#[derive(Clone, Debug)]
pub struct Applied {
    /// Its number in the journal; `None` if there was nothing to change.
    pub batch: Option<u64>,
    /// The files that changed, for indexes and editors (INK-050).
    pub files: Vec<String>,
    /// Replacements in all.
    pub replacements: u64,
    /// The result for whoever asked.
    pub result: ToolResult,
}

/// Carries out a plan. A file that is not as it was when the plan was made refuses the whole batch.
///
/// It can be called off until the first file is changed; from then on it is finished.
///
/// # Errors
///
/// `E_FILE_CHANGED`, `E_JOURNAL`, `E_JOURNAL_BUSY`, `E_DISK_FULL`, `CANCELLED`, `TIMEOUT`; nothing is changed then.
pub fn apply(
    project: &Project,
    journal: &Journal,
    plan: &Plan,
    bounds: &Bounds,
) -> Result<Applied, ToolError> {
    if plan.files.is_empty() {
        return Ok(Applied { batch: None, files: vec![], replacements: 0, result: plan.to_result() });
    }
    let _held = journal.hold()?;
    undo::recover_held(project, journal)?;
    let (id, dir) = journal.begin()?;
    let mut exchange = Exchange::new(project, id);
    let mut record = new_record(project, plan, id);
    let prepared = prepare(&mut exchange, &mut record, &dir, plan, bounds).and_then(|()| journal.sync());
    if let Err(error) = prepared {
        exchange.abandon();
        journal.drop_batch(id);
        return Err(error);
    }
    if let Err(error) = undo::carry_out(exchange, &mut record, &dir, State::Applied) {
        if record.state == State::Undone {
            journal.drop_batch(id);
        }
        return Err(error);
    }
    // Old batches are only forgotten; that some stay is no failure of this one.
    let _kept = journal.prune();
    Ok(Applied {
        batch: Some(id),
        files: record.files.iter().map(|file| file.path.clone()).collect(),
        replacements: plan.replacements,
        result: plan.result(Some(id)),
    })
}

/// Everything up to the first change: new files beside the old ones, old bytes and the record on the disk.
fn prepare(
    exchange: &mut Exchange<'_>,
    record: &mut Record,
    dir: &Dir,
    plan: &Plan,
    bounds: &Bounds,
) -> Result<(), ToolError> {
    let io = |error: std::io::Error| broken(&error);
    // Names the files that will wait, so that whoever comes after a crash can remove them.
    record.write(dir, false).map_err(io)?;
    let mut pack = Pack::create(dir, OLD).map_err(io)?;
    for (at, planned) in plan.files.iter().enumerate() {
        bounds.check()?;
        let old = exchange.read(&planned.path)?;
        if old.hash != planned.before {
            return Err(changed_meanwhile(&planned.path));
        }
        let (edits, _) = plan.change.edits(&old.bytes, bounds)?;
        let edits = real(&old.bytes, edits);
        let new = applied(&old.bytes, &edits);
        if sha256(&new) != planned.after {
            return Err(changed_meanwhile(&planned.path));
        }
        let offset = pack.append(&old.bytes).map_err(io)?;
        let size = old.bytes.len() as u64;
        record.files[at].old = Some(Kept { offset, size, mode: old.mode, mtime: old.mtime });
        exchange.write(&planned.path, at, &new, &old, old.mode, None)?;
    }
    pack.finish().map_err(io)?;
    exchange.sync()?;
    exchange.check(bounds)?;
    record.state = State::Applying;
    record.write(dir, true).map_err(io)?;
    sync_folder(dir)
}

fn new_record(project: &Project, plan: &Plan, id: u64) -> Record {
    let begun = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let files = plan.files.iter().map(|file| FileRecord {
        path: file.path.as_str().to_owned(),
        before: hex(&file.before),
        after: hex(&file.after),
        old: None,
        new: None,
    });
    Record {
        version: 1,
        id,
        project: project.root().to_string_lossy().into_owned(),
        state: State::Preparing,
        digest: plan.digest.clone(),
        replacements: plan.replacements,
        begun_ms: u64::try_from(begun.as_millis()).unwrap_or(u64::MAX),
        new_pack: 0,
        files: files.collect(),
    }
}
