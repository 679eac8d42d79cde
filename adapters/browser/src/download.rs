//! A download that was decided: one file of one tab, up to a bound. It lies in memory where there is such a place, and is
//! gone from there as soon as it was read.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use laika_protocol::ids::Origin;
use laika_protocol::{ErrorCode, ToolError};
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::CALL;
use crate::cdp::CdpError;
use crate::context::{ContextCore, Incident};
use crate::error::fault;
use crate::hub::{Hub, text};

/// Bytes of a file that is taken.
pub const MOST_DOWNLOADED: u64 = 64 * 1024 * 1024;
/// How long a decided download may take to begin after what was pressed.
const BEGINS: Duration = Duration::from_secs(3);
/// How long it may take from then on.
const ENDS: Duration = Duration::from_secs(20);

/// A file that a page gave.
pub struct Download {
    /// What the page calls it: untrusted, and not yet fit to be the name of a file.
    pub name: String,
    /// Where it comes from.
    pub origin: Option<Origin>,
    /// What is in it.
    pub bytes: Vec<u8>,
}

impl std::fmt::Debug for Download {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Download({} bytes)", self.bytes.len())
    }
}

/// Where a decided download stands.
#[derive(Clone, Debug)]
enum Stage {
    Awaited,
    Begun { name: String, origin: Option<Origin> },
    Done { name: String, origin: Option<Origin> },
    TooLarge,
    Cut,
}

/// The download that a context waits for: there is never more than one.
pub(crate) struct Awaited {
    tab: u32,
    guid: Option<String>,
    stage: watch::Sender<Stage>,
}

/// A decided download. Dropping it refuses whatever has not come.
pub(crate) struct ExpectedDownload {
    core: Arc<ContextCore>,
    stage: watch::Receiver<Stage>,
}

impl ContextCore {
    /// Lets the next download of this tab come, and no other.
    pub(crate) async fn expect_download(self: &Arc<Self>, tab: u32) -> Result<ExpectedDownload, CdpError> {
        let (stage, receiver) = watch::channel(Stage::Awaited);
        *self.awaited() = Some(Awaited { tab, guid: None, stage });
        let expected = ExpectedDownload { core: Arc::clone(self), stage: receiver };
        let mut rule = behaviour(self, "allowAndName");
        rule["downloadPath"] = self.hub.downloads.to_string_lossy().into();
        self.hub.client.browser().call("Browser.setDownloadBehavior", rule, CALL).await?;
        Ok(expected)
    }

    pub(crate) fn awaits_download(&self, tab: u32) -> bool {
        self.awaited().as_ref().is_some_and(|awaited| awaited.tab == tab && awaited.guid.is_none())
    }

    /// Takes a download that begins, if it is the one that is waited for.
    fn take_download(&self, tab: u32, guid: &str, stage: Stage) -> bool {
        let mut awaited = self.awaited();
        let Some(awaited) = awaited.as_mut().filter(|one| one.tab == tab && one.guid.is_none()) else {
            return false;
        };
        awaited.guid = Some(guid.to_owned());
        awaited.stage.send_replace(stage);
        true
    }

    fn awaited(&self) -> std::sync::MutexGuard<'_, Option<Awaited>> {
        self.download.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a context does with downloads.
pub(crate) fn behaviour(context: &ContextCore, what: &str) -> Value {
    let mut rule = json!({ "behavior": what, "eventsEnabled": true });
    if let Some(id) = &context.id {
        rule["browserContextId"] = id.as_str().into();
    }
    rule
}

impl Hub {
    /// A download begins: the one that was decided, or one that is refused.
    pub(crate) fn download_begins(&self, parameters: &Value) {
        let (frame, guid) = (text(parameters, "frameId"), text(parameters, "guid"));
        let Some(tab) = self.tab_of_frame(frame) else { return self.cancel_download(None, guid) };
        let origin = Origin::of_url(text(parameters, "url"));
        let name = text(parameters, "suggestedFilename").to_owned();
        if tab.context.take_download(tab.id, guid, Stage::Begun { name, origin: origin.clone() }) {
            return;
        }
        tab.note_download();
        self.cancel_download(tab.context.id.as_deref(), guid);
        tab.context.report(Incident::DownloadBlocked { tab: Some(tab.id), origin });
    }

