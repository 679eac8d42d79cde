//! Words and phrases to concepts.
//!
//! The tables are joined into one index when this is compiled, so that looking at a short text costs no set-up.

use alloc::vec::Vec;

use super::clause::leads;
use super::concept::{Concept, Terms};
use super::fold::{Folded, is_space};
use super::{
    terms_de, terms_de_acts, terms_en, terms_en_acts, terms_es, terms_es_acts, terms_fr, terms_fr_acts,
    terms_it, terms_it_acts, terms_ja, terms_ja_acts, terms_marks, terms_pt, terms_pt_acts, terms_ru,
    terms_ru_acts, terms_zh, terms_zh_acts,
};

/// A term found in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Hit {
    /// Its bytes in the folded text.
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) concept: Concept,
}

const TABLES: &[&[Terms]] = &[
    terms_de::TERMS,
    terms_de_acts::TERMS,
    terms_en::TERMS,
    terms_en_acts::TERMS,
    terms_es::TERMS,
    terms_es_acts::TERMS,
    terms_fr::TERMS,
    terms_fr_acts::TERMS,
    terms_it::TERMS,
    terms_it_acts::TERMS,
    terms_ja::TERMS,
    terms_ja_acts::TERMS,
    terms_marks::TERMS,
    terms_pt::TERMS,
    terms_pt_acts::TERMS,
    terms_ru::TERMS,
    terms_ru_acts::TERMS,
    terms_zh::TERMS,
    terms_zh_acts::TERMS,
];

#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) text: &'static str,
    pub(super) concept: Concept,
    lead: bool,
    stem: bool,
}

const BUCKETS: usize = 1 << 12;
#[allow(long_running_const_eval)]
const ENTRIES: usize = count();

struct Index {
    entries: [Entry; ENTRIES],
    /// Where each bucket starts; one more than there are buckets.
    starts: [u16; BUCKETS + 1],
}

// Linear in the tables, which are long.
#[allow(long_running_const_eval)]
static INDEX: Index = index();

#[allow(clippy::indexing_slicing, reason = "runs while compiling")]
const fn count() -> usize {
    let mut count = 0;
    let mut table = 0;
    while table < TABLES.len() {
        let mut row = 0;
        while row < TABLES[table].len() {
            let bytes = TABLES[table][row].1.as_bytes();
            let mut at = 0;
            count += 1;
            while at < bytes.len() {
                count += (bytes[at] == b'|') as usize;
                at += 1;
            }
            row += 1;
        }
        table += 1;
    }
    count
}

/// Splits every row into entries, then sorts them by bucket (counting sort: linear, as the compiler runs it).
#[allow(clippy::indexing_slicing, reason = "runs while compiling")]
const fn index() -> Index {
    let none = Entry { text: "", concept: Concept::Forget, lead: false, stem: false };
    let mut unsorted = [none; ENTRIES];
    let mut filled = 0;
    let mut table = 0;
    while table < TABLES.len() {
        let mut row = 0;
        while row < TABLES[table].len() {
            let Terms(concept, mut rest) = TABLES[table][row];
            loop {
                let mut end = 0;
                while end < rest.len() && rest.as_bytes()[end] != b'|' {
                    end += 1;
                }
                let (term, after) = rest.split_at(end);
                unsorted[filled] = entry(term, concept);
                filled += 1;
                if after.is_empty() {
                    break;
                }
                rest = after.split_at(1).1;
            }
            row += 1;
        }
        table += 1;
    }
    let mut starts = [0; BUCKETS + 1];
    let mut at = 0;
    while at < ENTRIES {
        starts[bucket(unsorted[at].text.as_bytes()) + 1] += 1;
        at += 1;
    }
    at = 1;
    while at <= BUCKETS {
        starts[at] += starts[at - 1];
        at += 1;
    }
    let mut next = starts;
    let mut entries = [none; ENTRIES];
    at = 0;
    while at < ENTRIES {
        let bucket = bucket(unsorted[at].text.as_bytes());
        entries[next[bucket] as usize] = unsorted[at];
        next[bucket] += 1;
        at += 1;
    }
    Index { entries, starts }
}

