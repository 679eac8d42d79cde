//! What a source may say in a column: labelled values, and clauses that speak of it; the best first.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use laika_context::choose::MOST_CANDIDATES;
use laika_context::text::{fold, is_negation, words};

use super::column::{Column, looks_like, places, speaks_of_other_year};
use crate::transform::concepts::{Kind, has_phrase, says_nothing};
use crate::transform::facts::Fact;
use crate::transform::page::{LineKind, Page, bare, whole_escape};

/// What is taken without a model.
pub(crate) const ENOUGH: u32 = 500;
/// Characters of a sentence that stands in a cell as a whole.
const WHOLE: usize = 140;
/// Words of a sentence about something else.
const ELSEWHERE: &[&str] = &[
    "other",
    "others",
    "similar",
    "nearby",
    "competitor",
    "comparable",
    "vergleichbare",
    "nachbarwohnung",
    "neighbouring",
    "last sold",
    "zuletzt",
    "andere",
    "anderen",
    "earlier",
    "früher",
    "previously",
    "used to",
    "reference",
    "for comparison",
    "elsewhere",
    "estimates",
    "analysts",
    "mein nachbar",
    "my neighbour",
    "wer lieber",
    "im vergleich",
    "vorjahr",
    "zum vergleich",
    "target",
    "sonst",
];

/// A piece of a page that may be what is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    pub(crate) at: Range<usize>,
    pub(crate) score: u32,
}

/// What of a page is looked at for every column, folded once.
pub(crate) struct Reading {
    facts: Vec<(Fact, String)>,
    /// Where a sentence or a heading stands, its words, and how much less it counts.
    sentences: Vec<(Range<usize>, String, u32)>,
}

impl Reading {
    pub(crate) fn new(page: &Page, facts: &[Fact]) -> Self {
        let facts = facts.iter().filter(|fact| !says_nothing(&fold(&page.text[fact.value.clone()])));
        let sentences = page.sentences.iter().map(|one| (one.at.clone(), 0));
        let headings = page.content().filter(|(_, line)| matches!(line.kind, LineKind::Heading(_)));
        let headings = headings.map(|(_, line)| (line.at.clone(), 120));
        let folded = sentences.chain(headings).map(|(at, less)| (at.clone(), fold(&page.text[at]), less));
        Self {
            facts: facts.map(|fact| (fact.clone(), fact.label(&page.text))).collect(),
            sentences: folded.filter(|(_, folded, _)| !says_nothing(folded)).collect(),
        }
    }
}

/// The candidates of a page for a column.
pub(crate) fn candidates(page: &Page, reading: &Reading, column: &Column) -> Vec<Candidate> {
    let mut found: Vec<Candidate> = Vec::new();
    for (fact, label) in &reading.facts {
        found.extend(of_fact(page, fact, label, column));
    }
    for (at, folded, less) in &reading.sentences {
        of_sentence(page, (at, folded), column, *less, &mut found);
    }
    if !found.iter().any(|one| one.score >= ENOUGH) {
        found.extend(only_amount(page, column));
    }
    found.sort_by(|one, other| other.score.cmp(&one.score).then(one.at.start.cmp(&other.at.start)));
    let mut kept: Vec<Candidate> = Vec::new();
    for one in found {
        let overlaps = |known: &Candidate| known.at.start < one.at.end && one.at.start < known.at.end;
        if kept.len() < MOST_CANDIDATES && !kept.iter().any(overlaps) {
            kept.push(one);
        }
    }
    kept
}

/// The only amount of money of a page is its price, whatever stands beside it.
fn only_amount(page: &Page, column: &Column) -> Option<Candidate> {
    column.concept().filter(|concept| concept.name == "Price")?;
    let mut amounts = page.content().flat_map(|(_, line)| {
        let here = places(&page.text[line.at.clone()], Kind::Money).into_iter();
        here.map(move |place| (line.at.start + place.start..line.at.start + place.end, line))
    });
    let (at, line) = amounts.next()?;
    let alone = amounts.all(|(other, _)| page.text[other] == page.text[at.clone()]);
    let folded = fold(&page.text[line.at.clone()]);
    let meant = refused(column, &folded) == 0 && !ELSEWHERE.iter().any(|word| has_phrase(&folded, word));
    (alone && meant).then_some(Candidate { at, score: ENOUGH })
}

