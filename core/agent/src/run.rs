//! One run: what the log says of it, and what lives in this process only.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use laika_policy::{
    AskCard, Call, DirectoryEntry, Document, Done, Evidence, EvidenceError, Facts, GrantId, Grants, Handle,
    Offer, Place, SiteClass, Surface, Verdict,
};
use laika_protocol::ids::{ReasonCode, Sha256, Uuid};
use laika_protocol::run::UserMessage;
use laika_protocol::wire::{CallContext, PendingApproval, RunState, RunStatus, SiteMode};

use crate::budget::LastMinute;
use crate::effect::{CommitId, Question};
use crate::recorded::{Entry, Recorded, ReplayError, Words};
use crate::turn::Turn;

/// A run.
#[derive(Debug)]
pub struct Run {
    /// What the log says.
    pub(crate) recorded: Recorded,
    /// What ends with the process: nothing of it allows anything after a restart.
    pub(crate) live: Live,
}

#[derive(Debug, Default)]
pub(crate) struct Live {
    pub(crate) page: Option<Page>,
    /// What the person said in this process, whole, by the events it stands in. The log has it without secrets and
    /// without what addresses carry; a value of theirs would not be found there.
    pub(crate) words: BTreeMap<u64, String>,
    pub(crate) documents: Vec<Document>,
    pub(crate) directory: Vec<DirectoryEntry>,
    pub(crate) evidence: Evidence,
    pub(crate) grants: Grants,
    pub(crate) pending: Option<Pending>,
    pub(crate) in_flight: bool,
    pub(crate) reason: Option<ReasonCode>,
    pub(crate) waiting: Option<Waiting>,
    /// The question that is open, and whether it is about the answer of the run.
    pub(crate) asked: Option<(Question, bool)>,
    /// The last number that was given out before this run came into memory: what carries an older one is of an earlier
    /// life of it.
    pub(crate) born: u64,
    pub(crate) scans: LastMinute,
    pub(crate) model_calls: LastMinute,
}

/// The page in front, by the word of the browser process.
#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) context: CallContext,
    pub(crate) site: SiteClass,
    pub(crate) site_override: bool,
    pub(crate) most: Option<SiteMode>,
    pub(crate) logged_in: bool,
    pub(crate) restricted: bool,
}

/// The call at hand. It holds what was typed, so it lives here and never in the log.
#[derive(Debug)]
pub(crate) struct Pending {
    pub(crate) request_id: Uuid,
    pub(crate) call: Call,
    pub(crate) digest: Sha256,
    /// From where to where a yes would carry content.
    pub(crate) carries: Vec<(Vec<String>, String)>,
    /// What may be granted beyond this one call: what the card offered, no more.
    pub(crate) offer: Offer,
    /// The yes that was given to it.
    pub(crate) yes: Option<GrantId>,
    pub(crate) gesture: bool,
}

/// What waits for a commit.
#[derive(Debug)]
pub(crate) struct Waiting {
    pub(crate) id: CommitId,
    pub(crate) then: Then,
}

/// What happens when the records are on disk.
#[derive(Debug)]
pub(crate) enum Then {
    /// The page is read, or the person asked to authorise.
    Look,
    /// The person is asked.
    Ask(Box<AskCard>),
    /// The call is decided once more, and performed.
    Dispatch,
    /// What it brought about is checked.
    Verify(Uuid),
}

impl Run {
    /// A run read back from its log. It does nothing before it is told that Laika was restarted, and after that only
    /// what the person lets it do.
    ///
    /// # Errors
    /// When the log is not that of a run, or what is needed to go on was erased.
    pub fn replay<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> Result<Self, ReplayError> {
        Ok(Self { recorded: Recorded::replay(entries)?, live: Live::default() })
    }

    /// What the log says of it.
    #[must_use]
    pub const fn recorded(&self) -> &Recorded {
        &self.recorded
    }

    /// The grants that hold, for the person to see and take back.
    #[must_use]
    pub const fn grants(&self) -> &Grants {
        &self.live.grants
    }

