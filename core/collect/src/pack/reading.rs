//! A source as it is read: its plain text, in passages, with the way back to the capture.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use laika_context::ground::chunks;
use laika_protocol::collection::{Capture, Source, SourceCitation};
use laika_protocol::ids::DocId;

use crate::snapshot::Plain;
use crate::urls::Address;

/// Tokens of a passage.
const PASSAGE: usize = 120;

/// A source with what there is of it.
#[derive(Clone, Copy, Debug)]
pub struct Member<'a> {
    /// The source.
    pub source: &'a Source,
    /// What was captured of it last.
    pub capture: Option<&'a Capture>,
    /// For a sensitive source, the totals that were made of it: all that may be used of it (CTX-011).
    pub derived: Option<&'a Capture>,
}

impl<'a> Member<'a> {
    /// What may be used of it.
    #[must_use]
    pub const fn usable(&self) -> Option<&'a Capture> {
        if self.source.sensitive { self.derived } else { self.capture }
    }

    /// What it is called, as far as that may be told: the title of a sensitive page may name a person or an account.
    #[must_use]
    pub fn title(&self) -> String {
        match self.usable() {
            _ if self.source.sensitive => self.source.outlet.clone(),
            Some(capture) if !capture.title.is_empty() => capture.title.clone(),
            Some(_) | None => self.source.title.clone(),
        }
    }

    /// Its address, as far as that may be told.
    pub(super) fn url(&self) -> String {
        if !self.source.sensitive {
            return self.source.url.clone();
        }
        Address::read(&self.source.url)
            .map(|address| address.url().origin().ascii_serialization())
            .unwrap_or_default()
    }
}

/// A passage, and how much it has to do with the question.
#[derive(Clone, Debug)]
pub(super) struct Passage {
    /// Where it stands in the plain text.
    pub(super) at: Range<usize>,
    /// The headings above it, in the plain text, the highest first.
    pub(super) above: Vec<Range<usize>>,
    pub(super) score: u64,
}

/// A source as it is read.
pub(super) struct Reading<'a> {
    pub(super) member: Member<'a>,
    pub(super) plain: Plain,
    pub(super) passages: Vec<Passage>,
}

impl<'a> Reading<'a> {
    pub(super) fn new(member: Member<'a>) -> Self {
        let plain = member.usable().map(|capture| Plain::read(&capture.text, 0)).unwrap_or_default();
        let passages = passages(&plain.text);
        Self { member, plain, passages }
    }

    /// The capture's own words for a piece of the plain text.
    pub(super) fn cite(&self, piece: &Range<usize>) -> Option<SourceCitation> {
        let capture = self.member.usable()?;
        let place = self.plain.place(piece);
        let quote = capture.text.get(place.clone())?;
        let start = capture.text.get(..place.start)?.chars().count();
        let end = start + quote.chars().count();
        Some(SourceCitation {
            source_id: self.member.source.id.clone(),
            capture: capture.head.number,
            quote: quote.to_string(),
            start: u32::try_from(start).ok()?,
            end: u32::try_from(end).ok()?,
        })
    }
}

fn passages(text: &str) -> Vec<Passage> {
    let mut open: [Option<Range<usize>>; 7] = Default::default();
    let mut headings = headings(text).into_iter().peekable();
    let mut found = Vec::new();
    for at in chunks(text, PASSAGE) {
        let at = trimmed(text, at);
        let mut take = |before: usize, open: &mut [Option<Range<usize>>; 7]| {
            while let Some((level, line)) = headings.next_if(|(_, line)| line.start < before) {
                open[level..].iter_mut().for_each(|below| *below = None);
                open[level] = Some(line);
            }
        };
        take(at.start, &mut open);
        let above = open.iter().flatten().cloned().collect();
        take(at.end, &mut open);
        found.push(Passage { at, above, score: 0 });
    }
    found
}

/// The lines of headings, with their levels.
fn headings(text: &str) -> Vec<(usize, Range<usize>)> {
    let mut start = 0;
    let mut found = Vec::new();
    for line in text.split_inclusive('\n') {
        let level = line
            .strip_prefix('H')
            .and_then(|rest| rest.split_once(": "))
            .and_then(|(level, _)| level.parse().ok());
        if let Some(level) = level.filter(|level| (1..=6).contains(level)) {
            found.push((level, start..start + line.trim_end().len()));
        }
        start += line.len();
    }
    found
}

fn trimmed(text: &str, at: Range<usize>) -> Range<usize> {
    let words = &text[at.clone()];
    let start = at.start + (words.len() - words.trim_start_matches('\n').len());
    start..at.start + words.trim_end().len()
}

/// A text made of passages of one source.
#[derive(Clone, Debug)]
pub struct Part {
    /// Which of the sources that were handed in.
    pub member: usize,
    /// Its id in citations of a model.
    pub doc_id: DocId,
    /// The passages with the headings above them, in the order of the source, with the prefixes of a page's text.
    pub text: String,
    /// Where each piece of the text begins, where it stands in the plain text, and whether it is a passage.
    pieces: Vec<(usize, Range<usize>, bool)>,
}

impl Part {
    /// A part of a source; nothing where the id cannot be made.
    pub(super) fn new(member: usize, number: usize, reading: &Reading<'_>, chosen: &[usize]) -> Option<Self> {
        let id = match number {
            0 => format!("doc:source:{}", member + 1),
            more => format!("doc:source:{}:{}", member + 1, more + 1),
        };
        let mut part =
            Self { member, doc_id: DocId::parse(&id).ok()?, text: String::new(), pieces: Vec::new() };
        let plain = &reading.plain.text;
        // A heading is said once, also one that stands in a passage.
        let mut said: Vec<usize> = Vec::new();
        for passage in chosen.iter().filter_map(|at| reading.passages.get(*at)) {
            for heading in &passage.above {
                if !said.contains(&heading.start) {
                    said.push(heading.start);
                    part.push(plain, heading, false);
                }
            }
            part.push(plain, &passage.at, true);
            said.extend(
                headings(&plain[passage.at.clone()]).into_iter().map(|(_, at)| passage.at.start + at.start),
            );
        }
        Some(part)
    }

    fn push(&mut self, plain: &str, at: &Range<usize>, is_passage: bool) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.pieces.push((self.text.len(), at.clone(), is_passage));
        self.text.push_str(&plain[at.clone()]);
    }

    /// Where a piece of the text stands in the plain text of the source.
    pub(super) fn in_plain(&self, piece: &Range<usize>) -> Option<Range<usize>> {
        let at = self.pieces.partition_point(|(start, _, _)| *start <= piece.start).checked_sub(1)?;
        let (start, plain, _) = self.pieces.get(at)?;
        let from = plain.start + (piece.start - start);
        // A piece that goes on behind its passage ends with it.
        let to = (plain.start + (piece.end.max(piece.start) - start)).min(plain.end);
        (from < to).then_some(from..to)
    }

    pub(super) fn passages(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        self.pieces.iter().filter(|(_, _, is_passage)| *is_passage).map(|(_, plain, _)| plain.clone())
    }
}
