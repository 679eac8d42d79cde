//! What a server offers: tools by their names, each with what it says of itself. All of it is a claim.

use std::collections::BTreeSet;

use laika_protocol::canonical;
use rmcp::model::Tool;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::{ClientError, Limits};

/// Characters of a name: what a call can name.
const NAME_CHARS: usize = 64;

/// A tool of a server, as it describes itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Offered {
    /// Its name.
    pub name: String,
    /// What it says it is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What it says it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// What it says it takes.
    pub input_schema: Map<String, Value>,
    /// What it says of itself beyond that. Nothing here ever loosens anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Value>,
}

/// The tools of a server, and those that nobody can use.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Listed {
    /// Those that can be named and pinned.
    pub tools: Vec<Offered>,
    /// Those that cannot, and why not.
    pub left_out: Vec<LeftOut>,
}

/// A tool that nobody can use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Its name, safe to show.
    pub name: String,
    /// The stable code.
    pub code: &'static str,
}

impl Listed {
    pub(super) fn of(tools: Vec<Tool>, limits: &Limits) -> Result<Self, ClientError> {
        let mut names = BTreeSet::new();
        let mut listed = Self::default();
        for tool in tools {
            // Whichever of the two was approved, the other could be called for it.
            if !names.insert(tool.name.to_string()) {
                return Err(ClientError::Twice);
            }
            let name = tool.name.to_string();
            match Offered::of(tool, limits) {
                Ok(offered) => listed.tools.push(offered),
                Err(code) => {
                    let shown: String = name.chars().take(NAME_CHARS).collect();
                    listed.left_out.push(LeftOut { name: shown.escape_debug().to_string(), code });
                }
            }
        }
        Ok(listed)
    }
}

impl Offered {
    fn of(tool: Tool, limits: &Limits) -> Result<Self, &'static str> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-./".contains(&byte);
        if !(1..=NAME_CHARS).contains(&tool.name.len()) || !tool.name.bytes().all(plain) {
            return Err("E_MCP_TOOL_NAME");
        }
        let annotations = tool.annotations.map(|said| serde_json::to_value(said).unwrap_or_default());
        let offered = Self {
            name: tool.name.into_owned(),
            title: tool.title,
            description: tool.description.map(std::borrow::Cow::into_owned),
            input_schema: (*tool.input_schema).clone(),
            annotations,
        };
        // What cannot be written in one way only cannot be pinned.
        let bytes = canonical::to_bytes(&offered).map_err(|_| "E_MCP_TOOL_SCHEMA")?;
        if bytes.len() > limits.tool_bytes {
            return Err("E_MCP_TOOL_TOO_LONG");
        }
        Ok(offered)
    }

    /// What is approved: a SHA-256 over all that it says of itself, in the one way to write it (RFC 8785).
    ///
    /// # Errors
    /// When it holds a number that cannot be written in one way only.
    pub fn fingerprint(&self) -> Result<String, canonical::CanonicalError> {
        Ok(canonical::digest(&json!({ "mcp tool": 1, "says": self }))?.to_string())
    }

    /// What it says of itself by one of the names of annotations.
    #[must_use]
    pub fn hint(&self, name: &str) -> Option<bool> {
        self.annotations.as_ref()?.get(name)?.as_bool()
    }
}
