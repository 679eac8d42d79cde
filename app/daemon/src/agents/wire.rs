//! An agent is a planner: what it wants is proposed, decided, done and told like what any other planner wants.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use laika_context::first_look;
use laika_policy::cloud::CloudDocument;
use laika_policy::{Document, Place};
use laika_protocol::ids::RunId;
use laika_protocol::llmcp::{Content, ToolCall};
use laika_protocol::observation::Observation;
use laika_protocol::run::Pause;
use laika_protocol::text::one_line;
use laika_protocol::tools::{self, Effect};
use laika_protocol::wire::RunStatus;
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};

use super::session::Session;
use crate::serving::Refusal;
use crate::working::{
    Answered, Leaves, News, Outcome, PlanError, Planner, ReadPage, Thinking, Thought, ToolView, View,
};

/// Tokens of a page that an agent is told at once; it can read on.
const LOOK_TOKENS: usize = 1_200;
/// Characters of a part of a page's text.
const PART: usize = 8_000;
/// Words of a tool's result.
const MOST_RESULT: usize = 16_000;

/// What an agent wants of a run.
pub(super) enum Wanted {
    /// A part of the page's text; the look at it where none is named.
    Look(Option<usize>),
    /// A call.
    Call(ToolCall),
    /// The end.
    Finish,
}

/// What it is told: bytes that it may be told, or why nothing.
pub type Reply = Result<String, Refusal>;

/// Told in between what happens.
pub type Note = Box<dyn Fn(String) + Send + Sync>;

/// A question of an agent that waits for its reply.
struct Open {
    reply: oneshot::Sender<Reply>,
    note: Note,
    /// Why what it wanted was not done.
    refused: Option<Refusal>,
    part: Option<usize>,
}

/// One run of an agent.
pub(crate) struct AtWork {
    wanted: mpsc::UnboundedSender<Wanted>,
    stands: Mutex<Stands>,
    session: Weak<Session>,
}

/// How a run of an agent stands. Under one lock: what ends it and what waits for it never miss each other.
#[derive(Default)]
struct Stands {
    open: Option<Open>,
    state: Option<(RunStatus, Option<Pause>)>,
    /// Why it never began.
    never: Option<Refusal>,
    /// What a sentence about a failure may hold something of.
    about: Vec<CloudDocument>,
}

impl Stands {
    /// Whether another call is taken.
    fn takes(&self) -> Result<(), Refusal> {
        if let Some(never) = &self.never {
            return Err(never.clone());
        }
        self.state.map_or(Ok(()), |(status, pause)| stands(status, pause))
    }

    fn fail(&mut self, refusal: Refusal) {
        if let Some(open) = self.open.take() {
            // Whoever asked may be gone.
            let _ = open.reply.send(Err(open.refused.unwrap_or(refusal)));
        }
    }

    fn refuse(&mut self, refusal: Refusal) {
        if let Some(open) = self.open.as_mut() {
            open.refused.get_or_insert(refusal);
        }
    }
}

/// What is handed to the planner of the run.
pub(crate) struct Waiting {
    wanted: mpsc::UnboundedReceiver<Wanted>,
    at_work: Arc<AtWork>,
    session: Arc<Session>,
}

impl AtWork {
    /// A run; `about` is what a failure before the first look may hold something of.
    pub(super) fn new(session: &Arc<Session>, about: Vec<CloudDocument>) -> (Arc<Self>, Waiting) {
        let (sender, wanted) = mpsc::unbounded_channel();
        let stands = Mutex::new(Stands { about, ..Stands::default() });
        let at_work = Arc::new(Self { wanted: sender, stands, session: Arc::downgrade(session) });
        let waiting = Waiting { wanted, at_work: Arc::clone(&at_work), session: Arc::clone(session) };
        (at_work, waiting)
    }

    fn lock(&self) -> MutexGuard<'_, Stands> {
        self.stands.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the first look at the run; whatever comes of it.
    ///
    /// # Errors
    /// When something waits already.
    pub(super) fn expect(&self, note: Note) -> Result<oneshot::Receiver<Reply>, Refusal> {
        self.wait(note, None)
    }

