//! Questions that a source asks and answers itself.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use laika_context::text::{content_words, fold, stem, words};
use laika_protocol::collection::{Card, Part, Phrase};

use super::config::Config;
use super::page::{LineKind, Page, bare};
use super::{Draft, open};

/// A question and its answer, as places of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answered {
    pub(crate) question: Range<usize>,
    pub(crate) answer: Range<usize>,
}

/// Questions of the page to its reader, not about what it is about: how they begin, folded.
const CALLS: &[&str] = &[
    "didnt find",
    "did you not find",
    "ready to",
    "was this",
    "still have",
    "any questions",
    "questions",
    "need help",
    "looking for",
    "want to",
    "feeling",
    "noch fragen",
    "fragen",
    "war diese",
    "haben sie noch",
    "nicht gefunden",
    "interessiert",
    "interested",
    "really",
    "anyone",
    "who does not",
    "why not",
    "lust auf",
    "hat ihnen",
    "sounds good",
    "curious",
    "wirklich",
    "neugierig",
    "not sure",
    "more questions",
    "weitere fragen",
    "bereit",
    "suchen sie",
    "know more",
];

pub(crate) fn make(pages: &[Page], config: &Config) -> Draft {
    let mut draft = Draft::default();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut cards = Vec::new();
    for (_, page) in open(pages) {
        for one in answered(page) {
            if seen.insert(format!(
                "{}|{}",
                fold(&page.text[one.question.clone()]),
                fold(&page.text[one.answer.clone()])
            )) {
                cards.push(Card { front: page.cited(one.question), back: page.cited(one.answer) });
            }
        }
    }
    cards.truncate(config.number("most"));
    if cards.is_empty() {
        draft.note(Phrase::NoQuestions, []);
    } else {
        draft.parts.push(Part::Cards { cards });
    }
    draft
}

/// Every question of a page that is answered right behind it.
pub(crate) fn answered(page: &Page) -> Vec<Answered> {
    let mut found = Vec::new();
    let content: Vec<_> = page.content().collect();
    for (at, (index, line)) in content.iter().enumerate() {
        let words = &page.text[line.at.clone()];
        let next = content.get(at + 1).map(|(index, line)| (*index, *line));
        match line.kind {
            LineKind::Heading(_) if words.trim_end().ends_with('?') => {
                found.extend(next.and_then(|next| under(page, line.at.clone(), next)));
            }
            LineKind::Text | LineKind::Item => found.extend(in_line(page, *index, line.at.clone(), next)),
            LineKind::Heading(_) | LineKind::Row(_) | LineKind::Code => {}
        }
    }
    found.retain(|one| !is_call(&page.text[one.question.clone()]));
    found
}

fn is_call(question: &str) -> bool {
    let folded = fold(question);
    words(question).len() < 2
        || CALLS.iter().any(|start| folded == *start || folded.starts_with(&format!("{start} ")))
}

/// The answer in the line below a question.
fn under(page: &Page, question: Range<usize>, next: (usize, &super::page::Line)) -> Option<Answered> {
    let (index, line) = next;
    if !matches!(line.kind, LineKind::Text | LineKind::Item) {
        return None;
    }
    let first = page.sentences.iter().position(|one| one.line == index)?;
    let answer = answer(page, first, index)?;
    Some(Answered { question: asked(page, question), answer })
}

/// The first sentence of an answer; with the next one where it only says yes or no.
fn answer(page: &Page, first: usize, line: usize) -> Option<Range<usize>> {
    let one = page.sentences.get(first)?;
    let mut at = one.at.clone();
    if page.text[at.clone()].ends_with('?') {
        return None;
    }
    if words(&page.text[at.clone()]).len() <= 2
        && let Some(next) = page.sentences.get(first + 1).filter(|next| next.line == line)
    {
        at.end = next.at.end;
    }
    let at = strip_mark(page, bare(&page.text, at));
    (!at.is_empty()).then_some(at)
}

/// Without `A:` and `Q:` before it, and without emphasis.
fn strip_mark(page: &Page, at: Range<usize>) -> Range<usize> {
    let piece = &page.text[at.clone()];
    for mark in ["Q:", "A:", "Question:", "Answer:", "Frage:", "Antwort:", "F:", "**Q:**", "**A:**"] {
        if let Some(rest) = piece.strip_prefix(mark) {
            let start = at.end - rest.len();
            return bare(&page.text, start..at.end);
        }
    }
    at
}

