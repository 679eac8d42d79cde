//! What all runs share: one isolated browser with its way out, started when it is first needed, and planners.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use laika_browser::Profile;
use laika_browser::Rules;
use laika_browser::mine::{Connection, MyBrowser};
use laika_context::pack::Note;
use laika_net::HostCount;
use laika_policy::config::{DEFAULT_ASK_TIMEOUT_S, OriginRules, SearchEngine};
use laika_protocol::ToolError;
use laika_protocol::ids::{Origin, ProfileId, RunId};
use laika_protocol::limits::Limits;
use laika_protocol::wire::{SiteMode, TabSummary};
use laika_store::artifact::ArtifactFiles;
use laika_tools::toolbox::{Collections, Toolbox};
use tokio::sync::Mutex;

use super::gestures::Offers;
use super::order::{Order, Where};
use super::planner::Planner;
use crate::browsers::Browsers;
use crate::browsing::{Browsing, BrowsingError};
use crate::sites::{self, SiteRule};
use crate::tooling::{self, Means};

/// Makes the planner of a run.
pub type MakePlanner = Arc<dyn Fn(&RunId, &Order) -> Box<dyn Planner> + Send + Sync>;

/// Told where the pages of a run connected to, when they are closed.
pub type Witness = Arc<dyn Fn(&RunId, Vec<HostCount>) + Send + Sync>;

/// Looks up what the person wrote down about a site.
pub type Notes = Arc<dyn Fn(&Origin) -> Vec<Note> + Send + Sync>;

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
    search_engine: Option<SearchEngine>,
    artifacts: Option<ArtifactFiles>,
    notes: Option<Notes>,
    browsers: Option<Browsers>,
    offers: Offers,
    /// Laika's folder.
    home: Option<PathBuf>,
    means: Means,
    /// One without windows, and one with.
    browsing: Mutex<[Option<Arc<Browsing>>; 2]>,
}

impl Workshop {
    /// A workshop of this program, with these planners.
    #[must_use]
    pub fn new(program: PathBuf, planners: MakePlanner) -> Self {
        Self {
            means: Means::new(&program),
            program,
            planners,
            witness: None,
            bounds: Bounds::default(),
            search_engine: None,
            artifacts: None,
            notes: None,
            browsers: None,
            offers: Offers::default(),
            home: None,
            browsing: Mutex::default(),
        }
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

    /// The same, with where searches go.
    #[must_use]
    pub fn searching(mut self, engine: Option<SearchEngine>) -> Self {
        self.search_engine = engine;
        self
    }

    /// Where searches go, if that is set.
    #[must_use]
    pub const fn search_engine(&self) -> Option<&SearchEngine> {
        self.search_engine.as_ref()
    }

    /// The same, with a place for the files that pages give.
    #[must_use]
    pub fn keeping(mut self, files: Option<ArtifactFiles>) -> Self {
        self.artifacts = files;
        self
    }

    /// The same, with what the person wrote down about sites.
    #[must_use]
    pub fn noted(mut self, notes: Notes) -> Self {
        self.notes = Some(notes);
        self
    }

    /// The same, with Laika's folder: settings, and what projects held before they were changed.
    #[must_use]
    pub fn at_home(mut self, folder: Option<PathBuf>) -> Self {
        self.home = folder;
        self
    }

    /// The same, with whoever keeps collections.
    #[must_use]
    pub fn collected(mut self, collections: Arc<dyn Collections>) -> Self {
        self.means = self.means.collected(collections);
        self
    }

    /// The tools for work in a project.
    pub(super) fn toolbox(&self, project: Option<&Path>, private: bool) -> Result<Toolbox, ToolError> {
        tooling::toolbox(&self.means, self.home.as_deref(), project, private)
    }

    /// The same, with the person's own browsers.
    #[must_use]
    pub fn connected(mut self, browsers: Browsers) -> Self {
        self.browsers = Some(browsers);
        self
    }

    /// The person's own browsers.
    #[must_use]
    pub const fn browsers(&self) -> Option<&Browsers> {
        self.browsers.as_ref()
    }

    pub(crate) const fn offers(&self) -> &Offers {
        &self.offers
    }

    /// The way to the browser of a profile, if it is connected.
    pub(super) fn connection(&self, profile: &ProfileId, mode: SiteMode) -> Option<Connection> {
        self.browsers.as_ref()?.connection(profile, mode)
    }

    /// The other tabs of an order's site, where its own is known to be gone; none where it is there, or cannot be told.
    pub(super) async fn others(&self, order: &Order) -> Vec<TabSummary> {
        let Where::Mine { tab_id: Some(own), profile: Some(profile) } = &order.surface else {
            return Vec::new();
        };
        let origin = order.urls.first().and_then(|url| Origin::of_url(url));
        let (Some(origin), Some(connection)) = (origin, self.connection(profile, order.mode)) else {
            return Vec::new();
        };
        let tabs = MyBrowser::new(connection, Rules::default(), None).candidates(&origin).await;
        if tabs.iter().any(|tab| tab.tab_id == *own) { Vec::new() } else { tabs }
    }

    pub(super) fn notes(&self, site: &Origin) -> Vec<Note> {
        self.notes.as_ref().map(|notes| notes(site)).unwrap_or_default()
    }

    /// What the person says of a site.
    pub(super) fn site_rule(&self, site: &Origin) -> SiteRule {
        sites::of_site(self.home.as_deref(), site)
    }

    pub(super) const fn artifacts(&self) -> Option<&ArtifactFiles> {
        self.artifacts.as_ref()
    }

    pub(super) fn witness(&self) -> Option<&Witness> {
        self.witness.as_ref()
    }

    pub(super) fn planner(&self, run: &RunId, order: &Order) -> Box<dyn Planner> {
        (self.planners)(run, order)
    }

    /// The browser; another one, where the last one is gone.
    pub(crate) async fn browsing(&self, headed: bool) -> Result<Arc<Browsing>, BrowsingError> {
        let mut both = self.browsing.lock().await;
        let browsing = &mut both[usize::from(headed)];
        if let Some(running) = browsing.as_ref().filter(|running| running.is_alive()) {
            return Ok(Arc::clone(running));
        }
        let started = Arc::new(Browsing::start(&self.program, Profile::Ephemeral, headed).await?);
        *browsing = Some(Arc::clone(&started));
        Ok(started)
    }

    /// Ends the browser.
    pub async fn end(&self) {
        for browsing in self.browsing.lock().await.iter_mut().filter_map(Option::take) {
            if let Some(browsing) = Arc::into_inner(browsing) {
                browsing.end().await;
            }
        }
    }
}
