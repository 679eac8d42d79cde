//! Acting: one call that the gate allowed, on exactly the element it was decided for, at most once.
//!
//! Architecture invariant: nothing here decides. A call comes out of a permit; whether its element is still the right
//! one is the page script's word, whether its document is still the right one is the browser's.

pub(crate) mod keys;

mod aim;
mod click;
mod history;
mod pointer;
mod select;
mod type_text;

pub(crate) use self::aim::Armed;
pub(crate) use self::select::option_of;
pub(crate) use self::type_text::cannot_hold;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use laika_policy::config::SearchEngine;
use laika_policy::{Authorised, Call};
use laika_protocol::tools::typed::{ActResult, WaitFor};
use laika_protocol::wire::RequestFacts;
use laika_protocol::{ErrorCode, ToolError};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::Instant;
use url::Url;

use crate::error::{fault, lost_midway};
use crate::fence::{Fence, Rules, Stopped};
use crate::pages::Pages as _;
use crate::pages::wait::as_step;
use crate::{Context, Download, ExpectedPopup, Tab};

/// The page counts as settled when nothing has changed for this long.
const QUIET: Duration = Duration::from_millis(120);
/// And is taken as it is after this long.
const SETTLE: Duration = Duration::from_secs(3);
/// The fence is up for at least this long after the last input.
const FENCED: Duration = Duration::from_millis(250);
/// How long a page has to answer a question about an element.
const ASK: Duration = Duration::from_secs(3);

/// What came of an act.
pub(crate) enum Done {
    /// Something was done on the page.
    Acted(ActResult),
    /// The tab, or a new one, is at another page.
    Moved(Tab),
}

/// One act under way.
pub(crate) struct Acting<'a> {
    context: &'a Context,
    tab: &'a Tab,
    call: &'a Arc<Authorised>,
    rules: &'a Rules,
    search_engine: Option<&'a SearchEngine>,
    /// Whether there is a place for files.
    keeps: bool,
    downloaded: Mutex<Option<Download>>,
    stopped: Mutex<Vec<RequestFacts>>,
    /// Whether input may have reached the page.
    begun: AtomicBool,
    /// Whether something that was decided has left.
    left: AtomicBool,
}

/// What the page saw of our input. Values are compared there and never leave.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Outcome {
    pub(crate) delivered: Vec<String>,
    pub(crate) dropped: Vec<Dropped>,
    pub(crate) element_changed: bool,
    pub(crate) surface_changed: bool,
    pub(crate) viewport_moved: bool,
    pub(crate) address_changed: bool,
    pub(crate) incomplete: bool,
    pub(crate) holds: Option<bool>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Dropped {
    pub(crate) why: String,
}

impl<'a> Acting<'a> {
    pub(crate) fn new(
        context: &'a Context,
        tab: &'a Tab,
        call: &'a Arc<Authorised>,
        rules: &'a Rules,
    ) -> Self {
        Self {
            context,
            tab,
            call,
            rules,
            search_engine: None,
            keeps: false,
            downloaded: Mutex::default(),
            stopped: Mutex::default(),
            begun: AtomicBool::new(false),
            left: AtomicBool::new(false),
        }
    }

    pub(crate) fn searching(self, search_engine: Option<&'a SearchEngine>) -> Self {
        Self { search_engine, ..self }
    }

    pub(crate) fn keeping(self, keeps: bool) -> Self {
        Self { keeps, ..self }
    }
}

