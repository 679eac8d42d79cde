//! `artifact.open`: show something that was made or saved (APP-004).

use alloc::string::String;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shapes::as_is;
use super::{ArgRole, Argument, Category, Effect, Permission, Tool};
use crate::ids::ArtifactId;
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "artifact.open",
    aliases: &[],
    category: Category::Collections,
    line: "show a kept artifact",
    effect: Effect::ReadKept,
    arguments: &[
        Argument::new("artifactId", ArgRole::LocalText),
        Argument::new("target", ArgRole::Choice),
        Argument::new("newTab", ArgRole::Flag),
    ],
    argument_schema: TypeSchema::of::<OpenArtifact>(),
    result_schema: TypeSchema::of::<OpenedArtifact>(),
    permissions: &[Permission::ReadOnly],
    preconditions: &[],
    postconditions: &[],
    normalise: as_is,
    legacy: None,
};

/// What to show, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OpenArtifact {
    /// What was made or saved.
    pub artifact_id: ArtifactId,
    /// Where; in the workspace, beside the run, if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<OpenTarget>,
    /// For a browser: in a tab of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new_tab: Option<bool>,
}

/// Where something is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OpenTarget {
    /// In Laika's own windows.
    #[default]
    Workspace,
    /// In a browser.
    Browser,
}

/// What is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OpenedArtifact {
    /// What is shown.
    pub artifact_id: ArtifactId,
    /// Its title.
    pub title: String,
    /// Where.
    pub target: OpenTarget,
}
