//! `laika doctor`: does everything work here?

use std::env;
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow};
use laika_daemon::doctor::{Finding, Installation, News, State, examine};
use laika_protocol::text::one_line;
use serde_json::{Value, json};
use tokio::sync::mpsc::unbounded_channel;
use tokio::time::timeout;

use crate::arguments::doctor::Doctor;
use crate::model::library;
use crate::printer::{Outcome, Printer};

/// The browser ends in good order by then.
const ENDED_WITHIN: Duration = Duration::from_secs(10);

pub(crate) fn run(doctor: &Doctor, printer: &mut Printer) -> Result<Outcome> {
    let installation = Installation {
        laika: env::current_exe().context("cannot find this program itself")?,
        folder: std::path::absolute(doctor.folder.path()?)?,
        models: library(&doctor.folder)?,
        browser: laika_browser::find_program(),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let findings = runtime.block_on(listen(installation, doctor.json, printer));
    // A check that nobody waits for any more may still be busy.
    runtime.shutdown_background();
    let findings = findings?;
    let count = |word: &str| findings.iter().filter(|finding| finding.state.word() == word).count();
    let [ok, warn, fail] = ["ok", "warn", "fail"].map(count);
    if doctor.json {
        let checks: Vec<Value> = findings.iter().map(as_json).collect();
        let value = json!({ "healthy": fail == 0, "ok": ok, "warn": warn, "fail": fail, "checks": checks });
        printer.data(format_args!("{value:#}\n"));
    } else {
        printer.data(format_args!("\n{ok} ok, {warn} warn, {fail} fail\n"));
    }
    Ok(if fail == 0 { Outcome::Done } else { Outcome::Defects })
}

/// Shows what is found as it is found, until all of it is. Ctrl-C ends it.
async fn listen(installation: Installation, quietly: bool, printer: &mut Printer) -> Result<Vec<Finding>> {
    let (tell, mut news) = unbounded_channel();
    let mut examination = tokio::spawn(examine(installation, tell));
    let mut findings = Vec::new();
    let stop = tokio::signal::ctrl_c();
    tokio::pin!(stop);
    loop {
        let heard = tokio::select! {
            heard = news.recv() => heard,
            _ = &mut stop => {
                printer.progress_over();
                // It ends what it started when nobody listens any more.
                drop(news);
                _ = timeout(ENDED_WITHIN, &mut examination).await;
                return Err(anyhow!("stopped"));
            }
        };
        match heard {
            Some(News::Doing(what)) => printer.say("laika", what),
            Some(News::Progress { stage, done, total }) => printer.progress(stage, done, total),
            Some(News::Found(finding)) => {
                printer.progress_over();
                if !quietly {
                    printer.data(line(&finding, printer.colours()));
                    printer.flush();
                }
                findings.push(finding);
            }
            None => break,
        }
    }
    examination.await.context("a check broke off")?;
    Ok(findings)
}

fn line(finding: &Finding, colours: bool) -> String {
    let (word, name) = (finding.state.word(), finding.check.name());
    let word = match (&finding.state, colours) {
        (_, false) => format!("{word:4}"),
        (State::Ok, true) => format!("\x1b[32m{word:4}\x1b[0m"),
        (State::Warn(_), true) => format!("\x1b[33m{word:4}\x1b[0m"),
        (State::Fail(_), true) => format!("\x1b[31m{word:4}\x1b[0m"),
    };
    let found = one_line(&finding.found);
    match finding.state.trouble() {
        None => format!("{word}  {name:15}  {found}\n"),
        Some(trouble) => {
            let (code, fix) = (trouble.code, one_line(&trouble.fix));
            format!("{word}  {name:15}  {found} ({code})\n{:21}  fix: {fix}\n", "")
        }
    }
}

fn as_json(finding: &Finding) -> Value {
    let trouble = finding.state.trouble();
    json!({
        "check": finding.check.name(),
        "state": finding.state.word(),
        "found": finding.found,
        "code": trouble.map(|trouble| trouble.code),
        "fix": trouble.map(|trouble| trouble.fix.as_str()),
    })
}
