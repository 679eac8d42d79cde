//! `laika tools enable`, `disable` and `config`: written into a file of settings, whose other lines stay as they are.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result, anyhow, bail};
use laika_os::files::{guarded, private};
use laika_policy::config::ToolsTable;
use laika_protocol::quoted;
use laika_protocol::tools::{PLAIN, resolve};
use laika_tools::toolbox::Toolbox;
use serde_json::json;
use toml_edit::{Array, DocumentMut, Item, Table, Value};

use super::{project_of, refused, toolbox, unknown};
use crate::arguments::tools::{Place, Set, Switch};
use crate::printer::{Outcome, Printer};

/// What kinds of work need (INK-070, INK-071). Tools that are not built yet are named all the same: they are on when they
/// come.
const PROFILES: [(&str, &[&str]); 4] = [
    ("writing", &["wiki", "define", "datetime"]),
    ("research", &["web.search", "web.read", "wiki", "project.search", "translate"]),
    ("visual", &["image.search", "project.search"]),
    (
        "development",
        &["web.search", "web.read", "project.search", "git", "code.python", "replace.file", "replace.files"],
    ),
];

pub(super) fn switch(asked: &Switch, on: bool, printer: &mut Printer) -> Result<Outcome> {
    let tool = resolve(&asked.name).ok_or_else(|| unknown(&asked.name))?;
    if !PLAIN.iter().any(|plain| plain.name == tool.name) {
        bail!("{} is a tool of the browser, which the mode switches", quoted(tool.name));
    }
    let file = file_of(asked.in_project, &asked.place)?;
    edit(&file, |tools| {
        // What this file says, and no other: another layer's list would become the person's own.
        let mut enabled = listed(tools)?;
        enabled.retain(|name| resolve(name).is_none_or(|other| other.name != tool.name));
        if on {
            enabled.push(tool.name.to_owned());
        }
        tools["enabled"] = Item::Value(Value::Array(enabled.into_iter().collect::<Array>()));
        Ok(())
    })?;
    if on {
        // Before it is used for the first time, a person sees what it may (INK-082).
        let may: Vec<&str> = tool.permissions.iter().map(|one| one.as_str()).collect();
        printer.say("may", may.join(", "));
    }
    printer.data(format_args!("{} is {}\n", tool.name, if on { "on" } else { "off" }));
    written(&file, asked.in_project, printer);
    still(&asked.place, tool.name, on, printer)
}

/// The tools that a file has switched on; all of them, where it has no list.
fn listed(tools: &Table) -> Result<Vec<String>> {
    let Some(list) = tools.get("enabled") else {
        return Ok(PLAIN.iter().map(|tool| tool.name.to_owned()).collect());
    };
    let texts = list.as_array().map(|list| list.iter().map(|one| one.as_str().map(str::to_owned)).collect());
    texts.flatten().ok_or_else(|| anyhow!("`enabled` is no list of names in that file"))
}

/// Whether it is so now: another layer may say otherwise, and a project's file waits for a yes.
fn still(place: &Place, name: &str, on: bool, printer: &Printer) -> Result<Outcome> {
    if toolbox(place)?.table().is_on(name) != on {
        printer.say("but", "another file of settings says otherwise here; `laika config show` says which");
    }
    Ok(Outcome::Done)
}

pub(super) fn config(asked: &Set, printer: &mut Printer) -> Result<Outcome> {
    let file = file_of(asked.in_project, &asked.place)?;
    if let Some(profile) = &asked.profile {
        let Some((_, names)) = PROFILES.iter().find(|(name, _)| name == profile) else {
            let known: Vec<&str> = PROFILES.iter().map(|(name, _)| *name).collect();
            bail!("there is no profile {}; there are {}", quoted(profile), known.join(", "));
        };
        edit(&file, |tools| {
            tools["enabled"] = Item::Value(Value::Array(names.iter().copied().collect::<Array>()));
            Ok(())
        })?;
        printer.data(format_args!("on: {}\n", names.join(", ")));
        written(&file, asked.in_project, printer);
        return Ok(Outcome::Done);
    }
    let Some(name) = &asked.name else { return show(&toolbox(&asked.place)?, None, asked.json, printer) };
    let tool = resolve(name).ok_or_else(|| unknown(name))?;
    if asked.set.is_empty() {
        return show(&toolbox(&asked.place)?, Some(tool.name), asked.json, printer);
    }
    let mut values = Vec::new();
    for set in &asked.set {
        let (key, value) = set.split_once('=').ok_or_else(|| anyhow!("{} is not KEY=VALUE", quoted(set)))?;
        values.push((key.trim().to_owned(), typed(value.trim())));
    }
    check(tool.name, &values)?;
    edit(&file, |tools| {
        let settings = table(tools, "settings")?;
        let of_tool = table(settings, tool.name)?;
        for (key, value) in values {
            of_tool[&key] = Item::Value(value);
        }
        Ok(())
    })?;
    written(&file, asked.in_project, printer);
    show(&toolbox(&asked.place)?, Some(tool.name), asked.json, printer)
}