#[allow(clippy::indexing_slicing, reason = "runs while compiling")]
const fn entry(term: &'static str, concept: Concept) -> Entry {
    let bytes = term.as_bytes();
    let lead = bytes[0] == b'^';
    let stem = bytes[bytes.len() - 1] == b'*';
    let text = term.split_at(lead as usize).1;
    let text = text.split_at(text.len() - stem as usize).0;
    assert!(text.len() >= if stem { 3 } else { 2 }, "a term is too short for the index");
    Entry { text, concept, lead, stem }
}

/// By the first three bytes; whatever ends a word counts as the same third byte.
const fn bucket(bytes: &[u8]) -> usize {
    let (first, second, third) = match bytes {
        [first, second, third, ..] if third.is_ascii_alphanumeric() || !third.is_ascii() => {
            (*first, *second, *third)
        }
        [first, second, ..] => (*first, *second, 0),
        _ => (0, 0, 0),
    };
    (first as usize * 961 + second as usize * 31 + third as usize) % BUCKETS
}

/// Every term in a text.
pub(super) fn hits(folded: &Folded) -> Vec<Hit> {
    let mut hits = Vec::new();
    let mut before = ' ';
    for (start, c) in folded.text.char_indices() {
        let glued = folded.letter(start).is_some_and(|letter| letter.glued);
        if !is_space(c) && (glued || !is_joined(before, c)) {
            for entry in candidates(&folded.text, start) {
                let end =
                    if glued { glued_end(folded, start, entry) } else { end(&folded.text, start, entry) };
                // The costly question comes last.
                let end = end.filter(|_| !entry.lead || glued || leads(&folded.text, start));
                hits.extend(end.map(|end| Hit { start, end, concept: entry.concept }));
            }
        }
        before = c;
    }
    hits
}

/// Whether two characters belong to one word. Scripts without spaces have no words to speak of.
fn is_joined(before: char, after: char) -> bool {
    is_letter(before) && is_letter(after)
}

fn is_letter(c: char) -> bool {
    (c.is_alphanumeric() || c == '_') && !is_unspaced(c)
}

/// Scripts that put no space between words.
pub(super) const fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

fn candidates(text: &str, start: usize) -> &'static [Entry] {
    let Some(bytes) = text.as_bytes().get(start..).filter(|bytes| bytes.len() >= 2) else { return &[] };
    let bucket = bucket(bytes);
    let bounds = INDEX.starts.get(bucket).zip(INDEX.starts.get(bucket + 1));
    bounds.and_then(|(&from, &to)| INDEX.entries.get(usize::from(from)..usize::from(to))).unwrap_or_default()
}

/// Where a term that starts here ends. A space in a term stands for any white space.
fn end(text: &str, start: usize, entry: &Entry) -> Option<usize> {
    let mut rest = text.get(start..)?.chars();
    let mut last = ' ';
    for c in entry.text.chars() {
        let here = rest.next()?;
        if here != c && !(c == ' ' && here == '\n') {
            return None;
        }
        last = here;
    }
    let after = rest.clone().next().unwrap_or(' ');
    (entry.stem || !is_joined(last, after)).then(|| text.len() - rest.as_str().len())
}

/// As [`end`], where spaces are lost and words have no end. Short terms would be found in anything.
fn glued_end(folded: &Folded, start: usize, entry: &Entry) -> Option<usize> {
    let mut rest = folded.text.get(start..)?.chars();
    if entry.text.len() < 3 {
        return None;
    }
    for c in entry.text.chars().filter(|c| *c != ' ') {
        rest = rest.as_str().trim_start_matches(is_space).chars();
        if rest.next()? != c {
            return None;
        }
    }
    Some(folded.text.len() - rest.as_str().len())
}

#[cfg(test)]
pub(super) fn entries() -> &'static [Entry] {
    &INDEX.entries
}
