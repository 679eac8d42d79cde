//! Adding, looking at and approving servers. Only a person at a terminal approves (S1, S12).

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fmt::Write as _;
use std::io::{self, BufRead as _};

use anyhow::{Context as _, Result, anyhow, bail};
use laika_daemon::now_ms;
use laika_daemon::tooling::{
    Kept, Means, Reached, Servers, ServersError, ToolStanding, Wanted, talks_to_models,
};
use laika_mcp::client::{Listed, Offered};
use laika_os::terminal::{forget_typed, has_person};
use laika_protocol::text;
use serde_json::json;
use tokio::runtime::Runtime;

use crate::arguments::mcp::AddServer;
use crate::arguments::runs::Folder;
use crate::printer::{Outcome, Printer};

/// Characters of a description that are shown; all of it is pinned.
const DESCRIPTION_CHARS: usize = 300;

fn shelf(folder: &Folder) -> Result<Servers> {
    let laika = env::current_exe()?;
    let outside = Means::new(&laika).outside();
    Ok(Servers::new(&folder.path()?, &laika, env::var_os("PATH"), Some(outside)))
}

fn refused(error: ServersError) -> anyhow::Error {
    anyhow!("{error} ({})", error.reason())
}

pub(super) fn add(asked: &AddServer, printer: &mut Printer) -> Result<Outcome> {
    let shelf = shelf(&asked.home)?;
    let reached = match &asked.url {
        Some(url) => Reached::Url(url.clone()),
        None => Reached::Command { words: asked.command.clone() },
    };
    let wanted = Wanted {
        folders: asked.folder.clone(),
        folders_rw: asked.folder_rw.clone(),
        network: asked.network,
        env: pairs(&asked.env)?,
        env_keys: pairs(&asked.env_key)?,
        bearer: asked.bearer.clone(),
        ..Wanted::new(reached)
    };
    let (wanted, listed) = look(&shelf, &asked.name, wanted)?;
    let reads = asked.reads.iter().cloned().collect();
    printer.data(granted(&asked.name, &wanted)?);
    printer.data(described(&listed, &reads, &BTreeMap::new())?);
    keep(&shelf, &asked.name, wanted, &listed, &reads, printer)
}

pub(super) fn approve(
    name: &str,
    reads: &[String],
    folder: &Folder,
    printer: &mut Printer,
) -> Result<Outcome> {
    let shelf = shelf(folder)?;
    let kept = known(&shelf, name)?;
    let (wanted, listed) = look(&shelf, name, kept.server.clone())?;
    let standing = Servers::compare(&kept, &listed).map_err(refused)?;
    let unchanged = |tool: &&String| standing.get(*tool) == Some(&ToolStanding::Approved);
    // A tool that changed is another tool: what was said of the old one is not said of it.
    let before = kept.tools.iter().filter(|(_, pinned)| pinned.reads).map(|(tool, _)| tool).filter(unchanged);
    let reads: BTreeSet<String> =
        if reads.is_empty() { before.cloned().collect() } else { reads.iter().cloned().collect() };
    printer.data(granted(name, &wanted)?);
    printer.data(described(&listed, &reads, &standing)?);
    keep(&shelf, name, wanted, &listed, &reads, printer)
}

fn keep(
    shelf: &Servers,
    name: &str,
    wanted: Wanted,
    listed: &Listed,
    reads: &BTreeSet<String>,
    printer: &mut Printer,
) -> Result<Outcome> {
    // Who may use what is a person's to say (S1): no flag says it for them.
    if !has_person() {
        return Err(anyhow!("hint: run this at a terminal")
            .context("a server is approved by a person (E_NOT_A_PERSON)"));
    }
    printer.say("laika", "what these tools are given leaves to the server. Approve them as they are? [y/N]");
    let mut answer = String::new();
    // Nothing that was typed before this counts (S18).
    forget_typed();
    io::stdin().lock().read_line(&mut answer).context("cannot read the answer")?;
    if !matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes") {
        bail!("nothing was taken");
    }
    shelf.keep(name, wanted, listed, reads, now_ms()).map_err(refused)?;
    printer.data(format_args!("{name} is approved\n"));
    let first = listed.tools.first().map_or("TOOL", |tool| tool.name.as_str());
    let call = json!({ "integration": name, "operation": first, "payload": {} });
    printer.say("hint", format_args!("laika tools run integration.invoke --args '{call}'"));
    Ok(Outcome::Done)
}

pub(super) fn list(folder: &Folder, as_json: bool, printer: &mut Printer) -> Result<Outcome> {
    let approved = shelf(folder)?.approved().map_err(refused)?;
    if as_json {
        printer.data(format_args!("{:#}\n", serde_json::to_value(&approved)?));
        return Ok(Outcome::Done);
    }
    if approved.is_empty() {
        printer.say("hint", "no server is approved; `laika mcp add NAME -- COMMAND` looks at one");
    }
    for (name, kept) in approved {
        printer.data(granted(&name, &kept.server)?);
        let reads =
            kept.tools.iter().filter(|(_, pinned)| pinned.reads).map(|(tool, _)| tool.clone()).collect();
        let tools = kept.tools.into_values().map(|pinned| pinned.says).collect();
        printer.data(described(&Listed { tools, left_out: Vec::new() }, &reads, &BTreeMap::new())?);
    }
    Ok(Outcome::Done)
}

