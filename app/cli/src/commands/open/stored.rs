//! What lies in Laika's folder, in numbers.

use std::fs;
use std::path::Path;

use laika_daemon::serving::Refusal;
use laika_store::{Reader, RunFilter};
use serde_json::{Value, json};

/// Folders that are looked into at most so deep.
const DEEPEST: usize = 4;

/// How much there is of everything, and where it is.
pub(super) fn stored(folder: &Path) -> Result<Value, Refusal> {
    let reader = Reader::open(folder).map_err(Refusal::from)?;
    let runs = reader.runs(&RunFilter::default()).map_err(Refusal::from)?.len();
    let collections = reader.collections().map_err(Refusal::from)?;
    let sources: u64 = collections.iter().map(|one| one.sources.all()).sum();
    let made: u64 = collections.iter().map(|one| one.made).sum();
    let files = reader.artifacts(None).map_err(Refusal::from)?.len();
    let log = bytes_of(&folder.join(laika_store::DATABASE), 0);
    let row =
        |kind: &str, count: u64, bytes: Option<u64>| json!({ "kind": kind, "count": count, "bytes": bytes });
    let number = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
    let artifacts = Some(bytes_of(&folder.join("artifacts"), 0));
    let models = Some(bytes_of(&folder.join("models"), 0));
    Ok(json!({
        "folder": folder.display().to_string(),
        "stored": [
            // Everything but files lies in the log.
            row("runs", number(runs), Some(log)),
            row("collections", number(collections.len()), None),
            row("sources", sources, None),
            row("artifacts", number(files).saturating_add(made), artifacts),
            row("models", number(entries(&folder.join("models"))), models),
        ],
        "sites": [],
    }))
}

fn entries(folder: &Path) -> usize {
    let ending = |entry: &fs::DirEntry| entry.path().extension().is_some_and(|ending| ending == "gguf");
    fs::read_dir(folder).map_or(0, |all| all.flatten().filter(ending).count())
}

/// Bytes of a file, or of everything in a folder. What cannot be looked at counts as nothing.
fn bytes_of(path: &Path, depth: usize) -> u64 {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_file() => found.len(),
        Ok(found) if found.is_dir() && depth < DEEPEST => {
            let all = fs::read_dir(path).into_iter().flatten().flatten();
            all.map(|entry| bytes_of(&entry.path(), depth + 1)).sum()
        }
        Ok(_) | Err(_) => 0,
    }
}
