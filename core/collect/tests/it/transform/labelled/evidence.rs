//! Evidence: the stance of every source, and where it stands.

use laika_protocol::collection::{Cell, Part, Transform};
use serde_json::json;

use super::{Tally, cases, id, is_at, sources, texts};
use crate::it::transform::build::made;

#[test]
fn evidence() {
    let mut tally = Tally::default();
    for case in cases(include_str!("../../../data/evidence.json")) {
        let sources = sources(&case);
        let made = made(Transform::Evidence, json!({ "claim": case["claim"] }), &sources);
        let rows = made.parts.iter().find_map(|part| match part {
            Part::Table { rows, .. } => Some(rows),
            _ => None,
        });
        for (at, row) in rows.unwrap().iter().enumerate() {
            let wanted = &case["expected"][at];
            let [_, Cell::Computed(stance), words] = row.cells.as_slice() else { panic!("{row:?}") };
            let same = stance.text == wanted["stance"].as_str().unwrap();
            let shown = || format!("{}: wanted {wanted}, got {} {words:?}", case["claim"], stance.text);
            tally.count(id(&case), "stances", same, shown);
            if let Cell::Value(cited) = words
                && wanted["any"].is_array()
            {
                let place = (cited.citations[0].start as usize, cited.citations[0].end as usize);
                let right = is_at(&sources[at].1.text, place, &texts(&wanted["any"]));
                tally.count(id(&case), "sentences", right, String::new);
            }
        }
    }
    tally.print("evidence");
    tally.at_least("stances", 82, 70);
}
