//! `app.calculate`: work out an expression, with units (APP-006, C-33). Money has its own tool.

use alloc::string::String;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shapes::as_is;
use super::{ArgRole, Argument, Category, Effect, Legacy, Permission, Tool};
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "app.calculate",
    aliases: &["CALC"],
    category: Category::Reckoning,
    line: "work out a calculation, with units and percentages",
    effect: Effect::Local,
    arguments: &[Argument::new("expression", ArgRole::LocalText), Argument::new("precision", ArgRole::Count)],
    argument_schema: TypeSchema::of::<Calculate>(),
    result_schema: TypeSchema::of::<Calculated>(),
    permissions: &[Permission::ReadOnly],
    preconditions: &[],
    postconditions: &[],
    normalise: as_is,
    legacy: Some(Legacy::whole("CALC", "expression")),
};

/// What to work out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Calculate {
    /// The expression, such as `3 ft to cm` or `20% of 85`.
    #[schemars(length(min = 1, max = 500))]
    pub expression: String,
    /// Digits after the point of `formatted`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 6))]
    pub precision: Option<u8>,
}

/// What it comes to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Calculated {
    /// The whole answer as text, with its unit.
    pub answer: String,
    /// The answer as a number, where it is one that a number of this kind can hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<f64>,
    /// The unit of the number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The number with as many digits after the point as were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formatted: Option<String>,
    /// Whether the answer is not exact.
    pub approximate: bool,
}
