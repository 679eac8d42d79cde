//! The models that are measured: weights on this machine, a server that was connected, or a recording of either.

mod shared;
mod subject;

use std::path::PathBuf;

use anyhow::Result;
use laika_daemon::thinking::Chosen;
use laika_model::Files;
use laika_model::catalogue::{Library, Role};

use crate::Options;

pub(crate) use shared::{Shared, for_runs};
pub(crate) use subject::{Started, begin, start};

/// Why nothing can be measured of models.
pub(crate) const NONE_HERE: &str =
    "the model to measure is not on this machine; `laika model pull` fetches it";
/// How a recording is named among models.
const RECORDED: &str = "recorded:";

/// Whatever can be measured by its answers alone.
#[derive(Clone, Debug)]
pub(crate) struct Subject {
    pub(crate) name: String,
    pub(crate) from: From,
    /// Whether it chooses tools better than words do.
    pub(crate) routes: bool,
    /// Whether it is good enough to write for a person.
    pub(crate) writes: bool,
}

/// Where a model answers from.
#[derive(Clone, Debug)]
pub(crate) enum From {
    Weights(Files),
    Server(Chosen),
    Recording(PathBuf),
}

/// Weights that are here.
#[derive(Clone)]
pub(crate) struct Candidate {
    pub(crate) name: String,
    pub(crate) files: Files,
    pub(crate) bytes: u64,
    pub(crate) roles: Vec<Role>,
}

/// The models that were named, or all weights that are here; the smallest comes first. A sample is made with the
/// recommended one.
pub(crate) fn subjects(options: &Options) -> Result<Vec<Subject>> {
    let weights = here(options)?.into_iter().map(|one| {
        let (routes, writes) = (one.roles.contains(&Role::Router), one.roles.contains(&Role::Writer));
        Subject { name: one.name, from: From::Weights(one.files), routes, writes }
    });
    let servers = options.servers.iter().map(|(name, chosen)| Subject {
        name: name.clone(),
        from: From::Server(chosen.clone()),
        routes: true,
        writes: true,
    });
    let known = Library::usual()?.entries()?;
    let recordings = options.models.iter().filter_map(|name| name.strip_prefix(RECORDED)).map(|path| {
        let path = PathBuf::from(path);
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        // A recording stands for the model whose name it ends with: `routing-smollm2-135m.jsonl`.
        let name = stem.unwrap_or_default();
        let name = name.strip_prefix(&format!("{}-", options.name)).unwrap_or(&name).to_owned();
        // It was asked for no more than it is used for.
        let roles = known.iter().find(|entry| entry.model.name == name).map(|entry| &entry.model.roles);
        let is = |role| roles.is_none_or(|roles| roles.contains(&role));
        Subject { from: From::Recording(path), routes: is(Role::Router), writes: is(Role::Writer), name }
    });
    Ok(weights.chain(servers).chain(recordings).collect())
}

/// The weights that were named, or all that are here; the smallest comes first. A sample is made with the recommended one,
/// which is on every machine that was set up.
pub(crate) fn here(options: &Options) -> Result<Vec<Candidate>> {
    let library = Library::usual()?;
    let named = |name: &str| match (&options.models[..], options.cases) {
        ([], Some(_)) => name == library.catalogue().recommended(),
        ([], None) => true,
        (named, _) => named.iter().any(|one| one == name),
    };
    let mut found = Vec::new();
    for entry in library.entries()?.into_iter().filter(|entry| named(&entry.model.name)) {
        let Ok(files) = library.files(&entry.model.name) else { continue };
        let sizes = files.paths().map(|path| std::fs::metadata(path).map(|file| file.len()));
        let bytes = sizes.sum::<std::io::Result<u64>>()?;
        found.push(Candidate { bytes, name: entry.model.name, files, roles: entry.model.roles });
    }
    found.sort_by_key(|one| one.bytes);
    Ok(found)
}
