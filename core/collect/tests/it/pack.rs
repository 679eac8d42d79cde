//! What a model is given of a collection: every source, the best passages, never more than the budget.

use std::time::Instant;

use laika_collect::ask::{Asking, Reads};
use laika_collect::pack::{Member, Pack, packet};
use laika_collect::snapshot::of_text;
use laika_context::estimate_tokens;
use laika_protocol::ids::SourceId;
use laika_protocol::llmcp::{Content, Trust};
use proptest::prelude::*;

use super::shelf::{Kept, collection, shelf, time};

/// A long source: `about` stands in one of its paragraphs.
fn long(n: usize, about: &str, paragraphs: usize) -> Kept {
    let paragraph = |p: usize| {
        let own = if p == paragraphs / 2 { about } else { "Nothing of note was said that day." };
        format!(
            "## Section {p}\n\nParagraph {p} of source {n} speaks of weather, boats and people. {own} Then it goes on for a while with other words.\n"
        )
    };
    let text: String = (0..paragraphs).map(paragraph).collect();
    Kept::new(&format!("s{n}"), &format!("https://h{n}.example/a"), &format!("Source {n}"), &text)
}

#[test]
fn prot_034_an_index_of_all_and_the_best_passages_of_each() {
    let kept = shelf();
    let members: Vec<Member<'_>> = kept.iter().map(Kept::member).collect();
    let packet = packet(&collection(), &members, "How much does the ferry cost?", 4_000).unwrap();
    assert!(packet.tokens <= 4_000);
    assert!(
        packet
            .documents
            .iter()
            .all(|document| document.trust == Trust::Untrusted && document.kind == document.content.kind()),
        "PROT-035"
    );
    let Content::CollectionIndex { sources, .. } = &packet.documents[0].content else { panic!("no index") };
    assert_eq!(sources.len(), kept.len());
    for kept in &kept {
        let has = packet.documents.iter().any(|document| matches!(&document.content, Content::CollectionSource { source_id, text, .. } if *source_id == kept.source.id && !text.is_empty()));
        assert!(has, "{}", kept.source.id);
    }
    let ids: std::collections::BTreeSet<_> =
        packet.documents.iter().map(|document| document.doc_id.as_str()).collect();
    assert_eq!(ids.len(), packet.documents.len());
}

#[test]
fn the_passage_that_speaks_of_it_comes_first_with_the_headings_above_it() {
    let kept =
        [long(1, "The lighthouse was painted red in 1931.", 60), long(2, "The fog horn was sold.", 60)];
    let members: Vec<Member<'_>> = kept.iter().map(Kept::member).collect();
    let pack = Pack::about(&members, "When was the lighthouse painted?", 150);
    let [part] = pack.parts() else { panic!("{}", pack.parts().len()) };
    assert!(
        part.text.contains("painted red in 1931") && part.text.contains("H2: Section 30"),
        "{}",
        part.text
    );
    let [passage] = pack.passages().try_into().unwrap();
    let text: String = kept[0]
        .capture
        .text
        .chars()
        .skip(passage.start as usize)
        .take((passage.end - passage.start) as usize)
        .collect();
    assert!(text.contains("The lighthouse was painted red in 1931."), "{text}");
}

#[test]
fn a_long_source_is_split_and_too_little_room_is_said() {
    let kept = [long(1, "x", 120)];
    let members: Vec<Member<'_>> = kept.iter().map(Kept::member).collect();
    let packed = packet(&collection(), &members, "weather boats people paragraph", 5_000).unwrap();
    assert!(packed.documents.len() > 3, "{}", packed.documents.len());
    let error = packet(&collection(), &members, "weather", 20).err().unwrap();
    assert_eq!(error.code(), "E_COLLECTION_TOO_LARGE");
    assert!(error.to_string().contains("there is room for 20"), "{error}");
}

