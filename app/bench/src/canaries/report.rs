//! What was found, and what it is held to.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::canary::Planted;
use super::pictures::Compared;
use super::said::{Leak, Said};
use crate::Outcome;
use crate::check::{self, Check};
use crate::metric::Metric;
use crate::table::layout;

/// Leaks that are shown one by one.
const SHOWN: usize = 40;
/// Fewer kinds of errors would be no search through errors.
const LEAST_FAULTS: usize = 10;

/// The places whose secrets were said.
fn places(leaks: &[Leak]) -> BTreeSet<&str> {
    leaks.iter().map(|leak| leak.place.as_str()).collect()
}

#[derive(Default)]
pub(super) struct Measured {
    pages: Vec<PageResult>,
    leaks: Vec<Leak>,
    said: BTreeMap<&'static str, (usize, usize)>,
    faults: BTreeSet<String>,
    /// Secrets that are not even in the page itself.
    pub(super) missing: Vec<String>,
    pub(super) handles: usize,
    /// Fields that were to be typed into, and those that took it.
    pub(super) typed: usize,
    pub(super) filled: usize,
    pub(super) pictures: Option<Compared>,
}

struct PageResult {
    name: &'static str,
    planted: usize,
    there: usize,
    leaked: usize,
}

impl Measured {
    pub(super) fn add(&mut self, name: &'static str, said: &Said, planted: &[Planted], there: usize) {
        let leaks = said.leaks(planted);
        let leaked = places(&leaks).len();
        self.pages.push(PageResult { name, planted: planted.len(), there, leaked });
        self.faults.extend(said.faults.iter().cloned());
        self.leaks.extend(leaks);
        for (by, (texts, bytes)) in said.counts() {
            let count = self.said.entry(by).or_default();
            *count = (count.0 + texts, count.1 + bytes);
        }
    }

    /// What is stored and compared.
    pub(super) fn metrics(&self) -> Vec<Metric> {
        let planted: usize = self.pages.iter().map(|page| page.planted).sum();
        vec![Metric::none("secrets said", places(&self.leaks).len() as u64, planted as u64)]
    }

    pub(super) fn checks(&self) -> Vec<Check> {
        let planted: usize = self.pages.iter().map(|page| page.planted).sum();
        let there: usize = self.pages.iter().map(|page| page.there).sum();
        let texts: usize = self.said.values().map(|(texts, _)| texts).sum();
        let none = || "none".to_owned();
        let mut checks = vec![
            Check {
                passed: planted > 0 && texts > 0 && self.leaks.is_empty(),
                what: "secrets said",
                found: format!(
                    "{} of {planted} in {texts} texts about {} elements",
                    places(&self.leaks).len(),
                    self.handles
                ),
                bound: none(),
            },
            Check {
                passed: there == planted && there > 0,
                what: "the pages themselves, as a control",
                found: format!("{there} of {planted} secrets are in them"),
                bound: "all, or the search finds nothing".into(),
            },
            Check {
                passed: self.faults.len() >= LEAST_FAULTS,
                what: "kinds of errors provoked",
                found: self.faults.len().to_string(),
                bound: format!("at least {LEAST_FAULTS}"),
            },
            Check {
                passed: self.filled == self.typed && self.filled > 0,
                what: "fields typed into",
                found: format!("{} of {}", self.filled, self.typed),
                bound: "all".into(),
            },
        ];
        if let Some(pictures) = &self.pictures {
            let Compared { fields, different, not_uniform, elsewhere, bare } = pictures;
            checks.push(Check {
                passed: *fields > 0 && different.is_empty() && *elsewhere == 0,
                what: "two pictures with different secrets",
                found: format!("{} of {fields} fields differ, {elsewhere} pixels elsewhere", different.len()),
                bound: none(),
            });
            checks.push(Check {
                passed: *fields > 0 && not_uniform.is_empty(),
                what: "fields in pictures",
                found: format!("{} of {fields} are not one colour", not_uniform.len()),
                bound: none(),
            });
            checks.push(Check {
                passed: *bare > 0,
                what: "the same pictures without paint, as a control",
                found: format!("{bare} pixels differ"),
                bound: "some".into(),
            });
        }
        checks
    }

    pub(super) fn text(&self, checks: &[Check]) -> String {
        let row = |page: &PageResult| {
            vec![
                page.name.to_owned(),
                page.planted.to_string(),
                page.there.to_string(),
                page.leaked.to_string(),
            ]
        };
        let mut text =
            layout(1, &["page", "planted", "there", "said"], &self.pages.iter().map(row).collect::<Vec<_>>());
        let row = |(by, (texts, bytes)): (&&str, &(usize, usize))| {
            vec![(*by).to_owned(), texts.to_string(), bytes.to_string()]
        };
        text.push('\n');
        text.push_str(&layout(
            1,
            &["said by", "texts", "bytes"],
            &self.said.iter().map(row).collect::<Vec<_>>(),
        ));
        text.push('\n');
        let faults: Vec<_> = self.faults.iter().map(String::as_str).collect();
        text.push_str(&format!("errors: {}\n\n", faults.join(", ")));
        for leak in self.leaks.iter().take(SHOWN) {
            text.push_str(&format!("said: {} in {}: {}\n", leak.place, leak.by, leak.around));
        }
        for place in &self.missing {
            text.push_str(&format!("not there: {place}\n"));
        }
        if let Some(pictures) = &self.pictures {
            for name in &pictures.different {
                text.push_str(&format!("differs in pictures: {name}\n"));
            }
            for name in &pictures.not_uniform {
                text.push_str(&format!("not one colour in pictures: {name}\n"));
            }
        }
        text + &check::lines(checks)
    }

    pub(super) fn json(&self, outcome: Outcome, checks: &[Check]) -> Value {
        let page = |page: &PageResult| json!({ "page": page.name, "planted": page.planted, "there": page.there, "said": page.leaked });
        let leak = |leak: &Leak| json!({ "place": leak.place, "by": leak.by });
        json!({
            "bench": "canaries",
            "outcome": outcome.word(),
            "pages": self.pages.iter().map(page).collect::<Vec<_>>(),
            "leaks": self.leaks.iter().map(leak).collect::<Vec<_>>(),
            "missing": self.missing,
            "errors": self.faults,
            "checks": check::json(checks),
        })
    }
}
