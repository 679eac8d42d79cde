//! Which project files the person approved: each by its path and its hash, so that a changed file is a new one.

use std::fs::File;
use std::path::Path;

use laika_os::files::private;
use laika_policy::config::Setting;
use laika_protocol::ids::Sha256;
use serde::{Deserialize, Serialize};

use super::{ConfigError, Places};

/// One file as it was approved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Approved {
    /// Its path, without links.
    pub file: String,
    /// What it was.
    pub sha256: Sha256,
    /// The keys of the settings that the person saw it loosen. Only those it may.
    pub loosens: Vec<String>,
    /// When, in milliseconds after 1970.
    pub at_ms: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    version: u32,
    approved: Vec<Approved>,
}

/// What was approved. Nothing in a folder that only the environment names: whoever sets it could bring approvals along.
pub(super) fn read(places: &Places) -> Result<Vec<Approved>, ConfigError> {
    let path = places.approvals_file();
    if places.folder_from_environment {
        return Ok(Vec::new());
    }
    let Some(bytes) = private::read(&path)? else { return Ok(Vec::new()) };
    let damaged = |why: String| ConfigError::Approvals { path: path.clone(), why };
    let kept: Kept = serde_json::from_slice(&bytes).map_err(|error| damaged(error.to_string()))?;
    if kept.version != 1 {
        return Err(damaged(format!("version {} is not 1", kept.version)));
    }
    Ok(kept.approved)
}

/// The settings that exactly this file may loosen there.
pub(super) fn of(places: &Places, file: &Path, sha256: &Sha256) -> Result<Vec<Setting>, ConfigError> {
    let approved = read(places)?;
    let this = approved.iter().find(|one| Path::new(&one.file) == file && one.sha256 == *sha256);
    Ok(this.iter().flat_map(|one| &one.loosens).filter_map(|key| Setting::of_key(key)).collect())
}

/// Changes what is approved, while nobody else does.
pub(super) fn change(places: &Places, with: impl FnOnce(&mut Vec<Approved>)) -> Result<(), ConfigError> {
    if places.folder_from_environment {
        return Err(ConfigError::NamedFolder(places.folder.clone()));
    }
    private::make_dir(&places.folder)?;
    let path = places.approvals_file();
    let _lock: File = private::lock(&path.with_extension("lock"))?;
    let mut approved = read(places)?;
    with(&mut approved);
    let written = serde_json::to_vec_pretty(&Kept { version: 1, approved });
    let bytes =
        written.map_err(|error| ConfigError::Approvals { path: path.clone(), why: error.to_string() })?;
    Ok(private::replace(&path, &bytes)?)
}