#[test]
fn of_a_sensitive_source_neither_title_nor_path_nor_text_is_told() {
    let mut kept =
        Kept::new("bank", "https://bank.example/account/77?id=5", "Account of A. Person", "Balance 812.40");
    kept.source.sensitive = true;
    let totals =
        of_text("Totals of A. Person", "Spent 31.00 on ferries.").capture(kept.source.id.clone(), 2, time());
    for (derived, expected) in [(None, false), (Some(&totals), true)] {
        let member = Member { derived, ..kept.member() };
        let packet = packet(&collection(), &[member], "ferries", 2_000).unwrap();
        let json = serde_json::to_string(&packet.documents).unwrap();
        assert_eq!(json.contains("Spent 31.00"), expected);
        assert!(
            !json.contains("812.40") && !json.contains("A. Person") && !json.contains("account/77"),
            "{json}"
        );
    }
}

/// Twice the sources, twice the words that are weighed, and no more tokens.
#[test]
fn packing_grows_with_the_sources_and_stays_within_the_budget() {
    // 25 KB each where it is measured; a build for debugging counts the same on a tenth.
    let paragraphs = if cfg!(debug_assertions) { 16 } else { 160 };
    let one = long(1, "The ferry to Skerra costs nine pounds.", paragraphs);
    let named = |n: usize| {
        let mut kept = Kept { source: one.source.clone(), capture: one.capture.clone() };
        kept.source.id = SourceId::parse(&format!("s{n}")).unwrap();
        kept
    };
    let kept: Vec<Kept> = (0..200).map(named).collect();
    let members: Vec<Member<'_>> = kept.iter().map(Kept::member).collect();
    let mut first = None;
    for count in [25, 50, 100, 200] {
        let started = Instant::now();
        let packet =
            packet(&collection(), &members[..count], "What does the ferry to Skerra cost?", 32_000).unwrap();
        let characters: usize = kept[..count].iter().map(|kept| kept.capture.text.len()).sum();
        println!(
            "{count:>3} sources, {:>4} KB: {:>7} words weighed, {:>5} tokens, {:>3} documents, {} ms",
            characters / 1_000,
            packet.pack.words(),
            packet.tokens,
            packet.documents.len(),
            started.elapsed().as_millis()
        );
        assert!(packet.tokens <= 32_000);
        let of_each = packet.pack.words() / count;
        let first = *first.get_or_insert(of_each);
        assert!(of_each.abs_diff(first) * 50 <= first, "{of_each} words for each source, {first} before");
    }
    let started = Instant::now();
    let asking = Asking::new(&members, "What does the ferry to Skerra cost?", &Reads::default());
    let questions = asking.progress().1;
    let answer = asking.finish();
    println!(
        "200 sources asked: {questions} questions for a model at most, {} ms without one",
        started.elapsed().as_millis()
    );
    assert!(questions <= 9 && !answer.is_nothing());
    assert!(!answer.coverage.left_out.is_empty(), "what there was no room for is not said to be silent");
    assert!(answer.coverage_line(&members).contains("more. No room for: "));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn never_more_than_the_budget_and_always_in_place(
        texts in prop::collection::vec("(\\PC{0,40}[.!?\n\"\\\\|#*-]{0,3} ?){0,12}", 1..7), question in "[a-z ]{0,20}", tokens in 0..3_000_usize
    ) {
        let kept: Vec<Kept> = texts.iter().enumerate().map(|(n, text)| Kept::new(&format!("s{n}"), "https://a.example/x", text.lines().next().unwrap_or("t"), text)).collect();
        let members: Vec<Member<'_>> = kept.iter().map(Kept::member).collect();
        if let Ok(packet) = packet(&collection(), &members, &question, tokens) {
            let all: usize = packet.documents.iter().map(|document| estimate_tokens(&serde_json::to_string(document).unwrap())).sum();
            prop_assert!(all <= tokens && all == packet.tokens, "{all} of {tokens}");
            for passage in packet.pack.passages() {
                let chars = kept[passage.member].capture.text.chars().count();
                prop_assert!(passage.start < passage.end && passage.end as usize <= chars);
            }
        }
    }
}
