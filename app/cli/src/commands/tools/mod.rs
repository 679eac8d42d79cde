//! `laika tools`: what a model can propose, from the one table of tools; and the tools beside the browser, to use by hand.

mod docs;
mod journal;
mod key;
mod metrics;
mod run;
mod settings;

use std::env;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow};
use laika_daemon::tooling::{self, Means};
use laika_os::folder::environment;
use laika_protocol::tools::{TOOLS, Tool, all, resolve};
use laika_protocol::{ToolError, quoted, schema};
use laika_tools::toolbox::{Standing, Toolbox};
use serde_json::Value;

use crate::arguments::tools::{Place, Tools};
use crate::printer::{Outcome, Printer};

pub(crate) fn run(tools: &Tools, printer: &mut Printer) -> Result<Outcome> {
    match tools {
        Tools::List { json: true, .. } => printer.data(format_args!("{:#}\n", schema::tool_surface())),
        Tools::List { for_model: true, place, .. } => printer.data(toolbox(place)?.instructions()),
        Tools::List { place, .. } => printer.data(list(&toolbox(place)?)),
        Tools::Show { name, json } => {
            let tool = resolve(name).ok_or_else(|| unknown(name))?;
            if tool.name != name {
                printer.say("hint", format_args!("{} is an older name of `{}`", quoted(name), tool.name));
            }
            if *json {
                printer.data(format_args!("{:#}\n", schema::describe(tool)));
            } else {
                printer.data(show(tool)?);
            }
        }
        Tools::Run(asked) => return run::run(asked, printer),
        Tools::Enable(switch) => return settings::switch(switch, true, printer),
        Tools::Disable(switch) => return settings::switch(switch, false, printer),
        Tools::Config(set) => return settings::config(set, printer),
        Tools::Key(asked) => return key::run(asked, printer),
        Tools::Docs { out, check } => return docs::run(out, *check, printer),
        Tools::Metrics { folder, json } => return metrics::run(folder, *json, printer),
        Tools::Undo(asked) => return journal::run(journal::Way::Undo, asked, printer),
        Tools::Redo(asked) => return journal::run(journal::Way::Redo, asked, printer),
    }
    Ok(Outcome::Done)
}

/// The folder that tools work in: the one that is named, or the one that the person is in.
pub(crate) fn project_of(named: Option<&Path>) -> Result<PathBuf> {
    if let Some(named) = named {
        return named.canonicalize().with_context(|| format!("there is no folder {}", named.display()));
    }
    let here = env::current_dir().context("the working folder is gone")?;
    let home = environment("HOME");
    // Whoever starts Laika there did not mean everything they have.
    if here.parent().is_none() || home.is_some_and(|home| home == here) {
        return Err(anyhow!("hint: go to the project's folder, or name it with --project")
            .context("your whole home, or the whole machine, is no project (E_NO_PROJECT)"));
    }
    Ok(here)
}

/// The tools as they stand in a project.
fn toolbox(place: &Place) -> Result<Toolbox> {
    let project = project_of(place.project.as_deref()).ok();
    let means = Means::new(&env::current_exe()?);
    tooling::toolbox(&means, Some(&place.folder.path()?), project.as_deref(), false).map_err(refused)
}

fn refused(error: ToolError) -> anyhow::Error {
    anyhow!("{} ({})", error.message, error.finest_code())
}

fn list(toolbox: &Toolbox) -> String {
    let width = all().map(|tool| tool.name.len()).max().unwrap_or_default();
    let line = |tool: &Tool, standing: &str| {
        let changes = if tool.effect.is_mutating() { "acts" } else { "reads" };
        format!("{:width$}  {changes:5}  {}{standing}\n", tool.name, tool.line)
    };
    let mut text = String::from("in the browser\n");
    text.extend(TOOLS.iter().map(|tool| line(tool, "")));
    text += "\nbeside it\n";
    for (tool, standing) in toolbox.all() {
        let standing = match standing {
            Standing::Ready => String::new(),
            Standing::Off => " (off)".to_owned(),
            Standing::Unavailable(why) => format!(" (not here: {}; {})", why.why, why.fix),
        };
        text += &line(tool.tool(), &standing);
    }
    for (name, made) in &toolbox.table().macros {
        text += &format!("{name:width$}  macro  {} ({} steps)\n", made.description, made.steps.len());
    }
    text
}

fn show(tool: &Tool) -> Result<String> {
    let mut text = String::new();
    writeln!(text, "{}\n  {}\n", tool.name, tool.line)?;
    let row = |text: &mut String, key: &str, values: Vec<&str>| {
        if values.is_empty() { Ok(()) } else { writeln!(text, "{key:13}  {}", values.join(", ")) }
    };
    row(
        &mut text,
        "effect",
        vec![
            tool.effect.as_str(),
            if tool.effect.is_mutating() { "runs at most once" } else { "changes nothing" },
        ],
    )?;
    row(&mut text, "older names", tool.aliases.to_vec())?;
    row(&mut text, "permissions", tool.permissions.iter().map(|one| one.as_str()).collect())?;
    row(&mut text, "before", tool.preconditions.iter().map(|one| one.as_str()).collect())?;
    row(&mut text, "after, one of", tool.postconditions.iter().map(|one| one.as_str()).collect())?;
    if tool.arguments.is_empty() {
        writeln!(text, "\nno arguments")?;
        return Ok(text);
    }
    writeln!(text, "\narguments")?;
    let schema = tool.argument_schema.root();
    let width = tool.arguments.iter().map(|argument| argument.name.len()).max().unwrap_or_default();
    for argument in tool.arguments {
        let required =
            schema["required"].as_array().is_some_and(|all| all.contains(&Value::from(argument.name)));
        let about = schema["properties"][argument.name]["description"].as_str().unwrap_or_default();
        let need = if required { "required" } else { "optional" };
        writeln!(text, "  {:width$}  {need}  {:10}  {about}", argument.name, argument.role.as_str())?;
    }
    Ok(text)
}

fn unknown(name: &str) -> anyhow::Error {
    let last = |name: &str| name.rsplit('.').next().unwrap_or_default().to_lowercase();
    let near: Vec<String> = all()
        .filter(|tool| tool.name.contains(&last(name)) || last(name).contains(&last(tool.name)))
        .map(|tool| format!("`{}`", tool.name))
        .collect();
    let hint = if near.is_empty() || last(name).is_empty() {
        "hint: `laika tools list` names them all".to_owned()
    } else {
        format!("hint: did you mean {}?", near.join(" or "))
    };
    anyhow!(hint).context(format!("there is no tool {}", quoted(name)))
}
