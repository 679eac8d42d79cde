//! The companion's own window: a Chromium with one page, which reaches nothing but the origin it was opened for (S2).
//!
//! The secret goes over the debugging pipe into the page's world before any script of the page runs. It stands in no
//! address, argument or environment variable, and no other origin gets it. The window is not a browser: a way to
//! anywhere else is stopped, and a new window is closed and told to whoever opened this one.

mod watch;

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use laika_protocol::secret::Secret;
use serde_json::{Value, json};
use tokio::net::TcpSocket;
use tokio::sync::{mpsc, watch as state};

use self::watch::Watch;
use crate::browser::talk;
use crate::cdp::{CdpError, Client, Session};
use crate::context::permissions_denied;
use crate::hub::text;
use crate::launch::{self, Process};
use crate::{BrowserError, CALL};

/// A cold start on a busy machine.
const LAUNCH: Duration = Duration::from_secs(30);
const CLOSE: Duration = Duration::from_secs(3);
/// Addresses that wait to be looked at; a person does not click faster.
const WANTED: usize = 16;

/// The companion in a window of its own. Dropping it ends all its processes and removes its files.
pub struct CompanionWindow {
    client: Client,
    process: Process,
    page: Session,
    closed: state::Receiver<bool>,
    wanted: mpsc::Receiver<String>,
    /// Where every way out leads. It is ours and nobody listens there.
    _dead_end: TcpSocket,
}

/// Opens the companion that is served at `127.0.0.1:port`. `headed: false` is for tests.
///
/// # Errors
/// When there is no Chromium or no screen, or the page cannot be loaded.
pub async fn open(port: u16, secret: &Secret, headed: bool) -> Result<CompanionWindow, BrowserError> {
    let dead_end = TcpSocket::new_v4().map_err(BrowserError::Start)?;
    // Bound and never listening: whoever connects is refused at once, and nobody else can take the port.
    dead_end.bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).map_err(BrowserError::Start)?;
    let nowhere = dead_end.local_addr().map_err(BrowserError::Start)?;
    let (process, pipes) = launch::start_window(port, nowhere, headed).await?;
    let client = talk(pipes)?;
    let (wants, wanted) = mpsc::channel(WANTED);
    let (close, closed) = state::channel(false);
    let watch = Watch::new(client.clone(), format!("http://127.0.0.1:{port}/"), wants, close);
    client.listen(Arc::clone(&watch) as _);
    let page = begin(&client, &watch, secret).await.inspect_err(|_| client.close())?;
    Ok(CompanionWindow { client, process, page, closed, wanted, _dead_end: dead_end })
}

/// Puts the browser under our rules, and only then loads the page.
async fn begin(client: &Client, watch: &Arc<Watch>, secret: &Secret) -> Result<Session, BrowserError> {
    let browser = client.browser();
    let started = browser.call("Browser.getVersion", json!({}), LAUNCH).await;
    started.map_err(
        |error| {
            if matches!(error, CdpError::Closed) { BrowserError::Ended } else { error.into() }
        },
    )?;
    let documents = json!({ "patterns": [{ "urlPattern": "*", "resourceType": "Document" }] });
    let attach = json!({ "autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true,
        "filter": [{ "type": "page" }] });
    let rules = [
        ("Fetch.enable", documents),
        ("Browser.grantPermissions", permissions_denied(None)),
        ("Browser.setDownloadBehavior", json!({ "behavior": "deny" })),
        ("Target.setAutoAttach", attach),
    ];
    for (method, parameters) in rules {
        browser.call(method, parameters, CALL).await?;
    }
    let page = tokio::time::timeout(LAUNCH, watch.page()).await;
    let page =
        page.map_err(|_| CdpError::TimedOut { method: "Target.setAutoAttach".to_owned(), within: LAUNCH })?;
    let script = json!({ "source": hand_over(watch.home(), secret) });
    for (method, parameters) in [
        ("Page.enable", json!({})),
        ("Page.addScriptToEvaluateOnNewDocument", script),
        ("Runtime.runIfWaitingForDebugger", json!({})),
    ] {
        page.call(method, parameters, CALL).await?;
    }
    let loaded = page.call("Page.navigate", json!({ "url": watch.home() }), LAUNCH).await?;
    watch.is_home();
    match text(&loaded, "errorText") {
        "" => Ok(page),
        reason => {
            let (method, message) = ("Page.navigate".to_owned(), reason.to_owned());
            Err(CdpError::Refused { method, code: 0, message }.into())
        }
    }
}

/// The script that runs before any other: in the page itself, at its own address, and nowhere else.
fn hand_over(home: &str, secret: &Secret) -> String {
    let (home, secret) = (Value::from(home), Value::from(secret.expose()));
    format!("if (window === top && location.href.startsWith({home})) globalThis.laikaSecret = {secret};")
}

impl CompanionWindow {
    /// Waits until the person closed the window, or Chromium ended.
    pub async fn closed(&mut self) {
        // Whoever would say so is gone: then so is the window.
        _ = self.closed.wait_for(|closed| *closed).await;
    }

    /// Addresses that the person wants to open, each a link out of the window. They are the page's words: nothing is
    /// checked but that they are addresses of the web.
    pub fn wanted(&mut self) -> &mut mpsc::Receiver<String> {
        &mut self.wanted
    }

    /// The number of its first process.
    #[must_use]
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// The page, for tests that act as the person.
    #[must_use]
    pub fn page(&self) -> &Session {
        &self.page
    }

    /// Closes the window in good order, and with force if it takes its time. Its files are gone afterwards.
    pub async fn end(self) {
        _ = self.client.browser().call("Browser.close", json!({}), CALL).await;
        if !self.process.wait(CLOSE).await {
            self.process.kill();
            self.process.wait(CLOSE).await;
        }
        self.client.close();
    }
}

impl Drop for CompanionWindow {
    fn drop(&mut self) {
        self.client.close();
    }
}
