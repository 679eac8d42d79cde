//! Which passages are taken: the best of every source first, then the best of what is left, while there is room.

use alloc::vec::Vec;

use laika_context::estimate_tokens;

use super::reading::{Part, Reading};

/// Tokens after which the text of a source goes on in another document.
const LONG: usize = 1_500;
/// Passages in a row that do not fit; after so many the room is full.
const MOST_IN_VAIN: usize = 60;

/// How much may be taken.
pub(super) struct Room<'a> {
    /// Tokens of all texts, with what stands around them.
    pub(super) tokens: usize,
    /// Tokens that a document of each source costs without its text; nothing where there are no documents.
    pub(super) frames: &'a [usize],
    /// Documents of sources.
    pub(super) most_parts: usize,
    /// Whether a source is heard that has none of the words.
    pub(super) every: bool,
}

#[derive(Default)]
struct Taken {
    passages: Vec<usize>,
    tokens: usize,
    parts: usize,
}

/// The parts, in the order of the sources.
pub(super) fn choose(readings: &[Reading<'_>], room: &Room<'_>) -> Vec<Part> {
    let mut taken: Vec<Taken> = readings.iter().map(|_| Taken::default()).collect();
    let mut left = room.tokens;
    let mut parts = room.most_parts;
    let mut in_vain = 0;
    for (member, passage) in order(readings, room.every) {
        if in_vain == MOST_IN_VAIN {
            break;
        }
        let cost = cost(&readings[member], passage);
        let of_source = &mut taken[member];
        let opens = of_source.parts == 0 || of_source.tokens + cost > LONG * of_source.parts;
        let frame = if opens { room.frames.get(member).copied().unwrap_or_default() } else { 0 };
        let rest = left.checked_sub(cost + frame).filter(|_| !opens || parts > 0);
        in_vain += usize::from(rest.is_none());
        if let Some(rest) = rest {
            left = rest;
            in_vain = 0;
            parts -= usize::from(opens);
            of_source.parts += usize::from(opens);
            of_source.tokens += cost;
            of_source.passages.push(passage);
        }
    }
    let mut made = Vec::new();
    for (member, mut taken) in taken.into_iter().enumerate() {
        taken.passages.sort_unstable();
        let of_each = taken.passages.len().div_ceil(taken.parts.max(1)).max(1);
        let pieces = taken.passages.chunks(of_each).enumerate();
        made.extend(
            pieces.filter_map(|(number, chosen)| Part::new(member, number, &readings[member], chosen)),
        );
    }
    made
}

/// The passages in the order in which they are taken.
fn order(readings: &[Reading<'_>], every: bool) -> Vec<(usize, usize)> {
    let (mut best, mut others) = (Vec::new(), Vec::new());
    for (member, reading) in readings.iter().enumerate() {
        let scores = reading.passages.iter().enumerate();
        let scored = scores.map(|(at, passage)| (core::cmp::Reverse(passage.score), member, at));
        let mut scored: Vec<_> = scored.filter(|(score, _, _)| every || score.0 > 0).collect();
        // Of equals the first: what a source begins with says most about it.
        let first = (0..scored.len()).min_by_key(|at| scored[*at]);
        if let Some(first) = first {
            best.push(scored.swap_remove(first));
        }
        others.extend(scored.into_iter().filter(|(score, _, _)| score.0 > 0));
    }
    best.sort_unstable();
    others.sort_unstable();
    best.into_iter().chain(others).map(|(_, member, at)| (member, at)).collect()
}

/// Tokens of a passage with the headings above it, as they stand in a document.
fn cost(reading: &Reading<'_>, passage: usize) -> usize {
    let Some(passage) = reading.passages.get(passage) else { return 0 };
    let pieces = passage.above.iter().chain([&passage.at]);
    // The break behind each is two characters there.
    pieces.map(|at| in_document(&reading.plain.text[at.clone()]) + 2).sum()
}

/// Tokens of a text inside a document, where quotes and line breaks are escaped.
pub(super) fn in_document(text: &str) -> usize {
    serde_json::to_string(text).map_or(usize::MAX >> 8, |json| estimate_tokens(&json))
}
