//! `replace.files`: replace text in every file that a pattern names (INK-039).

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
    name: "replace.files",
    aliases: &[],
    category: Category::Project,
    line: "replace text in many project files at once",
    effect: Effect::WriteFiles,
    arguments: &[
        Argument::new("glob", ArgRole::Path),
        Argument::new("search", ArgRole::LocalText),
        Argument::new("replacement", ArgRole::LocalText),
        Argument::new("regex", ArgRole::Flag),
        Argument::new("caseSensitive", ArgRole::Flag),
        Argument::new("word", ArgRole::Flag),
        Argument::new("exclude", ArgRole::Path),
        Argument::new("maxFiles", ArgRole::Count),
        Argument::new("maxMatches", ArgRole::Count),
        Argument::new("dryRun", ArgRole::Flag),
    ],
    argument_schema: TypeSchema::of::<ReplaceFiles>(),
    result_schema: REPLACED,
    permissions: &[Permission::ProjectWrite, Permission::UserConfirmation],
    preconditions: &[],
    postconditions: &[Postcondition::FilesAsShown],
    normalise: as_is,
    legacy: Some(legacy::BATCH_REPLACE_MULTI),
};

/// What to replace in many files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReplaceFiles {
    /// Which files, such as `*.py` or `src/**/*.rs`; one that begins with `!` leaves out.
    #[schemars(length(min = 1, max = 20), inner(length(min = 1, max = 200)))]
    pub glob: Vec<String>,
    /// What to look for.
    #[schemars(length(min = 1, max = 8192))]
    pub search: String,
    /// What to put in its place; with `regex`, `$1` and `${name}` stand for groups.
    #[schemars(length(max = 16384))]
    pub replacement: String,
    /// Whether `search` is a regular expression.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regex: Option<bool>,
    /// Whether case counts; it does if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub case_sensitive: Option<bool>,
    /// Only whole words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub word: Option<bool>,
    /// Files to leave alone, beside those that are always left alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 50), inner(length(min = 1, max = 200)))]
    pub exclude: Option<Vec<String>>,
    /// A change of more files than this is refused; 50 if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 2000))]
    pub max_files: Option<u32>,
    /// More matches than this are refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 1_000_000))]
    pub max_matches: Option<u32>,
    /// Only say what would change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dry_run: Option<bool>,
}
