//! The packages of `web/` and `e2e/mcp/`: installed when there are none, or when the lock file changed since.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};

use crate::{printer, process, workspace};

/// Where packages are used.
const FOLDERS: [&str; 2] = ["web", "e2e/mcp"];
/// A copy of the lock file that `node_modules` was made from.
const STAMP: &str = "node_modules/.laika-lock.json";

/// Installs the packages if they are not those of the lock files.
pub(super) fn install() -> Result<()> {
    FOLDERS.iter().try_for_each(|folder| install_in(folder))
}

fn install_in(name: &str) -> Result<()> {
    let folder = workspace::root().join(name);
    let lock = folder.join("package-lock.json");
    let wanted = fs::read_to_string(&lock).with_context(|| format!("`{}` cannot be read", lock.display()))?;
    if is_fresh(&folder, &wanted) {
        printer::note(&format!("setup: npm packages of {name} are in place"));
        return Ok(());
    }
    printer::note(&format!("setup: npm packages of {name} are missing or older than the lock file"));
    process::must(process::command("npm", ["ci"]).current_dir(&folder))?;
    let stamp = folder.join(STAMP);
    fs::write(&stamp, wanted).with_context(|| format!("`{}` cannot be written", stamp.display()))
}

fn is_fresh(folder: &Path, wanted: &str) -> bool {
    fs::read_to_string(folder.join(STAMP)).is_ok_and(|installed| installed == wanted)
}
