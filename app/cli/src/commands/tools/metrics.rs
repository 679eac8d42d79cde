//! `laika tools metrics`: how tools did (INK-084).

use std::collections::BTreeMap;

use anyhow::Result;
use laika_protocol::ids::Timestamp;
use laika_store::ToolUse;
use serde_json::{Value, json};

use crate::arguments::runs::Folder;
use crate::printer::{Outcome, Printer};
use crate::table::Table;

/// How one tool did.
struct Did {
    calls: usize,
    errors: usize,
    average: u64,
    p50: u64,
    p95: u64,
    last_ms: u64,
}

pub(super) fn run(folder: &Folder, as_json: bool, printer: &mut Printer) -> Result<Outcome> {
    let mut by_tool: BTreeMap<String, Vec<ToolUse>> = BTreeMap::new();
    for used in folder.reader()?.tool_uses()? {
        by_tool.entry(used.tool.clone()).or_default().push(used);
    }
    let did: BTreeMap<String, Did> = by_tool.into_iter().map(|(tool, uses)| (tool, Did::of(&uses))).collect();
    if as_json {
        let all: BTreeMap<&String, Value> = did.iter().map(|(tool, did)| (tool, did.to_json())).collect();
        printer.data(format_args!("{:#}\n", json!(all)));
    } else if did.is_empty() {
        printer.data("no tool was used yet\n");
    } else {
        let mut table = Table::new(["TOOL", "CALLS", "ERRORS", "AVERAGE", "P50", "P95", "LAST USED"]);
        for (tool, did) in &did {
            let ms = |ms: u64| format!("{ms} ms");
            let last = Timestamp::from_epoch_ms(did.last_ms).to_string();
            let (calls, errors) = (did.calls.to_string(), did.errors.to_string());
            table.row([tool.clone(), calls, errors, ms(did.average), ms(did.p50), ms(did.p95), last]);
        }
        printer.data(table);
    }
    Ok(Outcome::Done)
}

impl Did {
    fn of(uses: &[ToolUse]) -> Self {
        let mut took: Vec<u64> = uses.iter().map(|used| used.took_ms).collect();
        took.sort_unstable();
        let count = u64::try_from(took.len()).unwrap_or(u64::MAX).max(1);
        // The smallest time within which so many of a hundred calls were done.
        let within = |percent: usize| {
            let at = (took.len() * percent).div_ceil(100).saturating_sub(1);
            took.get(at).copied().unwrap_or_default()
        };
        Self {
            calls: uses.len(),
            errors: uses.iter().filter(|used| !used.done).count(),
            average: took.iter().sum::<u64>() / count,
            p50: within(50),
            p95: within(95),
            last_ms: uses.iter().map(|used| used.at_ms).max().unwrap_or_default(),
        }
    }

    fn to_json(&self) -> Value {
        json!({
            "calls": self.calls,
            "errors": self.errors,
            "averageMs": self.average,
            "p50Ms": self.p50,
            "p95Ms": self.p95,
            "lastUsed": Timestamp::from_epoch_ms(self.last_ms).to_string(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ink_084_numbers_of_a_tool() {
        let uses: Vec<ToolUse> = (1..=100)
            .map(|ms| ToolUse { tool: "git".into(), at_ms: 1_000 + ms, took_ms: ms, done: ms % 10 != 0 })
            .collect();
        let did = Did::of(&uses);
        assert_eq!(
            (did.calls, did.errors, did.average, did.p50, did.p95, did.last_ms),
            (100, 10, 50, 50, 95, 1_100)
        );
    }
}
