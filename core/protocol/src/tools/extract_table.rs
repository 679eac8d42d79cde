//! `browser.extract_table`: a table as rows and columns.

use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shapes::{HANDLE, ON_DOCUMENT, as_is};
use super::{Category, Effect, Permission, Tool};
use crate::ids::HandleRef;
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "browser.extract_table",
    aliases: &[],
    category: Category::Observation,
    line: "read a table of the page as rows and columns",
    effect: Effect::Read,
    arguments: &[HANDLE],
    argument_schema: TypeSchema::of::<ExtractTable>(),
    result_schema: TypeSchema::of::<ExtractedTable>(),
    permissions: &[Permission::ReadOnly],
    preconditions: ON_DOCUMENT,
    postconditions: &[],
    normalise: as_is,
    legacy: None,
};

/// Which table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExtractTable {
    /// The table, or something in it.
    pub handle_id: HandleRef,
}

/// A table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExtractedTable {
    /// Its title.
    pub caption: String,
    /// The names of its columns, made unique.
    #[schemars(length(max = 200))]
    pub headers: Vec<String>,
    /// Its rows, each as long as the headers.
    #[schemars(length(max = 2_000))]
    pub rows: Vec<Vec<String>>,
    /// Rows left out.
    pub omitted_rows: u32,
}
