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
pub(super) struct Right {
    choice: Choice,
    #[serde(default)]
    tool: Option<String>,
}

impl Right {
    pub(super) fn is(&self, route: &Route) -> bool {
        self.choice == route.choice
            && (self.choice != Choice::CallTool
                || self.tool.as_deref() == route.tool.as_ref().map(|tool| tool.as_str()))
    }

    /// The name of the candidate that it is.
    pub(super) fn name(&self) -> &str {
        match self.choice {
            Choice::CallTool => self.tool.as_deref().unwrap_or_default(),
            Choice::Clarify => "clarify",
            Choice::None => "none",
        }
    }
}

/// A request.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Case {
    pub(super) id: String,
    pub(super) query: String,
    pub(super) page: Option<String>,
    tools: Vec<String>,
    pub(super) expect: Right,
    pub(super) acceptable: Vec<Right>,
    pub(super) kind: String,
    /// The tools with what each is for.
    #[serde(skip)]
    lines: Vec<(String, String)>,
}

impl Case {
    pub(super) fn tools(&self) -> Vec<(&str, &str)> {
        self.lines.iter().map(|(name, line)| (name.as_str(), line.as_str())).collect()
    }
}

pub(super) fn cases() -> Result<Vec<Case>> {
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
