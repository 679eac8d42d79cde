//! Acting in a tab of the person's browser: by events of the page script, or by trusted input where the extension was
//! built for it. What was decided is held against what happens in both.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use laika_policy::{Authorised, Call};
use laika_protocol::ids::{HandleId, Origin, ToolName};
use laika_protocol::limits::Limit;
use laika_protocol::tools::typed::ActResult;
use laika_protocol::wire::{CallContext, GestureKind, RequestFacts};
use laika_protocol::{ErrorCode, ToolError};
use serde_json::{Value, json};
use tokio::sync::broadcast;
use tokio::time::Instant;
use url::Url;

use super::tab::{BROWSER, MyTab};
use super::wire::{Browse, Gesture, Gestures, Happened};
use crate::act::{Armed, Outcome, cannot_hold, missing, option_of, stopped_input, verified};
use crate::error::{document_changed, fault, lost_midway};
use crate::fence::Rules;
use crate::pages::wait::LOOK;
use crate::pages::{ControlKind, Pages as _};

/// How long a page has to answer a question about an element.
const ASK: Duration = Duration::from_secs(3);
/// A page is taken as it is after this long.
const SETTLE_MS: u64 = 3_000;
/// What the way to the page may add.
const SLACK: Duration = Duration::from_secs(2);
/// The fence is up for at least this long after the last event.
const FENCED: Duration = Duration::from_millis(250);
/// How long a list has to open.
const OPENING: Duration = Duration::from_millis(1_500);

/// One act under way in a tab.
pub(super) struct Act<'a> {
    pub(super) tab: &'a MyTab,
    pub(super) call: &'a Authorised,
    pub(super) rules: &'a Rules,
    gestures: Option<&'a dyn Gestures>,
    pub(super) stopped: Mutex<Vec<RequestFacts>>,
    begun: AtomicBool,
}

/// What became of the page after an act.
enum After {
    /// It is the same document, and this is what it saw.
    Same(Box<Outcome>),
    /// Another one is there.
    Moved,
}

impl<'a> Act<'a> {
    pub(super) fn new(
        tab: &'a MyTab,
        call: &'a Authorised,
        rules: &'a Rules,
        gestures: Option<&'a dyn Gestures>,
    ) -> Self {
        Self { tab, call, rules, gestures, stopped: Mutex::default(), begun: AtomicBool::new(false) }
    }

    fn call(&self) -> &Call {
        self.call.call()
    }

    fn argument(&self, name: &str) -> Result<&str, ToolError> {
        self.call().arguments.get(name).and_then(Value::as_str).ok_or_else(|| missing(name))
    }

    /// Performs an act on the page. Lost in the middle of it is unknown.
    pub(super) async fn perform(&self) -> Result<ActResult, ToolError> {
        let tool = ToolName::parse(&self.call().tool.name).map_err(|_| missing("tool"))?;
        let _acting = self.tab.acting(tool);
        let happened = self.tab.connection.link.happened();
        let done = self.fenced(happened).await;
        let lost = self.begun.load(Ordering::Relaxed) && self.tab.is_closed();
        if lost && done.is_err() { Err(lost_midway()) } else { done }
    }

    async fn fenced(&self, mut happened: broadcast::Receiver<Happened>) -> Result<ActResult, ToolError> {
        self.fence(true).await?;
        let done = match self.call().tool.name.as_str() {
            "browser.click" => self.click().await,
            "browser.type" => self.type_text().await,
            "browser.select" => self.select().await,
            "browser.scroll" => self.scroll().await,
            name => Err(ToolError::new(ErrorCode::Unsupported, format!("`{name}` does not act on a page"))),
        };
        // An extension that is gone has no fence that could stay.
        let _ = self.fence(false).await;
        let mut stopped = Vec::new();
        while let Ok(event) = happened.try_recv() {
            if let Happened::Fenced { tab_id, method, url, .. } = event
                && tab_id == self.tab.id
            {
                stopped.push(RequestFacts { method, url });
            }
        }
        if let (Some(one), Err(_)) = (stopped.first(), &done) {
            let place =
                Url::parse(&one.url).map(|url| url.origin().ascii_serialization()).unwrap_or_default();
            let message = format!(
                "the page wanted to send a {} request to {place}, which was not approved; it was stopped",
                one.method
            );
            *self.stopped.lock().unwrap_or_else(PoisonError::into_inner) = stopped;
            return Err(fault(ErrorCode::PolicyDenied, "E_EFFECT_STOPPED", message));
        }
        done.map(|done| ActResult { stopped, ..done })
    }

    async fn fence(&self, on: bool) -> Result<(), ToolError> {
        let origins: Vec<Origin> = self.rules.origins.readable().cloned().collect();
        let allow = if on { named(self.call()) } else { Vec::new() };
        let what = Browse::Fence { tab_id: self.tab.id, origins, allow, on };
        self.tab.connection.link.ask(what, BROWSER).await.map(drop)
    }

