//! Where everything the browser says arrives: it knows which session and which frame belong to which tab.

use std::collections::{HashMap, HashSet, VecDeque};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use laika_protocol::ids::Origin;
use serde_json::{Value, json};
use tokio::sync::RwLock;

use crate::cdp::{CdpError, Client, Event, Listener, Reply, Session};
use crate::context::{ContextCore, ContextOptions, Incident, permissions_denied};
use crate::download::behaviour;
use crate::gate::Gate;
use crate::launch::ProxyAccess;
use crate::tab::{Tab, TabCore};
use crate::{BrowserError, CALL};

pub(crate) struct Hub {
    pub(crate) client: Client,
    pub(crate) headed: bool,
    /// The way out for contexts that have none of their own.
    pub(crate) proxy: Option<ProxyAccess>,
    named: bool,
    /// Where a download lies for a moment.
    pub(crate) downloads: PathBuf,
    pub(crate) gate: Gate,
    registry: Mutex<Registry>,
    next_tab: AtomicU32,
    /// Held while a tab of ours is made: a new target is a popup only if it is none of ours.
    opening: RwLock<()>,
}

#[derive(Default)]
struct Registry {
    contexts: HashMap<String, Arc<ContextCore>>,
    sessions: HashMap<String, Arc<TabCore>>,
    frames: HashMap<String, Arc<TabCore>>,
    /// Targets that we asked for.
    ours: HashSet<String>,
    /// Targets that may not load anything.
    shut: VecDeque<String>,
}

/// Shut targets that are remembered; a target lives for a moment after it is told to close.
const SHUT: usize = 64;

impl Hub {
    pub(crate) fn new(
        client: Client,
        headed: bool,
        proxy: Option<ProxyAccess>,
        named: bool,
        downloads: PathBuf,
    ) -> Arc<Self> {
        Arc::new(Self {
            client,
            headed,
            proxy,
            named,
            downloads,
            gate: Gate::default(),
            registry: Mutex::default(),
            next_tab: AtomicU32::new(1),
            opening: RwLock::new(()),
        })
    }

    fn registry(&self) -> MutexGuard<'_, Registry> {
        self.registry.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts the browser under our rules; its version.
    pub(crate) async fn begin(&self, within: Duration) -> Result<String, CdpError> {
        let browser = self.client.browser();
        let version = browser.send("Browser.getVersion", &json!({}))?;
        let attach = json!({ "autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true,
            "filter": [{ "type": "page" }] });
        let attach = browser.send("Target.setAutoAttach", &attach)?;
        let gate = browser.send("Fetch.enable", &Gate::patterns())?;
        let version = version.answer(within).await?;
        attach.answer(CALL).await?;
        gate.answer(CALL).await?;
        Ok(version["product"].as_str().unwrap_or_default().to_owned())
    }

    pub(crate) async fn context(
        self: &Arc<Self>,
        options: ContextOptions,
    ) -> Result<Arc<ContextCore>, BrowserError> {
        if !self.named {
            return self.fresh_context(options).await;
        }
        let browser = self.client.browser();
        let contexts = browser.call("Target.getBrowserContexts", json!({}), CALL).await?;
        let id = text(&contexts, "defaultBrowserContextId").to_owned();
        if self.registry().contexts.contains_key(&id) {
            return Err(BrowserError::ContextTaken);
        }
        let core = ContextCore::new(Arc::clone(self), None, options);
        self.put_under_rules(id, core).await
    }

    /// A context that shares nothing with any other, in a named profile too.
    pub(crate) async fn fresh_context(
        self: &Arc<Self>,
        options: ContextOptions,
    ) -> Result<Arc<ContextCore>, BrowserError> {
        let mut parameters = json!({ "disposeOnDetach": true });
        if let Some(proxy) = &options.proxy {
            parameters["proxyServer"] = format!("http://{}", proxy.address).into();
            parameters["proxyBypassList"] = "<-loopback>".into();
        }
        let made = self.client.browser().call("Target.createBrowserContext", parameters, CALL).await?;
        let id = text(&made, "browserContextId").to_owned();
        let core = ContextCore::new(Arc::clone(self), Some(id.clone()), options);
        self.put_under_rules(id, core).await
    }

