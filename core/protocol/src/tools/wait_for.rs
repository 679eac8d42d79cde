//! `browser.wait_for`: wait until something is so, for a bounded time.

use alloc::string::String;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shapes::{ON_DOCUMENT, as_is};
use super::{ArgRole, Argument, Category, Effect, Permission, Tool};
use crate::ids::HandleRef;
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "browser.wait_for",
    aliases: &[],
    category: Category::Observation,
    line: "wait until a text or element appears or goes away",
    effect: Effect::Read,
    arguments: &[
        Argument::new("condition", ArgRole::Structure),
        Argument { name: "timeoutMs", role: ArgRole::Count, aliases: &["timeout"] },
    ],
    argument_schema: TypeSchema::of::<WaitFor>(),
    result_schema: TypeSchema::of::<Waited>(),
    permissions: &[Permission::ReadOnly],
    preconditions: ON_DOCUMENT,
    postconditions: &[],
    normalise: as_is,
    legacy: None,
};

/// What to wait for, and how long.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WaitFor {
    /// What must be so.
    pub condition: Condition,
    /// How long at most, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 30_000))]
    pub timeout_ms: Option<u32>,
}

/// What must be so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Condition {
    /// This text can be seen.
    TextAppears {
        /// The text.
        #[schemars(length(min = 1, max = 500))]
        text: String,
    },
    /// This text cannot be seen.
    TextGone {
        /// The text.
        #[schemars(length(min = 1, max = 500))]
        text: String,
    },
    /// This element can be used.
    ElementReady {
        /// The element.
        handle_id: HandleRef,
    },
    /// This element is gone.
    ElementGone {
        /// The element.
        handle_id: HandleRef,
    },
    /// The page has another address or document.
    PageChanged {},
    /// Nothing changes any more.
    PageSettled {},
}

/// How waiting ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Waited {
    /// Whether it became so.
    pub met: bool,
    /// How long it took, in milliseconds.
    pub waited_ms: u32,
}
