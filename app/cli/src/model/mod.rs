//! `laika model`: choose, fetch, connect and look after models.

pub(crate) mod arguments;
mod cloud;
mod connect;
mod import;
mod info;
mod list;
mod preview;
mod show;
mod watched;

use anyhow::{Result, anyhow};
use laika_model::catalogue::{Library, LibraryError, Picked, Pull, Reach};

use crate::arguments::runs::Folder;
use crate::printer::{Outcome, Printer};
use arguments::Model;
use show::size;

pub(crate) fn run(model: &Model, printer: &mut Printer) -> Result<Outcome> {
    match model {
        Model::List { folder, json } => list::run(&library(folder)?, *json, printer),
        Model::Pull(pull) => fetch(pull, printer),
        Model::Use { name, folder } => {
            let chosen = library(folder)?.choose(name).map_err(failed)?;
            printer.say("laika", format_args!("{} is used from now on", chosen.name()));
            if matches!(&chosen, Picked::Server(server) if server.reach == Reach::Off) {
                printer.say(
                    "hint",
                    format_args!("it is on another machine, and off: laika model cloud on {name}"),
                );
            }
            Ok(Outcome::Done)
        }
        Model::Info { name, folder, json, verify } => {
            info::run(&library(folder)?, name, *json, *verify, printer)
        }
        Model::Import(import) => import::run(import, printer),
        Model::Connect(asked) => connect::run(asked, printer),
        Model::Cloud { folder, change } => cloud::run(folder, change.as_ref(), printer),
        Model::PreviewEgress(asked) => preview::run(asked, printer),
        Model::Remove { name, folder } => {
            let library = library(folder)?;
            if library.server(name).map_err(failed)?.is_some() {
                return connect::remove(&library, folder, name, printer);
            }
            let freed = library.remove(name).map_err(failed)?;
            printer.say("laika", format_args!("{name} is removed; that freed {}", size(freed)));
            Ok(Outcome::Done)
        }
    }
}

fn fetch(asked: &arguments::Pull, printer: &Printer) -> Result<Outcome> {
    let library = library(&asked.folder)?;
    let how = Pull { from: asked.from.clone(), sha256: asked.sha256.clone(), hub: asked.hub.clone() };
    let pulled = watched::watched(printer, |watch| library.pull(&asked.name, &how, watch))?;
    let already = if pulled.already { "is already" } else { "is now" };
    printer.say("laika", format_args!("{} {already} in {}", asked.name, pulled.path.display()));
    let uses_another = library.entries().map_err(failed)?.into_iter().find(|entry| entry.default);
    if let Some(other) = uses_another.filter(|other| other.model.name != asked.name) {
        let name = &asked.name;
        let used = other.model.name;
        printer.say("hint", format_args!("{used} is used; run `laika model use {name}` to use this one"));
    }
    Ok(Outcome::Done)
}

/// The models in the folder that the person named, or in theirs.
pub(crate) fn library(folder: &Folder) -> Result<Library> {
    let library = match &folder.home {
        Some(home) => Library::at(home.join("models")),
        None => Library::usual(),
    };
    library.map_err(failed)
}

/// An error with its code, and its hint on a line of its own.
pub(crate) fn failed(error: LibraryError) -> anyhow::Error {
    let message = format!("{error} ({})", error.code());
    match error.hint() {
        Some(hint) => anyhow!("hint: {hint}").context(message),
        None => anyhow!(message),
    }
}
