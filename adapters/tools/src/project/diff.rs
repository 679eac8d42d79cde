//! The change of a file as a unified diff, made from its edits: exact, and in time that grows with the file only.

use std::fmt::Write as _;

use super::excerpt::push_safe;
use super::lines::LineStarts;
use super::matching::Edit;

/// Lines around a change.
const AROUND: usize = 3;
/// Characters of a line that are shown.
const LINE_MOST: usize = 400;

/// A piece of the file that changes: whole lines of the old, and the bytes that take their place.
struct Piece {
    first: usize,
    /// The line after its last.
    end: usize,
    new: Vec<u8>,
}

/// Appends the diff of one file, until the text is as long as it may be; says whether it is complete.
pub(crate) fn append(text: &mut String, path: &str, bytes: &[u8], edits: &[Edit], most_bytes: usize) -> bool {
    let starts = LineStarts::of(bytes);
    let (pieces, all) = pieces(bytes, &starts, edits, most_bytes);
    let _written = writeln!(text, "--- a/{path}\n+++ b/{path}");
    let mut shift: isize = 0;
    for hunk in hunks(&pieces) {
        let whole = text.len();
        let first = hunk[0].first.saturating_sub(AROUND);
        let end = (hunk[hunk.len() - 1].end + AROUND).min(starts.count());
        let mut body = String::new();
        let (mut at, mut added) = (first, 0);
        for piece in hunk {
            show(&mut body, ' ', &bytes[starts.start(at)..starts.start(piece.first)]);
            show(&mut body, '-', &bytes[starts.start(piece.first)..starts.start(piece.end)]);
            added += show(&mut body, '+', &piece.new);
            at = piece.end;
            if body.len() + whole > most_bytes {
                return false;
            }
        }
        show(&mut body, ' ', &bytes[starts.start(at)..starts.start(end)]);
        let removed: usize = hunk.iter().map(|piece| piece.end - piece.first).sum();
        let old = end - first;
        let new = old - removed + added;
        let from = if old == 0 { 0 } else { first + 1 };
        let to = if new == 0 { 0 } else { (first + 1).saturating_add_signed(shift) };
        let _written = write!(text, "@@ -{from},{old} +{to},{new} @@\n{body}");
        shift += added.cast_signed() - removed.cast_signed();
        if text.len() > most_bytes {
            text.truncate(whole);
            return false;
        }
    }
    all
}

/// The edits as whole lines; edits of the same lines are one piece. Stops when there are more than can be shown.
fn pieces(bytes: &[u8], starts: &LineStarts, edits: &[Edit], most_bytes: usize) -> (Vec<Piece>, bool) {
    let mut pieces: Vec<Piece> = Vec::new();
    let (mut at, mut size) = (0, 0);
    for edit in edits {
        let first = starts.line_of(edit.start);
        // An edit that takes a line end away also changes the line after.
        let at_start = |place: usize| starts.start(starts.line_of(place)) == place;
        let whole_lines = edit.end > edit.start
            && at_start(edit.end)
            && (edit.new.ends_with(b"\n") || edit.new.is_empty() && at_start(edit.start));
        let end = starts.line_of(edit.end) + usize::from(!whole_lines);
        let end = end.min(starts.count().max(first));
        match pieces.last_mut() {
            Some(last) if last.end > first => {
                last.new.extend_from_slice(&bytes[at..edit.start]);
                last.end = last.end.max(end);
            }
            last => {
                if size > most_bytes {
                    // The last piece may be half done.
                    pieces.pop();
                    return (pieces, false);
                }
                if let Some(last) = last {
                    last.new.extend_from_slice(&bytes[at..starts.start(last.end)]);
                }
                let new = bytes[starts.start(first)..edit.start].to_vec();
                pieces.push(Piece { first, end, new });
            }
        }
        if let Some(last) = pieces.last_mut() {
            last.new.extend_from_slice(&edit.new);
            size += edit.new.len() + edit.end - edit.start + 2;
        }
        at = edit.end;
    }
    if let Some(last) = pieces.last_mut() {
        last.new.extend_from_slice(&bytes[at..starts.start(last.end).max(at)]);
    }
    (pieces, true)
}

/// Pieces whose surroundings touch are shown together.
fn hunks(pieces: &[Piece]) -> Vec<&[Piece]> {
    pieces.chunk_by(|one, next| next.first <= one.end + 2 * AROUND).collect()
}

/// Appends lines with their mark; gives their number.
fn show(text: &mut String, mark: char, bytes: &[u8]) -> usize {
    let mut count = 0;
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        count += 1;
        text.push(mark);
        let cut = line.len().min(LINE_MOST * 4);
        let shown = String::from_utf8_lossy(&line[..cut]);
        let body = shown.strip_suffix('\n').unwrap_or(&shown);
        let mut letters = body.strip_suffix('\r').unwrap_or(body).chars();
        for letter in letters.by_ref().take(LINE_MOST) {
            push_safe(text, letter);
        }
        if letters.next().is_some() || cut < line.len() {
            text.push_str("… (long line)");
        }
        text.push('\n');
        if !line.ends_with(b"\n") {
            text.push_str("\\ No newline at end of file\n");
        }
    }
    count
}
