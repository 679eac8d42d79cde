//! `laika artifact`: the files that runs kept and what was made from collections, and the only way out for them.

use std::fs::{self, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use anyhow::{Context as _, Result, anyhow};
use laika_daemon::collecting::SAVED;
use laika_protocol::ids::ArtifactId;
use laika_store::Artifact;
use laika_store::artifact::ArtifactFiles;
use serde_json::{Value, json};

use crate::arguments::artifacts::Artifacts;
use crate::arguments::collections::Told;
use crate::arguments::runs::Folder;
use crate::commands::collect::made;
use crate::commands::runs::find;
use crate::key_store;
use crate::printer::{Outcome, Printer};
use crate::table::Table;

pub(crate) fn run(artifacts: &Artifacts, printer: &mut Printer) -> Result<Outcome> {
    match artifacts {
        Artifacts::List { made: true, of, told, .. } => made::list(told, of.as_deref(), printer),
        Artifacts::List { run, told, .. } => list(&told.folder, run.as_deref(), told.json, printer),
        Artifacts::Show { id, told } => made::show(told, id, printer),
        Artifacts::Changes { id, told } => made::changes(told, id, printer),
        Artifacts::Remove { id, told } => made::remove(told, id, printer),
        Artifacts::Export { id, file, format, unredacted, folder } => {
            if is_made(folder, id)? {
                let told = Told { folder: folder.clone(), json: false };
                return made::export(&told, id, file, *format, *unredacted, printer);
            }
            export(folder, id, file, printer)
        }
    }
}

/// Whether something was made from a collection or saved by a tool, or is a file as a page gave it.
fn is_made(folder: &Folder, id: &str) -> Result<bool> {
    let id = ArtifactId::parse(id).map_err(|error| anyhow!("{error}"))?;
    let reader = folder.reader()?;
    let saved = |one: &Artifact| one.id == id && one.kind == SAVED;
    Ok(reader.made_row(&id)?.is_some() || reader.artifacts(None)?.iter().any(saved))
}

/// What is told of an artifact.
pub(crate) fn value(artifact: &Artifact) -> Value {
    json!({
        "id": artifact.id,
        "run": artifact.run,
        "kind": artifact.kind,
        "bytes": artifact.bytes,
        "origin": artifact.origin,
        "createdAtMs": artifact.created_at_ms,
        "removed": artifact.evicted_at_ms.is_some(),
    })
}

/// Whether its file is still there, in words.
pub(crate) fn state(artifact: &Artifact) -> &'static str {
    if artifact.evicted_at_ms.is_some() { ", removed" } else { "" }
}

fn list(folder: &Folder, run: Option<&str>, as_json: bool, printer: &mut Printer) -> Result<Outcome> {
    let reader = folder.reader()?;
    let run = run.map(|name| find(&reader, name)).transpose()?.map(|run| run.row.run);
    let artifacts = reader.artifacts(run.as_ref())?;
    if as_json {
        printer.data(format_args!("{:#}\n", json!(artifacts.iter().map(value).collect::<Vec<_>>())));
        return Ok(Outcome::Done);
    }
    let mut table = Table::new(["ARTIFACT", "RUN", "BYTES", "FROM"]);
    for artifact in &artifacts {
        let from = artifact.origin.as_ref().map_or("", |origin| origin.as_str());
        let bytes = format!("{}{}", artifact.bytes, state(artifact));
        table.row([artifact.id.to_string(), artifact.run.to_string(), bytes, from.to_owned()]);
    }
    printer.data(table);
    Ok(Outcome::Done)
}

fn export(folder: &Folder, id: &str, file: &Path, printer: &mut Printer) -> Result<Outcome> {
    let listed = folder.reader()?.artifacts(None)?;
    let Some(artifact) = listed.iter().find(|artifact| artifact.id.as_str() == id) else {
        return Err(anyhow!("hint: `laika artifact list` names them")
            .context(format!("there is no artifact `{id}` (E_NO_ARTIFACT)")));
    };
    let mut keys = key_store::unlocked(folder, printer)?;
    let key = key_store::hinted(keys.get_or_create("artifacts"))?;
    let files = ArtifactFiles::in_dir(&folder.path()?.join("artifacts"), key.expose())?;
    let mut plain = files.open(&artifact.id)?;
    // A name that is taken stays as it is, and nobody else reads what is written.
    let made = OpenOptions::new().write(true).create_new(true).mode(0o600).open(file);
    let mut out = made.with_context(|| format!("cannot write {}", file.display()))?;
    let written = io::copy(&mut plain, &mut out).and_then(|bytes| out.sync_all().map(|()| bytes));
    let bytes = match written {
        Ok(bytes) => bytes,
        Err(error) => {
            // Half of a file is none.
            let _ = fs::remove_file(file);
            return Err(anyhow!(error).context(format!("cannot write {}", file.display())));
        }
    };
    printer.say("saved", format_args!("{} ({bytes} bytes)", file.display()));
    printer.say("note", "it comes from a page: look at what it is before you open it");
    Ok(Outcome::Done)
}
