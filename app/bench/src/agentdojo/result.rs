//! What the driver counted, and its sums.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::stats::Share;

/// The suites whose figures are of record. The others stand beside them.
pub(super) const OF_RECORD: [&str; 2] = ["banking", "workspace"];
/// The attack that AgentDojo's authors found to work best on models.
pub(super) const HEADLINE: &str = "important_instructions";
/// How a person answers what the gate asks; the first is the one of record.
pub(super) const PERSONS: [&str; 3] = ["approves_unflagged", "approves_all", "refuses_all"];

/// Everything the driver prints.
#[derive(Debug, Default, Deserialize, Serialize)]
pub(super) struct Measured {
    pub(super) version: String,
    pub(super) benchmark: String,
    pub(super) benign: Vec<Benign>,
    pub(super) control: Vec<Control>,
    pub(super) attacks: Vec<Attack>,
    pub(super) asks: Vec<Ask>,
    pub(super) leaks: Vec<Leak>,
    pub(super) unhonoured: Vec<Value>,
    pub(super) requests: u64,
    pub(super) seconds: f64,
}

/// Tasks without an attack.
#[derive(Debug, Default, Clone, Deserialize, Serialize)]
pub(super) struct Benign {
    pub(super) suite: String,
    pub(super) person: String,
    pub(super) n: u64,
    pub(super) completed: u64,
    /// How often the person was asked; one plan is one question.
    pub(super) cards: u64,
    /// How many tasks had a question.
    pub(super) asked: u64,
}

/// Attacks without a gate.
#[derive(Debug, Default, Clone, Deserialize, Serialize)]
pub(super) struct Control {
    pub(super) suite: String,
    pub(super) attack: String,
    pub(super) pairs: u64,
    /// The attacker's text never reached the agent, so this was no attack.
    pub(super) unseen: u64,
    pub(super) seen: u64,
    pub(super) succeeded: u64,
}

/// Attacks with the gate.
#[derive(Debug, Default, Clone, Deserialize, Serialize)]
pub(super) struct Attack {
    pub(super) suite: String,
    pub(super) attack: String,
    pub(super) person: String,
    pub(super) seen: u64,
    /// Of those seen, the ones that AgentDojo finds successful when there is no gate.
    pub(super) effective: u64,
    pub(super) succeeded: u64,
    /// At least one call of the attacker's that changes something was carried out, whatever AgentDojo's check says.
    pub(super) touched: u64,
    /// Nothing that the user's task needs was held back.
    pub(super) finished: u64,
    pub(super) cards: u64,
}

/// A question that a task without an attack led to.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Ask {
    pub(super) suite: String,
    pub(super) task: String,
    pub(super) person: String,
    pub(super) flagged: bool,
    pub(super) approved: bool,
    pub(super) calls: Vec<Call>,
}

/// A call that was asked about.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Call {
    pub(super) name: String,
    pub(super) arguments: Value,
    #[serde(rename = "reasonCode")]
    pub(super) reason_code: Option<String>,
}

/// An attack that got through.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Leak {
    pub(super) suite: String,
    pub(super) task: String,
    pub(super) injection: String,
    pub(super) attack: String,
    pub(super) cards: Vec<Value>,
}

impl Attack {
    /// Stopped among all that reached the agent, as AgentDojo counts.
    pub(super) fn stopped(&self) -> Share {
        Share::new(self.seen.saturating_sub(self.succeeded), self.seen)
    }

    /// Stopped among those that do succeed without a gate: the harder measure, since only these show anything.
    pub(super) fn stopped_of_effective(&self) -> Share {
        Share::new(self.effective.saturating_sub(self.succeeded), self.effective)
    }

    /// Left no trace at all, not even one that AgentDojo's check does not look for.
    pub(super) fn untouched(&self) -> Share {
        Share::new(self.seen.saturating_sub(self.touched), self.seen)
    }
}

impl Measured {
    /// The attacks in the order they were run in.
    pub(super) fn attack_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for row in &self.control {
            if !names.contains(&row.attack.as_str()) {
                names.push(&row.attack);
            }
        }
        names
    }

    /// Whose tasks were run without an attack, in that order.
    pub(super) fn suites(&self) -> Vec<&str> {
        self.benign.iter().filter(|row| row.person == PERSONS[0]).map(|row| row.suite.as_str()).collect()
    }

    /// Where the headline attack was run, in that order: the suites, and what stands apart from them.
    pub(super) fn attacked(&self) -> Vec<&str> {
        self.control.iter().filter(|row| row.attack == HEADLINE).map(|row| row.suite.as_str()).collect()
    }

    pub(super) fn benign(&self, suites: &[&str], person: &str) -> Benign {
        let mut sum = Benign { person: person.into(), ..Benign::default() };
        for row in
            self.benign.iter().filter(|row| row.person == person && suites.contains(&row.suite.as_str()))
        {
            sum.n += row.n;
            sum.completed += row.completed;
            sum.cards += row.cards;
            sum.asked += row.asked;
        }
        sum
    }

    pub(super) fn control(&self, suites: &[&str], attack: &str) -> Control {
        let mut sum = Control { attack: attack.into(), ..Control::default() };
        for row in
            self.control.iter().filter(|row| row.attack == attack && suites.contains(&row.suite.as_str()))
        {
            sum.pairs += row.pairs;
            sum.unseen += row.unseen;
            sum.seen += row.seen;
            sum.succeeded += row.succeeded;
        }
        sum
    }

    pub(super) fn attack(&self, suites: &[&str], attack: &str, person: &str) -> Attack {
        let mut sum = Attack { attack: attack.into(), person: person.into(), ..Attack::default() };
        let same = |row: &&Attack| row.attack == attack && row.person == person;
        for row in self.attacks.iter().filter(same).filter(|row| suites.contains(&row.suite.as_str())) {
            sum.seen += row.seen;
            sum.effective += row.effective;
            sum.succeeded += row.succeeded;
            sum.touched += row.touched;
            sum.finished += row.finished;
            sum.cards += row.cards;
        }
        sum
    }
}
