//! `commerce.estimate_tax`: a rough sales tax from a table of this build (APP-009).

use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shapes::as_is;
use super::{ArgRole, Argument, Category, Effect, Permission, Tool};
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "commerce.estimate_tax",
    aliases: &[],
    category: Category::Reckoning,
    line: "estimate the tax on a purchase",
    effect: Effect::Local,
    arguments: &[
        Argument::new("amountMinor", ArgRole::Amount),
        Argument::new("currency", ArgRole::Choice),
        Argument::new("destination", ArgRole::Structure),
        Argument::new("category", ArgRole::Choice),
        Argument::new("merchantOrigin", ArgRole::LocalText),
    ],
    argument_schema: TypeSchema::of::<EstimateTax>(),
    result_schema: TypeSchema::of::<TaxEstimate>(),
    permissions: &[Permission::ReadOnly],
    preconditions: &[],
    postconditions: &[],
    normalise: as_is,
    legacy: None,
};

/// What is bought, and where it goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EstimateTax {
    /// The price in the smallest units of the currency.
    pub amount_minor: i64,
    /// The code of the currency; `USD` if not said, and no other is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 3, max = 3))]
    pub currency: Option<String>,
    /// Where it goes.
    pub destination: Destination,
    /// What it is, such as `groceries` or `clothing`; goods in general if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 64))]
    pub category: Option<String>,
    /// The site of the merchant; kept with the estimate, which does not depend on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 200))]
    pub merchant_origin: Option<String>,
}

/// Where goods go to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Destination {
    /// The state: its two letters or its name.
    #[schemars(length(min = 2, max = 40))]
    pub state: String,
    /// The postal code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 5, max = 10))]
    pub zip: Option<String>,
}

/// A rough tax.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TaxEstimate {
    /// The code of the currency.
    pub currency: String,
    /// The two letters of the state.
    pub state: String,
    /// The tax at the rate of the state alone, in the smallest units.
    pub tax_minor: i64,
    /// The same where the place adds the most of its own.
    pub tax_at_most_minor: i64,
    /// The rate of the state in percent.
    pub state_rate_percent: String,
    /// The most that a place adds, in percent.
    pub local_at_most_percent: String,
    /// What the estimate takes for granted and leaves out.
    pub notes: Vec<String>,
    /// The day for which the table stands.
    pub table_as_of: String,
}
