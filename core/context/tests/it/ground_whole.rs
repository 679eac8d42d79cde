//! What must hold of every text and every answer, however hostile.

use std::time::{Duration, Instant};

use laika_context::ground::{Grounded, Grounding, Material, Size, chunks, extractive, supported};
use laika_context::{Fence, estimate_tokens};
use laika_protocol::Path;
use laika_protocol::citation::Sources;
use laika_protocol::ids::DocId;
use laika_protocol::llmcp::ContextDocument;
use laika_protocol::model::{Ended, Usage, Written};
use proptest::prelude::*;
use serde_json::json;

fn document(text: &str) -> ContextDocument {
    serde_json::from_value(json!({
        "doc_id": "doc:web:summary", "kind": "web.observation.summary.v1", "trust": "untrusted",
        "source": { "browser": "chromium" },
        "content": { "doc_type": "web.observation.summary.v1", "url": "https://x.example/", "title": "T", "text": text },
    }))
    .unwrap()
}

fn material(text: &str) -> Material {
    Material {
        doc_id: DocId::web_summary(),
        title: "T".into(),
        text: text.into(),
        signals: Vec::new(),
        anchors: Vec::new(),
    }
}

fn check(text: &str, done: &Grounded) {
    assert_eq!(done.unsupported(&[material(text)]), Vec::<String>::new());
    assert_eq!(done.points.len(), done.assistant.citations.len());
    let sources = Sources::new(&[document(text)]);
    for citation in &done.assistant.citations {
        assert!(text.contains(&citation.quote), "{:?}", citation.quote);
        assert!(citation.quote.chars().count() <= 500);
        assert!(sources.check(citation, &Path::root()).is_ok(), "{citation:?}");
    }
}

/// Texts that look like pages: words, numbers, prefixes, scripts and marks.
fn page() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        4 => "[a-z]{1,9}",
        1 => "[A-Z][a-z]{2,8}",
        1 => "[0-9]{1,4}(,[0-9]{3})?",
        1 => prop_oneof![Just("not"), Just("all"), Just("日本語の文"), Just("Größe"), Just("can't"), Just("\u{202e}x")]
            .prop_map(String::from),
    ];
    let end = prop_oneof![
        Just(". "),
        Just("! "),
        Just("\n"),
        Just("\n- "),
        Just("\nH2: "),
        Just("。"),
        Just(" "),
        Just("\" ")
    ];
    let sentence = (prop::collection::vec(word, 1..14), end).prop_map(|(words, end)| words.join(" ") + end);
    prop::collection::vec(sentence, 0..40).prop_map(|sentences| sentences.concat())
}

/// What a hostile or a careless model says: pieces of the text, and anything else.
fn answer(text: &str, picks: &[(usize, usize, bool)], junk: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let points: Vec<_> = picks
        .iter()
        .map(|(from, length, honest)| {
            let from = from % chars.len().max(1);
            let piece: String = chars.iter().skip(from).take(length % 200).collect();
            let said = if *honest { piece.clone() } else { format!("{junk} {piece}") };
            json!({ "quote": piece, "text": said })
        })
        .collect();
    json!({ "points": points }).to_string()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(160))]

    #[test]
    fn citations_are_always_substrings(
        text in page(),
        picks in prop::collection::vec((any::<usize>(), any::<usize>(), any::<bool>()), 0..5),
        junk in ".{0,40}",
        question in prop::option::of("[a-z ]{0,30}"),
        part_tokens in 5_usize..200,
    ) {
        let materials = vec![material(&text)];
        let size = Size { part_tokens, parts: 4, ..Size::default() };
        let mut grounding = Grounding::new(materials, question.as_deref(), size);
        let fence = Fence::new("n0nce");
        let mut asked = 0;
        while grounding.next(&fence).is_some() {
            asked += 1;
            let said = answer(&text, &picks, &junk);
            grounding.feed(Some(&Written { text: said, ended: Ended::Complete, usage: Usage::default() }));
        }
        prop_assert!(asked <= 5);
        check(&text, &grounding.finish());
    }

    #[test]
    fn nothing_panics(text in any::<String>(), said in any::<String>(), question in any::<String>()) {
        let material = Material { title: said.clone(), ..material(&text) };
        let mut grounding = Grounding::new(vec![material], Some(&question), Size::default());
        grounding.feed(Some(&Written { text: said.clone(), ended: Ended::Cut, usage: Usage::default() }));
        check(&text, &grounding.finish());
        let _ = supported(&said, &[&text]);
    }

    #[test]
    fn parts_are_the_whole_text(text in page(), tokens in 1_usize..80) {
        let parts = chunks(&text, tokens);
        let mut end = 0;
        for part in &parts {
            prop_assert!(text[end..part.start].trim().is_empty(), "a gap has no words");
            end = part.end;
            let words = &text[part.clone()];
            prop_assert!(estimate_tokens(words) <= tokens + 96, "{} {tokens}", estimate_tokens(words));
        }
        prop_assert!(text[end..].trim().is_empty());
    }

    #[test]
    fn a_sentence_supports_itself(text in page()) {
        for passage in extractive(&text, "T", None, 5) {
            prop_assert!(supported(&text[passage.at.clone()], &[&text[passage.at]]));
        }
    }
}

/// Twice the text takes about twice the time, and a large one is no way to stop the program.
#[test]
fn long_texts_take_time_in_proportion() {
    let hostile = [
        "word ".repeat(40_000),
        "a.".repeat(100_000),
        "The same sentence again and again. ".repeat(6_000),
        (0..6_000).fold(String::new(), |text, n| {
            text + &format!("Sentence {n} speaks of thing {} here.\n", n % 97)
        }),
        "H1: ".repeat(50_000),
        "「".repeat(60_000),
    ];
    for text in &hostile {
        let started = Instant::now();
        let done =
            Grounding::new(vec![material(text)], Some("thing sentence word"), Size::default()).finish();
        check(text, &done);
        assert!(started.elapsed() < Duration::from_secs(20), "{:?} {:?}", started.elapsed(), &text[..20]);
    }
}
