//! `laika policy sites` and `laika policy site`: what the person says of single sites (POL-022, POL-033).

use anyhow::{Result, anyhow};
use laika_daemon::serving::Ask;
use laika_daemon::sites::{self, SiteRule};
use laika_os::terminal;
use laika_policy::classify::UserLabel;
use laika_protocol::ids::Origin;
use laika_protocol::wire::SiteMode;
use serde_json::{Value, json};

use crate::arguments::policy::{Label, Mode};
use crate::arguments::runs::Folder;
use crate::commands::serve::connect;
use crate::commands::work::link::explained;
use crate::printer::{Outcome, Printer};
use crate::table::Table;
use crate::typed;

/// What was typed about a site.
pub(super) struct Said {
    pub(super) label: Option<Label>,
    pub(super) mode: Option<Mode>,
    pub(super) remove: bool,
}

pub(super) fn list(folder: &Folder, as_json: bool, printer: &mut Printer) -> Result<Outcome> {
    // Before the first run there is no log, and nothing was said.
    let there = folder.path()?.join(laika_store::DATABASE).is_file();
    let all =
        if there { sites::all(&folder.reader()?).map_err(|error| anyhow!("{error}"))? } else { Vec::new() };
    if as_json {
        let rows: Vec<Value> = all.iter().map(|(origin, rule)| as_row(origin, rule)).collect();
        printer.data(format_args!("{:#}\n", json!({ "sites": rows })));
        return Ok(Outcome::Done);
    }
    let mut table = Table::new(["SITE", "IS", "AT MOST"]);
    for (origin, rule) in &all {
        let row = as_row(origin, rule);
        let word = |name: &str| row[name].as_str().unwrap_or("as the run").to_owned();
        table.row([origin.to_string(), word("class"), word("mode")]);
    }
    printer.data(table);
    if all.is_empty() {
        printer.say("hint", "`laika policy site ORIGIN --is sensitive` says something of one");
    }
    Ok(Outcome::Done)
}

fn as_row(origin: &Origin, rule: &SiteRule) -> Value {
    json!({
        "origin": origin, "class": rule.class(origin), "label": rule.label, "mode": rule.mode, "override": true,
    })
}

pub(super) fn say(
    folder: &Folder,
    site: &str,
    said: &Said,
    as_json: bool,
    printer: &mut Printer,
) -> Result<Outcome> {
    let origin = Origin::parse(site.trim_end_matches('/'))
        .map_err(|_| anyhow!("`{site}` is no site such as https://shop.example (INVALID_ARGUMENT)"))?;
    let before = sites::of_site(Some(&folder.path()?), &origin);
    let rule = match (said.remove, said.label, said.mode) {
        (true, ..) => SiteRule::default(),
        (false, None, None) => {
            return Err(
                anyhow!("hint: add `--is`, `--mode` or `--remove`").context("nothing is said of the site")
            );
        }
        // What is not said again stays.
        (false, label, mode) => {
            SiteRule { label: label.map(label_of).or(before.label), mode: mode.map(mode_of).or(before.mode) }
        }
    };
    if rule.loosens(&before, &origin) {
        agrees(&origin, printer)?;
    }
    match connect(folder)? {
        // Whoever runs holds the log.
        Some(client) => {
            client.request(Ask::SiteRule { origin: origin.clone(), rule }).map_err(explained)?;
        }
        None => {
            sites::keep(&folder.made_store()?, origin.clone(), rule).map_err(|error| anyhow!("{error}"))?;
        }
    }
    if as_json {
        printer.data(format_args!("{:#}\n", as_row(&origin, &rule)));
    } else if rule.is_empty() {
        printer.data(format_args!("{origin} is what it looks like again\n"));
    } else {
        let class = as_row(&origin, &rule)["class"].as_str().unwrap_or_default().to_owned();
        printer
            .data(format_args!("{origin} is {class}; `laika policy site {origin} --remove` takes it back\n"));
    }
    Ok(Outcome::Done)
}

/// What takes less care is for a person to say.
fn agrees(origin: &Origin, printer: &Printer) -> Result<()> {
    printer.say("laika", format_args!("less care would be taken on {origin} than now"));
    if !terminal::has_person() {
        return Err(anyhow!("hint: run it in a terminal, or say it in `laika open`")
            .context("only a person at a terminal lets less care be taken on a site (E_NO_PERSON)"));
    }
    typed::agreed("loosen", "do it", "nothing was changed", printer)
}

const fn label_of(label: Label) -> UserLabel {
    match label {
        Label::Sensitive => UserLabel::Sensitive,
        Label::NotSensitive => UserLabel::NotSensitive,
    }
}

const fn mode_of(mode: Mode) -> SiteMode {
    match mode {
        Mode::Observe => SiteMode::Observe,
        Mode::Assist => SiteMode::Assist,
        Mode::Autopilot => SiteMode::Autopilot,
    }
}
