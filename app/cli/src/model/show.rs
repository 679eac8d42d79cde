//! Models in words and as JSON.

use laika_model::catalogue::{Connection, Entry, Model, Presence, Server, Source};
use serde::Serialize;

/// A model as JSON: all that is known of it, and what there is of it.
#[derive(Serialize)]
pub(super) struct Shown<'a> {
    #[serde(flatten)]
    model: &'a Model,
    state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    partial_bytes: Option<u64>,
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    adapter_path: Option<String>,
    imported: bool,
    default: bool,
}

impl<'a> Shown<'a> {
    pub(super) fn new(entry: &'a Entry) -> Self {
        let partial_bytes = if let Presence::Partial(bytes) = entry.presence { Some(bytes) } else { None };
        Self {
            model: &entry.model,
            state: entry.presence.as_str(),
            partial_bytes,
            path: entry.path.display().to_string(),
            adapter_path: entry.adapter.as_ref().map(|path| path.display().to_string()),
            imported: entry.imported,
            default: entry.default,
        }
    }
}

/// A model behind a server as JSON.
#[derive(Serialize)]
pub(super) struct ShownServer<'a> {
    #[serde(flatten)]
    connection: &'a Connection,
    state: &'static str,
    default: bool,
}

impl<'a> ShownServer<'a> {
    pub(super) fn new(server: &'a Server) -> Self {
        Self { connection: &server.connection, state: server.reach.as_str(), default: server.default }
    }
}

/// A number of bytes as a person reads it.
pub(super) fn size(bytes: u64) -> String {
    let (unit, name) = match bytes {
        0..1_000 => return format!("{bytes} B"),
        1_000..1_000_000 => (1e3, "kB"),
        1_000_000..1_000_000_000 => (1e6, "MB"),
        _ => (1e9, "GB"),
    };
    let number = bytes as f64 / unit;
    let digits = if number < 10.0 { 2 } else { usize::from(number < 100.0) };
    format!("{number:.digits$} {name}")
}

/// All the bytes of a model, as a person reads them.
pub(super) fn size_of(model: &Model) -> String {
    let adapter = model.adapter.as_ref().map_or(0, |adapter| adapter.bytes);
    model.bytes.map_or_else(|| "?".into(), |bytes| size(bytes.saturating_add(adapter)))
}

/// What there is of a model, in a word or two.
pub(super) fn state(entry: &Entry) -> String {
    match (entry.presence, entry.model.bytes) {
        (Presence::Partial(here), Some(all @ 1..)) => format!("{}% here", here.min(all) * 100 / all),
        (Presence::Absent, _) => "-".into(),
        (presence, _) => presence.as_str().into(),
    }
}

/// A source in one line.
pub(super) fn source(source: &Source) -> String {
    match source {
        Source::Packages { names, version, .. } => match &names[..] {
            [only] => format!("pip, {only}=={version}"),
            [first, .., last] => format!("pip, {} packages: {first} to {last}, {version}", names.len()),
            [] => "pip".into(),
        },
        Source::Hub { repository, revision, file } => format!("hub, {repository}, {file} of {revision}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_short() {
        for (bytes, text) in [
            (0, "0 B"),
            (999, "999 B"),
            (1_000, "1.00 kB"),
            (98_362_432, "98.4 MB"),
            (491_400_064, "491 MB"),
            (1_117_320_768, "1.12 GB"),
            (24_972_802_560, "25.0 GB"),
            (u64::MAX, "18446744074 GB"),
        ] {
            assert_eq!(size(bytes), text);
        }
    }
}
