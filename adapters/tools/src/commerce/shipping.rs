//! What sending a small parcel costs and takes, by zone and speed.

use std::sync::LazyLock;

use laika_protocol::ToolError;
use laika_protocol::tools::ToolResult;
use laika_protocol::tools::typed::{EstimateShipping, ShippingEstimate, ShippingSpeed};
use rust_decimal::Decimal;
use serde::Deserialize;

use super::place::{self, broken};
use crate::Bounds;
use crate::refusal::answer;

static TABLE: LazyLock<Result<Table, String>> = LazyLock::new(|| {
    toml::from_str(include_str!("../../data/us_shipping.toml")).map_err(|error| error.to_string())
});

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    version: String,
    as_of: String,
    source: String,
    zone: Vec<Zone>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Zone {
    name: String,
    speed: ShippingSpeed,
    cost_minor: [i64; 2],
    days: [u8; 2],
    #[serde(default)]
    note: Option<String>,
}

/// Estimates the cost and the time of a parcel.
///
/// # Errors
///
/// `INVALID_ARGUMENT` with `E_UNKNOWN_STATE` or `E_INVALID_ZIP`; `TIMEOUT` and `CANCELLED` by the bounds.
pub fn estimate_shipping(args: &EstimateShipping, bounds: &Bounds) -> Result<ToolResult, ToolError> {
    bounds.check()?;
    let (state, mut notes) = place::state(&args.destination)?;
    let table = TABLE.as_ref().map_err(|error| broken("us_shipping", error))?;
    let speed = args.speed.unwrap_or_default();
    let zone = table
        .zone
        .iter()
        .find(|zone| zone.name == state.zone && zone.speed == speed)
        .ok_or_else(|| broken("us_shipping", "a zone has no such speed"))?;
    notes.extend(zone.note.clone());
    notes.push(format!(
        "an estimate for a parcel of up to 2 kg from a table as of {}; the shop's own number is the one that counts",
        table.as_of
    ));
    notes.push("free shipping, pick-up and the merchant's own rates are not known here".to_owned());
    let [least, most] = zone.cost_minor;
    let [soonest, latest] = zone.days;
    let summary = format!(
        "estimated {} shipping to {}: {} to {} USD, {soonest} to {latest} working days (table as of {})",
        speed_name(speed),
        state.name,
        Decimal::new(least, 2),
        Decimal::new(most, 2),
        table.as_of
    );
    let estimate = ShippingEstimate {
        currency: "USD".to_owned(),
        state: state.code.clone(),
        speed,
        zone: zone.name.clone(),
        cost_at_least_minor: least,
        cost_at_most_minor: most,
        days_at_least: soonest,
        days_at_most: latest,
        notes,
        table_as_of: table.as_of.clone(),
    };
    let text = format!("{summary}\n{}", estimate.notes.join("\n"));
    let result = answer(&estimate, summary, text)?
        .with("tableVersion", table.version.as_str())
        .with("tableAsOf", table.as_of.as_str())
        .with("tableSource", table.source.as_str());
    Ok(match &args.merchant_origin {
        Some(origin) => result.with("merchantOrigin", origin.as_str()),
        None => result,
    })
}

fn speed_name(speed: ShippingSpeed) -> &'static str {
    match speed {
        ShippingSpeed::Standard => "standard",
        ShippingSpeed::Expedited => "expedited",
    }
}
