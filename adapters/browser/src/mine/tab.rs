//! A tab of the person's browser: its documents as the browser names them, and a token for each.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use laika_policy::token::{Asked, Authority, Scope};
use laika_protocol::ids::{DocumentId, HandleId, Nonce, Origin, ProfileId, ToolName, Uuid};
use laika_protocol::limits::Limit;
use laika_protocol::secret::CapabilityToken;
use laika_protocol::tools::typed::{WaitFor, Waited};
use laika_protocol::wire::{CallContext, SiteMode};
use laika_protocol::{ErrorCode, ToolError};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::tools;
use super::wire::{Attached, Browse, Link};
use crate::error::{bad_answer, document_changed, fault, no_frame, tab_closed};
use crate::now_ms;
use crate::pages::wait::{LOOK, ended, how_long, in_page};
use crate::pages::{FrameInfo, FrameOwner, Pages, reply};

/// How long the browser has for something that it does by itself.
pub(super) const BROWSER: Duration = Duration::from_secs(10);
/// Documents of one tab that are known.
const MOST_DOCUMENTS: usize = 64;
const MOST_HANDLES: usize = 4096;
/// A token is renewed when less than this is left of it.
const RENEWED_MS: u64 = 5_000;

/// Whose browser it is, and what may be done in it.
#[derive(Clone)]
pub struct Connection {
    /// The way to the extension.
    pub link: Arc<dyn Link>,
    /// The person's profile.
    pub profile: ProfileId,
    /// How much may be done.
    pub mode: SiteMode,
    /// What mints and checks tokens.
    pub tokens: Arc<Mutex<Authority>>,
    /// Random names for tokens and requests.
    pub fresh: fn() -> Result<Uuid, ToolError>,
}

/// A tab of the person's browser. Clones are the same tab.
#[derive(Clone)]
pub struct MyTab {
    pub(super) id: u32,
    pub(super) connection: Connection,
    known: Arc<Mutex<Known>>,
    /// Held by whoever acts.
    pub(super) turn: Arc<tokio::sync::Mutex<()>>,
}

#[derive(Default)]
struct Known {
    url: String,
    private: bool,
    closed: bool,
    documents: Vec<Document>,
    handles: HashMap<String, u32>,
    /// The tool that is at work; what belongs to its steps is asked for in its name.
    acting: Option<ToolName>,
}

struct Document {
    frame: u32,
    id: DocumentId,
    origin: Option<Origin>,
    url: String,
    path: Option<Vec<u32>>,
    generation: u64,
    token: Option<(CapabilityToken, u64, u64)>,
}

/// Whether a page cannot be seen, however long one waits.
pub(super) fn is_for_good(error: &ToolError) -> bool {
    matches!(error.finest_code(), "E_NO_SITE_ACCESS" | "E_RESTRICTED_PAGE" | "E_TAB_CLOSED")
}

impl MyTab {
    pub(super) fn new(id: u32, connection: Connection) -> Self {
        Self { id, connection, known: Arc::default(), turn: Arc::default() }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Its number in the person's browser.
    #[must_use]
    pub const fn id(&self) -> u32 {
        self.id
    }

    /// Whether it is closed, or the browser is gone.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.known().closed || !self.connection.link.is_alive()
    }

    /// Whether it is in a private window.
    #[must_use]
    pub fn is_private(&self) -> bool {
        self.known().private
    }

    /// The browser says that it is closed.
    pub fn close(&self) {
        self.known().closed = true;
    }

    /// The browser says that a document is gone; nothing is asked of it any more.
    pub fn gone(&self, document: &DocumentId) {
        self.known().documents.retain(|one| one.id != *document);
    }

    /// Waits until something is so, for a bounded time.
    pub(super) async fn wait_for(&self, arguments: &WaitFor) -> Result<Waited, ToolError> {
        let started = Instant::now();
        let end = started + how_long(arguments);
        let met = loop {
            let left = end.saturating_duration_since(Instant::now());
            match in_page(self, &arguments.condition, left).await {
                Ok(Some(met)) => break met,
                Ok(None) => {}
                // Between two pages there is none to ask.
                Err(error) if error.finest_code() == "E_NO_FRAME" && !left.is_zero() => {}
                Err(error) => return Err(error),
            }
            tokio::time::sleep(LOOK).await;
            match self.attach().await {
                Err(error) if is_for_good(&error) => return Err(error),
                // It is not there yet.
                Ok(()) | Err(_) => {}
            }
        };
        Ok(ended(met, started))
    }

