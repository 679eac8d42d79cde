//! Other agents that borrow Laika: each is an origin of its own, tells us what to do as a program's word (S1), and is told
//! nothing that the person did not let it know (S9).

mod board;
mod known;
mod session;
mod wire;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

pub use board::{AgentAsk, AgentReply, AskedFor, Board};
pub use known::{AgentName, Known, KnownAgents, Share};
pub use session::Hands;
pub(crate) use session::Session;
pub(crate) use wire::Runs;
pub use wire::{Note, Reply};

use crate::working::Audience;

/// What all agents share.
#[derive(Clone)]
pub(crate) struct Agents {
    pub(crate) known: KnownAgents,
    pub(crate) board: Board,
    pub(crate) runs: Runs,
}

impl Agents {
    /// Those of Laika's folder; what waits for the person is told to `audience`, and waits so long.
    pub(crate) fn new(home: &Path, runs: Runs, audience: Arc<dyn Audience>, patience: Duration) -> Self {
        Self { known: KnownAgents::of(home), board: Board::new(audience, patience), runs }
    }
}
