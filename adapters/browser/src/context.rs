//! One run's part of the browser: its own cookies, storage, way out and rule of where it may go.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use laika_protocol::ToolError;
use laika_protocol::ids::Origin;
use serde_json::json;
use tokio::sync::{broadcast, watch};
use url::Url;

use crate::download::{Awaited, ExpectedDownload};
use crate::hub::Hub;
use crate::launch::ProxyAccess;
use crate::tab::{Tab, TabCore};
use crate::{BrowserError, CALL};

/// Incidents a reader may fall behind before it is told that it missed some.
const INCIDENTS: usize = 1024;

/// What a context may do.
#[derive(Clone)]
pub struct ContextOptions {
    /// Its way out; the browser's own when there is none.
    pub proxy: Option<ProxyAccess>,
    /// Where it may go.
    pub navigations: Arc<dyn NavigationRule>,
    /// Width and height of its pages in CSS pixels.
    pub viewport: (u32, u32),
    /// Whether a person sees its pages and may act in them: input that nobody announced is theirs, and is told.
    pub watched: bool,
}

impl ContextOptions {
    /// The usual viewport and no way out of its own.
    #[must_use]
    pub fn new(navigations: Arc<dyn NavigationRule>) -> Self {
        Self { proxy: None, navigations, viewport: (1280, 800), watched: false }
    }
}

/// Where a context may go. Asked for every document request before it leaves: of the page and of frames in it, for
/// each hop of a redirect, and for popups.
pub trait NavigationRule: Send + Sync {
    /// Whether this request may leave.
    ///
    /// # Errors
    /// When it may not, with the reason a person is shown.
    fn allows(&self, request: &NavigationRequest) -> Result<(), ToolError>;
}

/// A document that something wants to load.
#[derive(Clone, Debug)]
pub struct NavigationRequest {
    /// Where it leads; always http or https.
    pub url: Url,
    /// How it is asked for.
    pub method: String,
    /// Whether it is the page itself, not a frame in it.
    pub main_frame: bool,
    /// The address that sent us here.
    pub redirected_from: Option<Url>,
    /// The tab.
    pub tab: u32,
}

/// Something that happened without being asked for.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Incident {
    /// A dialog was closed: `beforeunload` accepted, all others dismissed.
    DialogHandled {
        /// The tab.
        tab: u32,
        /// `alert`, `confirm`, `prompt` or `beforeunload`.
        kind: String,
    },
    /// A window that nobody announced was closed before it loaded anything.
    PopupBlocked {
        /// The tab that opened it, if known.
        tab: Option<u32>,
        /// Where it would have gone.
        origin: Option<Origin>,
    },
    /// An announced window is a tab now.
    PopupOpened {
        /// The tab that opened it, if known.
        tab: Option<u32>,
        /// The new tab.
        popup: u32,
    },
    /// A download was refused.
    DownloadBlocked {
        /// The tab, if known.
        tab: Option<u32>,
        /// Where the file is.
        origin: Option<Origin>,
    },
    /// A page asked for a file and got none.
    FileChooserBlocked {
        /// The tab.
        tab: u32,
    },
    /// The page's process died.
    Crashed {
        /// The tab.
        tab: u32,
    },
    /// The page's process does not answer; its script was stopped.
    Hung {
        /// The tab.
        tab: u32,
    },
    /// A person used the page.
    Takeover {
        /// The tab.
        tab: u32,
        /// The kind of input, such as `keydown`.
        input: String,
    },
    /// A document request was refused before it left.
    NavigationRefused {
        /// The tab.
        tab: u32,
        /// Whether it was for the page itself.
        main_frame: bool,
        /// Why.
        error: ToolError,
    },
    /// A tab is gone.
    Closed {
        /// The tab.
        tab: u32,
    },
}

/// One run's part of the browser. Dropping it disposes of it.
pub struct Context {
    core: Arc<ContextCore>,
}

pub(crate) struct ContextCore {
    pub(crate) hub: Arc<Hub>,
    /// None for the one context of a named profile.
    pub(crate) id: Option<String>,
    pub(crate) options: ContextOptions,
    pub(crate) tabs: Mutex<HashMap<u32, Arc<TabCore>>>,
    incidents: broadcast::Sender<Incident>,
    popup: Mutex<Option<Expected>>,
    /// The download that is waited for.
    pub(crate) download: Mutex<Option<Awaited>>,
}

struct Expected {
    opener: u32,
    opened: watch::Sender<Option<Tab>>,
}

