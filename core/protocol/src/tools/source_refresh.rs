//! `source.refresh`: capture a page again (CTX-022). It goes to the address that the source has, which the gate is told.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shapes::as_is;
use super::source_capture::CapturedSource;
use super::{ArgRole, Argument, Category, Effect, Permission, Tool};
use crate::ids::SourceId;
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "source.refresh",
    aliases: &[],
    category: Category::Collections,
    line: "read a collected page again to see what changed",
    effect: Effect::Fetch,
    arguments: &[Argument::new("sourceId", ArgRole::LocalText)],
    argument_schema: TypeSchema::of::<RefreshSource>(),
    result_schema: TypeSchema::of::<CapturedSource>(),
    permissions: &[Permission::Network],
    preconditions: &[],
    postconditions: &[],
    normalise: as_is,
    legacy: None,
};

/// Which.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RefreshSource {
    /// The source, as `collection.list_sources` names it.
    pub source_id: SourceId,
}
