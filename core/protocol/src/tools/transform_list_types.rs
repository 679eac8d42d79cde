//! `transform.list_types`: what can be made of a collection (APP-011).

use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shapes::{NO_ARGUMENTS, as_is};
use super::{Category, Effect, Permission, Tool};
use crate::collection::Transform;
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "transform.list_types",
    aliases: &[],
    category: Category::Collections,
    line: "list what can be made of a collection",
    effect: Effect::Local,
    arguments: &[],
    argument_schema: NO_ARGUMENTS,
    result_schema: TypeSchema::of::<TransformTypes>(),
    permissions: &[Permission::ReadOnly],
    preconditions: &[],
    postconditions: &[],
    normalise: as_is,
    legacy: None,
};

/// What can be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TransformTypes {
    /// All of it.
    pub types: Vec<TransformType>,
}

/// Something that can be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TransformType {
    /// Its name in a call.
    #[serde(rename = "type")]
    pub transform: Transform,
    /// Its name for people.
    pub title: String,
    /// What it is.
    pub about: String,
    /// What can be set.
    pub config: Vec<TransformSetting>,
}

/// Something that can be set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TransformSetting {
    /// Its name in `config`.
    pub key: String,
    /// `text`, `list` or `number`.
    pub kind: String,
    /// The largest number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<u64>,
    /// What it does.
    pub about: String,
    /// What holds where nothing is set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<u64>,
    /// Whether it has to be set.
    pub required: bool,
}
