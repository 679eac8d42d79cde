//! `image.search`: pictures on the web, or in the project (INK-031, INK-033 to INK-036).

use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shapes::as_is;
use super::{ArgRole, Argument, Category, Effect, Legacy, Permission, Tool};
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "image.search",
    aliases: &[],
    category: Category::Network,
    line: "search for images",
    effect: Effect::Fetch,
    arguments: &[
        Argument::new("query", ArgRole::FreeText),
        Argument::new("count", ArgRole::Count),
        Argument::new("size", ArgRole::Choice),
        Argument::new("type", ArgRole::Choice),
        Argument::new("license", ArgRole::Choice),
        Argument::new("color", ArgRole::Choice),
        Argument::new("local", ArgRole::Flag),
    ],
    argument_schema: TypeSchema::of::<ImageSearch>(),
    result_schema: TypeSchema::of::<Images>(),
    permissions: &[Permission::ReadOnly, Permission::Network],
    preconditions: &[],
    postconditions: &[],
    normalise: as_is,
    legacy: Some(Legacy::whole("IMAGE", "query")),
};

/// Which pictures.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ImageSearch {
    /// The words; for the project's own pictures, a part of their name.
    #[schemars(length(min = 1, max = 400))]
    pub query: String,
    /// How many to give; 10 if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 50))]
    pub count: Option<u32>,
    /// How large.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<ImageSize>,
    /// What kind.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<ImageKind>,
    /// What its maker allows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub license: Option<ImageLicense>,
    /// Which colour it mostly has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<ImageColor>,
    /// Whether to look among the project's own files instead of the web.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub local: Option<bool>,
}

/// How large a picture is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ImageSize {
    /// Less than 500 pixels on its longer side.
    Small,
    /// From 500 to 1199 pixels.
    Medium,
    /// 1200 pixels and more.
    Large,
    /// At least 1920 by 1080, and wider than high.
    Wallpaper,
}

/// What kind of picture it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ImageKind {
    /// A photograph.
    Photo,
    /// A drawing with plain areas.
    Clipart,
    /// A drawing with lines only.
    Line,
}

/// What the maker of a picture allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ImageLicense {
    /// Any licence of Creative Commons.
    CreativeCommons,
    /// Nobody owns it.
    PublicDomain,
    /// Commercial use.
    Commercial,
    /// Changing it.
    Modify,
}

/// A colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "a colour is its name")]
pub enum ImageColor {
    Red,
    Orange,
    Yellow,
    Green,
    Blue,
    Purple,
    Pink,
    Brown,
    Black,
    Gray,
    White,
    Monochrome,
}

/// Pictures that were found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Images {
    /// The engine, or `project`.
    pub engine: String,
    /// The pictures.
    #[schemars(length(max = 50))]
    pub images: Vec<FoundImage>,
    /// What was asked for and the engine cannot tell, so that any may be among them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 5))]
    pub not_filtered: Vec<String>,
}

/// A picture.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FoundImage {
    /// Its title, or its name.
    pub title: String,
    /// Where the picture itself is; nothing for a file of the project.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The file, from the project's folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The page that it is on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<String>,
    /// A small version of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thumbnail: Option<String>,
    /// Pixels from left to right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<u32>,
    /// Pixels from top to bottom.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<u32>,
    /// Bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// Its licence, as the engine says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub license: Option<String>,
    /// Who made it, as the engine says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub creator: Option<String>,
    /// Words that it was marked with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 100))]
    pub tags: Vec<String>,
}
