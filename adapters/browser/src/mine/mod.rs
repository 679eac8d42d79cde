//! The person's own browser, through the extension in it: the same calls, decided by the same gate.
//!
//! Architecture invariant: who and where a document is comes from the browser process through the extension's ports
//! (S14), every question to a page carries a token for exactly that document, and nothing here decides.

mod act;
mod input;
mod tab;
mod tools;
mod wire;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use laika_policy::config::SearchEngine;
use laika_policy::{Authorised, Permit};
use laika_protocol::ids::{Origin, RunId};
use laika_protocol::limits::Limit;
use laika_protocol::observation::Observation;
use laika_protocol::tools::typed::{NavigationResult, ObserveDom};
use laika_protocol::wire::{RequestFacts, TabSummary};
use laika_protocol::{ErrorCode, ToolError};
use serde_json::{Value, json};
use tokio::time::Instant;
use url::Url;

use self::act::Act;
use self::tab::{BROWSER, is_for_good};
use crate::act::{awaited, missing, results_of};
use crate::error::{bad_answer, fault, tab_closed};
use crate::fence::Rules;
use crate::pages::Pages as _;
use crate::pages::wait::{LOOK, as_step};
use crate::surface::{Performed, Surface};
use crate::{CALL, check_address, now_ms};

pub use self::tab::{Connection, MyTab};
pub use self::wire::{Browse, Coming, Gesture, Gestures, Happened, Link};

/// Tabs that are offered at once.
const MOST_CANDIDATES: usize = 20;

/// The person's browser, for one run.
pub struct MyBrowser {
    connection: Connection,
    rules: Rules,
    search_engine: Option<SearchEngine>,
    gestures: Option<Arc<dyn Gestures>>,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    tabs: HashMap<u32, MyTab>,
    /// What the last act of each tab was kept from sending.
    stopped: HashMap<u32, Vec<RequestFacts>>,
}

impl MyBrowser {
    /// The browser behind a connection, for a run that may go where the rules say.
    #[must_use]
    pub fn new(connection: Connection, rules: Rules, search_engine: Option<SearchEngine>) -> Self {
        Self { connection, rules, search_engine, gestures: None, known: Mutex::default() }
    }