impl Acting<'_> {
    /// What the fence stopped, as it is named to be approved.
    pub(crate) fn stopped(&self) -> Vec<RequestFacts> {
        self.stopped.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The file that came of it.
    pub(crate) fn downloaded(&self) -> Option<Download> {
        self.downloaded.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Performs the call. Where the page is lost in the middle of it, nobody knows whether it happened.
    pub(crate) async fn perform(&self) -> Result<Done, ToolError> {
        let done = self.perform_call().await;
        // A connection that broke off leaves an error of the browser's own, which is no page of the web.
        let lost = self.begun.load(Ordering::Relaxed) && self.tab.document().is_err();
        if lost && done.is_err() { Err(lost_midway()) } else { done }
    }

    async fn perform_call(&self) -> Result<Done, ToolError> {
        if self.call().arguments.contains_key("handleId") {
            // A tab behind another one draws nothing, and input waits for a drawing.
            self.tab.activate().await?;
        }
        match self.call().tool.name.as_str() {
            "browser.click" => self.click().await.map(Done::Acted),
            "browser.type" => self.type_text().await.map(Done::Acted),
            "browser.select" => self.select().await.map(Done::Acted),
            "browser.scroll" => self.scroll().await.map(Done::Acted),
            "browser.navigate" => self.navigate(self.tab.clone()).await,
            "browser.open_tab" => {
                let tab = self.context.open().await?;
                closing_if_failed(tab.clone(), self.navigate(tab).await).await
            }
            "search" => {
                let results = results_of(self.search_engine, self.call())?;
                if !self.flag("newTab") {
                    return go(self.tab.clone(), &results).await;
                }
                let tab = self.context.open().await?;
                closing_if_failed(tab.clone(), go(tab, &results).await).await
            }
            "browser.back" => self.travel(-1).await,
            "browser.forward" => self.travel(1).await,
            "browser.refresh" => self.travel(0).await,
            "browser.switch_tab" => self.switch().await,
            "browser.wait_for" => {
                let waited = self.tab.wait_for(&awaited(self.call())?).await?;
                as_step(&waited).map(Done::Acted)
            }
            name => Err(ToolError::new(ErrorCode::Unsupported, format!("`{name}` does not act on a page"))),
        }
    }

    fn call(&self) -> &Call {
        self.call.call()
    }

    fn argument(&self, name: &str) -> Result<&str, ToolError> {
        self.call().arguments.get(name).and_then(Value::as_str).ok_or_else(|| missing(name))
    }

    fn flag(&self, name: &str) -> bool {
        self.call().arguments.get(name).and_then(Value::as_bool).unwrap_or_default()
    }

    async fn navigate(&self, tab: Tab) -> Result<Done, ToolError> {
        let url = Url::parse(self.argument("url")?).map_err(|_| missing("url"))?;
        go(tab, &url).await
    }

    async fn switch(&self) -> Result<Done, ToolError> {
        let id =
            self.call().arguments.get("tabId").and_then(Value::as_u64).ok_or_else(|| missing("tabId"))?;
        let tab = u32::try_from(id).ok().and_then(|id| self.context.tab(id));
        let tab =
            tab.ok_or_else(|| ToolError::new(ErrorCode::NotFound, "there is no such tab in this run"))?;
        tab.activate().await?;
        Ok(Done::Moved(tab))
    }

    /// Moves the viewport by whole pages (S3). The page sees it as scrolling, not as input.
    async fn scroll(&self) -> Result<ActResult, ToolError> {
        let pages =
            self.call().arguments.get("deltaY").and_then(Value::as_i64).ok_or_else(|| missing("deltaY"))?;
        let fence = self.raise().await?;
        let scrolled = self.tab.page::<Value>(0, &json!({ "op": "scroll", "pages": pages }), ASK).await;
        self.settle(&fence).await;
        let stopped = self.lower(fence).await;
        let moved = scrolled?["moved"].as_bool().unwrap_or_default();
        let verified_by = if moved { "viewport_moved" } else { "at_the_end" };
        Ok(result(verified_by, false, stopped))
    }

    async fn raise(&self) -> Result<Fence, ToolError> {
        let fence = Fence::raise(self.tab, self.call, self.rules).await?;
        self.begun.store(true, Ordering::Relaxed);
        Ok(fence)
    }

    /// Waits for what the act set off, then asks the page what it saw. None when the page is another one now.
    async fn outcome(&self, fence: &Fence, frame: u32, question: &Value) -> Option<Outcome> {
        self.settle(fence).await;
        self.tab.page(frame, question, ASK).await.ok()
    }

    /// Until nothing changes any more and nothing that was asked for is on its way.
    async fn settle(&self, fence: &Fence) {
        let began = Instant::now();
        let end = began + SETTLE;
        _ = self.tab.settle(QUIET, SETTLE).await;
        // A page that is slow to send is still within the fence.
        tokio::time::sleep_until(began + FENCED).await;
        if fence.rest(end).await {
            _ = self.tab.settle(QUIET, end.saturating_duration_since(Instant::now())).await;
        }
    }

    async fn lower(&self, fence: Fence) -> Vec<Stopped> {
        let (stopped, left) = fence.lower().await;
        self.left.store(left, Ordering::Relaxed);
        let named = stopped.iter().map(|one| one.request.clone()).collect();
        *self.stopped.lock().unwrap_or_else(PoisonError::into_inner) = named;
        stopped
    }

    /// The page sent something that nobody decided: that did not leave, and can be approved by name. Where something else
    /// did leave, doing it again would send that twice.
    fn fenced(&self, stopped: &[Stopped]) -> Option<ToolError> {
        let one = stopped.iter().find(|one| !one.tells_only)?;
        let place =
            Url::parse(&one.request.url).map(|url| url.origin().ascii_serialization()).unwrap_or_default();
        let method = &one.request.method;
        let what = format!("the page wanted to send a {method} request to {place}");
        Some(if self.left.load(Ordering::Relaxed) {
            let message = format!("what was approved was sent; {what} as well, which was stopped");
            fault(ErrorCode::VerificationFailed, "E_EFFECT_PARTLY", message)
        } else {
            let message = format!("{what}, which was not approved; it was stopped");
            fault(ErrorCode::PolicyDenied, "E_EFFECT_STOPPED", message)
        })
    }

    async fn disarm(&self, frame: u32) {
        // A page that is gone holds nothing that is armed.
        _ = self.tab.page::<Value>(frame, &json!({ "op": "disarm" }), ASK).await;
    }
}

/// What shows that an act on an element did something; a refusal where input was stopped.
pub(crate) fn verified(outcome: &Outcome) -> Result<&'static str, ToolError> {
    if let Some(dropped) = outcome.dropped.first() {
        return Err(stopped_input(&dropped.why));
    }
    if outcome.address_changed {
        Ok("page_changed")
    } else if outcome.element_changed {
        Ok("element_changed")
    } else if outcome.surface_changed {
        Ok("surface_changed")
    } else if outcome.incomplete {
        // The browser only shows which field it means.
        let message = "the form was not sent: something in it is missing, or not accepted as it is";
        Err(fault(ErrorCode::PreconditionFailed, "E_FORM_INCOMPLETE", message))
    } else if outcome.viewport_moved {
        Ok("viewport_moved")
    } else if outcome.delivered.is_empty() {
        Err(stopped_input("the page did not get it"))
    } else {
        let message = "it was done, and nothing on the page shows it; read the page again before going on";
        Err(ToolError::new(ErrorCode::VerificationFailed, message))
    }
}

