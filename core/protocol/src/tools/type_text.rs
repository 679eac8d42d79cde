//! `browser.type`: type into a field.

use alloc::string::String;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shapes::{ACT_RESULT, HANDLE, as_is};
use super::{ArgRole, Argument, Category, Effect, Postcondition, Precondition, Tool};
use crate::ids::HandleRef;
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "browser.type",
    aliases: &[],
    category: Category::Interaction,
    line: "type text into a field of the page",
    effect: Effect::Type,
    arguments: &[
        HANDLE,
        Argument::new("text", ArgRole::FreeText),
        Argument::new("clearFirst", ArgRole::Flag),
    ],
    argument_schema: TypeSchema::of::<TypeText>(),
    result_schema: ACT_RESULT,
    permissions: &[],
    preconditions: &[
        Precondition::IdentityMatches,
        Precondition::HandleInScope,
        Precondition::ElementVisible,
        Precondition::ElementEnabled,
        Precondition::FieldNotCredential,
    ],
    postconditions: &[Postcondition::ElementChanged],
    normalise: as_is,
    legacy: None,
};

/// What to type, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TypeText {
    /// The field.
    pub handle_id: HandleRef,
    /// The text.
    #[schemars(length(max = 10_000))]
    pub text: String,
    /// Whether to empty the field first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clear_first: Option<bool>,
}
