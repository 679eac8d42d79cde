//! What was made from collections: shown, compared with the version before, taken along, removed.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use anyhow::{Context as _, Result, anyhow, bail};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use laika_collect::export::{Document, Redaction, to_text};
use laika_daemon::collecting::{Collect, Format};
use laika_protocol::collection::Made;
use laika_protocol::ids::ArtifactId;
use laika_protocol::text::one_line;
use serde_json::Value;

use super::link::Kept;
use super::shown::text;
use super::tell;
use crate::arguments::artifacts::As;
use crate::arguments::collections::Told;
use crate::printer::{Outcome, Printer};

pub(crate) fn list(told: &Told, collection: Option<&str>, printer: &mut Printer) -> Result<Outcome> {
    let asked = Collect::Made { collection: collection.map(str::to_owned) };
    tell(told, asked, printer, |value, printer| {
        let mut table = crate::table::Table::new(["ARTIFACT", "WHAT", "TITLE", "VERSION", "WHEN"]);
        for row in value["artifacts"].as_array().into_iter().flatten() {
            table.row(["id", "transform", "title", "version", "madeAt"].map(|name| text(&row[name])));
        }
        printer.data(table);
    })
}

/// Shows what was made: its text, and where each part of it stands.
pub(super) fn shown(value: &Value, printer: &mut Printer) {
    let made: Result<Made, _> = serde_json::from_value(value["made"].clone());
    match made {
        Ok(made) => printer.data(to_text(&Document::from(&made), Redaction::None)),
        Err(error) => printer.say("error", format_args!("it cannot be read: {error}")),
    }
    let row = &value["artifact"];
    let (id, version) = (row["id"].as_str().unwrap_or_default(), row["version"].as_u64().unwrap_or_default());
    printer.say(
        "kept",
        format_args!("{id}, version {version}; `laika artifact export {id} FILE` takes it along"),
    );
}

pub(crate) fn show(told: &Told, id: &str, printer: &mut Printer) -> Result<Outcome> {
    tell(told, Collect::Artifact { artifact: named(id)?, version: None }, printer, shown)
}

pub(crate) fn changes(told: &Told, id: &str, printer: &mut Printer) -> Result<Outcome> {
    tell(told, Collect::MadeChanges { artifact: named(id)? }, printer, |value, printer| {
        let all = value["changes"].as_array().cloned().unwrap_or_default();
        for change in &all {
            let words = |name: &str| change[name].as_str().map(|text| one_line(text).into_owned());
            let place = words("place").unwrap_or_default();
            printer.data(match (words("old"), words("new")) {
                (Some(old), Some(new)) => format!("{place}: {old} -> {new}\n"),
                (None, Some(new)) => format!("+ {place}: {new}\n"),
                (Some(old), None) => format!("- {place}: {old}\n"),
                (None, None) => continue,
            });
        }
        if all.is_empty() {
            printer.say("nothing", "it is as it was, or the first version");
        }
    })
}

pub(crate) fn remove(told: &Told, id: &str, printer: &mut Printer) -> Result<Outcome> {
    let asked = Collect::RemoveArtifact { artifact: named(id)? };
    tell(told, asked, printer, |_, printer| printer.say("removed", id))
}

/// Writes it to a file that is not there yet, or to the output.
pub(crate) fn export(
    told: &Told,
    id: &str,
    file: &Path,
    format: Option<As>,
    unredacted: bool,
    printer: &mut Printer,
) -> Result<Outcome> {
    let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let format = match (format, ending) {
        (Some(As::Markdown), _) | (None, "md" | "markdown") => Format::Markdown,
        (Some(As::Text), _) | (None, "txt" | "") => Format::Text,
        (Some(As::Json), _) | (None, "json") => Format::Json,
        (Some(As::Csv), _) | (None, "csv") => Format::Csv,
        (Some(As::Html), _) | (None, "html" | "htm") => Format::Html,
        (Some(As::Pdf), _) | (None, "pdf") => Format::Pdf,
        (None, other) => bail!("what `.{other}` should be is not known; say it with --as"),
    };
    let asked = Collect::Export { artifact: named(id)?, format, unredacted };
    let value = Kept::open(told, printer)?.ask(asked, printer)?;
    let bytes = STANDARD.decode(value["data"].as_str().unwrap_or_default())?;
    if file == Path::new("-") {
        printer.data(String::from_utf8_lossy(&bytes));
        return Ok(Outcome::Done);
    }
    // A name that is taken stays as it is, and nobody else reads what is written.
    let opened = OpenOptions::new().write(true).create_new(true).mode(0o600).open(file);
    let mut out = opened.with_context(|| format!("cannot write {}", file.display()))?;
    out.write_all(&bytes).and_then(|()| out.sync_all()).inspect_err(|_| _ = std::fs::remove_file(file))?;
    printer.say("saved", format_args!("{} ({} bytes)", file.display(), bytes.len()));
    Ok(Outcome::Done)
}

fn named(id: &str) -> Result<ArtifactId> {
    ArtifactId::parse(id).map_err(|error| anyhow!("{error}"))
}
