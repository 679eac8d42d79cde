//! `laika plan`: the next step that would be proposed to the gate on a page.

use anyhow::Result;
use laika_context::execute::Task;
use laika_context::{Aliases, FIRST_LOOK_TOKENS, summary_document};
use laika_daemon::thinking::{Request, ThinkError};
use laika_policy::cloud::CloudDocument;
use laika_protocol::tools::{self, TOOLS};
use serde_json::{Value, json};

use super::{read_observation, route, with_mind};
use crate::arguments::think::Plan;
use crate::printer::{Outcome, Printer};

pub(crate) fn run(plan: &Plan, printer: &mut Printer) -> Result<Outcome> {
    let observation = read_observation(&plan.observation, printer)?;
    let mut aliases = Aliases::default();
    // All of it: what is shown to the model is chosen by the goal, from everything that is there.
    let page = summary_document(&observation, 0, &mut aliases);
    let offered: Vec<(&str, &str)> = TOOLS.iter().map(|tool| (tool.name, tool.line)).collect();
    let done: Vec<&str> = plan.done.iter().map(String::as_str).collect();
    let documents = CloudDocument::of_page(&observation);
    let (decision, call) = with_mind(&plan.model, documents, printer, async |mind, cancel, _| {
        let request = Request { query: &plan.goal, page: Some(&observation.title), tools: &offered };
        let decision = mind.route(&request, cancel).await?;
        let Some(tool) = decision.route.tool.as_ref().and_then(|name| tools::find(name.as_str())) else {
            return Ok((decision, None));
        };
        let task = Task {
            tool,
            goal: &plan.goal,
            page: Some(&page),
            done: &done,
            pack: None,
            tabs: &[],
            tokens: FIRST_LOOK_TOKENS,
        };
        let call = match mind.fill(&task, cancel).await {
            // Whoever looks at a plan wants to see how far it got.
            Err(ThinkError::Problem(problem)) => Err(problem),
            other => Ok(other?),
        };
        Ok((decision, Some(call)))
    })?;
    if plan.model.json {
        let call = call.as_ref().map(|call| match call {
            Ok(call) => json!({ "name": call.name, "arguments": call.arguments }),
            Err(problem) => json!({ "error": { "code": problem.code(), "message": problem.to_string() } }),
        });
        let mut value = route::json(&decision);
        value["call"] = json!(call);
        printer.data(format_args!("{value:#}\n"));
        return Ok(Outcome::Done);
    }
    match call {
        None => printer.data(format_args!("{}\n", route::chosen(&decision))),
        Some(Ok(call)) => printer.data(format_args!("{} {}\n", call.name, Value::Object(call.arguments))),
        Some(Err(problem)) => {
            printer.data(format_args!("{}: {problem} ({})\n", route::chosen(&decision), problem.code()));
        }
    }
    printer.say("planned", format_args!("margin {:.2}; nothing was done", decision.margin));
    Ok(Outcome::Done)
}
