//! A tab: what is in it, going somewhere, and asking its page.

mod acting;
mod answers;
mod capture;
mod core;
mod frames;
mod history;
mod merge;
mod model;
mod navigate;
mod observe;
mod owner;
mod page;
mod read;
mod settle;
mod target;

use std::sync::Arc;

use laika_protocol::ids::{DocumentId, Origin};
use laika_protocol::wire::CallContext;
use laika_protocol::{ErrorCode, ToolError};
use serde_json::json;
use tokio::sync::broadcast;

pub use self::acting::Shown;
pub use self::capture::Picture;
pub(crate) use self::core::TabCore;
pub use self::frames::FrameInfo;
pub use self::history::HistoryEntry;
use self::model::Frame;
pub use self::navigate::Navigated;
pub use self::owner::{FrameOwner, Place};
pub use self::target::{Control, ControlKind};
use crate::CALL;
use crate::address::restricted;
use crate::cdp::Session;
use crate::context::{ExpectedPopup, Incident};
use crate::error::{crashed, fault, no_frame, tab_closed};

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

    /// Which document is in it now, by the word of the browser process (S14).
    ///
    /// # Errors
    /// When the tab holds no page of the web, crashed or is closed.
    pub fn document(&self) -> Result<CallContext, ToolError> {
        self.document_in(0)
    }

    /// Which document is in a frame now, by the word of the browser process.
    ///
    /// # Errors
    /// When the frame holds no page of the web, crashed, or is not there.
    pub fn document_in(&self, frame: u32) -> Result<CallContext, ToolError> {
        let model = self.core.model();
        if model.closed {
            return Err(tab_closed());
        }
        if model.crashed {
            return Err(crashed());
        }
        let found = model.frame(frame).ok_or_else(no_frame)?;
        Ok(CallContext {
            profile_id: None,
            tab_id: self.core.id,
            frame_id: frame,
            origin: model.origin(found).ok_or_else(no_page)?,
            document_id: document_id(found)?,
            navigation_generation: found.generation(),
        })
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

    /// The address in the tab, as the browser has it: it may hold secrets.
    #[must_use]
    pub fn url(&self) -> String {
        self.core.model().frame(0).map(|frame| frame.url.clone()).unwrap_or_default()
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

fn bad_answer() -> ToolError {
    let message = "the page gave an answer that makes no sense; read the page again";
    fault(ErrorCode::Internal, "E_PAGE_ANSWER", message)
}
