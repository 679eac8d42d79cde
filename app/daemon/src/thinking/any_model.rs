//! Whichever model the person uses: weights on this machine, a server on it, a server elsewhere, or none.

use std::path::Path;

use laika_model::catalogue::Connection;
use laika_model::remote::{Api, Remote, RemoteError, Spent};
use laika_model::{Cancel, Capabilities, Embedded, EmbeddedOptions, Files, ModelError, NoModel, Runner};
use laika_policy::cloud::CloudDocument;
use laika_protocol::model::{Ask, Weighing, Weights, Written};
use laika_protocol::run::Left;
use laika_protocol::secret::Secret;

use super::cloud::{Cloud, Egress, Leaving};
use super::wire::NetWire;

/// A model to be started.
#[derive(Clone, Debug)]
pub enum Chosen {
    /// No model is found.
    Nothing,
    /// Weights, in a process without network.
    Weights(Files),
    /// A model behind a server, with its key.
    Server(Connection, Option<Secret>),
}

/// Whichever model the person uses.
pub enum AnyModel {
    /// None: words and rules go on alone.
    Nothing(NoModel),
    /// Weights on this machine.
    Embedded(Embedded),
    /// A server on this machine: nothing leaves.
    Server(Remote<Box<dyn Api>, NetWire>),
    /// A server on another machine.
    Cloud(Cloud<NetWire>),
    /// Whoever stands in for weights on this machine, to see what they would be asked.
    StandIn(Box<dyn StandIn>),
}

/// Somebody who is asked in place of weights on this machine, with the very same questions, and answers at once.
pub trait StandIn: Send + Sync {
    /// What it can do: what the embedded engine can, so that nothing is asked otherwise.
    fn capabilities(&self) -> Capabilities {
        Capabilities::of_engine("stand-in".into(), 8192)
    }

    /// Writes a text.
    ///
    /// # Errors
    /// When there is no answer.
    fn write(&self, ask: &Ask) -> Result<Written, ModelError>;

    /// Weighs candidates.
    ///
    /// # Errors
    /// When there is no answer.
    fn weigh(&self, weighing: &Weighing) -> Result<Weights, ModelError>;

    /// Counts the tokens of texts.
    fn count(&self, texts: &[String]) -> Vec<u32>;
}

impl AnyModel {
    /// Starts it. `laika` is this program, which is also the process of the model and that of the network.
    ///
    /// # Errors
    /// When a process does not come up, or the server cannot be used like that.
    pub async fn start(laika: &Path, chosen: &Chosen, egress: Egress) -> Result<Self, ModelError> {
        let (connection, key) = match chosen {
            Chosen::Nothing => return Ok(Self::Nothing(NoModel)),
            Chosen::Weights(files) => {
                return Embedded::start(laika, files, EmbeddedOptions::default()).await.map(Self::Embedded);
            }
            Chosen::Server(connection, key) => (connection, key),
        };
        let base = connection.base()?;
        let started = NetWire::start(laika, &base).await;
        let wire = started.map_err(|error| RemoteError::Unreachable(error.to_string()))?;
        let remote = Remote::new(connection.api(key.clone())?, wire, connection.settings())?;
        Ok(if base.is_local() { Self::Server(remote) } else { Self::Cloud(Cloud::new(remote, egress)) })
    }

    /// What all calls of a server took together.
    #[must_use]
    pub fn spent(&self) -> Option<Spent> {
        match self {
            Self::Nothing(_) | Self::Embedded(_) | Self::StandIn(_) => None,
            Self::Server(remote) => Some(remote.spent()),
            Self::Cloud(cloud) => Some(cloud.spent()),
        }
    }

    /// Somebody is told what leaves for another machine, before it does.
    pub fn tell(&mut self, leaving: Leaving) {
        if let Self::Cloud(cloud) = self {
            cloud.tell(leaving);
        }
    }

    /// Says what was read, before anything of it can be in a prompt. Only a model elsewhere has to know.
    pub fn reads(&self, documents: &[CloudDocument]) {
        if let Self::Cloud(cloud) = self {
            cloud.reads(documents);
        }
    }

    /// What left for another machine, in order.
    #[must_use]
    pub fn left(&self) -> Vec<Left> {
        match self {
            Self::Nothing(_) | Self::Embedded(_) | Self::Server(_) | Self::StandIn(_) => Vec::new(),
            Self::Cloud(cloud) => cloud.left(),
        }
    }

    /// Whether the local guard saw something in an answer from elsewhere that should make every later step ask.
    #[must_use]
    pub fn is_suspicious(&self) -> bool {
        matches!(self, Self::Cloud(cloud) if cloud.is_suspicious())
    }
}

impl Runner for AnyModel {
    fn capabilities(&self) -> Capabilities {
        match self {
            Self::Nothing(none) => none.capabilities(),
            Self::Embedded(model) => model.capabilities(),
            Self::Server(remote) => remote.capabilities(),
            Self::Cloud(cloud) => cloud.capabilities(),
            Self::StandIn(one) => one.capabilities(),
        }
    }

    async fn write(&self, ask: &Ask, cancel: &Cancel) -> Result<Written, ModelError> {
        match self {
            Self::Nothing(none) => none.write(ask, cancel).await,
            Self::Embedded(model) => model.write(ask, cancel).await,
            Self::Server(remote) => remote.write(ask, cancel).await,
            Self::Cloud(cloud) => cloud.write(ask, cancel).await,
            Self::StandIn(one) => one.write(ask),
        }
    }

    async fn weigh(&self, weighing: &Weighing, cancel: &Cancel) -> Result<Weights, ModelError> {
        match self {
            Self::Nothing(none) => none.weigh(weighing, cancel).await,
            Self::Embedded(model) => model.weigh(weighing, cancel).await,
            Self::Server(remote) => remote.weigh(weighing, cancel).await,
            Self::Cloud(cloud) => cloud.weigh(weighing, cancel).await,
            Self::StandIn(one) => one.weigh(weighing),
        }
    }

    async fn count(&self, texts: &[String]) -> Result<Vec<u32>, ModelError> {
        match self {
            Self::Nothing(none) => none.count(texts).await,
            Self::Embedded(model) => model.count(texts).await,
            Self::Server(remote) => remote.count(texts).await,
            Self::Cloud(cloud) => cloud.count(texts).await,
            Self::StandIn(one) => Ok(one.count(texts)),
        }
    }
}
