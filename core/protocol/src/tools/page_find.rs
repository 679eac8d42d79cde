//! `content.find`: the passages of the page about something. For the web there is `search` (BROW-048).

use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shapes::{ON_DOCUMENT, as_is};
use super::{ArgRole, Argument, Category, Effect, Permission, Tool};
use crate::ids::NodeId;
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "content.find",
    aliases: &[],
    category: Category::Content,
    line: "find the passages of this page about something",
    effect: Effect::Local,
    arguments: &[Argument::new("query", ArgRole::LocalText), Argument::new("scope", ArgRole::Choice)],
    argument_schema: TypeSchema::of::<FindPassages>(),
    result_schema: TypeSchema::of::<Passages>(),
    permissions: &[Permission::ReadOnly],
    preconditions: ON_DOCUMENT,
    postconditions: &[],
    normalise: as_is,
    legacy: None,
};

/// What to find, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FindPassages {
    /// The words.
    #[schemars(length(min = 1, max = 500))]
    pub query: String,
    /// Where; the page if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope: Option<FindScope>,
}

/// Where to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FindScope {
    /// On this page.
    Page,
}

/// Passages, best first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Passages {
    /// The passages.
    #[schemars(length(max = 20))]
    pub passages: Vec<Passage>,
}

/// A passage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Passage {
    /// Its anchor for citations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node_id: Option<NodeId>,
    /// Its text.
    pub text: String,
}
