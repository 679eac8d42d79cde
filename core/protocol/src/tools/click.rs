//! `browser.click`: click an element.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shapes::{ACT_RESULT, HANDLE, ON_ELEMENT, as_is};
use super::{ArgRole, Argument, Category, Effect, Postcondition, Tool};
use crate::ids::HandleRef;
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "browser.click",
    aliases: &[],
    category: Category::Interaction,
    line: "click a button, link or box on the page",
    effect: Effect::Click,
    arguments: &[
        HANDLE,
        Argument::new("clickKind", ArgRole::Choice),
        Argument::new("expectNavigation", ArgRole::Flag),
    ],
    argument_schema: TypeSchema::of::<Click>(),
    result_schema: ACT_RESULT,
    permissions: &[],
    preconditions: ON_ELEMENT,
    postconditions: &[
        Postcondition::PageChanged,
        Postcondition::TabOpened,
        Postcondition::ElementChanged,
        Postcondition::SurfaceChanged,
    ],
    normalise: as_is,
    legacy: None,
};

/// What to click.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Click {
    /// The element.
    pub handle_id: HandleRef,
    /// Once or twice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub click_kind: Option<ClickKind>,
    /// Whether another page should follow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expect_navigation: Option<bool>,
}

/// Once or twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClickKind {
    /// Once.
    Single,
    /// Twice.
    Double,
}
