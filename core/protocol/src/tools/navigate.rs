//! `browser.navigate`: open an address in this tab.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shapes::{NAVIGATION_RESULT, as_is};
use super::{ArgRole, Argument, Category, Effect, Permission, Postcondition, Tool};
use crate::ids::HttpUrl;
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "browser.navigate",
    aliases: &["browser.open_url"],
    category: Category::Navigation,
    line: "go to an address in this tab",
    effect: Effect::Navigate,
    arguments: &[Argument::new("url", ArgRole::Url)],
    argument_schema: TypeSchema::of::<ToUrl>(),
    result_schema: NAVIGATION_RESULT,
    permissions: &[Permission::Network],
    preconditions: &[],
    postconditions: &[Postcondition::PageChanged],
    normalise: as_is,
    legacy: None,
};

/// Where to go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ToUrl {
    /// The address.
    pub url: HttpUrl,
}
