//! Another agent at the other end of a connection: what it may ask, who may answer for it, and what of Laika's own it reads.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use laika_protocol::ids::{RunId, Sha256, Uuid};
use laika_store::RunFilter;
use serde_json::{Map, Value, json};
use tokio::sync::oneshot;

use super::attend::{Connection, MOST_AT_WORK};
use super::error::Refusal;
use super::hub::Hub;
use super::message::{Ask, Kept, Told};
use super::peer::{Peer, Tree};
use super::server::{Shared, reader};
use crate::agents::{AgentName, AgentReply, Hands, Runs, Session, Share};
use crate::collecting::Captures;
use crate::working::{Audience, News, Order};

/// More calls of one agent are not at work at once.
const MOST_CALLS: usize = 4;
/// So many runs of all agents are not over at once.
const MOST_LENT: usize = 8;
/// So many runs or files are listed.
const MOST_LISTED: u32 = 50;

/// Tells the person everything, and agents and captures what concerns their runs.
pub(super) struct Loud {
    pub(super) hub: Arc<Hub>,
    pub(super) runs: Runs,
    pub(super) captures: Captures,
}

impl Audience for Loud {
    fn tell(&self, run: &RunId, news: News) {
        self.state(Some(run), news);
    }

    fn state(&self, run: Option<&RunId>, news: News) {
        if let Some(run) = run {
            self.runs.hear(run, &news);
            self.captures.hear(run, &news);
        }
        self.hub.state(run, news);
    }
}

pub(super) fn not_an_agent() -> Refusal {
    Refusal::new("E_NOT_AN_AGENT", "only another agent says this, after it said who it is")
}

/// An agent that was let in.
pub(super) struct Agent {
    session: Arc<Session>,
    /// The processes that cannot say yes to it.
    tree: Tree,
    /// The calls at work, each with what takes it back.
    calls: Arc<Mutex<BTreeMap<u64, oneshot::Sender<()>>>>,
}

impl Agent {
    pub(super) fn leave(&self, shared: &Shared) {
        // Calls at work are taken back, and with them their runs.
        self.calls().clear();
        self.session.leave(&Service { shared, tree: &Tree::default() });
    }

    fn calls(&self) -> MutexGuard<'_, BTreeMap<u64, oneshot::Sender<()>>> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Connection<'_> {
    /// Lets an agent in under its name.
    pub(super) fn let_in(
        &mut self,
        id: u64,
        name: AgentName,
        project: Option<PathBuf>,
        behind: Option<i32>,
    ) -> Result<Vec<Told>, Refusal> {
        if self.agent.is_some() || self.extension.is_some() {
            return Err(Refusal::new("E_HELLO", "who this is was said already"));
        }
        let session = Session::new(name.clone(), self.shared.agents.clone(), project)?;
        let tree = match behind {
            Some(pid) => self.peer.tree().and(Peer::of(Some(pid)).tree()),
            None => self.peer.tree(),
        };
        self.shared.agent_came(self.number, name, tree.clone());
        self.agent = Some(Agent { session, tree, calls: Arc::default() });
        Ok(vec![Told::Done { id, runs: Vec::new() }])
    }

    /// An agent calls tools, takes a call back, and reads what is open to it. It asks for nothing else here: it neither
    /// watches nor answers nor resumes.
    pub(super) fn agent_asks(&self, id: u64, ask: Ask) -> Result<Vec<Told>, Refusal> {
        let Some(agent) = &self.agent else { return Err(not_an_agent()) };
        #[expect(clippy::wildcard_enum_match_arm, reason = "whatever else there is, is not for agents")]
        match ask {
            Ask::AgentCall { tool, arguments } => self.agent_calls(agent, id, tool, arguments),
            Ask::AgentCancel { call } => {
                // A call that is over cannot be taken back.
                agent.calls().remove(&call);
                Ok(vec![Told::Done { id, runs: Vec::new() }])
            }
            Ask::AgentRead { what } => {
                let text = read(self.shared, &agent.session, &what)?;
                Ok(vec![Told::AgentTold { id, text }])
            }
            Ask::Status {} => {
                let text = json!({ "app": self.shared.hub.app(), "agent": agent.session.name() }).to_string();
                Ok(vec![Told::AgentTold { id, text }])
            }
            _ => Err(Refusal::new("E_AGENT_MAY_NOT", "an agent calls tools; this is for the person alone")),
        }
    }

    fn agent_calls(
        &self,
        agent: &Agent,
        id: u64,
        tool: String,
        arguments: Map<String, Value>,
    ) -> Result<Vec<Told>, Refusal> {
        let (cancel, cancelled) = oneshot::channel();
        {
            let mut calls = agent.calls();
            if calls.len() >= MOST_CALLS || calls.contains_key(&id) {
                return Err(Refusal::new(
                    "E_BUSY",
                    format!("{MOST_CALLS} calls of this agent are at work already"),
                ));
            }
            calls.insert(id, cancel);
        }
        let (session, calls) = (Arc::clone(&agent.session), Arc::clone(&agent.calls));
        let (shared, queue, tree) = (Arc::clone(self.shared), self.queue.clone(), agent.tree.clone());
        let spawned = thread::Builder::new().name("agent".into()).spawn(move || {
            let hands = Service { shared: &shared, tree: &tree };
            let notes = queue.clone();
            // Whoever waited may have left.
            let note = Box::new(move |what| _ = notes.try_send(Told::AgentNote { id, what }));
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            let reply = match runtime {
                Ok(runtime) => runtime.block_on(async {
                    tokio::select! {
                        reply = session.call(&tool, arguments, note, &hands) => reply,
                        _ = cancelled => {
                            session.runs().iter().for_each(|run| hands.stop(run));
                            Err(Refusal::new("E_CANCELLED", "the call was taken back; its run is stopped"))
                        }
                    }
                }),
                Err(error) => Err(Refusal::new("E_INTERNAL", error.to_string())),
            };
            calls.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
            // Whoever waited may have left.
            let _ = queue.send(match reply {
                Ok(text) => Told::AgentTold { id, text },
                Err(Refusal { code, sentence }) => Told::Error { id: Some(id), code, sentence },
            });
        });
        spawned.map_err(|error| Refusal::new("E_INTERNAL", error.to_string()))?;
        Ok(Vec::new())
    }

    /// What agents wait for, for a person who comes later.
    pub(super) fn asked_by_agents(&self) -> Vec<Told> {
        let asks = self.shared.agents.board.waiting().into_iter();
        asks.map(|ask| Told::News { run: None, event: None, news: Box::new(News::AgentAsk(Box::new(ask))) })
            .collect()
    }

    /// A person says what an agent may know.
    pub(super) fn reply_about_agent(
        &self,
        ask: &Uuid,
        digest: &Sha256,
        reply: AgentReply,
    ) -> Result<(), Refusal> {
        self.needs_person("say what an agent may know")?;
        let board = &self.shared.agents.board;
        if let Some(asked) = board.find(ask) {
            self.needs_distance_from(&asked.agent)?;
        }
        board.answer(ask, digest, reply)
    }

    /// Whoever asks for something, and what it started, cannot say yes to it (S1).
    pub(super) fn needs_distance(&self, run: &RunId) -> Result<(), Refusal> {
        let asking = self.shared.asking.lock().unwrap_or_else(PoisonError::into_inner);
        match asking.get(run) {
            Some(tree) if !self.peer.is_apart(tree) => Err(too_close()),
            Some(_) | None => Ok(()),
        }
    }

    fn needs_distance_from(&self, agent: &AgentName) -> Result<(), Refusal> {
        if self.shared.trees_of(agent).iter().all(|tree| self.peer.is_apart(tree)) {
            return Ok(());
        }
        Err(too_close())
    }
}

fn too_close() -> Refusal {
    let sentence =
        "the program that asks, and what it started, cannot answer for you; answer in a terminal of your own";
    Refusal::new("E_SAME_TREE", sentence)
}

/// The loop, for one agent.
struct Service<'a> {
    shared: &'a Shared,
    tree: &'a Tree,
}

