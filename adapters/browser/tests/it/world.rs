//! One browser for all tests of this binary, and a fresh context and server for each.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use laika_browser::Pages as _;
use laika_browser::{
    Browser, Context, ContextOptions, Incident, LaunchOptions, NavigationRequest, NavigationRule, Tab,
    find_program,
};
use laika_protocol::{ErrorCode, ToolError};
use tokio::runtime::Runtime;
use tokio::sync::broadcast;

use super::server::Server;

pub(super) const SOON: Duration = Duration::from_secs(5);

/// A rule that records what it is asked, and refuses addresses whose path holds `refused`.
#[derive(Default)]
pub(super) struct Recorder(Mutex<Vec<NavigationRequest>>);

impl NavigationRule for Recorder {
    fn allows(&self, request: &NavigationRequest) -> Result<(), ToolError> {
        self.0.lock().unwrap().push(request.clone());
        if request.url.path().contains("refused") {
            return Err(ToolError::new(ErrorCode::PolicyDenied, "this place is not allowed"));
        }
        Ok(())
    }
}

impl Recorder {
    pub(super) fn asked(&self, path: &str) -> Vec<NavigationRequest> {
        self.0.lock().unwrap().iter().filter(|request| request.url.path() == path).cloned().collect()
    }
}

pub(super) struct World {
    pub(super) browser: Browser,
    runtime: Runtime,
}

/// What a test works with.
pub(super) struct Place {
    pub(super) server: Server,
    pub(super) context: Context,
    pub(super) rule: Arc<Recorder>,
    pub(super) tab: Tab,
    pub(super) incidents: broadcast::Receiver<Incident>,
}

impl Place {
    /// The next incident that `wanted` takes.
    pub(super) async fn incident<T>(&mut self, wanted: impl Fn(&Incident) -> Option<T>) -> T {
        let find = async {
            loop {
                let incident = self.incidents.recv().await.expect("incidents go on");
                if let Some(found) = wanted(&incident) {
                    return found;
                }
            }
        };
        tokio::time::timeout(SOON, find).await.expect("the incident is reported")
    }
}

/// Whether there is a browser to test with. Where tests must run, there has to be one.
pub(super) fn browser_is_here() -> bool {
    let here = find_program().is_some();
    if !here {
        assert!(std::env::var_os("CI").is_none(), "CI is set and there is no Chromium");
        println!("skipped: there is no Chromium on this machine");
    }
    here
}

fn world() -> &'static World {
    static WORLD: std::sync::OnceLock<World> = std::sync::OnceLock::new();
    WORLD.get_or_init(|| {
        let runtime = Runtime::new().unwrap();
        let browser = runtime.block_on(Browser::launch(LaunchOptions::default())).unwrap();
        World { browser, runtime }
    })
}

/// Runs a test with a context, a tab and a server of its own.
pub(super) fn test(body: impl AsyncFnOnce(&'static World, &mut Place)) {
    if !browser_is_here() {
        return;
    }
    let world = world();
    world.runtime.block_on(async {
        let server = Server::start().await;
        let rule = Arc::new(Recorder::default());
        let context = world.browser.context(ContextOptions::new(rule.clone())).await.unwrap();
        let incidents = context.incidents();
        let tab = context.open().await.unwrap();
        body(world, &mut Place { server, context, rule, tab, incidents }).await;
    });
}

/// A trusted click at a point of the page, as the acting layer would send it.
pub(super) async fn click(tab: &Tab, x: f64, y: f64) {
    for (kind, buttons) in [("mouseMoved", 0), ("mousePressed", 1), ("mouseReleased", 0)] {
        let event = serde_json::json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": buttons,
            "clickCount": 1 });
        tab.session().call("Input.dispatchMouseEvent", event, SOON).await.unwrap();
    }
}

/// Lets input through that nobody announced.
pub(super) async fn open_guard(tab: &Tab) {
    for frame in tab.frames() {
        let request = serde_json::json!({ "op": "guard", "mode": "open" });
        tab.page::<serde_json::Value>(frame.frame_id, &request, SOON).await.unwrap();
    }
}

/// Evaluates in the page's own world.
pub(super) async fn evaluate(tab: &Tab, expression: &str) -> serde_json::Value {
    let parameters =
        serde_json::json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
    let mut answer = tab.session().call("Runtime.evaluate", parameters, SOON).await.unwrap();
    answer["result"]["value"].take()
}
