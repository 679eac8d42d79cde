//! `laika policy`: ask the gate, see its matrix, understand its answers.

mod check;
mod request;
mod serve;
mod show;
mod sites;

use std::path::Path;

use anyhow::{Result, anyhow};
use laika_policy::Policy;
use laika_protocol::Defect;
use serde_json::json;

use crate::arguments::{self, Layers};
use crate::input;
use crate::printer::{Outcome, Printer};

/// The policy that Laika ships.
const DEFAULT: &str = include_str!("../../../../../policy/default.json");

pub(crate) fn run(command: &arguments::Policy, printer: &mut Printer) -> Result<Outcome> {
    match command {
        arguments::Policy::Check(arguments) => check::run(arguments, printer),
        arguments::Policy::Matrix { layers, json } => show::matrix(&load(layers, printer)?, *json, printer),
        arguments::Policy::Sites { folder, json } => sites::list(folder, *json, printer),
        arguments::Policy::Site { origin, label, mode, remove, folder, json } => {
            let said = sites::Said { label: *label, mode: *mode, remove: *remove };
            sites::say(folder, origin, &said, *json, printer)
        }
        arguments::Policy::Explain { code, json } => show::explain(code.as_deref(), *json, printer),
        arguments::Policy::Lint { file, pack, json } => lint(file, *pack, *json, printer),
        arguments::Policy::Serve { jsonl: _, words_are_the_users, layers } => {
            serve::run(&load(layers, printer)?, *words_are_the_users, printer)
        }
    }
}

/// The policy in force: a file or the shipped one, tightened by packs. What cannot be read stops everything.
fn load(layers: &Layers, printer: &Printer) -> Result<Policy> {
    let mut policy = match &layers.policy {
        Some(file) => {
            Policy::read(&input::read(file, printer)?).map_err(|defects| unusable(file, &defects, ""))?
        }
        None => shipped()?,
    };
    for file in &layers.pack {
        let text = input::read(file, printer)?;
        policy.tighten(&text).map_err(|defects| unusable(file, &defects, " --pack"))?;
    }
    Ok(policy)
}

/// The policy that Laika ships.
pub(crate) fn shipped() -> Result<Policy> {
    Policy::read(DEFAULT).map_err(|defects| unusable(Path::new("policy/default.json"), &defects, ""))
}

fn unusable(file: &Path, defects: &[Defect], option: &str) -> anyhow::Error {
    let hint = anyhow!("hint: run `laika policy lint{option} {}` to see every defect", file.display());
    let first = defects.first().map(ToString::to_string).unwrap_or_default();
    hint.context(format!("{} is not a policy: {first}", input::name(file)))
}

fn lint(file: &Path, pack: bool, json: bool, printer: &mut Printer) -> Result<Outcome> {
    let text = input::read(file, printer)?;
    let found = if pack { shipped()?.tighten(&text) } else { Policy::read(&text).map(|_| ()) };
    let defects = found.err().unwrap_or_default();
    if json {
        printer.data(format_args!("{:#}\n", json!({ "ok": defects.is_empty(), "defects": defects })));
    } else if defects.is_empty() {
        printer.data(format_args!("{}: ok\n", input::name(file)));
    } else {
        defects.iter().for_each(|defect| printer.data(format_args!("{defect}\n")));
    }
    Ok(if defects.is_empty() { Outcome::Done } else { Outcome::Defects })
}
