//! A captured source, cut into lines and sentences once; every piece of it can say where it stands.

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use laika_context::text::sentences;
use laika_protocol::collection::{CUT_MARK, Capture, Cited, MadeFrom, Phrase, Source, SourceCitation};

use super::beside::beside;
use crate::snapshot::unescaped;

/// Bytes between two places of which the number of characters before them is known.
const STEP: usize = 256;

/// What a line is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LineKind {
    /// A heading, with its level.
    Heading(u8),
    /// A row of a table, with its cells.
    Row(Vec<Range<usize>>),
    /// An entry of a list.
    Item,
    /// Code.
    Code,
    /// Anything else.
    Text,
}

/// A line without its mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// Where its words stand.
    pub(crate) at: Range<usize>,
    /// What it is.
    pub(crate) kind: LineKind,
    /// Whether a blank line stands before it.
    pub(crate) apart: bool,
}

/// A sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sentence {
    /// Where it stands.
    pub(crate) at: Range<usize>,
    /// Its line, as an index into the lines.
    pub(crate) line: usize,
}

/// A captured source.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    pub(crate) source: Source,
    pub(crate) title: String,
    pub(crate) text: String,
    pub(crate) lines: Vec<Line>,
    pub(crate) sentences: Vec<Sentence>,
    /// Lines that stand beside what the page is about.
    pub(crate) beside: BTreeSet<usize>,
    number: u32,
    hash: laika_protocol::ids::Sha256,
    /// The year of its publication, or else of its capture.
    pub(crate) year: Option<i32>,
    /// Characters before every [`STEP`] bytes.
    before: Vec<u32>,
}

impl Page {
    pub(crate) fn new(source: &Source, capture: &Capture) -> Self {
        let text = capture.text.clone();
        let lines = lines(&text);
        let beside = beside(&text, &lines);
        let mut of_lines = Vec::new();
        for (index, line) in lines.iter().enumerate() {
            if beside.contains(&index) || !matches!(line.kind, LineKind::Text | LineKind::Item) {
                continue;
            }
            for one in sentences(&text[line.at.clone()]) {
                let at = line.at.start + one.at.start..line.at.start + one.at.end;
                match of_lines.last_mut().filter(|last: &&mut Sentence| last.line == index) {
                    // `Am 18. Juni` is not the end of a sentence.
                    Some(last) if is_ordinal(&text[last.at.clone()], &text[at.clone()]) => {
                        last.at.end = at.end
                    }
                    _ => of_lines.push(Sentence { at, line: index }),
                }
            }
        }
        let published = capture.head.published_at.as_ref().unwrap_or(&capture.head.captured_at);
        let title = if capture.title.is_empty() { source.title.clone() } else { capture.title.clone() };
        Self {
            source: source.clone(),
            title,
            number: capture.head.number,
            hash: capture.head.hash.clone(),
            year: published.as_str().get(..4).and_then(|year| year.parse().ok()),
            before: counts(&text),
            sentences: of_lines,
            beside,
            lines,
            text,
        }
    }

    /// The lines that are content, with their index.
    pub(crate) fn content(&self) -> impl Iterator<Item = (usize, &Line)> {
        self.lines.iter().enumerate().filter(|(at, _)| !self.beside.contains(at))
    }

    /// Characters before a byte.
    fn chars_before(&self, at: usize) -> u32 {
        let step = at / STEP;
        let known = self.before.get(step).copied().unwrap_or_default();
        let from = step * STEP;
        // A character that begins before the step is counted there.
        let rest = self.text.as_bytes().get(from..at).unwrap_or_default();
        let starts = rest.iter().filter(|byte| !is_continuation(**byte)).count();
        known + u32::try_from(starts).unwrap_or(u32::MAX)
    }

    /// Where a piece stands.
    pub(crate) fn cite(&self, at: Range<usize>) -> SourceCitation {
        SourceCitation {
            source_id: self.source.id.clone(),
            capture: self.number,
            start: self.chars_before(at.start),
            end: self.chars_before(at.end),
            quote: self.text.get(at).unwrap_or_default().into(),
        }
    }

    /// The words of a piece as a person reads them, with where it stands.
    pub(crate) fn cited(&self, at: Range<usize>) -> Cited {
        let citation = self.cite(at);
        Cited::new(unescaped(&citation.quote).into_owned(), alloc::vec![citation])
    }

