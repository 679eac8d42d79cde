//! What everything takes, printed: for a few sources of 24,000 characters, or with `LAIKA_TEST_LARGE` for 100 and 200.

use std::time::Instant;

use laika_protocol::collection::{Capture, Source, Transform};
use serde_json::json;

use super::build::{made, source};

fn many(count: usize) -> Vec<(Source, Capture)> {
    let page = |at: usize| {
        let mut text = format!("# Flat {at}\n\nRent: €{}\n\nSize: {} m²\n\n", 500 + at, 40 + at % 50);
        let mut line = 0;
        while text.len() < 24_000 {
            line += 1;
            text += &format!(
                "On {} May {} the owner paid {} euros for part {line}. A part{line} is a thing that holds number {at}.\n\n",
                1 + line % 28,
                1900 + line % 120,
                line * 7
            );
        }
        source(at, &format!("Flat {at}"), "https://a.example/", &text)
    };
    (0..count).map(page).collect()
}

#[test]
#[allow(clippy::print_stdout, reason = "the numbers are what this test is for")]
fn what_twice_as_many_sources_take() {
    let whole = std::env::var_os("LAIKA_TEST_LARGE").is_some();
    let (few, more) = if whole { (many(100), many(200)) } else { (many(2), many(4)) };
    for transform in Transform::ALL {
        let config = match transform {
            Transform::Comparison => json!({ "columns": ["Rent", "Size", "Pets"] }),
            Transform::Evidence => json!({ "claim": "Owners paid more for parts" }),
            _ => json!({}),
        };
        let took = |sources: &[(Source, Capture)]| {
            let start = Instant::now();
            let made = made(transform, config.clone(), sources);
            assert_eq!(made.sources.len(), sources.len());
            start.elapsed()
        };
        let (one, two) = (took(&few), took(&more));
        println!(
            "{} for {} sources: {} ms, for {}: {} ms",
            transform.as_str(),
            few.len(),
            one.as_millis(),
            more.len(),
            two.as_millis()
        );
    }
}
