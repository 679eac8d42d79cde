//! The shapes a model may answer in (C-02). Each is recognised by its keys and read by one adapter.

use serde_json::{Map, Value};

use crate::Expected;
use laika_protocol::llmcp::TaskName;

/// A shape of answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// An LLMCP response, with or without its envelope.
    Llmcp,
    /// The older planner: `{summary, summaryFormat?, tool_calls}`.
    Planner,
    /// The router: `{choice, tool, question}`.
    Router,
    /// The executor: `{tool, args}`.
    Executor,
    /// A model's own tool template: `{name, arguments}`.
    Native,
    /// The older text pattern: `:::TOOL:NAME:query:::`.
    Legacy,
    /// No shape at all: the words themselves, for a task that only reads.
    Text,
}

impl Dialect {
    /// The name in tests and logs.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Llmcp => "llmcp",
            Self::Planner => "planner",
            Self::Router => "router",
            Self::Executor => "executor",
            Self::Native => "native",
            Self::Legacy => "legacy",
            Self::Text => "text",
        }
    }

    /// The dialect of an object.
    pub(crate) fn of(object: &Map<alloc::string::String, Value>) -> Option<Self> {
        let has = |key: &str| object.contains_key(key);
        if has("assistant") {
            Some(Self::Llmcp)
        } else if has("summary") {
            Some(Self::Planner)
        } else if has("tool_calls") {
            Some(Self::Llmcp)
        } else if has("choice") {
            Some(Self::Router)
        } else if has("tool") && has("args") {
            Some(Self::Executor)
        } else if has("name") {
            Some(Self::Native)
        } else if has("tool") {
            Some(Self::Executor)
        } else {
            None
        }
    }

    /// Whether an answer in this dialect can answer the task.
    pub(crate) fn answers(self, expected: &Expected) -> bool {
        match (expected.task, self) {
            (TaskName::AgentRoute, dialect) => dialect == Self::Router,
            (_, Self::Router) => false,
            (TaskName::AgentArgs, _) => true,
            (_, Self::Llmcp | Self::Planner | Self::Text) => true,
            (_, Self::Executor | Self::Native | Self::Legacy) => !expected.tools.is_empty(),
        }
    }
}
