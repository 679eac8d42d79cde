//! Timelines, glossaries and questions: what is found of what should be, and how much of what is found should be.

use laika_protocol::collection::{Capture, Cell, Cited, Part, Source, SourceCitation, Transform};
use serde_json::{Value, json};

use super::{Tally, cases, id, is_at, sources, texts};
use crate::it::transform::build::made;

/// Something that was found: its name and where it stands.
struct Found {
    name: String,
    cited: Cited,
}

fn number(citation: &SourceCitation) -> usize {
    citation.source_id.as_str().strip_prefix("src:").unwrap().parse().unwrap()
}

fn is_right(sources: &[(Source, Capture)], found: &Found, wanted: &Value, name: &str) -> bool {
    let at = usize::try_from(wanted["source"].as_u64().unwrap()).unwrap();
    let place = |citation: &SourceCitation| (citation.start as usize, citation.end as usize);
    let stands = |citation: &SourceCitation| {
        number(citation) == at && is_at(&sources[at].1.text, place(citation), &texts(&wanted["any"]))
    };
    found.name == wanted[name].as_str().unwrap() && found.cited.citations.iter().any(stands)
}

fn score(set: &str, json: &str, transform: Transform, name: &str, read: fn(&[Part]) -> Vec<Found>) -> Tally {
    let mut tally = Tally::default();
    for case in cases(json) {
        let sources = sources(&case);
        let found = read(&made(transform, json!({}), &sources).parts);
        let wanted = case["expected"].as_array().unwrap();
        for one in wanted {
            let right = found.iter().any(|found| is_right(&sources, found, one, name));
            tally.count(id(&case), "found", right, || one.to_string());
        }
        for one in &found {
            let right = wanted.iter().any(|wanted| is_right(&sources, one, wanted, name));
            tally.count(id(&case), "right of what was found", right, || {
                format!("{}: {}", one.name, one.cited.text)
            });
        }
    }
    tally.print(set);
    tally
}

fn rows(parts: &[Part]) -> Vec<Found> {
    let mut found = Vec::new();
    for part in parts {
        let Part::Table { rows, .. } = part else { continue };
        for row in rows {
            let [Cell::Value(name) | Cell::Computed(name), Cell::Value(words)] = row.cells.as_slice() else {
                panic!("{row:?}")
            };
            found.push(Found { name: name.text.clone(), cited: words.clone() });
        }
    }
    found
}

fn cards(parts: &[Part]) -> Vec<Found> {
    let cards = parts.iter().filter_map(|part| match part {
        Part::Cards { cards } => Some(cards),
        _ => None,
    });
    cards.flatten().map(|card| Found { name: card.front.text.clone(), cited: card.back.clone() }).collect()
}

#[test]
fn timelines() {
    let tally =
        score("timeline", include_str!("../../../data/timeline.json"), Transform::Timeline, "date", rows);
    tally.at_least("found", 95, 95);
    tally.at_least("right of what was found", 95, 95);
}

#[test]
fn glossaries() {
    let tally =
        score("glossary", include_str!("../../../data/glossary.json"), Transform::Glossary, "term", rows);
    tally.at_least("found", 95, 68);
    tally.at_least("right of what was found", 95, 95);
}

#[test]
fn questions() {
    let tally = score("faq", include_str!("../../../data/faq.json"), Transform::Faq, "question", cards);
    tally.at_least("found", 95, 95);
    tally.at_least("right of what was found", 95, 95);
}
