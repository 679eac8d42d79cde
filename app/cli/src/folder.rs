//! Where Laika keeps its things.

use std::env;
use std::path::PathBuf;

use anyhow::{Context as _, Result, anyhow};
use laika_daemon::now_ms;
use laika_store::{Options, Reader, Store};

use crate::arguments::runs::Folder;

impl Folder {
    /// The folder: as given, `LAIKA_HOME`, or the usual place of this system.
    pub(crate) fn path(&self) -> Result<PathBuf> {
        let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let usual = || {
            let home = set("HOME");
            if cfg!(target_os = "macos") {
                home.map(|home| home.join("Library/Application Support/Laika"))
            } else if cfg!(windows) {
                set("LOCALAPPDATA").map(|data| data.join("Laika"))
            } else {
                let data = set("XDG_DATA_HOME").or_else(|| home.map(|home| home.join(".local/share")));
                data.map(|data| data.join("laika"))
            }
        };
        self.home.clone().or_else(|| set("LAIKA_HOME")).or_else(usual).ok_or_else(|| {
            anyhow!("hint: name one with `--home DIR`, or set `LAIKA_HOME`")
                .context("there is no folder to keep Laika's things in")
        })
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
        Store::open(Options::folder(&path), now_ms())
            .with_context(|| format!("cannot write to the log in {}", path.display()))
    }
}
