//! Whatever the sources say and whatever a model answers: every citation is a piece of what was captured.

use std::collections::BTreeMap;

use laika_collect::transform::each_citation;
use laika_context::Fence;
use laika_protocol::collection::{Capture, Cell, Made, Part, Source, Transform};
use laika_protocol::model::{Ended, Usage, Written};
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::build::{source, work};

/// Pieces that the rules look for, and some that they must not trip over.
const PIECES: &[&str] = &[
    "# A title\n",
    "## Überschrift\n",
    "### How much is it?\n",
    "**Price:** 1.234,56 €\n",
    "- Rooms: 3\n",
    "| Name | Wert |\n| --- | --- |\n",
    "| Miete | 450,- € |\n",
    "| a | b | c |\n",
    "| 2026-03-01 | Café Ünïcode | -12,99 € |\n",
    "| Date | Payee | Amount |\n| - | - | - |\n",
    "Am 18. Juni 1911 wurde es eröffnet. ",
    "It opened on 3 October 1892 with 5 % more. ",
    "A halyard is a rope that hoists a sail. ",
    "The flat measures 92 square metres and costs $1,150 a month. ",
    "Trees did not raise prices. ",
    "Why? Because. ",
    "1. März 2024: Los geht’s\n",
    "\n\n",
    "```\ncode | x\n```\n",
    "© 2026 All rights reserved\n",
    "[link](/x) [y](/z)\n",
    "> quoted: “words”\n",
    "日本語のテキスト。東京は2024年。",
    "e\u{301}\u{200d}👩‍🚀 ",
    "<script>alert(1)</script> ",
    "=HYPERLINK(\"x\") ",
    "01/02/2026,\"a, b\",5.00\n",
    "**Q:** Was ist das?\n**A:** Das ist ein Test, der läuft.\n",
    "12:30 ",
    "- ",
    "|",
    "**",
    "\\*n = 4\\_2\\* \\<b>: C\\\\D ",
    ": ",
    "(",
    "9.9.9 ",
];

fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        8 => proptest::sample::select(PIECES).prop_map(String::from),
        1 => "\\PC{0,12}",
        1 => "[ -~\n|*#:.€]{0,20}",
    ];
    vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

fn config(transform: Transform) -> Value {
    match transform {
        Transform::Comparison => {
            json!({ "columns": ["Price", "Größe", "rooms"], "preferences": "cheapest, at least 50 m², no pets" })
        }
        Transform::Evidence => json!({ "claim": "Trees raise prices" }),
        _ => json!({}),
    }
}

/// What was made with a model that answers anything at all.
fn made_by(transform: Transform, config: &Value, sources: &[(Source, Capture)], answers: &[String]) -> Made {
    let mut work = work(transform, config.clone(), sources);
    let mut answers = answers.iter().cycle();
    while work.next(&Fence::new("n0nce")).is_some() {
        let answer = answers.next().map(|text| Written {
            text: text.clone(),
            ended: Ended::Complete,
            usage: Usage::default(),
        });
        work.feed(answer.as_ref());
    }
    let (done, all) = work.progress();
    assert_eq!(done, all);
    work.finish()
}

/// A captured text as a person reads it: a mark before a sign is none of its words.
fn read(text: &str) -> String {
    let mut chars = text.chars().peekable();
    let mut out = String::new();
    while let Some(c) = chars.next() {
        let meant = chars.next_if(|next| c == '\\' && next.is_ascii_punctuation());
        out.push(meant.unwrap_or(c));
    }
    out
}

fn resolves(made: &Made, sources: &[(Source, Capture)]) {
    let texts: BTreeMap<&str, Vec<char>> = sources
        .iter()
        .map(|(source, capture)| (source.id.as_str(), capture.text.chars().collect()))
        .collect();
    each_citation(&made.parts, &made.notes, &mut |citation| {
        let chars = &texts[citation.source_id.as_str()];
        let piece: String = chars[citation.start as usize..citation.end as usize].iter().collect();
        assert_eq!(piece, citation.quote);
    });
    for note in &made.notes {
        // A window says it in its own language.
        assert_eq!(note.ours.as_ref().map(|ours| ours.code.say(&ours.args)).as_ref(), Some(&note.text));
    }
    for part in &made.parts {
        match part {
            Part::Table { rows, columns } => {
                for row in rows {
                    assert_eq!(row.cells.len(), columns.len());
                    for cell in &row.cells {
                        let Cell::Value(cited) = cell else { continue };
                        let first = cited.citations.first().unwrap();
                        // The name of a source stands for all of it.
                        assert!(read(&first.quote) == cited.text || first.quote.is_empty());
                    }
                }
            }
            Part::Quiz { questions } => {
                for one in questions {
                    assert!((one.answer as usize) < one.choices.len() && one.choices.len() >= 2);
                    let stands = |choice: &String| {
                        sources.iter().any(|(_, capture)| read(&capture.text).contains(choice.as_str()))
                    };
                    assert!(one.choices.iter().all(stands));
                }
            }
            _ => {}
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn every_citation_is_a_piece_of_its_capture(texts in vec(text(), 1..4), title in "\\PC{0,20}", answers in vec("(\\{\"choice\":[0-9]\\}|\\PC{0,8})", 1..4)) {
        let sources: Vec<_> = texts.iter().enumerate().map(|(at, text)| source(at, &title, "https://a.example/x", text)).collect();
        for transform in Transform::ALL {
            let config = config(transform);
            let answered = made_by(transform, &config, &sources, &answers);
            resolves(&answered, &sources);
            let silent = work(transform, config, &sources).finish();
            resolves(&silent, &sources);
        }
    }

    #[test]
    fn of_sensitive_sources_only_totals_are_kept(texts in vec(text(), 1..3)) {
        let mut sources: Vec<_> = texts.iter().enumerate().map(|(at, text)| source(at, "Bank", "https://bank.example/", text)).collect();
        sources.iter_mut().for_each(|(source, _)| source.sensitive = true);
        for transform in Transform::ALL {
            let made = work(transform, config(transform), &sources).finish();
            each_citation(&made.parts, &made.notes, &mut |citation| panic!("{transform:?} cites {citation:?}"));
        }
    }
}
