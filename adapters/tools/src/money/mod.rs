//! `app.money_calculate`: amounts of one currency, as exact fractions until the one rounding at the end (APP-008).

mod currency;
mod evaluate;
mod fraction;
mod tokens;
mod value;

use laika_protocol::ToolError;
use laika_protocol::tools::ToolResult;
use laika_protocol::tools::typed::{MoneyAmount, MoneyCalculate, Rounding};
use rust_decimal::Decimal;

use crate::Bounds;
use crate::refusal::{answer, invalid};
use currency::OfCurrency;

/// The longest expression, in bytes.
const MOST_EXPRESSION: usize = 500;
/// The largest number that every reader of JSON has exactly.
const MOST_MINOR: i64 = (1 << 53) - 1;

/// Works out an amount of money.
///
/// # Errors
///
/// `INVALID_ARGUMENT` with `E_MONEY_CURRENCY` (none such), `E_MONEY_MIXED` (another currency in the expression),
/// `E_MONEY_EXPRESSION` (it cannot be read), `E_MONEY_TIMES_MONEY`, `E_MONEY_DIVISION_BY_ZERO`, `E_MONEY_NOT_MONEY`
/// (the outcome is a ratio or a percentage), `E_MONEY_OVERFLOW`; `TIMEOUT` and `CANCELLED` by the bounds.
pub fn money_calculate(args: &MoneyCalculate, bounds: &Bounds) -> Result<ToolResult, ToolError> {
    bounds.check()?;
    let currency = OfCurrency::named(&args.currency)?;
    if args.expression.len() > MOST_EXPRESSION {
        let message = format!("the expression is longer than {MOST_EXPRESSION} bytes");
        return Err(invalid("E_MONEY_EXPRESSION", &message));
    }
    let tokens = tokens::read(&args.expression, &currency)?;
    let exact = evaluate::evaluate(&tokens, bounds)?.amount()?;
    let rounding = args.rounding.unwrap_or_default();
    let (minor, rounded) = exact.to_minor(currency.exponent, rounding).ok_or_else(fraction::overflow)?;
    let amount = told(minor, rounded, &currency)?;
    let shown = format!("{} {}", amount.formatted, amount.currency);
    let summary = format!("{} {} {shown}", args.expression.trim(), if rounded { '≈' } else { '=' });
    Ok(answer(&amount, summary, shown)?.with("rounding", rounding_name(rounding)))
}

fn told(minor: i128, rounded: bool, currency: &OfCurrency) -> Result<MoneyAmount, ToolError> {
    let fits = i64::try_from(minor).ok().filter(|minor| minor.unsigned_abs() <= MOST_MINOR.unsigned_abs());
    let amount_minor = fits.ok_or_else(fraction::overflow)?;
    let formatted = Decimal::new(amount_minor, u32::from(currency.exponent)).to_string();
    let code = currency.code().to_owned();
    Ok(MoneyAmount { amount_minor, currency: code, exponent: currency.exponent, formatted, rounded })
}

fn rounding_name(rounding: Rounding) -> &'static str {
    match rounding {
        Rounding::Bankers => "bankers",
        Rounding::Up => "up",
        Rounding::Down => "down",
    }
}
