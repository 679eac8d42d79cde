//! Excerpts: the lines around a hit, and a result as text.

use std::cmp::Reverse;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read};

use laika_protocol::ToolError;
use laika_protocol::tools::typed::{ProjectHit, ProjectHits};

use super::path::{self, ProjectPath, Use};
use super::root::Project;
use super::search::Found;
use crate::Bounds;

/// Characters of a line that are shown.
const LINE_MOST: usize = 240;
/// Characters that are shown before a match in a long line.
const BEFORE_MATCH: usize = 80;
/// Bytes of a file that are read again for the lines around a hit.
const READ_AGAIN_MOST: u64 = 64 << 20;

/// The part of a line around byte `at`, as text without control characters.
pub(crate) fn part_of_line(line: &[u8], at: usize) -> String {
    // Only the part that can be shown is decoded: a line may have megabytes.
    let from = at.saturating_sub(BEFORE_MATCH * 4);
    let to = line.len().min(at + LINE_MOST * 4);
    let piece = line.get(from..to).unwrap_or(&[]);
    let text = String::from_utf8_lossy(piece);
    let text = text.trim_end_matches(['\n', '\r']);
    let lead = String::from_utf8_lossy(line.get(from..at).unwrap_or(&[])).chars().count();
    let skipped = if text.chars().count() > LINE_MOST { lead.saturating_sub(BEFORE_MATCH) } else { 0 };
    let mut shown = String::new();
    if from > 0 || skipped > 0 {
        shown.push('…');
    }
    let mut letters = text.chars().skip(skipped);
    for letter in letters.by_ref().take(LINE_MOST) {
        push_safe(&mut shown, letter);
    }
    if letters.next().is_some() || to < line.trim_ascii_end().len() {
        shown.push('…');
    }
    shown
}

/// Appends a character; one that cannot be seen is written as its code, so that what is shown is what is there.
pub(crate) fn push_safe(text: &mut String, letter: char) {
    if letter != '\t' && path::is_unprintable(letter) {
        text.extend(letter.escape_unicode());
    } else {
        text.push(letter);
    }
}

/// Adds the lines before and after each hit.
pub(crate) fn with_context(
    project: &Project,
    found: Vec<Found>,
    lines: usize,
    bounds: &Bounds,
) -> Result<Vec<ProjectHit>, ToolError> {
    let mut hits = Vec::with_capacity(found.len());
    for Found { score, path: Reverse(path), line: Reverse(line), text } in found {
        bounds.check()?;
        let (before, after) = if lines == 0 { (vec![], vec![]) } else { around(project, &path, line, lines) };
        hits.push(ProjectHit { path, line, text, before, after, score });
    }
    Ok(hits)
}

/// The lines around; none if the file is gone by now.
fn around(project: &Project, path: &str, line: u64, lines: usize) -> (Vec<String>, Vec<String>) {
    let Ok(file) = ProjectPath::parse(path, Use::Read).and_then(|path| project.open_file(&path)) else {
        return (vec![], vec![]);
    };
    let (mut before, mut after) = (Vec::new(), Vec::new());
    let first = line.saturating_sub(lines as u64);
    let mut reader = BufReader::new(file.take(READ_AGAIN_MOST));
    let mut bytes = Vec::new();
    for number in 1..=line + lines as u64 {
        bytes.clear();
        if !matches!(reader.read_until(b'\n', &mut bytes), Ok(read) if read > 0) {
            break;
        }
        if number >= first && number < line {
            before.push(part_of_line(&bytes, 0));
        } else if number > line {
            after.push(part_of_line(&bytes, 0));
        }
    }
    (before, after)
}

/// Every hit as text, and whether some were left out.
pub(crate) fn as_text(hits: &ProjectHits, most_bytes: usize) -> (String, bool) {
    let mut text = String::new();
    for hit in &hits.hits {
        let whole = text.len();
        let first = hit.line - hit.before.len() as u64;
        for (number, line) in (first..).zip(&hit.before) {
            let _written = writeln!(text, "{}-{number}-{line}", hit.path);
        }
        let _written = writeln!(text, "{}:{}:{}", hit.path, hit.line, hit.text);
        for (number, line) in (hit.line + 1..).zip(&hit.after) {
            let _written = writeln!(text, "{}-{number}-{line}", hit.path);
        }
        if text.len() > most_bytes {
            text.truncate(whole);
            return (text, true);
        }
    }
    (text, false)
}

/// The brief for a model: how many, and the first few.
pub(crate) fn brief(hits: &ProjectHits, by_words: bool) -> String {
    if hits.hits.is_empty() {
        return "nothing in the project matches".to_owned();
    }
    let plural =
        |count: u64, one: &str| if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") };
    let mut text =
        format!("{} in {}", plural(hits.matching_lines, "line"), plural(hits.matching_files, "file"));
    if by_words {
        text.push_str(", by single words");
    }
    for hit in hits.hits.iter().take(5) {
        let _written = write!(text, "\n{}:{}: {}", hit.path, hit.line, hit.text.trim());
    }
    if hits.matching_lines > 5 {
        let _written = write!(text, "\nand {} more", hits.matching_lines - 5);
    }
    text
}
