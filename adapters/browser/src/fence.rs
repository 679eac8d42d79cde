//! The fence around an act (S8): from dispatch to settle, whatever the page sends is held against the decision.

use std::sync::{Arc, Mutex, PoisonError};

use laika_policy::{Authorised, Ground, OriginSets, PageRequest, RequestKind, covers};
use laika_protocol::wire::RequestFacts;
use serde_json::{Value, json};
use tokio::task::JoinHandle;
use url::Url;

use crate::cdp::{CdpError, Session};
use crate::hub::text;
use crate::{CALL, Tab};

/// Requests that are remembered of one act.
const MOST_STOPPED: usize = 20;

/// What is known of the run when it acts.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// What the run may read and act on.
    pub origins: OriginSets,
    /// Whether the person is logged in on the site in front.
    pub logged_in: bool,
}

/// Something that was sent and not decided.
#[derive(Clone, Debug)]
pub(crate) struct Stopped {
    pub(crate) request: RequestFacts,
    /// Whether it is one that pages send only to tell, and never wait for.
    pub(crate) tells_only: bool,
}

/// The fence while it is up. It is up until [`lower`](Self::lower), and stays up if that never comes.
pub(crate) struct Fence {
    session: Session,
    stopped: Arc<Mutex<Vec<Stopped>>>,
    watching: JoinHandle<()>,
}

impl Fence {
    pub(crate) async fn raise(tab: &Tab, call: &Arc<Authorised>, rules: &Rules) -> Result<Self, CdpError> {
        let session = tab.session();
        let mut events = session.subscribe();
        let stopped = Arc::new(Mutex::new(Vec::new()));
        let judge = Judge {
            session: session.clone(),
            main_frame: tab.main_frame().to_owned(),
            call: Arc::clone(call),
            rules: rules.clone(),
            stopped: Arc::clone(&stopped),
        };
        let watching = tokio::spawn(async move {
            while let Some(event) = events.recv().await {
                if event.method == "Fetch.requestPaused" {
                    judge.paused(&event.params);
                }
            }
        });
        let all = json!({ "patterns": [{ "urlPattern": "*", "requestStage": "Request" }] });
        session.call("Fetch.enable", all, CALL).await?;
        Ok(Self { session, stopped, watching })
    }

    /// Takes the fence down; what it stopped.
    pub(crate) async fn lower(self) -> Vec<Stopped> {
        // A request that is paused when this arrives goes on, so it is the last thing that is done.
        _ = self.session.call("Fetch.disable", json!({}), CALL).await;
        self.watching.abort();
        let mut stopped = self.stopped.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *stopped)
    }
}

struct Judge {
    session: Session,
    main_frame: String,
    call: Arc<Authorised>,
    rules: Rules,
    stopped: Arc<Mutex<Vec<Stopped>>>,
}

impl Judge {
    fn paused(&self, parameters: &Value) {
        let id = text(parameters, "requestId");
        let (method, answer) = if self.may_leave(parameters) {
            ("Fetch.continueRequest", json!({ "requestId": id }))
        } else {
            ("Fetch.failRequest", json!({ "requestId": id, "errorReason": "Aborted" }))
        };
        _ = self.session.send(method, &answer);
    }

    fn may_leave(&self, parameters: &Value) -> bool {
        let kind = match text(parameters, "resourceType") {
            "Document" if text(parameters, "frameId") == self.main_frame => RequestKind::Page,
            "Document" => RequestKind::Frame,
            _ => RequestKind::Resource,
        };
        // An address that cannot be read leads nowhere.
        let Ok(url) = Url::parse(text(&parameters["request"], "url")) else { return false };
        if !matches!(url.scheme(), "http" | "https") {
            return true;
        }
        let method = text(&parameters["request"], "method").to_ascii_uppercase();
        let request = PageRequest { url: &url, method: &method, kind };
        let ground = Ground { origins: &self.rules.origins, logged_in: self.rules.logged_in };
        if covers(self.call.call(), &request, ground) {
            return true;
        }
        let tells_only = text(parameters, "resourceType") == "Ping";
        let mut stopped = self.stopped.lock().unwrap_or_else(PoisonError::into_inner);
        if stopped.len() < MOST_STOPPED {
            stopped.push(Stopped { request: request.facts(), tells_only });
        }
        false
    }
}
