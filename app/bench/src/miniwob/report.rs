//! Episodes won, by task.

use serde_json::{Value, json};

use super::material::PACKAGE;
use crate::Outcome;
use crate::check::{self, Check};
use crate::table::layout;

/// How one episode ended.
pub(super) struct Played {
    pub(super) seed: u32,
    pub(super) won: bool,
    pub(super) calls: usize,
    pub(super) milliseconds: u128,
    /// What went wrong, and what was seen last.
    pub(super) trouble: Option<String>,
}

/// The episodes of one task.
pub(super) struct Task {
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    pub(super) episodes: Vec<Played>,
}

pub(super) struct Measured {
    pub(super) tasks: Vec<Task>,
}

impl Measured {
    pub(super) fn checks(&self) -> Vec<Check> {
        let episodes: usize = self.tasks.iter().map(|task| task.episodes.len()).sum();
        let won: usize = self.tasks.iter().map(Task::won).sum();
        let whole = self
            .tasks
            .iter()
            .filter(|task| !task.episodes.is_empty() && task.won() == task.episodes.len())
            .count();
        vec![
            Check {
                passed: whole == self.tasks.len() && whole > 0,
                what: "tasks solved with every seed",
                found: format!("{whole} of {}", self.tasks.len()),
                bound: "all".into(),
            },
            Check {
                passed: won == episodes && won > 0,
                what: "episodes won",
                found: format!("{won} of {episodes}"),
                bound: "all".into(),
            },
        ]
    }

    pub(super) fn text(&self, checks: &[Check]) -> String {
        let row = |task: &Task| {
            let calls = task.episodes.iter().map(|it| it.calls).sum::<usize>() as f64
                / task.episodes.len().max(1) as f64;
            let time = task.episodes.iter().map(|it| it.milliseconds).sum::<u128>()
                / task.episodes.len().max(1) as u128;
            let won = format!("{}/{}", task.won(), task.episodes.len());
            vec![task.name.to_owned(), task.about.to_owned(), won, format!("{calls:.1}"), time.to_string()]
        };
        let rows: Vec<_> = self.tasks.iter().map(row).collect();
        let mut text = format!("{PACKAGE}\n{}\n", layout(2, &["task", "about", "won", "calls", "ms"], &rows));
        for task in &self.tasks {
            for episode in task.episodes.iter().filter(|episode| !episode.won) {
                let trouble = episode.trouble.as_deref().unwrap_or("the task says it was done wrong");
                text.push_str(&format!("lost: {} with seed {}: {trouble}\n", task.name, episode.seed));
            }
        }
        text + &check::lines(checks)
    }

    pub(super) fn json(&self, name: &str, outcome: Outcome, checks: &[Check]) -> Value {
        let episode = |it: &Played| json!({ "seed": it.seed, "won": it.won, "calls": it.calls, "milliseconds": u64::try_from(it.milliseconds).unwrap_or(u64::MAX), "trouble": it.trouble });
        let task = |task: &Task| json!({ "task": task.name, "episodes": task.episodes.iter().map(episode).collect::<Vec<_>>() });
        json!({
            "bench": name,
            "outcome": outcome.word(),
            "package": PACKAGE,
            "tasks": self.tasks.iter().map(task).collect::<Vec<_>>(),
            "checks": check::json(checks),
        })
    }
}

impl Task {
    fn won(&self) -> usize {
        self.episodes.iter().filter(|episode| episode.won).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_episode_or_none_at_all_fails() {
        let played = |won| Played { seed: 1, won, calls: 1, milliseconds: 1, trouble: None };
        let task = |episodes| Measured { tasks: vec![Task { name: "t", about: "a", episodes }] };
        let outcome = |measured: Measured| check::outcome(&measured.checks());
        assert_eq!(outcome(task(vec![played(true), played(true)])), Outcome::Passed);
        assert_eq!(outcome(task(vec![played(true), played(false)])), Outcome::Failed);
        assert_eq!(outcome(task(vec![])), Outcome::Failed);
        assert_eq!(outcome(Measured { tasks: vec![] }), Outcome::Failed);
    }
}
