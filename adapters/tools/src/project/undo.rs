//! Takes batches back and forth, and finds out after a crash how far one came (INK-049).

use cap_std::fs::Dir;
use laika_protocol::{ErrorCode, ToolError};

use super::apply::OLD;
use super::exchange::{Current, Exchange, remove_temporary, temporary_name};
use super::journal::{FileRecord, Journal, Kept, Pack, Record, State, broken, check_project, sync_folder};
use super::path::{ProjectPath, Use};
use super::plan::hex;
use super::refusal::{not_now, refused, shown};
use super::root::Project;
use crate::Bounds;

/// A batch that was taken back, or carried out again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// Its number.
    pub batch: u64,
    /// The files that changed, for indexes and editors.
    pub files: Vec<String>,
}

/// What a recovery found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recovered {
    /// The batch that was under way.
    pub batch: u64,
    /// How it stands now.
    pub state: State,
    /// Its files that hold what the batch put there.
    pub changed: Vec<String>,
    /// Its files that hold what they held before.
    pub unchanged: Vec<String>,
    /// Its files that others changed since, or that are gone.
    pub other: Vec<String>,
}

/// Which way a batch moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Back,
    Forth,
}

impl Journal {
    /// Takes the last batch back: every byte, mode and time of its files. If one was changed since, nothing is.
    ///
    /// # Errors
    ///
    /// `E_NOTHING_TO_UNDO`, `E_FILE_CHANGED`, `E_JOURNAL`.
    pub fn undo(&self, project: &Project, bounds: &Bounds) -> Result<Moved, ToolError> {
        let _held = self.hold()?;
        recover_held(project, self)?;
        let last = self
            .records()?
            .into_iter()
            .rev()
            .find(|record| matches!(record.state, State::Applied | State::Partly));
        let record =
            last.ok_or_else(|| not_now("E_NOTHING_TO_UNDO", "there is no replacement to take back"))?;
        self.shift(project, record, Way::Back, bounds)
    }

    /// Carries the batch that was taken back last out again.
    ///
    /// # Errors
    ///
    /// `E_NOTHING_TO_REDO`, `E_FILE_CHANGED`, `E_JOURNAL`.
    pub fn redo(&self, project: &Project, bounds: &Bounds) -> Result<Moved, ToolError> {
        let _held = self.hold()?;
        recover_held(project, self)?;
        // What was taken back before a newer batch is history.
        let undone =
            self.records()?.into_iter().rev().take_while(|record| record.state == State::Undone).last();
        // One that was cut off has files of which the journal does not know what they would hold.
        let whole = undone.filter(|record| record.files.iter().all(|file| file.new.is_some()));
        let record = whole
            .ok_or_else(|| not_now("E_NOTHING_TO_REDO", "there is no replacement to carry out again"))?;
        self.shift(project, record, Way::Forth, bounds)
    }

    /// Finds out how far every batch came that was under way when the process ended.
    ///
    /// # Errors
    ///
    /// `E_JOURNAL`.
    pub fn recover(&self, project: &Project) -> Result<Vec<Recovered>, ToolError> {
        let _held = self.hold()?;
        recover_held(project, self)
    }

    fn shift(
        &self,
        project: &Project,
        mut record: Record,
        way: Way,
        bounds: &Bounds,
    ) -> Result<Moved, ToolError> {
        check_project(&record, project)?;
        let dir = self.folder(record.id)?;
        let mut exchange = Exchange::new(project, record.id);
        let was = record.state;
        let files = match prepare(&mut exchange, &mut record, &dir, way, bounds) {
            Ok(files) => files,
            Err(error) => {
                exchange.abandon();
                return Err(error);
            }
        };
        let (during, end) = match way {
            Way::Back => (State::Undoing, State::Undone),
            Way::Forth => (State::Redoing, State::Applied),
        };
        record.state = during;
        if let Err(error) = record.write(&dir, true) {
            exchange.abandon();
            // The record on the disk is the old one or says that nothing is sure, and then the hashes tell.
            record.state = was;
            return Err(broken(&error));
        }
        if way == Way::Back {
            // Nothing refers to the pack before; one that stays only takes room.
            let _gone = dir.remove_file(new_name(record.new_pack - 1));
        }
        carry_out(exchange, &mut record, &dir, end)?;
        Ok(Moved { batch: record.id, files })
    }
}

/// Reads every file, refuses if one is neither as before nor as after, and writes the others beside them.
fn prepare(
    exchange: &mut Exchange<'_>,
    record: &mut Record,
    dir: &Dir,
    way: Way,
    bounds: &Bounds,
) -> Result<Vec<String>, ToolError> {
    let io = |error: std::io::Error| broken(&error);
    let mut pack = match way {
        Way::Back => Some(Pack::create(dir, &new_name(record.new_pack + 1)).map_err(io)?),
        Way::Forth => None,
    };
    let new_pack = new_name(record.new_pack);
    let mut changed = Vec::new();
    for (at, file) in record.files.iter_mut().enumerate() {
        bounds.check()?;
        let path = ProjectPath::parse(&file.path, Use::Write)?;
        let now = exchange.read(&path)?;
        let hash = hex(&now.hash);
        let (from, to, kept, name) = match way {
            Way::Back => (&file.after, &file.before, file.old, OLD),
            Way::Forth => (&file.before, &file.after, file.new, new_pack.as_str()),
        };
        if hash == *to {
            // Taken back by an undo that was interrupted: what it kept goes over into the new pack.
            if let (Some(pack), Some(new)) = (&mut pack, &mut file.new) {
                let bytes = Pack::read(dir, &new_pack, new.offset, new.size).map_err(io)?;
                new.offset = pack.append(&bytes).map_err(io)?;
            }
            continue;
        }
        if hash != *from {
            return Err(changed_since(&path));
        }
        let kept = kept.ok_or_else(|| {
            refused(ErrorCode::Internal, "E_JOURNAL", "the journal does not hold this file")
        })?;
        let bytes = Pack::read(dir, name, kept.offset, kept.size).map_err(io)?;
        if hex(&super::plan::sha256(&bytes)) != *to {
            return Err(refused(
                ErrorCode::Internal,
                "E_JOURNAL",
                "the journal is damaged; nothing was changed",
            ));
        }
        if let Some(pack) = &mut pack {
            let offset = pack.append(&now.bytes).map_err(io)?;
            file.new = Some(kept_now(offset, &now));
        }
        exchange.write(&path, at, &bytes, &now, kept.mode, Some(kept.mtime))?;
        changed.push(file.path.clone());
    }
    if let Some(pack) = pack {
        pack.finish().map_err(io)?;
        record.new_pack += 1;
    }
    exchange.sync()?;
    exchange.check(bounds)?;
    sync_folder(dir)?;
    Ok(changed)
}

