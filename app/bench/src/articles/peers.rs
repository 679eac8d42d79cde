//! The peers, each as its authors ship it.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result};
use laika_browser::Tab;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Page;
use crate::web::World;
use crate::{process, python};

const READABILITY: &str = "@mozilla/readability@0.6.0";
const REQUIREMENTS: &str = include_str!("../../drivers/articles/requirements.txt");
const EXTRACT: &str = include_str!("../../drivers/articles/extract.py");

#[derive(Deserialize)]
struct Extracted {
    id: String,
    text: String,
}

/// The source of readability.js, fetched once.
pub(super) fn readability(cache: &Path, progress: &mut dyn FnMut(&str)) -> Result<String> {
    let folder = cache.join("readability");
    let script = folder.join("package/Readability.js");
    if !script.is_file() {
        progress(&format!("articles: fetching {READABILITY}"));
        fs::create_dir_all(&folder)?;
        let packed =
            process::read(Command::new("npm").args(["pack", "--silent", READABILITY]).current_dir(&folder))?;
        let file = packed.lines().last().unwrap_or_default().trim().to_owned();
        process::read(Command::new("tar").args(["-xzf", &file]).current_dir(&folder))?;
    }
    fs::read_to_string(&script).context("readability.js cannot be read")
}

/// Readability takes the document apart, so it works on a copy, beside our script.
pub(super) async fn by_readability(tab: &Tab, source: &str) -> Result<String> {
    let function = format!(
        "function () {{ const module = {{ exports: {{}} }}; {source}; \
         const article = new Readability(document.cloneNode(true)).parse(); return article?.textContent ?? ''; }}"
    );
    // A page that it cannot take counts as one it found nothing in.
    let text = World::bare(tab).await?.call(&function, &Value::Null).await.unwrap_or_default();
    Ok(text.as_str().unwrap_or_default().to_owned())
}

/// What trafilatura finds in each page.
pub(super) fn trafilatura(
    cache: &Path,
    pages: &[Page],
    progress: &mut dyn FnMut(&str),
) -> Result<BTreeMap<String, String>> {
    let folder = cache.join("trafilatura");
    let python = python::environment(&folder, REQUIREMENTS, progress)?;
    let driver = folder.join("extract.py");
    python::write(&driver, EXTRACT)?;
    progress("articles: trafilatura");
    let mut child = Command::new(python).arg(&driver).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut asks = child.stdin.take().context("trafilatura takes nothing")?;
    let answers = child.stdout.take().context("trafilatura says nothing")?;
    let mut answers = BufReader::new(answers).lines();
    let mut texts = BTreeMap::new();
    for page in pages {
        writeln!(asks, "{}", json!({ "id": page.id, "file": page.file }))?;
        let line = answers.next().context("trafilatura ended early")??;
        let extracted: Extracted = serde_json::from_str(&line)?;
        texts.insert(extracted.id, extracted.text);
    }
    drop(asks);
    child.wait()?;
    Ok(texts)
}
