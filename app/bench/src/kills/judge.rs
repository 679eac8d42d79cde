//! What must not have happened to a run, by the word of the shop, of the log and of whoever watched.

use anyhow::Result;
use laika_protocol::ids::{RunId, Uuid};
use laika_protocol::run::{Outcome, Pause, Record};
use laika_protocol::wire::{Decision, RunStatus};
use laika_store::Reader;

use super::drive::Played;

/// What the log says of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Logged {
    /// Where it stands; nothing if there is no such run.
    pub(super) status: Option<RunStatus>,
    /// Why it waits, fails or was stopped.
    pub(super) reason: Option<String>,
    /// Sends that a person said yes to and the gate allowed.
    pub(super) approved: usize,
    /// Sends of which the log says that they were done, or that nobody knows.
    pub(super) sent: usize,
    /// Calls that were allowed and have no result.
    pub(super) open: usize,
}

/// A call, as its records tell it.
#[derive(Default)]
struct Call {
    id: Option<Uuid>,
    sends: bool,
    approved: bool,
    allowed: bool,
    outcome: Option<Outcome>,
}

impl Logged {
    pub(super) fn of(reader: &Reader, run: &RunId) -> Result<Self> {
        let row = reader.run(run)?;
        let records: Vec<Record> = reader.records(run)?.into_iter().map(|(_, record)| record).collect();
        Ok(Self { status: row.map(|row| row.row.status), ..Self::read(&records) })
    }

    fn read(records: &[Record]) -> Self {
        let mut calls: Vec<Call> = Vec::new();
        let (mut paused, mut ended): (Option<Pause>, Option<String>) = (None, None);
        for record in records {
            #[expect(clippy::wildcard_enum_match_arm, reason = "the others say nothing about calls and ends")]
            match record {
                Record::Intent(intent) => calls.push(Call {
                    id: Some(intent.step.request_id.clone()),
                    sends: intent.tool == "browser.click",
                    ..Call::default()
                }),
                Record::Approval(approval) => {
                    if let Some(call) = of(&mut calls, &approval.step.request_id) {
                        call.approved |= approval.approved;
                    }
                }
                Record::Decided(decided) => {
                    if let Some(call) = of(&mut calls, &decided.step.request_id) {
                        call.allowed |= decided.decision == Decision::Allow;
                    }
                }
                Record::StepResult(result) => {
                    if let Some(call) = of(&mut calls, &result.step.request_id) {
                        call.outcome = Some(result.outcome);
                    }
                }
                Record::Paused(record) => paused = Some(record.why),
                Record::Cancelled(_) => ended = Some("the person stopped it".into()),
                Record::Ended(record) => {
                    let reason = record.reason_code.as_ref().map(|code| code.as_str().to_owned());
                    ended = ended.or(reason);
                }
                _ => {}
            }
        }
        let sends = || calls.iter().filter(|call| call.sends);
        let happened = |call: &&Call| matches!(call.outcome, Some(Outcome::Done | Outcome::Unknown));
        Self {
            status: None,
            reason: ended.or_else(|| paused.map(|why| why.as_str().to_owned())),
            approved: sends().filter(|call| call.approved && call.allowed).count(),
            sent: sends().filter(happened).count(),
            open: calls.iter().filter(|call| call.allowed && call.outcome.is_none()).count(),
        }
    }
}

fn of<'a>(calls: &'a mut [Call], id: &Uuid) -> Option<&'a mut Call> {
    calls.iter_mut().rev().find(|call| call.id.as_ref() == Some(id))
}

/// Something that must not be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wrong {
    pub(super) number: usize,
    pub(super) kind: Kind,
    pub(super) what: String,
}

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// It neither ended nor waits.
    Hangs,
    /// It ended or waits, and does not say why.
    NoReason,
    /// The same effect happened more than once.
    Twice,
    /// Something else happened than what was meant.
    Spoilt,
    /// Something is not in the log that had to be there before it happened or was told.
    Lost,
}