    /// Looks up which documents are in it now.
    ///
    /// # Errors
    /// When the browser does not let Laika see the page, or it is none of the web.
    pub async fn attach(&self) -> Result<(), ToolError> {
        let answer = self.connection.link.ask(Browse::Attach { tab_id: self.id }, BROWSER).await;
        let answer = answer.inspect_err(|error| {
            if error.reason.as_ref().is_some_and(|reason| reason.as_str() == "E_TAB_CLOSED") {
                self.close();
            }
        })?;
        let attached: Attached = serde_json::from_value(answer).map_err(|_| bad_answer())?;
        let mut known = self.known();
        known.url = attached.url;
        known.private = attached.incognito;
        let before = std::mem::take(&mut known.documents);
        let mut documents = Vec::new();
        for one in attached.documents.into_iter().take(MOST_DOCUMENTS) {
            let id = DocumentId::parse(&format!("d_{}", one.document_id)).map_err(|_| bad_answer())?;
            let was = before.iter().find(|was| was.id == id);
            documents.push(Document {
                frame: one.frame_id,
                generation: was.map_or(0, |was| was.generation),
                token: was.and_then(|was| was.token.clone()),
                id,
                origin: Origin::of_url(&one.origin),
                url: one.url,
                path: one.path,
            });
        }
        documents.sort_by_key(|document| document.frame);
        known.documents = documents;
        Ok(())
    }

    pub(super) fn page_generation(&self, frame: u32) -> u64 {
        self.known().documents.iter().find(|one| one.frame == frame).map_or(0, |one| one.generation)
    }

    /// What belongs to an act is asked for in its name until this is dropped.
    pub(super) fn acting(&self, tool: ToolName) -> ActingAs<'_> {
        self.known().acting = Some(tool);
        ActingAs(self)
    }

    /// A token for a document that holds for a while; the extension has it before this returns.
    pub(super) async fn token(&self, context: &CallContext) -> Result<CapabilityToken, ToolError> {
        let now = now_ms();
        let held = {
            let known = self.known();
            let document = known.documents.iter().find(|one| one.id == context.document_id);
            let held = document.and_then(|document| document.token.as_ref());
            held.filter(|(_, generation, expires)| {
                *generation == context.navigation_generation && *expires > now + RENEWED_MS
            })
            .map(|(token, ..)| token.clone())
        };
        if let Some(token) = held {
            return Ok(token);
        }
        let ttl_ms = Limit::TokenTtlMs.row().default;
        let allowed = tools::allowed(self.connection.mode);
        let token_id = (self.connection.fresh)()?;
        let scope = Scope {
            token_id: Nonce::parse(token_id.as_str()).map_err(|_| bad_answer())?,
            context: context.clone(),
            site_mode: self.connection.mode,
            allowed_tools: allowed.iter().cloned().collect(),
            ttl_ms,
        };
        let minted = self.authority().mint(scope, now);
        let token = minted.map_err(|error| fault(ErrorCode::PolicyDenied, "E_TOKEN", error.to_string()))?;
        let expires_at_ms = now + ttl_ms;
        let told = Browse::Token {
            tab_id: self.id,
            frame_id: context.frame_id,
            document_id: plain(&context.document_id),
            token: token.clone(),
            expires_at_ms,
            tools: allowed,
        };
        self.connection.link.ask(told, BROWSER).await?;
        let mut known = self.known();
        if let Some(document) = known.documents.iter_mut().find(|one| one.id == context.document_id) {
            document.token = Some((token.clone(), context.navigation_generation, expires_at_ms));
        }
        Ok(token)
    }

    fn authority(&self) -> MutexGuard<'_, Authority> {
        self.connection.tokens.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes back every token of the tab, here and in the extension.
    pub async fn revoke(&self) {
        self.authority().revoke_tab(&self.connection.profile, self.id, now_ms());
        self.known().documents.iter_mut().for_each(|document| document.token = None);
        // An extension that is gone holds none.
        let _ = self.connection.link.ask(Browse::Revoke { tab_id: self.id }, BROWSER).await;
    }

    fn place(&self, frame: u32) -> Result<(u32, u32), ToolError> {
        let known = self.known();
        let path = known.documents.iter().find(|one| one.frame == frame).and_then(|one| one.path.as_ref());
        let (index, above) = path.and_then(|path| path.split_last()).ok_or_else(no_frame)?;
        let parent = known.documents.iter().find(|one| one.path.as_deref() == Some(above));
        parent.map(|parent| (parent.frame, *index)).ok_or_else(no_frame)
    }
}

