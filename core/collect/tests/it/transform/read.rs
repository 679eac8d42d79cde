//! Numbers, days and amounts, as people write them.

use laika_collect::transform::amount;
use laika_collect::transform::read::{Unit, days, decimal, quantities};
use proptest::prelude::*;

#[test]
fn numbers_are_exact_or_nothing() {
    for (text, comma, expected) in [
        ("1.234,56", None, Some((123_456, 2))),
        ("1,234.56", None, Some((123_456, 2))),
        ("1'234.50", None, Some((123_450, 2))),
        ("1\u{202f}234,5", None, Some((12_345, 1))),
        ("1.234", None, Some((1234, 0))),
        ("1.234", Some(false), Some((1234, 3))),
        ("0.125", None, Some((125, 3))),
        ("12,5", None, Some((125, 1))),
        ("1.234.567", None, Some((1_234_567, 0))),
        ("1.2.3", None, None),
        ("1,23,456", None, None),
        ("12.34,56,78", None, None),
        ("170141183460469231731687303715884105728", None, None),
        ("x", None, None),
    ] {
        assert_eq!(decimal(text, comma).map(|one| (one.mantissa, one.scale)), expected, "{text}");
    }
}

#[test]
fn amounts_of_statements() {
    for (field, minor, currency) in [
        ("1.234,56 €", 123_456, Some("EUR")),
        ("$1,234.56", 123_456, Some("USD")),
        ("-$15.49", -1549, Some("USD")),
        ("$-15.49", -1549, Some("USD")),
        ("-12.00", -1200, None),
        ("(12.00)", -1200, None),
        ("12,00-", -1200, None),
        ("−39,95 EUR", -3995, Some("EUR")),
        ("+£850.00", 85_000, Some("GBP")),
        ("CHF 1'200.50", 120_050, Some("CHF")),
        ("12.00 CR", 1200, None),
        ("12,00 S", -1200, None),
        ("¥1,200", 1200, Some("JPY")),
        ("450,-", 45_000, None),
    ] {
        let found = amount(field, None).unwrap_or_else(|| panic!("{field}"));
        assert_eq!((found.minor, found.currency), (minor, currency), "{field}");
    }
    for field in ["", "abc", "12.345.6", "1.5 apples", "--", "€", "12.005 €", "2026-03-01"] {
        assert_eq!(amount(field, Some(false)), None, "{field}");
    }
}

#[test]
fn days_in_many_forms() {
    for (text, expected) in [
        ("on 3 October 1892 by", "1892-10-03"),
        ("the 5th of March, 2024", "2024-03-05"),
        ("March 8, 2022.", "2022-03-08"),
        ("Mar. 8th 2022", "2022-03-08"),
        ("2024-11-27T10:00", "2024-11-27"),
        ("am 12.09.2025 und 2.2.26", "2025-09-12 2026-02-02"),
        ("Am 18. Juni 1911 wurde", "1911-06-18"),
        ("3/25/2024 or 25/03/2024", "2024-03-25 2024-03-25"),
        ("in May 1889", "1889-05"),
        ("Im März 1944", "1944-03"),
        ("Q1 2024, 3. Quartal 2023", "2024-01 2023-07"),
        ("in spring 2027", "2027-03"),
        ("In 1947 a flood", "1947"),
        ("1953 zog die Sammlung", "1953"),
        ("Beschlossen wurde der Umbau 2019.", "2019"),
        ("on 5 March", "2000-03-05"),
        ("Room 2024, port 2022, KX-2019", ""),
        // The day does not exist; the month is still said.
        ("31 June 2024", "2024-06"),
        ("1,892 rivets and 2.025 Ziegel", ""),
        ("we may 5 times", ""),
        ("version 1.2.2024.5", ""),
    ] {
        let found: Vec<String> = days(text, Some(2000)).iter().map(|one| one.day.to_string()).collect();
        assert_eq!(found.join(" "), expected, "{text}");
    }
}

#[test]
fn quantities_with_their_units() {
    for (text, expected) in [
        ("€1,150 a month", "€1,150 Money(\"EUR\")"),
        ("SEK 9,415 million", "SEK 9,415 million Money(\"SEK\")"),
        ("78,5 m² und 9 Hektar", "78,5 m² Area|9 Hektar Area"),
        ("92 square metres", "92 square metres Area"),
        ("at −20 °C", "−20 °C Heat"),
        ("5 per cent, 7 %", "5 per cent Percent|7 % Percent"),
        ("model A4 and v2.1", ""),
        ("450,- €", "450,- € Money(\"EUR\")"),
    ] {
        let found: Vec<String> =
            quantities(text).iter().map(|one| format!("{} {:?}", &text[one.at.clone()], one.unit)).collect();
        assert_eq!(found.join("|"), expected, "{text}");
    }
    assert_eq!(quantities("1.2.3 x")[..], []);
    assert!(matches!(quantities("3 rooms")[0].unit, Unit::Plain));
}

proptest! {
    /// What was written is read, in both ways of writing.
    #[test]
    fn amounts_come_back_to_the_cent(minor in -99_999_999_999_i64..99_999_999_999) {
        let (whole, cents) = (minor.unsigned_abs() / 100, minor.unsigned_abs() % 100);
        let mut groups: Vec<String> = Vec::new();
        let mut rest = whole;
        while rest >= 1000 {
            groups.insert(0, format!("{:03}", rest % 1000));
            rest /= 1000;
        }
        groups.insert(0, rest.to_string());
        let sign = if minor < 0 { "-" } else { "" };
        for (text, comma) in [(format!("{sign}${}.{cents:02}", groups.join(",")), false), (format!("{sign}{},{cents:02} €", groups.join(".")), true)] {
            for known in [None, Some(comma)] {
                prop_assert_eq!(amount(&text, known).map(|one| one.minor), Some(i128::from(minor)), "{}", text);
            }
        }
    }

    #[test]
    fn readers_never_panic_and_give_places(text in "\\PC{0,60}|[0-9.,/ \\-:€$%A-Za-zäöü]{0,60}") {
        for found in days(&text, Some(2024)) {
            prop_assert!(text.get(found.at.clone()).is_some());
        }
        for found in quantities(&text) {
            prop_assert!(text.get(found.at.clone()).is_some());
        }
        let _ = amount(&text, None);
    }
}