    /// The words of a piece as a person reads them.
    pub(crate) fn said(&self, at: Range<usize>) -> Cow<'_, str> {
        unescaped(self.text.get(at).unwrap_or_default())
    }

    /// What the source is called: where its text says so, that place; else its beginning.
    pub(crate) fn named(&self) -> Cited {
        let title = self.title.trim();
        let name = if title.is_empty() { self.source.outlet.as_str() } else { title };
        let found = self.lines.iter().take(40).find(|line| self.said(line.at.clone()) == title);
        let at = found.filter(|_| !title.is_empty()).map_or(0..0, |line| line.at.clone());
        Cited::new(name.into(), alloc::vec![self.cite(at)])
    }

    /// Something that we say of the source by its name.
    pub(crate) fn noted(&self, phrase: Phrase) -> Cited {
        let Cited { text, citations, .. } = self.named();
        Cited { citations, ..Cited::ours(phrase, [laika_protocol::text::one_line(&text).into_owned()]) }
    }

    /// The source as it was when this was made.
    pub(crate) fn made_from(&self, used: bool) -> MadeFrom {
        MadeFrom {
            source_id: self.source.id.clone(),
            url: self.source.url.clone(),
            title: self.title.clone(),
            outlet: self.source.outlet.clone(),
            capture: self.number,
            hash: self.hash.clone(),
            used,
        }
    }

    /// What the page is about as a text of its own, to be read by what knows nothing of furniture; and for each line of it
    /// where it starts there and here.
    pub(crate) fn reading(&self) -> (String, Vec<(usize, usize)>) {
        let (mut text, mut places) = (String::new(), Vec::new());
        for (_, line) in
            self.content().filter(|(_, line)| matches!(line.kind, LineKind::Text | LineKind::Item))
        {
            places.push((text.len(), line.at.start));
            text.push_str(&self.text[line.at.clone()]);
            text.push('\n');
        }
        (text, places)
    }

    /// The sentences that say most, or most about something, as places of the page.
    pub(crate) fn best(&self, query: Option<&str>, most: usize) -> Vec<Range<usize>> {
        let (text, places) = self.reading();
        let found = laika_context::ground::extractive(&text, &self.title, query, most).into_iter();
        let moved = found.filter_map(|one| {
            let (there, here) =
                places.get(places.partition_point(|(start, _)| *start <= one.at.start).checked_sub(1)?)?;
            Some(here + (one.at.start - there)..here + (one.at.end - there))
        });
        moved.collect()
    }

    /// A line and what stands next to it, up to a number of bytes: what a model has to see to choose.
    pub(crate) fn around(&self, at: &Range<usize>, bytes: usize) -> Range<usize> {
        let half = bytes.saturating_sub(at.len()) / 2;
        let mut from = at.start.saturating_sub(half);
        let mut to = (at.end + half).min(self.text.len());
        while !self.text.is_char_boundary(from) {
            from -= 1;
        }
        while !self.text.is_char_boundary(to) {
            to += 1;
        }
        from..to
    }
}

impl Line {
    /// Makes a line of a table a row of cells, where nothing but a mark between two of them says that it is one.
    fn divide(&mut self, text: &str) {
        if self.kind == LineKind::Text && text[self.at.clone()].contains('|') {
            self.kind = LineKind::Row(cells(text, &self.at));
        }
    }
}

const fn is_continuation(byte: u8) -> bool {
    byte & 0xc0 == 0x80
}

fn counts(text: &str) -> Vec<u32> {
    let mut counts = alloc::vec![0];
    let mut so_far = 0;
    for part in text.as_bytes().chunks(STEP) {
        so_far +=
            u32::try_from(part.iter().filter(|byte| !is_continuation(**byte)).count()).unwrap_or_default();
        counts.push(so_far);
    }
    counts
}

/// The lines of a Markdown text, without those that are blank or only draw something.
fn lines(text: &str) -> Vec<Line> {
    let mut found: Vec<Line> = Vec::new();
    let (mut start, mut apart, mut fenced, mut in_table) = (0, true, false, false);
    for whole in text.split_inclusive('\n') {
        let from = start;
        start += whole.len();
        let line = whole.trim();
        if line.starts_with("```") || line.starts_with("~~~") {
            fenced = !fenced;
            continue;
        }
        if line.is_empty() || line == CUT_MARK {
            apart = true;
            continue;
        }
        let at = from + (whole.len() - whole.trim_start().len());
        let at = at..at + line.len();
        let line = if fenced { Line { at, kind: LineKind::Code, apart } } else { marked(text, at, apart) };
        let draws = matches!(line.kind, LineKind::Row(ref cells) if cells.iter().all(|cell| draws(&text[cell.clone()])))
            || draws(&text[line.at.clone()]);
        in_table &= !apart;
        if draws && text[line.at.clone()].contains('|') {
            // The line above a drawn one names columns, or is the first row where a table has no names.
            found.last_mut().filter(|_| !apart).into_iter().for_each(|above| above.divide(text));
            in_table = true;
        } else if !line.at.is_empty() && !draws {
            found.push(line);
            found.last_mut().filter(|_| in_table).into_iter().for_each(|row| row.divide(text));
        }
        apart = false;
    }
    found
}

