//! `app.money_calculate`: exact amounts, one currency, one rounding.

use laika_protocol::tools::typed::{MoneyAmount, MoneyCalculate, Rounding};
use laika_protocol::{ErrorCode, ToolError};
use laika_tools::money_calculate;
use proptest::prelude::*;

use super::{ample, called_off, data, out_of_time};

fn work_out(expression: &str, currency: &str, rounding: Option<Rounding>) -> Result<MoneyAmount, ToolError> {
    let args = MoneyCalculate { expression: expression.to_owned(), currency: currency.to_owned(), rounding };
    money_calculate(&args, &ample()).map(|result| data(&result))
}

#[test]
fn amounts_come_out_exactly() {
    let table = [
        ("19.99 * 3", "USD", "59.97"),
        ("$19.99 * 3 + 8.25%", "USD", "64.92"),
        ("3 x $19.99", "USD", "59.97"),
        ("0.1 + 0.2", "USD", "0.30"),
        ("15% of 80", "USD", "12.00"),
        ("15% of $80 + $20", "USD", "32.00"),
        ("100 + 8%", "EUR", "108.00"),
        ("100 - 10%", "EUR", "90.00"),
        ("100 + 50 + 10%", "EUR", "165.00"),
        ("80 * 15%", "EUR", "12.00"),
        ("$10 / 3 * 3", "USD", "10.00"),
        ("($10 / $4) * $2", "USD", "5.00"),
        ("1,234,567.89 + 0.11", "USD", "1234568.00"),
        ("USD 5 + 5 usd + $5 + US$5", "USD", "20.00"),
        ("CA$5 + $2", "CAD", "7.00"),
        ("$-5", "USD", "-5.00"),
        ("-(2 + 3) * 2", "USD", "-10.00"),
        ("5 € + 2,000 €", "EUR", "2005.00"),
        (".5 + 1", "GBP", "1.50"),
        ("¥1,000 / 3", "JPY", "333"),
        ("10 / 3", "KWD", "3.333"),
        ("$1 × 2 ÷ 4", "USD", "0.50"),
    ];
    for (expression, currency, expected) in table {
        let found =
            work_out(expression, currency, None).unwrap_or_else(|error| panic!("{expression}: {error:?}"));
        assert_eq!((found.formatted.as_str(), found.currency.as_str()), (expected, currency), "{expression}");
    }
    let amount = work_out("19.99 * 3", "usd", None).unwrap();
    let (currency, formatted) = ("USD".to_owned(), "59.97".to_owned());
    assert_eq!(amount, MoneyAmount { amount_minor: 5997, currency, exponent: 2, formatted, rounded: false });
}

#[test]
fn the_last_digit_is_rounded_as_asked() {
    // The expression, then by banker's rounding, up and down.
    let table = [
        ("0.125", "0.12", "0.13", "0.12"),
        ("0.135", "0.14", "0.14", "0.13"),
        ("-0.125", "-0.12", "-0.13", "-0.12"),
        ("10 / 3", "3.33", "3.34", "3.33"),
        ("20 / 3", "6.67", "6.67", "6.66"),
        ("-20 / 3", "-6.67", "-6.67", "-6.66"),
        ("0.001", "0.00", "0.01", "0.00"),
        // A half that only seems to be one: nothing is rounded on the way.
        ("0.125 + 1 / 1000000000", "0.13", "0.13", "0.12"),
        ("5", "5.00", "5.00", "5.00"),
    ];
    for (expression, bankers, up, down) in table {
        let by = |rounding| work_out(expression, "USD", rounding).unwrap().formatted;
        assert_eq!(by(None), bankers, "{expression}");
        assert_eq!(by(Some(Rounding::Bankers)), bankers, "{expression}");
        assert_eq!(by(Some(Rounding::Up)), up, "{expression}");
        assert_eq!(by(Some(Rounding::Down)), down, "{expression}");
    }
    assert!(work_out("10 / 3", "USD", None).unwrap().rounded);
    assert!(!work_out("10 / 4", "USD", None).unwrap().rounded);
}

