//! Loading an address.

use std::sync::Arc;
use std::time::Duration;

use laika_protocol::limits::Limit;
use laika_protocol::{ErrorCode, ToolError};
use serde_json::{Value, json};
use tokio::time::Instant;
use url::Url;

use super::Tab;
use super::model::Model;
use super::page::stop_if_hung;
use crate::cdp::CdpError;
use crate::error::{download, fault};
use crate::gate::{is_readable, not_html};
use crate::hub::text;
use crate::pages::Pages as _;
use crate::pages::answers::{Identity, line};
use crate::{CALL, address, net_error};

/// How long what a page loads beside itself may hold up the answer.
const REST: Duration = Duration::from_secs(5);
/// How long a script may run before the page counts as hung.
const PATIENCE: Duration = Duration::from_secs(10);
const MOST_TITLE: usize = 300;
/// For what takes a moment at most.
const SHORT: Duration = Duration::from_secs(2);

/// Where a tab is after a load.
#[derive(Clone, Debug)]
pub struct Navigated {
    /// The address, after redirects.
    pub url: Url,
    /// The title, as the page says.
    pub title: String,
    /// The status of the answer, if there was one.
    pub status: Option<u16>,
    /// What the answer is, such as `text/html`.
    pub mime: String,
}

/// What had happened in the tab before a movement began.
pub(super) struct Before {
    loader: String,
    same_document: u64,
    refusals: u64,
    downloads: u64,
}

impl Before {
    pub(super) fn of(model: &Model) -> Self {
        let frame = model.frame(0);
        Self {
            loader: frame.map(|frame| frame.loader.clone()).unwrap_or_default(),
            same_document: frame.map_or(0, |frame| frame.same_document),
            refusals: model.refusals,
            downloads: model.downloads,
        }
    }
}

/// Looks after a load; dropping it stops that.
struct Watch(tokio::task::JoinHandle<()>);

impl Drop for Watch {
    fn drop(&mut self) {
        self.0.abort();
    }
}

pub(super) fn deadline() -> Instant {
    Instant::now() + Duration::from_millis(Limit::NavigationDeadlineMs.row().default)
}

impl Tab {
    /// Loads an address and waits until it can be read.
    ///
    /// # Errors
    /// With a reason of its own for a restricted address, a refusal by the rule, what the network said, a file that
    /// is no page, and too much time. A page that says 404 is no error.
    pub async fn navigate(&self, url: &Url) -> Result<Navigated, ToolError> {
        address::check(url)?;
        let deadline = deadline();
        let before = Before::of(&self.core.model());
        self.free().await;
        // A load brings a crashed page back.
        self.core.change(|model| model.crashed = false);
        let within = deadline.saturating_duration_since(Instant::now());
        let answer =
            match self.core.session.call("Page.navigate", json!({ "url": url.as_str() }), within).await {
                Err(CdpError::TimedOut { .. }) => return Err(self.too_late()),
                other => other?,
            };
        if let Err(error) = self.failed(&before, &answer) {
            self.error_page(&before, &answer).await;
            return Err(error);
        }
        if let Some(loader) = answer["loaderId"].as_str() {
            self.committed(&before, Some(loader), deadline).await?;
        }
        self.arrived(&before, deadline).await
    }

    /// Stops the script of a page that hangs: it would hold up everything that follows.
    pub(super) async fn free(&self) {
        if !self.is_crashed() {
            stop_if_hung(Arc::clone(&self.core), self.core.session.clone()).await;
        }
    }

    /// Stops a script that hangs while its page loads. Ends with what it returns.
    fn watch(&self) -> Watch {
        let (core, session) = (Arc::clone(&self.core), self.core.session.clone());
        Watch(tokio::spawn(async move {
            tokio::time::sleep(PATIENCE).await;
            stop_if_hung(core, session).await;
        }))
    }

    /// What a load ended with, if not with a page.
    fn failed(&self, before: &Before, answer: &Value) -> Result<(), ToolError> {
        let said = text(answer, "errorText");
        if said.is_empty() {
            return Ok(());
        }
        let model = self.core.model();
        if model.refusals > before.refusals
            && let Some(error) = &model.refusal
        {
            return Err(error.clone());
        }
        if model.downloads > before.downloads || answer["isDownload"].as_bool() == Some(true) {
            return Err(download());
        }
        drop(model);
        Err(net_error::explain(said))
    }

