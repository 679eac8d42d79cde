//! What may stay of a private run: a few lines without anything about a person, once the person saves them (PRIV-003).
//!
//! They are made from the log in memory, which holds no more than any log may: an ordinary run would have left at least as
//! much. Then what tells of a person goes, too. No model has a word in it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::mpsc::Sender;

use laika_agent::{Entry, Recorded};
use laika_policy::redact::{self, Redacted, Stored, impersonal};
use laika_protocol::canonical::digest_bytes;
use laika_protocol::ids::{RunId, Sha256};
use laika_protocol::llmcp::Assistant;
use laika_protocol::run::{Ended, Outcome, Record, Started, Summary, Surface, UserMessage};
use laika_protocol::wire::{RunStatus, SiteMode};
use laika_store::{Batch, Reader, StoreError};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::DaemonError;
use crate::daemon::row;
use crate::logs::Logs;
use crate::working::{PAGES, PROJECT, fresh_uuid, own_profile, short_id};

/// What the person is shown before they save it, and what came of that.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summarised {
    /// Exactly what would be kept, or was.
    pub text: String,
    /// Of that text. Whoever saves it says it again.
    pub digest: Sha256,
    /// The run in which it was kept, once it was.
    pub saved: Option<RunId>,
}

/// Somebody wants to see what could be kept of a run, or to keep what they saw.
#[derive(Debug)]
pub(crate) struct Wish {
    pub(crate) run: RunId,
    /// Of what was shown to them.
    pub(crate) shown: Option<Sha256>,
    pub(crate) reply: Sender<Result<Summarised, DaemonError>>,
}

/// What could be kept of one run, as the log would have it.
#[derive(Clone)]
pub(crate) struct Keepable {
    goal: UserMessage,
    summary: Summary,
}

impl Keepable {
    /// By what is on record of a run; nothing where that has not come to anything yet.
    pub(crate) fn of(
        reader: &Reader,
        recorded: &Recorded,
        typed: &[String],
    ) -> Result<Option<Self>, StoreError> {
        let records = reader.records(&recorded.run)?;
        let (steps, answer) = (steps(&records), answer(reader, recorded, &records)?);
        if steps.is_empty() && answer.is_none() && recorded.exposed.is_empty() {
            return Ok(None);
        }
        let over = if recorded.status.is_over() { "It ended" } else { "It is not over" };
        let mut lines = vec![format!("{over}: {}", recorded.status.as_str())];
        lines.extend(answer.map(|answer| format!("Answer: {}", impersonal(&answer, typed))));
        let places: BTreeSet<&str> = recorded.exposed.iter().map(|exposed| exposed.place.as_str()).collect();
        lines.extend(listed("Read", places.into_iter().map(ToOwned::to_owned)));
        lines.extend(listed("Steps", steps.iter().map(|(tool, count)| format!("{tool} ({count})"))));
        let exposed = recorded.exposed.iter().cloned().collect();
        Ok(Self::stored(recorded, typed, Summary { lines, exposed, suspicious: recorded.suspicious }))
    }

    /// As it can be read back from the log: what is shown is what is kept, sign by sign.
    fn stored(recorded: &Recorded, typed: &[String], summary: Summary) -> Option<Self> {
        let said = recorded.words.first()?;
        let end = [PAGES, PROJECT].iter().filter_map(|mark| said.text.find(mark)).min();
        let text = impersonal(&said.text[..end.unwrap_or(said.text.len())], typed);
        let goal = UserMessage { message_id: fresh_uuid().ok()?, text, caller: said.caller };
        let Record::UserMessage(goal) = read_back(&redacted(goal)?)? else { return None };
        let Record::Summary(summary) = read_back(&redacted(summary)?)? else { return None };
        Some(Self { goal, summary })
    }

    fn shown(&self, saved: Option<RunId>) -> Summarised {
        let text = format!("Goal: {}\n{}\n", self.goal.text, self.summary.lines.join("\n"));
        Summarised { digest: digest_bytes(text.as_bytes()), text, saved }
    }

