//! `imageboard.search`: pictures of an imageboard by their tags (INK-052, INK-053, INK-055).

use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shapes::as_is;
use super::{ArgRole, Argument, Category, Effect, Legacy, Permission, Tool};
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "imageboard.search",
    aliases: &["IMAGEBOARD"],
    category: Category::Network,
    line: "find pictures on an imageboard by their tags",
    effect: Effect::Fetch,
    arguments: &[
        Argument::new("query", ArgRole::FreeText),
        Argument::new("board", ArgRole::Choice),
        Argument::new("rating", ArgRole::Choice),
        Argument::new("minScore", ArgRole::Count),
        Argument::new("artist", ArgRole::FreeText),
        Argument::new("count", ArgRole::Count),
    ],
    argument_schema: TypeSchema::of::<BoardSearch>(),
    result_schema: TypeSchema::of::<BoardHits>(),
    permissions: &[Permission::ReadOnly, Permission::Network],
    preconditions: &[],
    postconditions: &[],
    normalise: as_is,
    legacy: Some(Legacy::whole("DERPIBOORU", "query")),
};

/// Which pictures.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BoardSearch {
    /// The tags as the board takes them; `danbooru:tags` names the board, too.
    #[schemars(length(min = 1, max = 400))]
    pub query: String,
    /// The board; `derpibooru` if not said and not set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<Board>,
    /// How far it may go; `safe` if not said, and no further than the settings say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<Rating>,
    /// Only pictures with at least this score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = 1_000_000))]
    pub min_score: Option<u32>,
    /// Only pictures by this artist.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 100))]
    pub artist: Option<String>,
    /// How many to give; 20 if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 50))]
    pub count: Option<u32>,
}

/// A board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Board {
    /// Derpibooru, or another Philomena.
    #[default]
    Derpibooru,
    /// Danbooru.
    Danbooru,
    /// Gelbooru.
    Gelbooru,
}

impl Board {
    /// Every board.
    pub const ALL: &[Self] = &[Self::Derpibooru, Self::Danbooru, Self::Gelbooru];

    /// Its name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Derpibooru => "derpibooru",
            Self::Danbooru => "danbooru",
            Self::Gelbooru => "gelbooru",
        }
    }
}

/// Whom a picture is for; a later one takes more in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Rating {
    /// Everybody.
    #[default]
    Safe,
    /// Not everybody.
    Questionable,
    /// Adults.
    Explicit,
}

impl Rating {
    /// Every rating.
    pub const ALL: &[Self] = &[Self::Safe, Self::Questionable, Self::Explicit];

    /// Its name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Questionable => "questionable",
            Self::Explicit => "explicit",
        }
    }
}

/// Pictures that were found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BoardHits {
    /// The board.
    pub board: Board,
    /// The pictures.
    #[schemars(length(max = 50))]
    pub images: Vec<BoardImage>,
    /// Pictures that the board gave and that go further than what may be shown, or have a lower score.
    pub left_out: u64,
}

/// A picture of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BoardImage {
    /// Its number on the board.
    pub id: u64,
    /// Where the picture itself is.
    pub url: String,
    /// Its page on the board.
    pub page: String,
    /// Whom it is for.
    pub rating: Rating,
    /// Its score.
    pub score: i64,
    /// How many keep it among their favourites.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub favourites: Option<u64>,
    /// Who made it, as its tags say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 20))]
    pub artists: Vec<String>,
    /// Its tags.
    #[schemars(length(max = 100))]
    pub tags: Vec<String>,
    /// Where it comes from, as the board says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Pixels from left to right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<u32>,
    /// Pixels from top to bottom.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<u32>,
}