    /// After a failed load the browser puts a page of its own into the tab; until then the old document is there.
    async fn error_page(&self, before: &Before, answer: &Value) {
        if text(answer, "errorText") != "net::ERR_ABORTED" {
            let shown = self.committed(before, answer["loaderId"].as_str(), Instant::now() + SHORT);
            _ = shown.await;
        }
    }

    /// Waits until another document is in the tab, or the same one at another place.
    pub(super) async fn committed(
        &self,
        before: &Before,
        loader: Option<&str>,
        deadline: Instant,
    ) -> Result<(), ToolError> {
        let moved = self.core.wait(|model| {
            if model.refusals > before.refusals {
                return Some(model.refusal.clone().map_or(Ok(()), Err));
            }
            if model.downloads > before.downloads {
                return Some(Err(download()));
            }
            let frame = model.frame(0)?;
            let there = match loader {
                // Another load may have come on top of ours: that is where the tab is.
                Some(loader) => frame.loader == loader || frame.loader != before.loader,
                None => frame.loader != before.loader || frame.same_document != before.same_document,
            };
            there.then_some(Ok(()))
        });
        match tokio::time::timeout_at(deadline, moved).await {
            Ok(moved) => moved?,
            Err(_) => Err(self.too_late()),
        }
    }

    /// Waits until the document in the tab can be read, and says where that is.
    pub(super) async fn arrived(&self, before: &Before, deadline: Instant) -> Result<Navigated, ToolError> {
        let _watch = self.watch();
        let parsed = self.core.wait(|model| model.frame(0).filter(|frame| frame.parsed).map(|_| ()));
        if tokio::time::timeout_at(deadline, parsed).await.map_err(|_| self.too_late())?.is_err() {
            return Err(crate::error::crashed());
        }
        let loaded =
            self.core.wait(|model| model.frame(0).filter(|frame| frame.loaded && !frame.loading).map(|_| ()));
        let rest = deadline.min(Instant::now() + REST);
        // A picture that never comes does not make a page unreadable.
        _ = tokio::time::timeout_at(rest, loaded).await;
        let place = self.place().await?;
        // What a service worker answers is decided only once it is here; then the tab was emptied.
        let refused = self.core.model().refusal.clone().filter(|_| place.url.scheme() == "about");
        let refused = refused.filter(|_| self.core.model().refusals > before.refusals);
        refused.map_or(Ok(place), Err)
    }

    async fn place(&self) -> Result<Navigated, ToolError> {
        let (url, load) = {
            let model = self.core.model();
            let frame = model.frame(0);
            let url = frame.map(|frame| frame.url.clone()).unwrap_or_default();
            let load = frame.and_then(|frame| model.load(&frame.loader)).cloned().unwrap_or_default();
            (url, load)
        };
        if url.starts_with("chrome-error:") {
            return Err(net_error::explain(""));
        }
        let url =
            Url::parse(&url).map_err(|_| address::restricted("the tab shows nothing that has an address"))?;
        let mut mime = load.mime;
        let mut title = String::new();
        if url.scheme() != "about" {
            let identity = self.page::<Identity>(0, &json!({ "op": "identify" }), SHORT).await;
            if let Ok(identity) = identity {
                self.note_generation(0, identity.generation);
                title = line(&identity.title, MOST_TITLE);
                if mime.is_empty() {
                    mime = line(&identity.content_type, 128);
                }
            }
            if !is_readable(&mime) {
                return Err(not_html());
            }
        }
        Ok(Navigated { url, title, status: load.status, mime })
    }

    fn too_late(&self) -> ToolError {
        _ = self.core.session.send("Page.stopLoading", &json!({}));
        let message = "the page did not load in time; try again, or open another address";
        fault(ErrorCode::Timeout, "E_NAVIGATION_TIMEOUT", message)
    }

    /// Stops what is loading.
    ///
    /// # Errors
    /// When the tab is closed or the browser gone.
    pub async fn stop_loading(&self) -> Result<(), ToolError> {
        self.core.session.call("Page.stopLoading", json!({}), CALL).await?;
        Ok(())
    }
}
