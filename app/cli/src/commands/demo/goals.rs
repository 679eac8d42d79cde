//! The three goals of the demo, and what has to come of each.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};
use laika_daemon::now_ms;
use laika_daemon::working::{Agreed, Counted, Order};
use laika_policy::{GrantedForm, StandingGrant, Uses};
use laika_protocol::ids::Origin;
use laika_protocol::wire::SiteMode;
use serde::Deserialize;

const GOALS: &str = include_str!("../../../../../demo/goals.json");
const GRANT: &str = include_str!("../../../../../demo/grant.json");

#[derive(Deserialize)]
struct File {
    goals: Vec<Goal>,
}

/// A goal.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Goal {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) url: String,
    pub(super) goal: String,
    pub(super) mode: SiteMode,
    #[serde(default)]
    grant: Option<String>,
    pub(super) expect: Expect,
}

/// What has to come of it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Expect {
    pub(super) citations_at_least: usize,
    pub(super) cited_pages: Vec<String>,
    pub(super) answer_all_of: Vec<String>,
    pub(super) answer_any_of: AnyOf,
    pub(super) answer_none_of: Vec<String>,
    pub(super) visited_all_of: Vec<String>,
    pub(super) steps_at_most: Option<u32>,
    pub(super) submits: usize,
    pub(super) submitted: Option<Submitted>,
    pub(super) never_typed: Vec<String>,
    pub(super) injection_reported: bool,
}

/// Some of these.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct AnyOf {
    pub(super) at_least: usize,
    pub(super) of: Vec<String>,
}

/// What the server has to get, once.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Submitted {
    pub(super) path: String,
    pub(super) fields: BTreeMap<String, String>,
}

/// The goals.
pub(super) fn goals() -> Result<Vec<Goal>> {
    Ok(serde_json::from_str::<File>(GOALS).context("the goals of the demo cannot be read")?.goals)
}

/// The grant as it is written down.
#[derive(Deserialize)]
struct GrantFile {
    id: String,
    title: String,
    pages: Vec<String>,
    verbs: Uses,
    fields: BTreeMap<String, Vec<String>>,
    forms: Vec<GrantedForm>,
    uses: u32,
    expires_minutes: u64,
    beside_orders: bool,
}

/// The demo's own grant by its name, for a goal of the demo as it is written, on this machine.
pub(crate) fn built_in_grant(name: &str, order: &Order) -> Option<Agreed> {
    let [url] = order.urls.as_slice() else { return None };
    let origin = Origin::of_url(url).filter(|origin| origin.as_str().starts_with("http://127.0.0.1:"))?;
    let goal = goals().ok()?.into_iter().find(|goal| goal.goal == order.goal)?;
    goal.grant(&origin).ok()?.filter(|agreed| agreed.grant.id == name)
}

impl Goal {
    /// The grant for when nobody can be asked: on this origin, for values of this goal only.
    pub(super) fn grant(&self, origin: &Origin) -> Result<Option<Agreed>> {
        if self.grant.is_none() {
            return Ok(None);
        }
        let file: GrantFile = serde_json::from_str(GRANT).context("the grant of the demo cannot be read")?;
        let grant = StandingGrant {
            id: file.id,
            title: file.title,
            origins: vec![origin.clone()],
            pages: file.pages,
            verbs: file.verbs,
            fields: file.fields,
            buttons: Vec::new(),
            forms: file.forms,
            uses: file.uses,
            expires_at_ms: now_ms() + file.expires_minutes * 60_000,
            beside_orders: file.beside_orders,
        };
        Ok(Some(Agreed { grant, counted: Counted::EachRun }))
    }
}