    /// The same, with a person who can be asked for what only their own click does.
    #[must_use]
    pub fn with_gestures(self, gestures: Arc<dyn Gestures>) -> Self {
        Self { gestures: Some(gestures), ..self }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A tab that the run works in.
    #[must_use]
    pub fn tab(&self, id: u32) -> Option<MyTab> {
        self.known().tabs.get(&id).cloned()
    }

    /// Works in a tab that is there. Its page is looked at first.
    ///
    /// # Errors
    /// When the browser does not let Laika see the page, or it is none of the web.
    pub async fn attach(&self, id: u32) -> Result<MyTab, ToolError> {
        let tab = MyTab::new(id, self.connection.clone());
        tab.attach().await?;
        self.known().tabs.insert(id, tab.clone());
        Ok(tab)
    }

    /// Opens a tab of its own for the run, marked as Laika's.
    ///
    /// # Errors
    /// When the address cannot be opened, or the browser does not let Laika see the page.
    pub async fn open(&self, url: &Url) -> Result<MyTab, ToolError> {
        check_address(url)?;
        let what = Browse::Open { url: url.as_str().to_owned() };
        let opened = self.connection.link.ask(what, BROWSER).await?;
        let id = opened["tabId"].as_u64().and_then(|id| u32::try_from(id).ok()).ok_or_else(bad_answer)?;
        let tab = MyTab::new(id, self.connection.clone());
        self.known().tabs.insert(id, tab.clone());
        self.arrived(&tab, None).await?;
        Ok(tab)
    }

    /// Tabs of a site in which a run whose own is gone could go on (RUN-041). What cannot be told is none.
    pub async fn candidates(&self, origin: &Origin) -> Vec<TabSummary> {
        #[derive(serde::Deserialize)]
        struct Found {
            tabs: Vec<TabSummary>,
        }
        let answer = self.connection.link.ask(Browse::Tabs { origin: origin.clone() }, BROWSER).await;
        let found = answer.ok().and_then(|answer| serde_json::from_value::<Found>(answer).ok());
        let fits = |tab: &TabSummary| tab.origin.as_ref() == Some(origin);
        found
            .map(|found| found.tabs.into_iter().filter(fits).take(MOST_CANDIDATES).collect())
            .unwrap_or_default()
    }

    /// Has the page tell when the person acts in it.
    ///
    /// # Errors
    /// When the page does not answer.
    pub async fn watch(&self, tab: &MyTab, mark: &str) -> Result<(), ToolError> {
        for frame in tab.frames() {
            let request = json!({ "op": "guard", "mode": "watch" });
            tab.page::<Value>(frame.frame_id, &request, CALL).await?;
        }
        tab.page::<Value>(0, &json!({ "op": "title", "mark": mark }), CALL).await.map(drop)
    }

    /// What the last act in a tab was kept from sending.
    #[must_use]
    pub fn stopped(&self, tab: u32) -> Vec<RequestFacts> {
        self.known().stopped.get(&tab).cloned().unwrap_or_default()
    }

    /// Takes back what may be done in the tabs of the run, and leaves them to the person.
    pub async fn release(&self) {
        let tabs: Vec<MyTab> = self.known().tabs.drain().map(|(_, tab)| tab).collect();
        for tab in tabs {
            tab.revoke().await;
            // A tab that is gone is free already.
            let _ = self.connection.link.ask(Browse::Release { tab_id: tab.id() }, BROWSER).await;
        }
    }

    /// Waits until another document than this one is there and can be asked.
    async fn arrived(&self, tab: &MyTab, before: Option<&str>) -> Result<(), ToolError> {
        let end = Instant::now() + Duration::from_millis(Limit::NavigationDeadlineMs.row().default);
        loop {
            let error = match tab.attach().await {
                Ok(()) => match tab.document() {
                    Ok(now) if Some(now.document_id.as_str()) != before => return Ok(()),
                    Ok(_) => {
                        fault(ErrorCode::Timeout, "E_NAVIGATION_TIMEOUT", "the page did not load in time")
                    }
                    Err(error) => error,
                },
                Err(error) => error,
            };
            if is_for_good(&error) || Instant::now() > end {
                return Err(error);
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    async fn go(&self, tab: &MyTab, url: &Url) -> Result<Performed, ToolError> {
        check_address(url)?;
        let before = tab.document().ok();
        let token = match &before {
            Some(before) => Some(tab.token(before).await?),
            None => None,
        };
        let what = Browse::Navigate { tab_id: tab.id(), url: url.as_str().to_owned(), token };
        self.connection.link.ask(what, BROWSER * 3).await?;
        self.arrived(tab, before.as_ref().map(|before| before.document_id.as_str())).await?;
        moved(tab).await
    }

    async fn perform(&self, tab: &MyTab, call: &Arc<Authorised>) -> Result<Performed, ToolError> {
        let arguments = &call.call().arguments;
        let address = || {
            let url = arguments.get("url").and_then(Value::as_str).ok_or_else(|| missing("url"))?;
            Url::parse(url).map_err(|_| missing("url"))
        };
        match call.call().tool.name.as_str() {
            "browser.navigate" => self.go(tab, &address()?).await,
            "browser.open_tab" => moved(&self.open(&address()?).await?).await,
            "search" => self.go(tab, &results_of(self.search_engine.as_ref(), call.call())?).await,
            "browser.switch_tab" => {
                let id = arguments.get("tabId").and_then(Value::as_u64).and_then(|id| u32::try_from(id).ok());
                let other = id
                    .and_then(|id| self.tab(id))
                    .ok_or_else(|| ToolError::new(ErrorCode::NotFound, "there is no such tab in this run"))?;
                self.connection.link.ask(Browse::Activate { tab_id: other.id() }, BROWSER).await?;
                moved(&other).await
            }
            // How an entry of the history was loaded is not known here, and it may not be sent twice (S11).
            "browser.back" | "browser.forward" | "browser.refresh" => {
                let message = "in your own browser it is not known whether this would send something again";
                Err(fault(ErrorCode::PolicyDenied, "P_DENY_REPOST", message))
            }
            "browser.wait_for" => {
                let waited = tab.wait_for(&awaited(call.call())?).await?;
                as_step(&waited).map(Performed::Acted)
            }
            "browser.capture_viewport" => {
                let message = "no pictures are taken of your own browser";
                Err(fault(ErrorCode::Unsupported, "E_NO_PICTURE", message))
            }
            _ => {
                let act = Act::new(tab, call, &self.rules, self.gestures.as_deref());
                let done = act.perform().await;
                let stopped = act.stopped.into_inner().unwrap_or_else(PoisonError::into_inner);
                self.known().stopped.insert(tab.id(), stopped);
                done.map(Performed::Acted)
            }
        }
    }
}

async fn moved(tab: &MyTab) -> Result<Performed, ToolError> {
    let place = tab.shown().await?;
    let url = crate::address::shown(&place.url).0;
    Ok(Performed::Moved(NavigationResult { url, title: place.title, tab_id: tab.id() }))
}

impl Surface for MyBrowser {
    async fn observe(&self, tab: u32, what: &ObserveDom) -> Result<Observation, ToolError> {
        let tab = self.tab(tab).ok_or_else(tab_closed)?;
        tab.attach().await?;
        tab.observe(what).await
    }

    async fn act(&self, run: &RunId, permit: Permit) -> Result<Performed, ToolError> {
        let tab = permit.tab().and_then(|tab| self.tab(tab)).ok_or_else(tab_closed)?;
        let _turn = tab.turn.clone().lock_owned().await;
        let here = tab.document()?;
        let opened = permit.open(run, Some(&here), now_ms());
        let call =
            Arc::new(opened.map_err(|error| fault(ErrorCode::StaleHandle, "E_PERMIT", error.to_string()))?);
        self.perform(&tab, &call).await
    }
}
