//! `browser.find`: find elements by what they are for.

use alloc::string::String;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shapes::{Candidates, ON_DOCUMENT, as_is};
use super::{ArgRole, Argument, Category, Effect, Permission, Tool};
use crate::ids::HandleRef;
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "browser.find",
    aliases: &[],
    category: Category::Observation,
    line: "find a button, link or field on the page by what it is for",
    effect: Effect::Read,
    arguments: &[
        Argument::new("query", ArgRole::LocalText),
        Argument::new("withinHandle", ArgRole::Handle),
        Argument::new("k", ArgRole::Count),
    ],
    argument_schema: TypeSchema::of::<Find>(),
    result_schema: TypeSchema::of::<Candidates>(),
    permissions: &[Permission::ReadOnly],
    preconditions: ON_DOCUMENT,
    postconditions: &[],
    normalise: as_is,
    legacy: None,
};

/// What to find. Words, never a selector (BROW-035).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Find {
    /// What the element is for.
    #[schemars(length(min = 1, max = 500))]
    pub query: String,
    /// Only inside this container.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within_handle: Option<HandleRef>,
    /// At most this many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 20))]
    pub k: Option<u32>,
}
