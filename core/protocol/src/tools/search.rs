//! `search`: open the results of a web search.

use alloc::string::String;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shapes::{NAVIGATION_RESULT, as_is};
use super::{ArgRole, Argument, Category, Effect, Permission, Postcondition, Tool};
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "search",
    aliases: &[],
    category: Category::Navigation,
    line: "search the web and open the results",
    effect: Effect::Navigate,
    arguments: &[
        Argument::new("query", ArgRole::FreeText),
        Argument::new("engine", ArgRole::Choice),
        Argument::new("newTab", ArgRole::Flag),
    ],
    argument_schema: TypeSchema::of::<Search>(),
    result_schema: NAVIGATION_RESULT,
    permissions: &[Permission::Network],
    preconditions: &[],
    postconditions: &[Postcondition::PageChanged, Postcondition::TabOpened],
    normalise: as_is,
    // The older pattern means the tool that gives results as data (C-34).
    legacy: None,
};

/// What to search for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Search {
    /// The words.
    #[schemars(length(min = 1, max = 500))]
    pub query: String,
    /// A configured engine by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 64))]
    pub engine: Option<String>,
    /// Whether to open the results in a new tab.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new_tab: Option<bool>,
}
