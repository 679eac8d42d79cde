//! `integration.invoke`: one operation of a plugin that the person has installed (APP-005).

use alloc::string::String;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::shapes::as_is;
use super::{ArgRole, Argument, Category, Effect, Permission, Postcondition, Tool};
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "integration.invoke",
    aliases: &[],
    category: Category::Code,
    line: "call a configured plugin",
    effect: Effect::Invoke,
    arguments: &[
        Argument::new("integration", ArgRole::LocalText),
        Argument::new("operation", ArgRole::LocalText),
        Argument::new("payload", ArgRole::Structure),
        Argument::new("idempotencyKey", ArgRole::FreeText),
    ],
    argument_schema: TypeSchema::of::<Invoke>(),
    result_schema: TypeSchema::of::<Invoked>(),
    permissions: &[Permission::UserConfirmation],
    preconditions: &[],
    postconditions: &[Postcondition::ProgramEnded],
    normalise: as_is,
    legacy: None,
};

/// Which operation, with what.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Invoke {
    /// The plugin, by its name.
    #[schemars(length(min = 1, max = 64))]
    pub integration: String,
    /// What it is to do.
    #[schemars(length(min = 1, max = 64))]
    pub operation: String,
    /// With what, as the operation describes it.
    #[serde(default)]
    pub payload: Map<String, Value>,
    /// A name for this very call: what was done under it already is not done again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 128))]
    pub idempotency_key: Option<String>,
}

/// What the plugin gave.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Invoked {
    /// Its data, in a shape of its own.
    pub data: Value,
}
