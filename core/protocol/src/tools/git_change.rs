//! `git.change`: stage, commit, restore, switch, stash; always asked, and without hooks (C-30).

use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shapes::as_is;
use super::{ArgRole, Argument, Category, Effect, Permission, Postcondition, Tool};
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "git.change",
    aliases: &[],
    category: Category::Project,
    line: "stage, commit, restore or stash changes; switch branches",
    effect: Effect::RunCommand,
    arguments: &[
        Argument::new("command", ArgRole::Choice),
        Argument::new("paths", ArgRole::Path),
        Argument::new("message", ArgRole::LocalText),
        Argument::new("branch", ArgRole::LocalText),
        Argument::new("staged", ArgRole::Flag),
    ],
    argument_schema: TypeSchema::of::<GitChange>(),
    result_schema: TypeSchema::of::<GitChanged>(),
    permissions: &[Permission::SystemWrite, Permission::UserConfirmation],
    preconditions: &[],
    postconditions: &[Postcondition::ProgramEnded],
    normalise: as_is,
    legacy: None,
};

/// What to change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GitChange {
    /// The change.
    pub command: GitOrder,
    /// For `add` and `restore`: the files, from the project's folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 200), inner(length(min = 1, max = 1024)))]
    pub paths: Option<Vec<String>>,
    /// For `commit` and `stash`: what to call it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 8192))]
    pub message: Option<String>,
    /// For `switch` and `branch`: the branch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 200))]
    pub branch: Option<String>,
    /// For `restore`: take it out of the next commit and leave the file alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub staged: Option<bool>,
}

/// A change by git.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GitOrder {
    /// Put files into the next commit.
    Add,
    /// Commit what was put there.
    Commit,
    /// Take files back to what was committed.
    Restore,
    /// Go to a branch.
    Switch,
    /// Make a branch and go to it.
    Branch,
    /// Put all changes aside.
    Stash,
    /// Take back what was put aside last.
    Unstash,
}

/// What git did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GitChanged {
    /// What it said.
    pub text: String,
    /// The commit that is checked out now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head: Option<String>,
    /// A commit that holds what the files held before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept_as: Option<String>,
}
