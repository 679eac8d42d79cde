//! Questions across sources, with no model: what is answered, what is rightly left unanswered, and who disagrees.
//!
//! The questions were written before the rules. A third, by the hash of its id, is scored and never looked at.

use std::collections::BTreeSet;

use laika_collect::ask::{Asking, Reads};
use laika_collect::pack::Member;
use laika_protocol::canonical::digest_bytes;

use super::shelf::{resolves, shelf};

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

#[derive(Default)]
struct Score {
    answered: [usize; 2],
    nothing: [usize; 2],
    differs: [usize; 2],
}

#[test]
fn questions_are_answered_from_the_sources_or_not_at_all() {
    let kept = shelf();
    let members: Vec<Member<'_>> = kept.iter().map(super::shelf::Kept::member).collect();
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
        count[1] += 1;
        count[0] += usize::from(right);
        if !held_out && !right {
            let said: Vec<&str> = answer.sentences.iter().map(|cited| cited.text.as_str()).collect();
            println!(
                "{} {}: {}\n    {said:?} {:?}",
                case.id,
                case.kind,
                case.question,
                answer.disagreement.is_some()
            );
        }
    }
    for (name, score) in [("seen", &seen), ("held out", &unseen)] {
        let Score { answered, nothing, differs } = score;
        println!(
            "{name}: answered {}/{}, rightly nothing {}/{}, disagreement {}/{}",
            answered[0], answered[1], nothing[0], nothing[1], differs[0], differs[1]
        );
    }
}