    /// Says what the agent wants.
    ///
    /// # Errors
    /// When the run does something already, waits for the person, or is over.
    pub(super) fn want(&self, wanted: Wanted, note: Note) -> Result<oneshot::Receiver<Reply>, Refusal> {
        let part = match &wanted {
            Wanted::Look(part) => *part,
            Wanted::Call(_) | Wanted::Finish => None,
        };
        let receiver = self.wait(note, part)?;
        if self.wanted.send(wanted).is_err() {
            self.lock().fail(run_over());
        }
        Ok(receiver)
    }

    fn wait(&self, note: Note, part: Option<usize>) -> Result<oneshot::Receiver<Reply>, Refusal> {
        let mut stands = self.lock();
        stands.takes()?;
        if stands.open.is_some() {
            return Err(Refusal::new("E_BUSY", "one call at a time: the last one is not over"));
        }
        let (reply, receiver) = oneshot::channel();
        stands.open = Some(Open { reply, note, refused: None, part });
        Ok(receiver)
    }

    /// Why something failed, as far as the agent may know it.
    fn cleaned(&self, refusal: &Refusal) -> Refusal {
        let about = self.lock().about.clone();
        self.session.upgrade().map_or_else(run_over, |session| session.failure(refusal, &about))
    }

    /// Ends the run in good order.
    pub(super) fn finish(&self) {
        // A run that is over has ended already.
        let _ = self.wanted.send(Wanted::Finish);
    }

    pub(super) fn is_over(&self) -> bool {
        self.wanted.is_closed()
            || self.lock().never.is_some()
            || self.standing().is_some_and(|(status, _)| status.is_over())
    }

    fn standing(&self) -> Option<(RunStatus, Option<Pause>)> {
        self.lock().state
    }

    /// Whether it waits, and for something that no person said: then another run can take its place.
    pub(super) fn is_stuck(&self) -> bool {
        self.standing().is_some_and(|(status, pause)| {
            let by_a_person =
                matches!(pause, Some(Pause::Rejected | Pause::ApprovalExpired | Pause::OutcomeUnknown));
            status == RunStatus::Paused && !by_a_person
        })
    }

    /// Whether it has to be stopped, because it waits and would not hear that it is to end.
    pub(super) fn waits(&self) -> bool {
        self.standing().is_some_and(|(status, _)| matches!(status, RunStatus::Paused | RunStatus::Takeover))
    }

    /// Hears what happens to the run.
    pub(super) fn hear(&self, news: &News) {
        #[expect(clippy::wildcard_enum_match_arm, reason = "an agent is told little of what the person is")]
        match news {
            News::State { state: Some(state), .. } => {
                let mut stands = self.lock();
                stands.state = Some((state.status, state.pause));
                if let Err(refusal) = stands.takes() {
                    stands.fail(refusal);
                }
            }
            // The gate's sentences are ours; what failed may say more than the agent may know.
            News::Denied { code, sentence, .. } => self.lock().refuse(Refusal::new(code, sentence.clone())),
            News::Trouble { code, sentence } => self.fails(&Refusal::new(code, sentence.clone())),
            News::Ended { done: false, how } => self.fails(&Refusal::new("E_NOT_DONE", how.clone())),
            News::Refused { error } => {
                let refusal = self.cleaned(&Refusal::from(error.clone()));
                let mut stands = self.lock();
                stands.refuse(refusal.clone());
                // A run that was refused before it began will never answer.
                if stands.state.is_none() {
                    stands.never = Some(refusal.clone());
                    stands.fail(refusal);
                }
            }
            News::Ask(card) => self.note(format!(
                "waiting for the person to decide about {}: {} (`laika approvals` shows it)",
                card.tool, card.reason
            )),
            _ => {}
        }
    }

    fn fails(&self, refusal: &Refusal) {
        let refusal = self.cleaned(refusal);
        self.lock().refuse(refusal);
    }

    pub(super) fn note(&self, what: String) {
        if let Some(open) = &self.lock().open {
            (open.note)(what);
        }
    }
}

