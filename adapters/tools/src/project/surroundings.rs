//! Which matches have the surroundings that were asked for (C-21).

use laika_protocol::ToolError;
use laika_protocol::tools::typed::Surroundings;

use super::lines::LineStarts;
use super::matching::Edit;
use super::refusal::invalid;

/// Lines around a match that count if nothing is said.
const USUAL_LINES: u32 = 3;

/// Keeps the edits whose surroundings fit; says how many did not.
pub(crate) fn fitting(
    bytes: &[u8],
    edits: Vec<Edit>,
    asked: &Surroundings,
) -> Result<(Vec<Edit>, u64), ToolError> {
    let keywords: Vec<String> = asked
        .keywords
        .iter()
        .flatten()
        .map(|word| word.trim().to_lowercase())
        .filter(|word| !word.is_empty())
        .collect();
    if keywords.is_empty() && asked.lines.is_none() {
        return Err(invalid(
            "E_CONTEXT",
            "say what must stand around the text: keywords, or a number of lines",
        ));
    }
    let starts = LineStarts::of(bytes);
    let lines = asked.lines.unwrap_or(USUAL_LINES) as usize;
    let all = edits.len();
    let places: Vec<(usize, usize)> = edits
        .iter()
        .map(|edit| (starts.line_of(edit.start), starts.line_of(edit.end.max(edit.start + 1) - 1)))
        .collect();
    let kept: Vec<Edit> = edits
        .into_iter()
        .enumerate()
        .filter(|(at, edit)| {
            if keywords.is_empty() {
                is_alone(&places, *at, lines)
            } else {
                let (first, last) = places[*at];
                let before = &bytes[starts.start(first.saturating_sub(lines))..edit.start];
                let after = &bytes[edit.end..starts.end(last.saturating_add(lines))];
                let said = [before, after].map(|part| String::from_utf8_lossy(part).to_lowercase());
                keywords.iter().any(|word| said.iter().any(|part| part.contains(word.as_str())))
            }
        })
        .map(|(_, edit)| edit)
        .collect();
    let left = (all - kept.len()) as u64;
    Ok((kept, left))
}

/// Whether no other match is within so many lines.
fn is_alone(places: &[(usize, usize)], at: usize, lines: usize) -> bool {
    let (first, last) = places[at];
    let before = at.checked_sub(1).and_then(|one| places.get(one));
    let after = places.get(at + 1);
    before.is_none_or(|place| place.1 + lines < first) && after.is_none_or(|place| last + lines < place.0)
}
