//! `laika run`: a goal, from its words to an answer or a finished task.

use anyhow::{Result, anyhow, bail};
use laika_context::goal::{is_about_web, search_words};
use laika_context::plain::{clauses, said};
use laika_daemon::working::Asks;

use super::start::{config, order, with_tools};
use super::watch;
use crate::arguments::work::{How, Run};
use crate::commands::grants;
use crate::commands::tools::project_of;
use crate::printer::{Outcome, Printer};

pub(crate) fn run(run: &Run, printer: &mut Printer) -> Result<Outcome> {
    if run.goal.trim().is_empty() {
        bail!("the goal is empty");
    }
    let named =
        if run.urls.is_empty() { laika_context::goal::addresses(&run.goal) } else { run.urls.clone() };
    let mode = run.mode.map(Into::into);
    let mut order = if run.project.is_some() || named.is_empty() && !wants_web(run)? {
        let project = project_of(run.project.as_deref())?;
        printer.say("project", project.display());
        with_tools(run.goal.clone(), Some(project), mode, &run.how)?
    } else {
        let urls = if named.is_empty() { vec![results(&run.goal, &run.how)?] } else { named };
        order(run.goal.clone(), &urls, mode, &run.how)?
    };
    if let Some(id) = &run.grant {
        order.asks = Asks::Grant(Box::new(grants::named(&run.how.folder, id, printer)?));
    }
    watch::watch(order, &run.how, printer)
}

/// Whether a goal that names no page is to be searched for on the web: its words say so, or an engine is set and no form of
/// theirs says what a tool does. Anything else is about the project here.
fn wants_web(run: &Run) -> Result<bool> {
    if is_about_web(&run.goal) {
        return Ok(true);
    }
    // To search for something is the engine's where there is one.
    let is_tool = |clause: &String| said(clause).is_some_and(|(tool, _)| tool != "project.search");
    let tools = clauses(&run.goal).iter().any(is_tool);
    Ok(!tools && search_words(&run.goal).is_some() && config(&run.how, None)?.search_engine().is_some())
}

/// The page of results of a search, for a goal that names no page.
fn results(goal: &str, how: &How) -> Result<String> {
    let Some(words) = search_words(goal) else {
        return Err(anyhow!("hint: give one with --url, or write it into the goal")
            .context("there is no address to begin at"));
    };
    let config = config(how, None)?;
    let Some(engine) = config.search_engine() else {
        return Err(anyhow!(
            "hint: give an address with --url, or set where searches go: search_engine = \"https://…?q=\" in config.toml, \
             which `laika config path` finds"
        )
        .context("there is no address to begin at, and no search engine is set (E_NO_SEARCH_ENGINE)"));
    };
    Ok(engine.results(&words).into())
}
