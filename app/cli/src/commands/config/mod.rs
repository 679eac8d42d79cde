//! `laika config`: the settings, where they came from, and what was approved.

pub(crate) mod set;

use std::fmt::Write as _;
use std::path::Path;

use anyhow::Result;
use laika_daemon::config::{
    Approved, Config, ConfigError, Flags, Loosened, ProjectFile, Proposal, approvals, forget,
};
use laika_daemon::now_ms;
use laika_os::terminal;
use laika_policy::config::{CameFrom, Entry, Source};
use laika_protocol::text;
use serde_json::{Value, json};

use crate::arguments;
use crate::arguments::runs::Folder;
use crate::folder::explained;
use crate::printer::{Outcome, Printer};
use crate::table::Table;
use crate::typed;

pub(crate) fn run(command: &arguments::config::Config, printer: &mut Printer) -> Result<Outcome> {
    use arguments::config::Config as Asked;
    match command {
        Asked::Show { folder, set, json } => {
            let mut flags = Flags::default();
            for word in set {
                flags = flags.with_word("--set", word).map_err(explained)?;
            }
            let config = folder.config(flags)?;
            if *json {
                printer.data(format_args!("{:#}\n", as_json(&config)));
            } else {
                show(&config, printer)?;
            }
        }
        Asked::Set { key, value, folder, json } => return set::run(folder, key, value, *json, printer),
        Asked::Path { folder, json } => path(folder, *json, printer)?,
        Asked::Approve { file, folder } => approve(folder, file.as_deref(), printer)?,
        Asked::Forget { file, folder, json } => {
            let had = forget(&folder.places()?, file).map_err(explained)?;
            if *json {
                printer.data(format_args!("{:#}\n", json!({ "forgotten": had })));
            } else if had {
                printer.data("forgotten; from now on that file only tightens\n");
            } else {
                printer.data("that file was not approved\n");
            }
        }
    }
    Ok(Outcome::Done)
}

fn show(config: &Config, printer: &mut Printer) -> Result<()> {
    let mut table = Table::new(["SETTING", "VALUE", "FROM"]);
    let mut refused = String::new();
    for Entry { setting, from, refused: refusals } in &config.explained().entries {
        let places: Vec<String> = from.iter().map(written).collect();
        let from = if places.is_empty() { Source::Default.as_str().into() } else { places.join(", ") };
        table.row([setting.key(), config.values().get(*setting).to_string(), from]);
        for refusal in refusals {
            let (by, wanted, why) = (written(&refusal.by), &refusal.wanted, refusal.why);
            let line = format!("{}: {wanted} was wanted by {by}", setting.key());
            writeln!(refused, "{}\n  {} ({})", text::one_line(&line), why.sentence(), why.code())?;
        }
    }
    printer.data(table);
    if !refused.is_empty() {
        printer.data(format_args!("\nnot allowed\n{refused}"));
    }
    Ok(())
}

fn written(from: &CameFrom) -> String {
    format!("{} {}", from.source.as_str(), from.place)
}

fn as_json(config: &Config) -> Value {
    let of = |from: &CameFrom| json!({ "layer": from.source.as_str(), "place": from.place });
    let settings: Vec<Value> = config
        .explained()
        .entries
        .iter()
        .map(|Entry { setting, from, refused }| {
            let refused: Vec<Value> = refused
                .iter()
                .map(|refusal| {
                    json!({
                        "by": of(&refusal.by),
                        "wanted": refusal.wanted.to_json(),
                        "code": refusal.why.code(),
                        "reason": refusal.why.sentence(),
                    })
                })
                .collect();
            json!({
                "key": setting.key(),
                "value": config.values().get(*setting).to_json(),
                "from": from.iter().map(of).collect::<Vec<_>>(),
                "refused": refused,
            })
        })
        .collect();
    let file = |project: &ProjectFile| json!({ "file": project.path, "sha256": project.sha256, "mayLoosen": project.may_loosen.iter().map(|setting| setting.key()).collect::<Vec<_>>() });
    json!({ "settings": settings, "projects": config.projects().iter().map(file).collect::<Vec<_>>() })
}

fn path(folder: &Folder, as_json: bool, printer: &mut Printer) -> Result<()> {
    let places = folder.places()?;
    let projects = places.project_files().map_err(explained)?;
    let approved = approvals(&places).map_err(explained)?;
    let is_there = |path: &Path| path.try_exists().unwrap_or(true);
    let mut files = vec![(Source::System, places.system.clone()), (Source::User, places.user_file())];
    files.extend(projects.into_iter().map(|path| (Source::Project, path)));
    let variables: Vec<&str> = places.variables.iter().map(|(name, _)| name.as_str()).collect();
    if as_json {
        let files: Vec<Value> = files
            .iter()
            .map(|(source, path)| json!({ "layer": source.as_str(), "file": path, "exists": is_there(path) }))
            .collect();
        let value = json!({
            "files": files,
            "environment": variables,
            "approvals": places.approvals_file(),
            "approved": approved,
        });
        printer.data(format_args!("{value:#}\n"));
        return Ok(());
    }
    let mut table = Table::new(["LAYER", "THERE", "FILE"]);
    for (source, path) in &files {
        let there = if is_there(path) { "yes" } else { "no" };
        table.row([source.as_str().into(), there.into(), path.display().to_string()]);
    }
    printer.data(table);
    if !variables.is_empty() {
        printer.data(format_args!("\nset in the environment: {}\n", text::one_line(&variables.join(", "))));
    }
    for Approved { file, sha256, loosens, .. } in &approved {
        let what = format!("{file} may loosen {}", loosens.join(", "));
        printer.data(format_args!("\napproved: {}\n  {sha256}\n", text::one_line(&what)));
    }
    Ok(())
}

fn approve(folder: &Folder, file: Option<&Path>, printer: &mut Printer) -> Result<()> {
    let places = folder.places()?;
    let proposal = Proposal::of(&places, file).map_err(explained)?;
    let name = text::one_line(&proposal.path().display().to_string()).into_owned();
    if proposal.loosens().is_empty() {
        printer.data(format_args!("{name} only tightens; there is nothing to approve\n"));
        return Ok(());
    }
    printer.data(format_args!("{name}\n{}\nwould loosen\n", proposal.sha256()));
    for Loosened { now, then, place } in proposal.loosens() {
        let line = format!("  {}: from {now} to {then}  ({place})", now.setting().key());
        printer.data(format_args!("{}\n", text::one_line(&line)));
    }
    if proposal.is_approved() {
        printer.data("it is approved already\n");
        return Ok(());
    }
    printer.flush();
    if !terminal::has_person() {
        return Err(explained(ConfigError::NoTerminal));
    }
    printer.say("laika", "approved, this file may loosen exactly this, until a byte of it changes");
    typed::agreed("approve", "approve exactly this file", "nothing was approved", printer)?;
    proposal.approve(&places, now_ms()).map_err(explained)?;
    printer.data("approved\n");
    Ok(())
}
