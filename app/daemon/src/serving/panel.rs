//! What the panel in the person's browser asks beside what every client may.

use std::sync::PoisonError;

use laika_policy::{GrantId, SiteClass};
use laika_protocol::ids::{Origin, ProfileId, RunId, Timestamp};
use laika_protocol::wire::{RunStatus, SiteMode};
use laika_store::{Reader, RunFilter};
use serde_json::Value;

use super::attend::Connection;
use super::error::Refusal;
use super::message::{ActiveGrant, Ask, Choice, PastRun, SiteStanding, Told};
use super::remembered::{KeptGoal, goal_of};
use super::server::reader;
use crate::now_ms;
use crate::sites;
use crate::working::{Audience as _, News, Order, Where};

/// Runs of the past that are listed.
const MOST_PAST: u32 = 20;

impl Connection<'_> {
    pub(super) fn panel(&self, id: u64, ask: Ask) -> Result<Vec<Told>, Refusal> {
        let done = |run: RunId| Ok(vec![Told::Done { id, runs: vec![run] }]);
        #[expect(clippy::wildcard_enum_match_arm, reason = "all others are every client's")]
        match ask {
            Ask::Authorise { run, digest } => {
                self.needs_person("authorise a run")?;
                self.with(|service| Ok(service.authorise(&run, &digest)?))?;
                done(run)
            }
            Ask::Decline { run } => {
                let run = self.known(run)?;
                self.with(|service| {
                    service.stop(&run);
                    Ok(())
                })?;
                done(run)
            }
            Ask::Pause { run } => {
                let run = self.known(run)?;
                self.with(|service| {
                    service.pause(&run);
                    Ok(())
                })?;
                done(run)
            }
            Ask::Revoke { run, grant } => {
                let run = self.known(run)?;
                self.with(|service| {
                    service.revoke(&run, GrantId(grant));
                    Ok(())
                })?;
                done(run)
            }
            Ask::Reattach { run, tab_id } => {
                self.needs_person("choose the tab of a run")?;
                self.reattach(&run, tab_id)?;
                done(run)
            }
            Ask::Continue { run } => {
                self.needs_person("go on in their own browser")?;
                done(self.go_on_in_own_browser(&run)?)
            }
            Ask::Gesture { run, nonce, .. } => {
                self.needs_person("do this")?;
                self.with(|service| Ok(service.gesture(&run, &nonce)?))?;
                done(run)
            }
            Ask::Disconnect { origin } => Ok(vec![Told::Done { id, runs: self.disconnect(&origin)? }]),
            Ask::SiteMode { origin, mode } => {
                self.needs_person("say how much may be done on a site")?;
                self.shared.modes.lock().unwrap_or_else(PoisonError::into_inner).insert(origin, mode);
                Ok(vec![Told::Done { id, runs: Vec::new() }])
            }
            Ask::Site { origin } => {
                let profile = self.extension.as_ref().map(|extension| extension.bridge.profile().clone());
                let history = past(&reader(&self.shared.folder)?, profile, &origin)?;
                Ok(vec![Told::Site { id, site: self.site(origin)?, history }])
            }
            Ask::Grants {} => Ok(vec![Told::Grants { id, grants: self.grants()? }]),
            Ask::Preview { run } => {
                _ = self.known(run)?;
                let text = "The model of this run is on this machine. Nothing of the page leaves it; \
                    `laika runs show RUN` lists what a model elsewhere was sent, if one was ever used.";
                Ok(vec![Told::Preview { id, text: text.to_owned() }])
            }
            _ => Err(Refusal::new("E_MESSAGE", "this is nothing that a panel asks")),
        }
    }

    /// The runs that work on a site in the person's browser.
    fn working_on(&self, origin: &Origin) -> Vec<RunId> {
        let runs = self.shared.hub.runs().into_iter().filter(|run| self.owns(&run.run_id));
        runs.filter(|run| run.attached_target.as_ref().is_some_and(|at| at.origin == *origin))
            .map(|run| run.run_id)
            .collect()
    }

    fn disconnect(&self, origin: &Origin) -> Result<Vec<RunId>, Refusal> {
        let runs = self.working_on(origin);
        self.with(|service| {
            runs.iter().for_each(|run| service.stop(run));
            Ok(())
        })?;
        self.shared.modes.lock().unwrap_or_else(PoisonError::into_inner).remove(origin);
        Ok(runs)
    }

    /// Goes on in another tab of the same browser. The page is looked at afresh, and what was authorised is asked again.
    fn reattach(&self, run: &RunId, tab_id: u32) -> Result<(), Refusal> {
        let order = self.with(|service| Ok(service.order(run)))?;
        let Some(order) = order else {
            return Err(Refusal::new("E_NO_RUN", format!("there is no run {run} to go on with")));
        };
        let Where::Mine { profile, .. } = order.surface.clone() else {
            return Err(Refusal::new("E_NO_TAB", "this run does not work in your browser"));
        };
        if self.extension.as_ref().map(|extension| extension.bridge.profile()) != profile.as_ref() {
            return Err(Refusal::new("E_PROFILE", "this run belongs to another profile of your browser"));
        }
        let order = Order { surface: Where::Mine { tab_id: Some(tab_id), profile }, ..order };
        let waits = self.shared.hub.status(run) == Some(RunStatus::Authorizing);
        if let Some(news) = News::authorise(run, &order).filter(|_| waits) {
            self.shared.hub.tell(run, news);
        }
        self.with(|service| {
            service.remember(run, order);
            // One that waits to be authorised goes on with that.
            if waits { Ok(()) } else { Ok(service.resume(run, None)?) }
        })
    }

    /// Goes on with the page at which a run in Laika's own browser waits. It is another run, of the profile of this panel:
    /// it has the person's words and the address, and nothing that was read before (SURF-008). It acts after it was
    /// authorised, and begins with a look of its own.
    fn go_on_in_own_browser(&self, run: &RunId) -> Result<RunId, Refusal> {
        let Some(extension) = &self.extension else {
            return Err(Refusal::new(
                "E_NOT_THE_EXTENSION",
                "only the panel in your own browser can do this",
            ));
        };
        let order = self.with(|service| Ok(service.order(run)))?;
        let (Some(order), Some(url)) = (order, self.shared.hub.offered_page(run)) else {
            return Err(Refusal::new("E_NO_RUN", format!("{run} does not wait for your own browser")));
        };
        let profile = Some(extension.bridge.profile().clone());
        let surface = Where::Mine { tab_id: None, profile };
        let order = Order { urls: vec![url], surface, headed: false, ..order };
        let begun = self.begin(order, &Choice::default(), None)?;
        self.with(|service| {
            service.hand_over(run, &begun);
            Ok(())
        })?;
        Ok(begun)
    }

    fn site(&self, origin: Origin) -> Result<SiteStanding, Refusal> {
        let modes = self.shared.modes.lock().unwrap_or_else(PoisonError::into_inner);
        let mode = modes.get(&origin).copied().unwrap_or(SiteMode::Observe);
        let rule = sites::of_site(Some(&self.shared.folder), &origin);
        let sensitive = rule.class(&origin) == SiteClass::Sensitive;
        let mode = rule.mode.map_or(mode, |most| most.min(mode));
        Ok(SiteStanding { mode, connected: !self.working_on(&origin).is_empty(), sensitive, origin })
    }

    /// What may still be done without being asked again, by the runs that are not over.
    fn grants(&self) -> Result<Vec<ActiveGrant>, Refusal> {
        let (reader, now) = (reader(&self.shared.folder)?, now_ms());
        let mut grants = Vec::new();
        for run in self.shared.hub.runs().into_iter().filter(|run| self.owns(&run.run_id)) {
            for grant in reader.grants(&run.run_id)? {
                if grant.ended.is_some() || grant.expires_at_ms <= now {
                    continue;
                }
                let scope: Value = serde_json::from_str(&grant.scope_json).unwrap_or_default();
                grants.push(ActiveGrant {
                    id: grant.id,
                    run: grant.run,
                    what: scope["row"]
                        .as_str()
                        .or_else(|| scope["kind"].as_str())
                        .unwrap_or("this")
                        .to_owned(),
                    uses: grant.uses,
                    minutes: (grant.expires_at_ms - now).div_ceil(60_000),
                    origin: scope["origin"].as_str().and_then(|origin| Origin::parse(origin).ok()),
                });
            }
        }
        Ok(grants)
    }
}

/// What was done on a site before by this profile, the latest first.
fn past(reader: &Reader, profile: Option<ProfileId>, origin: &Origin) -> Result<Vec<PastRun>, Refusal> {
    let filter =
        RunFilter { profile, site: Some(origin.clone()), limit: Some(MOST_PAST), ..RunFilter::default() };
    let mut past = Vec::new();
    for run in reader.runs(&filter)? {
        // One whose words are gone cannot be done again.
        let KeptGoal::Said(goal) = goal_of(reader, &run.row.run)? else { continue };
        past.push(PastRun {
            goal,
            status: run.row.status,
            at: Timestamp::from_epoch_ms(run.updated_at_ms).to_string(),
            run: run.row.run,
        });
    }
    Ok(past)
}
