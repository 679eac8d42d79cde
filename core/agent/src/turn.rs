//! One step of one run: what it records and what should be done about it, in the right order.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::mem;

use laika_policy::redact::{self, Keep, Redacted, SealKey, Stored};
use laika_protocol::canonical::digest_bytes;
use laika_protocol::ids::{RunId, Sha256, Uuid};
use laika_protocol::run::{Kind, Record, RevokedFor, TabLock};
use laika_protocol::wire::{AppState, RunStatus};

use crate::effect::{Commit, CommitId, Effect, StoredPacket};
use crate::event::Packet;
use crate::machine::Machine;
use crate::recorded::Recorded;
use crate::run::{Run, Then, Waiting};
use crate::state::World;

/// Whether the run must be able to rely on a record before anything else happens. What was read and what a model said
/// can be had again; what was meant, decided, approved and done cannot.
const fn is_durable(kind: Kind) -> bool {
    !matches!(
        kind,
        Kind::Observed
            | Kind::TabAttached
            | Kind::Extracted
            | Kind::ModelPrompt
            | Kind::ModelOutput
            | Kind::Verified
    )
}

/// What a step gathers.
pub(crate) struct Turn<'a> {
    pub(crate) world: &'a World<'a>,
    pub(crate) app: AppState,
    pub(crate) machine: Machine,
    /// Who holds which tab, this run's own locks left out.
    pub(crate) held: Vec<(TabLock, RunId)>,
    pub(crate) key: SealKey,
    /// Done before anything is written: nothing may hold up a stop.
    pub(crate) at_once: Vec<Effect>,
    /// Done after it is handed to the log.
    pub(crate) after: Vec<Effect>,
    records: Vec<Redacted<Stored>>,
    packets: Vec<StoredPacket>,
    after_seq: u64,
    /// How much the run had been exposed to before.
    exposed: usize,
    /// What waits until the records are on disk.
    pub(crate) then: Option<Then>,
    /// Whether the run can no longer be trusted in memory.
    pub(crate) broken: bool,
    /// The last number that was given out. Numbers are never used again while the process lives.
    pub(crate) last_number: u64,
}

impl<'a> Turn<'a> {
    pub(crate) fn new(
        world: &'a World<'a>,
        app: AppState,
        held: Vec<(TabLock, RunId)>,
        run: &RunId,
        last_number: u64,
    ) -> Self {
        Self {
            world,
            app,
            machine: Machine::default(),
            held,
            key: SealKey::of_run(world.machine_key, run),
            at_once: Vec::new(),
            after: Vec::new(),
            records: Vec::new(),
            packets: Vec::new(),
            after_seq: 0,
            exposed: 0,
            then: None,
            broken: false,
            last_number,
        }
    }

    /// The step of a run that has begun: what is written follows what is there.
    pub(crate) fn following(mut self, recorded: &Recorded) -> Self {
        (self.after_seq, self.exposed) = (recorded.seq, recorded.exposed.len());
        self
    }

    /// The first record of a run, which is also its state.
    pub(crate) fn begin(&mut self, record: Record) -> Option<Record> {
        let stored = redact::record(record).ok()?;
        let read = Record::read(&stored.get().bytes).ok()?;
        self.records.push(stored);
        Some(read)
    }

    /// Records something. What moves the state is what can be read back from the stored bytes, so that a replay cannot
    /// come out otherwise.
    pub(crate) fn record(&mut self, run: &mut Run, record: impl Into<Record>) {
        let stored = redact::record(record.into());
        let read = stored.as_ref().ok().and_then(|stored| Record::read(&stored.get().bytes).ok());
        match (stored, read) {
            (Ok(stored), Some(read)) if run.recorded.apply(&read).is_ok() => self.records.push(stored),
            // A record that cannot be written or cannot follow is a fault of ours: the run stops being trusted.
            _ => self.broken = true,
        }
    }

    /// Takes a packet along with the records that refer to it. Returns its id and the digest of what is stored of it;
    /// nothing where there is no conversation to store it in.
    pub(crate) fn store(
        &mut self,
        run: &Run,
        packet: Option<Box<Packet>>,
        model: &str,
    ) -> Option<(Uuid, Sha256)> {
        let Packet { id, turn, sender, in_reply_to, value } = *packet?;
        let conversation = run.recorded.conversation.clone()?;
        let private = run.recorded.private;
        let keep = if private { Keep::Redacted } else { self.world.keep };
        let Ok(bytes) = redact::packet(&value, keep, private, &self.key) else {
            self.broken = true;
            return None;
        };
        let digest = digest_bytes(bytes.get());
        let model = model.into();
        self.packets.push(StoredPacket {
            id: id.clone(),
            conversation,
            turn,
            sender,
            in_reply_to,
            model,
            bytes,
        });
        Some((id, digest))
    }

    /// The next number, for a commit or a question.
    pub(crate) const fn number(&mut self) -> u64 {
        self.last_number += 1;
        self.last_number
    }

    /// Ends the step: what is urgent, then the commit, then the rest.
    pub(crate) fn finish(mut self, run: &mut Run) -> (Vec<Effect>, u64) {
        if self.broken {
            // Nobody watches it from here until it is read back, so nothing of it may go on.
            run.cancel_in_flight(&mut self);
            let id = run.recorded.run.clone();
            self.at_once.push(Effect::Revoke { run: id.clone(), why: RevokedFor::Paused });
            self.at_once.push(Effect::Reload { run: id });
            return (self.at_once, self.last_number);
        }
        let mut effects = mem::take(&mut self.at_once);
        // An end that nobody wished for is told once the log has it; a crash in between would make it untrue. A stop is
        // told at once.
        let ended = matches!(run.recorded.status, RunStatus::Completed | RunStatus::Failed);
        let tells_later = ended && !self.records.is_empty();
        if !self.records.is_empty() {
            let id = CommitId(self.number());
            let durable =
                self.then.is_some() || self.records.iter().any(|record| is_durable(record.get().kind));
            // What already waits for an earlier commit goes on waiting for it.
            if let Some(then) = self.then.take() {
                run.live.waiting = Some(Waiting { id, then });
            }
            // They only become more, so that their number says whether one is new.
            let is_new = run.recorded.exposed.len() > self.exposed;
            effects.push(Effect::Commit(Box::new(Commit {
                id,
                durable,
                after_seq: self.after_seq,
                records: self.records,
                summary: run.recorded.summary(),
                sites: if is_new { run.recorded.sites().collect() } else { Vec::new() },
                packets: self.packets,
            })));
        }
        effects.append(&mut self.after);
        if !tells_later {
            effects.push(Effect::Show { app: self.app, state: Some(Box::new(run.shown())) });
        }
        (effects, self.last_number)
    }
}
