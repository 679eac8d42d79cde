//! `laika plan`: the next step that would be proposed to the gate on a page.

use anyhow::Result;
use laika_context::execute::{Execution, Task};
use laika_context::pack::{Memory, PACK_TOKENS, Pack, Step};
use laika_context::{Aliases, FIRST_LOOK_TOKENS, Problem, estimate_tokens, summary_document};
use laika_daemon::thinking::{Request, ThinkError};
use laika_policy::cloud::CloudDocument;
use laika_protocol::llmcp::ToolCall;
use laika_protocol::tools::{self, TOOLS};
use serde_json::{Value, json};

use super::{read_observation, route, with_mind};
use crate::arguments::think::Plan;
use crate::commands::notes;
use crate::printer::{Outcome, Printer};

/// What came of it.
enum Shown {
    /// The call that would be proposed.
    Call(ToolCall),
    /// Why there is none.
    Problem(Problem),
    /// What the model would be told for it.
    Told(Value),
}

/// What would be asked, word for word. The names of fences are drawn anew each time.
fn told(execution: &Execution, pack: &Pack) -> Value {
    let prompt: String = execution
        .ask()
        .prompt
        .turns
        .iter()
        .map(|turn| format!("--- {:?}\n{}\n", turn.speaker, turn.text))
        .collect();
    let beside: Vec<String> = pack
        .told
        .iter()
        .map(|told| format!("{}: {} tokens, {} left out", told.part.as_str(), told.tokens, told.left_out))
        .collect();
    json!({ "tokens": estimate_tokens(&prompt), "beside": beside, "prompt": prompt })
}

pub(crate) fn run(plan: &Plan, printer: &mut Printer) -> Result<Outcome> {
    let observation = read_observation(&plan.observation, printer)?;
    let mut aliases = Aliases::default();
    // All of it: what is shown to the model is chosen by the goal, from everything that is there.
    let page = summary_document(&observation, 0, &mut aliases);
    let offered: Vec<(&str, &str)> = TOOLS.iter().map(|tool| (tool.name, tool.line)).collect();
    let done: Vec<&str> = plan.done.iter().map(String::as_str).collect();
    let steps: Vec<Step> = plan
        .done
        .iter()
        .map(|words| Step { words: words.clone(), origin: observation.origin.to_string() })
        .collect();
    // A folder without a log has no notes.
    let notes = notes::about(&plan.model.folder, &observation.origin).unwrap_or_default();
    let memory =
        Memory { origin: observation.origin.as_str(), steps: &steps, notes: &notes, ..Memory::default() };
    let pack = Pack::of(&memory, PACK_TOKENS, &estimate_tokens);
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
            pack: Some(&pack),
            tabs: &[],
            tokens: FIRST_LOOK_TOKENS,
        };
        if plan.show {
            return Ok((decision, Some(Shown::Told(told(&mind.execution(&task)?, &pack)))));
        }
        let call = match mind.fill(&task, cancel).await {
            // Whoever looks at a plan wants to see how far it got.
            Err(ThinkError::Problem(problem)) => Shown::Problem(problem),
            other => Shown::Call(other?),
        };
        Ok((decision, Some(call)))
    })?;
    if plan.model.json {
        let call = call.as_ref().map(|call| match call {
            Shown::Call(call) => json!({ "call": { "name": call.name, "arguments": call.arguments } }),
            Shown::Problem(problem) => {
                json!({ "call": { "error": { "code": problem.code(), "message": problem.to_string() } } })
            }
            Shown::Told(told) => json!({ "told": told }),
        });
        let mut value = route::json(&decision);
        value["call"] = Value::Null;
        for (name, shown) in call.as_ref().and_then(Value::as_object).into_iter().flatten() {
            value[name] = shown.clone();
        }
        printer.data(format_args!("{value:#}\n"));
        return Ok(Outcome::Done);
    }
    match call {
        None => printer.data(format_args!("{}\n", route::chosen(&decision))),
        Some(Shown::Told(told)) => {
            printer.data(format_args!("{}", told["prompt"].as_str().unwrap_or_default()));
            printer.say("told", format_args!("about {} tokens; {}", told["tokens"], told["beside"]));
        }
        Some(Shown::Call(call)) => {
            printer.data(format_args!("{} {}\n", call.name, Value::Object(call.arguments)))
        }
        Some(Shown::Problem(problem)) => {
            printer.data(format_args!("{}: {problem} ({})\n", route::chosen(&decision), problem.code()));
        }
    }
    printer.say("planned", format_args!("margin {:.2}; nothing was done", decision.margin));
    Ok(Outcome::Done)
}
