//! What waits for the person's word about an agent: to open a place for it, or to tell it exactly this.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use laika_policy::Place;
use laika_protocol::canonical;
use laika_protocol::ids::{Sha256, Uuid};
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

use super::known::AgentName;
use crate::serving::Refusal;
use crate::working::{Audience, News, fresh_uuid};

/// More questions of agents do not wait at once.
const MOST_WAITING: usize = 16;

/// A question about an agent, which only a person answers (S1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AgentAsk {
    /// Its name.
    pub id: Uuid,
    /// What an answer is bound to: all that is shown.
    pub digest: Sha256,
    /// Who asks.
    pub agent: AgentName,
    /// What for.
    pub what: AskedFor,
}

/// What an agent wants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum AskedFor {
    /// A page to be opened for it, and to be told what stands there.
    Open {
        /// The site.
        place: Place,
        /// The page.
        url: String,
    },
    /// To be told what was read at these places.
    Know {
        /// The places.
        places: Vec<Place>,
    },
    /// To be told exactly this.
    Hear {
        /// What it was made from.
        places: Vec<Place>,
        /// The text, as it would leave.
        text: String,
    },
}

/// What the person says to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AgentReply {
    /// No.
    No,
    /// Yes, until it leaves.
    Session,
    /// Yes, and everything that it is told is shown first.
    Preview,
    /// Yes, also the next time.
    Always,
}

/// The questions that wait.
#[derive(Clone)]
pub struct Board {
    waiting: Arc<Mutex<BTreeMap<Uuid, Waiting>>>,
    audience: Arc<dyn Audience>,
    patience: Duration,
}

struct Waiting {
    ask: AgentAsk,
    reply: oneshot::Sender<AgentReply>,
}

/// Takes a question back when nobody waits for its answer any more.
struct Withdraw<'a>(&'a Board, Uuid);

impl Drop for Withdraw<'_> {
    fn drop(&mut self) {
        self.0.lock().remove(&self.1);
        self.0.audience.state(None, News::AgentAnswered { id: self.1.clone() });
    }
}

impl Board {
    /// A board whose questions are told to `audience`, and wait so long.
    #[must_use]
    pub fn new(audience: Arc<dyn Audience>, patience: Duration) -> Self {
        Self { waiting: Arc::default(), audience, patience }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<Uuid, Waiting>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks, and waits. Silence is a no.
    ///
    /// # Errors
    /// When too much waits already, or nobody answers.
    pub(super) async fn ask(&self, agent: &AgentName, what: AskedFor) -> Result<AgentReply, Refusal> {
        let id = fresh_uuid()?;
        let digest = canonical::digest(&(agent, &what))
            .map_err(|error| Refusal::new("E_INTERNAL", error.to_string()))?;
        let ask = AgentAsk { id: id.clone(), digest, agent: agent.clone(), what };
        let (reply, answered) = oneshot::channel();
        {
            let mut waiting = self.lock();
            if waiting.len() >= MOST_WAITING {
                return Err(Refusal::new("E_BUSY", "too many questions wait for the person already"));
            }
            waiting.insert(id.clone(), Waiting { ask: ask.clone(), reply });
        }
        let _withdraw = Withdraw(self, id);
        self.audience.state(None, News::AgentAsk(Box::new(ask)));
        match tokio::time::timeout(self.patience, answered).await {
            Ok(Ok(reply)) => Ok(reply),
            Ok(Err(_)) | Err(_) => Err(Refusal::new(
                "E_APPROVAL_EXPIRED",
                "nobody answered in time; `laika approvals` at a terminal shows what waits",
            )),
        }
    }

    /// Everything that waits.
    pub(crate) fn waiting(&self) -> Vec<AgentAsk> {
        self.lock().values().map(|waiting| waiting.ask.clone()).collect()
    }

    /// Who asked what.
    pub(crate) fn find(&self, id: &Uuid) -> Option<AgentAsk> {
        self.lock().get(id).map(|waiting| waiting.ask.clone())
    }

    /// Hands in a person's answer to exactly what was shown.
    ///
    /// # Errors
    /// When it does not wait any more, or is not what was shown.
    pub(crate) fn answer(&self, id: &Uuid, digest: &Sha256, reply: AgentReply) -> Result<(), Refusal> {
        let mut waiting = self.lock();
        let gone = || Refusal::new("E_NO_ASK", "nobody waits for this answer any more");
        if waiting.get(id).ok_or_else(gone)?.ask.digest != *digest {
            return Err(Refusal::new("E_SHOWN_CHANGED", "this is not what was shown; look at it again"));
        }
        if let Some(waiting) = waiting.remove(id) {
            // Whoever asked may be gone.
            let _ = waiting.reply.send(reply);
        }
        Ok(())
    }
}
