//! `wiki`: an article of an encyclopedia (INK-025 to INK-030).

use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shapes::as_is;
use super::{ArgRole, Argument, Category, Effect, Legacy, Permission, Tool};
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "wiki",
    aliases: &[],
    category: Category::Network,
    line: "look something up on Wikipedia",
    effect: Effect::Fetch,
    arguments: &[
        Argument::new("topic", ArgRole::FreeText),
        Argument::new("part", ArgRole::Choice),
        Argument::new("section", ArgRole::LocalText),
        Argument::new("language", ArgRole::Choice),
    ],
    argument_schema: TypeSchema::of::<AskWiki>(),
    result_schema: TypeSchema::of::<WikiFound>(),
    permissions: &[Permission::ReadOnly, Permission::Network],
    preconditions: &[],
    postconditions: &[],
    normalise: as_is,
    legacy: Some(Legacy::whole("WIKI", "topic")),
};

/// What to look up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AskWiki {
    /// The topic, or the title of an article.
    #[schemars(length(min = 1, max = 250))]
    pub topic: String,
    /// How much of the article; its summary if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<WikiPart>,
    /// For `section`: its heading.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 250))]
    pub section: Option<String>,
    /// The language by its code, such as `de`; `en` if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 2, max = 12))]
    pub language: Option<String>,
}

/// How much of an article.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WikiPart {
    /// Its first paragraphs.
    #[default]
    Summary,
    /// All of it.
    Full,
    /// One section.
    Section,
}

/// An article, or what a word may mean.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WikiFound {
    /// The title.
    pub title: String,
    /// What it is, in a few words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Where it is.
    pub url: String,
    /// The language.
    pub language: String,
    /// Whether the title has several meanings; then they are in `choices`, and none of them was taken.
    pub ambiguous: bool,
    /// Articles that the title may mean.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 50))]
    pub choices: Vec<String>,
    /// Headings of the article, for the whole of it and for a section.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 200))]
    pub sections: Vec<String>,
    /// Articles about something near.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 10))]
    pub related: Vec<String>,
}