/// A question without the marks around it.
fn asked(page: &Page, at: Range<usize>) -> Range<usize> {
    strip_mark(page, bare(&page.text, at))
}

/// A question in a line: bold or with `Q:`, alone with the answer below; or the first of an entry; or one whose answer
/// speaks of the same.
fn in_line(
    page: &Page,
    index: usize,
    line: Range<usize>,
    next: Option<(usize, &super::page::Line)>,
) -> Vec<Answered> {
    let text = &page.text[line.clone()];
    let marked = ["**", "__", "Q:", "Frage:", "F:", "Question:"].iter().any(|mark| text.starts_with(mark));
    let is_item = page.lines.get(index).is_some_and(|line| line.kind == LineKind::Item);
    let from = page.sentences.partition_point(|one| one.line < index);
    let own: Vec<usize> =
        (from..page.sentences.len()).take_while(|at| page.sentences[*at].line == index).collect();
    let mut found = Vec::new();
    // `**Question?** Answer.`
    if let Some((question, rest)) = bold(text) {
        let question = asked(page, line.start + question.start..line.start + question.end);
        let behind = bare(&page.text, line.start + rest..line.end);
        if behind.is_empty() {
            return next.and_then(|next| under(page, question, next)).into_iter().collect();
        }
        let piece = &page.text[behind.clone()];
        let sentences = laika_context::text::sentences(piece);
        let short = |one: &laika_context::text::Sentence| words(&piece[one.at.clone()]).len() <= 2;
        let last = match sentences.as_slice() {
            [first, second, ..] if short(first) => second.at.end,
            [first, ..] => first.at.end,
            [] => return found,
        };
        found.push(Answered { question, answer: bare(&page.text, behind.start..behind.start + last) });
        return found;
    }
    for (number, at) in own.iter().enumerate() {
        let sentence = page.sentences[*at].at.clone();
        let words_of = page.text[sentence.clone()].trim_end_matches(['*', '_', ' ']);
        if !words_of.ends_with('?') {
            continue;
        }
        let question = asked(page, after_name(page, sentence.start..sentence.start + words_of.len()));
        let last = number + 1 == own.len();
        let first = number == 0;
        let one = if last && first && marked {
            next.and_then(|next| under(page, question.clone(), next))
        } else if last {
            None
        } else {
            answer(page, at + 1, index).map(|answer| Answered { question: question.clone(), answer })
        };
        // In running text a question is often only asked; it counts where the next sentence speaks of the same, or where
        // it is one that a reader would ask.
        let plain = !(is_item || marked && first && question.start <= line.start + 12);
        if let Some(one) = one
            .filter(|one| !plain || is_asked_by_reader(&page.text[one.question.clone()]) || shares(page, one))
        {
            found.push(one);
        }
    }
    found
}

/// A question in bold at the start of a line, and where it ends.
fn bold(line: &str) -> Option<(Range<usize>, usize)> {
    let mark = ["**", "__"].into_iter().find(|mark| line.starts_with(mark))?;
    let close = 2 + line[2..].find(mark)?;
    line[2..close].trim_end().ends_with('?').then_some((2..close, close + 2))
}

/// `**name:** question`: whoever says it is no part of it.
fn after_name(page: &Page, at: Range<usize>) -> Range<usize> {
    let piece = &page.text[at.clone()];
    match piece.find(":** ").filter(|_| piece.starts_with("**")) {
        Some(end) => at.start + end + 4..at.end,
        None => at,
    }
}

/// Questions in the first person, or for how, when and how much.
fn is_asked_by_reader(question: &str) -> bool {
    let folded = fold(question);
    let all: Vec<&str> = folded.split(' ').collect();
    all.len() >= 3
        && all.iter().any(|word| matches!(*word, "i" | "my" | "ich" | "mein" | "meine" | "we" | "wir"))
}

/// Whether an answer has a word of its question.
fn shares(page: &Page, one: &Answered) -> bool {
    let asked: BTreeSet<String> = content_words(&page.text[one.question.clone()]).into_iter().collect();
    let said = words(&page.text[one.answer.clone()]);
    asked.len() >= 2 && said.iter().any(|word| asked.contains(stem(word)))
}