impl Hands for Service<'_> {
    fn begin(&self, order: Order, before: &dyn Fn(&RunId)) -> Result<RunId, Refusal> {
        // Some places are the person's, whatever agents do.
        let lent = &self.shared.agents.runs;
        if lent.at_work() >= MOST_LENT || self.shared.hub.at_work().len() >= MOST_AT_WORK {
            return Err(Refusal::new("E_BUSY", "too many runs are at work already"));
        }
        let service = self.shared.service();
        let ending = || Refusal::new("E_ENDING", "Laika is ending");
        Ok(service.as_ref().ok_or_else(ending)?.begin_after(order, |run| {
            let mut asking = self.shared.asking.lock().unwrap_or_else(PoisonError::into_inner);
            asking.retain(|run, _| lent.is_at_work(run));
            asking.insert(run.clone(), self.tree.clone());
            before(run);
        })?)
    }

    fn stop(&self, run: &RunId) {
        if let Some(service) = &*self.shared.service() {
            service.stop(run);
        }
    }
}

/// Something of Laika's own, where it is open to the agent. What was said and read there is not part of it.
fn read(shared: &Shared, session: &Session, what: &Kept) -> Result<String, Refusal> {
    let answer = match what {
        Kept::Runs {} => {
            session.opened(Share::Runs)?;
            let runs = reader(&shared.folder)?
                .runs(&RunFilter { limit: Some(MOST_LISTED), ..RunFilter::default() })?;
            let listed = runs.iter();
            json!({ "runs": listed.map(|run| json!({ "run": run.row.run, "status": run.row.status.as_str() })).collect::<Vec<_>>() })
        }
        Kept::Run { run } => {
            session.opened(Share::Runs)?;
            let none = || Refusal::new("E_NO_RUN", format!("there is no run {run}"));
            let row = reader(&shared.folder)?.run(run)?.ok_or_else(none)?;
            let events = reader(&shared.folder)?.records(run)?;
            let kinds: Vec<String> =
                events.iter().map(|(_, record)| record.kind().as_str().to_owned()).collect();
            json!({ "run": run, "status": row.row.status.as_str(), "events": kinds })
        }
        Kept::Artifacts {} => {
            session.opened(Share::Artifacts)?;
            let files = reader(&shared.folder)?.artifacts(None)?;
            let listed = files.iter().rev().take(usize::try_from(MOST_LISTED).unwrap_or(usize::MAX));
            json!({ "artifacts": listed.map(|file| json!({ "id": file.id, "type": file.media_type, "bytes": file.bytes })).collect::<Vec<_>>() })
        }
    };
    session.told(&answer)
}
