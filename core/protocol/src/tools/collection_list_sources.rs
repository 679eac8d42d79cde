//! `collection.list_sources`: what is in a collection, and how far it is (CTX-020).

use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shapes::{COLLECTION, as_is};
use super::{Category, Effect, Permission, Tool};
use crate::collection::{Failure, SourceKind, SourceState};
use crate::ids::{CollectionId, SourceId, UtcTime};
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "collection.list_sources",
    aliases: &[],
    category: Category::Collections,
    line: "list the pages and notes in a collection",
    effect: Effect::ReadKept,
    arguments: &[COLLECTION],
    argument_schema: TypeSchema::of::<ListSources>(),
    result_schema: TypeSchema::of::<ListedSources>(),
    permissions: &[Permission::ReadOnly],
    preconditions: &[],
    postconditions: &[],
    normalise: as_is,
    legacy: None,
};

/// Of which.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListSources {
    /// The collection: its id, or its title where only one has it.
    #[schemars(length(min = 1, max = 200))]
    pub collection_id: String,
}

/// A collection's sources.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListedSources {
    /// The collection.
    pub collection_id: CollectionId,
    /// Its title.
    pub title: String,
    /// All of them, as they were added.
    pub sources: Vec<ListedSource>,
}

/// A source without its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListedSource {
    /// Its id.
    pub source_id: SourceId,
    /// Where it comes from.
    #[serde(rename = "type")]
    pub kind: SourceKind,
    /// What it calls itself, or is called.
    pub title: String,
    /// Its address.
    pub url: String,
    /// How far it is.
    pub state: SourceState,
    /// When it was captured last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captured_at: Option<UtcTime>,
    /// Characters of what was captured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chars: Option<u32>,
    /// Why it could not be captured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
}
