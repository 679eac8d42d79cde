//! Where things are: the repository, its build folder, the outside data.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::process;

/// The repository's root.
pub(crate) fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here)
}

/// What cargo knows of the workspace and its dependencies.
pub(crate) fn metadata() -> Result<Value> {
    let text = process::read(&mut process::cargo(["metadata", "--format-version", "1"]))?;
    serde_json::from_str(&text).context("`cargo metadata` did not print JSON")
}

/// The folder that cargo builds into.
pub(crate) fn build_dir() -> Result<PathBuf> {
    let text = process::read(&mut process::cargo(["metadata", "--format-version", "1", "--no-deps"]))?;
    let metadata: Value = serde_json::from_str(&text).context("`cargo metadata` did not print JSON")?;
    let path = metadata["target_directory"].as_str().context("`cargo metadata` names no build folder")?;
    Ok(PathBuf::from(path))
}

/// The `laika` program as cargo builds it into this folder.
pub(crate) fn laika(profile: &str) -> Result<PathBuf> {
    Ok(build_dir()?.join(profile).join(format!("laika{}", std::env::consts::EXE_SUFFIX)))
}

/// A file of the outside data, if that set is on this machine.
pub(crate) fn outside_data(path: &str) -> Option<PathBuf> {
    let file = PathBuf::from(std::env::var_os("LAIKA_DATA")?).join(path);
    file.is_file().then_some(file)
}
