//! Comparisons: a cell is right where it stands at the label's place, or is unknown where the source does not say.

use laika_protocol::collection::{Cell, Part, Transform};
use serde_json::json;

use super::{Tally, cases, id, is_at, sources, texts};
use crate::it::transform::build::made;

#[test]
fn comparisons() {
    let mut tally = Tally::default();
    for case in cases(include_str!("../../../data/comparison.json")) {
        let sources = sources(&case);
        let columns = texts(&case["columns"]);
        let made = made(Transform::Comparison, json!({ "columns": columns }), &sources);
        let [Part::Table { rows, .. }] = made.parts.as_slice() else { panic!("{}", id(&case)) };
        for (row, (source, capture)) in sources.iter().enumerate() {
            for (at, column) in columns.iter().enumerate() {
                let wanted = &case["expected"][row][column];
                let cell = &rows[row].cells[at + 1];
                let shown = || format!("{} / {column}: wanted {wanted}, got {cell:?}", source.title);
                match cell {
                    Cell::Unknown if wanted.is_null() => tally.count(id(&case), "cells", true, shown),
                    Cell::Value(cited) if !wanted.is_null() => {
                        let [citation] = cited.citations.as_slice() else { panic!("{cited:?}") };
                        let place = (citation.start as usize, citation.end as usize);
                        let right = is_at(&capture.text, place, &texts(&wanted["any"]));
                        tally.count(id(&case), "cells", right, shown);
                        let contains = texts(&wanted["any"]).iter().any(|any| cited.text.contains(any));
                        tally.count(id(&case), "quotes that hold the whole label", contains, String::new);
                    }
                    _ => tally.count(id(&case), "cells", false, shown),
                }
                if wanted.is_null() {
                    tally.count(id(&case), "unknown left unknown", *cell == Cell::Unknown, String::new);
                } else {
                    tally.count(id(&case), "known and given", *cell != Cell::Unknown, String::new);
                }
            }
        }
    }
    tally.print("comparison");
    tally.at_least("cells", 95, 58);
    tally.at_least("unknown left unknown", 95, 80);
}
