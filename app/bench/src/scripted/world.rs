//! The page, the model and the person of the script.

use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context as _, Result, anyhow};
use laika_agent::{Effect, Event, Finished, Proposal, Proposed, Question, RunEvent, Seen, Subject, Yes};
use laika_daemon::{Executor, Sender, now_ms};
use laika_policy::{Call, Described, Document, GrantId, Handle, Permit, Place, SiteClass};
use laika_protocol::canonical::digest_bytes;
use laika_protocol::ids::{DocumentId, IdempotencyKey, Origin, ProfileId, RunId, Uuid};
use laika_protocol::run::ApprovedIn;
use laika_protocol::tools;
use laika_protocol::wire::{CallContext, RunStatus, TargetFacts};
use laika_protocol::{ErrorCode, ToolError};
use laika_store::Appended;
use serde_json::json;

/// The one page there is.
pub(crate) const PAGE: &str = "https://counter.example";
const HANDLE: &str = "h_0123456789abcdefghijkl";

/// The outside world: side effects are files, so that anyone can count them.
pub(crate) struct ScriptedWorld<'a, W> {
    effects: PathBuf,
    steps: u32,
    completed: Arc<Mutex<BTreeSet<RunId>>>,
    out: &'a mut W,
}

impl<'a, W: Write> ScriptedWorld<'a, W> {
    pub(crate) fn new(
        effects: &Path,
        steps: u32,
        completed: Arc<Mutex<BTreeSet<RunId>>>,
        out: &'a mut W,
    ) -> Self {
        Self { effects: effects.to_owned(), steps, completed, out }
    }

    fn say(&mut self, line: &str) {
        // Whoever watches may be gone; the runs go on all the same.
        let _ = writeln!(self.out, "{line}").and_then(|()| self.out.flush());
    }

    /// What the page shows: the steps of this run that were done.
    fn done(&self, run: &RunId) -> Result<BTreeSet<u32>> {
        let mut done = BTreeSet::new();
        for file in fs::read_dir(&self.effects)? {
            let name = file?.file_name();
            let name = name.to_string_lossy();
            let mut parts = name.split('.');
            if parts.next() == Some(run.as_str()) {
                done.extend(parts.next().and_then(|step| step.parse::<u32>().ok()));
            }
        }
        Ok(done)
    }

    fn observe(&self, run: &RunId, question: Question) -> Result<RunEvent> {
        let text = format!("{:?} done. One more", self.done(run)?);
        let place = Place::parse(PAGE)?;
        let seen = Box::new(Seen {
            context: context(run)?,
            url: format!("{PAGE}/count"),
            title: "Counter".into(),
            site: SiteClass::Low,
            site_override: false,
            most: None,
            logged_in: false,
            restricted: false,
            handles: vec![Handle { place: place.clone(), value: HANDLE.into(), requested: false }],
            documents: vec![Document::plain("doc:web:summary", place, text.clone())],
            elements: 1,
            digest: digest_bytes(text.as_bytes()),
            excerpt: text,
        });
        Ok(RunEvent::Seen(question, seen))
    }

    /// The next step that is not done: every second one needs a yes, the others only the gate.
    fn propose(&self, run: &RunId, question: Question) -> Result<RunEvent> {
        let done = self.done(run)?;
        let next = (1..=self.steps).find(|step| !done.contains(step));
        let what = match next {
            None => Proposed::Answer,
            Some(step) => Proposed::Call {
                request_id: fresh_uuid()?,
                idempotency_key: Some(IdempotencyKey::parse(&format!("k:{}", fresh_uuid()?))?),
                call: Box::new(call(run, step)?),
            },
        };
        let proposal = Proposal { model: "script".into(), tokens: 1, packet: None, deferred: 0, what };
        Ok(RunEvent::Proposed(question, Box::new(proposal)))
    }

