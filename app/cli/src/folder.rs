//! Where Laika keeps its things.

use std::os::unix::fs::DirBuilderExt as _;
use std::path::PathBuf;

use anyhow::{Context as _, Result, anyhow};
use laika_daemon::config::{Config, ConfigError, Flags, Places};
use laika_daemon::now_ms;
use laika_os::folder::{environment, laika_folder};
use laika_store::{Options, Reader, Store};

use crate::arguments::runs::Folder;

impl Folder {
    /// The folder: as given, `LAIKA_HOME`, or the usual place of this system.
    pub(crate) fn path(&self) -> Result<PathBuf> {
        self.home.clone().or_else(|| laika_folder(environment)).ok_or_else(|| {
            anyhow!("hint: name one with `--home DIR`, or set `LAIKA_HOME`")
                .context("there is no folder to keep Laika's things in")
        })
    }

    /// Where settings are looked for.
    pub(crate) fn places(&self) -> Result<Places> {
        Places::usual(self.path()?, self.home.is_some()).context("the working folder is gone")
    }

    /// The settings in force, with what was typed on top.
    pub(crate) fn config(&self, flags: Flags) -> Result<Config> {
        Config::load(&self.places()?, flags).map_err(explained)
    }

    /// The log, to read.
    pub(crate) fn reader(&self) -> Result<Reader> {
        let path = self.path()?;
        Reader::open(&path).with_context(|| format!("cannot read the log in {}", path.display()))
    }

    /// The log, to write. One process at a time can.
    pub(crate) fn store(&self) -> Result<Store> {
        let path = self.path()?;
        if !path.join(laika_store::DATABASE).is_file() {
            return Err(anyhow!("there is no log in {}", path.display()));
        }
        self.made_store()
    }

    /// The log, to write; made where there is none yet, with its folder.
    pub(crate) fn made_store(&self) -> Result<Store> {
        let path = self.made_path()?;
        Store::open(Options::folder(&path), now_ms())
            .with_context(|| format!("cannot write to the log in {}", path.display()))
    }

    /// The folder, made where there is none yet.
    pub(crate) fn made_path(&self) -> Result<PathBuf> {
        let path = self.path()?;
        let made = std::fs::DirBuilder::new().recursive(true).mode(0o700).create(&path);
        made.with_context(|| format!("cannot make {}", path.display()))?;
        Ok(path)
    }
}

/// What stops settings from being read, with its code, and its hint on a line of its own.
pub(crate) fn explained(error: ConfigError) -> anyhow::Error {
    anyhow!("hint: {}", error.hint()).context(format!("{error} ({})", error.code()))
}