/// Whether a run in this state takes another call.
fn stands(status: RunStatus, pause: Option<Pause>) -> Result<(), Refusal> {
    if status.is_over() {
        return Err(run_over());
    }
    if matches!(status, RunStatus::Paused | RunStatus::Takeover) {
        let why = pause.map_or("the person acts in it", Pause::sentence);
        return Err(Refusal::new("E_PAUSED", format!("the run waits for the person: {why}")));
    }
    Ok(())
}

fn run_over() -> Refusal {
    Refusal::new("E_RUN_OVER", "the run is over; open the page again")
}

/// What a failure of this tool may say something of: nothing for what is computed from the call alone, and what lies here
/// for everything else.
fn touched_by(tool: &str) -> Vec<CloudDocument> {
    let computed = tools::find(tool).is_some_and(|tool| tool.effect == Effect::Local);
    let here = Place::parse("local:files").ok().filter(|_| !computed);
    let read = here.map(|place| Document { confidential: true, ..Document::plain("failure", place, "") });
    read.iter().map(CloudDocument::of).collect()
}

/// The planner of an agent's run.
pub(crate) struct Wire(Waiting);

impl Wire {
    pub(crate) const fn new(waiting: Waiting) -> Self {
        Self(waiting)
    }

    /// Tells the agent what it may be told of `answer`, if it waits for something.
    async fn tell(&self, last: Option<&Outcome>, made: impl Fn(Option<usize>) -> Made, leaving: &Leaves) {
        let (part, refused) = match &self.0.at_work.lock().open {
            Some(open) => (open.part, open.refused.clone()),
            None => return,
        };
        let failed = match last {
            Some(Outcome::Refused) => {
                Some(refused.unwrap_or_else(|| Refusal::new("E_REFUSED", "the gate or the person said no")))
            }
            Some(Outcome::Failed(error)) => Some(self.0.at_work.cleaned(&Refusal::from(error.clone()))),
            Some(Outcome::Done) | None => None,
        };
        let reply = match failed {
            Some(refusal) => Err(refusal),
            None => {
                let Made { answer, documents } = made(part);
                let note = |what: String| self.0.at_work.note(what);
                self.0.session.permitted(&answer, &documents, leaving, &note).await
            }
        };
        let open = self.0.at_work.lock().open.take();
        if let Some(open) = open {
            // Whoever asked may be gone.
            let _ = open.reply.send(reply);
        }
    }

    /// What is done from here on may fail, and say something of this.
    fn is_about(&self, documents: Vec<CloudDocument>) {
        self.0.at_work.lock().about = documents;
    }

    /// The next thing that the agent wants; reading is answered in place.
    async fn next(&mut self, made: impl Fn(Option<usize>) -> Made, leaving: &Leaves) -> Thought {
        loop {
            match self.0.wanted.recv().await {
                Some(Wanted::Look(_)) => self.tell(None, &made, leaving).await,
                Some(Wanted::Call(call)) => {
                    return Thought::Call(call, format!("{} asks for it", self.0.session.name()));
                }
                Some(Wanted::Finish) | None => {
                    let method = format!("{} worked here", self.0.session.name());
                    return Thought::Answer(Box::new(Answered { method, ..Answered::default() }));
                }
            }
        }
    }
}

/// What would be told, and what it was made from.
struct Made {
    answer: Value,
    documents: Vec<CloudDocument>,
}

impl Planner for Wire {
    fn next<'a>(&'a mut self, view: View<'a>) -> Thinking<'a> {
        Box::pin(async move {
            let made = |part| page(&view, part);
            self.is_about(read_last(view.pages));
            self.tell(view.last, made, view.leaving).await;
            Ok::<_, PlanError>(Self::next(self, made, view.leaving).await)
        })
    }

    fn next_tool<'a>(&'a mut self, view: ToolView<'a>) -> Thinking<'a> {
        Box::pin(async move {
            let made = |_| result(&view);
            // The first plan of a run answers nobody; a result does.
            if view.last.is_some() {
                self.tell(view.last, made, view.leaving).await;
            }
            let thought = Self::next(self, made, view.leaving).await;
            if let Thought::Call(call, _) = &thought {
                self.is_about(touched_by(call.name.as_str()));
            }
            Ok::<_, PlanError>(thought)
        })
    }

