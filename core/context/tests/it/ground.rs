//! Summaries and answers: what is kept, replaced and dropped.

use laika_context::Fence;
use laika_context::ground::{Grounded, Grounding, Material, Method, Size, access_note};
use laika_protocol::ids::{DocId, NodeId};
use laika_protocol::model::{Ended, Usage, Written};
use laika_protocol::observation::Signal;
use serde_json::json;

const TEXT: &str = "H1: Bridge over the harbour\nHome | News | Sport\n\
    The city will build a new bridge over the harbour. It will cost 40 million euros and open in 2028.\n\
    The council did not approve the tunnel. Residents had asked for one since 1998.\n\
    Subscribe to our newsletter";

fn material(text: &str) -> Material {
    Material {
        doc_id: DocId::web_summary(),
        title: "Bridge over the harbour".into(),
        text: text.into(),
        signals: Vec::new(),
        anchors: vec![(NodeId::parse("n:4").unwrap(), "The council did not approve the tunnel.".into())],
    }
}

fn run(question: Option<&str>, said: &[(&str, &str)]) -> Grounded {
    let points: Vec<_> = said.iter().map(|(quote, text)| json!({ "quote": quote, "text": text })).collect();
    let text = json!({ "points": points }).to_string();
    let mut grounding = Grounding::new(vec![material(TEXT)], question, Size::default());
    assert_eq!(grounding.progress(), (0, 1));
    assert!(grounding.next(&Fence::new("n0nce")).is_some());
    grounding.feed(Some(&Written { text, ended: Ended::Complete, usage: Usage::default() }));
    assert!(grounding.next(&Fence::new("n0nce")).is_none());
    grounding.finish()
}

#[test]
fn what_is_supported_stays_and_what_is_not_is_replaced() {
    let done = run(
        None,
        &[
            (
                "build a new bridge over the harbour",
                "A new bridge over the harbour will be built by the city.",
            ),
            ("cost 40 million euros", "It will cost 400 million euros."),
            ("The council did not approve the tunnel", "The council approved the tunnel."),
            ("words that nobody wrote", "The mayor resigned."),
        ],
    );
    assert_eq!(
        done.points,
        [
            "A new bridge over the harbour will be built by the city.",
            "It will cost 40 million euros and open in 2028.",
            "The council did not approve the tunnel.",
        ]
    );
    assert_eq!(done.method, Method::Mixed);
    assert_eq!((done.dropped, done.replaced), (3, 2));
    let quotes: Vec<_> = done.assistant.citations.iter().map(|citation| citation.quote.as_str()).collect();
    assert_eq!(
        quotes,
        [
            "build a new bridge over the harbour",
            "cost 40 million euros",
            "The council did not approve the tunnel",
        ]
    );
    assert_eq!(done.assistant.citations[2].node_id.as_ref().unwrap().as_str(), "n:4");
}

#[test]
fn furniture_and_prefixes_are_no_points() {
    let done = run(
        None,
        &[
            ("Subscribe to our newsletter", "The page offers gifts."),
            ("H1: Bridge over the harbour", "Bridge over the harbour"),
        ],
    );
    assert!(!done.assistant.render.plain_text().contains("Subscribe"));
    assert!(!done.assistant.render.plain_text().contains("H1:"));
    assert!(done.assistant.citations.iter().all(|citation| !citation.quote.starts_with("H1:")));
}

/// MODEL-031: without a model, and with one that says nothing of use, the best sentences stand for themselves.
#[test]
fn a_useless_model_gets_a_good_fallback() {
    let alone = Grounding::new(vec![material(TEXT)], None, Size { points: 2, ..Size::default() }).finish();
    assert_eq!(alone.method, Method::Extractive);
    assert_eq!(alone.points[0], "The city will build a new bridge over the harbour.");
    let asked =
        Grounding::new(vec![material(TEXT)], Some("What will the bridge cost?"), Size::default()).finish();
    assert_eq!(asked.points[0], "It will cost 40 million euros and open in 2028.");
    let none =
        Grounding::new(vec![material(TEXT)], Some("photosynthesis in algae"), Size::default()).finish();
    assert_eq!(none.method, Method::Nothing);
    assert!(none.assistant.citations.is_empty());
    assert!(none.assistant.render.plain_text().contains("does not say"));
    let mut broken = Grounding::new(vec![material(TEXT)], None, Size::default());
    broken.feed(Some(&Written { text: "no json".into(), ended: Ended::Cut, usage: Usage::default() }));
    assert_eq!(broken.finish().method, Method::Extractive);
}

