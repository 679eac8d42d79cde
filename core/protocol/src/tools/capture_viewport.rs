//! `browser.capture_viewport`: a picture of what is on screen, with a map of its elements.

use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shapes::{NO_ARGUMENTS, ON_DOCUMENT, as_is};
use super::{Category, Effect, Permission, Tool};
use crate::ids::{ArtifactId, HandleId};
use crate::observation::BoundingBox;
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "browser.capture_viewport",
    aliases: &[],
    category: Category::Observation,
    line: "take a picture of what is on screen",
    effect: Effect::Capture,
    arguments: &[],
    argument_schema: NO_ARGUMENTS,
    result_schema: TypeSchema::of::<Capture>(),
    permissions: &[Permission::ReadOnly, Permission::UserConfirmation],
    preconditions: ON_DOCUMENT,
    postconditions: &[],
    normalise: as_is,
    legacy: None,
};

/// A picture, kept as an artifact and not sent again (TOOL-040).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Capture {
    /// The picture.
    pub artifact_id: ArtifactId,
    /// Its width in pixels.
    #[schemars(range(min = 1, max = 1280))]
    pub width: u32,
    /// Its height in pixels.
    #[schemars(range(min = 1, max = 1280))]
    pub height: u32,
    /// Where the elements are in it.
    #[schemars(length(max = 300))]
    pub elements: Vec<MappedElement>,
}

/// An element in a picture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MappedElement {
    /// The element.
    pub handle_id: HandleId,
    /// Where it is, in pixels of the picture.
    pub bounding_box: BoundingBox,
}