pub(crate) fn stopped_input(why: &str) -> ToolError {
    // The words are of a fixed list of our own script, but they come through the page.
    let why: String = why.chars().filter(|c| c.is_ascii_alphanumeric() || *c == ' ').take(60).collect();
    let message =
        format!("the input was stopped before it reached anything else ({why}); read the page again");
    fault(ErrorCode::PreconditionFailed, "E_INPUT_STOPPED", message)
}

fn result(verified_by: &str, navigated: bool, stopped: Vec<Stopped>) -> ActResult {
    let stopped = stopped.into_iter().map(|one| one.request).collect();
    ActResult { done: true, verified_by: verified_by.into(), navigated, stopped }
}

async fn go(tab: Tab, url: &Url) -> Result<Done, ToolError> {
    tab.navigate(url).await?;
    Ok(Done::Moved(tab))
}

/// A tab that leads nowhere does not stay.
async fn closing_if_failed(tab: Tab, done: Result<Done, ToolError>) -> Result<Done, ToolError> {
    if done.is_err() {
        tab.close().await;
    }
    done
}

/// What a call waits for.
pub(crate) fn awaited(call: &Call) -> Result<WaitFor, ToolError> {
    serde_json::from_value(Value::Object(call.arguments.clone())).map_err(|_| missing("condition"))
}

pub(crate) fn missing(name: &str) -> ToolError {
    ToolError::new(ErrorCode::InvalidArgument, format!("`{name}` is missing or cannot be read"))
}

/// The tab that an act opened, once it is there.
async fn opened(popup: Option<ExpectedPopup>) -> Option<Tab> {
    let mut popup = popup?;
    popup.opened(Duration::from_millis(50)).await
}

/// The page of results of a search. There is one engine: another name is no way to another place.
pub(crate) fn results_of(engine: Option<&SearchEngine>, call: &Call) -> Result<Url, ToolError> {
    let unset = "no search engine is set; write search_engine = \"https://…?q=\" into the settings";
    let none = || fault(ErrorCode::PreconditionFailed, "E_NO_SEARCH_ENGINE", unset);
    let engine = engine.ok_or_else(none)?;
    let named = call.arguments.get("engine").and_then(Value::as_str);
    if named.is_some_and(|name| !engine.origin().as_str().ends_with(&format!("://{name}"))) {
        return Err(fault(ErrorCode::PreconditionFailed, "E_NO_SEARCH_ENGINE", "this engine is not set"));
    }
    let query = call.arguments.get("query").and_then(Value::as_str).ok_or_else(|| missing("query"))?;
    Ok(engine.results(query))
}
