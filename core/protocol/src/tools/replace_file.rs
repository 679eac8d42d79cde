//! `replace.file`: replace text in one file of the project without reading it to a model (INK-038).

use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::legacy;
use super::shapes::as_is;
use super::{ArgRole, Argument, Category, Effect, Permission, Postcondition, Tool};
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "replace.file",
    aliases: &[],
    category: Category::Project,
    line: "replace text in one project file",
    effect: Effect::WriteFiles,
    arguments: &[
        Argument::new("path", ArgRole::Path),
        Argument::new("search", ArgRole::LocalText),
        Argument::new("replacement", ArgRole::LocalText),
        Argument::new("regex", ArgRole::Flag),
        Argument::new("caseSensitive", ArgRole::Flag),
        Argument::new("word", ArgRole::Flag),
        Argument::new("maxMatches", ArgRole::Count),
        Argument::new("dryRun", ArgRole::Flag),
    ],
    argument_schema: TypeSchema::of::<ReplaceFile>(),
    result_schema: REPLACED,
    permissions: &[Permission::ProjectWrite, Permission::UserConfirmation],
    preconditions: &[],
    postconditions: &[Postcondition::FilesAsShown],
    normalise: as_is,
    legacy: Some(legacy::BATCH_REPLACE),
};

/// What to replace in one file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReplaceFile {
    /// The file, from the project's folder.
    #[schemars(length(min = 1, max = 1024))]
    pub path: String,
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
    /// More matches than this are refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 1_000_000))]
    pub max_matches: Option<u32>,
    /// Only say what would change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dry_run: Option<bool>,
}

/// What a replacement changed, or would change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Replaced {
    /// Whether the files were changed; if not, this is what would change.
    pub applied: bool,
    /// The batch in the journal, by which it is undone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub batch: Option<u64>,
    /// SHA-256 over the complete change: every path with what it held before and holds after.
    pub digest: String,
    /// The files.
    #[schemars(length(max = 2000))]
    pub files: Vec<ReplacedFile>,
    /// Replacements in all.
    pub replacements: u64,
}

/// One file of a replacement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReplacedFile {
    /// The file, from the project's folder.
    pub path: String,
    /// Replacements in it.
    pub replacements: u64,
    /// SHA-256 of what it held.
    pub sha256_before: String,
    /// SHA-256 of what it holds after.
    pub sha256_after: String,
}

pub(super) const REPLACED: TypeSchema = TypeSchema::of::<Replaced>();
