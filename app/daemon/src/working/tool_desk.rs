//! A run with tools alone: no page, a project perhaps; one job after another.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use laika_agent::{Finished as Ending, Proposal, Proposed, Question, RunEvent, Subject};
use laika_context::ground::Material;
use laika_model::Cancel;
use laika_policy::inject::{Seen, inspect};
use laika_policy::{Call, Document, Permit, Place};
use laika_protocol::canonical;
use laika_protocol::ids::{DocId, IdempotencyKey, ReasonCode, RunId, Uuid};
use laika_protocol::llmcp::{Content, ContextDocument, Source, Trust};
use laika_protocol::tools::{self, ArgRole, Effect, Told, Tool, ToolResult};
use laika_protocol::{ErrorCode, ToolError};
use laika_store::ToolUse;
use laika_tools::outside::Destination;
use laika_tools::toolbox::Toolbox;
use laika_tools::{Bounds, CallOff};
use url::Url;

use super::answer;
use super::desk::{Job, hinted};
use super::held::{self, Held};
use super::news::{News, Step, Took};
use super::planner::{Outcome, Planner, ReadPage, Thought, ToolView};
use super::seeing::quarantined;
use super::tell::ToRun;
use super::workshop::Workshop;
use super::{Order, Tell, Where, fresh_uuid};
use crate::now_ms;

/// How long one call may take.
const CALL: Duration = Duration::from_secs(120);