#[test]
fn what_makes_no_sense_is_refused_with_a_reason() {
    let table = [
        ("5 + 5", "XYZ", "E_MONEY_CURRENCY"),
        ("5 + 5", "", "E_MONEY_CURRENCY"),
        ("5", "XAU", "E_MONEY_CURRENCY"),
        ("$5 + €5", "USD", "E_MONEY_MIXED"),
        ("5 EUR", "USD", "E_MONEY_MIXED"),
        ("£5", "USD", "E_MONEY_MIXED"),
        ("CA$5", "USD", "E_MONEY_MIXED"),
        ("$5 * $5", "USD", "E_MONEY_TIMES_MONEY"),
        ("$5 / 0", "USD", "E_MONEY_DIVISION_BY_ZERO"),
        ("5 / (2 - 2)", "USD", "E_MONEY_DIVISION_BY_ZERO"),
        ("$10 / $5", "USD", "E_MONEY_NOT_MONEY"),
        ("15%", "USD", "E_MONEY_NOT_MONEY"),
        ("5 / $10", "USD", "E_MONEY_NOT_MONEY"),
        ("8% + $5", "USD", "E_MONEY_NOT_MONEY"),
        ("", "USD", "E_MONEY_EXPRESSION"),
        ("()", "USD", "E_MONEY_EXPRESSION"),
        ("(5", "USD", "E_MONEY_EXPRESSION"),
        ("5)", "USD", "E_MONEY_EXPRESSION"),
        ("5 5", "USD", "E_MONEY_EXPRESSION"),
        ("5 +", "USD", "E_MONEY_EXPRESSION"),
        ("$", "USD", "E_MONEY_EXPRESSION"),
        ("$ + 5", "USD", "E_MONEY_EXPRESSION"),
        ("1,5", "EUR", "E_MONEY_EXPRESSION"),
        ("1.2.3", "USD", "E_MONEY_EXPRESSION"),
        ("5 of 80", "USD", "E_MONEY_EXPRESSION"),
        ("$5%", "USD", "E_MONEY_EXPRESSION"),
        ("five", "USD", "E_MONEY_EXPRESSION"),
        ("2 ^ 3", "USD", "E_MONEY_EXPRESSION"),
        ("90071992547409.92", "USD", "E_MONEY_OVERFLOW"),
        ("9999999999999999999 * 9999999999999999999 * 9999999999999999999", "USD", "E_MONEY_OVERFLOW"),
    ];
    for (expression, currency, reason) in table {
        let error = work_out(expression, currency, None).unwrap_err();
        assert_eq!((error.code, error.finest_code()), (ErrorCode::InvalidArgument, reason), "{expression}");
    }
    assert_eq!(work_out("90071992547409.91", "USD", None).unwrap().amount_minor, (1 << 53) - 1);
    for deep in ["(".repeat(500), "-".repeat(499) + "1", "1+".repeat(300)] {
        assert_eq!(work_out(&deep, "USD", None).unwrap_err().finest_code(), "E_MONEY_EXPRESSION");
    }
}

#[test]
fn it_keeps_its_bounds() {
    let args = MoneyCalculate { expression: "1 + 1".to_owned(), currency: "USD".to_owned(), rounding: None };
    assert_eq!(money_calculate(&args, &called_off()).unwrap_err().code, ErrorCode::Cancelled);
    assert_eq!(money_calculate(&args, &out_of_time()).unwrap_err().code, ErrorCode::Timeout);
}

proptest! {
    #[test]
    fn no_text_makes_it_panic(expression in "\\PC{0,60}", rounding in 0..3) {
        let rounding = [Rounding::Bankers, Rounding::Up, Rounding::Down].get(rounding as usize).copied();
        let _ = work_out(&expression, "USD", rounding);
    }

    #[test]
    fn no_soup_of_its_own_signs_makes_it_panic(
        parts in prop::collection::vec(prop::sample::select(vec![
            "1", "0", "0.005", "99999999999999999999999999", "79228162514264337593543950335", "$", "€", "USD", "%", "of",
            "+", "-", "*", "/", "(", ")", "1,000", ".", ",",
        ]), 0..30)
    ) {
        let _ = work_out(&parts.join(" "), "USD", None);
    }

    #[test]
    fn sums_of_cents_are_those_of_whole_numbers(left in -1_000_000_i64..1_000_000, right in -1_000_000_i64..1_000_000) {
        let text = |minor: i64| format!("{}{}.{:02}", if minor < 0 { "-" } else { "" }, minor.abs() / 100, minor.abs() % 100);
        let sum = work_out(&format!("({}) + ({})", text(left), text(right)), "USD", None).unwrap();
        prop_assert_eq!((sum.amount_minor, sum.rounded), (left + right, false));
    }
}