    fn model(&self) -> String {
        self.0.session.name().to_string()
    }
}

fn read_last(pages: &[ReadPage]) -> Vec<CloudDocument> {
    pages.last().map(|read| read.outside.clone()).unwrap_or_default()
}

/// The page in front: a look at it with names for its elements, or a part of its text.
fn page(view: &View<'_>, part: Option<usize>) -> Made {
    let documents = read_last(view.pages);
    let answer = match part {
        Some(part) => text_part(view.page, part),
        None => {
            // The names are those of this pack: a look names nothing that it does not.
            let look = first_look(view.page, 0, &mut view.aliases.clone(), LOOK_TOKENS);
            shown(&look)
        }
    };
    Made { answer, documents }
}

fn text_part(page: &Observation, part: usize) -> Value {
    let parts = page.text.chars().count().div_ceil(PART).max(1);
    let text: String = page.text.chars().skip(part.saturating_mul(PART)).take(PART).collect();
    json!({ "url": page.url, "part": part, "parts": parts, "text": text })
}

/// A look at a page, short: an element is a line with its name first.
fn shown(look: &Content) -> Value {
    let Content::ObservationSummary { url, title, text, elements, items, comments, left_out, .. } = look
    else {
        return json!({});
    };
    let elements: Vec<String> = elements
        .iter()
        .map(|one| format!("{} {} \"{}\"", one.handle_id.as_str(), one_line(&one.role), one_line(&one.text)))
        .collect();
    let items: Vec<String> = items
        .iter()
        .map(|item| {
            let name = item.handle_id.as_ref().map(|id| format!("{} ", id.as_str())).unwrap_or_default();
            format!("{name}{} <{}>", one_line(&item.title), item.url)
        })
        .collect();
    let comments: Vec<String> =
        comments.iter().map(|one| format!("{}: {}", one_line(&one.author), one_line(&one.text))).collect();
    let left_out: BTreeMap<&str, u32> = left_out.iter().map(|one| (one.part.as_str(), one.count)).collect();
    let mut answer = json!({ "url": url, "title": title, "text": text, "elements": elements });
    if let Some(fields) = answer.as_object_mut() {
        if !items.is_empty() {
            fields.insert("items".into(), json!(items));
        }
        if !comments.is_empty() {
            fields.insert("comments".into(), json!(comments));
        }
        if !left_out.is_empty() {
            fields.insert("leftOut".into(), json!(left_out));
        }
    }
    answer
}

/// What the last tool gave.
fn result(view: &ToolView<'_>) -> Made {
    let documents = read_last(view.pages);
    let Some((result, read)) = view.results.last().zip(view.pages.last()) else {
        return Made { answer: json!({}), documents };
    };
    // What tries to give orders was taken out of it already.
    let text: String = read.material.text.chars().take(MOST_RESULT).collect();
    let mut answer = json!({ "text": text });
    let suspicious = read.outside.iter().any(|document| document.suspicious);
    let small = serde_json::to_vec(&result.data).is_ok_and(|bytes| bytes.len() <= MOST_RESULT);
    if let (false, true, Some(fields)) = (suspicious, small, answer.as_object_mut()) {
        fields.insert("data".into(), result.data.clone());
    }
    Made { answer, documents }
}

/// The runs of agents that are not over, each with what its planner takes once.
#[derive(Clone, Default)]
pub(crate) struct Runs(Arc<Mutex<BTreeMap<RunId, Lent>>>);

struct Lent {
    at_work: Arc<AtWork>,
    waiting: Option<Waiting>,
}

impl Runs {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<RunId, Lent>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn put(&self, run: &RunId, at_work: Arc<AtWork>, waiting: Waiting) {
        self.lock().insert(run.clone(), Lent { at_work, waiting: Some(waiting) });
    }

    /// The planner of a run, if it is an agent's; there is one for each.
    pub(crate) fn planner(&self, run: &RunId) -> Option<Wire> {
        self.lock().get_mut(run)?.waiting.take().map(Wire::new)
    }