    /// The side effect: one new file, named after the step and the call.
    fn execute(&mut self, run: &RunId, request: &Uuid, permit: Permit) -> Result<Finished> {
        let authorised = match permit.open(run, Some(&context(run)?), now_ms()) {
            Ok(authorised) => authorised,
            Err(error) => {
                let error = ToolError::new(ErrorCode::PreconditionFailed, error.to_string());
                return Ok(Finished::Failed(error));
            }
        };
        let label = authorised.call().target.as_ref().map(|target| target.accessible_name.clone());
        let deltas = authorised.call().arguments.get("deltaY").and_then(serde_json::Value::as_u64);
        let step = match label {
            Some(label) => label.rsplit(' ').next().and_then(|step| step.parse().ok()),
            None => deltas.and(self.done(run)?.len().checked_add(1)),
        };
        let step = step.ok_or_else(|| anyhow!("a call of no step"))?;
        let file = self.effects.join(format!("{run}.{step}.{request}"));
        OpenOptions::new().write(true).create_new(true).open(&file).context("the side effect failed")?;
        self.say(&format!("effect {run} {step} {request}"));
        Ok(Finished::Done { result: Some(digest_bytes(b"counted")), documents: Vec::new() })
    }

    fn answer(&mut self, effect: Effect) -> Result<Option<(RunId, RunEvent)>> {
        Ok(match effect {
            Effect::Observe { run, question } => Some((run.clone(), self.observe(&run, question)?)),
            Effect::AskModel { run, question } => Some((run.clone(), self.propose(&run, question)?)),
            Effect::RequestApproval { run, request_id, digest, .. } => {
                let yes = Some(Yes { grant: GrantId(fresh_uuid()?.to_string()), kind: None, standing: None });
                let answered_in = ApprovedIn::Terminal;
                Some((run, RunEvent::Answered { request_id, digest, answered_in, yes }))
            }
            Effect::Execute { run, request_id, permit, .. } => {
                let how = self.execute(&run, &request_id, *permit)?;
                Some((run, RunEvent::Finished { request_id, how }))
            }
            Effect::Verify { run, question, subject } => {
                let finished = subject == Subject::Answer;
                Some((run, RunEvent::Checked { question, confirmed: true, finished, answer: None }))
            }
            Effect::RequestAuthorisation { run } => Some((run, RunEvent::Authorised)),
            Effect::Show { state: Some(state), .. } => {
                if state.status == RunStatus::Completed {
                    self.completed.lock().unwrap_or_else(PoisonError::into_inner).insert(state.run_id);
                }
                None
            }
            Effect::Commit(_)
            | Effect::Cancel { .. }
            | Effect::Revoke { .. }
            | Effect::RevokeAll
            | Effect::Redelivered { .. }
            | Effect::TabConflict { .. }
            | Effect::Reload { .. }
            | Effect::Denied { .. }
            | Effect::Refuse { .. }
            | Effect::Show { state: None, .. } => None,
        })
    }
}

impl<W: Write> Executor for ScriptedWorld<'_, W> {
    fn perform(&mut self, effect: Effect, results: &Sender) {
        match self.answer(effect) {
            Ok(Some((run, event))) => {
                results.send(Event::Run(run, event));
            }
            Ok(None) => {}
            Err(error) => self.say(&format!("trouble E_SCRIPT {error:#}")),
        }
    }

    fn acknowledged(&mut self, appended: &Appended) {
        self.say(&format!("ack {}", appended.head));
    }

    fn trouble(&mut self, code: &'static str, sentence: &str) {
        self.say(&format!("trouble {code} {sentence}"));
    }
}

/// Each run has a tab of its own.
fn context(run: &RunId) -> Result<CallContext> {
    let number = run.as_str().rsplit('-').next().and_then(|number| number.parse().ok()).unwrap_or(1);
    Ok(CallContext {
        profile_id: Some(ProfileId::parse("default")?),
        tab_id: number,
        frame_id: 0,
        origin: Origin::parse(PAGE)?,
        document_id: DocumentId::parse("d1")?,
        navigation_generation: 1,
    })
}

fn call(run: &RunId, step: u32) -> Result<Call> {
    let (name, arguments) = if step.is_multiple_of(2) {
        ("browser.scroll", json!({ "deltaY": 1 }))
    } else {
        ("browser.click", json!({ "handleId": HANDLE }))
    };
    let tool = tools::find(name).ok_or_else(|| anyhow!("there is no {name}"))?;
    let arguments = arguments.as_object().cloned().unwrap_or_default();
    let mut call = Call::of_tool(Described::from(tool), arguments);
    call.context = Some(context(run)?);
    call.target = (!step.is_multiple_of(2)).then(|| TargetFacts {
        role: "button".into(),
        accessible_name: format!("One more {step}"),
        ..TargetFacts::default()
    });
    Ok(call)
}

/// A random UUID.
pub(crate) fn fresh_uuid() -> Result<Uuid> {
    laika_daemon::working::fresh_uuid().map_err(|error| anyhow!(error.message))
}
