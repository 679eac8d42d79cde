//! The state of a tab, and how events change it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use laika_protocol::ToolError;
use laika_protocol::ids::Origin;
use serde_json::{Value, json};
use tokio::sync::watch;

use super::model::{Model, Popup, World};
use super::{Tab, history};
use crate::CALL;
use crate::cdp::{CdpError, Event, Reply, Session};
use crate::context::{ContextCore, Incident};
use crate::error::{crashed, tab_closed};
use crate::hub::text;

/// The world our script lives in, in every frame.
pub(super) const WORLD: &str = "laika";
/// What our script calls to be heard without being asked.
const NOTICE: &str = "laikaNotify";
/// The page script, as committed.
const PAGE_SCRIPT: &str = include_str!("../../../../web/page/dist/page.js");
/// Has the guard let a person's input through, and tell of it.
const WATCH: &str = "\n;globalThis.laikaPage.handle({ op: 'guard', mode: 'watch' });";
/// How long a new window without an address of its own stays undecided.
const EMPTY_POPUP: Duration = Duration::from_secs(1);
/// What a person may read of the kind of input.
const MOST_INPUT: usize = 32;

pub(crate) struct TabCore {
    pub(crate) id: u32,
    pub(crate) target: String,
    pub(crate) session: Session,
    pub(crate) context: Arc<ContextCore>,
    model: Mutex<Model>,
    /// Counts changes of the model.
    changed: watch::Sender<u64>,
    /// None until it is set up; then whether that worked.
    ready: watch::Sender<Option<bool>>,
    announced: Mutex<Option<watch::Sender<Option<Tab>>>>,
    pub(super) pictures: Mutex<Vec<tokio::time::Instant>>,
    pub(super) handles: Mutex<super::frames::Handles>,
    /// Held by whoever acts.
    pub(super) turn: tokio::sync::Mutex<()>,
}

impl TabCore {
    pub(crate) fn new(
        id: u32,
        target: &str,
        session: Session,
        context: Arc<ContextCore>,
        announced: Option<watch::Sender<Option<Tab>>>,
    ) -> Arc<Self> {
        Arc::new(Self {
            id,
            target: target.to_owned(),
            session,
            context,
            model: Mutex::new(Model::new(target, announced.is_some())),
            changed: watch::channel(0).0,
            ready: watch::channel(None).0,
            announced: Mutex::new(announced),
            pictures: Mutex::default(),
            handles: Mutex::default(),
            turn: tokio::sync::Mutex::default(),
        })
    }

    pub(crate) fn model(&self) -> MutexGuard<'_, Model> {
        self.model.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn change(&self, change: impl FnOnce(&mut Model)) {
        change(&mut self.model());
        self.changed.send_modify(|count| *count = count.wrapping_add(1));
    }

    /// Waits until `look` finds something in the model; fails when the tab closes or crashes first.
    pub(super) async fn wait<T>(&self, mut look: impl FnMut(&Model) -> Option<T>) -> Result<T, ToolError> {
        let mut changed = self.changed.subscribe();
        loop {
            changed.mark_unchanged();
            {
                let model = self.model();
                if model.closed {
                    return Err(tab_closed());
                }
                if let Some(found) = look(&model) {
                    return Ok(found);
                }
                if model.crashed {
                    return Err(crashed());
                }
            }
            if changed.changed().await.is_err() {
                return Err(tab_closed());
            }
        }
    }

    /// Puts a new session under our rules, then lets it run.
    pub(crate) fn set_up(self: &Arc<Self>, session: Session) {
        let main = session.id() == self.session.id();
        let sent = self.send_rules(&session, main);
        let tab = Arc::clone(self);
        tokio::spawn(async move {
            let done = match sent {
                Ok(sent) => tab.finish(&session, sent).await,
                Err(error) => Err(error),
            };
            if done.is_err() && main {
                // Without our script and rules it must not run.
                tab.context.hub.close_target(&tab.target);
            }
            if main {
                tab.ready.send_replace(Some(done.is_ok()));
            }
        });
    }

