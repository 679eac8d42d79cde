//! What came of all runs.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use laika_protocol::wire::RunStatus;
use serde_json::{Value, json};

use super::Lane;
use super::case::Victim;
use super::drive::Played;
use super::judge::{Kind, Wrong};
use crate::Outcome;
use crate::check::{self, Check};
use crate::metric::Metric;
use crate::table;

/// Things that are shown one by one.
const MOST_SHOWN: usize = 40;
/// Characters of a terminal that are shown of a run with which something is wrong.
const MOST_OF_A_SCREEN: usize = 3_000;
/// With so many runs, most of them have to be hit.
const ENOUGH: usize = 20;

/// All of it.
#[derive(Default)]
pub(super) struct Measured {
    played: Vec<Played>,
    wrong: Vec<Wrong>,
    /// Logs that were verified, and why any is not intact.
    logs: usize,
    broken: Vec<String>,
    left: usize,
}

/// One run in one line.
pub(super) fn line(one: &Played) -> String {
    let stood = one.hit.map_or("nobody was", RunStatus::as_str);
    format!(
        "{} killed at {stood}: {}, {} arrived, {:.1} s",
        one.case.victim.word(),
        ended(one),
        one.arrived,
        one.took.as_secs_f32()
    )
}

/// How it ended, in a word or two.
fn ended(one: &Played) -> String {
    match (one.hung, one.status, one.pause) {
        (true, ..) => "hung".into(),
        (_, Some(RunStatus::Paused), Some(pause)) => format!("paused: {}", pause.as_str()),
        (_, Some(status), _) => status.as_str().into(),
        (_, None, _) => "gone".into(),
    }
}

impl Measured {
    pub(super) fn add(&mut self, lane: Lane) {
        self.played.extend(lane.played);
        self.played.sort_by_key(|one| one.case.number);
        self.wrong.extend(lane.wrong);
        self.logs += 1;
        self.broken.extend(lane.verified.err());
        self.left += lane.left;
    }

    fn of(&self, victim: Victim) -> impl Iterator<Item = &Played> {
        self.played.iter().filter(move |one| one.case.victim == victim)
    }

    fn count(&self, kinds: &[Kind]) -> usize {
        self.wrong.iter().filter(|wrong| kinds.contains(&wrong.kind)).count()
    }

    /// What is stored and compared.
    pub(super) fn metrics(&self) -> Vec<Metric> {
        let none =
            |what, kind: Kind| Metric::none(what, self.count(&[kind]) as u64, self.played.len() as u64);
        vec![
            none("effects that happened twice", Kind::Twice),
            none("what was acknowledged and is not in the log", Kind::Lost),
            none("runs that hang", Kind::Hangs),
        ]
    }

    pub(super) fn checks(&self) -> Vec<Check> {
        let n = self.played.len();
        let none = |what, kind: Kind| Check {
            passed: self.count(&[kind]) == 0 && n > 0,
            what,
            found: format!("{} in {n} runs", self.count(&[kind])),
            bound: "none".into(),
        };
        let hit = self.played.iter().filter(|one| one.hit.is_some()).count();
        let arrived = self.played.iter().filter(|one| one.arrived == 1).count();
        vec![
            none("runs that hang", Kind::Hangs),
            none("ends and pauses without a reason", Kind::NoReason),
            none("effects that happened twice", Kind::Twice),
            none("effects that are not what was meant", Kind::Spoilt),
            none("what was acknowledged and is not in the log", Kind::Lost),
            Check {
                passed: self.broken.is_empty() && self.logs > 0,
                what: "the logs of all runs",
                found: if self.broken.is_empty() {
                    format!("{} verified", self.logs)
                } else {
                    self.broken.join("; ")
                },
                bound: "intact".into(),
            },
            Check {
                passed: self.left == 0,
                what: "processes that outlive their server",
                found: self.left.to_string(),
                bound: "none".into(),
            },
            Check {
                passed: n < ENOUGH || hit * 10 >= n * 8,
                what: "runs that were hit before their end",
                found: format!("{hit} of {n}"),
                bound: "at least 80 of 100, or this proves little".into(),
            },
            Check {
                passed: n < ENOUGH || arrived * 2 >= n,
                what: "runs whose enquiry arrived once",
                found: format!("{arrived} of {n}"),
                bound: "at least half, or nothing was at stake".into(),
            },
        ]
    }