    async fn put_under_rules(
        &self,
        id: String,
        core: Arc<ContextCore>,
    ) -> Result<Arc<ContextCore>, BrowserError> {
        let browser = self.client.browser();
        self.registry().contexts.insert(id, Arc::clone(&core));
        let downloads = behaviour(&core, "deny");
        let permissions = permissions_denied(core.id.as_deref());
        let rules = [("Browser.grantPermissions", permissions), ("Browser.setDownloadBehavior", downloads)];
        for (method, parameters) in rules {
            if let Err(error) = browser.call(method, parameters, CALL).await {
                // Without its rules it must not be used.
                drop(self.dispose(&core));
                return Err(error.into());
            }
        }
        Ok(core)
    }

    pub(crate) async fn open(self: &Arc<Self>, context: &Arc<ContextCore>) -> Result<Tab, BrowserError> {
        let mut parameters = json!({ "url": "about:blank" });
        if let Some(id) = &context.id {
            parameters["browserContextId"] = id.as_str().into();
        }
        let making = self.opening.write().await;
        let made = self.client.browser().call("Target.createTarget", parameters, CALL).await?;
        let target = text(&made, "targetId").to_owned();
        self.registry().ours.insert(target.clone());
        drop(making);
        let tab = tokio::time::timeout(CALL, self.tab_of_target(context, &target)).await;
        let tab =
            tab.map_err(|_| CdpError::TimedOut { method: "Target.createTarget".to_owned(), within: CALL })?;
        tab.ready().await?;
        Ok(Tab::new(tab))
    }

