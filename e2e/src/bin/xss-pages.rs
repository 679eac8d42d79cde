//! Writes one page per payload, with the payload in every position of a document, for a real browser to load.
//!
//! The pages carry no policy of their own: what the browser then does or does not do is the renderer's doing alone.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Parser;
use laika_e2e::xss::{OWN_PAYLOADS, POSITIONS, document_of};
use laika_render::{ATTRIBUTES, TAGS, to_html};
use serde_json::{Map, Value, json};

/// The elements around the fragment. The icon keeps the browser from asking for one.
const SKELETON: &[&str] = &["html", "head", "meta", "title", "link", "body"];
const BEFORE: &str = "<!doctype html><html><head><meta charset=\"utf-8\"><title>x</title>\
<link rel=\"icon\" href=\"data:,\"></head><body>";
const AFTER: &str = "</body></html>";

/// Write pages that hold attack payloads, rendered, and a list of them.
#[derive(Parser)]
struct Arguments {
    /// Where to write the pages and cases.json.
    #[arg(long)]
    out: PathBuf,
    /// More payloads: a JSON list of strings.
    #[arg(long)]
    payloads: Option<PathBuf>,
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let payloads = payloads(arguments.payloads.as_deref())?;
    let out = arguments.out;
    fs::create_dir_all(&out).with_context(|| format!("cannot create `{}`", out.display()))?;
    let mut cases = Vec::new();
    for (index, payload) in payloads.iter().enumerate() {
        let id = format!("p{index}");
        let file = format!("{id}.html");
        write(&out.join(&file), &[BEFORE, &to_html(&document_of(payload)), AFTER].concat())?;
        cases.push(json!({ "id": id, "payload": payload, "file": file, "positions": POSITIONS.len() }));
    }
    let attributes: Map<String, Value> =
        ATTRIBUTES.iter().map(|(tag, names)| ((*tag).to_owned(), json!(names))).collect();
    let report = json!({
        "allowed": { "tags": TAGS, "attributes": attributes },
        "skeleton": SKELETON,
        "payloads": cases.len(),
        "cases": cases,
    });
    write(&out.join("cases.json"), &serde_json::to_string_pretty(&report)?)?;
    say(&format!("{} pages with {} positions each in {}", cases.len(), POSITIONS.len(), out.display()));
    Ok(())
}

/// The given payloads, then our own.
fn payloads(more: Option<&Path>) -> anyhow::Result<Vec<String>> {
    let mut payloads: Vec<String> = Vec::new();
    if let Some(path) = more {
        let text = fs::read_to_string(path).with_context(|| format!("cannot read `{}`", path.display()))?;
        payloads = serde_json::from_str(&text)
            .with_context(|| format!("`{}` is no list of strings", path.display()))?;
    }
    payloads.extend(serde_json::from_str::<Vec<String>>(OWN_PAYLOADS).context("our own list is broken")?);
    Ok(payloads)
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write `{}`", path.display()))
}

#[expect(clippy::print_stdout, reason = "the count is what a person wants to see")]
fn say(line: &str) {
    println!("{line}");
}
