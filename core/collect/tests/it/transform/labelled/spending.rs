//! Spending: totals to the cent, duplicates and subscriptions.

use std::collections::BTreeMap;

use laika_protocol::collection::{Cell, Part, Row, Transform};
use serde_json::{Value, json};

use super::{Tally, cases, id, sources};
use crate::it::transform::build::made;

fn words(cell: &Cell) -> &str {
    let Cell::Computed(cited) = cell else { panic!("{cell:?}") };
    assert!(cited.citations.is_empty(), "a citation would hold a row");
    &cited.text
}

fn minor(cell: &Cell) -> i64 {
    let digits: String = words(cell).chars().filter(|c| c.is_ascii_digit() || *c == '-').collect();
    digits.parse().unwrap()
}

/// The rows of the table with a column.
fn table<'a>(parts: &'a [Part], column: &str) -> &'a [Row] {
    let of = parts.iter().find_map(|part| match part {
        Part::Table { columns, rows } if columns.iter().any(|name| name == column) => Some(rows.as_slice()),
        _ => None,
    });
    of.unwrap_or_default()
}

fn has(rows: &[Row], wanted: &Value) -> bool {
    let name = wanted["merchant"].as_str().unwrap().to_lowercase();
    let amount = wanted["amount"].as_i64().unwrap();
    rows.iter().any(|row| {
        name.starts_with(&words(&row.cells[0]).to_lowercase()[..4]) && minor(&row.cells[1]) == amount
    })
}

#[test]
fn spending() {
    let mut tally = Tally::default();
    for case in cases(include_str!("../../../data/spending.json")) {
        let made = made(Transform::Spending, json!({}), &sources(&case));
        let expected = &case["expected"];
        let rows = table(&made.parts, "Category");
        let mut totals: BTreeMap<&str, i64> =
            rows.iter().map(|row| (words(&row.cells[0]), minor(&row.cells[1]))).collect();
        let spent = totals.remove("all spending");
        tally.count(id(&case), "spent to the cent", spent == expected["spent"].as_i64(), || {
            format!("wanted {}, got {spent:?}", expected["spent"])
        });
        for (name, wanted) in expected["totals"].as_object().unwrap() {
            let got = totals.remove(name.as_str());
            tally.count(id(&case), "totals of categories", got == wanted.as_i64(), || {
                format!("{name}: wanted {wanted}, got {got:?}")
            });
        }
        for (name, got) in totals {
            tally.count(id(&case), "totals of categories", false, || format!("{name}: {got} for nothing"));
        }
        for (kind, column, also) in
            [("duplicates", "Times", "maybeDuplicates"), ("subscriptions", "Every", "alsoRegular")]
        {
            let what = if kind == "duplicates" { "duplicates" } else { "subscriptions" };
            let rows = table(&made.parts, column);
            let all = |key: &str| expected[key].as_array().unwrap().clone();
            for wanted in all(kind) {
                tally.count(id(&case), what, has(rows, &wanted), || format!("not found: {wanted}"));
            }
            for row in rows {
                let known =
                    all(kind).iter().chain(&all(also)).any(|wanted| has(std::slice::from_ref(row), wanted));
                tally.count(id(&case), what, known, || format!("for nothing: {row:?}"));
            }
        }
    }
    tally.print("spending");
    tally.at_least("spent to the cent", 100, 100);
    tally.at_least("totals of categories", 95, 85);
    tally.at_least("duplicates", 95, 60);
    tally.at_least("subscriptions", 95, 75);
}
