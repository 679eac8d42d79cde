//! What is said to the extension in the person's browser, and what it tells by itself.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use laika_protocol::ToolError;
use laika_protocol::ids::{DocumentId, Origin, ToolName};
use laika_protocol::secret::CapabilityToken;
use laika_protocol::wire::{CallContext, GestureKind, RequestFacts};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::broadcast;

/// Something that is on its way.
pub type Coming<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The way to the extension. Every question gets one answer, or an error when there is none in time.
pub trait Link: Send + Sync {
    /// Asks the extension to do something.
    fn ask(&self, what: Browse, within: Duration) -> Coming<'_, Result<Value, ToolError>>;

    /// What happens in the browser from now on without being asked for.
    fn happened(&self) -> broadcast::Receiver<Happened>;

    /// Whether the extension is still there.
    fn is_alive(&self) -> bool;

    /// Whether it can make trusted input.
    fn makes_input(&self) -> bool;
}

/// What only a person's own click can do, asked for where they can be asked.
pub trait Gestures: Send + Sync {
    /// Waits until the person has done it, for as long as the offer stands.
    fn ask(&self, gesture: Gesture) -> Coming<'_, Result<(), ToolError>>;
}

/// Something that only a person's own click does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gesture {
    /// What.
    pub kind: GestureKind,
    /// The site it concerns, by the browser's word.
    pub origin: Origin,
    /// The address that would be opened.
    pub url: String,
}

/// Something for the extension to do. It is done once, however often it arrives.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Browse {
    /// Open a tab for a task.
    Open {
        /// Where.
        url: String,
    },
    /// Put the page script into a tab's documents, and say which they are.
    Attach {
        /// The tab.
        tab_id: u32,
    },
    /// Ask the page script of exactly this document.
    Ask {
        /// The document.
        context: Box<CallContext>,
        /// The tool that the question is a part of.
        tool: ToolName,
        /// What allows it.
        token: CapabilityToken,
        /// The question.
        request: Value,
    },
    /// What a document's questions have to show from now on.
    Token {
        /// The tab.
        tab_id: u32,
        /// The frame.
        frame_id: u32,
        /// The document.
        document_id: DocumentId,
        /// The token.
        token: CapabilityToken,
        /// When it ends.
        expires_at_ms: u64,
        /// The tools it is good for.
        tools: Vec<ToolName>,
    },
    /// No document of this tab may be asked any more.
    Revoke {
        /// The tab.
        tab_id: u32,
    },
    /// Go to an address.
    Navigate {
        /// The tab.
        tab_id: u32,
        /// Where.
        url: String,
        /// What allows it, where a page is there already.
        #[serde(skip_serializing_if = "Option::is_none")]
        token: Option<CapabilityToken>,
    },
    /// Bring a tab to the front.
    Activate {
        /// The tab.
        tab_id: u32,
    },
    /// Hold what a tab sends against what was decided (S8, S10).
    Fence {
        /// The tab.
        tab_id: u32,
        /// Sites whose pages may be loaded.
        origins: Vec<Origin>,
        /// What may be sent.
        allow: Vec<RequestFacts>,
        /// Whether it is up.
        on: bool,
    },
    /// Let a tab go: nothing of ours stays in it.
    Release {
        /// The tab.
        tab_id: u32,
    },
    /// The tabs of a site.
    Tabs {
        /// The site.
        origin: Origin,
    },
    /// Trusted input, where the extension was built for it.
    Input {
        /// The tab.
        tab_id: u32,
        /// Such as `Input.insertText`.
        method: String,
        /// Its parameters.
        params: Value,
    },
}

/// Something happened in the person's browser.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Happened {
    /// A tab that Laika opened or works in was closed.
    TabClosed {
        /// The tab.
        tab_id: u32,
    },
    /// A document went away.
    DocumentGone {
        /// The tab.
        tab_id: u32,
        /// The frame.
        frame_id: u32,
        /// The document.
        document_id: DocumentId,
    },
    /// The person acts in a tab.
    Takeover {
        /// The tab.
        tab_id: u32,
        /// With what.
        input: String,
    },
    /// The person took access to sites back.
    PermissionRemoved {
        /// The sites.
        origins: Vec<Origin>,
    },
    /// The person ended trusted input.
    Detached {
        /// The tab.
        tab_id: u32,
    },
    /// The fence stopped something.
    Fenced {
        /// The tab.
        tab_id: u32,
        /// How.
        method: String,
        /// Where to.
        url: String,
        /// Whether it was the page of the tab itself.
        main: bool,
    },
    /// The extension is gone: said by the daemon, never by the extension.
    #[serde(skip)]
    Gone,
}

/// The documents of a tab, by the word of the browser's own process.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Attached {
    pub(super) documents: Vec<AttachedDocument>,
    pub(super) url: String,
    #[serde(default)]
    pub(super) incognito: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AttachedDocument {
    pub(super) frame_id: u32,
    pub(super) document_id: String,
    pub(super) origin: String,
    pub(super) url: String,
    /// Its place among the frames of the windows above it; none where that could not be told.
    #[serde(default)]
    pub(super) path: Option<Vec<u32>>,
}