    async fn tab_of_target(&self, context: &ContextCore, target: &str) -> Arc<TabCore> {
        loop {
            let found = context.tabs().values().find(|tab| tab.target == target).cloned();
            if let Some(tab) = found {
                return tab;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    /// Forgets a context; the answer of the browser, unless it was forgotten before.
    pub(crate) fn dispose(&self, context: &Arc<ContextCore>) -> Option<Reply> {
        let mut registry = self.registry();
        let id =
            registry.contexts.iter().find(|(_, it)| Arc::ptr_eq(it, context)).map(|(id, _)| id.clone())?;
        registry.contexts.remove(&id);
        drop(registry);
        let tabs: Vec<_> = context.tabs().values().cloned().collect();
        for tab in &tabs {
            self.forget_tab(tab);
        }
        let browser = self.client.browser();
        match &context.id {
            Some(id) => browser.send("Target.disposeBrowserContext", &json!({ "browserContextId": id })).ok(),
            None => {
                let close = |tab: &Arc<TabCore>| {
                    browser.send("Target.closeTarget", &json!({ "targetId": tab.target }))
                };
                let replies: Vec<_> = tabs.iter().filter_map(|tab| close(tab).ok()).collect();
                replies.into_iter().next_back()
            }
        }
    }

    pub(crate) fn forget_tab(&self, tab: &Arc<TabCore>) {
        tab.mark_closed();
        tab.context.tabs().remove(&tab.id);
        let mut registry = self.registry();
        registry.sessions.retain(|_, it| !Arc::ptr_eq(it, tab));
        registry.frames.retain(|_, it| !Arc::ptr_eq(it, tab));
        registry.ours.remove(&tab.target);
    }

    pub(crate) fn tab_of_frame(&self, frame: &str) -> Option<Arc<TabCore>> {
        self.registry().frames.get(frame).cloned()
    }

    pub(crate) fn own_frame(&self, frame: &str, tab: &Arc<TabCore>) {
        self.registry().frames.insert(frame.to_owned(), Arc::clone(tab));
    }

    pub(crate) fn disown_frame(&self, frame: &str) {
        self.registry().frames.remove(frame);
    }

    pub(crate) fn own_session(&self, session: &str, tab: &Arc<TabCore>) {
        self.registry().sessions.insert(session.to_owned(), Arc::clone(tab));
    }

    pub(crate) fn disown_session(&self, session: &str) -> Option<Arc<TabCore>> {
        self.registry().sessions.remove(session)
    }

    fn attached(self: &Arc<Self>, parameters: &Value) {
        let hub = Arc::clone(self);
        let info = &parameters["targetInfo"];
        let target = text(info, "targetId").to_owned();
        let kind = text(info, "type").to_owned();
        let session = self.client.session(text(parameters, "sessionId"));
        let context = text(info, "browserContextId").to_owned();
        let opener = [text(info, "openerFrameId"), text(info, "openerId")]
            .into_iter()
            .find_map(|frame| self.tab_of_frame(frame));
        // The target itself has no address yet; the page that opened it told where it is to go.
        let origin = Origin::of_url(text(info, "url")).or_else(|| opener.as_ref()?.window_origin());
        tokio::spawn(async move {
            let made = hub.opening.read().await;
            let ours = hub.registry().ours.contains(&target);
            drop(made);
            let context = hub.registry().contexts.get(&context).cloned();
            let Some(context) = context.filter(|_| kind == "page") else {
                hub.shut(&session, &target);
                return;
            };
            if ours {
                hub.adopt(&context, session, &target, None, false);
                return;
            }
            let opener = opener.map(|tab| tab.id);
            match context.take_expected(opener) {
                Some(announced) => {
                    let tab = hub.adopt(&context, session, &target, Some(announced), origin.is_none());
                    context.report(Incident::PopupOpened { tab: opener, popup: tab.id });
                }
                None => {
                    hub.shut(&session, &target);
                    context.report(Incident::PopupBlocked { tab: opener, origin });
                }
            }
        });
    }

    fn adopt(
        self: &Arc<Self>,
        context: &Arc<ContextCore>,
        session: Session,
        target: &str,
        announced: Option<tokio::sync::watch::Sender<Option<Tab>>>,
        empty: bool,
    ) -> Arc<TabCore> {
        let id = self.next_tab.fetch_add(1, Ordering::Relaxed);
        let tab = TabCore::new(id, target, session.clone(), Arc::clone(context), announced);
        self.own_frame(target, &tab);
        self.own_session(session.id().unwrap_or_default(), &tab);
        context.tabs().insert(id, Arc::clone(&tab));
        tab.set_up(session);
        if empty {
            tab.allow_empty_popup();
        }
        tab
    }

    /// Closes a target that nobody wants. A window that waits for us holds up the page that opened it, so it is let
    /// go first; the gate lets nothing of it leave.
    fn shut(&self, session: &Session, target: &str) {
        let mut registry = self.registry();
        registry.shut.push_back(target.to_owned());
        if registry.shut.len() > SHUT {
            registry.shut.pop_front();
        }
        drop(registry);
        _ = session.send("Runtime.runIfWaitingForDebugger", &json!({}));
        self.close_target(target);
    }

    pub(crate) fn is_shut(&self, target: &str) -> bool {
        self.registry().shut.iter().any(|it| it == target)
    }

    pub(crate) fn close_target(&self, target: &str) {
        _ = self.client.browser().send("Target.closeTarget", &json!({ "targetId": target }));
    }

    pub(crate) fn contexts(&self) -> Vec<Arc<ContextCore>> {
        self.registry().contexts.values().cloned().collect()
    }
}

impl Listener for HubListener {
    fn event(&self, event: &Event) {
        let hub = &self.0;
        match (&event.session, event.method.as_str()) {
            (None, "Target.attachedToTarget") => hub.attached(&event.params),
            (_, "Target.detachedFromTarget") => {
                let session = text(&event.params, "sessionId");
                if let Some(tab) = hub.disown_session(session) {
                    if tab.session.id() == Some(session) {
                        hub.forget_tab(&tab);
                        tab.context.report(Incident::Closed { tab: tab.id });
                    } else {
                        tab.lost_session(session);
                    }
                }
            }
            (None, "Fetch.requestPaused") => hub.gate.paused(hub, &event.params),
            (None, "Fetch.authRequired") => hub.gate.challenged(hub, &event.params),
            (None, "Browser.downloadWillBegin") => hub.download_begins(&event.params),
            (None, "Browser.downloadProgress") => hub.download_goes_on(&event.params),
            (Some(session), _) => {
                let tab = hub.registry().sessions.get(session).cloned();
                if let Some(tab) = tab {
                    tab.event(event, session);
                }
            }
            (None, _) => {}
        }
    }

    fn closed(&self) {
        let tabs: Vec<_> = self.0.registry().sessions.values().cloned().collect();
        for tab in tabs {
            tab.mark_closed();
            tab.context.tabs().clear();
        }
        *self.0.registry() = Registry::default();
    }
}

/// The hub as the client sees it.
pub(crate) struct HubListener(pub(crate) Arc<Hub>);

/// A text of an event; empty when there is none.
pub(crate) fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}
