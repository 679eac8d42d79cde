//! One agent from its hello to its leaving: which places are open to it, its runs, and everything that it was told.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use laika_policy::cloud::{
    AgentFacts, AgentRules, AgentVerdict, CloudDocument, Sharing, agent_pack, decide_agent,
};
use laika_policy::{Document, Place, SiteClass};
use laika_protocol::Path;
use laika_protocol::ids::{Origin, RunId, ToolName};
use laika_protocol::llmcp::ToolCall;
use laika_protocol::run::{Exposure, Left};
use laika_protocol::tools::{self, LentIn, check_arguments};
use serde_json::{Map, Value, json};
use url::Url;

use super::Agents;
use super::board::{AgentReply, AskedFor};
use super::known::{AgentName, Share};
use super::wire::{AtWork, Note, Reply, Wanted};
use crate::serving::Refusal;
use crate::working::{Asks, Leaves, Order, Part, Where};

/// After so many noes nothing more is asked for it: another wording of what was refused would be nagging.
const MOST_NOES: u32 = 3;
/// Asking, and asking again after the answer, comes to an end.
const MOST_ROUNDS: usize = 4;

/// What starts and stops the runs of agents.
pub trait Hands: Sync {
    /// Starts a run; `before` is told its name before it begins.
    ///
    /// # Errors
    /// When it cannot be started.
    fn begin(&self, order: Order, before: &dyn Fn(&RunId)) -> Result<RunId, Refusal>;

    /// Stops a run.
    fn stop(&self, run: &RunId);
}

