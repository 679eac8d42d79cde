//! One case: what was done, the resume after it, and what was wrong then; and many of them together.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use laika_store::RunHead;

use super::child::{Around, Child};
use super::judge::{Faults, judge};

/// One case and its end.
#[derive(Debug)]
pub(super) struct Trial {
    /// What was done, so that it can be done again.
    pub(super) what: String,
    /// How many lives were ended on the way.
    pub(super) kills: usize,
    pub(super) acks: usize,
    pub(super) resume: Duration,
    pub(super) faults: Faults,
}

/// Lets a child go on in a folder where something happened, and looks at what is there then.
pub(super) fn resume(
    child: &Child<'_>,
    folder: &Path,
    mut acks: Vec<RunHead>,
    what: String,
) -> Result<Trial> {
    let life = child.live(folder, &Around::Nothing)?;
    acks.extend(life.words.acks.iter().cloned());
    let mut faults = judge(folder, child.shape, &acks)?;
    if !life.is_done() {
        faults.unfinished.push(format!("the resume did not finish: {}", life.ending()));
    }
    Ok(Trial { what, kills: 0, acks: acks.len(), resume: life.took, faults })
}

/// Many cases together.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) cases: usize,
    pub(super) kills: usize,
    pub(super) acks: usize,
    pub(super) lost: usize,
    pub(super) twice: usize,
    pub(super) missing: usize,
    pub(super) unfinished: usize,
    pub(super) broken: usize,
    /// Seconds, in no order.
    pub(super) resumes: Vec<f64>,
    /// Every case that went wrong: what was done, and what was wrong then.
    pub(super) failures: Vec<String>,
}

impl Tally {
    pub(super) fn of(trials: Vec<Trial>) -> Self {
        let mut tally = Self::default();
        for trial in trials {
            tally.add(trial);
        }
        tally
    }

    fn add(&mut self, trial: Trial) {
        let faults = &trial.faults;
        self.cases += 1;
        self.kills += trial.kills;
        self.acks += trial.acks;
        self.lost += faults.lost.len();
        self.twice += faults.twice.len();
        self.missing += faults.missing.len();
        self.unfinished += faults.unfinished.len();
        self.broken += faults.broken.len();
        self.resumes.push(trial.resume.as_secs_f64());
        if !faults.is_empty() {
            let mut text = trial.what;
            for sentence in faults.firsts() {
                // Writing to a string cannot fail.
                let _ = write!(text, "; {sentence}");
            }
            self.failures.push(text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_counts_and_a_failure_says_what_was_done() {
        let faults = Faults { lost: vec!["event 3 is not there".into()], ..Faults::default() };
        let trial = |faults| Trial {
            what: "killed".into(),
            kills: 1,
            acks: 5,
            resume: Duration::from_millis(20),
            faults,
        };
        let tally = Tally::of(vec![trial(faults), trial(Faults::default())]);
        assert_eq!((tally.cases, tally.kills, tally.acks, tally.lost), (2, 2, 10, 1));
        assert_eq!(tally.failures, ["killed; event 3 is not there"]);
        assert_eq!(tally.resumes.len(), 2);
    }
}
