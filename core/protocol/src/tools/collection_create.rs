//! `collection.create`: make a collection (CTX-018).

use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shapes::as_is;
use super::{ArgRole, Argument, Category, Effect, Postcondition, Tool};
use crate::ids::CollectionId;
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "collection.create",
    aliases: &[],
    category: Category::Collections,
    line: "make a new collection for pages and notes",
    effect: Effect::Keep,
    arguments: &[Argument::new("title", ArgRole::LocalText), Argument::new("tags", ArgRole::LocalText)],
    argument_schema: TypeSchema::of::<CreateCollection>(),
    result_schema: TypeSchema::of::<CreatedCollection>(),
    permissions: &[],
    preconditions: &[],
    postconditions: &[Postcondition::Kept],
    normalise: as_is,
    legacy: None,
};

/// What to call it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateCollection {
    /// Its title; a collection can be named by it wherever no other has the same.
    #[schemars(length(min = 1, max = 200))]
    pub title: String,
    /// Words to find it by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 20), inner(length(min = 1, max = 60)))]
    pub tags: Option<Vec<String>>,
}

/// The collection that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreatedCollection {
    /// Its id.
    pub collection_id: CollectionId,
    /// Its title.
    pub title: String,
}
