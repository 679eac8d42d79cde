//! `replace.smart`: replace text only where its surroundings fit (INK-040, C-21).

use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::legacy;
use super::replace_file::REPLACED;
use super::shapes::as_is;
use super::{ArgRole, Argument, Category, Effect, Permission, Postcondition, Tool};
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "replace.smart",
    aliases: &[],
    category: Category::Project,
    line: "replace text in a file only where the context fits",
    effect: Effect::WriteFiles,
    arguments: &[
        Argument::new("path", ArgRole::Path),
        Argument { name: "search", role: ArgRole::LocalText, aliases: &["oldText", "old_text"] },
        Argument { name: "replacement", role: ArgRole::LocalText, aliases: &["newText", "new_text"] },
        Argument::new("context", ArgRole::Structure),
        Argument::new("caseSensitive", ArgRole::Flag),
        Argument::new("word", ArgRole::Flag),
        Argument::new("maxMatches", ArgRole::Count),
        Argument::new("dryRun", ArgRole::Flag),
    ],
    argument_schema: TypeSchema::of::<ReplaceSmart>(),
    result_schema: REPLACED,
    permissions: &[Permission::ProjectWrite, Permission::UserConfirmation],
    preconditions: &[],
    postconditions: &[Postcondition::FilesAsShown],
    normalise: as_is,
    legacy: Some(legacy::SMART_REPLACE),
};

/// What to replace, and beside what.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReplaceSmart {
    /// The file, from the project's folder.
    #[schemars(length(min = 1, max = 1024))]
    pub path: String,
    /// What to look for, as it stands.
    #[schemars(length(min = 1, max = 8192))]
    pub search: String,
    /// What to put in its place.
    #[schemars(length(max = 16384))]
    pub replacement: String,
    /// What must stand around it.
    pub context: Surroundings,
    /// Whether case counts; it does if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub case_sensitive: Option<bool>,
    /// Only whole words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub word: Option<bool>,
    /// More matches than this are refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 1_000_000))]
    pub max_matches: Option<u32>,
    /// Only say what would change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dry_run: Option<bool>,
}

/// What must stand around a match.
///
/// With keywords, one of them must occur within so many lines (3 if not said) of the match and outside it. Without, a
/// match must be the only one within so many lines, so that it is clear which is meant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Surroundings {
    /// How many lines before and after count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = 1000))]
    pub lines: Option<u32>,
    /// Words, one of which must be there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 50), inner(length(min = 1, max = 200)))]
    pub keywords: Option<Vec<String>>,
}