    /// How many are not over.
    pub(crate) fn at_work(&self) -> usize {
        let mut all = self.lock();
        all.retain(|_, lent| !lent.at_work.is_over());
        all.len()
    }

    pub(crate) fn is_at_work(&self, run: &RunId) -> bool {
        self.lock().get(run).is_some_and(|lent| !lent.at_work.is_over())
    }

    pub(crate) fn hear(&self, run: &RunId, news: &News) {
        let at_work = self.lock().get(run).map(|lent| Arc::clone(&lent.at_work));
        if let Some(at_work) = at_work {
            at_work.hear(news);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use laika_policy::cloud::Sharing;
    use laika_protocol::ErrorCode;
    use laika_protocol::ToolError;

    use super::super::{AgentName, Agents};
    use super::*;
    use crate::working::Audience;

    struct Nobody;

    impl Audience for Nobody {
        fn tell(&self, _: &RunId, _: News) {}
        fn state(&self, _: Option<&RunId>, _: News) {}
    }

    fn session(opened: &[&str]) -> (tempfile::TempDir, Arc<Session>) {
        let home = tempfile::tempdir().unwrap();
        let agents = Agents::new(home.path(), Runs::default(), Arc::new(Nobody), Duration::from_secs(1));
        let name = AgentName::parse("editor").unwrap();
        for place in opened {
            agents.known.say(&name, Place::parse(place).unwrap(), Sharing::On).unwrap();
        }
        let session = Session::new(name, agents, None).unwrap();
        (home, session)
    }

    fn heard(at_work: &AtWork, news: &News) -> Refusal {
        let mut reply = at_work.want(Wanted::Look(None), Box::new(|_| {})).unwrap();
        at_work.hear(news);
        at_work.lock().fail(run_over());
        reply.try_recv().unwrap().unwrap_err()
    }

    #[test]
    fn s9_what_failed_says_no_more_than_a_result_would() {
        let trouble = |sentence: &str| News::Trouble { code: "E_X".into(), sentence: sentence.into() };
        let (shut, open) = (session(&[]), session(&["local:files"]));
        let canary = "no line `canary-4711` in notes.txt";
        for (at, tool, told) in [
            (&shut, "project.search", false),
            (&open, "project.search", true),
            // What only computes says what it likes: it was told nothing but the call.
            (&shut, "app.calculate", true),
            // A tool that nobody knows touches what lies here.
            (&shut, "mcp.shop.find", false),
        ] {
            let (at_work, _waiting) = AtWork::new(&at.1, touched_by(tool));
            for news in [trouble(canary), News::Ended { done: false, how: canary.into() }] {
                let refusal = heard(&at_work, &news);
                assert_eq!(refusal.sentence.contains("canary-4711"), told, "{tool}: {refusal:?}");
                assert!(refusal.code.starts_with("E_"), "the code is always told: {refusal:?}");
            }
        }
        // What must stay is taken out wherever it is told.
        let (at_work, _waiting) = AtWork::new(&open.1, touched_by("project.search"));
        let refusal = heard(&at_work, &trouble("the card 4111 1111 1111 1111 stands in it"));
        assert!(!refusal.sentence.contains("4111 1111"), "{refusal:?}");
    }

    #[test]
    fn a_run_that_never_began_answers_whoever_comes_later() {
        let (_home, session) = session(&[]);
        let (at_work, _waiting) = AtWork::new(&session, Vec::new());
        let runs = Runs::default();
        let run = RunId::parse("run-1").unwrap();
        let (lent, waiting) = AtWork::new(&session, Vec::new());
        runs.put(&run, lent, waiting);
        assert_eq!(runs.at_work(), 1);
        let refused = News::Refused { error: ToolError::new(ErrorCode::PreconditionFailed, "too many") };
        at_work.hear(&refused);
        runs.hear(&run, &refused);
        let later = at_work.want(Wanted::Finish, Box::new(|_| {}));
        assert_eq!(later.unwrap_err().sentence, "too many");
        assert!(at_work.is_over());
        assert_eq!(runs.at_work(), 0, "it takes nobody's place");
    }
}
