//! `browser.get_selection_links`: the links in what the person selected.

use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shapes::{ON_DOCUMENT, as_is};
use super::{ArgRole, Argument, Category, Effect, Permission, Tool};
use crate::observation::Link;
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "browser.get_selection_links",
    aliases: &[],
    category: Category::Observation,
    line: "list the links inside the text the user has selected",
    effect: Effect::Read,
    arguments: &[Argument::new("maxLinks", ArgRole::Count)],
    argument_schema: TypeSchema::of::<GetSelectionLinks>(),
    result_schema: TypeSchema::of::<SelectionLinks>(),
    permissions: &[Permission::ReadOnly],
    preconditions: ON_DOCUMENT,
    postconditions: &[],
    normalise: as_is,
    legacy: None,
};

/// How many links.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GetSelectionLinks {
    /// At most this many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 300))]
    pub max_links: Option<u32>,
}

/// The links.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SelectionLinks {
    /// In document order.
    #[schemars(length(max = 300))]
    pub links: Vec<Link>,
}