impl ContextCore {
    pub(crate) fn new(hub: Arc<Hub>, id: Option<String>, options: ContextOptions) -> Arc<Self> {
        let (incidents, _) = broadcast::channel(INCIDENTS);
        Arc::new(Self {
            hub,
            id,
            options,
            tabs: Mutex::default(),
            incidents,
            popup: Mutex::new(None),
            download: Mutex::new(None),
        })
    }

    pub(crate) fn report(&self, incident: Incident) {
        _ = self.incidents.send(incident);
    }

    pub(crate) fn tabs(&self) -> MutexGuard<'_, HashMap<u32, Arc<TabCore>>> {
        self.tabs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn incidents(&self) -> broadcast::Receiver<Incident> {
        self.incidents.subscribe()
    }

    pub(crate) fn expect_popup(self: &Arc<Self>, tab: u32) -> ExpectedPopup {
        let (opened, receiver) = watch::channel(None);
        let mut popup = self.popup.lock().unwrap_or_else(PoisonError::into_inner);
        *popup = Some(Expected { opener: tab, opened });
        drop(popup);
        ExpectedPopup { core: Arc::clone(self), opened: receiver }
    }

    /// Whether a window opened by this tab was announced. An announcement is good for one window.
    pub(crate) fn take_expected(&self, opener: Option<u32>) -> Option<watch::Sender<Option<Tab>>> {
        let mut popup = self.popup.lock().unwrap_or_else(PoisonError::into_inner);
        let matches =
            popup.as_ref().is_some_and(|expected| opener.is_none_or(|opener| opener == expected.opener));
        if matches { popup.take().map(|expected| expected.opened) } else { None }
    }
}

impl Context {
    pub(crate) fn new(core: Arc<ContextCore>) -> Self {
        Self { core }
    }

    /// Opens an empty tab.
    ///
    /// # Errors
    /// When the browser is gone or does not answer.
    pub async fn open(&self) -> Result<Tab, BrowserError> {
        self.core.hub.open(&self.core).await
    }

    /// Its open tabs, oldest first.
    #[must_use]
    pub fn tabs(&self) -> Vec<Tab> {
        let mut tabs: Vec<_> = self.core.tabs().values().cloned().map(Tab::new).collect();
        tabs.sort_by_key(Tab::id);
        tabs
    }

    /// The open tab with this number.
    #[must_use]
    pub fn tab(&self, id: u32) -> Option<Tab> {
        self.core.tabs().get(&id).cloned().map(Tab::new)
    }

    /// What happens from now on without being asked for.
    #[must_use]
    pub fn incidents(&self) -> broadcast::Receiver<Incident> {
        self.core.incidents()
    }

    /// Announces that the next act in `tab` may open one window. Without this every window is closed at once.
    #[must_use]
    pub fn expect_popup(&self, tab: u32) -> ExpectedPopup {
        self.core.expect_popup(tab)
    }

    /// Lets the next download of a tab come, and no other.
    pub(crate) async fn expect_download(&self, tab: u32) -> Result<ExpectedDownload, BrowserError> {
        Ok(self.core.expect_download(tab).await?)
    }

    /// Closes its tabs and forgets its cookies and storage.
    pub async fn dispose(self) {
        let reply = self.core.hub.dispose(&self.core);
        if let Some(reply) = reply {
            _ = reply.answer(CALL).await;
        }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        drop(self.core.hub.dispose(&self.core));
    }
}

/// An announced window. Dropping it takes the announcement back.
pub struct ExpectedPopup {
    core: Arc<ContextCore>,
    opened: watch::Receiver<Option<Tab>>,
}

impl ExpectedPopup {
    /// The window as a tab, once the rule allowed where it goes; none when there is none within the time.
    pub async fn opened(&mut self, within: Duration) -> Option<Tab> {
        let waited = tokio::time::timeout(within, self.opened.wait_for(Option::is_some)).await;
        waited.ok().and_then(Result::ok).and_then(|tab| tab.clone())
    }
}

impl Drop for ExpectedPopup {
    fn drop(&mut self) {
        let mut popup = self.core.popup.lock().unwrap_or_else(PoisonError::into_inner);
        // A newer announcement is not ours to take back.
        if popup.as_ref().is_some_and(|expected| expected.opened.subscribe().same_channel(&self.opened)) {
            *popup = None;
        }
    }
}

pub(crate) fn permissions_denied(context: Option<&str>) -> serde_json::Value {
    match context {
        Some(id) => json!({ "permissions": [], "browserContextId": id }),
        None => json!({ "permissions": [] }),
    }
}
