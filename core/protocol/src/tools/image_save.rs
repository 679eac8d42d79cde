//! `image.save`: put a picture from the web into the project, with a note of where it comes from (INK-032, INK-054).

use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shapes::as_is;
use super::{ArgRole, Argument, Category, Effect, Permission, Postcondition, Tool};
use crate::ids::HttpUrl;
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "image.save",
    aliases: &[],
    category: Category::Network,
    line: "save a picture from the web as a new file of the project",
    effect: Effect::Download,
    arguments: &[
        Argument::new("url", ArgRole::Url),
        Argument::new("path", ArgRole::Path),
        Argument::new("title", ArgRole::LocalText),
        Argument::new("license", ArgRole::LocalText),
        Argument::new("source", ArgRole::LocalText),
        Argument::new("tags", ArgRole::LocalText),
    ],
    argument_schema: TypeSchema::of::<ImageSave>(),
    result_schema: TypeSchema::of::<SavedImage>(),
    permissions: &[Permission::Network, Permission::ProjectWrite, Permission::UserConfirmation],
    preconditions: &[],
    postconditions: &[Postcondition::FileSaved],
    normalise: as_is,
    legacy: None,
};

/// Which picture, and where to put it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ImageSave {
    /// Where the picture itself is.
    pub url: HttpUrl,
    /// The new file, from the project's folder; one that exists is never replaced.
    #[schemars(length(min = 1, max = 1024))]
    pub path: String,
    /// Its title, for the note beside it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 500))]
    pub title: Option<String>,
    /// Its licence, for the note.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 200))]
    pub license: Option<String>,
    /// The page that it is on, for the note.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 2000))]
    pub source: Option<String>,
    /// Words that it is marked with, for the note.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 100), inner(length(min = 1, max = 100)))]
    pub tags: Option<Vec<String>>,
}

/// What was saved. A picture that is elsewhere has only `redirect`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SavedImage {
    /// Whether it was saved.
    pub saved: bool,
    /// Where it leads instead, at another place: save that, if it is wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub redirect: Option<String>,
    /// The file, from the project's folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The note beside it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// What kind of picture it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content_type: Option<String>,
    /// Bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// Pixels from left to right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<u32>,
    /// Pixels from top to bottom.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<u32>,
    /// SHA-256 of its bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
}
