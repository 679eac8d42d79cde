//! A person who says yes to everything the gate asks: what is measured is what happens after a yes.

use anyhow::{Result, anyhow, bail};
use laika_browser::{Isolated, Pages, Performed, Surface, Tab};
use laika_daemon::now_ms;
use laika_daemon::working::calling;
use laika_policy::{Call, Evidence, Facts, GrantId, Grants, OriginSets, Permit, Policy, SiteClass, Verdict};
use laika_protocol::ToolError;
use laika_protocol::ids::{HandleId, RunId};
use laika_protocol::wire::{AppState, SiteMode};
use serde_json::{Value, json};

const POLICY: &str = include_str!("../../../../policy/default.json");

/// The person, with the policy they use and the run they started.
pub struct Person {
    policy: Policy,
    grants: Grants,
    evidence: Evidence,
    /// The run they started.
    pub run: RunId,
    /// Which browser they work in.
    place: laika_policy::Surface,
    yeses: u32,
}

impl Person {
    /// A person whose words hold everything that is typed, as a goal would.
    pub fn saying(words: &str) -> Result<Self> {
        let policy =
            Policy::read(POLICY).map_err(|defects| anyhow!("the policy has {} defects", defects.len()))?;
        let evidence = Evidence::of_words(&policy, [words]);
        Ok(Self {
            policy,
            grants: Grants::default(),
            evidence,
            run: RunId::parse("bench")?,
            place: laika_policy::Surface::Isolated,
            yeses: 0,
        })
    }

    /// The same in their own browser.
    #[must_use]
    pub fn at_home(self) -> Self {
        Self { place: laika_policy::Surface::MyBrowser, ..self }
    }

    /// A call on the page of a tab, with what the page says of its element now.
    pub async fn call(&self, tab: &impl Pages, name: &str, arguments: Value) -> Result<Call, ToolError> {
        let arguments = arguments.as_object().cloned().unwrap_or_default();
        calling::resolved(tab, name, arguments).await
    }

    /// Asks the gate, says yes where it asks, and hands out the permit.
    pub fn permit(&mut self, call: &Call, origins: &OriginSets) -> Result<Permit> {
        for _ in 0..2 {
            let facts = Facts {
                run: self.run.clone(),
                profile: call.context.as_ref().and_then(|context| context.profile_id.clone()),
                app: AppState::Online,
                surface: self.place,
                mode: SiteMode::Assist,
                site: SiteClass::Low,
                site_override: false,
                logged_in: false,
                restricted: false,
                document: call.context.clone(),
                gesture: true,
                private: false,
                quarantined: false,
                budget_spent: false,
                own_ports: &[],
                search_engine: None,
                origins,
                settings: laika_policy::config::OriginRules::anywhere(),
                resting: false,
                evidence: &self.evidence,
                done: &[],
            };
            match self.policy.decide(call, &facts, &self.grants, now_ms()) {
                Verdict::Allow(permit) => {
                    self.grants.spend(&permit);
                    return Ok(permit);
                }
                Verdict::Deny(denial) => bail!("the gate denies it: {}", denial.explanation.reason.code()),
                Verdict::Ask(_) => {
                    self.yeses += 1;
                    let id = GrantId(format!("yes-{}", self.yeses));
                    self.grants.approve(id, [call.digest()?], now_ms())?;
                }
            }
        }
        bail!("the gate asks again after a yes")
    }

    /// Decides, says yes, and performs, in whatever browser.
    pub async fn act_in(
        &mut self,
        surface: &impl Surface,
        origins: &OriginSets,
        tab: &impl Pages,
        name: &str,
        arguments: Value,
    ) -> Result<Result<Performed, ToolError>> {
        let call = match self.call(tab, name, arguments).await {
            Ok(call) => call,
            Err(error) => return Ok(Err(error)),
        };
        let permit = self.permit(&call, origins)?;
        Ok(surface.act(&self.run, permit).await)
    }

    /// Decides, says yes, and performs.
    pub async fn act(
        &mut self,
        surface: &Isolated,
        tab: &Tab,
        name: &str,
        arguments: Value,
    ) -> Result<Result<Performed, ToolError>> {
        let origins = surface.rules().get().origins;
        self.act_in(surface, &origins, tab, name, arguments).await
    }

    /// A click on a handle.
    pub async fn click(
        &mut self,
        surface: &Isolated,
        tab: &Tab,
        handle: &HandleId,
    ) -> Result<Result<Performed, ToolError>> {
        self.act(surface, tab, "browser.click", json!({ "handleId": handle })).await
    }
}
