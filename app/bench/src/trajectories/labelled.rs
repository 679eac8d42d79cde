//! The labelled sets in the form of examples: never to learn from, but so that weights can be scored on them where Laika does
//! not run. Cases that are only scored by the suites are left out, and so are those with more than one right answer.

use anyhow::Result;
use laika_context::Fence;
use laika_context::execute::{Execution, Outcome as Filled};
use laika_protocol::model::{Ended, Usage, Written};

use super::example::{Example, Kind, Made, Outcome, Safety, Split};
use super::fills::{answer, offered};
use crate::labelled::is_held_out;
use crate::{arguments, routing};

pub(super) fn labelled() -> Result<Vec<Example>> {
    let mut examples = routes()?;
    examples.extend(fills()?);
    Ok(examples)
}

fn routes() -> Result<Vec<Example>> {
    let mut examples = Vec::new();
    for case in routing::material::cases()?.iter().filter(|case| !is_held_out(&case.id)) {
        let routing = routing::measure::routing(case, true)?;
        let right = routing.offered().find(|(name, _)| *name == case.expect.name());
        // A tool that the prompt had no room for.
        let Some(right) = right.map(|(_, label)| format!(" {label}")) else { continue };
        let weighing = routing.weighing();
        let Some(prompt) = weighing.prompts.first() else { continue };
        examples.push(Example::new(Made {
            kind: Kind::Route,
            split: Split::Measured,
            template: format!("routing/{}", case.id),
            seed: 0,
            goal: &case.query,
            prompt,
            answer: right,
            offered: weighing.candidates.clone(),
            safety: Safety::Plain,
            outcome: Outcome::Constructed,
        }));
    }
    Ok(examples)
}

fn fills() -> Result<Vec<Example>> {
    let mut examples = Vec::new();
    for case in arguments::material::cases()?.iter().filter(|case| !is_held_out(&case.id)) {
        let Some(right) = case.only() else { continue };
        let example = arguments::with_task(case, |task| {
            let mut execution = Execution::new(task, &Fence::new(&case.id)).ok()?.for_tuned(true);
            let ask = execution.ask().clone();
            let shape = ask.shape.as_ref()?;
            let answer = answer(task.tool, shape, right)?;
            let written = Written { text: answer.clone(), ended: Ended::Complete, usage: Usage::default() };
            // What cannot be said here says nothing about whoever does not say it.
            if !matches!(execution.read(&written), Filled::Call(_)) {
                return None;
            }
            Some(Example::new(Made {
                kind: Kind::Arguments,
                split: Split::Measured,
                template: format!("arguments/{}", case.id),
                seed: 0,
                goal: &case.goal,
                prompt: &ask.prompt,
                answer,
                offered: offered(task.tool, shape),
                safety: Safety::Plain,
                outcome: Outcome::Constructed,
            }))
        })?;
        examples.extend(example);
    }
    Ok(examples)
}
