//! `project.search`: find text in the files of the opened project (INK-037).

use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shapes::as_is;
use super::{ArgRole, Argument, Category, Effect, Legacy, Permission, Tool};
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "project.search",
    aliases: &[],
    category: Category::Project,
    line: "search the files of the local project",
    effect: Effect::ReadFiles,
    arguments: &[
        Argument::new("query", ArgRole::LocalText),
        Argument::new("regex", ArgRole::Flag),
        Argument::new("glob", ArgRole::Path),
        Argument::new("caseSensitive", ArgRole::Flag),
        Argument::new("word", ArgRole::Flag),
        Argument::new("contextLines", ArgRole::Count),
        Argument::new("maxResults", ArgRole::Count),
    ],
    argument_schema: TypeSchema::of::<ProjectSearch>(),
    result_schema: TypeSchema::of::<ProjectHits>(),
    permissions: &[Permission::ReadOnly],
    preconditions: &[],
    postconditions: &[],
    normalise: as_is,
    legacy: Some(Legacy::whole("PROJECT_SEARCH", "query")),
};

/// What to look for in the project.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProjectSearch {
    /// The words, or a regular expression.
    #[schemars(length(min = 1, max = 500))]
    pub query: String,
    /// Whether the query is a regular expression.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regex: Option<bool>,
    /// Only files that one of these patterns names, such as `src/**/*.rs`; one that begins with `!` leaves out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 20), inner(length(min = 1, max = 200)))]
    pub glob: Option<Vec<String>>,
    /// Whether case counts; if not said, it counts only where the query has a capital letter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub case_sensitive: Option<bool>,
    /// Only whole words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub word: Option<bool>,
    /// Lines to show before and after each hit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = 10))]
    pub context_lines: Option<u32>,
    /// How many hits to give.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 200))]
    pub max_results: Option<u32>,
}

/// What was found, most telling first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProjectHits {
    /// The best hits.
    #[schemars(length(max = 200))]
    pub hits: Vec<ProjectHit>,
    /// Lines that match, in all.
    pub matching_lines: u64,
    /// Files with a match.
    pub matching_files: u64,
}

/// A line of a file that matches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProjectHit {
    /// The file, from the project's folder.
    pub path: String,
    /// The number of the line, from 1.
    pub line: u64,
    /// The line, or the part of it around the match.
    pub text: String,
    /// The lines before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 10))]
    pub before: Vec<String>,
    /// The lines after.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 10))]
    pub after: Vec<String>,
    /// How telling it is: a larger number comes first.
    pub score: u32,
}