fn of_fact(page: &Page, fact: &Fact, label: &str, column: &Column) -> Option<Candidate> {
    let named = column.named_by(label);
    let value = &page.text[fact.value.clone()];
    if named == 0 {
        return None;
    }
    let mut score = named * fact.sure / 1000;
    let kind = column.kind();
    let mut at = fact.value.clone();
    // A table may say its currency and its unit above.
    let counted = matches!(kind, Kind::Money | Kind::Count | Kind::Percent) && looks_like(value, Kind::Count);
    if kind != Kind::Text && !counted && !looks_like(value, kind) {
        score = score * 3 / 4;
    }
    // Of a sentence behind a label, what is wanted stands in its first part.
    if kind != Kind::Text
        && value.chars().count() > 40
        && let Some(first) =
            clauses(value).into_iter().find(|clause| looks_like(&value[clause.clone()], kind))
    {
        at = at.start + first.start..at.start + first.end;
    }
    Some(Candidate { at: bare(&page.text, at), score })
}

fn of_sentence(
    page: &Page,
    read: (&Range<usize>, &str),
    column: &Column,
    less: u32,
    found: &mut Vec<Candidate>,
) {
    let (at, folded) = read;
    let sentence = &page.text[at.clone()];
    if column.year.as_ref().is_some_and(|year| speaks_of_other_year(folded, year)) {
        return;
    }
    let base = spoken_of(column, folded);
    if base == 0 {
        return;
    }
    let elsewhere =
        |folded: &str| if ELSEWHERE.iter().any(|word| has_phrase(folded, word)) { 350 } else { 0 };
    let base = base.saturating_sub(less);
    let kind = column.kind();
    if kind == Kind::Text {
        let whole = sentence.chars().count() <= WHOLE;
        let best = clauses(sentence).into_iter().max_by_key(|clause| {
            (spoken_of(column, &fold(&sentence[clause.clone()])), core::cmp::Reverse(clause.start))
        });
        let piece = best.filter(|_| !whole).unwrap_or(0..sentence.len());
        let score = base.saturating_sub(refused(column, folded)).saturating_sub(elsewhere(folded));
        found.push(Candidate { at: bare(&page.text, at.start + piece.start..at.start + piece.end), score });
        return;
    }
    let mut has_value = false;
    for clause in clauses(sentence) {
        let words = &sentence[clause.clone()];
        if places(words, kind).is_empty() {
            continue;
        }
        has_value = true;
        let folded = fold(words);
        let here = spoken_of(column, &folded);
        let near =
            if here > 0 { base.min(here.max(base.saturating_sub(100))) } else { base.saturating_sub(250) };
        // What stands in an aside is about something else only there; what opens a sentence, in all of it.
        let aside = elsewhere(&folded).max(if clause.start == 0 {
            0
        } else {
            elsewhere(&fold(&sentence[..clause.start]))
        });
        let score = near.saturating_sub(refused(column, &folded)).saturating_sub(aside);
        found.push(Candidate { at: bare(&page.text, at.start + clause.start..at.start + clause.end), score });
    }
    // What has no number may still be said: `no waiting time`, `free immediately`.
    let says_no = words(sentence).iter().any(|word| is_negation(word));
    let strong = column.concept().is_some_and(|concept| {
        concept.cues.iter().any(|cue| cue.contains(' ') && has_phrase(folded, cue))
            || says_no && concept.names.iter().any(|name| has_phrase(folded, name))
    });
    if !has_value && strong {
        let score = base.saturating_sub(150).saturating_sub(refused(column, folded));
        found.push(Candidate { at: bare(&page.text, at.clone()), score });
    }
}

