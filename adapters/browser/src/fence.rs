//! The fence around an act (S8): from dispatch to settle, whatever the page sends is held against the decision.
//!
//! A page sends from its own process, from frames in processes of their own, and from workers that live beside it. Each
//! of them is a session of its own, and each gets its part of the fence.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use laika_policy::{Authorised, Ground, OriginSets, PageRequest, RequestKind, covers};
use laika_protocol::wire::RequestFacts;
use serde_json::{Value, json};
use tokio::task::JoinHandle;
use tokio::time::Instant;
use url::Url;

use crate::cdp::{CdpError, Reply, Session};
use crate::hub::text;
use crate::pages::Pages as _;
use crate::{CALL, Tab};

/// Requests that are remembered of one act.
const MOST_STOPPED: usize = 20;
/// How long nothing may be asked for or answered before a page counts as quiet.
const QUIET: Duration = Duration::from_millis(150);
/// The same after the script of a worker came, which has to start before it can ask for anything.
const STARTING: Duration = Duration::from_millis(800);

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

/// The fence while it is up: until [`lower`](Self::lower), or until the act is given up and drops it. A fence that stayed
/// would hold the next act against this one's decision.
pub(crate) struct Fence {
    judge: Arc<Judge>,
    /// The session that workers are heard by.
    workers: Session,
}