    fn send_rules(&self, session: &Session, main: bool) -> Result<Vec<Reply>, CdpError> {
        // Workers wait for a word from us too, whether we want to hear of them or not.
        let attach = json!({ "autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true,
            "filter": [{ "type": "iframe" }, { "type": "worker" }] });
        let watched = self.context.options.watched;
        let source = if watched { format!("{PAGE_SCRIPT}{WATCH}") } else { PAGE_SCRIPT.to_owned() };
        let script = json!({ "source": source, "worldName": WORLD, "runImmediately": true });
        let (width, height) = self.context.options.viewport;
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        let mut calls = vec![
            ("Page.enable", json!({})),
            ("Page.setLifecycleEventsEnabled", json!({ "enabled": true })),
            ("Runtime.enable", json!({})),
            ("Runtime.addBinding", json!({ "name": NOTICE, "executionContextName": WORLD })),
            ("Page.addScriptToEvaluateOnNewDocument", script),
            // Only a person chooses files; where there is one, they may.
            ("Page.setInterceptFileChooserDialog", json!({ "enabled": !watched, "cancel": true })),
            ("Target.setAutoAttach", attach),
            ("Inspector.enable", json!({})),
        ];
        if main && !self.context.hub.headed {
            calls.push(("Emulation.setDeviceMetricsOverride", metrics));
        }
        calls.push(("Page.getFrameTree", json!({})));
        calls.push(("Runtime.runIfWaitingForDebugger", json!({})));
        calls.iter().map(|(method, parameters)| session.send(method, parameters)).collect()
    }

    async fn finish(self: &Arc<Self>, session: &Session, sent: Vec<Reply>) -> Result<(), CdpError> {
        for reply in sent {
            let answer = reply.answer(CALL).await?;
            if answer["frameTree"].is_object() {
                self.learn(session, &answer["frameTree"]);
            }
        }
        Ok(())
    }

    /// Takes frames that were there before we listened; what an event said since is newer.
    fn learn(self: &Arc<Self>, session: &Session, tree: &Value) {
        let described = &tree["frame"];
        let known =
            self.model().frames.get(text(described, "id")).is_some_and(|frame| !frame.loader.is_empty());
        if !known {
            self.navigated(described, session);
        }
        for child in tree["childFrames"].as_array().into_iter().flatten() {
            self.learn(session, child);
        }
    }

    pub(crate) async fn ready(&self) -> Result<(), CdpError> {
        let mut ready = self.ready.subscribe();
        let waited = tokio::time::timeout(CALL, ready.wait_for(Option::is_some)).await;
        let worked = waited.ok().and_then(Result::ok).and_then(|ready| *ready);
        if worked == Some(true) { Ok(()) } else { Err(CdpError::Closed) }
    }

    pub(crate) fn event(self: &Arc<Self>, event: &Event, session: &str) {
        let said = &event.params;
        match event.method.as_str() {
            "Page.frameNavigated" => self.navigated(&said["frame"], &self.session_of(session)),
            "Page.frameAttached" => {
                let id = text(said, "frameId");
                let by = self.session_of(session);
                self.context.hub.own_frame(id, self);
                self.change(|model| {
                    _ = model.frame_or_new(id, said["parentFrameId"].as_str(), &by);
                });
            }
            "Page.frameDetached" => self.detached(text(said, "frameId"), text(said, "reason"), session),
            "Page.navigatedWithinDocument" => self.moved(said),
            "Page.frameStartedNavigating" => self.set(text(said, "frameId"), |frame| {
                frame.starting = (text(said, "loaderId").to_owned(), text(said, "url").to_owned());
            }),
            "Page.frameStartedLoading" => self.set(text(said, "frameId"), |frame| frame.loading = true),
            // A document whose load was cut short stops without saying that it was parsed.
            "Page.frameStoppedLoading" => self.set(text(said, "frameId"), |frame| {
                frame.loading = false;
                frame.parsed = true;
                frame.loaded = true;
            }),
            "Page.lifecycleEvent" => self.lifecycle(said),
            "Runtime.executionContextCreated" => self.world_made(&said["context"], session),
            "Runtime.executionContextDestroyed" => {
                let world = text(said, "executionContextUniqueId");
                self.drop_worlds(|frame| frame.world.as_ref().is_some_and(|it| it.id == world));
            }
            "Runtime.executionContextsCleared" => {
                self.drop_worlds(|frame| frame.session.id() == Some(session));
            }
            "Page.javascriptDialogOpening" => self.dialog(said, session),
            "Page.windowOpen" => self.change(|model| model.window = Origin::of_url(text(said, "url"))),
            "Page.fileChooserOpened" => self.report(Incident::FileChooserBlocked { tab: self.id }),
            "Inspector.targetCrashed" => self.crash(session),
            "Target.attachedToTarget" => self.frame_attached(said),
            "Runtime.bindingCalled" => self.noticed(said),
            _ => {}
        }
    }

