//! `commerce.estimate_shipping`: a rough cost and time of a parcel from a table of this build (APP-010).

use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::estimate_tax::Destination;
use super::shapes::as_is;
use super::{ArgRole, Argument, Category, Effect, Permission, Tool};
use crate::schema::TypeSchema;

pub(super) const TOOL: Tool = Tool {
    name: "commerce.estimate_shipping",
    aliases: &[],
    category: Category::Reckoning,
    line: "estimate what shipping a parcel costs",
    effect: Effect::Local,
    arguments: &[
        Argument::new("destination", ArgRole::Structure),
        Argument::new("speed", ArgRole::Choice),
        Argument::new("merchantOrigin", ArgRole::LocalText),
    ],
    argument_schema: TypeSchema::of::<EstimateShipping>(),
    result_schema: TypeSchema::of::<ShippingEstimate>(),
    permissions: &[Permission::ReadOnly],
    preconditions: &[],
    postconditions: &[],
    normalise: as_is,
    legacy: None,
};

/// Where a parcel goes, and how fast.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EstimateShipping {
    /// Where it goes.
    pub destination: Destination,
    /// How fast; `standard` if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed: Option<ShippingSpeed>,
    /// The site of the merchant; kept with the estimate, which does not depend on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 200))]
    pub merchant_origin: Option<String>,
}

/// How fast a parcel goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ShippingSpeed {
    /// By ground.
    #[default]
    Standard,
    /// Faster, for more.
    Expedited,
}

/// A rough cost and time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ShippingEstimate {
    /// The code of the currency.
    pub currency: String,
    /// The two letters of the state.
    pub state: String,
    /// How fast.
    pub speed: ShippingSpeed,
    /// The zone of the table.
    pub zone: String,
    /// The least it may cost, in the smallest units.
    pub cost_at_least_minor: i64,
    /// The most it may cost.
    pub cost_at_most_minor: i64,
    /// The fewest working days.
    pub days_at_least: u8,
    /// The most working days.
    pub days_at_most: u8,
    /// What the estimate takes for granted and leaves out.
    pub notes: Vec<String>,
    /// The day for which the table stands.
    pub table_as_of: String,
}
