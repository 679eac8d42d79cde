//! `laika mcp agents|allow|mode|forget|token`: what other agents may know and do. Only a person says that (S1).

use anyhow::{Result, anyhow};
use laika_daemon::agents::{AgentName, Known, KnownAgents, Share};
use laika_daemon::working::fresh_uuid;
use laika_os::terminal::has_person;
use laika_policy::Place;
use laika_policy::cloud::Sharing;
use laika_protocol::canonical::digest_bytes;
use laika_protocol::wire::SiteMode;
use serde_json::json;

use crate::arguments::agents::{AgentMode, Agents, AllowAgent, ModeOfAgent, OneAgent};
use crate::arguments::runs::Folder;
use crate::printer::{Outcome, Printer};

fn known(folder: &Folder) -> Result<KnownAgents> {
    Ok(KnownAgents::of(&folder.path()?))
}

fn needs_person() -> Result<()> {
    if has_person() {
        return Ok(());
    }
    Err(anyhow!("hint: run this at a terminal")
        .context("what an agent may know is a person's to say (E_NO_PERSON)"))
}

pub(crate) fn list(asked: &Agents, printer: &mut Printer) -> Result<Outcome> {
    let all = known(&asked.folder)?.all()?;
    if asked.json {
        printer.data(format_args!(
            "{}\n",
            serde_json::to_string_pretty(&json!({ "agents": all.iter().map(shown).collect::<Vec<_>>() }))?
        ));
        return Ok(Outcome::Done);
    }
    if all.is_empty() {
        printer
            .data("nothing was said about any agent; `laika mcp install --client NAME` adds Laika to one\n");
    }
    for (name, agent) in &all {
        printer.data(format_args!("{name} ({})\n", mode_name(agent.mode)));
        for (place, sharing) in &agent.rules.places {
            printer.data(format_args!("  {} {}\n", sharing_name(*sharing), place.as_str()));
        }
        for share in &agent.shares {
            printer.data(format_args!("  open {}\n", share.as_str()));
        }
    }
    Ok(Outcome::Done)
}

fn shown((name, agent): (&AgentName, &Known)) -> serde_json::Value {
    json!({
        "name": name, "mode": agent.mode, "places": agent.rules.places,
        "open": agent.shares.iter().map(|share| share.as_str()).collect::<Vec<_>>(), "token": agent.token.is_some(),
    })
}

const fn sharing_name(sharing: Sharing) -> &'static str {
    match sharing {
        Sharing::Off => "off    ",
        Sharing::Preview => "preview",
        Sharing::On => "on     ",
    }
}

const fn mode_name(mode: SiteMode) -> &'static str {
    match mode {
        SiteMode::Observe => "observe",
        SiteMode::Assist => "assist",
        SiteMode::Autopilot => "autopilot",
    }
}

pub(crate) fn allow(asked: &AllowAgent, printer: &mut Printer) -> Result<Outcome> {
    let (name, known) = (AgentName::parse(&asked.name)?, known(&asked.folder)?);
    // Switching off needs nobody.
    if !asked.off {
        needs_person()?;
    }
    if let Some(share) = Share::ALL.into_iter().find(|share| share.as_str() == asked.what) {
        known.change(&name, |agent| {
            if asked.off { _ = agent.shares.remove(&share) } else { _ = agent.shares.insert(share) }
        })?;
    } else {
        let place = Place::parse(&asked.what).map_err(|error| {
            anyhow!(
                "hint: name a site such as https://example.com, local:files, my-browser, runs or artifacts"
            )
            .context(format!("`{}` is no place: {error}", asked.what))
        })?;
        let sharing = match (asked.off, asked.preview) {
            (true, _) => Sharing::Off,
            (false, true) => Sharing::Preview,
            (false, false) => Sharing::On,
        };
        known.say(&name, place, sharing)?;
    }
    let state = if asked.off {
        "off"
    } else if asked.preview {
        "shown first"
    } else {
        "on"
    };
    printer.data(format_args!("{} is {state} for {name}\n", asked.what));
    Ok(Outcome::Done)
}

pub(crate) fn mode(asked: &AgentMode, printer: &mut Printer) -> Result<Outcome> {
    needs_person()?;
    let name = AgentName::parse(&asked.name)?;
    let mode = match asked.mode {
        ModeOfAgent::Observe => SiteMode::Observe,
        ModeOfAgent::Assist => SiteMode::Assist,
        ModeOfAgent::Autopilot => SiteMode::Autopilot,
    };
    known(&asked.folder)?.change(&name, |agent| agent.mode = mode)?;
    printer.data(format_args!("{name} works in the mode {} from its next page on\n", mode_name(mode)));
    Ok(Outcome::Done)
}

pub(crate) fn forget(asked: &OneAgent, printer: &mut Printer) -> Result<Outcome> {
    let name = AgentName::parse(&asked.name)?;
    let was_known = known(&asked.folder)?.forget(&name)?;
    printer.data(if was_known {
        format!("{name} is forgotten\n")
    } else {
        format!("nothing was said about {name}\n")
    });
    Ok(Outcome::Done)
}

/// Makes a token for an agent that connects over HTTP; the one before it counts no more.
pub(crate) fn token(asked: &OneAgent, printer: &mut Printer) -> Result<Outcome> {
    needs_person()?;
    let name = AgentName::parse(&asked.name)?;
    let half = || fresh_uuid().map_err(|error| anyhow!(error.message));
    let token = format!("{}{}", half()?, half()?).replace('-', "");
    known(&asked.folder)?.change(&name, |agent| agent.token = Some(digest_bytes(token.as_bytes())))?;
    printer.say("laika", format_args!("the token of {name}; it is shown once, and only its digest is kept"));
    printer.data(format_args!("{token}\n"));
    Ok(Outcome::Done)
}
