//! The models that are measured: those that are on this machine.

use std::time::Duration;

use anyhow::{Context as _, Result};
use laika_model::catalogue::{Library, Role};
use laika_model::{Embedded, EmbeddedOptions, Files};

use crate::Options;

/// What a sample is made with: it is on every machine that was set up.
const SMALL: &str = "smollm2-135m";

/// A model that is here.
#[derive(Clone)]
pub(crate) struct Candidate {
    pub(crate) name: String,
    pub(crate) files: Files,
    pub(crate) bytes: u64,
    pub(crate) roles: Vec<Role>,
}

/// The models that were named, or all that are here; the smallest comes first. A sample is made with the small one.
pub(crate) fn here(options: &Options) -> Result<Vec<Candidate>> {
    let library = Library::usual()?;
    let named = |name: &str| match (&options.models[..], options.cases) {
        ([], Some(_)) => name == SMALL,
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
    found.sort_by_key(|candidate| candidate.bytes);
    Ok(found)
}

/// Starts one, with as many threads as the product would use unless said otherwise.
pub(crate) async fn start(options: &Options, candidate: &Candidate) -> Result<Embedded> {
    let how = EmbeddedOptions { idle: Duration::from_secs(3_600), ..EmbeddedOptions::default() };
    let started = Embedded::start(&options.laika, &candidate.files, how).await;
    started.with_context(|| format!("the model `{}` cannot be started", candidate.name))
}
