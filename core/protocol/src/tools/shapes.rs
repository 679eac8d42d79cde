//! Argument and result shapes that several tools share.

use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{ArgRole, Argument, Normalised, Precondition};
use crate::ids::HandleId;
use crate::schema::TypeSchema;
use crate::wire::RequestFacts;

/// The target of most actions. A model may also write `handle` or `handle_id` (C-03).
pub(super) const HANDLE: Argument =
    Argument { name: "handleId", role: ArgRole::Handle, aliases: &["handle", "handle_id"] };

/// A collection, by its id or its title.
pub(super) const COLLECTION: Argument = Argument::new("collectionId", ArgRole::LocalText);

/// What must hold before an element is acted on.
pub(super) const ON_ELEMENT: &[Precondition] = &[
    Precondition::IdentityMatches,
    Precondition::HandleInScope,
    Precondition::ElementVisible,
    Precondition::ElementEnabled,
];

/// What must hold before anything is done with the attached document.
pub(super) const ON_DOCUMENT: &[Precondition] = &[Precondition::IdentityMatches];

/// The arguments are taken as they are.
pub(super) fn as_is(_: &mut Map<String, Value>) -> Normalised {
    Vec::new()
}

/// No arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NoArguments {}

pub(super) const NO_ARGUMENTS: TypeSchema = TypeSchema::of::<NoArguments>();

/// What an action on an element returns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ActResult {
    /// Whether it was done.
    pub done: bool,
    /// What shows it.
    pub verified_by: String,
    /// Whether another document is in the tab now.
    pub navigated: bool,
    /// What the page tried to send and was not decided: it was stopped (S8).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 20))]
    pub stopped: Vec<RequestFacts>,
}

pub(super) const ACT_RESULT: TypeSchema = TypeSchema::of::<ActResult>();

/// What a movement between pages returns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NavigationResult {
    /// Where the tab is now.
    pub url: String,
    /// The title there.
    pub title: String,
    /// The tab.
    pub tab_id: u32,
}

pub(super) const NAVIGATION_RESULT: TypeSchema = TypeSchema::of::<NavigationResult>();

/// Elements that may be meant, most likely first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Candidates {
    /// The elements.
    #[schemars(length(max = 20))]
    pub candidates: Vec<Candidate>,
}

/// An element that may be meant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Candidate {
    /// Its handle.
    pub handle_id: HandleId,
    /// Its role.
    pub role: String,
    /// Its accessible name.
    pub accessible_name: String,
    /// The text around it.
    pub context: String,
    /// How likely, 0 to 1.
    #[schemars(range(min = 0, max = 1))]
    pub confidence: f64,
}
