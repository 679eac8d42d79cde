//! The protocol's inspector, from the command line, against Laika as another agent would start it.

use std::path::Path;
use std::process::Command;

use anyhow::Result;
use serde_json::Value;

use super::{end_laika, fresh_folder, said, script};

const INSPECTOR: &str = "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js";
/// What it is asked to find, and a word that the answer has.
const QUERY: &str = "calculator";
const WORD: &str = "calc";

/// Lists the tools and calls the one that finds others. What went wrong comes back.
pub(super) fn run(program: &Path) -> Result<Vec<String>> {
    let home = fresh_folder("inspector")?;
    let mut failures = Vec::new();
    match ask(program, &home, &["--method", "tools/list"])? {
        Err(why) => failures.push(why),
        Ok(listed) => {
            let tools = listed["tools"].as_array().map(Vec::as_slice).unwrap_or_default();
            if !tools.iter().any(|tool| tool["name"] == "find_tool") {
                failures.push(format!("`find_tool` is not in the list: {listed}"));
            }
        }
    }
    let call =
        ["--method", "tools/call", "--tool-name", "find_tool", "--tool-arg", &format!("query={QUERY}")];
    match ask(program, &home, &call)? {
        Err(why) => failures.push(why),
        Ok(result) => {
            let says = result["content"].to_string().to_lowercase();
            if result["isError"] == true || !says.contains(WORD) {
                failures.push(format!("`find_tool` found no {QUERY}: {result}"));
            }
        }
    }
    end_laika(program, &home)?;
    Ok(failures)
}

/// One question, of one inspector to one server.
fn ask(program: &Path, home: &Path, words: &[&str]) -> Result<Result<Value, String>> {
    let mut command = script(INSPECTOR);
    command.arg("--cli").arg(program).args(["mcp", "serve", "--as", "inspector"]).args(words);
    let said = said(in_home(&mut command, home))?;
    if !said.success {
        return Ok(Err(format!("{}{}", said.stdout, said.stderr).trim_end().to_owned()));
    }
    Ok(serde_json::from_str(&said.stdout).map_err(|error| format!("{error}: {}", said.stdout)))
}

/// A home of its own, for Laika and for the inspector: what somebody uses every day is not touched.
pub(super) fn in_home<'a>(command: &'a mut Command, home: &Path) -> &'a mut Command {
    command.env("LAIKA_HOME", home).env("HOME", home)
}