    async fn arm(&self, handle: &HandleId, act: &str, facts: &Value) -> Result<(u32, Armed), ToolError> {
        let frame = self.tab.frame_of(handle);
        let generation = self.tab.page_generation(frame);
        let request =
            json!({ "op": "arm", "handle": handle, "act": act, "facts": facts, "generation": generation });
        let armed: Armed = self.tab.page(frame, &request, ASK).await?;
        if self.tab.connection.link.makes_input() && armed.frames_near > 0 {
            // A frame that has no guard could be slipped under the pointer (S7).
            self.disarm(frame).await;
            let message =
                "a frame lies at this element, where trusted input might go astray; use it yourself";
            return Err(fault(ErrorCode::PreconditionFailed, "E_FRAME_NEAR", message));
        }
        Ok((frame, armed))
    }

    async fn aim(&self, act: &str) -> Result<(u32, Armed), ToolError> {
        let handle = HandleId::parse(self.argument("handleId")?).map_err(|_| missing("handleId"))?;
        let mut facts = self.call().target.clone().ok_or_else(|| missing("target"))?;
        // What it was seen to send is the fence's business; the page cannot know it.
        facts.sends.clear();
        let facts = serde_json::to_value(facts).map_err(|_| missing("target"))?;
        self.arm(&handle, act, &facts).await
    }

    async fn press(&self, frame: u32, armed: &Armed, times: u32) -> Result<(), ToolError> {
        self.begun.store(true, Ordering::Relaxed);
        if self.tab.connection.link.makes_input() {
            return self.press_trusted(frame, armed, times).await;
        }
        let request = json!({ "op": "press", "times": times });
        self.tab.page::<Value>(frame, &request, ASK).await.map(drop)
    }

    async fn click(&self) -> Result<ActResult, ToolError> {
        let double = self.call().arguments.get("clickKind").is_some_and(|kind| kind == "double");
        let target = self.call().target.as_ref();
        if target.is_some_and(laika_policy::gives_file) {
            return self.hand_over().await;
        }
        let (frame, armed) = self.aim(if double { "double" } else { "click" }).await?;
        if armed.control.kind == ControlKind::File {
            self.disarm(frame).await;
            let message = "Laika never chooses files; choose the file yourself";
            return Err(fault(ErrorCode::PreconditionFailed, "E_FILE_FIELD", message));
        }
        let before = self.tab.document()?;
        let pressed = self.press(frame, &armed, if double { 2 } else { 1 }).await;
        let after = self.after(frame, &before, &json!({ "op": "outcome" })).await?;
        match after {
            After::Moved => Ok(result("page_changed", true)),
            After::Same(outcome) => {
                self.disarm(frame).await;
                pressed?;
                verified(&outcome).map(|how| result(how, false))
            }
        }
    }

    /// A file is saved by the person's own browser, after their own click on a button of ours; nothing is saved otherwise.
    async fn hand_over(&self) -> Result<ActResult, ToolError> {
        let (frame, _) = self.aim("click").await?;
        self.disarm(frame).await;
        let url = self.call().target.as_ref().and_then(|target| target.href.clone());
        let blocked = || {
            let message = "this gives a file; in your own browser, click it yourself";
            fault(ErrorCode::PreconditionFailed, "E_DOWNLOAD_BLOCKED", message)
        };
        let (Some(gestures), Some(url)) = (self.gestures, url) else { return Err(blocked()) };
        let origin = self.tab.document()?.origin;
        gestures.ask(Gesture { kind: GestureKind::Download, origin, url }).await?;
        Ok(result("by_the_person", false))
    }

    async fn type_text(&self) -> Result<ActResult, ToolError> {
        let text = self.argument("text")?.to_owned();
        let cleared = self.call().arguments.get("clearFirst").and_then(Value::as_bool).unwrap_or_default();
        let (frame, armed) = self.aim("type").await?;
        if let Some(error) = cannot_hold(armed.control, &text) {
            self.disarm(frame).await;
            return Err(error);
        }
        let before = self.tab.document()?;
        self.begun.store(true, Ordering::Relaxed);
        let typed = if self.tab.connection.link.makes_input() {
            self.type_trusted(frame, &armed, &text, cleared).await
        } else {
            let request = json!({ "op": "enter", "text": text, "cleared": cleared });
            self.tab.page::<Value>(frame, &request, ASK).await.map(drop)
        };
        let question = json!({ "op": "outcome", "typed": { "text": text, "cleared": cleared } });
        let after = self.after(frame, &before, &question).await?;
        let After::Same(outcome) = after else { return Err(document_changed()) };
        self.disarm(frame).await;
        typed?;
        self.holds(&outcome, "the field does not hold what was typed; read the page again before going on")
    }

    async fn select(&self) -> Result<ActResult, ToolError> {
        let value = self.argument("value")?.to_owned();
        let (frame, armed) = self.aim("select").await?;
        let before = self.tab.document()?;
        self.begun.store(true, Ordering::Relaxed);
        let chosen = if armed.control.kind == ControlKind::Select {
            let request = json!({ "op": "choose", "value": value });
            self.tab.page::<Value>(frame, &request, ASK).await.map(drop)
        } else {
            self.click_option(frame, &armed, &value).await
        };
        let after = self.after(frame, &before, &json!({ "op": "outcome", "chosen": value })).await?;
        let After::Same(outcome) = after else { return Ok(result("page_changed", true)) };
        self.disarm(frame).await;
        chosen?;
        self.holds(&outcome, "the list does not show what was chosen; read the page again before going on")
    }

