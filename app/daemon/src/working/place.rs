//! Where a run works: a browser of Laika's own, or the person's; one set of calls for both.

use std::sync::Arc;
use std::time::Duration;

use laika_browser::mine::{MyBrowser, MyTab};
use laika_browser::{FrameInfo, FrameOwner, HistoryEntry, Pages, Performed, Surface as _, Tab};
use laika_policy::Permit;
use laika_protocol::ToolError;
use laika_protocol::ids::{HandleId, RunId};
use laika_protocol::wire::{CallContext, RequestFacts};
use serde_json::Value;

use super::workshop::Witness;
use crate::browsing::{Browsing, Session};

/// Where a run works.
pub(super) enum Place {
    /// A browser of Laika's own.
    Own {
        /// The browser.
        browsing: Arc<Browsing>,
        /// The run's part of it.
        session: Box<Session>,
    },
    /// The person's.
    Mine(Box<MyBrowser>),
}

/// A tab of either.
#[derive(Clone)]
pub(super) enum AnyTab {
    /// Of Laika's own browser.
    Own(Tab),
    /// Of the person's.
    Mine(MyTab),
}

impl Place {
    /// Whether nothing can be done there any more, whatever its tabs say of themselves.
    pub(super) fn is_lost(&self) -> bool {
        match self {
            Self::Own { browsing, .. } => !browsing.is_alive(),
            Self::Mine(_) => false,
        }
    }

    pub(super) async fn act(&self, run: &RunId, permit: Permit) -> Result<Performed, ToolError> {
        match self {
            Self::Own { session, .. } => session.surface.act(run, permit).await,
            Self::Mine(browser) => browser.act(run, permit).await,
        }
    }

    /// What the last act in a tab was kept from sending.
    pub(super) fn stopped(&self, tab: u32) -> Vec<RequestFacts> {
        match self {
            Self::Own { session, .. } => session.surface.stopped(tab),
            Self::Mine(browser) => browser.stopped(tab),
        }
    }

    pub(super) fn tab(&self, id: u32) -> Option<AnyTab> {
        match self {
            Self::Own { session, .. } => session.surface.context().tab(id).map(AnyTab::Own),
            Self::Mine(browser) => browser.tab(id).map(AnyTab::Mine),
        }
    }

    /// Leaves for good: connections and pages of our own end, the person's tabs are theirs again.
    pub(super) async fn leave(self, run: &RunId, witness: Option<&Witness>) {
        match self {
            Self::Own { browsing, session } => {
                if let Some(witness) = witness {
                    witness(run, browsing.counters(&session).await.unwrap_or_default());
                }
                // A network process that is gone has ended the connections already.
                let _ = browsing.close(*session).await;
            }
            Self::Mine(browser) => browser.release().await,
        }
    }
}

impl AnyTab {
    pub(super) fn id(&self) -> u32 {
        match self {
            Self::Own(tab) => tab.id(),
            Self::Mine(tab) => tab.id(),
        }
    }

    pub(super) fn is_gone(&self) -> bool {
        match self {
            Self::Own(tab) => tab.is_closed() || tab.is_crashed(),
            Self::Mine(tab) => tab.is_closed(),
        }
    }
}

impl Pages for AnyTab {
    fn document_in(&self, frame: u32) -> Result<CallContext, ToolError> {
        match self {
            Self::Own(tab) => tab.document_in(frame),
            Self::Mine(tab) => tab.document_in(frame),
        }
    }

    fn frames(&self) -> Vec<FrameInfo> {
        match self {
            Self::Own(tab) => tab.frames(),
            Self::Mine(tab) => tab.frames(),
        }
    }

    fn url(&self) -> String {
        match self {
            Self::Own(tab) => tab.url(),
            Self::Mine(tab) => tab.url(),
        }
    }

    async fn ask(&self, frame: u32, request: &Value, within: Duration) -> Result<String, ToolError> {
        match self {
            Self::Own(tab) => tab.ask(frame, request, within).await,
            Self::Mine(tab) => tab.ask(frame, request, within).await,
        }
    }

    async fn owner_of(&self, frame: u32, x: f64, y: f64) -> Result<FrameOwner, ToolError> {
        match self {
            Self::Own(tab) => tab.owner_of(frame, x, y).await,
            Self::Mine(tab) => tab.owner_of(frame, x, y).await,
        }
    }

    fn note_generation(&self, frame: u32, generation: u64) {
        match self {
            Self::Own(tab) => tab.note_generation(frame, generation),
            Self::Mine(tab) => tab.note_generation(frame, generation),
        }
    }

    fn frame_of(&self, handle: &HandleId) -> u32 {
        match self {
            Self::Own(tab) => tab.frame_of(handle),
            Self::Mine(tab) => tab.frame_of(handle),
        }
    }

    fn remember_frame(&self, handle: &HandleId, frame: u32) {
        match self {
            Self::Own(tab) => tab.remember_frame(handle, frame),
            Self::Mine(tab) => tab.remember_frame(handle, frame),
        }
    }

    async fn history_at(&self, delta: i32) -> Result<HistoryEntry, ToolError> {
        match self {
            Self::Own(tab) => Pages::history_at(tab, delta).await,
            Self::Mine(tab) => Pages::history_at(tab, delta).await,
        }
    }
}
