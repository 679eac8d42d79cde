//! Whether an answer is right, and whether everything in it stands on the page.

use laika_context::ground::{Grounded, Material, Method};
use laika_daemon::working::Answered;
use sha2::{Digest as _, Sha256};

use super::material::{Kind, Question};

/// What came of one question.
#[derive(Clone, Debug, Default)]
pub(super) struct Scored {
    pub(super) right: bool,
    /// Whether anything was given for an answer.
    pub(super) answered: bool,
    /// Whether one of the sentences that were quoted is one that gives the answer.
    pub(super) cites_evidence: bool,
    pub(super) citations: u64,
    /// Citations whose words stand in the document they name.
    pub(super) valid: u64,
    pub(super) points: u64,
    pub(super) unsupported: Vec<String>,
    pub(super) seconds: f64,
    pub(super) tokens: u64,
    pub(super) text: String,
}

/// Judges an answer against what was read for it.
pub(super) fn score(question: &Question, answered: &Answered, materials: &[Material]) -> Scored {
    let text = answered.points.join(" ");
    let says_missing = !answered.missing.is_empty();
    let right = match question.kind {
        Kind::Absent => answered.points.is_empty() && says_missing,
        Kind::Fact | Kind::Number | Kind::Reason | Kind::Yesno => {
            !answered.points.is_empty() && is_right(question, &text)
        }
    };
    let grounded = Grounded {
        assistant: answered.assistant.clone(),
        points: answered.points.clone(),
        method: Method::Mixed,
        dropped: 0,
        replaced: 0,
        unread: 0,
    };
    let citations = &answered.assistant.citations;
    let stands = |quote: &str, of: &laika_protocol::ids::DocId| {
        !quote.is_empty() && materials.iter().any(|one| one.doc_id == *of && one.text.contains(quote))
    };
    let mut unsupported = grounded.unsupported(materials);
    // Every point has its citation; one without is supported by nothing.
    unsupported.extend(answered.points.iter().skip(citations.len()).cloned());
    let quotes = citations.iter().map(|citation| citation.quote.as_str());
    Scored {
        right,
        answered: !answered.points.is_empty(),
        cites_evidence: quotes.clone().any(|quote| is_evidence(quote, &question.evidence_sha256)),
        citations: citations.len() as u64,
        valid: citations.iter().filter(|one| stands(&one.quote, &one.doc_id)).count() as u64,
        points: answered.points.len() as u64,
        unsupported,
        text,
        ..Scored::default()
    }
}

/// Whether an answer that was given says what it should.
fn is_right(question: &Question, text: &str) -> bool {
    let said = folded(text);
    let first = said.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty());
    if question.kind == Kind::Yesno
        && let Some(word @ ("yes" | "no")) = first
    {
        return question.answers.iter().any(|answer| folded(answer).starts_with(word));
    }
    let has = |part: &String| occurs(&said, &folded(part));
    (question.answers.is_empty() || question.answers.iter().any(has)) && question.all.iter().all(has)
}

/// Lower case, straight quotation marks, single spaces.
fn folded(text: &str) -> String {
    let plain = text.chars().map(|c| match c {
        '‘' | '’' | '‚' | '′' => '\'',
        '“' | '”' | '„' | '″' => '"',
        '–' | '—' | '‑' => '-',
        other => other,
    });
    let plain: String = plain.collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Whether some words occur and neither end is in the middle of a number or a word of figures: `18` is not in `180`.
fn occurs(text: &str, part: &str) -> bool {
    let joins = |one: Option<char>, other: Option<char>| match (one, other) {
        (Some(one), Some(other)) => one.is_ascii_digit() && other.is_ascii_digit(),
        _ => false,
    };
    !part.is_empty()
        && text.match_indices(part).any(|(at, found)| {
            let (before, after) = (text[..at].chars().next_back(), text[at + found.len()..].chars().next());
            !joins(before, found.chars().next()) && !joins(found.chars().next_back(), after)
        })
}

/// Whether a quotation holds one of the sentences with these hashes.
fn is_evidence(quote: &str, hashes: &[String]) -> bool {
    let mut from = 0;
    let mut sentences = vec![quote];
    for (at, mark) in quote.char_indices().filter(|(_, c)| matches!(c, '.' | '!' | '?')) {
        let end = at + mark.len_utf8();
        let rest = quote[end..].trim_start_matches(['"', '”', '’', ')']);
        if rest.starts_with(char::is_whitespace) {
            sentences.push(&quote[from..end]);
            from = end;
        }
    }
    sentences.push(&quote[from..]);
    sentences.iter().any(|sentence| hashes.contains(&hash(sentence)))
}

/// The hash of a sentence's words in lower case.
fn hash(sentence: &str) -> String {
    let lower = sentence.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()).collect();
    Sha256::digest(words.join(" ").as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn question(kind: &str, answers: &[&str], all: &[&str]) -> Question {
        let value = json!({ "id": "q", "page": "p", "question": "?", "kind": kind, "answers": answers, "all": all,
            "evidence_sha256": [hash("The belt is red.")] });
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn numbers_are_whole_and_quotes_are_folded() {
        assert!(!is_right(&question("number", &["18"], &[]), "It took 180 days."));
        assert!(is_right(&question("number", &["180"], &[]), "The 180-day cruise."));
        assert!(is_right(&question("fact", &["it's \"red\""], &[]), "It’s “Red”."));
        assert!(!is_right(&question("fact", &["red"], &["blue"]), "red only"));
        assert!(is_right(&question("fact", &[], &["red", "blue"]), "red and blue"));
    }

    #[test]
    fn a_leading_yes_or_no_decides() {
        let no = question("yesno", &["no,", "no.", "generally lower"], &[]);
        assert!(is_right(&no, "No. It is lower."));
        assert!(!is_right(&no, "Yes, it is generally lower."));
        assert!(is_right(&no, "Benefits are generally lower."));
    }

    #[test]
    fn evidence_is_known_by_its_hash() {
        let hashes = [hash("The belt is red.")];
        assert!(is_evidence("It is old. The belt is red. It is long.", &hashes));
        assert!(!is_evidence("The belt is not red.", &hashes));
    }

    #[test]
    fn silence_is_right_only_where_the_page_does_not_tell() {
        let silent = Answered { missing: vec!["?".into()], ..Answered::default() };
        assert!(score(&question("absent", &[], &[]), &silent, &[]).right);
        assert!(!score(&question("fact", &["red"], &[]), &silent, &[]).right);
        let loose = Answered { points: vec!["The belt is red.".into()], ..Answered::default() };
        let scored = score(&question("fact", &["red"], &[]), &loose, &[]);
        assert!(
            scored.right && scored.unsupported.len() == 1,
            "a point without a citation stands on nothing"
        );
    }
}
