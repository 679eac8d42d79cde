//! The server that is measured: `laika serve`, in a process and a folder of its own.

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use laika_daemon::serving::{Ask, Client, Connected, Hears};
use laika_model::catalogue::Library;

/// A busy machine takes a while.
const UP_WITHIN: Duration = Duration::from_secs(60);

/// A command that takes this folder for Laika's own, and models from where this person keeps them.
pub(crate) fn at_home<'a>(command: &'a mut Command, folder: &Path) -> &'a mut Command {
    if let Ok(library) = Library::usual() {
        command.env("LAIKA_MODELS", library.folder());
    }
    command.env("LAIKA_HOME", folder)
}

/// A server that ends with this value.
pub(crate) struct Serving {
    laika: PathBuf,
    child: Child,
    folder: tempfile::TempDir,
}

impl Serving {
    /// Starts one in a new folder.
    pub(crate) fn start(laika: &Path) -> Result<Self> {
        let private = std::fs::Permissions::from_mode(0o700);
        let folder = tempfile::Builder::new().prefix("laika-bench-").permissions(private).tempdir()?;
        let child = serve(laika, folder.path())?;
        Ok(Self { laika: laika.to_owned(), child, folder })
    }

    /// Connects as soon as it answers. `gone` is called when it does no longer.
    pub(crate) fn connect(&mut self, hears: Hears, gone: Box<dyn FnOnce() + Send>) -> Result<Client> {
        let began = Instant::now();
        // The socket comes last; one that a killed server left behind answers nobody.
        while !self.answers()? {
            if let Some(status) = self.child.try_wait()? {
                bail!("the server ended before it answered ({status})");
            }
            if began.elapsed() > UP_WITHIN {
                bail!("the server did not come up within {} seconds", UP_WITHIN.as_secs());
            }
            thread::sleep(Duration::from_millis(20));
        }
        match Client::connect(self.folder.path(), hears, gone)? {
            Connected::To(client) => Ok(client),
            Connected::Nobody => bail!("the server is gone"),
        }
    }

    fn answers(&self) -> Result<bool> {
        let connected = Client::connect(self.folder.path(), Box::new(|_, _| {}), Box::new(|| {}));
        Ok(matches!(connected?, Connected::To(_)))
    }

    /// Laika's folder.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The number of its process.
    pub(crate) fn process_id(&self) -> u32 {
        self.child.id()
    }

    /// Kills it without a word, as a power cut would. When this returns, it is gone.
    pub(crate) fn kill(&mut self) -> Result<()> {
        self.child.kill().and_then(|()| self.child.wait()).context("the server cannot be killed")?;
        Ok(())
    }

    /// Starts another one in the same folder.
    pub(crate) fn start_again(&mut self) -> Result<()> {
        self.child = serve(&self.laika, self.folder.path())?;
        Ok(())
    }

    /// Ends it in good order, with its browser.
    pub(crate) fn end(&mut self, client: Client) -> Result<()> {
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

fn serve(laika: &Path, folder: &Path) -> Result<Child> {
    at_home(Command::new(laika).arg("serve"), folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .context("the server cannot be started")
}
