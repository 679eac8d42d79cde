//! `artifact.save`: keep words or a document, encrypted, as something of this run (APP-002, APP-013).

use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{ArgRole, Argument, Category, Effect, Normalised, Permission, Postcondition, Tool};
use crate::document::Document;
use crate::ids::ArtifactId;
use crate::schema::TypeSchema;
use crate::{Defect, DefectKind, Path};

pub(super) const TOOL: Tool = Tool {
    name: "artifact.save",
    aliases: &[],
    category: Category::Collections,
    line: "keep a text or document under a title",
    effect: Effect::Keep,
    arguments: &[
        Argument::new("title", ArgRole::LocalText),
        Argument::new("mime", ArgRole::Choice),
        Argument::new("text", ArgRole::LocalText),
        Argument::new("doc", ArgRole::LocalText),
        Argument::new("tags", ArgRole::LocalText),
        Argument::new("redaction", ArgRole::Choice),
    ],
    argument_schema: TypeSchema::of::<SaveArtifact>(),
    result_schema: TypeSchema::of::<SavedArtifact>(),
    permissions: &[Permission::UserConfirmation],
    preconditions: &[],
    postconditions: &[Postcondition::Kept],
    normalise: one_body,
    legacy: None,
};

/// What to keep.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SaveArtifact {
    /// Its title.
    #[schemars(length(min = 1, max = 200))]
    pub title: String,
    /// What `text` is; plain text if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mime: Option<SavedKind>,
    /// Its words; this or `doc`, never both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 65_536))]
    pub text: Option<String>,
    /// Its document; this or `text`, never both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doc: Option<Document>,
    /// Words to find it by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 20), inner(length(min = 1, max = 60)))]
    pub tags: Option<Vec<String>>,
    /// What is taken out first; numbers of cards, mail addresses, keys and the like if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub redaction: Option<SaveRedaction>,
}

/// What a text is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum SavedKind {
    /// Words and nothing else.
    #[default]
    #[serde(rename = "text/plain")]
    Plain,
    /// Headings and lists by their marks.
    #[serde(rename = "text/markdown")]
    Markdown,
}

/// What is taken out before something is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SaveRedaction {
    /// Numbers of cards, mail addresses, keys and the like.
    #[default]
    Default,
    /// Nothing.
    None,
}

/// What was kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SavedArtifact {
    /// Its id.
    pub artifact_id: ArtifactId,
    /// Its title.
    pub title: String,
    /// Bytes of it, encrypted.
    pub bytes: u64,
}

/// Exactly one of two.
fn one_body(arguments: &mut Map<String, Value>) -> Normalised {
    let given = |name: &str| arguments.get(name).is_some_and(|value| !value.is_null());
    let (path, message) = match (given("text"), given("doc")) {
        (true, true) => (Path::root().key("doc"), "`text` and `doc` are two ways to say it; give one"),
        (false, false) => (Path::root().key("text"), "there is nothing to keep; give `text` or `doc`"),
        (true, false) | (false, true) => return Vec::new(),
    };
    [Defect::new(DefectKind::NotAllowed, path, message)].into()
}
