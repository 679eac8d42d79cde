//! Preferences: the order of rows, but for the order among those that fail.

use laika_collect::transform::{TableRow, rank};
use serde_json::Value;

use super::{Tally, cases, id, texts};

#[test]
fn preferences() {
    let mut tally = Tally::default();
    for case in cases(include_str!("../../../data/preferences.json")) {
        let columns: Vec<String> = texts(&case["columns"]).into_iter().map(String::from).collect();
        let all = case["rows"].as_array().unwrap();
        let cell = |row: &Value, column: &String| row["cells"][column].as_str().map(String::from);
        let rows: Vec<TableRow> = all
            .iter()
            .map(|row| TableRow { cells: columns.iter().map(|name| cell(row, name)).collect() })
            .collect();
        let ranked = rank(&columns, &rows, case["sentence"].as_str().unwrap());
        let name = |at: &usize| all[*at]["name"].as_str().unwrap();
        let fails = texts(&case["expected"]["fails"]);
        let wanted: Vec<&str> =
            texts(&case["expected"]["order"]).into_iter().filter(|name| !fails.contains(name)).collect();
        let got: Vec<&str> = ranked.order.iter().map(name).collect();
        let right = got.starts_with(&wanted) && got.len() == all.len();
        tally.count(id(&case), "orders", right, || {
            format!("{}: wanted {wanted:?}, got {got:?}, {:?}", case["sentence"], ranked.notes)
        });
    }
    tally.print("preferences");
    tally.at_least("orders", 95, 45);
}
