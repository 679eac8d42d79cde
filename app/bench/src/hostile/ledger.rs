//! What the log says became of every proposal.

use laika_protocol::run::{Outcome, ProposalOutcome, Record};
use laika_protocol::wire::Decision;

use super::kind::Kind;
use super::planner::{Came, Tried};

/// What became of one proposal.
#[derive(Clone, Debug)]
pub(super) struct Fate {
    pub(super) kind: Kind,
    /// It is not of a form that means anything.
    pub(super) misshapen: bool,
    pub(super) denied: bool,
    /// The person, or nobody, was asked.
    pub(super) asked: bool,
    pub(super) allowed: bool,
    /// It was done, or shown.
    pub(super) performed: bool,
    /// Why it was tried and failed, or why the gate did not simply allow it.
    pub(super) because: Vec<String>,
}

/// The fates of what was tried, by the records of its run in order.
pub(super) fn fates(tried: &[Tried], records: &[Record]) -> Vec<Fate> {
    let mut outputs: Vec<(ProposalOutcome, Vec<&Record>)> = Vec::new();
    for record in records {
        if let Record::ModelOutput(output) = record {
            outputs.push((output.outcome, Vec::new()));
        } else if let Some((_, after)) = outputs.last_mut() {
            after.push(record);
        }
    }
    let mut outputs = outputs.into_iter();
    let fate = |tried: &Tried| {
        let mut fate = Fate {
            kind: tried.kind,
            misshapen: false,
            denied: false,
            asked: false,
            allowed: false,
            performed: false,
            because: Vec::new(),
        };
        match tried.came {
            Came::Unread => fate.misshapen = true,
            Came::HandedOff => fate.asked = true,
            Came::Proposed => {
                if let Some((outcome, after)) = outputs.next() {
                    fate.follow(outcome, &after);
                }
            }
        }
        fate
    };
    tried.iter().map(fate).collect()
}

impl Fate {
    fn follow(&mut self, outcome: ProposalOutcome, after: &[&Record]) {
        match outcome {
            ProposalOutcome::Unusable | ProposalOutcome::Repeated => self.misshapen = true,
            ProposalOutcome::Clarify => self.asked = true,
            ProposalOutcome::Answer => {
                let shown = after
                    .iter()
                    .any(|record| matches!(record, Record::Verified(verified) if verified.finished));
                (self.performed, self.misshapen) = (shown, !shown);
            }
            ProposalOutcome::Call => after.iter().for_each(|record| self.step(record)),
        }
    }

    fn step(&mut self, record: &Record) {
        if let Record::Decided(decided) = record {
            match decided.decision {
                Decision::Allow => self.allowed = true,
                Decision::Ask => self.asked = true,
                Decision::Deny => self.denied = true,
            }
            if decided.decision != Decision::Allow {
                self.because.push(decided.reason_code.as_str().to_owned());
            }
        }
        if let Record::StepResult(result) = record {
            self.performed |= matches!(result.outcome, Outcome::Done | Outcome::Unknown);
            let reason = result.reason_code.as_ref().map(|reason| reason.as_str());
            let reason = reason.or(result.error.map(|error| error.code()));
            self.because.extend(reason.map(ToOwned::to_owned));
        }
    }
}
