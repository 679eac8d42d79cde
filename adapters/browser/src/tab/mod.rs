//! A tab: what is in it, going somewhere, and asking its page.

mod acting;
mod capture;
mod core;
mod frames;
mod history;
mod model;
mod navigate;
mod owner;
mod page;
mod settle;
mod wait;

use std::sync::Arc;

use laika_protocol::ToolError;
use laika_protocol::ids::{DocumentId, Origin};
use serde_json::json;
use tokio::sync::broadcast;

pub use self::capture::Picture;
pub(crate) use self::core::TabCore;
pub use self::history::HistoryEntry;
use self::model::Frame;
pub use self::navigate::Navigated;
use crate::CALL;
use crate::address::restricted;
use crate::cdp::Session;
use crate::context::{ExpectedPopup, Incident};

/// A tab. Clones are the same tab.
#[derive(Clone)]
pub struct Tab {
    core: Arc<TabCore>,
}

impl Tab {
    pub(crate) fn new(core: Arc<TabCore>) -> Self {
        Self { core }
    }

    /// Its number, never used again in this browser.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.core.id
    }

    /// The session of its page.
    #[must_use]
    pub fn session(&self) -> Session {
        self.core.session.clone()
    }

    /// The session that speaks for a frame; frames in a process of their own have one of their own.
    #[must_use]
    pub fn session_in(&self, frame: u32) -> Option<Session> {
        self.core.model().frame(frame).map(|frame| frame.session.clone())
    }

    /// What happens in its context from now on without being asked for.
    #[must_use]
    pub fn incidents(&self) -> broadcast::Receiver<Incident> {
        self.core.context.incidents()
    }

    /// Announces that the next act in it may open one window, as [`crate::Context::expect_popup`].
    #[must_use]
    pub fn expect_popup(&self) -> ExpectedPopup {
        self.core.context.expect_popup(self.core.id)
    }

    /// Whether the page's process died. Loading an address brings it back.
    #[must_use]
    pub fn is_crashed(&self) -> bool {
        self.core.model().crashed
    }

    /// Whether it is closed.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.core.model().closed
    }

    /// How often the page itself said that it became another page without a load, as far as it was asked. This is
    /// the number its handles are bound to.
    #[must_use]
    pub fn page_generation(&self, frame: u32) -> u64 {
        self.core.model().frame(frame).map_or(0, |frame| frame.page_generation)
    }

    /// How often the document in the tab changed its address without a load, as the browser saw it.
    #[must_use]
    pub fn same_document_navigations(&self) -> u64 {
        self.core.model().frame(0).map_or(0, |frame| frame.same_document)
    }

    /// Brings it to the front.
    ///
    /// # Errors
    /// When the tab is closed or the browser gone.
    pub async fn activate(&self) -> Result<(), ToolError> {
        self.core.session.call("Page.bringToFront", json!({}), CALL).await?;
        Ok(())
    }

    /// Closes it.
    pub async fn close(self) {
        let parameters = json!({ "targetId": self.core.target });
        let browser = self.core.session.client().browser();
        _ = browser.call("Target.closeTarget", parameters, CALL).await;
        self.core.context.hub.forget_tab(&self.core);
    }
}

fn document_id(frame: &Frame) -> Result<DocumentId, ToolError> {
    DocumentId::parse(&format!("d_{}", frame.loader)).map_err(|_| no_page())
}

fn no_page() -> ToolError {
    restricted("no page of the web is in this tab; open an http or https address first")
}

/// Whether two frames may read each other: opaque origins equal nothing, not even themselves.
fn same_origin(one: Option<&Origin>, other: Option<&Origin>) -> bool {
    one.is_some() && one == other
}
