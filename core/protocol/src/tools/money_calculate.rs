//! `app.money_calculate`: work out an amount of one currency, exactly (APP-008).

use alloc::string::String;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shapes::as_is;
use super::{ArgRole, Argument, Category, Effect, Permission, Tool};
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "app.money_calculate",
    aliases: &[],
    category: Category::Reckoning,
    line: "calculate with amounts of money, exact to the cent",
    effect: Effect::Local,
    arguments: &[
        Argument::new("expression", ArgRole::LocalText),
        Argument::new("currency", ArgRole::Choice),
        Argument::new("rounding", ArgRole::Choice),
    ],
    argument_schema: TypeSchema::of::<MoneyCalculate>(),
    result_schema: TypeSchema::of::<MoneyAmount>(),
    permissions: &[Permission::ReadOnly],
    preconditions: &[],
    postconditions: &[],
    normalise: as_is,
    legacy: None,
};

/// What to work out, and in which currency.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MoneyCalculate {
    /// The expression, such as `3 * $19.99 + 8.25%`.
    #[schemars(length(min = 1, max = 500))]
    pub expression: String,
    /// The code of the currency, such as `USD`.
    #[schemars(length(min = 3, max = 3))]
    pub currency: String,
    /// How the last digit is rounded, once, at the end; `bankers` if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounding: Option<Rounding>,
}

/// How an amount between two minor units is rounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Rounding {
    /// To the nearer; from the middle to the even one.
    #[default]
    Bankers,
    /// Away from zero.
    Up,
    /// Towards zero.
    Down,
}

/// An amount of money.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MoneyAmount {
    /// The amount in the smallest units of the currency.
    pub amount_minor: i64,
    /// The code of the currency.
    pub currency: String,
    /// How many digits after the point the currency has.
    pub exponent: u8,
    /// The amount as a decimal number.
    pub formatted: String,
    /// Whether the exact value lay between two minor units.
    pub rounded: bool,
}
