//! The packages of `web/`: installed when there are none, or when the lock file changed since.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};

use crate::{printer, process, workspace};

/// A copy of the lock file that `node_modules` was made from.
const STAMP: &str = "node_modules/.laika-lock.json";

/// Installs the packages if they are not those of the lock file.
pub(super) fn install() -> Result<()> {
    let web = workspace::root().join("web");
    let lock = web.join("package-lock.json");
    let wanted = fs::read_to_string(&lock).with_context(|| format!("`{}` cannot be read", lock.display()))?;
    if is_fresh(&web, &wanted) {
        printer::note("setup: npm packages are in place");
        return Ok(());
    }
    printer::note("setup: npm packages are missing or older than the lock file");
    process::must(process::command("npm", ["ci"]).current_dir(&web))?;
    let stamp = web.join(STAMP);
    fs::write(&stamp, wanted).with_context(|| format!("`{}` cannot be written", stamp.display()))
}

fn is_fresh(web: &Path, wanted: &str) -> bool {
    fs::read_to_string(web.join(STAMP)).is_ok_and(|installed| installed == wanted)
}
