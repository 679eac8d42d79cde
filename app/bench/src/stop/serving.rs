//! The server that is measured: `laika serve`, in a process and a folder of its own.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow, bail};
use laika_daemon::serving::{Ask, Client, Connected, Hears};

/// A busy machine takes a while.
const UP_WITHIN: Duration = Duration::from_secs(60);

/// A server that ends with this value.
pub(super) struct Serving {
    child: Child,
    folder: tempfile::TempDir,
}

impl Serving {
    pub(super) fn start(laika: &Path) -> Result<Self> {
        let private = std::fs::Permissions::from_mode(0o700);
        let folder = tempfile::Builder::new().prefix("laika-stop-").permissions(private).tempdir()?;
        let child = Command::new(laika)
            .args(["serve", "--home"])
            .arg(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("the server cannot be started")?;
        Ok(Self { child, folder })
    }

    /// Connects as soon as it answers.
    pub(super) fn connect(&self, hears: Hears) -> Result<Client> {
        let began = Instant::now();
        // The socket comes last; once it is there, somebody answers.
        while !self.folder.path().join(laika_daemon::doctor::SOCKET).exists() {
            if began.elapsed() > UP_WITHIN {
                bail!("the server did not come up within {} seconds", UP_WITHIN.as_secs());
            }
            thread::sleep(Duration::from_millis(20));
        }
        match Client::connect(self.folder.path(), hears, Box::new(|| {}))? {
            Connected::To(client) => Ok(client),
            Connected::Nobody => Err(anyhow!("the server is gone")),
        }
    }
}

impl Serving {
    /// Ends it in good order, with its browser.
    pub(super) fn end(mut self, client: Client) -> Result<()> {
        client.ask(Ask::Quit {})?;
        self.child.wait().context("the server is lost")?;
        Ok(())
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // It may have ended by itself, which is what these would then complain about.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
