//! Concepts that stand together in a sentence become findings.

use alloc::vec::Vec;

use super::concept::{Concept, Concepts};
use super::fold::{Folded, PARAGRAPH};
use super::lexicon::Hit;
use super::rules_table::RULES;
use super::{Finding, Sign};

/// The most concepts a rule asks for.
pub(super) const MAX_PARTS: usize = 3;

/// Concepts that are a sign when they stand in one sentence, `gap` letters from first to last.
pub(super) struct Rule {
    pub(super) sign: Sign,
    pub(super) weight: u32,
    pub(super) gap: usize,
    /// One of each set; no hit may lie inside another.
    pub(super) parts: &'static [Concepts],
    /// Not when one of these stands shortly before the first part: "never send your password".
    pub(super) unless: Concepts,
    /// How many sentences further the parts may stand: a marker governs what follows it.
    pub(super) reach: usize,
}

/// Sources of findings that no rule of the table makes, each its own. Rules take two numbers each, from 16 on.
pub(super) mod source {
    pub(crate) const HIDDEN: u16 = 0;
    pub(crate) const DISGUISE: u16 = 1;
    pub(crate) const TAGS: u16 = 2;
    pub(crate) const WITHOUT_WIDTH: u16 = 3;
    pub(crate) const DECODED: u16 = 4;
    pub(crate) const DECODED_WORDS: u16 = 5;
    pub(crate) const RULES: u16 = 16;
}

/// How far before a verb its exception may stand.
const UNLESS_REACH: usize = 18;

/// How far around a quotation the talk about it may stand.
const DISCUSSION_REACH: usize = 240;

/// The longest quotation; a quote mark without its twin is not one.
const LONGEST_QUOTATION: usize = 400;

const HIDDEN_WEIGHT: u32 = 35;
const DISGUISE_WEIGHT: u32 = 35;

/// Concepts that are a command by themselves, enough to matter in text that nobody can see.
const COMMANDS: Concepts = Concept::Send.bit()
    | Concept::Reveal.bit()
    | Concept::Act.bit()
    | Concept::Respond.bit()
    | Concept::Obey.bit()
    | Concept::Forget.bit()
    | Concept::Agent.bit();

/// A hit with its place in the text.
#[derive(Clone, Copy)]
struct Placed {
    hit: Hit,
    /// The number of its sentence.
    sentence: usize,
    /// Its first and last letter, counted in letters: scripts differ in bytes.
    first: usize,
    last: usize,
}

/// Applies every rule. `hits` are in text order.
pub(super) fn apply(folded: &Folded, hits: &[Hit], hidden: bool) -> Vec<Finding> {
    let placed = place(folded, hits);
    let talk = Talk::of(folded, &placed);
    let mut last_hits = [[None::<Placed>; MAX_PARTS]; RULES.len()];
    let mut last_of = [None::<Placed>; Concepts::BITS as usize];
    let mut findings = Vec::new();
    for here in &placed {
        let bit = here.hit.concept.bit();
        for ((number, rule), last_hits) in (0_u16..).zip(RULES).zip(&mut last_hits) {
            let mut changed = false;
            for (part, last) in rule.parts.iter().zip(last_hits.iter_mut()) {
                if part & bit != 0 {
                    *last = Some(*here);
                    changed = true;
                }
            }
            if !changed {
                continue;
            }
            let Some((first, last)) = together(rule, last_hits, here.sentence) else { continue };
            let verb = last_hits.first().copied().flatten().unwrap_or(first);
            if is_excepted(rule, &verb, &last_of) {
                continue;
            }
            let damped = talk.damps(&first, &last);
            let weight = rule.weight / if damped { 4 } else { 1 };
            let source = source::RULES + 2 * number + u16::from(damped);
            push(
                &mut findings,
                folded,
                &first,
                &last,
                Finding { start: 0, end: 0, sign: rule.sign, weight, source },
            );
        }
        if let Some(last) = last_of.get_mut(here.hit.concept as usize) {
            *last = Some(*here);
        }
    }
    if hidden {
        hide(folded, &placed, &mut findings);
    }
    findings
}

/// The first and the last of a rule's hits, when all stand close together.
fn together(rule: &Rule, hits: &[Option<Placed>; MAX_PARTS], sentence: usize) -> Option<(Placed, Placed)> {
    let mut first: Option<Placed> = None;
    let mut last: Option<Placed> = None;
    for (index, hit) in hits.iter().take(rule.parts.len()).enumerate() {
        let hit = (*hit).filter(|hit| hit.sentence + rule.reach >= sentence)?;
        let nested = |other: &Placed| {
            hit.first <= other.first && other.last <= hit.last
                || other.first <= hit.first && hit.last <= other.last
        };
        if hits.iter().take(index).flatten().any(nested) {
            return None;
        }
        first = Some(first.filter(|first| first.first <= hit.first).unwrap_or(hit));
        last = Some(last.filter(|last| last.last >= hit.last).unwrap_or(hit));
    }
    let (first, last) = first.zip(last)?;
    (last.last - first.first <= rule.gap).then_some((first, last))
}