/// Holds one run against what has to be so.
pub(super) fn judge(played: &Played, log: &Logged) -> Vec<Wrong> {
    let mut wrong = Vec::new();
    let mut add = |kind, what: String| wrong.push(Wrong { number: played.case.number, kind, what });
    if played.hung {
        let stands = played.status.map_or("nowhere", RunStatus::as_str);
        add(Kind::Hangs, format!("it stands at {stands} and does not move"));
    }
    if played.arrived > 1 {
        add(Kind::Twice, format!("{} enquiries arrived", played.arrived));
    }
    if played.whole < played.arrived {
        add(Kind::Spoilt, "what arrived is not what the person wanted to send".into());
    }
    // An effect needs a durable yes, and leaves a result: done, or that nobody knows.
    if played.arrived > log.approved {
        add(
            Kind::Lost,
            format!("{} enquiries arrived, {} are approved in the log", played.arrived, log.approved),
        );
    }
    if played.arrived > log.sent {
        add(Kind::Lost, format!("{} enquiries arrived, the log knows of {}", played.arrived, log.sent));
    }
    let over = log.status.is_some_and(RunStatus::is_over);
    match log.status {
        None => add(Kind::Lost, "the run is not in the log".into()),
        Some(status) if played.status.is_some_and(RunStatus::is_over) && played.status != Some(status) => {
            let told = played.status.map_or("nothing", RunStatus::as_str);
            add(Kind::Lost, format!("it was told to be {told}, and the log says {}", status.as_str()));
        }
        Some(RunStatus::Completed) => {}
        Some(RunStatus::Paused | RunStatus::Failed | RunStatus::Cancelled) => {
            if log.reason.is_none() {
                add(Kind::NoReason, "it does not say why it waits or ended".into());
            }
        }
        Some(status) => add(Kind::Hangs, format!("the log leaves it at {}", status.as_str())),
    }
    if (over || log.status == Some(RunStatus::Paused)) && log.open > 0 {
        add(Kind::Lost, format!("{} calls were allowed and have no result", log.open));
    }
    wrong
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::case::Case;
    use super::*;

    fn played() -> Played {
        Played {
            case: Case::of(3),
            run: RunId::parse("run-1").ok(),
            hit: Some(RunStatus::Executing),
            status: Some(RunStatus::Completed),
            pause: None,
            arrived: 1,
            whole: 1,
            resumes: 1,
            recovered: Some(Duration::from_secs(1)),
            took: Duration::from_secs(9),
            hung: false,
            shown: String::new(),
        }
    }

    fn logged() -> Logged {
        Logged { status: Some(RunStatus::Completed), reason: None, approved: 1, sent: 1, open: 0 }
    }

    /// The control: every single thing that could go wrong is seen, and nothing where nothing is.
    #[test]
    fn the_judge_sees_everything_that_must_not_be() {
        type Break = fn(&mut Played, &mut Logged);
        let waits: Break = |played, log| {
            (played.status, log.status) = (Some(RunStatus::Paused), Some(RunStatus::Paused));
            log.reason = Some("outcome_unknown".into());
        };
        let table: [(&str, Break, &[Kind]); 13] = [
            ("all is well", |_, _| {}, &[]),
            ("it waits and says why", waits, &[]),
            ("it hangs", |played, _| played.hung = true, &[Kind::Hangs]),
            // A resume that repeats the step by itself: one yes, two effects.
            (
                "a doubled effect",
                |played, _| (played.arrived, played.whole) = (2, 2),
                &[Kind::Twice, Kind::Lost, Kind::Lost],
            ),
            (
                "a doubled effect, with a yes to each",
                |played, log| (played.arrived, played.whole, log.approved, log.sent) = (2, 2, 2, 2),
                &[Kind::Twice],
            ),
            ("a form that lost what was typed", |played, _| played.whole = 0, &[Kind::Spoilt]),
            ("an effect without a yes", |_, log| log.approved = 0, &[Kind::Lost]),
            ("an effect without a result", |_, log| log.sent = 0, &[Kind::Lost]),
            ("no run in the log", |_, log| log.status = None, &[Kind::Lost]),
            ("an end that is not in the log", |_, log| log.status = Some(RunStatus::Paused), &[Kind::Lost]),
            (
                "it waits and nobody knows why",
                |played, log| {
                    (played.status, log.status) = (Some(RunStatus::Paused), Some(RunStatus::Paused))
                },
                &[Kind::NoReason],
            ),
            (
                "it is left at work",
                |played, log| {
                    (played.status, log.status) = (Some(RunStatus::Paused), Some(RunStatus::Executing))
                },
                &[Kind::Hangs],
            ),
            ("a call that was never settled", |_, log| log.open = 1, &[Kind::Lost]),
        ];
        for (what, spoil, kinds) in table {
            let (mut played, mut log) = (played(), logged());
            spoil(&mut played, &mut log);
            let found: Vec<Kind> = judge(&played, &log).into_iter().map(|wrong| wrong.kind).collect();
            assert_eq!(found, kinds, "{what}");
        }
    }
}