    pub(super) fn text(&self, checks: &[Check]) -> String {
        let rows: Vec<_> = Victim::ALL.into_iter().map(|victim| self.row(victim)).collect();
        let head = ["killed", "runs", "hit", "0 arrived", "1", "2+", "recovery p50", "max", "resumed"];
        let mut text = table::layout(1, &head, &rows);
        for (title, of) in
            [("killed while", state as fn(&Played) -> String), ("ended", |one: &Played| ended(one))]
        {
            text.push('\n');
            text += &self.across(title, of);
        }
        text.push('\n');
        for wrong in self.wrong.iter().take(MOST_SHOWN) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "run {}: {:?}: {}", wrong.number, wrong.kind, wrong.what);
        }
        let bad = |one: &&Played| self.wrong.iter().any(|wrong| wrong.number == one.case.number);
        for one in self.played.iter().filter(bad).take(3) {
            let tail: String = one.shown.chars().rev().take(MOST_OF_A_SCREEN).collect();
            let tail: String = tail.chars().rev().collect();
            let _ =
                writeln!(text, "\nrun {} ({:?}) as its person saw it:\n{tail}", one.case.number, one.case);
        }
        text + &check::lines(checks)
    }

    fn row(&self, victim: Victim) -> Vec<String> {
        let count = |so: &dyn Fn(&Played) -> bool| self.of(victim).filter(|one| so(one)).count().to_string();
        let mut recovery: Vec<Duration> = self.of(victim).filter_map(|one| one.recovered).collect();
        recovery.sort_unstable();
        let at = |time: Option<&Duration>| {
            time.map_or_else(|| "-".into(), |time| format!("{:.1} s", time.as_secs_f32()))
        };
        vec![
            victim.word().into(),
            count(&|_| true),
            count(&|one| one.hit.is_some()),
            count(&|one| one.arrived == 0),
            count(&|one| one.arrived == 1),
            count(&|one| one.arrived > 1),
            at(recovery.get(recovery.len() / 2)),
            at(recovery.last()),
            self.of(victim).map(|one| one.resumes).sum::<usize>().to_string(),
        ]
    }

    /// How often each thing was so, for each victim.
    fn across(&self, title: &str, of: fn(&Played) -> String) -> String {
        let mut found: BTreeMap<String, [usize; Victim::ALL.len()]> = BTreeMap::new();
        for one in &self.played {
            let row = found.entry(of(one)).or_default();
            for (cell, victim) in row.iter_mut().zip(Victim::ALL) {
                *cell += usize::from(one.case.victim == victim);
            }
        }
        let rows: Vec<Vec<String>> = found
            .into_iter()
            .map(|(what, row)| [what].into_iter().chain(row.map(|count| count.to_string())).collect())
            .collect();
        let head: Vec<&str> = [title].into_iter().chain(Victim::ALL.map(Victim::word)).collect();
        table::layout(1, &head, &rows)
    }

    pub(super) fn json(&self, outcome: Outcome, checks: &[Check]) -> Value {
        let one = |one: &Played| {
            json!({
                "run": one.case.number,
                "victim": one.case.victim.word(),
                "state": one.hit.map(RunStatus::as_str),
                "end": ended(one),
                "arrived": one.arrived,
                "resumes": one.resumes,
                "recovered_s": one.recovered.map(|time| time.as_secs_f64()),
                "took_s": one.took.as_secs_f64(),
            })
        };
        let wrong = |wrong: &Wrong| json!({ "run": wrong.number, "what": wrong.what });
        json!({
            "bench": "kills",
            "outcome": outcome.word(),
            "n": self.played.len(),
            "runs": self.played.iter().map(one).collect::<Vec<_>>(),
            "wrong": self.wrong.iter().map(wrong).collect::<Vec<_>>(),
            "checks": check::json(checks),
        })
    }
}

/// Where it stood.
fn state(one: &Played) -> String {
    one.hit.map_or_else(|| "over before".into(), |status| status.as_str().into())
}
