//! What a plain tool gives back (INK-075): one form for every tool that is not the browser.

use alloc::string::String;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The result of a plain tool. All of its text is untrusted: it may quote files that others wrote.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ToolResult {
    /// Whether the tool did what it was asked.
    pub success: bool,
    /// The result as data, in the tool's own shape.
    pub data: Value,
    /// The brief for a model: what was found or done, in a line or a few.
    pub summary: String,
    /// Everything as text.
    pub full_text: String,
    /// Where it comes from and how it came about: paths, times, versions of tables, what was cut.
    pub metadata: Map<String, Value>,
}

/// How much of a result a model is told (INK-076).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// The brief.
    Summary,
    /// The whole text.
    Full,
    /// The data as JSON.
    Data,
}

impl ToolResult {
    /// A success with data, its brief and its text.
    #[must_use]
    pub fn done(data: Value, summary: impl Into<String>, full_text: impl Into<String>) -> Self {
        let (summary, full_text) = (summary.into(), full_text.into());
        Self { success: true, data, summary, full_text, metadata: Map::new() }
    }

    /// The same, with one more thing to know about it.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.metadata.insert(name.into(), value.into());
        self
    }

    /// What a model is told of it.
    #[must_use]
    pub fn to_llm_context(&self, told: Told) -> String {
        match told {
            Told::Summary => self.summary.clone(),
            Told::Full => self.full_text.clone(),
            Told::Data => alloc::format!("{}", self.data),
        }
    }
}
