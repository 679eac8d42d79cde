//! What all runs share: one isolated browser with its way out, started when it is first needed, and planners.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use laika_browser::Profile;
use laika_net::HostCount;
use laika_policy::config::{DEFAULT_ASK_TIMEOUT_S, OriginRules};
use laika_protocol::ids::RunId;
use laika_protocol::limits::Limits;
use tokio::sync::Mutex;

use super::order::Order;
use super::planner::Planner;
use crate::browsing::{Browsing, BrowsingError};

/// Makes the planner of a run.
pub type MakePlanner = Arc<dyn Fn(&RunId, &Order) -> Box<dyn Planner> + Send + Sync>;

/// Told where the pages of a run connected to, when they are closed.
pub type Witness = Arc<dyn Fn(&RunId, Vec<HostCount>) + Send + Sync>;

/// What the settings say to all runs.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// The bounds of the table.
    pub limits: Limits,
    /// Where runs may go at all.
    pub origins: OriginRules,
    /// How long an ask waits for its answer.
    pub ask_timeout: Duration,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            origins: OriginRules::default(),
            ask_timeout: Duration::from_secs(DEFAULT_ASK_TIMEOUT_S),
        }
    }
}

/// What all runs share.
pub struct Workshop {
    /// This program, which is also the process of the network.
    program: PathBuf,
    planners: MakePlanner,
    witness: Option<Witness>,
    bounds: Bounds,
    browsing: Mutex<Option<Arc<Browsing>>>,
}

impl Workshop {
    /// A workshop of this program, with these planners.
    #[must_use]
    pub fn new(program: PathBuf, planners: MakePlanner) -> Self {
        Self { program, planners, witness: None, bounds: Bounds::default(), browsing: Mutex::new(None) }
    }

    /// The same, with somebody who is told where pages connected to.
    #[must_use]
    pub fn witnessed_by(mut self, witness: Witness) -> Self {
        self.witness = Some(witness);
        self
    }

    /// The same within what the settings say.
    #[must_use]
    pub fn within(mut self, bounds: Bounds) -> Self {
        self.bounds = bounds;
        self
    }

    pub(super) const fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    pub(super) fn witness(&self) -> Option<&Witness> {
        self.witness.as_ref()
    }

    pub(super) fn planner(&self, run: &RunId, order: &Order) -> Box<dyn Planner> {
        (self.planners)(run, order)
    }

    /// The browser; another one, where the last one is gone.
    pub(super) async fn browsing(&self) -> Result<Arc<Browsing>, BrowsingError> {
        let mut browsing = self.browsing.lock().await;
        if let Some(running) = browsing.as_ref().filter(|running| running.is_alive()) {
            return Ok(Arc::clone(running));
        }
        let started = Arc::new(Browsing::start(&self.program, Profile::Ephemeral).await?);
        *browsing = Some(Arc::clone(&started));
        Ok(started)
    }

    /// Ends the browser.
    pub async fn end(&self) {
        if let Some(browsing) = self.browsing.lock().await.take().and_then(Arc::into_inner) {
            browsing.end().await;
        }
    }
}
