//! `laika mcp install`: what a client has to be told to find Laika, printed or written into its file.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow, bail};
use laika_daemon::now_ms;
use serde_json::{Map, Value, json};
use toml_edit::{Array, DocumentMut, Item, Table, value};

use crate::arguments::agents::{InstallAgent, KnownClient};
use crate::printer::{Outcome, Printer};

/// How a client's file is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// JSON, with the servers under this name.
    Json(&'static str),
    /// TOML, a table for each server.
    Toml,
    /// Nobody knows.
    Printed,
}

/// A client: the name that Laika knows it by, where its file is, and how that is written.
fn known(client: KnownClient) -> (&'static str, Option<PathBuf>, Form) {
    let home = || env::var_os("HOME").map(PathBuf::from);
    let in_home = |path: &str| home().map(|home| home.join(path));
    match client {
        KnownClient::ClaudeCode => {
            ("claude-code", Some(PathBuf::from(".mcp.json")), Form::Json("mcpServers"))
        }
        KnownClient::ClaudeDesktop => {
            let file = if cfg!(target_os = "macos") {
                "Library/Application Support/Claude/claude_desktop_config.json"
            } else {
                ".config/Claude/claude_desktop_config.json"
            };
            ("claude-desktop", in_home(file), Form::Json("mcpServers"))
        }
        KnownClient::Codex => ("codex", in_home(".codex/config.toml"), Form::Toml),
        KnownClient::Cursor => ("cursor", in_home(".cursor/mcp.json"), Form::Json("mcpServers")),
        KnownClient::Gemini => ("gemini", in_home(".gemini/settings.json"), Form::Json("mcpServers")),
        KnownClient::Vscode => ("vscode", Some(PathBuf::from(".vscode/mcp.json")), Form::Json("servers")),
        KnownClient::Other => ("agent", None, Form::Printed),
    }
}

pub(crate) fn run(asked: &InstallAgent, printer: &mut Printer) -> Result<Outcome> {
    let (name, file, form) = known(asked.client);
    let program = env::current_exe().context("cannot tell where this program is")?;
    let arguments = arguments(asked, name)?;
    let entry = json!({ "command": program, "args": arguments });
    let Some(file) = file.filter(|_| asked.write) else {
        if asked.write {
            bail!("where this client keeps its settings is not known; leave `--write` away");
        }
        let (_, place, _) = known(asked.client);
        if let Some(place) = place {
            printer.say("add to", place.display());
        }
        printer.data(match form {
            Form::Json(under) => pretty(&json!({ under: { "laika": entry } }))?,
            Form::Toml => tabled("", &program, &arguments)?,
            Form::Printed => format!("{} {}\n", program.display(), arguments.join(" ")),
        });
        return Ok(Outcome::Done);
    };
    let text = match fs::read_to_string(&file) {
        Ok(text) => Some(text),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", file.display())),
    };
    let new = match form {
        Form::Json(under) => merged(text.as_deref(), under, &entry)?,
        Form::Toml => tabled(text.as_deref().unwrap_or_default(), &program, &arguments)?,
        Form::Printed => bail!("where this client keeps its settings is not known; leave `--write` away"),
    };
    if text.is_some() {
        let copy = copy_of(&file);
        fs::copy(&file, &copy).with_context(|| format!("cannot keep a copy of {}", file.display()))?;
        printer.say("kept", copy.display());
    } else if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder)?;
    }
    fs::write(&file, new).with_context(|| format!("cannot write {}", file.display()))?;
    printer.data(format_args!("Laika is in {}; start the client again\n", file.display()));
    Ok(Outcome::Done)
}

fn arguments(asked: &InstallAgent, name: &str) -> Result<Vec<String>> {
    let mut arguments = vec!["mcp".to_owned(), "serve".to_owned(), "--as".to_owned(), name.to_owned()];
    let path = |path: &Path| Ok::<_, anyhow::Error>(std::path::absolute(path)?.display().to_string());
    if let Some(project) = &asked.project {
        arguments.extend(["--project".to_owned(), path(project)?]);
    }
    if let Some(home) = &asked.folder.home {
        arguments.extend(["--home".to_owned(), path(home)?]);
    }
    Ok(arguments)
}

fn pretty(value: &Value) -> Result<String> {
    Ok(serde_json::to_string_pretty(value)? + "\n")
}

/// The file with Laika in it, and everything else as it was.
fn merged(text: Option<&str>, under: &str, entry: &Value) -> Result<String> {
    let mut whole: Map<String, Value> = match text.filter(|text| !text.trim().is_empty()) {
        None => Map::new(),
        Some(text) => serde_json::from_str(text).map_err(|error| {
            anyhow!("hint: without `--write` it is printed, to be added by hand")
                .context(format!("the client's file is no plain JSON object: {error}"))
        })?,
    };
    let servers = whole.entry(under).or_insert_with(|| json!({}));
    let servers =
        servers.as_object_mut().ok_or_else(|| anyhow!("`{under}` in the client's file is no object"))?;
    servers.insert("laika".into(), entry.clone());
    pretty(&Value::Object(whole))
}

/// A table of the client's file, with everything else as it was, comments too.
fn tabled(text: &str, program: &Path, arguments: &[String]) -> Result<String> {
    let mut whole: DocumentMut = text.parse().map_err(|error| {
        anyhow!("hint: without `--write` it is printed, to be added by hand")
            .context(format!("the client's file is no TOML: {error}"))
    })?;
    let servers = whole.entry("mcp_servers").or_insert_with(implicit_table);
    let servers =
        servers.as_table_mut().ok_or_else(|| anyhow!("`mcp_servers` in the client's file is no table"))?;
    let mut entry = Table::new();
    entry.insert("command", value(program.display().to_string()));
    entry.insert("args", value(arguments.iter().collect::<Array>()));
    servers.insert("laika", Item::Table(entry));
    Ok(whole.to_string())
}

fn implicit_table() -> Item {
    let mut table = Table::new();
    table.set_implicit(true);
    Item::Table(table)
}

fn copy_of(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(format!(".{}.bak", now_ms()));
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stood_in_the_file_stays() {
        let entry = json!({ "command": "laika" });
        let new =
            merged(Some(r#"{"b":1,"mcpServers":{"x":{"command":"y"}}}"#), "mcpServers", &entry).unwrap();
        let read: Value = serde_json::from_str(&new).unwrap();
        assert_eq!(read, json!({ "b": 1, "mcpServers": { "x": { "command": "y" }, "laika": entry } }));
        assert!(merged(Some("// a comment\n{}"), "mcpServers", &entry).is_err());
        assert!(merged(Some(r#"{"mcpServers":[]}"#), "mcpServers", &entry).is_err());
        let new = tabled("# mine\nmodel = \"x\"\n", Path::new("/opt/la ika"), &["mcp".into(), "a\"b".into()])
            .unwrap();
        let read: DocumentMut = new.parse().unwrap();
        assert_eq!(read["mcp_servers"]["laika"]["args"][1].as_str(), Some("a\"b"), "{new}");
        assert!(new.contains("# mine") && new.contains("[mcp_servers.laika]"), "{new}");
        assert!(tabled("mcp_servers = 1", Path::new("x"), &[]).is_err());
        assert!(tabled("[", Path::new("x"), &[]).is_err());
    }
}
