//! What a list of tools costs a model that reads it: Laika's beside that of a server for browsers.

use std::path::Path;
use std::process::Command;

use anyhow::Result;
use serde_json::{Value, json};

use super::inspector::in_home;
use super::{end_laika, fresh_folder, said, script};
use crate::printer;

const COST: &str = "cost.mjs";
const PLAYWRIGHT: &str = "node_modules/@playwright/mcp/cli.js";
/// The most that Laika's usual list may cost.
const MOST: u64 = 400;

/// What each list costs.
pub(super) struct Costs {
    lists: Vec<(&'static str, Value)>,
    pub(super) failures: Vec<String>,
}

/// Asks each server for its list, once.
pub(super) fn run(program: &Path) -> Result<Costs> {
    let home = fresh_folder("cost")?;
    let mut costs = Costs { lists: Vec::new(), failures: Vec::new() };
    let laika = ["mcp", "serve", "--as", "inspector"];
    costs.add("laika", script(COST).arg(program).args(laika), &home)?;
    costs.add("laika --all-tools", script(COST).arg(program).args(laika).arg("--all-tools"), &home)?;
    end_laika(program, &home)?;
    let playwright = script(PLAYWRIGHT);
    let words = playwright.get_args().map(ToOwned::to_owned);
    costs.add("playwright", script(COST).arg(playwright.get_program()).args(words), &home)?;
    if let Some((_, list)) = costs.lists.iter().find(|(name, _)| *name == "laika")
        && list["tokens"].as_u64().is_none_or(|tokens| tokens > MOST)
    {
        costs.failures.push(format!("laika: {} tokens, at most {MOST} were wanted", list["tokens"]));
    }
    Ok(costs)
}

impl Costs {
    fn add(&mut self, name: &'static str, command: &mut Command, home: &Path) -> Result<()> {
        let said = said(in_home(command, home))?;
        match serde_json::from_str(&said.stdout) {
            Ok(list) if said.success => self.lists.push((name, list)),
            Ok(_) | Err(_) => self.failures.push(format!("{name}: {}", said.stderr.trim_end())),
        }
        Ok(())
    }

    pub(super) fn print(&self) {
        printer::result(&format!("{:<20}{:>7}{:>9}{:>8}", "list of tools", "tools", "bytes", "tokens"));
        for (name, list) in &self.lists {
            let number = |key: &str| list[key].as_u64().unwrap_or_default();
            let (tools, bytes, tokens) = (number("tools"), number("bytes"), number("tokens"));
            printer::result(&format!("{name:<20}{tools:>7}{bytes:>9}{tokens:>8}"));
        }
        printer::result("tokens of o200k_base, over the list as it comes over the wire");
        for failure in &self.failures {
            printer::result(&format!("FAIL cost: {failure}"));
        }
    }

    pub(super) fn json(&self) -> Value {
        let lists: serde_json::Map<_, _> =
            self.lists.iter().map(|(name, list)| ((*name).to_owned(), list.clone())).collect();
        json!({ "encoding": "o200k_base", "lists": lists, "failures": self.failures })
    }
}