/// While it lives, questions are asked in the name of a tool.
pub(super) struct ActingAs<'a>(&'a MyTab);

impl Drop for ActingAs<'_> {
    fn drop(&mut self) {
        self.0.known().acting = None;
    }
}

/// A document as the browser names it.
fn plain(document: &DocumentId) -> DocumentId {
    let text = document.as_str();
    DocumentId::parse(text.strip_prefix("d_").unwrap_or(text)).unwrap_or_else(|_| document.clone())
}

impl Pages for MyTab {
    fn document_in(&self, frame: u32) -> Result<CallContext, ToolError> {
        let known = self.known();
        if known.closed {
            return Err(tab_closed());
        }
        let Some(found) = known.documents.iter().find(|one| one.frame == frame) else {
            return Err(if frame == 0 { document_changed() } else { no_frame() });
        };
        let no_page =
            || fault(ErrorCode::Unsupported, "E_RESTRICTED_PAGE", "no page of the web is in this tab");
        Ok(CallContext {
            profile_id: Some(self.connection.profile.clone()),
            tab_id: self.id,
            frame_id: frame,
            origin: found.origin.clone().ok_or_else(no_page)?,
            document_id: found.id.clone(),
            navigation_generation: found.generation,
        })
    }

    fn frames(&self) -> Vec<FrameInfo> {
        let known = self.known();
        let parent = |document: &Document| {
            let (_, above) = document.path.as_ref()?.split_last()?;
            known.documents.iter().find(|one| one.path.as_deref() == Some(above)).map(|one| one.frame)
        };
        known
            .documents
            .iter()
            .map(|document| FrameInfo {
                frame_id: document.frame,
                parent: parent(document),
                origin: document.origin.clone(),
                url: document.url.clone(),
                document_id: Some(document.id.clone()),
                out_of_process: false,
            })
            .collect()
    }

    fn url(&self) -> String {
        self.known().url.clone()
    }

    async fn ask(&self, frame: u32, request: &Value, within: Duration) -> Result<String, ToolError> {
        let context = self.document_in(frame)?;
        let token = self.token(&context).await?;
        let tool = tools::of_question(request, self.known().acting.clone());
        let asked = Asked { context: &context, site_mode: self.connection.mode, tool: &tool };
        let request_id = (self.connection.fresh)()?;
        // What the extension compares byte by byte is checked here by its signature, and admitted once.
        self.authority()
            .admit(&token, &asked, &request_id, now_ms())
            .map_err(|error| fault(ErrorCode::PolicyDenied, "E_TOKEN", error.to_string()))?;
        let named = CallContext { document_id: plain(&context.document_id), ..context.clone() };
        let what = Browse::Ask { context: Box::new(named), tool, token, request: request.clone() };
        let answer = self.connection.link.ask(what, within).await.inspect_err(|error| {
            if error.reason.as_ref().is_some_and(|reason| reason.as_str() == "E_DOCUMENT_CHANGED") {
                self.gone(&context.document_id);
            }
        })?;
        Ok(answer.as_str().map_or_else(|| answer.to_string(), ToOwned::to_owned))
    }

    async fn owner_of(&self, frame: u32, x: f64, y: f64) -> Result<FrameOwner, ToolError> {
        let (parent, index) = self.place(frame)?;
        let question = json!({ "op": "owner", "x": x, "y": y, "index": index });
        let owner: FrameOwner = reply::read(&self.ask(parent, &question, BROWSER).await?)?;
        let sound = owner.scale.is_finite() && owner.scale > 0.0;
        if sound && owner.origin.x.is_finite() && owner.origin.y.is_finite() {
            Ok(owner)
        } else {
            Err(bad_answer())
        }
    }

    fn note_generation(&self, frame: u32, generation: u64) {
        if let Some(document) = self.known().documents.iter_mut().find(|one| one.frame == frame) {
            document.generation = document.generation.max(generation);
        }
    }

    fn frame_of(&self, handle: &HandleId) -> u32 {
        self.known().handles.get(handle.as_str()).copied().unwrap_or(0)
    }

    fn remember_frame(&self, handle: &HandleId, frame: u32) {
        if frame == 0 {
            return;
        }
        let mut known = self.known();
        if known.handles.len() >= MOST_HANDLES {
            known.handles.clear();
        }
        known.handles.insert(handle.as_str().to_owned(), frame);
    }
}
