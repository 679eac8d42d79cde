//! `artifact.share`: take something along that was made or saved (APP-003, APP-014). It always asks, and shows where to.

use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{ArgRole, Argument, Category, Effect, Normalised, Permission, Postcondition, Tool};
use crate::ids::ArtifactId;
use crate::schema::TypeSchema;
use crate::{Defect, DefectKind, Path};

pub(super) const TOOL: Tool = Tool {
    name: "artifact.share",
    aliases: &[],
    category: Category::Collections,
    line: "write a kept artifact to a new file, such as CSV or PDF",
    effect: Effect::Share,
    arguments: &[
        Argument::new("artifactId", ArgRole::LocalText),
        Argument::new("format", ArgRole::Choice),
        Argument::new("filename", ArgRole::Path),
        Argument::new("target", ArgRole::Choice),
    ],
    argument_schema: TypeSchema::of::<ShareArtifact>(),
    result_schema: TypeSchema::of::<SharedArtifact>(),
    permissions: &[Permission::ProjectWrite, Permission::UserConfirmation],
    preconditions: &[],
    postconditions: &[Postcondition::FileSaved],
    normalise: chosen_place,
    legacy: None,
};

/// What to take along, as what, and where to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ShareArtifact {
    /// What was made or saved.
    pub artifact_id: ArtifactId,
    /// As what.
    pub format: ShareFormat,
    /// The new file, from the project's folder or else from the folder of exports; one that exists is never replaced. CSV
    /// needs one; its title makes one for the rest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 1024))]
    pub filename: Option<String>,
    /// Where to; to a file if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<ShareTarget>,
}

/// As what something is taken along.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ShareFormat {
    /// Markdown.
    Markdown,
    /// Plain text.
    Text,
    /// JSON.
    Json,
    /// Tables, for spreadsheets.
    Csv,
    /// One page that loads nothing.
    Html,
    /// The same page, printed.
    Pdf,
}

/// Where something is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ShareTarget {
    /// The system's own way to share.
    ShareSheet,
    /// The clipboard.
    Clipboard,
    /// A new file.
    #[default]
    File,
}

/// The file that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SharedArtifact {
    /// What was taken along.
    pub artifact_id: ArtifactId,
    /// The file, with its folder.
    pub path: String,
    /// What is in it.
    pub content_type: String,
    /// Bytes of it.
    pub bytes: u64,
}

/// A table for other programs goes where somebody said, and nowhere else (APP-014).
fn chosen_place(arguments: &mut Map<String, Value>) -> Normalised {
    let csv = arguments.get("format").and_then(Value::as_str) == Some("csv");
    if !csv || arguments.get("filename").is_some_and(|name| !name.is_null()) {
        return Vec::new();
    }
    let message = "CSV goes to a place that was chosen; say which file in `filename`";
    [Defect::new(DefectKind::MissingField, Path::root().key("filename"), message)].into()
}
