//! AgentDojo: 97 tasks of an assistant, and attacks that reach it through what it reads.
//!
//! The agent is a script that makes the calls AgentDojo ships as the right ones and, once it reads an attacker's text,
//! the calls which that asks for. So there is no model to be lucky with: what the gate lets through happens.

mod install;
mod report;
mod result;

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::{Options, Outcome, Reports, hinted, print, process, skip};
use report::Report;
use result::Measured;

const FOLDER: &str = "agentdojo-0.1.35";

pub(crate) fn run(options: &Options, reports: &mut Reports<'_>) -> Result<Outcome> {
    if options.cases == Some(0) {
        return Err(hinted("no cases are no measurement", "leave `--cases` out to run all of them"));
    }
    let folder = options.cache.join(FOLDER);
    let python = match install::python(&folder, reports.progress) {
        Ok(python) => python,
        Err(error) => return skip(options, &format!("{error:#}"), reports),
    };
    let measured = measure(&python, &install::driver(&folder)?, options, reports)?;
    let report = Report::new(measured);
    reports.version("agentdojo", report.version());
    report.metrics().into_iter().for_each(|metric| reports.metric(metric));
    print(options, reports, || report.text(), || report.json())?;
    Ok(report.outcome())
}

fn measure(python: &Path, driver: &Path, options: &Options, reports: &mut Reports<'_>) -> Result<Measured> {
    let mut command = Command::new(python);
    command.arg("-B").arg(driver).arg("--laika").arg(&options.laika);
    // What someone's shell adds to Python's path must not stand in for what was installed.
    command.env_remove("PYTHONPATH").env_remove("PYTHONHOME").env("PYTHONUTF8", "1");
    if let Some(cases) = options.cases {
        command.arg("--cases").arg(cases.to_string());
    }
    let progress = &mut *reports.progress;
    let text = process::watch(&mut command, &mut |line| progress(&format!("agentdojo: {line}")))
        .context("AgentDojo broke off before it had a result")?;
    serde_json::from_str(&text).context("AgentDojo's driver left a result that cannot be read")
}