/// An answer that was cut off gives the points that are whole.
#[test]
fn a_cut_answer_is_used_as_far_as_it_goes() {
    let text = r#"{"points":[{"quote":"cost 40 million euros","text":"It will cost 40 million euros."},{"quote":"The cou"#;
    let mut grounding = Grounding::new(vec![material(TEXT)], Some("What does it cost?"), Size::default());
    grounding.feed(Some(&Written { text: text.into(), ended: Ended::Cut, usage: Usage::default() }));
    let done = grounding.finish();
    assert_eq!(
        done.points,
        ["It will cost 40 million euros and open in 2028."],
        "the whole sentence of a copied part"
    );
    assert_eq!(done.assistant.citations[0].quote, "cost 40 million euros");
}

/// MODEL-030: a long text is read in parts, and the parts' points are put together.
#[test]
fn parts_are_reduced_to_one_text() {
    let section = |n: usize| {
        format!("H2: Street {n}\nStreet {n} gets {n}0 new trees next spring. Work begins in week {n}.\n")
    };
    let text: String = (2..12).map(section).collect();
    let size = Size { part_tokens: 40, parts: 6, points_of_part: 2, points: 2 };
    let mut grounding = Grounding::new(vec![material(&text)], None, size);
    let mut asked = 0;
    while let Some(ask) = grounding.next(&Fence::new("n0nce")) {
        asked += 1;
        let shape = ask.shape.unwrap();
        let part = shape["properties"]["points"]["items"]["properties"]["quote"]["x-piece-of"][0].as_str();
        let said = match part {
            Some(part) => {
                let line = part.lines().find(|line| line.contains("trees")).unwrap();
                let quote = line.split_once(". ").unwrap().0.to_owned() + ".";
                json!({ "points": [{ "quote": quote, "text": quote }] })
            }
            None => json!({ "title": "New trees next spring", "points": [
                { "number": 2, "text": "Trees are planted by 99 elephants." }, { "number": 1, "text": "New trees in spring." },
                { "number": 1, "text": "Again." } ] }),
        };
        grounding.feed(Some(&Written {
            text: said.to_string(),
            ended: Ended::Complete,
            usage: Usage::default(),
        }));
    }
    let done = grounding.finish();
    assert_eq!(asked, 7, "six parts and the reduction");
    assert_eq!(done.assistant.title, "New trees next spring");
    assert_eq!(done.points.len(), 2);
    assert!(
        done.points[0].starts_with("Street "),
        "what is not supported keeps its own words: {:?}",
        done.points
    );
    assert_eq!(done.points[1], "New trees in spring.");
    assert!(done.unread > 0 && done.assistant.render.plain_text().contains("of the text"));
}

/// A summary of one point is no summary: sentences of the document are added, and none twice.
#[test]
fn a_short_summary_is_filled_up() {
    let done = run(
        None,
        &[(
            "build a new bridge over the harbour",
            "A new bridge over the harbour will be built by the city.",
        )],
    );
    assert_eq!(done.method, Method::Mixed);
    assert_eq!(done.points.len(), 3);
    assert_eq!(done.points[0], "A new bridge over the harbour will be built by the city.");
    assert!(!done.points[1..].iter().any(|point| point.contains("will build a new bridge")));
    // The rest of a sentence is no point of its own.
    let rest = run(None, &[("It will cost 40 million euros", "euros and open in 2028.")]);
    assert!(
        rest.points.contains(&"It will cost 40 million euros and open in 2028.".to_owned()),
        "{:?}",
        rest.points
    );
}

/// MODEL-028: a page that is not open says so before anything else.
#[test]
fn a_gate_is_named() {
    let mut gated = material(TEXT);
    gated.signals = vec![Signal::Paywall];
    let done = Grounding::new(vec![gated], None, Size::default()).finish();
    assert!(done.assistant.render.plain_text().starts_with("Only part of this page is visible"));
    assert_eq!(access_note(&[], TEXT), None);
    assert_eq!(access_note(&[], "Nothing here."), Some("This page shows very little text."));
    assert!(access_note(&[Signal::ConsentOverlay], TEXT).is_none());
    assert!(access_note(&[Signal::ConsentOverlay], "Accept").is_some());
}