/// How much a folded text speaks of a column, in thousandths.
fn spoken_of(column: &Column, folded: &str) -> u32 {
    let words = column.stems.iter().filter(|wanted| {
        folded.split(' ').any(|word| super::column::is_same(laika_context::text::stem(word), wanted))
    });
    let all = column.stems.len().max(1);
    let of_words = u32::try_from(780 * words.count() / all).unwrap_or_default();
    let Some(concept) = column.concept() else { return of_words };
    let named = concept.names.iter().any(|name| has_phrase(folded, name) || is_compound(folded, name));
    let hinted = concept.cues.iter().filter(|cue| has_phrase(folded, cue)).map(|cue| cue.len()).max();
    let of_concept = match hinted {
        _ if named => 760,
        Some(length) if length >= 6 => 660,
        Some(_) => 560,
        None => 0,
    };
    of_words.max(of_concept)
}

/// Whether a long name ends a longer word: `Wohnfläche` is a `fläche`.
fn is_compound(folded: &str, name: &str) -> bool {
    name.chars().count() >= 6 && !name.contains(' ') && folded.split(' ').any(|word| word.ends_with(name))
}

fn refused(column: &Column, folded: &str) -> u32 {
    let not =
        |concept: &crate::transform::concepts::Concept| concept.not.iter().any(|not| has_phrase(folded, not));
    if column.concept().is_some_and(not) { 400 } else { 0 }
}

/// The clauses of a sentence: between commas, semicolons and brackets that stand in no number.
pub(crate) fn clauses(sentence: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut before = ' ';
    for (at, c) in sentence.char_indices() {
        let next = sentence[at + c.len_utf8()..].chars().next();
        let inside =
            matches!(c, ',') && before.is_ascii_digit() && next.is_some_and(|next| next.is_ascii_digit());
        if matches!(c, ',' | ';' | '(' | ')' | '|') && !inside {
            push(sentence, start..at, &mut found);
            start = at + c.len_utf8();
        }
        before = c;
    }
    push(sentence, start..sentence.len(), &mut found);
    // `We had 5 shops and 9 lorries`: two things that are counted are two clauses.
    let mut parts: Vec<Range<usize>> = Vec::new();
    for clause in found {
        let words = &sentence[clause.clone()];
        let joint: Option<(usize, usize)> =
            [" and ", " und ", " zuzüglich ", " plus ", " zzgl. ", " excluding "]
                .iter()
                .find_map(|joint| words.find(joint).map(|at| (at, joint.len())));
        let counted = |piece: &str| piece.bytes().any(|byte| byte.is_ascii_digit());
        // `13 Stunden und 25 Minuten` is one time.
        let one_time = |at: usize, long: usize| {
            let time = |piece: &str| places(piece, Kind::Time).len() == 1;
            time(&words[..at])
                && time(words[at + long..].split(' ').take(2).collect::<Vec<_>>().join(" ").as_str())
        };
        match joint.filter(|(at, long)| {
            counted(&words[..*at]) && counted(&words[at + long..]) && !one_time(*at, *long)
        }) {
            Some((at, long)) => {
                push(sentence, clause.start..clause.start + at, &mut parts);
                push(sentence, clause.start + at + long..clause.end, &mut parts);
            }
            None => parts.push(clause),
        }
    }
    parts
}

fn push(sentence: &str, at: Range<usize>, found: &mut Vec<Range<usize>>) {
    let piece: &str = &sentence[at.clone()];
    let start = at.start + (piece.len() - piece.trim_start().len());
    let piece = piece.trim();
    let end = start + whole_escape(piece, piece.trim_end_matches(['.', '!']).len());
    if start < end {
        found.push(start..end);
    }
}

/// The words of a column in a sentence of ours for a model.
pub(crate) fn wanted(column: &Column) -> String {
    alloc::format!("{} of what the document is about", laika_protocol::text::one_line(&column.name))
}
