//! Which sentences of the passages answer a question, by their words: a sentence has to have what is wanted, and it and
//! what stands around it most of what the question speaks of. A rare word counts more, and one that no source has counts
//! most: a question about a lighthouse is not answered by sources that know none.

use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use laika_context::ground::is_about_opposite;
use laika_context::question::{Question, Wanted, has, new_names, stems};
use laika_context::text::{Line, sentences, words};

use crate::pack::{Pack, rarity};

/// What a word of the question counts, in thousandths: in the sentence, in one beside it, above it, where the source
/// says what it is about, elsewhere in it.
const OWN: u64 = 1_000;
const BESIDE: u64 = 700;
const ABOVE: u64 = 700;
const LEAD: u64 = 650;
const ELSEWHERE: u64 = 300;
/// Words of a line that is no sentence, such as a name and a date.
const SHORT: usize = 6;
/// Sentences at the beginning of a source that say what it is about.
const FIRST: usize = 3;
/// What a length of time counts where a point in time is asked for, in thousandths.
const NO_POINT: u64 = 850;
/// The part of a question's weight from which on a sentence answers it, in thousandths.
const ENOUGH: u64 = 620;
/// The same for what a model chose: it may have understood other words.
const SPEAKS: u64 = 400;
/// What is this far behind the best answers something else, in thousandths of it.
const BEHIND: u64 = 800;
/// Bytes of a sentence that can be an answer.
const LONGEST: usize = 600;

/// A sentence that may answer.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// The part it stands in.
    pub(super) part: usize,
    /// The source.
    pub(super) member: usize,
    /// Where in the part.
    pub(super) at: Range<usize>,
    /// How much of the question it answers, in thousandths.
    pub(super) score: u64,
}

struct Told {
    part: usize,
    member: usize,
    at: Range<usize>,
    line: usize,
    /// Whether it is a row of a table: the rows beside it speak of other things.
    is_row: bool,
    own: Vec<bool>,
    above: Vec<bool>,
}

/// The words of the question that a source has.
struct Has {
    member: usize,
    anywhere: Vec<bool>,
    lead: Vec<bool>,
    /// How many sentences of its lead were read.
    first: usize,
}

/// A question, and every sentence that could have to do with it.
pub(super) struct Field<'a> {
    pub(super) question: Question,
    asked: String,
    wants_name: bool,
    pack: &'a Pack<'a>,
    told: Vec<Told>,
    of_member: Vec<Has>,
    weights: Vec<u64>,
}

impl<'a> Field<'a> {
    pub(super) fn read(asked: &str, pack: &'a Pack<'a>) -> Self {
        let question = Question::read(asked);
        let wants_name = question.wanted == Wanted::Anything
            && words(asked).first().is_some_and(|word| {
                matches!(word.as_str(), "who" | "whom" | "whose" | "wer" | "wen" | "wem")
            });
        let mut field = Self {
            weights: Vec::new(),
            told: Vec::new(),
            of_member: Vec::new(),
            asked: asked.to_string(),
            wants_name,
            question,
            pack,
        };
        for (at, part) in pack.parts().iter().enumerate() {
            field.read_part(at, part.member, &part.text, &pack.title(part));
        }
        field.weigh();
        field
    }

    fn read_part(&mut self, part: usize, member: usize, text: &str, title: &str) {
        let asked = &self.question.words;
        let in_words =
            |own: &BTreeSet<String>| -> Vec<bool> { asked.iter().map(|word| has(own, word)).collect() };
        let or = |one: &[bool], other: &[bool]| -> Vec<bool> {
            one.iter().zip(other).map(|(a, b)| *a || *b).collect()
        };
        let of_title = in_words(&stems(title));
        let mut headings: [Vec<bool>; 7] = core::array::from_fn(|_| alloc::vec![false; asked.len()]);
        // The names of a table's columns stand above each of its rows.
        let mut columns: Option<(usize, usize, Vec<bool>)> = None;
        let known = self.of_member.iter().position(|has| has.member == member);
        let mut has_words = match known {
            Some(known) => self.of_member.swap_remove(known),
            None => Has { member, anywhere: of_title.clone(), lead: of_title.clone(), first: 0 },
        };
        for sentence in sentences(text) {
            let piece = &text[sentence.at.clone()];
            let own = in_words(&stems(piece));
            has_words.anywhere = or(&has_words.anywhere, &own);
            if sentence.kind == Line::Heading {
                let level = text[..sentence.at.start].trim_end().trim_end_matches(':').chars().next_back();
                let level = level
                    .and_then(|c| c.to_digit(10))
                    .and_then(|level| usize::try_from(level).ok())
                    .unwrap_or(6)
                    .min(6);
                // A source says what it is about before its sections begin.
                has_words.first = if level > 1 { FIRST } else { has_words.first };
                headings[level] = own;
                headings[level + 1..].iter_mut().for_each(|below| below.fill(false));
                columns = None;
                continue;
            }
            if has_words.first < FIRST && words(piece).len() > SHORT {
                has_words.first += 1;
                has_words.lead = or(&has_words.lead, &own);
            }
            let cells = piece.matches(" | ").count();
            let of_columns = match &mut columns {
                Some((line, count, names)) if cells > 0 && *count == cells && sentence.line == *line + 1 => {
                    *line = sentence.line;
                    Some(names.clone())
                }
                _ => {
                    columns = (cells > 0).then(|| (sentence.line, cells, own.clone()));
                    None
                }
            };
            let mut above = headings.iter().fold(of_title.clone(), |above, heading| or(&above, heading));
            if let Some(names) = of_columns {
                above = or(&above, &names);
            }
            let is_row = cells > 0;
            self.told.push(Told { part, member, at: sentence.at, line: sentence.line, is_row, own, above });
        }
        self.of_member.push(has_words);
    }

