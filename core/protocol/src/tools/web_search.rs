//! `web.search`: what a search engine finds, as data (INK-018 to INK-024, C-34).

use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shapes::as_is;
use super::{ArgRole, Argument, Category, Effect, Legacy, Permission, Tool};
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "web.search",
    aliases: &[],
    category: Category::Network,
    line: "search the web and return the results as a list",
    effect: Effect::Fetch,
    arguments: &[
        Argument::new("query", ArgRole::FreeText),
        Argument::new("count", ArgRole::Count),
        Argument::new("time", ArgRole::Choice),
        Argument::new("site", ArgRole::FreeText),
        Argument::new("safe", ArgRole::Flag),
    ],
    argument_schema: TypeSchema::of::<WebSearch>(),
    result_schema: TypeSchema::of::<WebHits>(),
    permissions: &[Permission::ReadOnly, Permission::Network],
    preconditions: &[],
    postconditions: &[],
    normalise: as_is,
    legacy: Some(Legacy::whole("SEARCH", "query")),
};

/// What to search for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WebSearch {
    /// The words.
    #[schemars(length(min = 1, max = 400))]
    pub query: String,
    /// How many results to give; 5 if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 20))]
    pub count: Option<u32>,
    /// Only pages of the past day, week, month or year.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<PastTime>,
    /// Only pages of this site, such as `example.com`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 253))]
    pub site: Option<String>,
    /// Whether to leave out what is not for everybody; it is left out unless the settings say otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub safe: Option<bool>,
}

/// How far back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PastTime {
    /// The past day.
    Day,
    /// The past week.
    Week,
    /// The past month.
    Month,
    /// The past year.
    Year,
}

/// What was found, in the engine's order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WebHits {
    /// The engine.
    pub engine: String,
    /// The results.
    #[schemars(length(max = 20))]
    pub results: Vec<WebHit>,
}

/// One result of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WebHit {
    /// Its title.
    pub title: String,
    /// Where it is.
    pub url: String,
    /// What the engine says of it.
    pub description: String,
    /// When it was published, as the engine says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published: Option<String>,
}
