//! `laika model list`.

use anyhow::Result;
use laika_model::catalogue::{Library, Presence};
use serde_json::json;

use super::failed;
use super::show::{Shown, size, state};
use crate::printer::{Outcome, Printer};
use crate::table::Table;

pub(super) fn run(library: &Library, as_json: bool, printer: &mut Printer) -> Result<Outcome> {
    let entries = library.entries().map_err(failed)?;
    if as_json {
        let models: Vec<_> = entries.iter().map(Shown::new).collect();
        let folder = json!(library.folder().display().to_string());
        let models = serde_json::to_string_pretty(&models)?.replace('\n', "\n  ");
        printer.data(format_args!("{{\n  \"folder\": {folder},\n  \"models\": {models}\n}}\n"));
        return Ok(Outcome::Done);
    }
    let mut table = Table::new([" ", "NAME", "TIER", "SIZE", "LICENCE", "STATE"]);
    for entry in &entries {
        let model = &entry.model;
        table.row([
            if entry.default { "*" } else { "" }.into(),
            model.name.clone(),
            model.tier.as_str().into(),
            model.bytes.map_or_else(|| "?".into(), size),
            model.licence.clone(),
            state(entry),
        ]);
    }
    printer.data(table);
    if !entries.iter().any(|entry| entry.presence == Presence::Here) {
        let recommended = library.catalogue().recommended();
        printer.say("hint", format_args!("none is here; fetch one: laika model pull {recommended}"));
    }
    Ok(Outcome::Done)
}
