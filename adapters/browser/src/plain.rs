//! A browser as a person has it, for trying the extension: nothing of ours is in it but the pipe it is looked at through.

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use crate::browser::talk;
use crate::cdp::{CdpError, Client, Session};
use crate::launch::{self, Process};
use crate::{BrowserError, CALL};

/// A cold start on a busy machine.
const LAUNCH: Duration = Duration::from_secs(30);
const CLOSE: Duration = Duration::from_secs(3);

/// A running Chromium that nobody rules. Dropping it ends all its processes.
pub struct PlainBrowser {
    client: Client,
    process: Process,
}

impl PlainBrowser {
    /// Starts one with the profile in this folder. `environment` reaches the programs that its extensions start.
    ///
    /// # Errors
    /// When there is no Chromium, or it does not start.
    pub async fn launch(
        profile: &Path,
        extra: &[String],
        environment: &[(String, OsString)],
    ) -> Result<Self, BrowserError> {
        let (process, pipes) = launch::start_plain(profile, extra, environment).await?;
        let client = talk(pipes)?;
        let begun = client.browser().call("Browser.getVersion", json!({}), LAUNCH).await;
        begun.map_err(
            |error| {
                if matches!(error, CdpError::Closed) { BrowserError::Ended } else { error.into() }
            },
        )?;
        Ok(Self { client, process })
    }

    /// Loads an extension from a folder; its id.
    ///
    /// # Errors
    /// When the browser refuses it.
    pub async fn load_extension(&self, folder: &Path) -> Result<String, CdpError> {
        let browser = self.client.browser();
        let loaded = browser.call("Extensions.loadUnpacked", json!({ "path": folder }), LAUNCH).await?;
        Ok(loaded["id"].as_str().unwrap_or_default().to_owned())
    }

    /// Opens a tab; the session of its page.
    ///
    /// # Errors
    /// When the browser is gone.
    pub async fn open(&self, url: &str) -> Result<Session, CdpError> {
        let made = self.client.browser().call("Target.createTarget", json!({ "url": url }), LAUNCH).await?;
        self.attach(made["targetId"].as_str().unwrap_or_default()).await
    }

    /// Everything in it that can be looked at.
    ///
    /// # Errors
    /// When the browser is gone.
    pub async fn targets(&self) -> Result<Vec<Value>, CdpError> {
        let all = json!({ "filter": [{}] });
        let found = self.client.browser().call("Target.getTargets", all, CALL).await?;
        Ok(found["targetInfos"].as_array().cloned().unwrap_or_default())
    }

    /// The session of a target.
    ///
    /// # Errors
    /// When there is no such target.
    pub async fn attach(&self, target: &str) -> Result<Session, CdpError> {
        let how = json!({ "targetId": target, "flatten": true });
        let attached = self.client.browser().call("Target.attachToTarget", how, CALL).await?;
        Ok(self.client.session(attached["sessionId"].as_str().unwrap_or_default()))
    }

    /// Closes a target.
    ///
    /// # Errors
    /// When the browser is gone.
    pub async fn close_target(&self, target: &str) -> Result<(), CdpError> {
        let which = json!({ "targetId": target });
        self.client.browser().call("Target.closeTarget", which, CALL).await.map(drop)
    }

    /// Ends it in good order, and with force if it takes its time.
    pub async fn close(self) {
        _ = self.client.browser().call("Browser.close", json!({}), CALL).await;
        if !self.process.wait(CLOSE).await {
            self.process.kill();
            self.process.wait(CLOSE).await;
        }
        self.client.close();
    }
}

impl Drop for PlainBrowser {
    fn drop(&mut self) {
        self.client.close();
    }
}
