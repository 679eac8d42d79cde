//! `source.capture`: read a page into a collection (CTX-021). The page is opened by a run of its own, which the gate decides
//! once more (S4, C-35).

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::shapes::COLLECTION;
use super::{ArgRole, Argument, Category, Effect, Normalised, Permission, Tool};
use crate::collection::{CaptureMode, MOST_CAPTURED};
use crate::ids::{HttpUrl, SourceId, UtcTime};
use crate::schema::TypeSchema;
use crate::{Defect, DefectKind, Path};

pub(super) const TOOL: Tool = Tool {
    name: "source.capture",
    aliases: &[],
    category: Category::Collections,
    line: "read a page into a collection and give its text",
    effect: Effect::Fetch,
    arguments: &[
        COLLECTION,
        Argument::new("url", ArgRole::Url),
        Argument::new("mode", ArgRole::Choice),
        Argument::new("maxChars", ArgRole::Count),
    ],
    argument_schema: TypeSchema::of::<CaptureSource>(),
    result_schema: TypeSchema::of::<CapturedSource>(),
    permissions: &[Permission::Network],
    preconditions: &[],
    postconditions: &[],
    normalise: clamp,
    legacy: None,
};

/// Which page, into which collection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CaptureSource {
    /// The collection: its id, or its title where only one has it.
    #[schemars(length(min = 1, max = 200))]
    pub collection_id: String,
    /// The page.
    pub url: HttpUrl,
    /// What of it; whatever the page is if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<CaptureMode>,
    /// Characters of its text that the result has; 4,000 if not said. What is kept is not cut by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 24_000))]
    pub max_chars: Option<u32>,
}

/// What was captured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CapturedSource {
    /// The source.
    pub source_id: SourceId,
    /// What the page calls itself.
    pub title: String,
    /// Its address.
    pub url: String,
    /// The number of the capture, from 1.
    pub capture: u32,
    /// When.
    pub captured_at: UtcTime,
    /// Characters that are kept.
    pub chars: u32,
    /// Whether its text is another than that of the capture before, if there was one.
    pub changed: bool,
    /// Its text, as much as was asked for; none of a sensitive site, of which only totals are kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// More characters than are kept are as many as are kept.
fn clamp(arguments: &mut Map<String, Value>) -> Normalised {
    let cap = MOST_CAPTURED as u64;
    let Some(value) = arguments.get_mut("maxChars") else { return Vec::new() };
    let Some(asked) = value.as_u64().filter(|asked| *asked > cap) else { return Vec::new() };
    *value = cap.into();
    let message = format!("`maxChars` was lowered from {asked} to {cap}");
    [Defect::note(DefectKind::LimitClamped, Path::root().key("maxChars"), message)].into()
}
