//! Which matches have the surroundings that were asked for (C-21).

use laika_protocol::ToolError;
use laika_protocol::tools::typed::Surroundings;
use regex::bytes::{Regex, RegexBuilder};

use super::lines::LineStarts;
use super::matching::Edit;
use super::refusal::invalid;
use crate::Bounds;

/// Lines around a match that count if nothing is said.
const USUAL_LINES: u32 = 3;
/// Keywords between two looks at the bounds.
const CHECK_EVERY: usize = 256;

/// Keeps the edits whose surroundings fit; says how many did not.
pub(crate) fn fitting(
    bytes: &[u8],
    edits: Vec<Edit>,
    asked: &Surroundings,
    bounds: &Bounds,
) -> Result<(Vec<Edit>, u64), ToolError> {
    let keywords = keywords(asked)?;
    if keywords.is_none() && asked.lines.is_none() {
        return Err(invalid(
            "E_CONTEXT",
            "say what must stand around the text: keywords, or a number of lines",
        ));
    }
    let starts = LineStarts::of(bytes);
    let lines = asked.lines.unwrap_or(USUAL_LINES) as usize;
    let places: Vec<(usize, usize)> = edits
        .iter()
        .map(|edit| (starts.line_of(edit.start), starts.line_of(edit.end.max(edit.start + 1) - 1)))
        .collect();
    let said = match keywords {
        Some(keywords) => Some(said(bytes, &keywords, &starts, bounds)?),
        None => None,
    };
    let all = edits.len();
    let mut kept = Vec::new();
    for (at, edit) in edits.into_iter().enumerate() {
        bounds.check()?;
        let fits = match &said {
            Some(said) => is_near(said, &edit, places[at], lines),
            None => is_alone(&places, at, lines),
        };
        if fits {
            kept.push(edit);
        }
    }
    let left = (all - kept.len()) as u64;
    Ok((kept, left))
}

/// One pattern for all keywords.
fn keywords(asked: &Surroundings) -> Result<Option<Regex>, ToolError> {
    let given = asked.keywords.iter().flatten().map(|word| word.trim());
    let mut words: Vec<&str> = given.filter(|word| !word.is_empty()).collect();
    if words.is_empty() {
        return Ok(None);
    }
    if words.iter().any(|word| word.contains(['\n', '\r'])) {
        return Err(invalid("E_CONTEXT", "a keyword stands in one line; write the lines as several"));
    }
    // Of those that begin at the same place the shortest is taken, which ends first.
    words.sort_by_key(|word| word.len());
    let words: Vec<String> = words.into_iter().map(regex::escape).collect();
    let built = RegexBuilder::new(&words.join("|")).case_insensitive(true).build();
    built.map(Some).map_err(|_| invalid("E_CONTEXT", "the keywords are too long; name fewer"))
}

/// A line in which a keyword stands.
struct Said {
    line: usize,
    /// Where the one ends that ends first.
    first_end: usize,
    /// Where the last one begins.
    last_start: usize,
}

/// The lines in which keywords stand, each once however many matches are near.
fn said(
    bytes: &[u8],
    keywords: &Regex,
    starts: &LineStarts,
    bounds: &Bounds,
) -> Result<Vec<Said>, ToolError> {
    let mut said: Vec<Said> = Vec::new();
    let (mut from, mut count) = (0, 0_usize);
    bounds.check()?;
    while let Some(found) = keywords.find_at(bytes, from) {
        count += 1;
        if count % CHECK_EVERY == 0 {
            bounds.check()?;
        }
        let (start, end) = (found.start(), found.end());
        match said.last_mut() {
            Some(last) if start < starts.end(last.line) => {
                last.first_end = last.first_end.min(end);
                last.last_start = start;
            }
            _ => said.push(Said { line: starts.line_of(start), first_end: end, last_start: start }),
        }
        // The next may begin inside this one.
        from = start + 1;
    }
    Ok(said)
}

/// Whether a keyword stands within so many lines of a match, and outside it.
fn is_near(said: &[Said], edit: &Edit, (first, last): (usize, usize), lines: usize) -> bool {
    let from = said.partition_point(|one| one.line < first.saturating_sub(lines));
    let to = said.partition_point(|one| one.line <= last.saturating_add(lines));
    let at_first = said.partition_point(|one| one.line < first);
    let after_last = said.partition_point(|one| one.line <= last);
    from < at_first
        || after_last < to
        || said[at_first..after_last].iter().any(|one| {
            one.line == first && one.first_end <= edit.start || one.line == last && one.last_start >= edit.end
        })
}

/// Whether no other match is within so many lines.
fn is_alone(places: &[(usize, usize)], at: usize, lines: usize) -> bool {
    let (first, last) = places[at];
    let before = at.checked_sub(1).and_then(|one| places.get(one));
    let after = places.get(at + 1);
    before.is_none_or(|place| place.1 + lines < first) && after.is_none_or(|place| last + lines < place.0)
}
