//! What went to which host.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

use crate::problem::Problem;
use crate::target::Target;

/// Whether a host is one of the run's documents or something they ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// An origin that documents may come from.
    Document,
    /// Any other host.
    Resource,
}

/// What went to one host and port.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HostCount {
    /// The host as the browser named it. Empty for all that did not fit into the list.
    pub host: String,
    /// The port.
    pub port: u16,
    /// Whether documents come from there.
    pub kind: Kind,
    /// How often its name was looked up.
    pub lookups: u64,
    /// Connections that were made.
    pub connections: u64,
    /// Bytes to the host.
    pub bytes_up: u64,
    /// Bytes from the host.
    pub bytes_down: u64,
    /// Requests that a rule refused.
    pub refused: u64,
    /// Why the last request did not get through, if it did not.
    pub last_problem: Option<Problem>,
}

/// A page may name as many hosts as it likes; those after this many share one row.
const MOST_ROWS: usize = 512;

/// Live numbers of one host; a connection holds on to its row.
#[derive(Debug, Default)]
pub(crate) struct Row {
    pub(crate) lookups: AtomicU64,
    pub(crate) connections: AtomicU64,
    pub(crate) up: AtomicU64,
    pub(crate) down: AtomicU64,
    pub(crate) refused: AtomicU64,
    last_problem: std::sync::Mutex<Option<Problem>>,
}

impl Row {
    pub(crate) fn add(counter: &AtomicU64, more: u64) {
        counter.fetch_add(more, Ordering::Relaxed);
    }

    pub(crate) fn ended(&self, problem: Option<Problem>) {
        if problem.is_some_and(Problem::is_refusal) {
            Self::add(&self.refused, 1);
        }
        if let Ok(mut last) = self.last_problem.lock() {
            *last = problem;
        }
    }
}

/// The rows of one context.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    rows: HashMap<(Target, Kind), Arc<Row>>,
    others: Arc<Row>,
}

impl Counts {
    pub(crate) fn row(&mut self, target: &Target, kind: Kind) -> Arc<Row> {
        let key = (target.clone(), kind);
        if !self.rows.contains_key(&key) && self.rows.len() >= MOST_ROWS {
            return Arc::clone(&self.others);
        }
        Arc::clone(self.rows.entry(key).or_default())
    }

    pub(crate) fn list(&self) -> Vec<HostCount> {
        let mut rows: Vec<_> = self.rows.iter().collect();
        rows.sort_by(|one, other| one.0.cmp(other.0));
        let others = Arc::strong_count(&self.others) > 1 || self.rows.len() >= MOST_ROWS;
        rows.into_iter()
            .map(|((target, kind), row)| row_count(target.host.to_string(), target.port, *kind, row))
            .chain(others.then(|| row_count(String::new(), 0, Kind::Resource, &self.others)))
            .collect()
    }
}

fn row_count(host: String, port: u16, kind: Kind, row: &Row) -> HostCount {
    let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    HostCount {
        host,
        port,
        kind,
        lookups: read(&row.lookups),
        connections: read(&row.connections),
        bytes_up: read(&row.up),
        bytes_down: read(&row.down),
        refused: read(&row.refused),
        last_problem: row.last_problem.lock().ok().and_then(|last| *last),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_bounded() {
        let mut counts = Counts::default();
        for number in 0..MOST_ROWS + 10 {
            let target = Target::parse(&format!("h{number}.example:443"), None).unwrap();
            Row::add(&counts.row(&target, Kind::Resource).refused, 1);
        }
        let list = counts.list();
        assert_eq!(list.len(), MOST_ROWS + 1);
        assert_eq!(list.last().map(|row| (row.host.as_str(), row.refused)), Some(("", 10)));
    }
}
