//! `laika run`: a goal, from its words to an answer or a finished task.

use anyhow::{Result, anyhow, bail};
use laika_context::goal::search_words;
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
    // A goal that names neither a page nor a search is about the project here.
    let mut order = if run.project.is_some() || named.is_empty() && search_words(&run.goal).is_none() {
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
