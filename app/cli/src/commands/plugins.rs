//! `laika plugins`: tools that others wrote, approved by a person and held to what was approved. `docs/plugins.md` is the
//! guide.

use std::env;
use std::fmt::Write as _;
use std::io::{self, BufRead as _};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow, bail};
use laika_cell::plugin::Descriptor;
use laika_daemon::now_ms;
use laika_daemon::tooling::{Plugins as Shelf, PluginsError};
use laika_os::terminal::{forget_typed, has_person};
use laika_protocol::text;
use serde_json::{Map, Value, json};

use crate::arguments::plugins::{AddPlugin, Plugins, TryPlugin};
use crate::arguments::runs::Folder;
use crate::printer::{Outcome, Printer};

/// How long a plugin may take here.
const WITHIN: Duration = Duration::from_secs(30);

pub(crate) fn run(plugins: &Plugins, printer: &mut Printer) -> Result<Outcome> {
    match plugins {
        Plugins::Add(asked) => add(asked, printer),
        Plugins::List { folder, json } => list(folder, *json, printer),
        Plugins::Remove { name, folder } => {
            shelf(folder)?.remove(name).map_err(refused)?;
            printer.data(format_args!("the plugin {name} is gone\n"));
            Ok(Outcome::Done)
        }
        Plugins::Try(asked) => try_out(asked, printer),
    }
}

fn shelf(folder: &Folder) -> Result<Shelf> {
    Ok(Shelf::new(&folder.path()?, &env::current_exe()?, env::var_os("PATH")))
}

fn refused(error: PluginsError) -> anyhow::Error {
    anyhow!("{error} ({})", error.reason())
}

fn add(asked: &AddPlugin, printer: &mut Printer) -> Result<Outcome> {
    let shelf = shelf(&asked.folder)?;
    let (installed, descriptor) = shelf.look_at(&asked.from, Instant::now() + WITHIN).map_err(refused)?;
    printer.data(described(&descriptor)?);
    printer.say("sha256", installed.fingerprint());
    // Who may use what is a person's to say (S1): no flag says it for them.
    if !has_person() {
        return Err(anyhow!("hint: run this at a terminal")
            .context("a plugin is approved by a person (E_NOT_A_PERSON)"));
    }
    let question = "its code runs in a process that reaches nothing but the servers above. Approve it? [y/N]";
    printer.say("laika", question);
    let mut answer = String::new();
    // Nothing that was typed before this counts (S18).
    forget_typed();
    io::stdin().lock().read_line(&mut answer).context("cannot read the answer")?;
    if !matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes") {
        bail!("nothing was taken");
    }
    shelf.keep(&installed, &descriptor, now_ms()).map_err(refused)?;
    printer.data(format_args!("{} is approved\n", installed.name()));
    let first = descriptor.operations.first().map_or("OPERATION", |operation| operation.name.as_str());
    let call = json!({ "integration": installed.name(), "operation": first, "payload": {} });
    printer.say("hint", format_args!("laika tools run integration.invoke --args '{call}'"));
    Ok(Outcome::Done)
}

fn list(folder: &Folder, as_json: bool, printer: &mut Printer) -> Result<Outcome> {
    let approved = shelf(folder)?.approved().map_err(refused)?;
    if as_json {
        printer.data(format_args!("{:#}\n", serde_json::to_value(&approved)?));
        return Ok(Outcome::Done);
    }
    if approved.is_empty() {
        printer.say("hint", "no plugin is approved; `laika plugins add DIR` looks at one");
    }
    for (name, approval) in &approved {
        let descriptor = Descriptor::read(name, approval.descriptor.clone());
        printer.data(described(&descriptor.map_err(|error| refused(error.into()))?)?);
    }
    Ok(Outcome::Done)
}

fn try_out(asked: &TryPlugin, printer: &mut Printer) -> Result<Outcome> {
    let (shelf, until) = (shelf(&asked.folder)?, Instant::now() + WITHIN);
    let Some(operation) = &asked.operation else {
        let (_, descriptor) = shelf.look_at(&asked.from, until).map_err(refused)?;
        printer.data(described(&descriptor)?);
        return Ok(Outcome::Done);
    };
    let arguments: Map<String, Value> =
        serde_json::from_str(&asked.args).context("--args is no JSON object")?;
    let called = shelf.try_out(&asked.from, operation, arguments, until).map_err(refused)?;
    for line in &called.progress {
        printer.say("progress", text::one_line(line));
    }
    for line in called.complaints.lines() {
        printer.say("stderr", text::one_line(line));
    }
    if asked.json {
        let (success, data) = (called.success, &called.data);
        let all = json!({ "success": success, "data": data, "summary": called.summary, "text": called.text });
        printer.data(format_args!("{all:#}\n"));
    } else {
        let words = called.text.lines().map(text::one_line).collect::<Vec<_>>().join("\n");
        printer.data(format_args!("{}\n{words}\n", text::one_line(&called.summary)));
    }
    Ok(if called.success { Outcome::Done } else { Outcome::Defects })
}

/// What a plugin says of itself, for the person who decides about it. Its words are untrusted.
fn described(descriptor: &Descriptor) -> Result<String> {
    let mut text = format!("{} {}\n", descriptor.name, text::one_line(&descriptor.version));
    for operation in &descriptor.operations {
        writeln!(text, "  {}  {}", operation.name, text::one_line(&operation.description))?;
        let hosts: Vec<&str> = operation.hosts.iter().map(|host| host.as_str()).collect();
        let does = operation.action.as_deref().unwrap_or("does not say what it does, so that it always asks");
        writeln!(text, "    does       {}", text::one_line(does))?;
        for (name, values) in [("may", operation.permissions.join(", ")), ("asks", hosts.join(", "))] {
            if !values.is_empty() {
                writeln!(text, "    {name:9}  {}", text::one_line(&values))?;
            }
        }
    }
    Ok(text)
}
