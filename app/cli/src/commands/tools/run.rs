//! `laika tools run`: one call, through the gate, and what it gives.

use anyhow::{Context as _, Result, anyhow};
use laika_protocol::tools::{Category, PLAIN, resolve};
use laika_protocol::{quoted, text};
use serde_json::{Map, Value, json};

use super::project_of;
use crate::arguments::tools::Use;
use crate::commands::serve;
use crate::commands::work::end::{self, End};
use crate::commands::work::{start, watch};
use crate::printer::{Outcome, Printer};

pub(super) fn run(asked: &Use, printer: &mut Printer) -> Result<Outcome> {
    let tool = resolve(&asked.name).ok_or_else(|| super::unknown(&asked.name))?;
    if !PLAIN.iter().any(|plain| plain.name == tool.name) {
        return Err(anyhow!("hint: `laika browse URL` and `laika run` use the tools of the browser")
            .context(format!("{} needs a page", quoted(tool.name))));
    }
    let arguments: Map<String, Value> = serde_json::from_str(&asked.args).with_context(|| {
        format!("--args is no JSON object; `laika tools show {}` says what it takes", tool.name)
    })?;
    // What is asked is the call itself, in the person's own words.
    let call = json!({ "name": tool.name, "arguments": arguments }).to_string();
    let project = project_of(asked.project.as_deref())?;
    let order = start::with_tools(call, Some(project), asked.mode.map(Into::into), &asked.how)?;
    if tool.category == Category::Collections && !asked.how.private {
        // Collections are kept by the Laika that serves, which captures what is due.
        serve::start(&asked.how.folder, Some(serve::IDLE_EXIT_S), printer)?;
    }
    let terminal = watch::Terminal::open(&asked.how, printer)?;
    let end = terminal.run(order, printer);
    terminal.close();
    let end = end?;
    if asked.how.json || end.results.is_empty() {
        return end::finish(&end, &asked.how, printer);
    }
    show(&end, printer);
    let did = end.results.iter().all(|(_, result)| result.success);
    Ok(if did { Outcome::Done } else { Outcome::Defects })
}

/// Prints everything that came, as text; what files say cannot do anything to a terminal.
fn show(end: &End, printer: &mut Printer) {
    for (_, result) in &end.results {
        let said = if result.full_text.is_empty() { &result.summary } else { &result.full_text };
        if !result.full_text.starts_with(&result.summary) {
            printer.say("result", text::one_line(&result.summary));
        }
        let lines: Vec<String> = said.lines().map(|line| text::one_line(line).into_owned()).collect();
        printer.data(format_args!("{}\n", lines.join("\n")));
    }
}