    fn session_of(&self, session: &str) -> Session {
        if self.session.id() == Some(session) {
            self.session.clone()
        } else {
            self.session.client().session(session)
        }
    }

    pub(super) fn report(&self, incident: Incident) {
        self.context.report(incident);
    }

    fn set(&self, frame: &str, change: impl FnOnce(&mut super::model::Frame)) {
        self.change(|model| {
            if let Some(frame) = model.frames.get_mut(frame) {
                change(frame);
            }
        });
    }

    fn navigated(self: &Arc<Self>, described: &Value, session: &Session) {
        let id = text(described, "id");
        self.context.hub.own_frame(id, self);
        let mut gone = Vec::new();
        self.change(|model| gone = model.navigated(described, session));
        for frame in gone {
            self.context.hub.disown_frame(&frame);
        }
        if id == self.target {
            self.handles.lock().unwrap_or_else(PoisonError::into_inner).clear();
            self.check_commit(described);
        }
    }

    /// A document may come from a service worker, past the gate: then the rule is asked now.
    fn check_commit(self: &Arc<Self>, described: &Value) {
        let Ok(url) = url::Url::parse(text(described, "url")) else { return };
        let loader = text(described, "loaderId");
        if !matches!(url.scheme(), "http" | "https") || self.model().load(loader).is_some() {
            return;
        }
        let request = crate::NavigationRequest {
            url,
            method: "GET".to_owned(),
            main_frame: true,
            redirected_from: None,
            tab: self.id,
        };
        let tab = Arc::clone(self);
        tokio::spawn(async move {
            if let Err(error) = tab.context.options.navigations.allows(&request) {
                tab.note_refusal(true, &error);
                tab.report(Incident::NavigationRefused { tab: tab.id, main_frame: true, error });
                _ = tab.session.send("Page.navigate", &json!({ "url": "about:blank" }));
            }
        });
    }

    fn detached(&self, id: &str, reason: &str, session: &str) {
        if reason == "swap" {
            // It goes on in another process, whose own session may have told of it already.
            self.set(id, |frame| {
                if frame.session.id() == Some(session) {
                    frame.world = None;
                }
            });
            return;
        }
        let mut gone = Vec::new();
        self.change(|model| gone = model.remove(id));
        for frame in gone {
            self.context.hub.disown_frame(&frame);
        }
    }

    fn moved(self: &Arc<Self>, said: &Value) {
        let id = text(said, "frameId");
        self.set(id, |frame| {
            text(said, "url").clone_into(&mut frame.url);
            frame.same_document = frame.same_document.saturating_add(1);
        });
        if id == self.target {
            history::note_entry(self);
        }
    }

    fn lifecycle(self: &Arc<Self>, said: &Value) {
        let loader = text(said, "loaderId");
        // Not at the commit: the page's process may tell of it before the browser has written its history.
        if text(said, "frameId") == self.target && matches!(text(said, "name"), "DOMContentLoaded" | "load") {
            history::note_entry(self);
        }
        self.set(text(said, "frameId"), |frame| match text(said, "name") {
            "DOMContentLoaded" if frame.loader == loader => frame.parsed = true,
            "load" if frame.loader == loader => frame.loaded = true,
            _ => {}
        });
    }

    fn world_made(&self, described: &Value, session: &str) {
        if text(described, "name") != WORLD {
            return;
        }
        let by = self.session_of(session);
        let id = text(&described["auxData"], "frameId");
        let world = World {
            id: text(described, "uniqueId").to_owned(),
            runs_as: text(described, "origin").to_owned(),
        };
        self.change(|model| {
            if let Some(frame) = model.frame_or_new(id, None, &by) {
                frame.world = Some(world);
                frame.session = by;
            }
        });
    }

    fn drop_worlds(&self, which: impl Fn(&super::model::Frame) -> bool) {
        self.change(|model| {
            for frame in model.frames.values_mut().filter(|frame| which(frame)) {
                frame.world = None;
            }
        });
    }

    /// A dialog holds up the page and every input to it, so it is answered at once.
    fn dialog(&self, said: &Value, session: &str) {
        let kind = text(said, "type");
        let accept = kind == "beforeunload";
        _ = self.session_of(session).send("Page.handleJavaScriptDialog", &json!({ "accept": accept }));
        let kind = match kind {
            "alert" | "confirm" | "prompt" | "beforeunload" => kind,
            _ => "other",
        };
        self.report(Incident::DialogHandled { tab: self.id, kind: kind.to_owned() });
    }

