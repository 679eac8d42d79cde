//! `laika tools docs`: a page about every tool beside the browser, from the table of tools (INK-091).

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use laika_protocol::tools::{PLAIN, Permission, Tool};
use laika_tools::toolbox::{Kit, PlainTool, Toolbox};
use serde_json::Value;

use super::refused;
use crate::printer::{Outcome, Printer};

/// The first line of every page.
const MADE: &str = "<!-- made by `laika tools docs`; change the tool, not this page -->";

pub(super) fn run(out: &Path, check: bool, printer: &mut Printer) -> Result<Outcome> {
    let toolbox = Toolbox::new(Kit::default(), Default::default()).map_err(refused)?;
    let mut pages = BTreeMap::from([("README.md".to_owned(), index())]);
    for tool in PLAIN {
        let built = toolbox.get(tool.name).with_context(|| format!("{} is not built", tool.name))?;
        pages.insert(format!("{}.md", tool.name), page(tool, built.as_ref())?);
    }
    if check {
        let old = |(name, text): &(&String, &String)| {
            fs::read_to_string(out.join(name)).ok().as_deref() != Some(text.as_str())
        };
        let stale: Vec<&str> = pages.iter().filter(old).map(|(name, _)| name.as_str()).collect();
        if !stale.is_empty() {
            bail!("not up to date in {}: {}; run `laika tools docs`", out.display(), stale.join(", "));
        }
        printer.data(format_args!("{} pages are up to date\n", pages.len()));
        return Ok(Outcome::Done);
    }
    fs::create_dir_all(out)?;
    for (name, text) in &pages {
        fs::write(out.join(name), text).with_context(|| format!("cannot write {name}"))?;
    }
    printer.data(format_args!("{} pages in {}\n", pages.len(), out.display()));
    Ok(Outcome::Done)
}

fn index() -> String {
    let mut text = format!(
        "{MADE}\n# Tools beside the browser\n\nEvery call passes the gate, is in the run log, and its result is \
         untrusted text. [Using them](../using-tools.md), [writing one](../writing-tools.md).\n\n\
         | tool | for | permissions |\n|---|---|---|\n"
    );
    for tool in PLAIN {
        let may: Vec<&str> = tool.permissions.iter().map(|one| one.as_str()).collect();
        // Writing to a text cannot fail.
        let _ = writeln!(text, "| [`{0}`]({0}.md) | {1} | {2} |", tool.name, tool.line, may.join(", "));
    }
    text
}

fn page(tool: &Tool, built: &dyn PlainTool) -> Result<String> {
    let mut text = format!("{MADE}\n# `{}`\n\n{}.\n\n", tool.name, first_upper(tool.line));
    writeln!(text, "| | |\n|---|---|")?;
    writeln!(text, "| effect | {} |", tool.effect.as_str())?;
    let may: Vec<&str> = tool.permissions.iter().map(|one| one.as_str()).collect();
    writeln!(text, "| permissions | {} |", may.join(", "))?;
    writeln!(text, "| asks | {} |", asks(tool))?;
    let mut names: Vec<&str> = tool.aliases.to_vec();
    names.extend(tool.legacy.map(|legacy| legacy.name));
    names.dedup();
    if !names.is_empty() {
        writeln!(text, "| older names | {} |", names.join(", "))?;
    }
    writeln!(text, "\n## Arguments\n")?;
    fields(&mut text, &tool.argument_schema.root(), Some(tool))?;
    if !built.settings().is_empty() {
        writeln!(text, "\n## Settings\n\n| name | takes | what for |\n|---|---|---|")?;
        for setting in built.settings() {
            writeln!(text, "| `{}` | {} | {} |", setting.name, setting.takes.words(), setting.about)?;
        }
        writeln!(text, "\n`laika tools config {} NAME=VALUE` sets one.", tool.name)?;
    }
    writeln!(text, "\n## Result\n\nIn `data`:\n")?;
    fields(&mut text, &tool.result_schema.root(), None)?;
    writeln!(text, "\nBeside it are `summary` for a model, `fullText`, and `metadata`.")?;
    writeln!(text, "\n## Use\n\n```sh\nlaika tools run {} --args '{}'\n```", tool.name, example(tool))?;
    Ok(text)
}

fn fields(text: &mut String, root: &Value, tool: Option<&Tool>) -> Result<()> {
    let Some(properties) = root["properties"].as_object().filter(|all| !all.is_empty()) else {
        writeln!(text, "None.")?;
        return Ok(());
    };
    writeln!(text, "| name | | what |\n|---|---|---|")?;
    for (name, schema) in properties {
        let required =
            root["required"].as_array().is_some_and(|all| all.iter().any(|one| one == name.as_str()));
        let need = match (tool.is_some(), required) {
            (true, true) => "required",
            (false, false) | (true, false) => "optional",
            (false, true) => "",
        };
        let about = schema["description"].as_str().unwrap_or_default().replace('\n', " ").replace('|', "\\|");
        writeln!(text, "| `{name}` | {need} | {about} |")?;
    }
    Ok(())
}

fn asks(tool: &Tool) -> &'static str {
    if tool.permissions.contains(&Permission::UserConfirmation) {
        "every time; a yes is bound to exactly what is shown"
    } else if tool.effect.is_mutating() {
        "as the mode says"
    } else {
        "no"
    }
}

/// A call that a person can try.
fn example(tool: &Tool) -> &'static str {
    match tool.name {
        "project.search" => r#"{"query": "TODO", "contextLines": 1}"#,
        "replace.file" => r#"{"path": "notes.md", "search": "teh", "replacement": "the"}"#,
        "replace.files" => r#"{"glob": ["**/*.md"], "search": "teh", "replacement": "the", "dryRun": true}"#,
        "replace.smart" => {
            r#"{"path": "world.md", "search": "light", "replacement": "luminescence", "context": {"keywords": ["magic", "spell"]}}"#
        }
        "git" => r#"{"command": "log", "maxCount": 5}"#,
        "git.change" => r#"{"command": "add", "paths": ["notes.md"]}"#,
        "app.calculate" => r#"{"expression": "3 feet to cm"}"#,
        "app.money_calculate" => r#"{"expression": "$80 + 8.25%", "currency": "USD"}"#,
        "commerce.estimate_tax" => {
            r#"{"amountMinor": 5000, "currency": "USD", "destination": {"state": "CA"}}"#
        }
        "commerce.estimate_shipping" => r#"{"destination": {"state": "CA"}, "speed": "expedited"}"#,
        "datetime" => r#"{"query": "next friday"}"#,
        "define" => r#"{"word": "serendipity"}"#,
        "collection.create" => r#"{"title": "Flats"}"#,
        "collection.add_sources" => {
            r#"{"collectionId": "Flats", "sources": [{"type": "url", "url": "https://flats.example/ash"}]}"#
        }
        "collection.list_sources" => r#"{"collectionId": "Flats"}"#,
        "source.capture" => r#"{"collectionId": "Flats", "url": "https://flats.example/ash"}"#,
        "transform.run" => {
            r#"{"collectionId": "Flats", "type": "comparison", "config": {"columns": ["rent", "size"]}}"#
        }
        "artifact.save" => r#"{"title": "Flats", "text": "The one in Ash Street."}"#,
        _ => "{}",
    }
}

fn first_upper(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