fn is_excepted(rule: &Rule, verb: &Placed, last_of: &[Option<Placed>]) -> bool {
    rule.unless != 0
        && last_of.iter().flatten().any(|other| {
            rule.unless & other.hit.concept.bit() != 0
                && other.sentence == verb.sentence
                && other.first <= verb.first
                && verb.first - other.first <= UNLESS_REACH
        })
}

fn push(findings: &mut Vec<Finding>, folded: &Folded, first: &Placed, last: &Placed, finding: Finding) {
    let (start, end) = folded.original(first.hit.start, last.hit.end);
    findings.push(Finding { start, end, ..finding });
    if folded.odd_letters(first.hit.start, last.hit.end) >= 2 {
        findings.push(Finding {
            start,
            end,
            sign: Sign::EncodedPayload,
            weight: DISGUISE_WEIGHT,
            source: source::DISGUISE,
        });
    }
}

/// Signs weigh more where nobody sees them, and there a bare command is one.
fn hide(folded: &Folded, placed: &[Placed], findings: &mut Vec<Finding>) {
    let hidden = |start, end| Finding {
        start,
        end,
        sign: Sign::HiddenText,
        weight: HIDDEN_WEIGHT,
        source: source::HIDDEN,
    };
    let commands = placed.iter().filter(|placed| COMMANDS & placed.hit.concept.bit() != 0);
    let commands = commands.map(|placed| folded.original(placed.hit.start, placed.hit.end));
    let passages: Vec<_> =
        findings.iter().map(|finding| (finding.start, finding.end)).chain(commands).collect();
    findings.extend(passages.into_iter().map(|(start, end)| hidden(start, end)));
}

fn place(folded: &Folded, hits: &[Hit]) -> Vec<Placed> {
    let mut placed = Vec::with_capacity(hits.len());
    let mut chars = folded.text.char_indices().peekable();
    let (mut letters, mut sentence) = (0, 0);
    for hit in hits {
        while let Some((_, c)) = chars.next_if(|(at, _)| *at < hit.start) {
            letters += 1;
            let ends_word =
                chars.peek().is_none_or(|(_, next)| !next.is_ascii_alphanumeric() && *next != '/');
            sentence += usize::from(c == PARAGRAPH || matches!(c, '.' | '!' | '?') && ends_word);
        }
        let length = folded.text.get(hit.start..hit.end).map_or(0, |text| text.chars().count());
        placed.push(Placed { hit: *hit, sentence, first: letters, last: letters + length });
    }
    placed
}

/// Talk about attacks, and what it quotes.
struct Talk {
    /// Where the words of such talk stand, in bytes of the folded text, in order.
    words: Vec<(usize, usize)>,
    /// Quotations, in order.
    quotations: Vec<(usize, usize)>,
}

impl Talk {
    fn of(folded: &Folded, placed: &[Placed]) -> Self {
        let words = placed.iter().filter(|placed| placed.hit.concept == Concept::Discussion);
        let words = words.map(|placed| (placed.hit.start, placed.sentence)).collect();
        let mut quotations = Vec::new();
        let mut open = None;
        for (at, _) in folded.text.match_indices(['"', '`']) {
            open = match open {
                Some(start) if at - start <= LONGEST_QUOTATION => {
                    quotations.push((start, at));
                    None
                }
                _ => Some(at),
            };
        }
        Self { words, quotations }
    }

    /// Whether a passage is what somebody tells about: quoted near such talk, or in a sentence with it.
    fn damps(&self, first: &Placed, last: &Placed) -> bool {
        let (start, end) = (first.hit.start, last.hit.end);
        let same_sentence = self.words.partition_point(|(_, sentence)| *sentence < first.sentence);
        if self.words.get(same_sentence).is_some_and(|(_, sentence)| *sentence == first.sentence) {
            return true;
        }
        let before = self.quotations.partition_point(|(open, _)| *open < start);
        let quotation = before.checked_sub(1).and_then(|index| self.quotations.get(index));
        let Some((open, close)) = quotation.filter(|(_, close)| *close >= end) else { return false };
        let near = self.words.partition_point(|(at, _)| at + DISCUSSION_REACH < *open);
        self.words
            .get(near..)
            .unwrap_or_default()
            .iter()
            .take(8)
            .any(|(at, _)| (at < open || at > close) && *at <= close + DISCUSSION_REACH)
    }
}
