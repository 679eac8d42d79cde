//! Questions across sources, with no model: what is answered, what is rightly left unanswered, and who disagrees.
//!
//! The questions were written before the rules. A third, by the hash of its id, is scored and never looked at.

use std::collections::BTreeSet;

use expect_test::expect;
use laika_collect::ask::{Asking, Reads};
use laika_collect::pack::Member;
use laika_protocol::canonical::digest_bytes;

use super::shelf::{Kept, resolves, shelf};

struct Case {
    id: &'static str,
    kind: &'static str,
    question: &'static str,
    sources: Vec<&'static str>,
    words: Vec<&'static str>,
}

fn cases() -> Vec<Case> {
    let list = |text: &'static str| text.split(',').filter(|one| !one.is_empty()).collect();
    let read = |line: &'static str| {
        let fields: Vec<&str> = line.split('\t').collect();
        // A number with a separator is one word, not two.
        let words = match fields[4] {
            "4,300" => vec!["4,300"],
            other => list(other),
        };
        Case { id: fields[0], kind: fields[1], question: fields[2], sources: list(fields[3]), words }
    };
    let files = [include_str!("../data/questions.tsv"), include_str!("../data/more.tsv")];
    let lines = files.into_iter().flat_map(str::lines);
    lines.filter(|line| !line.starts_with('#')).map(read).collect()
}

fn is_held_out(id: &str) -> bool {
    let hash = digest_bytes(id.as_bytes());
    id.starts_with('q') && u32::from_str_radix(&hash.as_str()[7..15], 16).unwrap().is_multiple_of(3)
}

/// Right answers and all of them: what is answered, what is rightly left unanswered, who disagrees.
#[derive(Debug, Default, PartialEq, Eq)]
struct Score {
    answered: (usize, usize),
    nothing: (usize, usize),
    differs: (usize, usize),
}

#[test]
fn questions_are_answered_from_the_sources_or_not_at_all() {
    let kept = shelf();
    let members: Vec<Member<'_>> = kept.iter().map(Kept::member).collect();
    let (mut seen, mut unseen) = (Score::default(), Score::default());
    for case in cases() {
        let mut asking = Asking::new(&members, case.question, &Reads::default());
        while asking.progress().0 < asking.progress().1 {
            asking.feed(None);
        }
        let answer = asking.finish();
        let citations = answer.citations();
        assert!(citations.iter().all(|citation| resolves(&kept, citation)), "{}", case.id);
        let cited: BTreeSet<&str> = citations.iter().map(|citation| citation.source_id.as_str()).collect();
        let quoted = |word: &&str| citations.iter().any(|citation| citation.quote.contains(*word));
        let found = case.sources.iter().all(|source| cited.contains(source)) && case.words.iter().all(quoted);
        let held_out = is_held_out(case.id);
        let score = if held_out { &mut unseen } else { &mut seen };
        let (count, right) = match case.kind {
            "answer" => (&mut score.answered, found && answer.disagreement.is_none()),
            "none" => (&mut score.nothing, answer.is_nothing()),
            _ => (&mut score.differs, found && answer.disagreement.is_some()),
        };
        count.1 += 1;
        count.0 += usize::from(right);
        if !held_out && !right {
            println!("{} {}: {}", case.id, case.kind, case.question);
        }
    }
    println!("looked at: {seen:?}\nnever looked at: {unseen:?}");
    // What is wrong are words that only a model understands: "put into service" for "served", another language.
    assert_eq!(seen, Score { answered: (22, 25), nothing: (30, 32), differs: (3, 4) });
    assert_eq!(unseen, Score { answered: (5, 7), nothing: (2, 2), differs: (1, 2) });
}

/// What a person reads below an answer.
#[test]
fn an_answer_says_who_was_heard_and_who_disagrees() {
    let mut kept = shelf();
    kept[4].source.sensitive = true;
    let members: Vec<Member<'_>> = kept.iter().map(Kept::member).collect();
    let told = |question: &str| {
        let answer = Asking::new(&members, question, &Reads::default()).finish();
        let lines = answer.sentences.iter().map(|cited| cited.text.clone());
        let sides = answer.sides(&members).into_iter().map(|cited| format!("! {}", cited.text));
        lines.chain(sides).chain([answer.coverage_line(&members)]).collect::<Vec<_>>().join("\n")
    };
    expect![[r#"
        The committee noted that the final price of the Northern Gannet was £15.1 million, of which the government paid 60 percent.
        ! Minutes of the harbour committee, April 2026 says: The committee noted that the final price of the Northern Gannet was £15.1 million, of which the government paid 60 percent.
        ! Skerra gets a new ferry says: She was paid for by the council and cost 14.2 million pounds, the harbour office said.
        From 2 of 7 sources: Skerra gets a new ferry, Minutes of the harbour committee, April 2026. Nothing about it in: Timetable and fares, A weekend on Skerra, Skerra Hostel, Trip plan, Die neue Fähre nach Skerra. Not read: seabirds.example."#]]
    .assert_eq(&told("What is the price of the Northern Gannet?"));
    expect!["Not in your sources: none of the 7 that were read says anything about this. Not read: seabirds.example."]
        .assert_eq(&told("How many seals live around Skerra?"));
    assert_eq!(
        Asking::new(&[], "Anything?", &Reads::default()).finish().coverage_line(&[]),
        "There is no text of any source yet."
    );
}
