//! What was left, and how memory went.

use serde_json::{Value, json};

use super::kills::Left;
use crate::Outcome;
use crate::check::{self, Check};
use crate::table::layout;

/// The last third of the pages may take this much more memory than the first.
const MOST_GROWTH: f64 = 1.3;
/// With fewer measurements a third says nothing; they are printed only.
const LEAST_MEASUREMENTS: usize = 15;

/// Memory after so many pages.
#[derive(Clone, Copy)]
pub(super) struct Memory {
    pub(super) pages: usize,
    pub(super) browser_kb: u64,
    pub(super) own_kb: u64,
}

/// What came of the pages.
#[derive(Default)]
pub(super) struct Soaked {
    pub(super) pages: usize,
    pub(super) contexts: usize,
    pub(super) acts: usize,
    pub(super) characters: usize,
    pub(super) renderers_killed: usize,
    /// Acts that were under way then and answered with an error.
    pub(super) refused_after_kill: usize,
    pub(super) alive: bool,
    pub(super) memory: Vec<Memory>,
}

#[derive(Default)]
pub(super) struct Measured {
    pub(super) soaked: Soaked,
    /// Real pages among those that were seen.
    pub(super) real: usize,
    pub(super) closed: Left,
    pub(super) browsers: Vec<Left>,
    pub(super) laikas: Vec<Left>,
    /// Folders of killed Laikas that were known, and those that were there after the next start.
    pub(super) named_folders: usize,
    pub(super) unswept: usize,
}

impl Measured {
    pub(super) fn checks(&self) -> Vec<Check> {
        let none = || "none".to_owned();
        let kills = self.soaked.renderers_killed + self.browsers.len() + self.laikas.len();
        let all = || self.browsers.iter().chain(&self.laikas).chain([&self.closed]);
        let orphans: usize = all().map(|left| left.orphans).sum();
        let folders = all().filter(|left| left.folder.is_some()).count();
        let killed_acts = self.soaked.renderers_killed + self.browsers.len();
        let answered =
            self.soaked.refused_after_kill + self.browsers.iter().filter(|left| left.answered).count();
        let mut checks = vec![
            Check {
                passed: self.soaked.pages > 0 && self.soaked.alive,
                what: "pages in one browser",
                found: format!(
                    "{} ({} acts, {} contexts made anew)",
                    self.soaked.pages, self.soaked.acts, self.soaked.contexts
                ),
                bound: "all, and the browser lives".into(),
            },
            Check {
                passed: kills > 0 && orphans == 0,
                what: "processes left",
                found: format!(
                    "{orphans} after {kills} kills: {} of renderers, {} of browsers, {} of laika",
                    self.soaked.renderers_killed,
                    self.browsers.len(),
                    self.laikas.len()
                ),
                bound: none(),
            },
            Check {
                passed: folders == 0 && self.unswept == 0 && self.named_folders == self.laikas.len(),
                what: "folders left",
                found: format!(
                    "{folders}, and {} of {} of killed laikas after the next start",
                    self.unswept, self.named_folders
                ),
                bound: none(),
            },
            Check {
                passed: killed_acts > 0 && answered == killed_acts,
                what: "acts under way when something was killed",
                found: format!("{answered} of {killed_acts} answered with an error"),
                bound: "all".into(),
            },
        ];
        if self.soaked.memory.len() >= LEAST_MEASUREMENTS {
            for (what, of) in SUBJECTS {
                let growth = growth(&self.soaked.memory, of);
                checks.push(Check {
                    passed: growth > 0.0 && growth <= MOST_GROWTH,
                    what,
                    found: format!(
                        "the last third takes {growth:.2} of the first, n = {}",
                        self.soaked.memory.len()
                    ),
                    bound: format!("at most {MOST_GROWTH}"),
                });
            }
        }
        checks
    }

    pub(super) fn text(&self, checks: &[Check]) -> String {
        let megabytes = |kb: u64| format!("{:.0}", kb as f64 / 1024.0);
        let row = |memory: &Memory| {
            vec![memory.pages.to_string(), megabytes(memory.browser_kb), megabytes(memory.own_kb)]
        };
        let mut rows: Vec<_> = self.shown().iter().map(row).collect();
        // A single moment depends on what is open just then; the means do not.
        let [browser, own] = SUBJECTS.map(|(_, of)| thirds(&self.soaked.memory, of));
        for (third, (browser, own)) in browser.into_iter().zip(own).enumerate() {
            let name = format!("mean of third {}", third + 1);
            rows.push(vec![name, format!("{:.0}", browser / 1024.0), format!("{:.0}", own / 1024.0)]);
        }
        let table = layout(0, &["pages", "browser MiB", "own MiB"], &rows);
        let characters = self.soaked.characters / self.soaked.pages.max(1);
        format!(
            "{table}\n{} real pages; {characters} characters of text a page\n{}",
            self.real,
            check::lines(checks)
        )
    }

    pub(super) fn json(&self, outcome: Outcome, checks: &[Check]) -> Value {
        let memory =
            |it: &Memory| json!({ "pages": it.pages, "browserKb": it.browser_kb, "ownKb": it.own_kb });
        json!({
            "bench": "soak",
            "outcome": outcome.word(),
            "pages": self.soaked.pages,
            "memory": self.soaked.memory.iter().map(memory).collect::<Vec<_>>(),
            "checks": check::json(checks),
        })
    }

    /// After a tenth of the pages, after half, and at the end.
    fn shown(&self) -> Vec<Memory> {
        let last = self.soaked.pages;
        let wanted = [last / 10, last / 2, last];
        wanted
            .iter()
            .filter_map(|pages| self.soaked.memory.iter().find(|it| it.pages >= *pages))
            .copied()
            .collect()
    }
}

type Subject = fn(&Memory) -> u64;

const SUBJECTS: [(&str, Subject); 2] = [
    ("memory of the browser", |memory| memory.browser_kb),
    ("memory of this process", |memory| memory.own_kb),
];

/// The mean of the last third over that of the first; 0 where nothing was measured.
fn growth(memory: &[Memory], of: Subject) -> f64 {
    let [first, _, last] = thirds(memory, of);
    if first > 0.0 { last / first } else { 0.0 }
}

/// The means of the three thirds, in kilobytes.
fn thirds(memory: &[Memory], of: Subject) -> [f64; 3] {
    let third = memory.len() / 3;
    let mean = |part: &[Memory]| part.iter().map(|it| of(it) as f64).sum::<f64>() / part.len().max(1) as f64;
    let rest = memory.len() - third;
    [mean(&memory[..third]), mean(&memory[third..rest]), mean(&memory[rest..])]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_compares_thirds() {
        let memory: Vec<_> = (0..9_u64)
            .map(|n| Memory { pages: 0, browser_kb: if n < 6 { 100 } else { 150 }, own_kb: 0 })
            .collect();
        assert!((growth(&memory, |it| it.browser_kb) - 1.5).abs() < 1e-9);
        assert!(growth(&memory, |it| it.own_kb).abs() < 1e-9);
    }

    #[test]
    fn nothing_measured_is_not_passed() {
        assert_eq!(check::outcome(&Measured::default().checks()), Outcome::Failed);
    }
}
