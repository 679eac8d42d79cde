//! One fuzzed case: look, decide, act, and then ask the page and the site what really got it.

use std::sync::Arc;

use anyhow::{Context as _, Result};
use laika_browser::{Isolated, Surface as _, Tab};
use laika_protocol::ToolError;
use laika_protocol::observation::Element;
use laika_protocol::tools::typed::ObserveDom;
use serde::Deserialize;
use serde_json::Value;
use url::Url;

use super::Place;
use super::case::{CHOSEN, Case, DECIDED, OBSERVED, TYPED};
use crate::web::{self, Person};

/// How a case ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// Done, and its element got it.
    Performed,
    /// Refused or stopped, with this reason.
    Refused(String),
    /// Something else got it.
    Wrong(String),
    /// Said to be done, and its element got nothing.
    Untrue(String),
}

/// What is worked with: one surface and one tab for case after case.
pub(super) struct Hands {
    pub(super) surface: Isolated,
    pub(super) tab: Tab,
    pub(super) person: Person,
    pub(super) place: Arc<Place>,
}

#[derive(Deserialize)]
struct Spot {
    x: f64,
    y: f64,
    record: String,
}

/// What the page wrote down.
#[derive(Debug, Deserialize)]
struct Seen {
    #[serde(rename = "type")]
    kind: String,
    rec: String,
    on: String,
}

impl Hands {
    /// Goes to a path of the site, with one more try: a machine at its limits is no result.
    pub(super) async fn go(&self, path: &str) -> Result<()> {
        let url = Url::parse(&self.place.site.url(path))?;
        if self.tab.navigate(&url).await.is_err() {
            self.tab.navigate(&url).await.map_err(|error| anyhow::anyhow!("{path}: {}", error.message))?;
        }
        Ok(())
    }

    /// Runs in the page's own world.
    pub(super) async fn evaluate(&self, expression: &str) -> Result<Value> {
        web::evaluate(&self.tab, expression).await
    }

    pub(super) async fn look(&self) -> Result<Vec<Element>, ToolError> {
        self.surface.observe(self.tab.id(), &ObserveDom::default()).await.map(|read| read.elements)
    }

    /// Plays a case.
    pub(super) async fn play(&mut self, case: &Case) -> Result<Ended> {
        self.go(&format!("/c/{}/page", case.number)).await?;
        let elements = match self.look().await {
            Ok(elements) => elements,
            Err(error) => return Ok(Ended::Refused(reason(&error))),
        };
        let spot: Spot =
            serde_json::from_value(self.evaluate("spot()").await?).context("the page has no spot")?;
        let Some(handle) = handle_at(&elements, &spot) else { return Ok(Ended::Refused("unseen".into())) };
        let done = self.act(case, &handle).await?;
        self.judge(case, &spot.record, done).await
    }

    async fn act(&mut self, case: &Case, handle: &str) -> Result<Result<(), ToolError>> {
        if case.moment == OBSERVED {
            self.evaluate("mutate()").await?;
        }
        let (tool, arguments) = case.call(handle);
        let call = match self.person.call(&self.tab, tool, arguments).await {
            Ok(call) => call,
            Err(error) => return Ok(Err(error)),
        };
        let permit = self.person.permit(&call, &self.surface.rules().get().origins)?;
        match case.moment {
            OBSERVED => {}
            DECIDED => drop(self.evaluate("mutate()").await?),
            _ => drop(self.evaluate("plan()").await?),
        }
        let run = self.person.run.clone();
        Ok(self.surface.act(&run, permit).await.map(|_| ()))
    }

    async fn judge(&self, case: &Case, record: &str, done: Result<(), ToolError>) -> Result<Ended> {
        let log = self.evaluate(&format!("sessionStorage['log-{}'] ?? ''", case.number)).await?;
        let log = log.as_str().unwrap_or_default();
        let seen: Vec<Seen> = log.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        // Where there is no state any more, the page is another one.
        let state = self.evaluate("typeof state === 'function' ? state() : []").await.unwrap_or_default();
        let state: Vec<(String, bool, String)> = serde_json::from_value(state).unwrap_or_default();
        let arrived: Vec<String> =
            self.place.ledger.of(case.number).into_iter().filter(|what| is_effect(what)).collect();
        if let Some(wrong) = wrong(case, record, &seen, &state, &arrived) {
            return Ok(Ended::Wrong(wrong));
        }
        let got = got(case, record, &seen, &state, &arrived);
        Ok(match done {
            Err(error) => Ended::Refused(reason(&error)),
            Ok(()) if got => Ended::Performed,
            Ok(()) => Ended::Untrue(format!("{seen:?} {state:?} {arrived:?}")),
        })
    }
}

/// The element that lies where the meant control is: the smallest one there.
fn handle_at(elements: &[Element], spot: &Spot) -> Option<String> {
    let holds = |element: &&Element| {
        let b = element.bounding_box;
        b.x <= spot.x && spot.x <= b.x + b.width && b.y <= spot.y && spot.y <= b.y + b.height
    };
    let size = |element: &Element| element.bounding_box.width * element.bounding_box.height;
    let found = elements.iter().filter(holds).min_by(|a, b| size(a).total_cmp(&size(b)));
    found.map(|element| element.handle_id.as_str().to_owned())
}

fn is_effect(arrived: &str) -> bool {
    arrived.starts_with("GET go/") || !arrived.starts_with("GET ")
}

/// What got something that was not meant for it.
fn wrong(
    case: &Case,
    record: &str,
    seen: &[Seen],
    state: &[(String, bool, String)],
    arrived: &[String],
) -> Option<String> {
    if let Some(event) = seen.iter().find(|event| event.rec != record) {
        return Some(format!("{} reached {} of {}, not of {record}", event.kind, event.on, event.rec));
    }
    let usual = if case.kind == "select" { "open" } else { "" };
    let touched =
        |(at, checked, value): &&(String, bool, String)| at != record && (*checked || value != usual);
    if let Some((at, ..)) = state.iter().find(touched) {
        // A control that is used for another record keeps what was put into it for the right one.
        if !seen.iter().any(|event| matches!(event.kind.as_str(), "change" | "input" | "click")) {
            return Some(format!("{at} changed, not {record}"));
        }
    }
    let meant = |what: &String| {
        what.strip_prefix("GET go/").map_or_else(
            || what.strip_prefix("POST do record=").is_some_and(|sent| sent.replace('+', " ") == record),
            |sent| sent.trim_end().replace("%20", " ") == record,
        )
    };
    let other =
        arrived.iter().find(|what| !meant(what)).map(|what| format!("{what} arrived, not for {record}"));
    other.or_else(|| (arrived.len() > 1).then(|| format!("{} requests arrived", arrived.len())))
}

/// Whether the control itself got it.
fn got(
    case: &Case,
    record: &str,
    seen: &[Seen],
    state: &[(String, bool, String)],
    arrived: &[String],
) -> bool {
    let holds = |wanted: &str| state.iter().any(|(at, _, value)| at == record && value == wanted);
    let event = |kind: &str| seen.iter().any(|event| event.kind == kind);
    match case.kind {
        // A page that goes elsewhere by itself may be faster than where the click leads.
        "link" | "submit" => arrived.len() == 1 || (!case.is_control() && event("click")),
        "field" => holds(TYPED),
        "select" => holds(CHOSEN) || event("input"),
        _ => event("click"),
    }
}

/// Its finer reason, or its code.
pub(super) fn reason(error: &ToolError) -> String {
    error.finest_code().to_owned()
}
