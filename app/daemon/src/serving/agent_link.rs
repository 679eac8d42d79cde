//! The other end for an agent: several calls at once, each with what it waits for, until the server or the agent is gone.

use std::collections::HashMap;
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use tokio::sync::{mpsc, oneshot};

use super::client::{knock, send, told};
use super::error::{Refusal, ServeError};
use super::lines::Lines;
use super::message::{Ask, Request, Told};
use crate::agents::AgentName;

type Waiting = Arc<Mutex<HashMap<u64, Open>>>;

struct Open {
    reply: oneshot::Sender<Result<String, Refusal>>,
    notes: Option<mpsc::UnboundedSender<String>>,
}

/// A connection that speaks for an agent.
pub struct AgentLink {
    stream: UnixStream,
    /// Lines are written one at a time.
    writing: Mutex<()>,
    last: AtomicU64,
    waiting: Waiting,
    gone: Arc<AtomicBool>,
}

/// Something that was asked for. Dropped before its answer came, it is taken back.
pub struct Asked {
    link: Arc<AgentLink>,
    id: u64,
    reply: oneshot::Receiver<Result<String, Refusal>>,
    over: bool,
}

fn gone() -> Refusal {
    Refusal::new("E_GONE", "the Laika that was at work is gone")
}

fn lock(waiting: &Waiting) -> MutexGuard<'_, HashMap<u64, Open>> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner)
}

impl AgentLink {
    /// Connects to the server of this folder as this agent; nothing where nobody serves it. `behind` is the process that
    /// speaks through this one, if one does.
    ///
    /// # Errors
    /// When the socket is not ours, another version answers, or the agent is not let in.
    pub fn connect(
        folder: &Path,
        name: AgentName,
        project: Option<PathBuf>,
        behind: Option<i32>,
    ) -> Result<Option<Arc<Self>>, ServeError> {
        let Some((stream, mut lines, _)) = knock(folder)? else { return Ok(None) };
        send(&stream, &Request { id: 1, key: None, ask: Ask::Agent { name, project, behind } })?;
        match told(lines.next()) {
            Some(Told::Done { .. }) => {}
            Some(Told::Error { code, sentence, .. }) => return Err(Refusal { code, sentence }.into()),
            Some(_) | None => return Err(ServeError::Gone("it did not let this agent in".into())),
        }
        let (waiting, gone) = (Waiting::default(), Arc::new(AtomicBool::new(false)));
        let link = Self {
            stream,
            writing: Mutex::default(),
            last: AtomicU64::new(1),
            waiting: Arc::clone(&waiting),
            gone: Arc::clone(&gone),
        };
        thread::Builder::new()
            .name("listener".into())
            .spawn(move || {
                listen(&mut lines, &waiting);
                gone.store(true, Ordering::Relaxed);
                lock(&waiting).clear();
            })
            .map_err(|error| ServeError::Gone(error.to_string()))?;
        Ok(Some(Arc::new(link)))
    }

    /// Whether the server is gone.
    #[must_use]
    pub fn is_gone(&self) -> bool {
        self.gone.load(Ordering::Relaxed)
    }

    fn say(&self, id: u64, ask: Ask) -> Result<(), ServeError> {
        let _one_at_a_time = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        send(&self.stream, &Request { id, key: None, ask })
    }

    /// Asks for something; what it waits for goes to `notes`.
    ///
    /// # Errors
    /// When the server is gone.
    pub fn ask(
        self: &Arc<Self>,
        ask: Ask,
        notes: Option<mpsc::UnboundedSender<String>>,
    ) -> Result<Asked, Refusal> {
        let id = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        let (reply, receiver) = oneshot::channel();
        lock(&self.waiting).insert(id, Open { reply, notes });
        if let Err(error) = self.say(id, ask) {
            lock(&self.waiting).remove(&id);
            return Err(match error {
                ServeError::Refused(refusal) => refusal,
                ServeError::Running { .. }
                | ServeError::Socket { .. }
                | ServeError::Harden(_)
                | ServeError::Daemon(_)
                | ServeError::Gone(_) => gone(),
            });
        }
        Ok(Asked { link: Arc::clone(self), id, reply: receiver, over: false })
    }
}

impl Asked {
    /// The answer.
    ///
    /// # Errors
    /// Why there is none.
    pub async fn answer(mut self) -> Result<String, Refusal> {
        let answer = (&mut self.reply).await;
        self.over = true;
        answer.unwrap_or_else(|_| Err(gone()))
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        if !self.over && lock(&self.link.waiting).remove(&self.id).is_some() {
            let id = self.link.last.fetch_add(1, Ordering::Relaxed) + 1;
            // A server that is gone has dropped it already.
            let _ = self.link.say(id, Ask::AgentCancel { call: self.id });
        }
    }
}

impl Drop for AgentLink {
    fn drop(&mut self) {
        // Ends the thread that listens, too.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

fn listen(lines: &mut Lines<UnixStream>, waiting: &Waiting) {
    while let Some(told) = told(lines.next()) {
        #[expect(clippy::wildcard_enum_match_arm, reason = "an agent is told nothing else")]
        let (id, answer) = match told {
            Told::AgentTold { id, text } => (id, Ok(text)),
            Told::Error { id: Some(id), code, sentence } => (id, Err(Refusal { code, sentence })),
            Told::AgentNote { id, what } => {
                if let Some(notes) = lock(waiting).get(&id).and_then(|open| open.notes.as_ref()) {
                    // Whoever does not listen is not told.
                    let _ = notes.send(what);
                }
                continue;
            }
            _ => continue,
        };
        if let Some(open) = lock(waiting).remove(&id) {
            // Whoever asked may have given up.
            let _ = open.reply.send(answer);
        }
    }
}
