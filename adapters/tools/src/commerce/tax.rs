//! A sales tax at the rate of the state, and at most what its places add.

use std::str::FromStr as _;
use std::sync::LazyLock;

use laika_protocol::tools::ToolResult;
use laika_protocol::tools::typed::{EstimateTax, TaxEstimate};
use laika_protocol::{ErrorCode, ToolError};
use rust_decimal::prelude::ToPrimitive as _;
use rust_decimal::{Decimal, RoundingStrategy};
use serde::Deserialize;

use super::place::{self, broken};
use crate::Bounds;
use crate::refusal::{answer, invalid};

/// The largest price that is estimated, in minor units: beyond it somebody mistyped.
const MOST_MINOR: i64 = 100_000_000_000;
/// What a category is called that has no rates of its own.
const GENERAL: &str = "general";

static TABLE: LazyLock<Result<Table, String>> = LazyLock::new(|| {
    toml::from_str(include_str!("../../data/us_sales_tax.toml")).map_err(|error| error.to_string())
});

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    version: String,
    as_of: String,
    source: String,
    general: Vec<Rate>,
    category: Vec<Category>,
}

/// Rates in percent, as text so that they stay exact.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rate {
    state: String,
    rate: String,
    /// The most that a place of the state adds, rounded up.
    #[serde(default = "none")]
    local_at_most: String,
    #[serde(default)]
    note: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Category {
    name: String,
    #[serde(default)]
    aliases: Vec<String>,
    rates: Vec<Rate>,
}

fn none() -> String {
    "0".to_owned()
}

/// Estimates the sales tax of a purchase.
///
/// # Errors
///
/// `INVALID_ARGUMENT` with `E_TAX_CURRENCY` (only dollars of the USA), `E_TAX_AMOUNT` (negative or too large),
/// `E_UNKNOWN_STATE`, `E_INVALID_ZIP`; `TIMEOUT` and `CANCELLED` by the bounds.
pub fn estimate_tax(args: &EstimateTax, bounds: &Bounds) -> Result<ToolResult, ToolError> {
    bounds.check()?;
    if let Some(currency) = args.currency.as_deref().filter(|code| !code.eq_ignore_ascii_case("USD")) {
        let message = format!("`{currency}` cannot be taxed: the table has states of the USA only");
        return Err(invalid("E_TAX_CURRENCY", &message));
    }
    if !(0..=MOST_MINOR).contains(&args.amount_minor) {
        return Err(invalid("E_TAX_AMOUNT", "the price must be from 0 to 1,000,000,000.00 dollars"));
    }
    let (state, mut notes) = place::state(&args.destination)?;
    let table = TABLE.as_ref().map_err(|error| broken("us_sales_tax", error))?;
    let rate = rate(table, &state.code, args.category.as_deref(), &mut notes)?;
    let (of_state, of_place) = (percent(&rate.rate)?, percent(&rate.local_at_most)?);
    let tax_minor = tax(args.amount_minor, of_state)?;
    let tax_at_most_minor = tax(args.amount_minor, of_state + of_place)?;
    notes.extend(rate.note.clone());
    notes.extend(general_notes(&table.as_of, of_place));
    let summary = summary(&state.name, tax_minor, tax_at_most_minor, &table.as_of);
    let estimate = TaxEstimate {
        currency: "USD".to_owned(),
        state: state.code.clone(),
        tax_minor,
        tax_at_most_minor,
        state_rate_percent: rate.rate.clone(),
        local_at_most_percent: rate.local_at_most.clone(),
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

/// The rate of the category in the state, or the general one.
fn rate<'a>(
    table: &'a Table,
    state: &str,
    category: Option<&str>,
    notes: &mut Vec<String>,
) -> Result<&'a Rate, ToolError> {
    let wanted = category.map_or(GENERAL.to_owned(), |name| name.trim().to_lowercase());
    let named = table.category.iter().find(|one| one.name == wanted || one.aliases.contains(&wanted));
    let own = named.and_then(|one| one.rates.iter().find(|rate| rate.state == state));
    if named.is_none() && wanted != GENERAL {
        notes.push(format!("`{wanted}` has no rates in the table; counted as goods in general"));
    }
    let general = || table.general.iter().find(|rate| rate.state == state);
    own.or_else(general).ok_or_else(|| broken("us_sales_tax", "a state has no rate"))
}

fn percent(text: &str) -> Result<Decimal, ToolError> {
    Decimal::from_str(text).map_err(|error| broken("us_sales_tax", &error.to_string()))
}

/// The tax, rounded to a whole cent as shops do.
fn tax(amount_minor: i64, percent: Decimal) -> Result<i64, ToolError> {
    let exact = Decimal::from(amount_minor)
        .checked_mul(percent)
        .map(|hundredfold| hundredfold / Decimal::ONE_HUNDRED);
    exact
        .map(|tax| tax.round_dp_with_strategy(0, RoundingStrategy::MidpointAwayFromZero))
        .and_then(|tax| tax.to_i64())
        .ok_or_else(|| ToolError::new(ErrorCode::Internal, "the tax does not fit"))
}

fn general_notes(as_of: &str, of_place: Decimal) -> Vec<String> {
    let mut notes =
        vec![format!("an estimate from a table as of {as_of}; the shop's own number is the one that counts")];
    if !of_place.is_zero() {
        notes.push(
            "what the place adds is not known here: the higher number is the most it may be".to_owned(),
        );
    }
    notes.push("tax on shipping, tax holidays and exemptions of a person are not counted".to_owned());
    notes
}

fn summary(state: &str, least: i64, most: i64, as_of: &str) -> String {
    let dollars = |minor: i64| Decimal::new(minor, 2);
    if least == most {
        format!("estimated sales tax in {state}: {} USD (rates as of {as_of})", dollars(least))
    } else {
        format!(
            "estimated sales tax in {state}: {} USD at the rate of the state, up to {} USD with local taxes (rates as of {as_of})",
            dollars(least),
            dollars(most)
        )
    }
}