    /// How much each word says: one that is everywhere says little, one that is nowhere most.
    fn weigh(&mut self) {
        let all = self.told.len();
        // A question of nothing but such words is taken at its word.
        let only_kind = !self.question.words.iter().all(|word| self.question.implies(word));
        let weight = |word: usize| {
            if only_kind && self.question.implies(&self.question.words[word]) {
                return 0;
            }
            let found = self.told.iter().filter(|one| one.own[word]).count();
            rarity(found, all)
        };
        self.weights = (0..self.question.words.len()).map(weight).collect();
    }

    /// The words of a candidate.
    pub(super) fn words(&self, candidate: &Candidate) -> &str {
        let text = self.pack.parts().get(candidate.part).map_or("", |part| part.text.as_str());
        text.get(candidate.at.clone()).unwrap_or_default()
    }

    /// How much of the question a sentence answers, in thousandths.
    fn score(&self, at: usize) -> u64 {
        let Some(one) = self.told.get(at) else { return 0 };
        let beside = |word: usize| {
            let near = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
            near.filter_map(|near| self.told.get(near))
                .any(|near| near.part == one.part && near.line.abs_diff(one.line) <= 1 && near.own[word])
                && !one.is_row
        };
        let source = self.of_member.iter().find(|has| has.member == one.member);
        let of_word = |word: usize| match () {
            () if one.own[word] => OWN,
            () if beside(word) => BESIDE,
            () if one.above[word] => ABOVE,
            () if source.is_some_and(|has| has.lead[word]) => LEAD,
            () if source.is_some_and(|has| has.anywhere[word]) => ELSEWHERE,
            () => 0,
        };
        let total: u64 = self.weights.iter().sum();
        let found: u64 = self.weights.iter().enumerate().map(|(word, weight)| weight * of_word(word)).sum();
        let scored = found / total.max(1);
        if self.has_only_lengths(one) { scored * NO_POINT / 1_000 } else { scored }
    }

    /// Whether a sentence has lengths of time where a point in time is wanted.
    fn has_only_lengths(&self, one: &Told) -> bool {
        let values = || self.question.values(self.text(one));
        self.question.wanted == Wanted::Time && values().iter().all(|value| value.contains(' '))
    }

    fn text(&self, one: &Told) -> &str {
        self.pack.parts().get(one.part).and_then(|part| part.text.get(one.at.clone())).unwrap_or_default()
    }

    fn may_answer(&self, one: &Told) -> bool {
        let text = self.text(one);
        let counted = self.question.counted.as_ref();
        // A number without what it measures is another number.
        let measured = match self.question.wanted {
            Wanted::Anything | Wanted::Number | Wanted::Age => true,
            Wanted::Length
            | Wanted::Distance
            | Wanted::Mass
            | Wanted::Money
            | Wanted::Percent
            | Wanted::Time => !self.question.values(text).is_empty(),
        };
        text.len() <= LONGEST
            && measured
            && !is_about_opposite(&self.asked, text)
            && counted.is_none_or(|counted| has(&stems(text), counted))
            && (one.own.contains(&true) || stems(text).iter().any(|word| self.question.implies(word)))
            && self.question.may_be_answered_by(text)
            && (!self.wants_name || !new_names(text, &self.asked).is_empty())
    }

    /// The sentences that answer, the best of each source, the best source first.
    pub(super) fn answers(&self) -> Vec<Candidate> {
        let mut best: Vec<Candidate> = Vec::new();
        for (at, one) in self.told.iter().enumerate().filter(|(_, one)| self.may_answer(one)) {
            let score = self.score(at);
            let candidate = Candidate { part: one.part, member: one.member, at: one.at.clone(), score };
            match best.iter_mut().find(|known| known.member == one.member) {
                Some(known) if score > known.score => *known = candidate,
                Some(_) => {}
                None => best.push(candidate),
            }
        }
        best.sort_by_key(|one| (core::cmp::Reverse(one.score), one.member));
        best.retain(|one| one.score >= ENOUGH);
        best
    }

    /// Those of them that answer about as much as the best.
    pub(super) fn best(found: &[Candidate]) -> &[Candidate] {
        let least = found.first().map_or(0, |first| first.score * BEHIND / 1_000);
        &found[..found.iter().take_while(|one| one.score >= least).count()]
    }

    /// Whether a place that a model chose has to do with the question at all, and has what is wanted.
    pub(super) fn speaks_of_it(&self, part: usize, place: &Range<usize>) -> bool {
        let touched = self
            .told
            .iter()
            .enumerate()
            .filter(|(_, one)| one.part == part && one.at.start < place.end && place.start < one.at.end);
        let mut touched = touched.map(|(at, one)| (self.score(at), self.may_answer(one)));
        touched.any(|(score, may)| may && score >= SPEAKS || score >= ENOUGH)
    }
}
