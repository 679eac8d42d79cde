//! A browser of our own: one process group, many contexts.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tokio::net::unix::pipe;

use crate::cdp::{CdpError, Client};
use crate::context::{Context, ContextOptions};
use crate::hub::{Hub, HubListener};
use crate::launch::{self, LaunchOptions, Pipes, Process, Profile};
use crate::{BrowserError, CALL, PrintError};

/// A cold start on a busy machine.
const LAUNCH: Duration = Duration::from_secs(30);
const CLOSE: Duration = Duration::from_secs(3);

/// A running Chromium. Dropping it ends all its processes and removes its temporary files.
pub struct Browser {
    hub: Arc<Hub>,
    process: Process,
    version: String,
}

impl Browser {
    /// Starts a browser.
    ///
    /// # Errors
    /// When there is no Chromium, or it does not start.
    pub async fn launch(options: LaunchOptions) -> Result<Self, BrowserError> {
        let (process, pipes) = launch::start(&options).await?;
        let client = talk(pipes)?;
        let named = matches!(options.profile, Profile::Named(_));
        let hub =
            Hub::new(client.clone(), options.headed, options.proxy, named, process.downloads().to_owned());
        client.listen(Arc::new(HubListener(Arc::clone(&hub))));
        let version = hub.begin(LAUNCH).await.map_err(|error| {
            if matches!(error, CdpError::Closed) { BrowserError::Ended } else { error.into() }
        })?;
        Ok(Self { hub, process, version })
    }

    /// The number of its first process.
    #[must_use]
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// What it calls itself, such as `Chrome/156.0.8078.79`.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Whether it still answers to us.
    #[must_use]
    pub fn is_alive(&self) -> bool {
        !self.hub.client.is_closed()
    }

    /// Makes a context: a part with its own cookies, storage, way out and rule.
    ///
    /// # Errors
    /// When the browser is gone, or a named profile already has its context.
    pub async fn context(&self, options: ContextOptions) -> Result<Context, BrowserError> {
        self.hub.context(options).await.map(Context::new)
    }

    /// Prints a document that is whole by itself; the bytes of a PDF on A4. Nothing it names is loaded and no script
    /// in it runs. It takes at most 30 s, and at most [`crate::MOST_PRINTED`] bytes come back.
    ///
    /// # Errors
    /// When it is too long or takes too long, or the browser is gone.
    pub async fn print(&self, html: &str) -> Result<Vec<u8>, PrintError> {
        crate::print::print(&self.hub, html).await
    }

    /// Ends it in good order, and with force if it takes its time. Its temporary files are gone afterwards.
    pub async fn close(self) {
        _ = self.hub.client.browser().call("Browser.close", json!({}), CALL).await;
        if !self.process.wait(CLOSE).await {
            self.process.kill();
            self.process.wait(CLOSE).await;
        }
        self.hub.client.close();
    }
}

/// Talks over the pipes of a browser.
pub(crate) fn talk(pipes: Pipes) -> Result<Client, BrowserError> {
    rustix::io::ioctl_fionbio(&pipes.commands, true).map_err(|error| BrowserError::Start(error.into()))?;
    rustix::io::ioctl_fionbio(&pipes.answers, true).map_err(|error| BrowserError::Start(error.into()))?;
    let output = pipe::Sender::from_owned_fd(pipes.commands).map_err(BrowserError::Start)?;
    let input = pipe::Receiver::from_owned_fd(pipes.answers).map_err(BrowserError::Start)?;
    Ok(Client::start(input, output))
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.hub.client.close();
    }
}
