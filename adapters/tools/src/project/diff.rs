//! The change of a file as a unified diff, made from its edits: exact, and in time that grows with the file only.
//!
//! Whoever reads it decides by it (S18). So what is taken out and put in is always shown whole, or the diff says that it is
//! not complete; only what stays may be left out of a long line. And no two texts are shown the same way: what cannot be
//! seen has a code, and a text that looks like such a code has one, too.

use std::fmt::Write as _;

use std::ops::Range;

use super::excerpt::push_safe;
use super::lines::LineStarts;
use super::matching::Edit;

/// Lines around a change.
const AROUND: usize = 3;
/// Bytes of a line that is shown whole.
const LINE_MOST: usize = 400;
/// Bytes that are shown on both sides of a change in a longer line.
const BESIDE: usize = 80;

/// A piece of the file that changes: whole lines of the old, and the bytes that take their place.
struct Piece {
    first: usize,
    /// The line after its last.
    end: usize,
    new: Vec<u8>,
    /// What goes, from the start of the file.
    taken: Vec<Range<usize>>,
    /// What comes, from the start of `new`.
    put: Vec<Range<usize>>,
}

impl Piece {
    fn add(&mut self, bytes: &[u8], edit: &Edit) {
        let old = &bytes[edit.start..edit.end];
        // A match is often longer than what changes in it.
        let same = |pair: &(&u8, &u8)| pair.0 == pair.1;
        let before = old.iter().zip(edit.new.iter()).take_while(same).count();
        let rest = (&old[before..], &edit.new[before..]);
        let after = rest.0.iter().rev().zip(rest.1.iter().rev()).take_while(same).count();
        let at = self.new.len();
        self.taken.push(edit.start + before..edit.end - after);
        self.put.push(at + before..at + edit.new.len() - after);
        self.new.extend_from_slice(&edit.new);
    }
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
            let (from, to) = (starts.start(piece.first), starts.start(piece.end));
            let before = Lines { mark: ' ', bytes: &bytes[starts.start(at)..from], base: 0, changes: &[] };
            let old = Lines { mark: '-', bytes: &bytes[from..to], base: from, changes: &piece.taken };
            let new = Lines { mark: '+', bytes: &piece.new, base: 0, changes: &piece.put };
            let room = most_bytes.saturating_sub(whole);
            let shown = before.show(&mut body, room).and(old.show(&mut body, room));
            let Some(count) = shown.and_then(|_| new.show(&mut body, room)) else { return false };
            added += count;
            at = piece.end;
        }
        let after = &bytes[starts.start(at)..starts.start(end)];
        let after = Lines { mark: ' ', bytes: after, base: 0, changes: &[] };
        if after.show(&mut body, most_bytes.saturating_sub(whole)).is_none() {
            return false;
        }
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
                pieces.push(Piece { first, end, new, taken: vec![], put: vec![] });
            }
        }
        if let Some(last) = pieces.last_mut() {
            last.add(bytes, edit);
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

/// Lines that are shown with the same mark.
struct Lines<'a> {
    mark: char,
    bytes: &'a [u8],
    /// Where they begin, as the changes count.
    base: usize,
    /// What changes in them, in order.
    changes: &'a [Range<usize>],
}

impl Lines<'_> {
    /// Appends them; gives their number, or nothing where there is no room for all of them.
    fn show(&self, text: &mut String, room: usize) -> Option<usize> {
        let (mut count, mut at, mut passed) = (0, 0, 0);
        for line in self.bytes.split_inclusive(|byte| *byte == b'\n') {
            count += 1;
            text.push(self.mark);
            let (start, end) = (self.base + at, self.base + at + line.len());
            at += line.len();
            passed += self.changes[passed..].iter().take_while(|change| change.end < start).count();
            let here = self.changes[passed..].iter().take_while(|change| change.start <= end);
            let body = line.strip_suffix(b"\n").unwrap_or(line);
            let (body, ending) = body.strip_suffix(b"\r").map_or((body, ""), |body| (body, "\u{240d}"));
            if body.len() <= LINE_MOST {
                push_bytes(text, body, room)?;
                text.push_str(ending);
            } else {
                let changes = here.map(|change| {
                    let inside = |place: usize| place.saturating_sub(start).min(body.len());
                    inside(change.start)..inside(change.end)
                });
                let whole = push_parts(text, body, changes, room)?;
                text.push_str(ending);
                text.push_str(if whole { "" } else { " (long line)" });
            }
            text.push('\n');
            if !line.ends_with(b"\n") {
                text.push_str("\\ No newline at end of file\n");
            }
            if text.len() > room {
                return None;
            }
        }
        Some(count)
    }
}

/// Appends the changes of a long line and a little on both sides of each; says whether that is the whole line.
fn push_parts(
    text: &mut String,
    line: &[u8],
    changes: impl Iterator<Item = Range<usize>>,
    room: usize,
) -> Option<bool> {
    let is_inside = |place: usize| line.get(place).is_some_and(|byte| byte & 0xC0 == 0x80);
    let widened = |change: Range<usize>| {
        let mut from = change.start.saturating_sub(BESIDE);
        let mut to = line.len().min(change.end + BESIDE);
        // Not in the middle of a character.
        from -= (0..4.min(from + 1)).find(|back| !is_inside(from - back)).unwrap_or(0);
        to += (0..4).find(|on| !is_inside(to + on)).unwrap_or(0);
        from..to.min(line.len())
    };
    let (mut shown, mut open) = (0, None::<Range<usize>>);
    let mut left_out = false;
    let mut push = |part: Range<usize>, text: &mut String| {
        if part.start > shown {
            text.push('…');
            left_out = true;
        }
        shown = part.end;
        push_bytes(text, &line[part], room)
    };
    for part in changes.map(widened) {
        match &mut open {
            Some(before) if part.start <= before.end => before.end = before.end.max(part.end),
            before => {
                if let Some(done) = before.replace(part) {
                    push(done, text)?;
                }
            }
        }
    }
    // A line that stays, or only loses its end, is shown from its start.
    push(open.unwrap_or_else(|| widened(0..LINE_MOST - BESIDE)), text)?;
    if shown < line.len() {
        text.push('…');
        left_out = true;
    }
    Some(!left_out)
}

/// Appends bytes so that others would be shown otherwise; nothing where there is no room.
fn push_bytes(text: &mut String, bytes: &[u8], room: usize) -> Option<()> {
    for chunk in bytes.utf8_chunks() {
        let mut rest = chunk.valid();
        while let Some(letter) = rest.chars().next() {
            let code = rest.starts_with("\\u{") || rest.starts_with("\\x{");
            if code || letter == '\u{240d}' {
                text.extend(letter.escape_unicode());
            } else {
                push_safe(text, letter);
            }
            rest = &rest[letter.len_utf8()..];
            if text.len() > room {
                return None;
            }
        }
        for byte in chunk.invalid() {
            // Writing to a text cannot fail.
            let _written = write!(text, "\\x{{{byte:02x}}}");
        }
    }
    Some(())
}
