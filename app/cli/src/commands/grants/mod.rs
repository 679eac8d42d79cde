//! `laika grants`: what the person agreed to before, for runs that nobody watches.

mod add;
mod shown;

use anyhow::{Result, anyhow};
use laika_daemon::grants::{Grants, GrantsError, Standing};
use laika_daemon::now_ms;
use laika_daemon::working::Agreed;
use laika_os::key_store::KeyStore;
use serde_json::json;

use crate::arguments;
use crate::arguments::runs::Folder;
use crate::key_store;
use crate::printer::{Outcome, Printer};
use crate::table::Table;

pub(crate) fn run(command: &arguments::grants::Grants, printer: &mut Printer) -> Result<Outcome> {
    use arguments::grants::Grants as Asked;
    match command {
        Asked::Add(add) => add::add(add, printer)?,
        Asked::List { folder, json } => list(folder, *json, printer)?,
        Asked::Show { id, folder, json } => {
            let all = open(folder, printer)?.list(now_ms()).map_err(explained)?;
            let one = all.iter().find(|one| one.kept.grant.id == *id);
            let one = one.ok_or_else(|| explained(GrantsError::Unknown(id.clone())))?;
            if *json {
                printer.data(format_args!("{:#}\n", as_json(one)));
            } else {
                shown::grant(&one.kept.grant, printer);
                printer.data(format_args!("used      {}\nstands    {}\n", used(one), stands(one)));
            }
        }
        Asked::Revoke { id, folder, json } => {
            open(folder, printer)?.revoke(id, now_ms()).map_err(explained)?;
            if *json {
                printer.data(format_args!("{:#}\n", json!({ "revoked": id })));
            } else {
                printer.data(format_args!("{id} was taken back\n"));
            }
        }
    }
    Ok(Outcome::Done)
}

/// The grants of a folder.
fn open(folder: &Folder, printer: &Printer) -> Result<Grants> {
    opened(folder, &mut key_store::unlocked(folder, printer)?)
}

fn opened(folder: &Folder, keys: &mut KeyStore) -> Result<Grants> {
    let places = folder.places()?;
    let key = key_store::hinted(keys.get_or_create("machine"))?;
    Grants::of_folder(&places.folder, places.folder_from_environment, key.expose()).map_err(explained)
}

/// Makes a grant that the person agreed to in the window.
pub(crate) fn agreed(add: &arguments::grants::Add) -> Result<String> {
    add::agreed(add)
}

/// The grant that a run is started with.
pub(crate) fn named(folder: &Folder, id: &str, printer: &Printer) -> Result<Agreed> {
    open(folder, printer)?.find(id, now_ms()).map_err(explained)
}

/// An error with its code, and what can be done about it.
fn explained(error: GrantsError) -> anyhow::Error {
    let hint = match &error {
        GrantsError::Unknown(_) => "`laika grants list` shows those that there are",
        GrantsError::Revoked(_) | GrantsError::Forged(_) | GrantsError::Over { .. } => {
            "`laika grants add` makes a new one, at a terminal"
        }
        GrantsError::NamedFolder(_) => "name the folder with `--home` yourself",
        GrantsError::Unmakeable(_) | GrantsError::TooMany => "`laika grants add --help` says what it takes",
        GrantsError::Damaged { .. } | GrantsError::File(_) | GrantsError::Store(_) => {
            "`laika doctor` says more"
        }
    };
    anyhow!("hint: {hint}").context(format!("{error} ({})", error.code()))
}

fn list(folder: &Folder, as_data: bool, printer: &mut Printer) -> Result<()> {
    let all = open(folder, printer)?.list(now_ms()).map_err(explained)?;
    if as_data {
        printer
            .data(format_args!("{:#}\n", json!({ "grants": all.iter().map(as_json).collect::<Vec<_>>() })));
        return Ok(());
    }
    if all.is_empty() {
        printer.data("there is no grant; `laika grants add` makes one\n");
        return Ok(());
    }
    let mut table = Table::new(["GRANT", "STANDS", "USED", "FOR"]);
    for one in &all {
        let grant = &one.kept.grant;
        table.row([grant.id.clone(), stands(one), used(one), grant.title.clone()]);
    }
    printer.data(table);
    Ok(())
}

fn used(one: &Standing) -> String {
    format!("{} of {}", one.used.values().sum::<u32>(), one.kept.grant.uses)
}

fn stands(one: &Standing) -> String {
    match &one.over {
        Some(over) => over.code().to_owned(),
        None => format!("until {} UTC", super::runs::when(one.kept.grant.expires_at_ms)),
    }
}

fn as_json(one: &Standing) -> serde_json::Value {
    json!({
        "grant": one.kept.grant,
        "madeAtMs": one.kept.made_at_ms,
        "revokedAtMs": one.kept.revoked_at_ms,
        "used": one.used,
        "holds": one.over.is_none(),
        "code": one.over.as_ref().map(GrantsError::code),
    })
}
