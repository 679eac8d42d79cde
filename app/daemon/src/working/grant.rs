//! A standing grant of a run: it answers one ask at a time, and every answer is counted before anything happens.

use std::collections::HashMap;

use laika_policy::{AskCard, Call, StandingGrant, Uncovered, Uses};
use laika_protocol::ids::RunId;
use laika_protocol::run::GrantUse;
use serde::{Deserialize, Serialize};

/// A grant that was agreed to, and how its uses are counted.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Agreed {
    /// What was agreed to.
    pub grant: StandingGrant,
    /// How it is counted.
    pub counted: Counted,
}

/// How the uses of a grant are counted.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Counted {
    /// Over all runs, beginning with these, which are on disk.
    Ever(Uses),
    /// For each run anew: the demo's own.
    EachRun,
}

/// How often grants were used, as far as this process knows: never less than what is on disk, because every yes is counted
/// here first and this process alone writes the log.
#[derive(Debug, Default)]
pub(super) struct Ledger(HashMap<String, Uses>);

impl Ledger {
    fn entry(&mut self, agreed: &Agreed, run: &RunId) -> &mut Uses {
        let (key, on_disk) = match &agreed.counted {
            Counted::Ever(used) => (agreed.grant.id.clone(), used.clone()),
            Counted::EachRun => (format!("{} {run}", agreed.grant.id), Uses::new()),
        };
        let known = self.0.entry(key).or_default();
        for (verb, uses) in on_disk {
            let known = known.entry(verb).or_default();
            *known = uses.max(*known);
        }
        known
    }

    /// Lets a grant answer, and counts it.
    pub(super) fn answer(
        &mut self,
        agreed: &Agreed,
        run: &RunId,
        (card, call, url): (&AskCard, &Call, &str),
        now_ms: u64,
    ) -> Result<GrantUse, Uncovered> {
        let used = self.entry(agreed, run);
        let verb = agreed.grant.answers(card, call, url, used, now_ms)?;
        *used.entry(verb).or_default() += 1;
        Ok(GrantUse { id: agreed.grant.id.clone(), verb: verb.as_str().to_owned() })
    }
}