    fn crash(&self, session: &str) {
        if self.session.id() != Some(session) {
            self.lost_session(session);
            return;
        }
        self.change(|model| {
            model.crashed = true;
            for frame in model.frames.values_mut() {
                frame.world = None;
            }
        });
        self.report(Incident::Crashed { tab: self.id });
    }

    fn frame_attached(self: &Arc<Self>, said: &Value) {
        let info = &said["targetInfo"];
        let session = self.session.client().session(text(said, "sessionId"));
        if text(info, "type") == "worker" {
            _ = session.send("Runtime.runIfWaitingForDebugger", &json!({}));
            return;
        }
        self.context.hub.own_session(text(said, "sessionId"), self);
        let id = text(info, "targetId");
        self.context.hub.own_frame(id, self);
        self.change(|model| {
            if let Some(frame) = model.frame_or_new(id, info["parentFrameId"].as_str(), &session) {
                frame.session = session.clone();
                frame.out_of_process = true;
                frame.world = None;
            }
        });
        self.set_up(session);
    }

    /// A frame's own process is gone, or the frame went back into its parent's.
    pub(crate) fn lost_session(&self, session: &str) {
        self.change(|model| {
            for frame in model.frames.values_mut().filter(|frame| frame.session.id() == Some(session)) {
                frame.world = None;
                frame.out_of_process = false;
            }
        });
    }

    fn noticed(&self, said: &Value) {
        if text(said, "name") != NOTICE {
            return;
        }
        let payload = serde_json::from_str::<Value>(text(said, "payload")).unwrap_or_default();
        let input = if text(&payload, "kind") == "takeover" { text(&payload, "input") } else { "" };
        let plain =
            !input.is_empty() && input.len() <= MOST_INPUT && input.bytes().all(|b| b.is_ascii_lowercase());
        if plain {
            self.report(Incident::Takeover { tab: self.id, input: input.to_owned() });
        }
    }

    /// Where the last window that the page opened was to go.
    pub(crate) fn window_origin(&self) -> Option<Origin> {
        self.model().window.clone()
    }

    pub(crate) fn mark_closed(&self) {
        self.change(|model| model.closed = true);
    }

    pub(crate) fn note_download(&self) {
        self.change(|model| model.downloads += 1);
    }

    /// The load a frame began for this address, if that is its latest.
    pub(crate) fn starting(&self, frame: &str, url: &str) -> Option<String> {
        let model = self.model();
        let (loader, started) = &model.frames.get(frame)?.starting;
        let without_fragment = started.split('#').next().unwrap_or_default();
        (without_fragment == url).then(|| loader.clone())
    }

    pub(crate) fn note_request(&self, loader: &str, method: &str) {
        method.clone_into(&mut self.model().load_mut(loader).method);
    }

    pub(crate) fn note_answer(&self, loader: &str, status: Option<u16>, mime: String) {
        let mut model = self.model();
        let load = model.load_mut(loader);
        load.status = status;
        load.mime = mime;
    }

    pub(crate) fn note_refusal(&self, main_frame: bool, error: &ToolError) {
        if main_frame {
            self.change(|model| {
                model.refusals += 1;
                model.refusal = Some(error.clone());
            });
        }
    }

    /// A window that goes nowhere asks nobody, so it may stay.
    pub(crate) fn allow_empty_popup(self: &Arc<Self>) {
        let tab = Arc::clone(self);
        tokio::spawn(async move {
            tokio::time::sleep(EMPTY_POPUP).await;
            tab.popup_allowed();
        });
    }

    /// An announced window may stay.
    pub(crate) fn popup_allowed(self: &Arc<Self>) {
        self.model().popup = Popup::No;
        let announced = self.announced.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(announced) = announced {
            announced.send_replace(Some(Tab::new(Arc::clone(self))));
        }
    }

    /// A window whose first address is refused is no tab.
    pub(crate) fn popup_refused(self: &Arc<Self>) {
        if self.model().popup != Popup::Undecided {
            return;
        }
        drop(self.announced.lock().unwrap_or_else(PoisonError::into_inner).take());
        self.context.hub.close_target(&self.target);
        self.context.hub.forget_tab(self);
        self.report(Incident::PopupBlocked { tab: None, origin: None });
    }
}