impl Fence {
    pub(crate) async fn raise(tab: &Tab, call: &Arc<Authorised>, rules: &Rules) -> Result<Self, CdpError> {
        let page = tab.session();
        let judge = Arc::new(Judge {
            main_frame: tab.main_frame().to_owned(),
            context: tab.context_id().map(ToOwned::to_owned),
            call: Arc::clone(call),
            rules: rules.clone(),
            sent: Mutex::default(),
            parts: Mutex::default(),
        });
        let attached = page.client().browser().call("Target.attachToBrowserTarget", json!({}), CALL).await?;
        let workers = page.client().session(text(&attached, "sessionId"));
        // From here on it comes down again wherever this ends.
        let fence = Self { judge, workers };
        let (judge, workers) = (&fence.judge, &fence.workers);
        let mut raised = vec![judge.guard(&page, "iframe")?];
        for frame in tab.frames() {
            if let Some(session) = tab.session_in(frame.frame_id) {
                raised.push(judge.guard(&session, "iframe")?);
            }
        }
        for reply in raised.into_iter().flatten() {
            // A frame that goes away meanwhile sends nothing.
            match reply.answer(CALL).await {
                Ok(_) | Err(CdpError::Refused { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        judge.listen(workers, "worker");
        let attach = json!({ "autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true,
            "filter": [{ "type": "shared_worker" }, { "type": "service_worker" }] });
        workers.call("Target.setAutoAttach", attach, CALL).await?;
        Ok(fence)
    }

    /// Waits until nothing that was asked for since it is up is on its way, at most until `end`; whether there was
    /// anything to wait for.
    pub(crate) async fn rest(&self, end: Instant) -> bool {
        let mut waited = false;
        loop {
            let (pending, busy) = {
                let sent = self.judge.sent();
                (!sent.pending.is_empty(), sent.busy)
            };
            let now = Instant::now();
            let quiet = busy.map_or(Duration::ZERO, |busy| busy.saturating_duration_since(now));
            if now >= end || (!pending && quiet.is_zero()) {
                return waited;
            }
            waited = true;
            tokio::time::sleep_until(end.min(now + quiet.max(Duration::from_millis(20)))).await;
        }
    }

    /// Takes the fence down; what it stopped, and whether something left that changes something.
    pub(crate) async fn lower(self) -> (Vec<Stopped>, bool) {
        let (parts, replies) = self.open();
        for reply in replies {
            _ = reply.answer(CALL).await;
        }
        drop(parts);
        let mut sent = self.judge.sent();
        (std::mem::take(&mut sent.stopped), !sent.left.is_empty())
    }

    /// A request that is paused when this arrives goes on, so it is the last thing that is done.
    fn open(&self) -> (Vec<Part>, Vec<Reply>) {
        let parts = std::mem::take(&mut *self.judge.parts());
        if parts.is_empty() {
            return Default::default();
        }
        let detach = json!({ "sessionId": self.workers.id() });
        let browser = self.workers.client().browser();
        let mut replies: Vec<_> = browser.send("Target.detachFromTarget", &detach).into_iter().collect();
        replies.extend(parts.iter().filter_map(|part| part.session.send("Fetch.disable", &json!({})).ok()));
        (parts, replies)
    }
}

impl Drop for Fence {
    fn drop(&mut self) {
        drop(self.open());
    }
}

/// One session under the fence.
struct Part {
    session: Session,
    watching: JoinHandle<()>,
}

impl Drop for Part {
    fn drop(&mut self) {
        self.watching.abort();
    }
}

/// What was seen to be sent.
#[derive(Default)]
struct Sent {
    stopped: Vec<Stopped>,
    /// What left and changes something: each was decided once, so each may leave once.
    left: Vec<RequestFacts>,
    /// What has no answer yet.
    pending: HashSet<String>,
    /// Until when something may follow on what was last asked for, or answered.
    busy: Option<Instant>,
}

struct Judge {
    main_frame: String,
    context: Option<String>,
    call: Arc<Authorised>,
    rules: Rules,
    sent: Mutex<Sent>,
    parts: Mutex<Vec<Part>>,
}

impl Judge {
    fn sent(&self) -> MutexGuard<'_, Sent> {
        self.sent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn parts(&self) -> MutexGuard<'_, Vec<Part>> {
        self.parts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a session under the fence, unless it is already.
    fn guard(self: &Arc<Self>, session: &Session, kind: &'static str) -> Result<Option<Reply>, CdpError> {
        if self.parts().iter().any(|part| part.session.id() == session.id()) {
            return Ok(None);
        }
        self.listen(session, kind);
        let all = json!({ "patterns": [
            { "urlPattern": "*", "requestStage": "Request" },
            { "urlPattern": "*", "requestStage": "Response" },
        ] });
        session.send("Fetch.enable", &all).map(Some)
    }

    /// Judges what a session sends, and puts what it starts under the fence too.
    fn listen(self: &Arc<Self>, session: &Session, kind: &'static str) {
        let mut events = session.subscribe();
        let (judge, on) = (Arc::clone(self), session.clone());
        let watching = tokio::spawn(async move {
            while let Some(event) = events.recv().await {
                match event.method.as_str() {
                    "Fetch.requestPaused" => judge.paused(&on, &event.params),
                    "Target.attachedToTarget" => judge.started(&on, &event.params, kind),
                    _ => {}
                }
            }
        });
        self.parts().push(Part { session: session.clone(), watching });
    }

    fn started(self: &Arc<Self>, by: &Session, parameters: &Value, kind: &'static str) {
        let info = &parameters["targetInfo"];
        let child = by.client().session(text(parameters, "sessionId"));
        let ours = self.context.as_deref().is_none_or(|id| text(info, "browserContextId") == id);
        if ours && text(info, "type").ends_with(kind) {
            _ = self.guard(&child, kind);
        }
        if kind == "worker" {
            _ = child.send("Runtime.runIfWaitingForDebugger", &json!({}));
        }
    }

    fn paused(&self, session: &Session, parameters: &Value) {
        let id = text(parameters, "requestId");
        let answered =
            parameters["responseStatusCode"].is_u64() || parameters["responseErrorReason"].is_string();
        let leaves = answered || self.may_leave(parameters);
        let mut sent = self.sent();
        let follows = if text(parameters, "resourceType") == "Other" { STARTING } else { QUIET };
        sent.busy = sent.busy.max(Some(Instant::now() + follows));
        if answered || !leaves {
            sent.pending.remove(id);
        } else {
            sent.pending.insert(id.to_owned());
        }
        drop(sent);
        let (method, answer) = if leaves {
            ("Fetch.continueRequest", json!({ "requestId": id }))
        } else {
            ("Fetch.failRequest", json!({ "requestId": id, "errorReason": "Aborted" }))
        };
        _ = session.send(method, &answer);
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
        let facts = request.facts();
        let mut sent = self.sent();
        if covers(self.call.call(), &request, ground) {
            if request.is_safe() {
                return true;
            }
            let before = sent.left.iter().filter(|one| **one == facts).count();
            if before < self.times(&facts) {
                sent.left.push(facts);
                return true;
            }
        }
        let tells_only = text(parameters, "resourceType") == "Ping";
        if sent.stopped.len() < MOST_STOPPED {
            sent.stopped.push(Stopped { request: facts, tells_only });
        }
        false
    }

    /// How often the decision has this request leave: a form once, and what it names as often as it names it.
    fn times(&self, facts: &RequestFacts) -> usize {
        let named = self.call.call().target.iter().flat_map(|target| &target.sends);
        named.filter(|one| *one == facts).count().max(1)
    }
}