    /// A download goes on, or ends.
    pub(crate) fn download_goes_on(&self, parameters: &Value) {
        let guid = text(parameters, "guid");
        for context in self.contexts() {
            let awaited = context.awaited();
            let Some(awaited) = awaited.as_ref().filter(|one| one.guid.as_deref() == Some(guid)) else {
                continue;
            };
            let bytes = |key: &str| parameters[key].as_f64().unwrap_or_default();
            #[expect(clippy::cast_precision_loss, reason = "a bound")]
            let most = MOST_DOWNLOADED as f64;
            let too_large = bytes("receivedBytes") > most || bytes("totalBytes") > most;
            let stage = awaited.stage.borrow().clone();
            match (stage, text(parameters, "state")) {
                (Stage::Begun { .. }, _) if too_large => {
                    awaited.stage.send_replace(Stage::TooLarge);
                    self.cancel_download(context.id.as_deref(), guid);
                }
                (Stage::Begun { name, origin }, "completed") => {
                    awaited.stage.send_replace(Stage::Done { name, origin });
                }
                (Stage::Begun { .. }, "canceled") => _ = awaited.stage.send_replace(Stage::Cut),
                _ => {}
            }
        }
    }

    fn cancel_download(&self, context: Option<&str>, guid: &str) {
        let mut parameters = json!({ "guid": guid });
        if let Some(id) = context {
            parameters["browserContextId"] = id.into();
        }
        _ = self.client.browser().send("Browser.cancelDownload", &parameters);
    }
}

impl ExpectedDownload {
    /// The file, once it is there; nothing where none came.
    pub(crate) async fn finish(mut self) -> Result<Option<Download>, ToolError> {
        let begun = self.stage.wait_for(|stage| !matches!(stage, Stage::Awaited));
        if tokio::time::timeout(BEGINS, begun).await.is_err() {
            return Ok(None);
        }
        let ended = self.stage.wait_for(|stage| !matches!(stage, Stage::Awaited | Stage::Begun { .. }));
        let stage = match tokio::time::timeout(ENDS, ended).await {
            Ok(Ok(stage)) => stage.clone(),
            Ok(Err(_)) | Err(_) => Stage::Cut,
        };
        match stage {
            Stage::Done { name, origin } => {
                let path = self.path().ok_or_else(cut)?;
                let bytes = tokio::task::spawn_blocking(move || taken(&path)).await.map_err(|_| cut())??;
                Ok(Some(Download { name, origin, bytes }))
            }
            Stage::TooLarge => {
                let message = format!("the file is larger than {} MB; it was refused", MOST_DOWNLOADED >> 20);
                Err(fault(ErrorCode::PreconditionFailed, "E_DOWNLOAD_TOO_LARGE", message))
            }
            Stage::Awaited | Stage::Begun { .. } | Stage::Cut => Err(cut()),
        }
    }

    fn path(&self) -> Option<PathBuf> {
        // The browser names the file; whatever it says must stay one name in our folder.
        let guid = self.core.awaited().as_ref()?.guid.clone()?;
        let plain = guid.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-') && !guid.is_empty();
        plain.then(|| self.core.hub.downloads.join(guid))
    }
}

impl Drop for ExpectedDownload {
    fn drop(&mut self) {
        let hub = &self.core.hub;
        _ = hub.client.browser().send("Browser.setDownloadBehavior", &behaviour(&self.core, "deny"));
        if let Some(path) = self.path() {
            _ = fs::remove_file(path.with_extension("crdownload"));
            _ = fs::remove_file(path);
        }
        let awaited = self.core.awaited().take();
        if let Some(guid) = awaited.and_then(|awaited| awaited.guid) {
            hub.cancel_download(self.core.id.as_deref(), &guid);
        }
    }
}

/// Reads a file and removes it.
fn taken(path: &Path) -> Result<Vec<u8>, ToolError> {
    let large = fs::metadata(path).map_err(|_| cut())?.len() > MOST_DOWNLOADED;
    let bytes = if large { None } else { fs::read(path).ok() };
    _ = fs::remove_file(path);
    bytes.ok_or_else(cut)
}

fn cut() -> ToolError {
    fault(ErrorCode::Unavailable, "E_DOWNLOAD_CUT", "the file did not arrive whole; nothing of it was kept")
}
