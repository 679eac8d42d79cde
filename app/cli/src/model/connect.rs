//! `laika model connect`, and taking a connection back.

use std::io::{self, IsTerminal as _};

use anyhow::Result;
use laika_model::catalogue::{Connection, Library, Reach, Server};
use laika_model::remote::{Base, Price};
use laika_protocol::secret::Secret;

use super::arguments::Connect;
use super::{failed, library};
use crate::arguments::runs::Folder;
use crate::key_store;
use crate::printer::{Outcome, Printer};

pub(super) fn run(asked: &Connect, printer: &Printer) -> Result<Outcome> {
    let library = library(&asked.folder)?;
    let base = Base::parse(&asked.at).map_err(|error| failed(error.into()))?;
    let key = key(asked, &base, printer)?;
    let prices = asked.price_in.zip(asked.price_out);
    let connection = Connection {
        name: asked.name.clone(),
        kind: asked.kind.into(),
        at: asked.at.clone(),
        model: asked.model.clone(),
        context: asked.context,
        price: prices.map(|(input, output)| Price { input, output }),
        sampling: !asked.no_sampling,
        has_key: key.is_some(),
    };
    let had_key = library.server(&asked.name).map_err(failed)?.is_some_and(|old| old.connection.has_key);
    let key_name = connection.key_name();
    let server = library.connect(connection).map_err(failed)?;
    if let Some(key) = &key {
        let kept = key_store::unlocked(&asked.folder, printer).and_then(|mut store| {
            key_store::hinted(store.put_secret(&key_name, key)).map(|()| store.describe())
        });
        match kept {
            Ok(description) => printer.say("laika", format_args!("the key is kept; {description}")),
            // A connection that says it has a key and has none could not be used.
            Err(error) => {
                library.disconnect(&asked.name).map_err(failed)?;
                return Err(error);
            }
        }
    } else if had_key {
        forget_key(&asked.folder, &key_name, printer)?;
    }
    say_connected(&server, printer);
    Ok(Outcome::Done)
}

/// The key, if there is one. It is never an argument: every process of the machine could read it there.
fn key(asked: &Connect, base: &Base, printer: &Printer) -> Result<Option<Secret>> {
    let key = if asked.key_stdin {
        key_store::line("the key", printer)?
    } else if io::stdin().is_terminal() {
        let none = if base.is_private() { "; nothing if it needs none" } else { "" };
        key_store::line(&format!("the key for {}{none}", base.origin()), printer)?
    } else {
        return Ok(None);
    };
    let key = key.expose().trim();
    Ok((!key.is_empty()).then(|| Secret::new(key.to_owned())))
}

fn say_connected(server: &Server, printer: &Printer) {
    let Server { connection, reach, .. } = server;
    let name = &connection.name;
    printer.say("laika", format_args!("{name} is connected: {} at {}", connection.model, connection.at));
    match reach {
        Reach::Here => printer.say("hint", format_args!("`laika model use {name}` uses it from now on")),
        Reach::Off => printer.say(
            "hint",
            format_args!("it is on another machine: nothing leaves until `laika model cloud on {name}`"),
        ),
        Reach::On => printer.say("laika", "it is on another machine, and switched on from before"),
    }
}

/// Forgets a connection and its key.
pub(super) fn remove(library: &Library, folder: &Folder, name: &str, printer: &Printer) -> Result<Outcome> {
    let connection = library.disconnect(name).map_err(failed)?;
    if connection.has_key {
        forget_key(folder, &connection.key_name(), printer)?;
    }
    let key = if connection.has_key { ", and so is its key" } else { "" };
    printer.say("laika", format_args!("{name} is removed{key}"));
    Ok(Outcome::Done)
}

fn forget_key(folder: &Folder, name: &str, printer: &Printer) -> Result<()> {
    key_store::hinted(key_store::unlocked(folder, printer)?.delete_secret(name))
}
