//! The protocol's own conformance suite, against a server behind our front of HTTP, the library's
//! client and Laika's own.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

use super::table::{self, Expected, Scenario, Side, Table};
use super::{FOLDER, Said, fresh_folder, said, script};
use crate::counts::Counts;
use crate::{printer, process, workspace};

const SUITE: &str = "node_modules/@modelcontextprotocol/conformance/dist/index.js";
const TABLE: &str = "expected.tsv";

/// What came of it.
pub(super) struct Outcome {
    passed: Vec<Scenario>,
    left_out: BTreeMap<Scenario, String>,
    pub(super) failures: Vec<String>,
}

/// Runs every scenario that the table expects to pass, and holds the table against the suite's own list.
pub(super) fn run() -> Result<Outcome> {
    process::must(&mut process::cargo(["build", "--quiet", "--package", "laika-mcp", "--examples"]))?;
    let examples = workspace::build_dir()?.join("debug/examples");
    let path = workspace::root().join(FOLDER).join(TABLE);
    let text =
        std::fs::read_to_string(&path).with_context(|| format!("`{}` cannot be read", path.display()))?;
    let table = table::read(&text)?;
    let list = said(script(SUITE).arg("list"))?;
    if !list.success {
        bail!("the conformance suite does not start\n{}", list.stderr.trim_end());
    }
    let mut outcome = Outcome { passed: Vec::new(), left_out: BTreeMap::new(), failures: Vec::new() };
    outcome.hold(&table, &list);
    let results = fresh_folder("conformance")?;
    outcome.servers(&table, &examples, &results)?;
    for (side, example) in [(Side::Client, "conformance_client"), (Side::Own, "conformance_own_client")] {
        let client = examples.join(format!("{example}{}", std::env::consts::EXE_SUFFIX));
        outcome.clients(&table, side, &client, &results)?;
    }
    Ok(outcome)
}

impl Outcome {
    /// Each scenario has a line, and each line a scenario.
    fn hold(&mut self, table: &Table, list: &Said) {
        let listed = table::listed(&list.stdout);
        for (side, name) in &listed {
            if !table.contains_key(&(*side, name.clone())) {
                self.failures.push(format!("{} {name}: there is no line for it in {TABLE}", side.name()));
            }
        }
        for ((side, name), expected) in table {
            if !listed.contains(&(*side, name.clone())) {
                self.failures.push(format!("{} {name}: the suite has no such scenario", side.name()));
            }
            if let Expected::NotApplicable(reason) = expected {
                self.left_out.insert((*side, name.clone()), reason.clone());
            }
        }
    }

    /// All at once, one after the other, against one server.
    fn servers(&mut self, table: &Table, examples: &Path, results: &Path) -> Result<()> {
        let mut server = Server::start(examples)?;
        let mut command = script(SUITE);
        command.args(["server", "--suite", "all", "--url", &server.url, "--output-dir"]).arg(results);
        let ran = said(&mut command)?;
        server.stop()?;
        let summary = table::summary(&ran.stdout);
        for name in expected(table, Side::Server) {
            self.count(Side::Server, name, summary.get(name) == Some(&true), &ran);
        }
        Ok(())
    }

    /// One by one: some of them measure times.
    fn clients(&mut self, table: &Table, side: Side, client: &Path, results: &Path) -> Result<()> {
        for name in expected(table, side) {
            let mut command = script(SUITE);
            command
                .args(["client", "--scenario", name, "--command"])
                .arg(client)
                .arg("--output-dir")
                .arg(results);
            let ran = said(&mut command)?;
            self.count(side, name, ran.success, &ran);
        }
        Ok(())
    }

    fn count(&mut self, side: Side, name: &str, passed: bool, ran: &Said) {
        if passed {
            self.passed.push((side, name.to_owned()));
            return;
        }
        // What the suite says at its end is what failed.
        let lines: Vec<_> = ran.stdout.lines().chain(ran.stderr.lines()).collect();
        printer::note(&lines[lines.len().saturating_sub(60)..].join("\n"));
        self.failures.push(format!("{} {name}: should pass, and did not", side.name()));
    }

    pub(super) fn counts(&self) -> Counts {
        let count = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
        Counts { passed: count(self.passed.len()), failed: count(self.failures.len()), skipped: 0 }
    }

    pub(super) fn print(&self) {
        for failure in &self.failures {
            printer::result(&format!("FAIL conformance: {failure}"));
        }
        for ((side, name), reason) in &self.left_out {
            printer::note(&format!("not applicable: {} {name}: {reason}", side.name()));
        }
        for side in [Side::Server, Side::Client, Side::Own] {
            let passed = self.passed.iter().filter(|(one, _)| *one == side).count();
            let left_out = self.left_out.keys().filter(|(one, _)| *one == side).count();
            printer::result(&format!(
                "conformance: {} scenarios: {passed} passed, {left_out} not applicable",
                side.name()
            ));
        }
    }

    pub(super) fn json(&self) -> Value {
        let named = |(side, name): &Scenario| format!("{} {name}", side.name());
        let left_out: BTreeMap<_, _> =
            self.left_out.iter().map(|(one, reason)| (named(one), reason)).collect();
        let passed: Vec<_> = self.passed.iter().map(named).collect();
        json!({ "passed": passed, "notApplicable": left_out, "failures": self.failures })
    }
}

fn expected(table: &Table, side: Side) -> impl Iterator<Item = &String> {
    let wanted =
        move |((one, _), expected): &(&Scenario, &Expected)| *one == side && **expected == Expected::Pass;
    table.iter().filter(wanted).map(|((_, name), _)| name)
}

/// The example's server, while the suite talks to it. It ends when its input does.
struct Server {
    child: Child,
    url: String,
}

impl Server {
    fn start(examples: &Path) -> Result<Self> {
        let program = examples.join(format!("conformance_server{}", std::env::consts::EXE_SUFFIX));
        let mut command = process::command(&program, [] as [&str; 0]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let mut url = String::new();
        if let Some(stdout) = child.stdout.take() {
            BufReader::new(stdout).read_line(&mut url)?;
        }
        if !url.starts_with("http://127.0.0.1:") {
            child.kill()?;
            bail!("the example's server says no address");
        }
        Ok(Self { child, url: url.trim().to_owned() })
    }

    fn stop(&mut self) -> Result<()> {
        drop(self.child.stdin.take());
        self.child.wait().map(drop).context("the example's server did not end")
    }
}
