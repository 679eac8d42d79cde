//! `laika tools`: what a model can propose, from the one table of tools.

use std::fmt::Write as _;

use anyhow::{Result, anyhow};
use laika_protocol::tools::{TOOLS, Tool, resolve};
use laika_protocol::{quoted, schema};
use serde_json::Value;

use crate::arguments::Tools;
use crate::printer::{Outcome, Printer};

pub(crate) fn run(tools: &Tools, printer: &mut Printer) -> Result<Outcome> {
    match tools {
        Tools::List { json: true } => printer.data(format_args!("{:#}\n", schema::tool_surface())),
        Tools::List { json: false } => printer.data(list()),
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
    }
    Ok(Outcome::Done)
}

fn list() -> String {
    let width = TOOLS.iter().map(|tool| tool.name.len()).max().unwrap_or_default();
    TOOLS.iter().fold(String::new(), |mut text, tool| {
        let changes = if tool.effect.is_mutating() { "acts" } else { "reads" };
        text += &format!("{:width$}  {changes:5}  {}\n", tool.name, tool.line);
        text
    })
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
    let near: Vec<String> = TOOLS
        .iter()
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
