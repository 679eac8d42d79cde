//! `laika demo`: three goals on a small site of Laika's own, live, and what came of them held against what should; and a
//! comparison of what it sells.

mod compare;
mod files;
mod goals;
mod judge;

use std::thread;

use anyhow::{Context as _, Result, anyhow};
use laika_bench::web::{Asked, Reply, Site};
use laika_daemon::working::{Asks, Order, Part, Where};
use laika_protocol::ids::Origin;
use laika_store::Check;
use serde_json::json;

pub(crate) use self::goals::built_in_grant;
use self::goals::{Goal, goals};
use super::work::end::{End, finish};
use super::work::watch::Terminal;
use crate::arguments::demo::Demo;
use crate::arguments::work::How;
use crate::printer::{Outcome, Printer};
use laika_os::terminal::has_person;

/// What is no goal of a run: pages are collected and made into a table.
const COMPARE: &str = "compare";

pub(crate) fn run(demo: &Demo, printer: &mut Printer) -> Result<Outcome> {
    if let Some(port) = demo.serve {
        let site = Site::at(port, serve)?;
        printer
            .say("demo", format_args!("a small site of Laika's own is at {}; Ctrl-C ends it", site.origin()));
        loop {
            thread::park();
        }
    }
    if demo.goal.as_deref() == Some(COMPARE) {
        let site = Site::start(serve)?;
        return compare::run(demo, &site, printer);
    }
    let mut wanted = goals()?;
    if let Some(id) = &demo.goal {
        wanted.retain(|goal| goal.id == *id);
        if wanted.is_empty() {
            return Err(anyhow!("hint: summarise, answer, book and compare are there")
                .context(format!("there is no goal `{id}`")));
        }
    }
    let site = Site::start(serve)?;
    printer.say("demo", format_args!("a small site of Laika's own is at {}", site.origin()));
    let how = How {
        allow: Vec::new(),
        headed: false,
        strict: true,
        private: false,
        save_summary: false,
        background: false,
        model: demo.model.clone(),
        no_model: false,
        save: None,
        json: false,
        folder: demo.folder.clone(),
    };
    let terminal = Terminal::open(&how, printer)?;
    let mut results = Vec::new();
    let mut held = true;
    for goal in &wanted {
        site.forget();
        let end = one(goal, &site, &terminal, printer)?;
        if !demo.json {
            finish(&end, &how, printer)?;
        }
        let found = judge::judge(goal, &end, &site.asked());
        for (what, ok) in &found {
            printer.say(if *ok { "  ok" } else { "  FAILED" }, what);
            held &= *ok;
        }
        results.push(json!({ "goal": goal.id, "run": end.run, "answer": end.finished,
            "held": found.iter().map(|(what, ok)| json!({ "what": what, "ok": ok })).collect::<Vec<_>>() }));
    }
    terminal.close();
    if demo.json {
        printer.data(format_args!("{:#}\n", json!({ "held": held, "goals": results })));
    }
    say_where(demo, printer)?;
    Ok(if held { Outcome::Done } else { Outcome::Defects })
}

fn one(goal: &Goal, site: &Site, terminal: &Terminal, printer: &mut Printer) -> Result<End> {
    printer.say("\ngoal", format_args!("{} ({})", goal.goal, goal.title));
    let origin = Origin::parse(&site.origin()).context("the site has no origin")?;
    let asks = match (has_person(), goal.grant(&origin)?) {
        (true, _) => Asks::Person,
        (false, None) => Asks::Nobody,
        (false, Some(agreed)) => {
            printer.say(
                "note",
                format_args!(
                    "nobody is at this terminal, so the demo's own narrow grant `{}` answers: {}. It exists for this \
                     demo only; nothing else works like that",
                    agreed.grant.id, agreed.grant.title
                ),
            );
            Asks::Grant(Box::new(agreed))
        }
    };
    let order = Order {
        part: Part::Page,
        goal: goal.goal.clone(),
        urls: vec![site.url(&goal.url)],
        allow: Vec::new(),
        mode: goal.mode,
        private: false,
        strict: true,
        headed: false,
        surface: Where::default(),
        exposed: Vec::new(),
        asks,
    };
    terminal.run(order, printer)
}

/// The site: its files, and nothing else.
fn serve(asked: &Asked) -> Reply {
    let path = asked.path.split(['?', '#']).next().unwrap_or_default().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    match files::FILES.iter().find(|(name, _)| *name == path) {
        Some((name, bytes)) => Reply::of(files::kind(name), bytes.to_vec()),
        None => Reply::status(404),
    }
}

/// Where everything is, and that the log of it holds.
fn say_where(demo: &Demo, printer: &Printer) -> Result<()> {
    let folder = demo.folder.path()?;
    let reader = demo.folder.reader()?;
    let check = Check { run: None, anchors: &[], run_heads: &[], deep: true };
    let report = reader.verify(&check, &mut |_| {})?;
    let word = if report.is_intact() { "holds" } else { "DOES NOT HOLD" };
    printer.say("log", format_args!("{} events of {} runs; the chain {word}", report.events, report.runs));
    if !report.is_intact() {
        return Err(anyhow!("hint: `laika runs verify` says where").context("the log does not verify"));
    }
    printer.say(
        "where",
        format_args!("the log is in {}; `laika runs list` shows what was done", folder.display()),
    );
    Ok(())
}
