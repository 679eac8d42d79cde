//! `content.summarize`: summarise what was read; runs as an LLMCP `web.summarize` request (C-01).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shapes::{NO_ARGUMENTS, ON_DOCUMENT, as_is};
use super::{Category, Effect, Permission, Tool};
use crate::document::Document;
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "content.summarize",
    aliases: &[],
    category: Category::Content,
    line: "summarise this page",
    effect: Effect::Local,
    arguments: &[],
    argument_schema: NO_ARGUMENTS,
    result_schema: TypeSchema::of::<Summary>(),
    permissions: &[Permission::ReadOnly],
    preconditions: ON_DOCUMENT,
    postconditions: &[],
    normalise: as_is,
    legacy: None,
};

/// A summary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Summary {
    /// The summary, for a person.
    pub render: Document,
}