/// One agent.
pub(crate) struct Session {
    name: AgentName,
    agents: Agents,
    project: Option<PathBuf>,
    /// What the person said for as long as it stays.
    said: Mutex<AgentRules>,
    noes: AtomicU32,
    /// What it knows: everything that it says from now on may hold something of it (S3).
    exposed: Mutex<BTreeSet<Exposure>>,
    page: Mutex<Option<(RunId, Arc<AtWork>)>>,
    tools: Mutex<Option<(RunId, Arc<AtWork>)>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Session {
    /// Lets an agent in, with the folder that its tools may work in.
    pub(crate) fn new(
        name: AgentName,
        agents: Agents,
        project: Option<PathBuf>,
    ) -> Result<Arc<Self>, Refusal> {
        // A file that cannot be read lets nobody in.
        agents.known.of_agent(&name)?;
        Ok(Arc::new(Self {
            name,
            agents,
            project,
            said: Mutex::default(),
            noes: AtomicU32::new(0),
            exposed: Mutex::default(),
            page: Mutex::default(),
            tools: Mutex::default(),
        }))
    }

    pub(crate) const fn name(&self) -> &AgentName {
        &self.name
    }

    /// Whether something of Laika's own is open to it.
    ///
    /// # Errors
    /// When it is not.
    pub(crate) fn opened(&self, share: Share) -> Result<(), Refusal> {
        if self.agents.known.of_agent(&self.name)?.shares.contains(&share) {
            return Ok(());
        }
        let what = share.as_str();
        let sentence = format!(
            "{what} is not open to {}; the person opens it with `laika mcp allow {} {what}`",
            self.name,
            self.name.as_str()
        );
        Err(Refusal::new("E_AGENT_NOT_OPEN", sentence))
    }

    /// The runs that it has at work.
    pub(crate) fn runs(&self) -> Vec<RunId> {
        let both = [lock(&self.page).clone(), lock(&self.tools).clone()];
        both.into_iter().flatten().filter(|(_, at_work)| !at_work.is_over()).map(|(run, _)| run).collect()
    }

    /// It left: its runs end in good order.
    pub(crate) fn leave(&self, hands: &dyn Hands) {
        for (run, at_work) in [lock(&self.page).take(), lock(&self.tools).take()].into_iter().flatten() {
            end(&run, &at_work, hands);
        }
    }

    /// Does what it asks for, in a run, and tells it what it may be told.
    pub(crate) async fn call(
        self: &Arc<Self>,
        name: &str,
        arguments: Map<String, Value>,
        note: Note,
        hands: &dyn Hands,
    ) -> Reply {
        let invalid = |what: &str| Refusal::new("INVALID_ARGUMENT", what);
        let receiver = match name {
            "open_page" => {
                let url = arguments.get("url").and_then(Value::as_str);
                let url = url.ok_or_else(|| invalid("`open_page` takes the `url` of a page"))?;
                self.open(url, note, hands).await?
            }
            "read_page" => {
                let part = arguments.get("part").and_then(Value::as_u64);
                let part = part.map(|part| usize::try_from(part).unwrap_or(usize::MAX));
                self.in_front()?.want(Wanted::Look(part), note)?
            }
            _ => {
                let tool = tools::find(name).ok_or_else(|| {
                    Refusal::new(
                        "E_NO_TOOL",
                        format!(
                            "there is no tool `{}`; find_tool lists them",
                            laika_protocol::text::one_line(name)
                        ),
                    )
                })?;
                if let Some(defect) = check_arguments(tool, &arguments, &Path::root()).first() {
                    return Err(invalid(&format!("the arguments do not fit `{}`: {defect}", tool.name)));
                }
                let name = ToolName::parse(tool.name).map_err(|_| invalid("no such tool"))?;
                let call = ToolCall { name, arguments };
                match tool.lent_in() {
                    Some(LentIn::Page) => self.in_front()?.want(Wanted::Call(call), note)?,
                    Some(LentIn::Tools) => self.beside(hands)?.want(Wanted::Call(call), note)?,
                    None => {
                        let sentence = format!(
                            "`{}` is not for other agents; read_page says what stands on a page",
                            tool.name
                        );
                        return Err(Refusal::new("E_AGENT_TOOL", sentence));
                    }
                }
            }
        };
        let gone = || Refusal::new("E_RUN_OVER", "the run ended before it was done");
        receiver.await.map_err(|_| gone())?
    }

    fn in_front(&self) -> Result<Arc<AtWork>, Refusal> {
        let none = || Refusal::new("E_NO_PAGE", "no page is open; open_page opens one");
        lock(&self.page)
            .as_ref()
            .filter(|(_, run)| !run.is_over())
            .map(|(_, run)| Arc::clone(run))
            .ok_or_else(none)
    }

    /// Opens a page for it, in a run of its own; the run of the page before ends.
    async fn open(
        self: &Arc<Self>,
        address: &str,
        note: Note,
        hands: &dyn Hands,
    ) -> Result<tokio::sync::oneshot::Receiver<Reply>, Refusal> {
        let url = Url::parse(address).map_err(|error| {
            Refusal::new("INVALID_ARGUMENT", format!("the address cannot be read: {error}"))
        })?;
        laika_browser::check_address(&url)?;
        let origin = Origin::of_url(url.as_str())
            .ok_or_else(|| Refusal::new("INVALID_ARGUMENT", "only pages of http and https can be opened"))?;
        let place = Place::from(&origin);
        self.may_open(&place, &url, &note).await?;
        if let Some((run, last)) = lock(&self.page).take() {
            end(&run, &last, hands);
        }
        let order =
            self.order(Where::Workspace, vec![url.to_string()], format!("{} opens {origin}", self.name))?;
        // What keeps a page from being opened speaks of nothing but the page.
        let about = CloudDocument::of(&Document::plain("failure", place, ""));
        let (at_work, waiting) = AtWork::new(self, vec![about]);
        let receiver = at_work.expect(note)?;
        let run = self.begin(order, &at_work, waiting, hands)?;
        *lock(&self.page) = Some((run, at_work));
        Ok(receiver)
    }

    /// The run with its tools, begun when the first is used.
    fn beside(self: &Arc<Self>, hands: &dyn Hands) -> Result<Arc<AtWork>, Refusal> {
        let mut tools = lock(&self.tools);
        if let Some((run, at_work)) = tools.as_ref().filter(|(_, at_work)| !at_work.is_over()) {
            if !at_work.is_stuck() {
                return Ok(Arc::clone(at_work));
            }
            // Calls that could not be done are the agent's to mend, not the person's.
            end(run, at_work, hands);
        }
        let surface = Where::Tools { project: self.project.clone() };
        let order = self.order(surface, Vec::new(), format!("{} uses tools", self.name))?;
        let (at_work, waiting) = AtWork::new(self, Vec::new());
        let run = self.begin(order, &at_work, waiting, hands)?;
        *tools = Some((run, Arc::clone(&at_work)));
        Ok(at_work)
    }

    fn begin(
        &self,
        order: Order,
        at_work: &Arc<AtWork>,
        waiting: super::wire::Waiting,
        hands: &dyn Hands,
    ) -> Result<RunId, Refusal> {
        let waiting = Mutex::new(Some(waiting));
        hands.begin(order, &|run| {
            if let Some(waiting) = lock(&waiting).take() {
                self.agents.runs.put(run, Arc::clone(at_work), waiting);
            }
        })
    }

    fn order(&self, surface: Where, urls: Vec<String>, goal: String) -> Result<Order, Refusal> {
        let known = self.agents.known.of_agent(&self.name)?;
        Ok(Order {
            goal,
            urls,
            allow: Vec::new(),
            mode: known.mode,
            private: false,
            strict: false,
            headed: false,
            surface,
            part: Part::Page,
            exposed: lock(&self.exposed).iter().cloned().collect(),
            asks: Asks::Agent(self.name.clone()),
        })
    }

    /// Whether a page of this place may be opened for it; where nothing was said, the person is asked.
    async fn may_open(&self, place: &Place, url: &Url, note: &Note) -> Result<(), Refusal> {
        match self.rules()?.places.get(place) {
            Some(Sharing::On | Sharing::Preview) => Ok(()),
            Some(Sharing::Off) => Err(switched_off(place)),
            None => {
                note(format!("waiting for the person to open {} for {}", place.as_str(), self.name));
                let what = AskedFor::Open { place: place.clone(), url: url.to_string() };
                self.ask(what, core::slice::from_ref(place)).await
            }
        }
    }

    /// Asks the person about places, and keeps what they say.
    async fn ask(&self, what: AskedFor, places: &[Place]) -> Result<(), Refusal> {
        if self.noes.load(Ordering::Relaxed) >= MOST_NOES {
            let sentence =
                "the person said no often enough; nothing more is asked until this agent comes again";
            return Err(Refusal::new("E_TOO_MANY_NOES", sentence));
        }
        let reply = self.agents.board.ask(&self.name, what).await?;
        for place in places {
            let sharing = match reply {
                AgentReply::No => Sharing::Off,
                AgentReply::Preview => Sharing::Preview,
                AgentReply::Session | AgentReply::Always => Sharing::On,
            };
            lock(&self.said).places.insert(place.clone(), sharing);
            if reply == AgentReply::Always {
                self.agents.known.say(&self.name, place.clone(), Sharing::On)?;
            }
        }
        if reply == AgentReply::No {
            self.noes.fetch_add(1, Ordering::Relaxed);
            return Err(Refusal::new("E_DECLINED", "the person said no"));
        }
        Ok(())
    }

    /// What counts now. What is kept wins over what was said for this session, except where that was a no.
    fn rules(&self) -> Result<AgentRules, Refusal> {
        let mut rules = self.agents.known.of_agent(&self.name)?.rules;
        for (place, said) in &lock(&self.said).places {
            let kept = rules.places.entry(place.clone()).or_insert(*said);
            if *said == Sharing::Off {
                *kept = Sharing::Off;
            }
        }
        Ok(rules)
    }

    /// Tells it exactly what may leave, once that was decided, shown where that is wanted, and put on record.
    pub(super) async fn permitted(
        &self,
        answer: &Value,
        documents: &[CloudDocument],
        leaving: &Leaves,
        note: &(dyn Fn(String) + Send + Sync),
    ) -> Reply {
        let (pack, agent) = (agent_pack(answer), self.name.place());
        let places: Vec<Place> = documents.iter().map(|document| document.place.clone()).collect();
        let mut agreed = None;
        for _ in 0..MOST_ROUNDS {
            let facts =
                AgentFacts { agent: &agent, private: false, documents, pack: &pack, agreed: agreed.as_ref() };
            match decide_agent(&facts, &self.rules()?) {
                AgentVerdict::Refuse(refusal) => {
                    return Err(Refusal::new(refusal.code(), refusal.to_string()));
                }
                AgentVerdict::AskAbout(places) => {
                    note(format!("waiting for the person to let {} know what was read", self.name));
                    let places: Vec<Place> = places.into_iter().collect();
                    self.ask(AskedFor::Know { places: places.clone() }, &places).await?;
                }
                AgentVerdict::Show => {
                    note(format!("waiting for the person to look at what {} would be told", self.name));
                    let text = String::from_utf8_lossy(pack.bytes()).into_owned();
                    let what = AskedFor::Hear { places: places.clone(), text };
                    // A yes is for these bytes; how the place stands does not change.
                    self.ask(what, &[]).await?;
                    agreed = Some(pack.digest());
                }
                AgentVerdict::Give(permit) => {
                    let bytes = pack.bytes();
                    let length = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
                    // On record before it leaves.
                    leaving(
                        self.name.as_str(),
                        &Left { to: self.name.to_string(), digest: pack.digest(), bytes: length },
                    );
                    self.knows(documents);
                    let text =
                        String::from_utf8(bytes.to_vec()).ok().filter(|_| permit.covers(&agent, bytes));
                    return text.ok_or_else(not_permitted);
                }
            }
        }
        Err(Refusal::new("E_REFUSED", "the person's answers do not settle it"))
    }

    /// Why something failed. Its sentence may hold words of what was read: it is cleaned and decided like a result, and
    /// where it would have to be asked about, the code alone is told (S9).
    pub(super) fn failure(&self, refusal: &Refusal, about: &[CloudDocument]) -> Refusal {
        let rules = self.rules().unwrap_or_default();
        let told = self.decided(&json!({ "error": refusal.sentence }), about, &rules);
        let told = told.ok().and_then(|text| serde_json::from_str::<Value>(&text).ok());
        let sentence = told.and_then(|told| Some(told.get("error")?.as_str()?.to_owned()));
        let ours = || "it was not done; why is shown to the person".to_owned();
        Refusal::new(&refusal.code, sentence.unwrap_or_else(ours))
    }

    /// Something of Laika's own that is open to it, cleaned like everything else.
    ///
    /// # Errors
    /// When something that must stay is still in it.
    pub(crate) fn told(&self, answer: &Value) -> Reply {
        self.decided(answer, &[], &AgentRules::default())
    }

    /// What may be told of it without asking anybody.
    fn decided(&self, answer: &Value, documents: &[CloudDocument], rules: &AgentRules) -> Reply {
        let (pack, agent) = (agent_pack(answer), self.name.place());
        let facts = AgentFacts { agent: &agent, private: false, documents, pack: &pack, agreed: None };
        match decide_agent(&facts, rules) {
            AgentVerdict::Give(permit) => permit
                .covers(&agent, pack.bytes())
                .then(|| String::from_utf8_lossy(pack.bytes()).into_owned())
                .ok_or_else(not_permitted),
            AgentVerdict::Refuse(refusal) => Err(Refusal::new(refusal.code(), refusal.to_string())),
            AgentVerdict::AskAbout(_) | AgentVerdict::Show => {
                Err(Refusal::new("E_REFUSED", "this is not for other agents"))
            }
        }
    }

    fn knows(&self, documents: &[CloudDocument]) {
        lock(&self.exposed).extend(documents.iter().map(|document| Exposure {
            place: document.place.as_str().to_owned(),
            confidential: document.confidential,
            sensitive: document.site == SiteClass::Sensitive,
        }));
    }
}

/// Ends a run in good order; one that waits for the person is stopped.
fn end(run: &RunId, at_work: &AtWork, hands: &dyn Hands) {
    if at_work.waits() {
        hands.stop(run);
    } else {
        at_work.finish();
    }
}

fn not_permitted() -> Refusal {
    Refusal::new("E_INTERNAL", "what was permitted is not what would leave")
}

fn switched_off(place: &Place) -> Refusal {
    let sentence = format!("{} is switched off for this agent", place.as_str());
    Refusal::new("P_DENY_AGENT_SITE", sentence)
}
