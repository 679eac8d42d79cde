//! What happens in the companion's window, and what is done about it at once.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::sync::{Notify, mpsc, watch};

use crate::cdp::{Client, Event, Listener, Session};
use crate::hub::text;

/// The same address within this time is the same click: a new window is heard of in more than one way.
const SAME_CLICK: Duration = Duration::from_secs(2);
/// How long a window that the page did not announce may live until it says where it goes.
const UNSAID: Duration = Duration::from_millis(500);
/// Closed windows that are remembered; one lives for a moment after it is told to close.
const SHUT: usize = 64;
/// Longer ones are nothing that a person would open.
const LONGEST_ADDRESS: usize = 8 * 1024;

pub(super) struct Watch {
    client: Client,
    /// The one address, with its slash.
    home: String,
    wants: mpsc::Sender<String>,
    close: watch::Sender<bool>,
    attached: Notify,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The target and the session of the page.
    page: Option<(String, Session)>,
    /// Whether the page was sent home: from then on it is nowhere else.
    at_home: bool,
    /// Windows that may not load anything.
    shut: VecDeque<String>,
    last_wanted: Option<(String, Instant)>,
}

impl Watch {
    pub(super) fn new(
        client: Client,
        home: String,
        wants: mpsc::Sender<String>,
        close: watch::Sender<bool>,
    ) -> Arc<Self> {
        Arc::new(Self { client, home, wants, close, attached: Notify::new(), state: Mutex::default() })
    }

    pub(super) fn home(&self) -> &str {
        &self.home
    }

    /// The page of the window, once it is there: the first one there is.
    pub(super) async fn page(&self) -> Session {
        loop {
            let attached = self.attached.notified();
            let page = self.state().page.as_ref().map(|(_, session)| session.clone());
            if let Some(session) = page {
                return session;
            }
            attached.await;
        }
    }

    pub(super) fn is_home(&self) {
        self.state().at_home = true;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn attached(&self, parameters: &Value) {
        let info = &parameters["targetInfo"];
        let target = text(info, "targetId").to_owned();
        let session = self.client.session(text(parameters, "sessionId"));
        let mut state = self.state();
        if state.page.is_none() {
            state.page = Some((target, session));
            drop(state);
            self.attached.notify_one();
            return;
        }
        let said = state.last_wanted.as_ref().is_some_and(|(_, at)| at.elapsed() < UNSAID);
        state.shut.push_back(target.clone());
        if state.shut.len() > SHUT {
            state.shut.pop_front();
        }
        drop(state);
        // It holds up the page that opened it while it waits; no document of it leaves.
        _ = session.send("Runtime.runIfWaitingForDebugger", &json!({}));
        let said = self.want(text(info, "url")) || said;
        let client = self.client.clone();
        tokio::spawn(async move {
            if !said {
                tokio::time::sleep(UNSAID).await;
            }
            _ = client.browser().send("Target.closeTarget", &json!({ "targetId": target }));
        });
    }

    /// A document that wants to load: only in the page and its frames, only from home.
    fn paused(&self, parameters: &Value) {
        let address = text(&parameters["request"], "url");
        let frame = text(parameters, "frameId");
        let request = text(parameters, "requestId");
        let browser = self.client.browser();
        // The first frame of a window has the number of its target.
        let elsewhere = self.state().shut.iter().any(|target| target == frame);
        if elsewhere {
            self.want(address);
        }
        if !elsewhere && address.starts_with(&self.home) {
            _ = browser.send("Fetch.continueRequest", &json!({ "requestId": request }));
            return;
        }
        // A page that is told `Aborted` stays where it is.
        let page = self.state().page.as_ref().is_some_and(|(page, _)| page == frame);
        let reason = if page { "Aborted" } else { "BlockedByClient" };
        _ = browser.send("Fetch.failRequest", &json!({ "requestId": request, "errorReason": reason }));
    }

    /// The page is another document. What does not come over the network, such as a file dropped on the window, is
    /// seen here first; it has no secret, and goes.
    fn navigated(&self, frame: &Value) {
        let state = self.state();
        let Some((_, session)) = state.page.as_ref().filter(|_| state.at_home) else { return };
        // An error in place of our own page stays: the person may try again, and we would do so without end.
        let tried = if frame["unreachableUrl"].is_string() { "unreachableUrl" } else { "url" };
        if frame["parentId"].is_string() || text(frame, tried).starts_with(&self.home) {
            return;
        }
        _ = session.send("Page.navigate", &json!({ "url": self.home }));
    }

    /// Tells that the person wants to open this; whether it is something that can be opened.
    fn want(&self, address: &str) -> bool {
        let web = ["http://", "https://"].iter().any(|scheme| address.starts_with(scheme));
        if !web || address.len() > LONGEST_ADDRESS {
            return false;
        }
        let mut state = self.state();
        let again = |(last, at): &(String, Instant)| last == address && at.elapsed() < SAME_CLICK;
        if !state.last_wanted.as_ref().is_some_and(again) {
            state.last_wanted = Some((address.to_owned(), Instant::now()));
            // Nobody looks: then nothing is opened.
            _ = self.wants.try_send(address.to_owned());
        }
        true
    }
}

impl Listener for Watch {
    fn event(&self, event: &Event) {
        let of_page = event.session.is_some()
            && self.state().page.as_ref().is_some_and(|(_, page)| page.id() == event.session.as_deref());
        match (of_page, event.method.as_str()) {
            (false, "Target.attachedToTarget") => self.attached(&event.params),
            (false, "Fetch.requestPaused") => self.paused(&event.params),
            (false, "Target.detachedFromTarget") => {
                let session = text(&event.params, "sessionId");
                if self.state().page.as_ref().is_some_and(|(_, page)| page.id() == Some(session)) {
                    _ = self.close.send(true);
                }
            }
            // Without a person's act it is the page's own idea.
            (true, "Page.windowOpen") if event.params["userGesture"] == true => {
                self.want(text(&event.params, "url"));
            }
            (true, "Page.frameNavigated") => self.navigated(&event.params["frame"]),
            (true | false, _) => {}
        }
    }

    fn closed(&self) {
        _ = self.close.send(true);
    }
}
