//! Installs what is missing, or says exactly what to run.

mod need;
mod npm;
mod packages;
mod weights;

use std::path::PathBuf;

use anyhow::{Result, bail};

pub(crate) use need::Need;
pub(crate) use weights::pull as pull_weights;

use crate::printer;
use packages::Installer;

/// What building Laika takes.
pub(crate) const TO_BUILD: &[Need] = &[Need::Compiler, Need::Engine];
/// What its main job takes, beside the weights, which the program fetches once it is built.
pub(crate) const TO_RUN: &[Need] = &[Need::Compiler, Need::Engine, Need::Python, Need::Browser];
/// What the quick tests take.
pub(crate) const QUICK: &[Need] = &[Need::Compiler, Need::Engine, Need::Node, Need::Weights];
/// What every test but those in a browser takes.
pub(crate) const WITHOUT_BROWSER: &[Need] =
    &[Need::Compiler, Need::Engine, Need::Node, Need::Python, Need::CrashTools, Need::Keyring, Need::Weights];
/// What all tests take.
pub(crate) const EVERYTHING: &[Need] = &[
    Need::Compiler,
    Need::Engine,
    Need::Node,
    Need::Python,
    Need::CrashTools,
    Need::Keyring,
    Need::Weights,
    Need::Browser,
];

/// Makes sure that every need is met. Does nothing where all is in place.
pub(crate) fn install(needs: &[Need]) -> Result<()> {
    if needs.contains(&Need::Browser) {
        need::check_browser_choice()?;
    }
    let missing = missing(needs);
    if missing.is_empty() {
        printer::note("setup: system packages are in place");
    } else {
        system_packages(&missing)?;
    }
    if needs.contains(&Need::Node) {
        npm::install()?;
    }
    // Last: it builds Laika, with all that was installed before.
    if needs.contains(&Need::Weights) { weights::install() } else { Ok(()) }
}

/// The Chromium that tests start, if there is one.
pub(crate) fn browser() -> Option<PathBuf> {
    need::browser()
}

struct Missing {
    need: Need,
    why: String,
}

fn missing(needs: &[Need]) -> Vec<Missing> {
    let check = |&need: &Need| need.unmet().map(|why| Missing { need, why });
    needs.iter().filter_map(check).collect()
}

fn system_packages(missing: &[Missing]) -> Result<()> {
    let needs: Vec<Need> = missing.iter().map(|one| one.need).collect();
    let what = list(missing);
    let Some(installer) = Installer::find() else {
        bail!("missing: {what}\nhint: install them, then run `cargo xtask setup` again");
    };
    let line = installer.line(&needs);
    if !installer.may_run() {
        bail!("missing: {what}\nhint: run `{line}`, then `cargo xtask setup` again");
    }
    printer::note(&format!("setup: missing: {what}"));
    installer.run(&needs)?;
    let still = self::missing(&needs);
    if !still.is_empty() {
        bail!("`{line}` succeeded, but this is still missing: {}", list(&still));
    }
    Ok(())
}

fn list(missing: &[Missing]) -> String {
    missing.iter().map(|one| one.why.as_str()).collect::<Vec<_>>().join("; ")
}
