//! `translate`: put a text into another language (INK-065).

use alloc::string::String;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shapes::as_is;
use super::{ArgRole, Argument, Category, Effect, Permission, Tool, legacy};
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "translate",
    aliases: &[],
    category: Category::Network,
    line: "translate a text into another language",
    effect: Effect::Fetch,
    arguments: &[
        Argument::new("text", ArgRole::FreeText),
        Argument::new("to", ArgRole::Choice),
        Argument::new("from", ArgRole::Choice),
    ],
    argument_schema: TypeSchema::of::<Translate>(),
    result_schema: TypeSchema::of::<Translated>(),
    permissions: &[Permission::ReadOnly, Permission::Network],
    preconditions: &[],
    postconditions: &[],
    normalise: as_is,
    legacy: Some(legacy::TRANSLATE),
};

/// What to translate.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Translate {
    /// The text.
    #[schemars(length(min = 1, max = 20000))]
    pub text: String,
    /// The language to put it into, by its code, such as `de`.
    #[schemars(length(min = 2, max = 12))]
    pub to: String,
    /// The language that it is in, by its code; found out if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 2, max = 12))]
    pub from: Option<String>,
}

/// A translation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Translated {
    /// The text in the other language.
    pub text: String,
    /// The language that it was in, as said or as found out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The language that it is in now.
    pub to: String,
    /// What translated it.
    pub by: String,
}