/// The pack with what files held after.
fn new_name(number: u32) -> String {
    format!("after-{number}.bin")
}

fn kept_now(offset: u64, now: &Current) -> Kept {
    Kept { offset, size: now.bytes.len() as u64, mode: now.mode, mtime: now.mtime }
}

fn changed_since(path: &ProjectPath) -> ToolError {
    not_now(
        "E_FILE_CHANGED",
        format!("`{}` was changed after the replacement, so nothing was taken back", shown(path.as_str())),
    )
}

/// Files were changed, and then something went wrong. Its own code could say that nothing happened.
fn unsure(reason: &str, message: impl Into<String>) -> ToolError {
    refused(ErrorCode::VerificationFailed, reason, message)
}

/// Renames the new files into place and writes down that it is done. What goes wrong in between is looked at and recorded.
///
/// Once a file was changed, every failure is `VERIFICATION_FAILED`.
pub(crate) fn carry_out(
    mut exchange: Exchange<'_>,
    record: &mut Record,
    dir: &Dir,
    end: State,
) -> Result<(), ToolError> {
    match exchange.rename() {
        Ok(()) => {
            record.state = end;
            // The files are changed; if the disk fails now, the hashes still tell how the batch stands.
            let written =
                exchange.sync_names().and_then(|()| record.write(dir, true).map_err(|error| broken(&error)));
            written.map_err(|error| {
                let why = &error.message;
                unsure("E_NOT_LASTING", format!("the files were changed, but it may not last: {why}"))
            })
        }
        Err((done, error)) => {
            exchange.abandon();
            record.state = if done > 0 { State::Partly } else { start_of(end) };
            let written = record.write(dir, true);
            if done == 0 {
                return Err(written.err().map_or(error, |error| broken(&error)));
            }
            let count = record.files.len();
            // Where even that cannot be written down, the next recovery finds it by the hashes.
            Err(unsure(
                "E_PARTLY",
                format!(
                    "{done} of {count} files were changed, then: {}; undo takes them back",
                    error.message
                ),
            ))
        }
    }
}

/// How a batch stands whose first step failed.
fn start_of(end: State) -> State {
    match end {
        State::Undone => State::Applied,
        State::Applied => State::Undone,
        State::Preparing | State::Applying | State::Undoing | State::Redoing | State::Partly => State::Partly,
    }
}

/// As [`Journal::recover`], by someone who holds the journal.
pub(crate) fn recover_held(project: &Project, journal: &Journal) -> Result<Vec<Recovered>, ToolError> {
    let mut recovered = Vec::new();
    journal.drop_never_begun()?;
    for mut record in journal.records()? {
        match record.state {
            State::Applied | State::Undone | State::Partly => continue,
            State::Preparing | State::Applying | State::Undoing | State::Redoing => {}
        }
        if check_project(&record, project).is_err() {
            continue;
        }
        let found = look_at(project, &record);
        let never_was = record.state == State::Applying && found.state == State::Undone;
        if record.state == State::Preparing || never_was {
            // Nothing was changed: the record goes, and what waited with it. There is nothing to do again, either.
            journal.drop_batch(record.id);
        } else {
            record.state = found.state;
            record.write(&journal.folder(record.id)?, true).map_err(|error| broken(&error))?;
        }
        recovered.push(found);
    }
    Ok(recovered)
}

fn look_at(project: &Project, record: &Record) -> Recovered {
    let mut found = Recovered {
        batch: record.id,
        state: State::Partly,
        changed: vec![],
        unchanged: vec![],
        other: vec![],
    };
    let mut exchange = Exchange::new(project, record.id);
    for (at, file) in record.files.iter().enumerate() {
        let Ok(path) = ProjectPath::parse(&file.path, Use::Write) else { continue };
        remove_temporary(project, &path, &temporary_name(record.id, at));
        found.list(&mut exchange, &path, file).push(file.path.clone());
    }
    found.state = match (found.changed.is_empty(), found.unchanged.is_empty(), found.other.is_empty()) {
        (true, _, true) => State::Undone,
        (false, true, true) => State::Applied,
        (false, false, true) | (_, _, false) => State::Partly,
    };
    found
}

impl Recovered {
    fn list(
        &mut self,
        exchange: &mut Exchange<'_>,
        path: &ProjectPath,
        file: &FileRecord,
    ) -> &mut Vec<String> {
        match exchange.read(path).map(|now| hex(&now.hash)) {
            Ok(hash) if hash == file.after => &mut self.changed,
            Ok(hash) if hash == file.before => &mut self.unchanged,
            Ok(_) | Err(_) => &mut self.other,
        }
    }
}
