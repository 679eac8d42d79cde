//! `laika grants add`: a grant is put together, shown whole, and kept if the person at the terminal agrees.

use std::collections::BTreeMap;

use anyhow::{Result, anyhow, bail};
use laika_daemon::now_ms;
use laika_daemon::working::fresh_uuid;
use laika_os::terminal;
use laika_policy::{GrantedForm, StandingGrant, Uses, Verb};
use laika_protocol::ids::Origin;

use super::{explained, open, opened, shown};
use crate::arguments::grants::Add;
use crate::key_store;
use crate::printer::Printer;
use crate::typed;

pub(super) fn add(add: &Add, printer: &mut Printer) -> Result<()> {
    let grant = read(add)?;
    grant.check(now_ms()).map_err(|error| explained(error.into()))?;
    shown::grant(&grant, printer);
    printer.flush();
    if !terminal::has_person() {
        return Err(anyhow!("hint: run it where you can type")
            .context("only a person at a terminal can make a grant (E_NO_PERSON)"));
    }
    let grants = open(&add.folder, printer)?;
    printer.say("laika", "agreed, this is done without asking you, in runs that are started with it");
    typed::agreed("agree", "make exactly this grant", "no grant was made", printer)?;
    let id = grant.id.clone();
    grants.add(grant, now_ms()).map_err(explained)?;
    printer.data(format_args!(
        "made {id}; `laika run --grant {id}` uses it, `laika grants revoke {id}` takes it back\n"
    ));
    Ok(())
}

/// Makes a grant that the person saw whole and agreed to elsewhere: in the window, where nothing is typed.
pub(super) fn agreed(add: &Add) -> Result<String> {
    let grant = read(add)?;
    grant.check(now_ms()).map_err(|error| explained(error.into()))?;
    let id = grant.id.clone();
    let mut keys = key_store::open(&add.folder)?;
    opened(&add.folder, &mut keys)?.add(grant, now_ms()).map_err(explained)?;
    Ok(id)
}

fn read(add: &Add) -> Result<StandingGrant> {
    let verbs = add.may.iter().map(|may| verb(may)).collect::<Result<Uses>>()?;
    let mut fields: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for field in &add.fields {
        let (name, value) = pair(field, "--field takes NAME=VALUE")?;
        fields.entry(name.to_owned()).or_default().push(value.to_owned());
    }
    let all = verbs.values().fold(0_u32, |sum, uses| sum.saturating_add(*uses));
    let id: String = match fresh_uuid() {
        Ok(id) => id.as_str().chars().filter(|c| *c != '-').take(10).collect(),
        Err(error) => bail!("{} ({})", error.message, error.finest_code()),
    };
    Ok(StandingGrant {
        id: format!("g-{id}"),
        title: add.title.clone(),
        origins: add.origins.iter().map(|text| origin(text)).collect::<Result<_>>()?,
        pages: add.pages.clone(),
        uses: add.uses.unwrap_or(all),
        verbs,
        fields,
        buttons: add.buttons.clone(),
        forms: add.forms.iter().map(|text| form(text)).collect::<Result<_>>()?,
        expires_at_ms: now_ms().saturating_add(life(&add.life)?),
        beside_orders: add.beside_orders,
    })
}

fn pair<'a>(text: &'a str, takes: &'static str) -> Result<(&'a str, &'a str)> {
    text.split_once('=').ok_or_else(|| anyhow!(takes))
}

fn verb(text: &str) -> Result<(Verb, u32)> {
    let takes = "--may takes VERB=N, where the verb is navigate, click, type, select or submit";
    let (verb, uses) = pair(text, takes)?;
    match (Verb::of_name(verb), uses.parse()) {
        (Some(verb), Ok(uses)) => Ok((verb, uses)),
        _ => bail!(takes),
    }
}

/// An origin and nothing more: what is typed behind it would look as if it counted.
fn origin(text: &str) -> Result<Origin> {
    Origin::parse(text.trim_end_matches('/'))
        .map_err(|_| anyhow!("`{text}` is no origin such as https://shop.example"))
}

fn form(text: &str) -> Result<GrantedForm> {
    let parts: Vec<&str> = text.split_whitespace().collect();
    let [method, action, fields] = parts.as_slice() else {
        bail!("--form takes a method, a path and the fields, such as 'POST /order name,email'");
    };
    if !["get", "post"].contains(&method.to_lowercase().as_str()) {
        bail!("a form is sent with GET or POST");
    }
    Ok(GrantedForm {
        action: (*action).to_owned(),
        method: method.to_lowercase(),
        sent_fields: fields.split(',').map(str::to_owned).collect(),
    })
}

/// How long, in milliseconds.
fn life(text: &str) -> Result<u64> {
    const MINUTE: u64 = 60_000;
    let units = [("m", MINUTE), ("h", 60 * MINUTE), ("d", 24 * 60 * MINUTE)];
    let read =
        units.iter().find_map(|(unit, ms)| text.strip_suffix(unit)?.parse::<u64>().ok()?.checked_mul(*ms));
    read.ok_or_else(|| anyhow!("`{text}` is no time such as 30m, 12h or 7d"))
}