    /// Puts together what values can come from: the person's words on this branch, and everything that was read. What
    /// was read before a restart is known by where it came from; its text is gone, its colour is not (S3).
    pub(crate) fn gather_evidence(&mut self, turn: &Turn<'_>) -> Result<(), EvidenceError> {
        let remembered = self.recorded.exposed.iter().enumerate().map(|(at, exposed)| Document {
            confidential: exposed.confidential,
            sensitive: exposed.sensitive,
            ..Document::plain(
                format!("log:{at}"),
                Place::parse(&exposed.place).unwrap_or_else(|_| Place::elsewhere()),
                "",
            )
        });
        let remembered: Vec<Document> = remembered.collect();
        // What a program says in the person's place is what to do, and never where a value may come from (S1).
        let own = self.recorded.words_here().filter(|words| !words.caller).map(|words| self.whole(words));
        self.live.evidence = Evidence::of_words(turn.world.policy, own)
            .with_directory(self.live.directory.clone())?
            .with_documents(remembered)?
            .with_documents(self.live.documents.clone())?;
        Ok(())
    }

    /// What was said, whole while the process lives that heard it.
    fn whole<'a>(&'a self, words: &'a Words) -> &'a str {
        self.live.words.get(&words.seq).unwrap_or(&words.text)
    }

    /// Records what the person said, and keeps it whole as long as the process lives.
    pub(crate) fn hear(&mut self, message: UserMessage, turn: &mut Turn<'_>) {
        let whole = message.text.clone();
        turn.record(self, message);
        self.live.words.insert(self.recorded.seq, whole);
    }

    /// Takes in what was read.
    pub(crate) fn read(
        &mut self,
        documents: Vec<Document>,
        handles: Option<Vec<Handle>>,
    ) -> Result<(), EvidenceError> {
        self.live.documents.extend(documents.iter().cloned());
        let mut evidence = core::mem::take(&mut self.live.evidence).with_documents(documents)?;
        if let Some(handles) = handles {
            evidence = evidence.with_handles(handles)?;
        }
        self.live.evidence = evidence;
        Ok(())
    }

    /// Asks the gate about a call. The same question is asked before it is recorded, after an approval, and once more
    /// when it is durable.
    pub(crate) fn decide(&self, call: &Call, gesture: bool, turn: &Turn<'_>) -> Verdict {
        let page = self.live.page.as_ref();
        let no_page = self.recorded.surface == Surface::Tools;
        let done: Vec<Done> = Done::of(call)
            .map(|this| self.recorded.done.iter().map(|done| done.beside(&this, &turn.key)).collect())
            .unwrap_or_default();
        let facts = Facts {
            run: self.recorded.run.clone(),
            profile: Some(self.recorded.profile.clone()),
            app: turn.app,
            surface: self.recorded.surface,
            mode: page
                .and_then(|page| page.most)
                .map_or(self.recorded.mode, |most| most.min(self.recorded.mode)),
            // A page that nobody has looked at is treated like the most sensitive one.
            site: page.map_or(if no_page { SiteClass::Low } else { SiteClass::Sensitive }, |page| page.site),
            site_override: page.is_some_and(|page| page.site_override),
            logged_in: page.map_or(!no_page, |page| page.logged_in),
            restricted: page.is_some_and(|page| page.restricted),
            document: page.map(|page| page.context.clone()),
            gesture,
            private: self.recorded.private,
            quarantined: self.recorded.suspicious,
            budget_spent: false,
            resting: turn.machine.rests(),
            own_ports: turn.world.own_ports,
            search_engine: turn.world.search_engine,
            origins: &self.recorded.origins,
            settings: turn.world.origins,
            evidence: &self.live.evidence,
            done: &done,
        };
        turn.world.policy.decide(call, &facts, &self.live.grants, turn.world.now_ms)
    }

    /// What every surface draws itself from. It holds no page text, no typed value and no token.
    #[must_use]
    pub fn shown(&self) -> RunState {
        let recorded = &self.recorded;
        let pending = self.live.pending.as_ref().filter(|_| recorded.status == RunStatus::AwaitingApproval);
        RunState {
            run_id: recorded.run.clone(),
            status: recorded.status,
            attached_target: self.live.page.as_ref().map(|page| page.context.clone()),
            last_action_summary: None,
            next_step_preview: None,
            pending_approval: pending.and_then(|pending| {
                Some(PendingApproval {
                    request_id: pending.request_id.clone(),
                    tool_name: laika_protocol::ids::ToolName::parse(&pending.call.tool.name).ok()?,
                    origin: pending.call.context.as_ref()?.origin.clone(),
                    reason_code: self.live.reason.clone()?,
                    digest: pending.digest.clone(),
                    summary: format!("{} in step {}", pending.call.tool.name, recorded.steps),
                })
            }),
            last_reason_code: self.live.reason.clone(),
            pause: recorded.pause.filter(|_| recorded.status == RunStatus::Paused),
        }
    }
}