/// A value as it is meant: a switch, a number, a list, else a text.
fn typed(text: &str) -> Value {
    text.parse::<Value>().unwrap_or_else(|_| Value::from(text))
}

/// Holds values against what the tool takes, before anything is written.
fn check(tool: &str, values: &[(String, Value)]) -> Result<()> {
    let written: Vec<String> = values.iter().map(|(key, value)| format!("{key} = {value}")).collect();
    let set: serde_json::Map<String, serde_json::Value> =
        toml_edit::de::from_str(&written.join("\n")).context("this is no value")?;
    let settings = [(tool.to_owned(), set)].into_iter().collect();
    Toolbox::new(laika_tools::toolbox::Kit::default(), ToolsTable { settings, ..ToolsTable::default() })
        .map(|_| ())
        .map_err(refused)
}

fn show(toolbox: &Toolbox, only: Option<&str>, as_json: bool, printer: &mut Printer) -> Result<Outcome> {
    if as_json {
        printer.data(format_args!("{:#}\n", json!(toolbox.table())));
        return Ok(Outcome::Done);
    }
    for (tool, _) in toolbox.all() {
        let name = tool.tool().name;
        if only.is_some_and(|only| only != name) {
            continue;
        }
        let set = toolbox.table().settings.get(name);
        let on = if toolbox.table().is_on(name) { "on" } else { "off" };
        printer.data(format_args!("{name}  {on}\n"));
        for setting in tool.settings() {
            let value = set.and_then(|set| set.get(setting.name));
            let value = value.map_or_else(|| "not set".to_owned(), ToString::to_string);
            let takes = setting.takes.words();
            printer.data(format_args!("  {} = {value}  ({}; takes {takes})\n", setting.name, setting.about));
        }
    }
    Ok(Outcome::Done)
}

/// The file to write: the person's own, or the project's.
fn file_of(in_project: bool, place: &Place) -> Result<PathBuf> {
    if in_project {
        let folder = project_of(place.project.as_deref())?.join(".laika");
        // A repository brings its own files: a link would have somebody else's written.
        if fs::symlink_metadata(&folder).is_ok_and(|found| !found.is_dir()) {
            bail!("{} is no folder of the project's own (E_PATH_LINK)", folder.display());
        }
        return Ok(folder.join("config.toml"));
    }
    Ok(place.folder.made_path()?.join("config.toml"))
}

fn written(file: &std::path::Path, in_project: bool, printer: &Printer) {
    printer.say("written", file.display());
    if in_project {
        printer.say("hint", "what loosens something counts after `laika config approve`");
    }
}

/// Changes the table `tools` of a file and nothing else of it. The file is replaced whole, or not at all.
fn edit(file: &std::path::Path, change: impl FnOnce(&mut Table) -> Result<()>) -> Result<()> {
    if fs::symlink_metadata(file).is_ok_and(|found| found.is_symlink()) {
        bail!("{} is a link; change what it leads to (E_PATH_LINK)", file.display());
    }
    let before = guarded::read_any(file)?.unwrap_or_default();
    let before = String::from_utf8(before).with_context(|| format!("{} is no text", file.display()))?;
    let mut document: DocumentMut =
        before.parse().with_context(|| format!("{} is no TOML", file.display()))?;
    let root = document.as_table_mut();
    if let Some(Item::Value(Value::Array(list))) = root.get("tools") {
        // A short list becomes a table that says the same.
        let list = list.clone();
        let mut tools = Table::new();
        tools["enabled"] = Item::Value(Value::Array(list));
        root.insert("tools", Item::Table(tools));
    }
    change(table(root, "tools")?)?;
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    Ok(private::replace(file, document.to_string().as_bytes())?)
}

fn table<'a>(parent: &'a mut Table, name: &str) -> Result<&'a mut Table> {
    let item = parent.entry(name).or_insert_with(|| Item::Table(Table::new()));
    item.as_table_mut().ok_or_else(|| anyhow!("`{name}` is no table in that file"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ink_069_other_lines_of_a_file_stay() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("config.toml");
        fs::write(&file, "# mine\nmode = \"observe\" # always\ntools = [\"git\"]\n").unwrap();
        edit(&file, |tools| {
            table(table(tools, "settings")?, "replace.files")?["max_files"] = Item::Value(20.into());
            Ok(())
        })
        .unwrap();
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.starts_with("# mine\nmode = \"observe\" # always\n"), "{text}");
        assert!(text.contains("enabled = [\"git\"]") && text.contains("max_files = 20"), "{text}");
        assert!(check("replace.files", &[("max_files".into(), 20.into())]).is_ok());
        let wrong = check("replace.files", &[("max_file".into(), 20.into())]).unwrap_err();
        assert_eq!(
            wrong.to_string(),
            "`replace.files` has no setting `max_file`; it has require_confirmation, max_files, exclude_patterns (E_TOOL_SETTING)"
        );
    }
}
