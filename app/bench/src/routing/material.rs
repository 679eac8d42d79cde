//! The requests and what is right for each.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};
use laika_protocol::llmcp::{Choice, Route};
use serde::Deserialize;

use crate::labelled;

const CASES: &str = include_str!("../../data/routing.jsonl");
const LINES: &str = include_str!("../../data/routing-tools.json");

/// What is right.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Right {
    choice: Choice,
    #[serde(default)]
    tool: Option<String>,
}

impl Right {
    pub(crate) fn is(&self, route: &Route) -> bool {
        self.choice == route.choice
            && (self.choice != Choice::CallTool
                || self.tool.as_deref() == route.tool.as_ref().map(|tool| tool.as_str()))
    }

    /// The name of the candidate that it is.
    pub(crate) fn name(&self) -> &str {
        match self.choice {
            Choice::CallTool => self.tool.as_deref().unwrap_or_default(),
            Choice::Clarify => "clarify",
            Choice::None => "none",
        }
    }
}

/// A request.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Case {
    pub(crate) id: String,
    pub(crate) query: String,
    pub(crate) page: Option<String>,
    tools: Vec<String>,
    pub(crate) expect: Right,
    pub(crate) acceptable: Vec<Right>,
    pub(crate) kind: String,
    /// The tools with what each is for.
    #[serde(skip)]
    lines: Vec<(String, String)>,
}

impl Case {
    /// The same on a page of this title.
    pub(crate) fn titled(&self, title: String) -> Self {
        Self { page: Some(title), ..self.clone() }
    }

    pub(crate) fn tools(&self) -> Vec<(&str, &str)> {
        self.lines.iter().map(|(name, line)| (name.as_str(), line.as_str())).collect()
    }
}

pub(crate) fn cases() -> Result<Vec<Case>> {
    let lines: BTreeMap<String, String> = serde_json::from_str(LINES).context("the tools cannot be read")?;
    let mut cases: Vec<Case> = labelled::read("the routing set", CASES)?;
    for case in &mut cases {
        for tool in &case.tools {
            let line = lines.get(tool).with_context(|| format!("`{tool}` has no line"))?;
            case.lines.push((tool.clone(), line.clone()));
        }
    }
    Ok(cases)
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use laika_protocol::tools::find;

    use super::*;
    use crate::labelled::is_held_out;

    /// INK-096: the lines that several models were tried with are those that the product tells them.
    #[test]
    fn ink_096_what_is_measured_is_what_models_are_told() {
        let lines: BTreeMap<String, String> = serde_json::from_str(LINES).unwrap();
        let built: Vec<_> = lines.iter().filter_map(|(name, line)| Some((find(name)?, line))).collect();
        assert!(built.len() >= 30, "{}", built.len());
        for (tool, line) in built {
            assert_eq!(tool.line, line, "{}", tool.name);
        }
    }

    /// PIPE-019, PIPE-022: enough requests of every kind, each labelled with something that it offers.
    #[test]
    fn the_set_has_every_kind_and_only_right_labels() {
        let cases = cases().unwrap();
        let ids: BTreeSet<&str> = cases.iter().map(|case| case.id.as_str()).collect();
        assert_eq!(ids.len(), cases.len(), "no id is there twice");
        let held_out = cases.iter().filter(|case| is_held_out(&case.id)).count();
        assert!(cases.len() >= 150 && (cases.len() / 4..cases.len() / 2).contains(&held_out), "{held_out}");
        let mut kinds: BTreeMap<&str, Vec<Choice>> = BTreeMap::new();
        for case in &cases {
            kinds.entry(&case.kind).or_default().push(case.expect.choice);
            for right in case.acceptable.iter().chain([&case.expect]) {
                let offered = right.tool.as_ref().is_some_and(|tool| case.tools.contains(tool));
                assert_eq!(offered, right.choice == Choice::CallTool, "{}", case.id);
            }
        }
        for kind in ["nickname", "typo", "wording", "multi_intent", "adversarial", "unicode", "long"] {
            assert!(kinds[kind].len() >= 10, "{kind}");
        }
        for (kind, only) in [("howto", Choice::None), ("missing_key", Choice::Clarify)] {
            assert!(kinds[kind].iter().all(|choice| *choice == only), "{kind}");
        }
        // C-48: general questions need no tool, unless something is to be looked up.
        for choice in [Choice::None, Choice::CallTool] {
            assert!(kinds["general"].contains(&choice), "{choice:?}");
        }
    }
}
