//! `collection.add_sources`: put pages and notes into a collection (CTX-019). A page is captured later, so its address is a
//! navigation like any other (S4).

use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shapes::{COLLECTION, as_is};
use super::{ArgRole, Argument, Category, Effect, Permission, Postcondition, Tool};
use crate::ids::{HttpUrl, SourceId};
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "collection.add_sources",
    aliases: &[],
    category: Category::Collections,
    line: "add pages or notes to a collection",
    effect: Effect::Keep,
    arguments: &[
        COLLECTION,
        Argument::new("sources", ArgRole::Structure),
        Argument::new("sources.type", ArgRole::Choice),
        Argument::new("sources.url", ArgRole::Url),
        Argument::new("sources.title", ArgRole::LocalText),
        Argument::new("sources.text", ArgRole::LocalText),
    ],
    argument_schema: TypeSchema::of::<AddSources>(),
    result_schema: TypeSchema::of::<SourcesAdded>(),
    permissions: &[Permission::Network],
    preconditions: &[],
    postconditions: &[Postcondition::Kept],
    normalise: as_is,
    legacy: None,
};

/// What to add, and to which.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AddSources {
    /// The collection: its id, or its title where only one has it.
    #[schemars(length(min = 1, max = 200))]
    pub collection_id: String,
    /// The pages and notes.
    #[schemars(length(min = 1, max = 50))]
    pub sources: Vec<SourceToAdd>,
}

/// A page, or words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum SourceToAdd {
    /// A page.
    Url {
        /// Its address.
        url: HttpUrl,
        /// What it is called until it says so itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(length(max = 200))]
        title: Option<String>,
    },
    /// Words.
    Note {
        /// What they are about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(length(max = 200))]
        title: Option<String>,
        /// The words.
        #[schemars(length(min = 1, max = 24_000))]
        text: String,
    },
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SourcesAdded {
    /// Those that are new; pages among them are captured one after the other.
    pub added: Vec<SourceId>,
    /// Addresses that the collection had already.
    pub known: Vec<String>,
    /// What is no source, and why.
    pub refused: Vec<RefusedSource>,
}

/// Something that is no source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RefusedSource {
    /// What was to be added.
    pub what: String,
    /// The code that stays.
    pub code: String,
    /// Why not.
    pub sentence: String,
}
