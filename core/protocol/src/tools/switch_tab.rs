//! `browser.switch_tab`: bring another tab to the front.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shapes::{NAVIGATION_RESULT, as_is};
use super::{ArgRole, Argument, Category, Effect, Postcondition, Tool};
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "browser.switch_tab",
    aliases: &[],
    category: Category::Navigation,
    line: "switch to another open tab",
    effect: Effect::SwitchTab,
    arguments: &[Argument { name: "tabId", role: ArgRole::Tab, aliases: &["id"] }],
    argument_schema: TypeSchema::of::<SwitchTab>(),
    result_schema: NAVIGATION_RESULT,
    permissions: &[],
    preconditions: &[],
    postconditions: &[Postcondition::TabActivated],
    normalise: as_is,
    legacy: None,
};

/// Which tab.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SwitchTab {
    /// The tab.
    pub tab_id: u32,
}