    async fn click_option(&self, frame: u32, armed: &Armed, value: &str) -> Result<(), ToolError> {
        let mut option = option_of(self.tab, value).await?;
        if option.is_none() {
            self.press(frame, armed, 1).await?;
            let opened = Instant::now();
            while option.is_none() && opened.elapsed() < OPENING {
                tokio::time::sleep(LOOK).await;
                option = option_of(self.tab, value).await?;
            }
        }
        let Some(option) = option else {
            let message = "this list has no such option; read the page again";
            return Err(fault(ErrorCode::NotFound, "E_NO_OPTION", message));
        };
        let (facts, ..) = self.tab.target(self.tab.frame_of(&option), &option).await?;
        if facts.href.is_some() || facts.form.is_some() {
            let message = "this option would go elsewhere or send a form; click it instead";
            return Err(fault(ErrorCode::PreconditionFailed, "E_NOT_AN_OPTION", message));
        }
        let facts = serde_json::to_value(facts).map_err(|_| missing("target"))?;
        let (at, armed) = self.arm(&option, "click", &facts).await?;
        self.press(at, &armed, 1).await
    }

    async fn scroll(&self) -> Result<ActResult, ToolError> {
        let pages =
            self.call().arguments.get("deltaY").and_then(Value::as_i64).ok_or_else(|| missing("deltaY"))?;
        let scrolled: Value = self.tab.page(0, &json!({ "op": "scroll", "pages": pages }), ASK).await?;
        let moved = scrolled["moved"].as_bool().unwrap_or_default();
        Ok(result(if moved { "viewport_moved" } else { "at_the_end" }, false))
    }

    fn holds(&self, outcome: &Outcome, otherwise: &str) -> Result<ActResult, ToolError> {
        if let Some(dropped) = outcome.dropped.first() {
            return Err(stopped_input(&dropped.why));
        }
        if outcome.holds == Some(true) {
            return Ok(result("element_changed", false));
        }
        Err(ToolError::new(ErrorCode::VerificationFailed, otherwise))
    }

    /// Waits for what the act set off, then asks the page what it saw.
    async fn after(&self, frame: u32, before: &CallContext, question: &Value) -> Result<After, ToolError> {
        let began = Instant::now();
        let end = began + Duration::from_millis(Limit::NavigationDeadlineMs.row().default);
        let settle = json!({ "op": "settle", "mostMs": SETTLE_MS });
        // A page that goes away does not answer.
        let _ = self.tab.page::<Value>(0, &settle, Duration::from_millis(SETTLE_MS) + SLACK).await;
        tokio::time::sleep_until(began + FENCED).await;
        loop {
            match self.tab.attach().await {
                Ok(()) => match self.tab.document() {
                    Ok(now) if now.document_id != before.document_id => return Ok(After::Moved),
                    Ok(_) => {
                        let seen = self.tab.page::<Outcome>(frame, question, ASK).await;
                        if let Ok(outcome) = seen {
                            return Ok(After::Same(Box::new(outcome)));
                        }
                        // The frame of the element is another one: that is what the act did.
                        if frame != 0 || Instant::now() > end {
                            return Ok(After::Moved);
                        }
                    }
                    Err(error) if Instant::now() > end => return Err(error),
                    Err(_) => {}
                },
                Err(error) if self.tab.is_closed() || Instant::now() > end => return Err(error),
                // The page may lead to one that Laika may not see; that is an end, too.
                Err(error) if is_elsewhere(&error) => return Ok(After::Moved),
                Err(_) => {}
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    pub(super) async fn disarm(&self, frame: u32) {
        // A page that is gone holds nothing that is armed.
        let _ = self.tab.page::<Value>(frame, &json!({ "op": "disarm" }), ASK).await;
    }
}

fn is_elsewhere(error: &ToolError) -> bool {
    let reason = error.reason.as_ref().map(|reason| reason.as_str());
    matches!(reason, Some("E_NO_SITE_ACCESS" | "E_RESTRICTED_PAGE"))
}

/// What the call itself says that is sent, or opened.
fn named(call: &Call) -> Vec<RequestFacts> {
    let target = call.target.iter();
    let form = target.clone().filter_map(|target| target.form.as_ref());
    let forms =
        form.map(|form| RequestFacts { method: form.method.to_uppercase(), url: form.action.clone() });
    let links = target.clone().filter_map(|target| target.href.clone());
    let links = links.map(|url| RequestFacts { method: "GET".into(), url });
    forms.chain(links).chain(target.flat_map(|target| target.sends.clone())).collect()
}

fn result(verified_by: &str, navigated: bool) -> ActResult {
    ActResult { done: true, verified_by: verified_by.into(), navigated, stopped: Vec::new() }
}