pub(super) fn show(name: &str, folder: &Folder, as_json: bool, printer: &mut Printer) -> Result<Outcome> {
    let shelf = shelf(folder)?;
    let kept = known(&shelf, name)?;
    let (wanted, listed) = look(&shelf, name, kept.server.clone())?;
    let standing = Servers::compare(&kept, &listed).map_err(refused)?;
    let all_approved = standing.values().all(|one| *one == ToolStanding::Approved);
    if as_json {
        let words: BTreeMap<&String, &str> = standing.iter().map(|(tool, one)| (tool, one.word())).collect();
        let left: Vec<_> =
            listed.left_out.iter().map(|one| json!({ "name": one.name, "code": one.code })).collect();
        let all = json!({ "name": name, "server": wanted, "tools": words, "leftOut": left });
        printer.data(format_args!("{all:#}\n"));
    } else {
        let reads =
            kept.tools.iter().filter(|(_, pinned)| pinned.reads).map(|(tool, _)| tool.clone()).collect();
        printer.data(granted(name, &wanted)?);
        printer.data(described(&listed, &reads, &standing)?);
    }
    Ok(if all_approved { Outcome::Done } else { Outcome::Defects })
}

pub(super) fn remove(name: &str, folder: &Folder, printer: &mut Printer) -> Result<Outcome> {
    shelf(folder)?.remove(name).map_err(refused)?;
    printer.data(format_args!("the server {name} is gone\n"));
    Ok(Outcome::Done)
}

fn known(shelf: &Servers, name: &str) -> Result<Kept> {
    let found = shelf.approved().map_err(refused)?.remove(name);
    found.ok_or_else(|| refused(ServersError::Unknown(name.to_owned())))
}

fn look(shelf: &Servers, name: &str, wanted: Wanted) -> Result<(Wanted, Listed)> {
    let runtime = Runtime::new()?;
    let _inside = runtime.enter();
    shelf.look_at(name, wanted).map_err(refused)
}

fn pairs(all: &[String]) -> Result<BTreeMap<String, String>> {
    let pair = |one: &String| {
        let (name, value) = one.split_once('=').with_context(|| format!("`{one}` is not NAME=VALUE"))?;
        Ok((name.to_owned(), value.to_owned()))
    };
    all.iter().map(pair).collect()
}

/// How a server is reached and what it may do, for the person who decides about it.
fn granted(name: &str, server: &Wanted) -> Result<String> {
    let mut said = String::new();
    let how = match &server.reached {
        Reached::Url(url) => format!("at {url}"),
        Reached::Command { words } => format!("runs {}", words.join(" ")),
    };
    writeln!(said, "{name}  {}", text::one_line(&how))?;
    let folders = [("reads", &server.folders), ("writes", &server.folders_rw)];
    for (what, folder) in folders.iter().flat_map(|(what, all)| all.iter().map(move |one| (what, one))) {
        writeln!(said, "  {what:9}  {}", text::one_line(&folder.display().to_string()))?;
    }
    if server.network {
        writeln!(said, "  network    it connects to whatever it likes, also on this machine")?;
    }
    let names: Vec<&str> = server.env.keys().chain(server.env_keys.keys()).map(String::as_str).collect();
    if !names.is_empty() {
        writeln!(said, "  variables  {}", names.join(", "))?;
    }
    if let Some(key) = &server.bearer {
        writeln!(said, "  signs in   with the key {key}")?;
    }
    Ok(said)
}

/// What a server says of its tools. Its words are untrusted.
fn described(
    listed: &Listed,
    reads: &BTreeSet<String>,
    standing: &BTreeMap<String, ToolStanding>,
) -> Result<String> {
    let mut said = String::new();
    for tool in &listed.tools {
        let how = standing.get(&tool.name).map_or("", |one| one.word());
        writeln!(said, "  {}  {how}", tool.name)?;
        writeln!(said, "    says       {}", words_of(tool))?;
        let does = if reads.contains(&tool.name) && tool.hint("destructiveHint") != Some(true) {
            "only reads, you say; what it is asked leaves to the server"
        } else {
            "acts, so that it always asks"
        };
        writeln!(said, "    does       {does}")?;
        if talks_to_models(tool) {
            writeln!(
                said,
                "    beware     its description gives orders to whoever reads it; no model is told it"
            )?;
        }
    }
    for (tool, _) in standing.iter().filter(|(_, one)| **one == ToolStanding::Gone) {
        writeln!(said, "  {tool}  {}", ToolStanding::Gone.word())?;
    }
    for left in &listed.left_out {
        writeln!(said, "  {}  left out ({})", left.name, left.code)?;
    }
    Ok(said)
}

fn words_of(tool: &Offered) -> String {
    let all = tool.description.as_deref().unwrap_or("nothing");
    let shown: String = all.chars().take(DESCRIPTION_CHARS).collect();
    let more = if all.chars().count() > DESCRIPTION_CHARS { " …" } else { "" };
    format!("{}{more}", text::one_line(&shown))
}
