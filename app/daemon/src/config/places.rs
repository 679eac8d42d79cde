//! Where settings are looked for.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use laika_os::files::guarded;
use laika_os::folder::environment;

use super::ConfigError;

/// The file of the machine.
const SYSTEM: &str = "/etc/laika/config.toml";
/// The file in Laika's folder.
const FILE: &str = "config.toml";
/// The files of a project, in the folder that Laika was started in or above; the nearest to us last.
const PROJECT: [&str; 2] = [".inkwell/config.json", ".laika/config.toml"];
/// What was approved, in Laika's folder.
const APPROVALS: &str = "config-approvals.json";

/// Where settings are looked for.
#[derive(Clone, Debug)]
pub struct Places {
    /// The file of the machine.
    pub system: PathBuf,
    /// Laika's folder.
    pub folder: PathBuf,
    /// Whether only the environment says so. Then what lies there is as good as the environment (S12).
    pub folder_from_environment: bool,
    /// The folder that Laika was started in.
    pub started_in: PathBuf,
    /// The variables of the environment that start with `LAIKA_`.
    pub variables: Vec<(String, OsString)>,
}

impl Places {
    /// The usual places of this machine and process.
    ///
    /// `named` says whether the person named the folder now; a folder that `LAIKA_HOME` names is not theirs for that.
    ///
    /// # Errors
    /// When the working folder is gone.
    pub fn usual(folder: PathBuf, named: bool) -> io::Result<Self> {
        let ours = |(name, value): (OsString, OsString)| Some((name.into_string().ok()?, value));
        Ok(Self {
            system: SYSTEM.into(),
            folder,
            folder_from_environment: !named && environment("LAIKA_HOME").is_some(),
            started_in: env::current_dir()?,
            variables: env::vars_os()
                .filter_map(ours)
                .filter(|(name, _)| name.starts_with("LAIKA_"))
                .collect(),
        })
    }

    /// The person's own file.
    #[must_use]
    pub fn user_file(&self) -> PathBuf {
        self.folder.join(FILE)
    }

    /// The file that holds what was approved.
    #[must_use]
    pub fn approvals_file(&self) -> PathBuf {
        self.folder.join(APPROVALS)
    }

    /// The files of the project, from where Laika was started upwards, the nearest last.
    ///
    /// # Errors
    /// When one is there and cannot be read.
    pub fn project_files(&self) -> Result<Vec<PathBuf>, ConfigError> {
        Ok(self.projects()?.into_iter().map(|(path, _)| path).collect())
    }

    /// The paths without links and the bytes of those files, read once, so that what is approved is what counts. All of
    /// them count: a folder within a project could otherwise take back what the project tightened.
    pub(super) fn projects(&self) -> Result<Vec<(PathBuf, Vec<u8>)>, ConfigError> {
        let own = [self.user_file(), self.system.clone()].map(|path| fs::canonicalize(path).ok());
        let mut found: Vec<(PathBuf, Vec<u8>)> = Vec::new();
        let here = |folder: &Path| PROJECT.map(|file| folder.join(file)).into_iter().rev();
        for path in self.started_in.ancestors().flat_map(here) {
            let Some(bytes) = guarded::read_any(&path)? else { continue };
            let path = real(&path)?;
            // A folder of Laika's own may be called so, too.
            if !own.contains(&Some(path.clone())) && found.iter().all(|(other, _)| *other != path) {
                found.insert(0, (path, bytes));
            }
        }
        Ok(found)
    }
}

/// A path without links.
pub(super) fn real(path: &Path) -> Result<PathBuf, ConfigError> {
    fs::canonicalize(path)
        .map_err(|error| ConfigError::NotFound { path: path.to_owned(), why: error.to_string() })
}