/// Tools that cannot be used, and why not.
type NotReady = Vec<(&'static str, String)>;

/// One run with tools.
pub(super) struct ToolDesk {
    run: RunId,
    order: Order,
    words: Vec<String>,
    workshop: Arc<Workshop>,
    /// The tools, once they were needed.
    toolbox: Option<Arc<Toolbox>>,
    planner: Box<dyn Planner>,
    /// What tools gave, and the same as documents that can be cited.
    results: Vec<ToolResult>,
    pages: Vec<ReadPage>,
    last: Option<Outcome>,
    proposed: bool,
    answer: Option<Held>,
    used: Vec<ToolUse>,
    took: Took,
    started: Instant,
    tell: Tell,
    to_run: ToRun,
}

impl ToolDesk {
    pub(super) fn new(run: RunId, order: Order, workshop: Arc<Workshop>, tell: Tell, to_run: ToRun) -> Self {
        Self {
            planner: workshop.planner(&run, &order),
            words: vec![order.goal.clone()],
            run,
            order,
            workshop,
            toolbox: None,
            results: Vec::new(),
            pages: Vec::new(),
            last: None,
            proposed: false,
            answer: None,
            used: Vec::new(),
            took: Took::default(),
            started: Instant::now(),
            tell,
            to_run,
        }
    }

    /// The uses that have to be counted; a private run leaves none.
    pub(super) fn take_used(&mut self) -> Vec<ToolUse> {
        let used = std::mem::take(&mut self.used);
        if self.order.private { Vec::new() } else { used }
    }

    pub(super) fn hear(&mut self, words: String) {
        self.words.push(words);
    }

    pub(super) async fn work(&mut self, job: Job, cancel: &Cancel) -> Vec<RunEvent> {
        match job {
            Job::Observe(question) => {
                let error = ToolError::new(ErrorCode::Unsupported, "there is no page in this run");
                vec![RunEvent::NotSeen(question, error)]
            }
            Job::Plan(question) => self.plan(question, cancel).await,
            Job::Execute(request_id, permit) => vec![self.execute(request_id, *permit).await],
            Job::Verify(question, Subject::Step(_)) => {
                let confirmed = matches!(self.last, Some(Outcome::Done));
                vec![RunEvent::Checked { question, confirmed, finished: false, answer: None }]
            }
            Job::Verify(question, Subject::Answer) => {
                let time = (self.took, self.started);
                vec![held::deliver(self.answer.take(), question, &self.tell, Vec::new(), time)]
            }
        }
    }

    /// The tools of this run.
    fn tools(&mut self) -> Result<Arc<Toolbox>, ToolError> {
        if let Some(toolbox) = &self.toolbox {
            return Ok(Arc::clone(toolbox));
        }
        let folder = match &self.order.surface {
            Where::Tools { project } => project.as_deref(),
            Where::Workspace | Where::Mine { .. } => None,
        };
        let toolbox = Arc::new(self.workshop.toolbox(folder.map(Path::new), self.order.private)?);
        Ok(Arc::clone(self.toolbox.insert(toolbox)))
    }

    /// The tools, and which of them can be used: to know that may take a look at files, or the start of a process.
    async fn standing(&mut self) -> Result<(Arc<Toolbox>, Vec<&'static Tool>, NotReady), ToolError> {
        let toolbox = self.tools()?;
        let known = Arc::clone(&toolbox);
        let (ready, not_ready) =
            aside(move || Ok((known.ready().collect::<Vec<_>>(), known.not_ready()))).await?;
        Ok((toolbox, ready, not_ready))
    }

    async fn plan(&mut self, question: Question, cancel: &Cancel) -> Vec<RunEvent> {
        if std::mem::take(&mut self.proposed) {
            self.last = Some(Outcome::Refused);
        }
        let (toolbox, ready, not_ready) = match self.standing().await {
            Ok(standing) => standing,
            Err(error) => {
                self.trouble(&error);
                return vec![RunEvent::ModelFailed(question, error.reason)];
            }
        };
        let tell = self.tell.clone();
        let say = move |what: String| tell.doing(what);
        let leaving = held::leaving(&self.to_run);
        let view = ToolView {
            words: &self.words,
            tools: &ready,
            not_ready: &not_ready,
            macros: &toolbox.table().macros,
            results: &self.results,
            pages: &self.pages,
            last: self.last.as_ref(),
            cancel,
            leaving: &leaving,
            limits: &self.workshop.bounds().limits,
            say: &say,
        };
        let thought = self.planner.next_tool(view).await;
        self.last = None;
        let mut events = held::prompted(&mut self.took, &*self.planner);
        let what = match thought {
            Ok(thought) => self.proposal(thought, toolbox).await,
            Err(error) => {
                self.tell.news(News::Trouble { code: error.code().to_owned(), sentence: hinted(&error) });
                events.push(RunEvent::ModelFailed(question, ReasonCode::parse(error.code()).ok()));
                return events;
            }
        };
        let (model, tokens) = (self.planner.model(), self.took.tokens_written);
        let packet = self
            .answer
            .as_ref()
            .filter(|_| matches!(what, Proposed::Answer))
            .and_then(|held| held.packet(false));
        events.push(RunEvent::Proposed(
            question,
            Box::new(Proposal { model, tokens, packet, deferred: 0, what }),
        ));
        events
    }

    /// A thought as what the run takes. What a call would change is worked out before anybody decides about it.
    async fn proposal(&mut self, thought: Thought, toolbox: Arc<Toolbox>) -> Proposed {
        let (call, why) = match thought {
            Thought::Call(call, why) => (call, why),
            Thought::Clarify(text) => {
                self.tell.news(News::Question { text: answer::shown(&text) });
                return Proposed::Clarify;
            }
            Thought::Handoff { what, .. } => {
                self.tell.news(News::Question { text: answer::shown(&what) });
                return Proposed::Clarify;
            }
            Thought::Answer(answered) => {
                self.answer = Held::new(*answered, &self.pages, &self.words);
                return if self.answer.is_some() { Proposed::Answer } else { Proposed::Unusable(None) };
            }
        };
        let off = CallOff::default();
        let prepared = {
            let (bounds, name) = (Bounds::new(CALL, &off), call.name.to_string());
            let _off = WhenDropped(off);
            aside(move || toolbox.prepare(&name, call.arguments, &bounds)).await
        };
        match (prepared, fresh_uuid(), fresh_uuid()) {
            (Ok(call), Ok(id), Ok(key)) => {
                let why = answer::shown(&why);
                let step = Step { tool: call.tool.name.clone(), target: None, role: None, why };
                self.tell.news(News::Step(Box::new(step)));
                self.tell.proposed(&id, &call, None);
                self.proposed = true;
                let idempotency_key = IdempotencyKey::parse(&format!("k:{key}")).ok();
                Proposed::Call { request_id: id, idempotency_key, call: Box::new(call) }
            }
            (Err(error), ..) => {
                self.trouble(&error);
                Proposed::Unusable(error.reason)
            }
            _ => Proposed::Unusable(None),
        }
    }

    async fn execute(&mut self, request_id: Uuid, permit: Permit) -> RunEvent {
        self.proposed = false;
        let call = self.tell.call(&request_id).map(|(call, _)| call);
        let name = call.as_ref().map(|call| call.tool.name.clone()).unwrap_or_default();
        let began = Instant::now();
        let done = match self.tools() {
            Ok(toolbox) => {
                let off = CallOff::default();
                let (bounds, run) = (Bounds::new(CALL, &off), self.run.clone());
                let _off = WhenDropped(off);
                aside(move || toolbox.act(&run, permit, now_ms(), &bounds)).await
            }
            Err(error) => Err(error),
        };
        self.used.push(ToolUse {
            tool: name.clone(),
            at_ms: now_ms(),
            took_ms: u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX),
            done: done.is_ok(),
        });
        if let Ok(result) = &done {
            let result = Box::new(result.clone());
            self.tell.news(News::Result { tool: name.clone(), result });
        }
        let how = match done.and_then(|result| self.take_in(&name, call.as_ref().and_then(asked_of), result))
        {
            Ok((ended, documents)) => {
                self.took.steps += 1;
                self.last = Some(Outcome::Done);
                self.tell.news(ended);
                Ending::Done {
                    result: documents.first().and_then(|one| canonical::digest(&one.text).ok()),
                    documents,
                }
            }
            Err(error) => {
                let how = format!("{} ({})", error.message, error.finest_code());
                self.tell.news(News::Ended { done: false, how });
                self.last = Some(Outcome::Failed(error.clone()));
                Ending::Failed(error)
            }
        };
        RunEvent::Finished { request_id, how }
    }

    /// Keeps what a tool gave: to cite, and for the gate to know where words come from. It is untrusted like a page.
    fn take_in(
        &mut self,
        tool: &str,
        asked_of: Option<Place>,
        result: ToolResult,
    ) -> Result<(News, Vec<Document>), ToolError> {
        let internal = |error: &dyn std::fmt::Display| ToolError::new(ErrorCode::Internal, error.to_string());
        let number = self.pages.len() + 1;
        let doc_id = DocId::parse(&format!("doc:tool:{tool}:{number}")).map_err(|error| internal(&error))?;
        // The brief stands first, so that an answer can cite it.
        let (brief, all) = (result.to_llm_context(Told::Summary), result.to_llm_context(Told::Full));
        let text = if all.starts_with(&brief) { all } else { format!("{brief}\n{all}") };
        let url = format!("laika:{tool}");
        let content = Content::ObservationChunk {
            url: url.clone(),
            title: tool.to_owned(),
            chunk_index: 1,
            chunk_count: 1,
            text: text.clone(),
        };
        let document = ContextDocument {
            doc_id,
            kind: content.kind(),
            trust: Trust::Untrusted,
            source: Source { browser: "laika".into(), tab_id: None },
            content,
        };
        let suspicion = inspect(&Seen { text: &text, hidden: false });
        if suspicion.is_suspicious() {
            let signs: BTreeSet<&str> = suspicion.spans.iter().map(|span| span.sign.as_str()).collect();
            let signs = signs.into_iter().map(str::to_owned).collect();
            self.tell.news(News::Suspicion { place: tool.to_owned(), signs });
        }
        // Nothing is planned or answered from lines that try to give orders (INJ-006).
        let whole = Material::of_document(&document).ok_or_else(|| internal(&"a result without text"))?;
        let material = Material { text: quarantined(&whole.text, &suspicion), ..whole };
        let article = material.clone();
        self.pages.push(ReadPage { url, document, material, article, outside: Vec::new() });
        self.took.pages += 1;
        // What a server on the web says to anybody is no secret; what lies here, or in a network around it, may be one (S3).
        let on_the_web =
            |place: &Place| Destination::of(place.as_str()).is_some_and(|server| !server.private);
        let confidential = !asked_of.as_ref().is_some_and(on_the_web);
        let here = || Place::parse("local:files").map_err(|error| internal(&error));
        let place = asked_of.map_or_else(here, Ok)?;
        let read = Document { confidential, ..Document::plain(format!("tool {number}"), place, text) };
        let how = answer::shown(&result.summary);
        self.results.push(result);
        Ok((News::Ended { done: true, how }, vec![read]))
    }

    fn trouble(&self, error: &ToolError) {
        let (code, sentence) = (error.finest_code().to_owned(), error.message.clone());
        self.tell.news(News::Trouble { code, sentence });
    }
}

/// The server that gave what a call asked for, if one did.
fn asked_of(call: &Call) -> Option<Place> {
    // A server of others is a place of its own, and what it says is of that place (S9).
    let server = call.tool.provider.as_ref().filter(|place| place.as_str().starts_with("mcp:"));
    if let Some(server) = server {
        return Some(server.clone());
    }
    let tool = tools::find(&call.tool.name).filter(|tool| tool.effect == Effect::Fetch)?;
    let named = tool.arguments.iter().find(|one| one.role == ArgRole::Url);
    let address = named.and_then(|one| call.arguments.get(one.name)?.as_str());
    let of_address = address.and_then(|address| Place::of_url(&Url::parse(address).ok()?));
    of_address.or_else(|| call.tool.provider.clone())
}

/// Calls a tool off when nobody waits for it any more: a stop drops the job.
struct WhenDropped(CallOff);

impl Drop for WhenDropped {
    fn drop(&mut self) {
        self.0.now();
    }
}

/// Does something that takes its time beside the loop.
async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ToolError> + Send + 'static,
) -> Result<T, ToolError> {
    let lost = |_| ToolError::new(ErrorCode::Internal, "a tool ended in the middle");
    tokio::task::spawn_blocking(work).await.map_err(lost)?
}