    /// A short run of its own. Its name, profile and time are its own, too, and nothing says which run it tells of: that
    /// there was a private one, and when, is nobody's business either.
    fn run(&self, at_ms: u64) -> Option<Batch> {
        let run = RunId::parse(&format!("run-{}", short_id().ok()?)).ok()?;
        let started = Started {
            profile: own_profile(&run).ok()?,
            run,
            surface: Surface::Tools,
            mode: SiteMode::Observe,
            conversation: None,
            private: false,
            needs_authorisation: false,
            may_read: Vec::new(),
            may_act: Vec::new(),
            exposed: Vec::new(),
        };
        let ended = Ended { status: RunStatus::Completed, reason_code: None, answer: None };
        let records = vec![
            redacted(started)?,
            redacted(self.goal.clone())?,
            redacted(self.summary.clone())?,
            redacted(ended)?,
        ];
        let entries = records.iter().map(|record| read_back(record).map(Entry::Record));
        let recorded = Recorded::replay(&entries.collect::<Option<Vec<_>>>()?).ok()?;
        let sites: BTreeSet<_> = recorded.sites().collect();
        Some(Batch {
            run: row(recorded.summary()),
            after_seq: Some(0),
            at_ms,
            records,
            sites: sites.into_iter().collect(),
            messages: Vec::new(),
        })
    }
}

impl Logs {
    /// Answers a wish. What was shown is kept on disk, and only that.
    pub(crate) fn summarise(&self, wish: Wish, recorded: Option<&Recorded>, now_ms: u64) {
        let Wish { run, shown, reply } = wish;
        // Whoever asked may have left already.
        let tell = move |told| drop(reply.send(told));
        let keepable = match self.keepable(&run, recorded) {
            Ok(keepable) => keepable,
            Err(error) => return tell(Err(error)),
        };
        let preview = keepable.shown(None);
        let Some(shown) = shown else { return tell(Ok(preview)) };
        if shown != preview.digest {
            return tell(Err(DaemonError::ShownChanged));
        }
        let Some(batch) = keepable.run(now_ms) else { return tell(Err(DaemonError::NothingYet(run))) };
        let saved = keepable.shown(Some(batch.run.run.clone()));
        let told = tell.clone();
        let handed_in = self.disk().submit(batch, move |done| told(done.map(|_| saved).map_err(Into::into)));
        if let Err(error) = handed_in {
            tell(Err(error.into()));
        }
    }
}

fn redacted(record: impl Into<Record>) -> Option<Redacted<Stored>> {
    redact::record(record.into()).ok()
}

fn read_back(stored: &Redacted<Stored>) -> Option<Record> {
    Record::read(&stored.get().bytes).ok()
}

fn listed(name: &str, all: impl Iterator<Item = String>) -> Option<String> {
    let all: Vec<String> = all.collect();
    (!all.is_empty()).then(|| format!("{name}: {}", all.join(", ")))
}

/// How often each tool did something.
fn steps(records: &[(u64, Record)]) -> BTreeMap<String, u32> {
    let (mut tool, mut steps) = (None, BTreeMap::new());
    for (_, record) in records {
        if let Record::Intent(intent) = record {
            tool = Some(intent.tool.clone());
        } else if let Record::StepResult(result) = record
            && result.outcome == Outcome::Done
            && let Some(tool) = tool.take()
        {
            *steps.entry(tool).or_default() += 1;
        }
    }
    steps
}

/// The words of the answer as they are stored: of a sensitive site, that there was one.
fn answer(
    reader: &Reader,
    recorded: &Recorded,
    records: &[(u64, Record)],
) -> Result<Option<String>, StoreError> {
    let ended = records.iter().rev().find_map(|(_, record)| {
        let Record::Ended(ended) = record else { return None };
        ended.answer.clone()
    });
    let (Some(id), Some(conversation)) = (ended, &recorded.conversation) else { return Ok(None) };
    let messages = reader.messages(conversation)?;
    let packet = messages.iter().find(|message| message.id == id).map(|message| &message.packet_json);
    let mut value: Value = packet.and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default();
    let assistant = serde_json::from_value::<Assistant>(value["assistant"].take()).ok();
    Ok(assistant.map(|assistant| assistant.render.plain_text()))
}
