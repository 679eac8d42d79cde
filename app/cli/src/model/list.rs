//! `laika model list`.

use anyhow::Result;
use laika_model::catalogue::{Library, Presence};
use serde_json::json;

use super::failed;
use super::show::{Shown, ShownServer, size_of, state};
use crate::printer::{Outcome, Printer};
use crate::table::Table;

pub(super) fn run(library: &Library, as_json: bool, printer: &mut Printer) -> Result<Outcome> {
    let entries = library.entries().map_err(failed)?;
    let servers = library.servers().map_err(failed)?;
    if as_json {
        let models: Vec<_> = entries.iter().map(Shown::new).collect();
        let folder = json!(library.folder().display().to_string());
        let servers: Vec<_> = servers.iter().map(ShownServer::new).collect();
        let models = serde_json::to_string_pretty(&models)?.replace('\n', "\n  ");
        let servers = serde_json::to_string_pretty(&servers)?.replace('\n', "\n  ");
        printer.data(format_args!(
            "{{\n  \"folder\": {folder},\n  \"models\": {models},\n  \"servers\": {servers}\n}}\n"
        ));
        return Ok(Outcome::Done);
    }
    let mut table = Table::new([" ", "NAME", "TIER", "SIZE", "LICENCE", "STATE"]);
    for entry in &entries {
        let model = &entry.model;
        table.row([
            if entry.default { "*" } else { "" }.into(),
            model.name.clone(),
            model.tier.as_str().into(),
            size_of(model),
            model.licence.clone(),
            state(entry),
        ]);
    }
    for server in &servers {
        table.row([
            if server.default { "*" } else { "" }.into(),
            server.connection.name.clone(),
            "server".into(),
            "-".into(),
            "-".into(),
            server.reach.as_str().into(),
        ]);
    }
    printer.data(table);
    if servers.is_empty() && !entries.iter().any(|entry| entry.presence == Presence::Here) {
        let recommended = library.catalogue().recommended();
        printer.say("hint", format_args!("none is here; fetch one: laika model pull {recommended}"));
    }
    Ok(Outcome::Done)
}
