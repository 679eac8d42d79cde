//! `git`: look at the project's history; changes nothing (INK-060, C-30).

use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shapes::as_is;
use super::{ArgRole, Argument, Category, Effect, Legacy, Permission, Tool};
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "git",
    aliases: &[],
    category: Category::Project,
    line: "ask git: status, log, diff, show, blame or history",
    effect: Effect::ReadFiles,
    arguments: &[
        Argument::new("command", ArgRole::Choice),
        Argument::new("revision", ArgRole::LocalText),
        Argument::new("path", ArgRole::Path),
        Argument::new("staged", ArgRole::Flag),
        Argument::new("maxCount", ArgRole::Count),
    ],
    argument_schema: TypeSchema::of::<GitQuery>(),
    result_schema: TypeSchema::of::<GitFound>(),
    permissions: &[Permission::ReadOnly],
    preconditions: &[],
    postconditions: &[],
    normalise: as_is,
    legacy: Some(Legacy::whole("GIT", "command")),
};

/// What to look at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GitQuery {
    /// The question.
    pub command: GitQuestion,
    /// A commit, branch, tag, or a range of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 250))]
    pub revision: Option<String>,
    /// A file or folder, from the project's folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 1024))]
    pub path: Option<String>,
    /// For `diff`: what the next commit holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub staged: Option<bool>,
    /// For `log` and `history`: how many commits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 500))]
    pub max_count: Option<u32>,
}

/// A question to git.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GitQuestion {
    /// What is changed and not committed.
    Status,
    /// The commits.
    Log,
    /// What differs.
    Diff,
    /// One commit.
    Show,
    /// Who wrote each line of a file.
    Blame,
    /// The commits that changed a file, over its renames.
    History,
}

/// What git said; the parts that fit the question are there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GitFound {
    /// The branch that is checked out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// Files that are changed and not committed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<GitFileState>,
    /// Commits, newest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub commits: Vec<GitCommit>,
    /// Lines with their authors.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<GitLine>,
    /// A difference or a commit, as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// A file that is changed and not committed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GitFileState {
    /// The file, from the project's folder.
    pub path: String,
    /// Git's two letters: in the next commit, and in the folder; `??` is a file that git does not know.
    pub state: String,
}

/// A commit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GitCommit {
    /// Its name.
    pub id: String,
    /// Who wrote it.
    pub author: String,
    /// When, with the author's offset.
    pub when: String,
    /// The first line of its message.
    pub subject: String,
}

/// A line and who wrote it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GitLine {
    /// The number of the line, from 1.
    pub line: u64,
    /// The commit that wrote it.
    pub commit: String,
    /// Who wrote it.
    pub author: String,
    /// The line.
    pub text: String,
}
