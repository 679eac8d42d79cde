//! Which tools are on, how they are set, and what is made of several of them.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use laika_protocol::tools::resolve;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The table `tools` of a file of settings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ToolsTable {
    /// The only tools that are on; all of them, where there is no list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enabled: Option<BTreeSet<String>>,
    /// What each is set to.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub settings: BTreeMap<String, Map<String, Value>>,
    /// Several steps under one name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub macros: BTreeMap<String, Macro>,
}

/// Several steps under one name (INK-074). Each is decided by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Macro {
    /// What it is for, in one line.
    #[serde(default)]
    pub description: String,
    /// The steps, in order.
    pub steps: Vec<MacroStep>,
}

/// One step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MacroStep {
    /// The tool.
    pub tool: String,
    /// Its arguments; texts in them may name what was asked (`{{query}}`) and what earlier steps gave (`{{1.summary}}`,
    /// `{{1.text}}`, `{{1.data.results.0.url}}`).
    #[serde(default)]
    pub arguments: Map<String, Value>,
}

impl ToolsTable {
    /// A list of what is on, and nothing else.
    #[must_use]
    pub fn only(names: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        let enabled = names.into_iter().map(|name| canonical(name.as_ref()).into()).collect();
        Self { enabled: Some(enabled), ..Self::default() }
    }

    /// The same with the names of today for those of before.
    #[must_use]
    pub fn with_names_of_today(self) -> Self {
        let name = |old: String| String::from(canonical(&old));
        Self {
            enabled: self.enabled.map(|enabled| enabled.into_iter().map(name).collect()),
            settings: self.settings.into_iter().map(|(old, set)| (name(old), set)).collect(),
            macros: self.macros,
        }
    }

    /// Whether a tool is on.
    #[must_use]
    pub fn is_on(&self, tool: &str) -> bool {
        self.enabled.as_ref().is_none_or(|enabled| enabled.contains(tool))
    }

    /// Whether another table asks for more than this one, or for something else. Switching tools off is all that is less.
    pub(super) fn would_loosen(&self, wanted: &Self) -> bool {
        let more = match (&wanted.enabled, &self.enabled) {
            (None, _) | (Some(_), None) => false,
            (Some(wanted), Some(enabled)) => !wanted.is_subset(enabled),
        };
        let set = wanted.settings.iter().any(|(tool, set)| self.settings.get(tool) != Some(set));
        let made = wanted.macros.iter().any(|(name, made)| self.macros.get(name) != Some(made));
        more || set || made
    }

    /// Takes in what another table says on top.
    pub(super) fn extend(&mut self, wanted: Self) {
        self.enabled = wanted.enabled.or(self.enabled.take());
        self.settings.extend(wanted.settings);
        self.macros.extend(wanted.macros);
    }
}

fn canonical(name: &str) -> &str {
    resolve(name).map_or(name, |tool| tool.name)
}

impl fmt::Display for ToolsTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.enabled {
            None => f.write_str("all")?,
            Some(enabled) if enabled.is_empty() => f.write_str("none")?,
            Some(enabled) => {
                let names: Vec<&str> = enabled.iter().map(String::as_str).collect();
                f.write_str(&names.join(", "))?;
            }
        }
        // All of it: whoever approves a file approves every word of this.
        for (tool, set) in &self.settings {
            for (name, value) in set {
                write!(f, "; {tool}.{name} = {value}")?;
            }
        }
        for (name, made) in &self.macros {
            write!(f, "; macro {name}:")?;
            for step in &made.steps {
                write!(f, " {} {}", step.tool, Value::Object(step.arguments.clone()))?;
            }
        }
        Ok(())
    }
}
