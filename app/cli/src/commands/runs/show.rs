//! `laika runs show`: one run at a glance.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::Result;
use laika_daemon::serving::KeptGoal;
use laika_protocol::run::{ErasedFor, Left, Outcome as StepOutcome, Pause, Record};
use laika_protocol::text;
use laika_protocol::wire::{Decision, RunStatus};
use laika_store::Reader;
use serde_json::{Value, json};

use super::{find, list, when};
use crate::commands::artifacts;
use crate::printer::{Outcome, Printer};
use crate::table::Table;

/// What is told of one step.
#[derive(Default)]
struct Step {
    tool: String,
    decisions: Vec<String>,
    outcome: Option<StepOutcome>,
}

/// What is told of a run.
#[derive(Default)]
struct Story {
    goal: Option<String>,
    pause: Option<Pause>,
    steps: BTreeMap<u32, Step>,
    /// At most how many bits could have gone from where to where.
    carried: BTreeMap<(String, String), u64>,
    /// What left for models on other machines.
    left: Vec<Left>,
}

impl Story {
    fn of(records: &[(u64, Record)]) -> Self {
        let mut story = Self::default();
        let mut read: Vec<String> = Vec::new();
        for (_, record) in records {
            #[expect(clippy::wildcard_enum_match_arm, reason = "a story tells of some records only")]
            match record {
                Record::UserMessage(message) if story.goal.is_none() => {
                    story.goal = Some(message.text.clone())
                }
                Record::Paused(paused) => story.pause = Some(paused.why),
                Record::Rollback(_) => story.pause = Some(Pause::RolledBack),
                Record::Observed(observed) => {
                    let confidential =
                        observed.exposed.iter().filter(|one| one.confidential || one.sensitive);
                    read.extend(confidential.map(|one| one.place.clone()));
                    read.sort_unstable();
                    read.dedup();
                }
                Record::ModelPrompt(prompt) => story.left.extend(prompt.left.clone()),
                Record::Intent(intent) => {
                    story.steps.entry(intent.step.step).or_default().tool.clone_from(&intent.tool);
                }
                Record::Decided(decided) => {
                    let step = story.steps.entry(decided.step.step).or_default();
                    step.decisions.push(format!("{} {}", decided.decision.as_str(), decided.reason_code));
                    let bits = decided.carried_bits.unwrap_or(0);
                    if bits > 0 && decided.decision == Decision::Allow {
                        for to in &decided.destinations {
                            let from = read
                                .iter()
                                .filter(|from| *from != to)
                                .cloned()
                                .collect::<Vec<_>>()
                                .join(", ");
                            *story.carried.entry((from, to.clone())).or_default() += bits;
                        }
                    }
                }
                Record::Approval(approval) => {
                    let step = story.steps.entry(approval.step.step).or_default();
                    step.decisions.push(if approval.approved { "you: yes" } else { "you: no" }.into());
                }
                Record::StepResult(result) => {
                    story.steps.entry(result.step.step).or_default().outcome = Some(result.outcome);
                }
                _ => {}
            }
        }
        story
    }
}

pub(super) fn run(reader: &Reader, name: &str, as_json: bool, printer: &mut Printer) -> Result<Outcome> {
    let run = find(reader, name)?;
    let records = reader.records(&run.row.run)?;
    let mut story = Story::of(&records);
    story.pause = story.pause.filter(|_| run.row.status == RunStatus::Paused);
    let sites = reader.sites(&run.row.run)?;
    let files = reader.artifacts(Some(&run.row.run))?;
    let erased = run.head.seq.saturating_sub(records.len() as u64);
    let gone = KeptGoal::of(&records).erased();
    if as_json {
        let steps: Vec<Value> = story
            .steps
            .iter()
            .map(|(number, step)| {
                json!({ "step": number, "tool": step.tool, "decisions": step.decisions, "outcome": step.outcome })
            })
            .collect();
        let carried: Vec<Value> = story
            .carried
            .iter()
            .map(|((from, to), bits)| json!({ "from": from, "to": to, "atMostBits": bits }))
            .collect();
        let mut value = list::value(&run);
        value["goal"] = json!(story.goal);
        value["goalErased"] = json!(gone);
        value["pause"] = json!(story.pause);
        value["sites"] = json!(sites);
        value["steps"] = json!(steps);
        value["carried"] = json!(carried);
        value["left"] = json!(story.left);
        value["artifacts"] = json!(files.iter().map(artifacts::value).collect::<Vec<_>>());
        value["erasedPayloads"] = json!(erased);
        printer.data(format_args!("{value:#}\n"));
        return Ok(Outcome::Done);
    }
    let mut text = String::new();
    writeln!(text, "{}  {}", run.row.run, run.row.status.as_str())?;
    if let Some(goal) = &story.goal {
        writeln!(text, "  goal      {}", text::one_line(goal))?;
    } else if let Some(gone) = gone {
        let why = match gone {
            ErasedFor::Forgotten => "forgotten, as you wanted",
            ErasedFor::Retention | ErasedFor::Compaction => "not kept any more: its time is over",
        };
        writeln!(text, "  goal      ({why})")?;
    }
    if let Some(pause) = story.pause {
        writeln!(text, "  waits     {}", pause.sentence())?;
    }
    writeln!(text, "  started   {} UTC, changed {} UTC", when(run.created_at_ms), when(run.updated_at_ms))?;
    writeln!(
        text,
        "  works     {} in {} mode, branch {}",
        run.row.surface.as_str(),
        list::mode(&run),
        run.row.branch
    )?;
    let sites: Vec<String> = sites.iter().map(ToString::to_string).collect();
    writeln!(text, "  read      {}", if sites.is_empty() { "nothing".into() } else { sites.join(", ") })?;
    writeln!(text, "  events    {}, {erased} payloads erased", run.head.seq)?;
    writeln!(text, "  head      {}", run.head)?;
    for ((from, to), bits) in &story.carried {
        writeln!(text, "  carried   at most {bits} bits of {from} to {to}")?;
    }
    for Left { to, digest, bytes } in &story.left {
        writeln!(text, "  left      {bytes} bytes for the model at {to}, {digest}")?;
    }
    for file in &files {
        writeln!(text, "  kept      {} ({} bytes{})", file.id, file.bytes, artifacts::state(file))?;
    }
    printer.data(text);
    let mut table = Table::new(["STEP", "TOOL", "OUTCOME", "DECISIONS"]);
    for (number, step) in &story.steps {
        let outcome = step
            .outcome
            .map_or_else(|| "open".into(), |one| json!(one).as_str().unwrap_or_default().to_owned());
        table.row([number.to_string(), step.tool.clone(), outcome, step.decisions.join(", ")]);
    }
    if !story.steps.is_empty() {
        printer.data(format_args!("\n{table}"));
    }
    Ok(Outcome::Done)
}
