//! Files written from the Rust types, JSON schemas in `schema/v1/` and TypeScript in `web/generated/`; and the bundle of
//! the page script.
//!
//! They are committed, so that a change of the wire shows in a diff and a build needs no generator.

mod source;
mod typescript;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};

use crate::{printer, process, workspace};

const SCHEMAS: &str = "schema/v1";
const TYPES: &str = "web/generated/protocol.ts";
/// The extension holds the hash of the page script, so it comes second.
const BUNDLES: [&str; 3] = ["web/scripts/page.mjs", "web/scripts/extension.mjs", "web/scripts/companion.mjs"];

/// Whether to write or only to compare.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Write what is not fresh, remove what is no longer generated.
    Write,
    /// Touch nothing and report it.
    Check,
}

/// Writes or checks every generated file. True when nothing is stale any more.
pub(crate) fn run(mode: Mode) -> Result<bool> {
    let root = workspace::root();
    let fresh = generate()?;
    let present = read(root)?;
    let stale = compare(&fresh, &present);
    for one in &stale {
        match mode {
            Mode::Check => printer::result(&format!("{}: {}", one.path, one.reason)),
            Mode::Write => {
                write(&root.join(&one.path), fresh.get(&one.path))?;
                printer::note(&format!("codegen: updated {} ({})", one.path, one.reason));
            }
        }
    }
    let verb = if mode == Mode::Check { "stale" } else { "changed" };
    printer::note(&format!("codegen: {} files, {} {verb}", fresh.len(), stale.len()));
    if mode == Mode::Check && !stale.is_empty() {
        printer::note("hint: run `cargo xtask codegen`");
        return Ok(false);
    }
    bundles(mode)
}

/// Bundles what runs in browsers, or compares the committed bundles with their sources.
fn bundles(mode: Mode) -> Result<bool> {
    let mut fresh = true;
    for script in BUNDLES {
        let mut command = process::command("node", [script]);
        if mode == Mode::Check {
            command.arg("--check");
        }
        fresh &= process::stream(&mut command)?.success;
    }
    Ok(fresh)
}

type Files = BTreeMap<String, String>;

#[derive(Debug, PartialEq, Eq)]
struct Stale {
    path: String,
    reason: String,
}

fn generate() -> Result<Files> {
    let mut files = Files::new();
    for (name, schema) in source::files() {
        let text = serde_json::to_string_pretty(&schema).with_context(|| format!("`{name}` is not JSON"))?;
        files.insert(format!("{SCHEMAS}/{name}"), text + "\n");
    }
    files.insert(TYPES.to_owned(), typescript::types(&source::bundle(), &source::tool_schema_hash())?);
    Ok(files)
}

/// What lies where generated files belong.
fn read(root: &Path) -> Result<Files> {
    let mut files = Files::new();
    for folder in [Path::new(SCHEMAS), Path::new(TYPES).parent().unwrap_or(Path::new(""))] {
        // A folder that is not there yet holds no files.
        for entry in fs::read_dir(root.join(folder)).into_iter().flatten() {
            let name = entry?.file_name();
            let path = format!("{}/{}", folder.display(), name.to_string_lossy());
            let text =
                fs::read_to_string(root.join(&path)).with_context(|| format!("`{path}` cannot be read"))?;
            files.insert(path, text);
        }
    }
    Ok(files)
}

fn compare(fresh: &Files, present: &Files) -> Vec<Stale> {
    let stale = |path: &str, reason: String| Stale { path: path.to_owned(), reason };
    let mut found = Vec::new();
    for (path, text) in fresh {
        match present.get(path) {
            None => found.push(stale(path, "missing".to_owned())),
            Some(old) if old != text => found.push(stale(path, first_difference(old, text))),
            Some(_) => {}
        }
    }
    let left_over = present.keys().filter(|path| !fresh.contains_key(*path));
    found.extend(left_over.map(|path| stale(path, "no longer generated".to_owned())));
    found
}

fn first_difference(old: &str, new: &str) -> String {
    let (mut old, mut new) = (old.split('\n'), new.split('\n'));
    let mut line = 0;
    loop {
        line += 1;
        match (old.next(), new.next()) {
            (Some(old), Some(new)) if old == new => {}
            (None, None) => return "stale".to_owned(),
            (old, new) => {
                let quoted = |text: Option<&str>| {
                    text.map_or("nothing".to_owned(), |text| format!("`{}`", text.trim()))
                };
                return format!("line {line} is {}, fresh is {}", quoted(old), quoted(new));
            }
        }
    }
}

fn write(path: &Path, text: Option<&String>) -> Result<()> {
    let Some(text) = text else {
        return fs::remove_file(path).with_context(|| format!("`{}` cannot be removed", path.display()));
    };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| format!("`{}` cannot be made", folder.display()))?;
    }
    fs::write(path, text).with_context(|| format!("`{}` cannot be written", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(list: &[(&str, &str)]) -> Files {
        list.iter().map(|&(path, text)| (path.to_owned(), text.to_owned())).collect()
    }

    #[test]
    fn every_kind_of_staleness_is_named() {
        let fresh = files(&[("a", "1\n2\n"), ("b", "1\n"), ("c", "1\n2\n"), ("d", "1\n")]);
        let present = files(&[("a", "1\n3\n"), ("c", "1\n"), ("d", "1\n"), ("e", "1\n")]);
        let found: Vec<_> = compare(&fresh, &present).into_iter().map(|one| (one.path, one.reason)).collect();
        let expected = [
            ("a", "line 2 is `3`, fresh is `2`"),
            ("b", "missing"),
            ("c", "line 2 is ``, fresh is `2`"),
            ("e", "no longer generated"),
        ];
        assert_eq!(found, expected.map(|(path, reason)| (path.to_owned(), reason.to_owned())));
    }

    #[test]
    fn fresh_files_are_not_stale() {
        let fresh = files(&[("a", "1\n")]);
        assert_eq!(compare(&fresh, &fresh), []);
    }
}
