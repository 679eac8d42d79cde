//! `transform.run`: make something that lasts of a collection (APP-012).

use alloc::string::String;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::shapes::{COLLECTION, as_is};
use super::{ArgRole, Argument, Category, Effect, Postcondition, Tool};
use crate::collection::Transform;
use crate::ids::ArtifactId;
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "transform.run",
    aliases: &[],
    category: Category::Collections,
    line: "make a comparison, timeline, brief or quiz of a collection",
    effect: Effect::Keep,
    arguments: &[
        COLLECTION,
        Argument::new("type", ArgRole::Choice),
        Argument::new("config", ArgRole::LocalText),
        Argument::new("artifactId", ArgRole::LocalText),
    ],
    argument_schema: TypeSchema::of::<RunTransform>(),
    result_schema: TypeSchema::of::<MadeArtifact>(),
    permissions: &[],
    preconditions: &[],
    postconditions: &[Postcondition::Kept],
    normalise: as_is,
    legacy: None,
};

/// What to make, of which collection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RunTransform {
    /// The collection: its id, or its title where only one has it.
    #[schemars(length(min = 1, max = 200))]
    pub collection_id: String,
    /// What to make.
    #[serde(rename = "type")]
    pub transform: Transform,
    /// How, as `transform.list_types` says.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub config: Map<String, Value>,
    /// Something that was made before, to make its next version: under its title, and as it was set where nothing else is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub artifact_id: Option<ArtifactId>,
}

/// What was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MadeArtifact {
    /// Its id; every version has its own.
    pub artifact_id: ArtifactId,
    /// What it is.
    #[serde(rename = "type")]
    pub transform: Transform,
    /// Its title.
    pub title: String,
    /// From 1.
    pub version: u32,
    /// How many sources it rests on.
    pub sources: u32,
}