/// Whether a piece is only there to draw a line.
fn draws(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| matches!(c, '-' | ':' | '=' | '|' | ' ' | '*' | '_' | '+'))
}

/// A line without the marks before it.
fn marked(text: &str, mut at: Range<usize>, apart: bool) -> Line {
    let mut kind = LineKind::Text;
    loop {
        let line = &text[at.clone()];
        let hashes = line.bytes().take_while(|byte| *byte == b'#').count();
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        let skip = if (1..=6).contains(&hashes) && line[hashes..].starts_with(' ') {
            kind = LineKind::Heading(u8::try_from(hashes).unwrap_or(6));
            hashes
        } else if let Some(level) = prefixed_heading(line) {
            kind = LineKind::Heading(level);
            3
        } else if ["- ", "* ", "+ ", "• "].iter().any(|mark| line.starts_with(mark)) {
            kind = LineKind::Item;
            line.chars().next().map_or(1, char::len_utf8)
        } else if (1..=2).contains(&digits) && is_numbered(&line[digits..]) {
            kind = LineKind::Item;
            digits + 1
        } else if line.starts_with("> ") {
            1
        } else {
            break;
        };
        at.start += skip;
        at.start += text[at.clone()].len() - text[at.clone()].trim_start().len();
    }
    let line = &text[at.clone()];
    if kind == LineKind::Text
        && line.contains('|')
        && (line.starts_with('|') || line.matches('|').count() >= 2)
    {
        return Line { kind: LineKind::Row(cells(text, &at)), at, apart };
    }
    // The marks of emphasis around a whole line are no words.
    let inner = line.trim_matches(['*', '_', '#', ' ']);
    if matches!(kind, LineKind::Heading(_)) && !inner.is_empty() {
        let skipped = line.len() - line.trim_start_matches(['*', '_', '#', ' ']).len();
        at = at.start + skipped..at.start + skipped + inner.len();
    }
    Line { at, kind, apart }
}

/// Whether a sentence ends with the number of what the next one begins with: `18.` and `Juni`.
fn is_ordinal(before: &str, after: &str) -> bool {
    let last = before.rsplit(char::is_whitespace).next().unwrap_or_default();
    let digits = last.strip_suffix('.').unwrap_or_default();
    let is_short = (1..=2).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    let word = after.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let counted = matches!(
        word,
        "Quartal"
            | "Jahrhundert"
            | "Mal"
            | "Platz"
            | "Klasse"
            | "Stock"
            | "Etage"
            | "Lebensjahr"
            | "Jahrestag"
    );
    is_short && (counted || super::read::month(word).is_some())
}

/// `1. An entry`, but not `1. March` or `3. Quartal`, which begin a date.
fn is_numbered(rest: &str) -> bool {
    if rest.starts_with(") ") {
        return true;
    }
    let Some(rest) = rest.strip_prefix(". ") else { return false };
    let word = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    super::read::month(word).is_none() && !word.eq_ignore_ascii_case("quartal")
}

/// `H2:` of a page's own text.
fn prefixed_heading(line: &str) -> Option<u8> {
    let level = line.strip_prefix('H')?.bytes().next().filter(|byte| (b'1'..=b'6').contains(byte))?;
    line[2..].starts_with(": ").then_some(level - b'0')
}

fn cells(text: &str, line: &Range<usize>) -> Vec<Range<usize>> {
    let mut cells = Vec::new();
    let inner = text[line.clone()].trim_matches('|');
    let mut start =
        line.start + (text[line.clone()].len() - text[line.clone()].trim_start_matches('|').len());
    for cell in inner.split('|') {
        let skipped = cell.len() - cell.trim_start().len();
        cells.push(start + skipped..start + skipped + cell.trim().len());
        start += cell.len() + 1;
    }
    cells
}

/// A piece without the marks of emphasis and the spaces around it.
pub(crate) fn bare(text: &str, at: Range<usize>) -> Range<usize> {
    let piece = &text[at.clone()];
    let marks = |c: char| c.is_whitespace() || matches!(c, '*' | '_' | '`');
    let inner = piece.trim_start_matches(marks);
    let start = at.start + (piece.len() - inner.len());
    let end = inner.trim_end_matches(marks).len();
    start..start + whole_escape(inner, end)
}

/// Where a piece that was cut here has to end, so that no backslash stands there without the mark that it makes a
/// character of the text.
pub(crate) fn whole_escape(text: &str, end: usize) -> usize {
    let backslashes = text[..end].bytes().rev().take_while(|byte| *byte == b'\\').count();
    if backslashes % 2 == 0 {
        return end;
    }
    end + text[end..].chars().next().map_or(0, char::len_utf8)
}
