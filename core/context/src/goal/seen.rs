//! Pages for the tests of this module.

use alloc::format;
use alloc::vec::Vec;

use laika_protocol::observation::Observation;
use serde_json::json;

/// A page of elements: role and name.
pub(super) fn page(elements: &[(&str, &str)]) -> Observation {
    let shown = |(at, (role, name)): (usize, &(&str, &str))| {
        json!({ "handleId": format!("h_{at:022}"), "role": role, "accessibleName": name,
            "boundingBox": { "x": 0, "y": 0, "width": 1, "height": 1 } })
    };
    serde_json::from_value(json!({
        "url": "https://town.example/", "title": "Town", "origin": "https://town.example", "documentId": "doc_1",
        "navigationGeneration": 0, "observedAtMs": 0, "text": "",
        "elements": elements.iter().enumerate().map(shown).collect::<Vec<_>>(),
    }))
    .unwrap()
}
