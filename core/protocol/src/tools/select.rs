//! `browser.select`: choose an option.

use alloc::string::String;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shapes::{ACT_RESULT, HANDLE, ON_ELEMENT, as_is};
use super::{ArgRole, Argument, Category, Effect, Postcondition, Tool};
use crate::ids::HandleRef;
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "browser.select",
    aliases: &[],
    category: Category::Interaction,
    line: "choose an option of a list on the page",
    effect: Effect::Choose,
    arguments: &[HANDLE, Argument { name: "value", role: ArgRole::FreeText, aliases: &["option"] }],
    argument_schema: TypeSchema::of::<Select>(),
    result_schema: ACT_RESULT,
    permissions: &[],
    preconditions: ON_ELEMENT,
    postconditions: &[Postcondition::ElementChanged],
    normalise: as_is,
    legacy: None,
};

/// What to choose, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Select {
    /// The list.
    pub handle_id: HandleRef,
    /// The value of the option, or what it says.
    #[schemars(length(max = 1_000))]
    pub value: String,
}
