//! Searches the project's files with ripgrep's libraries and puts the most telling lines first (INK-037).

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ffi::CStr;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::BorrowedFd;

use grep_regex::{RegexMatcher, RegexMatcherBuilder};
use grep_searcher::{BinaryDetection, MmapChoice, Searcher, SearcherBuilder, Sink, SinkFinish, SinkMatch};
use laika_protocol::ToolError;
use laika_protocol::tools::ToolResult;
use laika_protocol::tools::typed::{ProjectHits, ProjectSearch};

use super::excerpt;
use super::matching::{LITERAL_MOST_BYTES, PATTERN_MOST_BYTES};
use super::rank::{Query, file_score, line_score};
use super::refusal::invalid;
use super::root::{Project, open_if_regular};
use super::walk::{Choice, Passed, Visit, walk};
use crate::Bounds;

/// Hits that are given if nothing is said.
const USUAL_RESULTS: u32 = 20;
/// Hits that are given at most.
const MOST_RESULTS: u32 = 200;
/// Bytes of a line, beyond which a file is passed over.
const LINE_MOST_BYTES: usize = 16 << 20;

/// A line that matches. Ordered so that a better one is greater, and no two are equal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Found {
    pub(crate) score: u32,
    pub(crate) path: Reverse<String>,
    pub(crate) line: Reverse<u64>,
    pub(crate) text: String,
}

/// What a search counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    files: u64,
    binary: u64,
    long_lines: u64,
    lines: u64,
    matching_files: u64,
}

/// Searches the project.
///
/// # Errors
///
/// `E_PATTERN`, `E_GLOB`, `CANCELLED`, `TIMEOUT`.
pub fn search(project: &Project, asked: &ProjectSearch, bounds: &Bounds) -> Result<ToolResult, ToolError> {
    let choice = Choice::new(asked.glob.as_deref().unwrap_or(&[]), &[], &[])?;
    let most = asked.max_results.unwrap_or(USUAL_RESULTS).clamp(1, MOST_RESULTS) as usize;
    let mut query = Query::of(&asked.query);
    let mut outcome = look(project, asked, &query, &choice, most, bounds)?;
    let mut by_words = false;
    // "character descriptions" stands nowhere as it is written; lines with its words are the next best answer.
    if outcome.0.is_empty() && !asked.regex.unwrap_or(false) && query.words.len() > 1 {
        query.by_words = true;
        by_words = true;
        outcome = look(project, asked, &query, &choice, most, bounds)?;
    }
    let (found, counts, passed) = outcome;
    let lines = asked.context_lines.unwrap_or(0).min(10) as usize;
    let given = found.len() as u64;
    let hits = excerpt::with_context(project, found, lines, bounds)?;
    let hits = ProjectHits { hits, matching_lines: counts.lines, matching_files: counts.matching_files };
    let (full_text, cut) = excerpt::as_text(&hits, bounds.most_bytes);
    let data = serde_json::to_value(&hits)
        .map_err(|_| ToolError::new(laika_protocol::ErrorCode::Internal, "the hits could not be written"))?;
    let result = ToolResult::done(data, excerpt::brief(&hits, by_words), full_text)
        .with("filesSearched", counts.files)
        .with("filesBinary", counts.binary)
        .with("filesWithLongLines", counts.long_lines)
        .with("ignored", passed.ignored)
        .with("hidden", passed.hidden)
        .with("special", passed.special)
        .with("unreadable", passed.unreadable)
        .with("oddNames", passed.odd_names)
        .with("byWords", by_words)
        .with("hitsLeftOut", counts.lines.saturating_sub(given))
        .with("textCut", cut);
    Ok(result)
}

/// One walk: the best hits, best first.
fn look(
    project: &Project,
    asked: &ProjectSearch,
    query: &Query,
    choice: &Choice,
    most: usize,
    bounds: &Bounds,
) -> Result<(Vec<Found>, Counts, Passed), ToolError> {
    let matcher = matcher(asked, query)?;
    let (workers, passed) = walk(project, choice, bounds, || Worker {
        searcher: searcher(),
        matcher: matcher.clone(),
        query,
        most,
        best: BinaryHeap::new(),
        counts: Counts::default(),
        bounds,
    })?;
    let mut counts = Counts::default();
    let mut best = Vec::new();
    for worker in workers {
        counts.files += worker.counts.files;
        counts.binary += worker.counts.binary;
        counts.long_lines += worker.counts.long_lines;
        counts.lines += worker.counts.lines;
        counts.matching_files += worker.counts.matching_files;
        best.extend(worker.best.into_iter().map(|Reverse(found)| found));
    }
    best.sort_unstable_by(|one, other| other.cmp(one));
    best.truncate(most);
    Ok((best, counts, passed))
}

fn matcher(asked: &ProjectSearch, query: &Query) -> Result<RegexMatcher, ToolError> {
    if asked.query.trim().is_empty() {
        return Err(invalid("E_PATTERN", "there is nothing to look for; name a word"));
    }
    let regex = asked.regex.unwrap_or(false);
    let mut builder = RegexMatcherBuilder::new();
    builder
        .multi_line(true)
        .crlf(true)
        // After `crlf`, which would set another one than the searcher's.
        .line_terminator(Some(b'\n'))
        .size_limit(if regex { PATTERN_MOST_BYTES } else { LITERAL_MOST_BYTES })
        .word(asked.word.unwrap_or(false))
        .fixed_strings(!regex);
    match asked.case_sensitive {
        Some(counts) => builder.case_insensitive(!counts),
        None => builder.case_smart(true),
    };
    let built = if query.by_words { builder.build_many(&query.words) } else { builder.build(&asked.query) };
    built.map_err(|_| {
        invalid(
            "E_PATTERN",
            "the query is not a regular expression for one line; set regex to false to find it as it stands",
        )
    })
}

fn searcher() -> Searcher {
    SearcherBuilder::new()
        .binary_detection(BinaryDetection::quit(0))
        .line_number(true)
        .heap_limit(Some(LINE_MOST_BYTES))
        // A file that is cut short while it is mapped would end the process.
        .memory_map(MmapChoice::never())
        .build()
}

struct Worker<'a> {
    searcher: Searcher,
    matcher: RegexMatcher,
    query: &'a Query,
    most: usize,
    /// The best so far, the worst of them on top.
    best: BinaryHeap<Reverse<Found>>,
    counts: Counts,
    bounds: &'a Bounds,
}

/// A file that can be read as long as the call may go on.
struct Watched<'a> {
    file: File,
    bounds: &'a Bounds,
}

impl Read for Watched<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.bounds.check().map_err(|_| io::ErrorKind::TimedOut)?;
        self.file.read(into)
    }
}

impl Visit for Worker<'_> {
    fn file(
        &mut self,
        path: &str,
        folder: BorrowedFd<'_>,
        name: &CStr,
        passed: &mut Passed,
    ) -> Result<(), ToolError> {
        let file = match open_if_regular(folder, name) {
            Ok(Some((file, _))) => file,
            Ok(None) => {
                passed.special += 1;
                return Ok(());
            }
            Err(_) => {
                passed.unreadable += 1;
                return Ok(());
            }
        };
        self.counts.files += 1;
        let mut lines = Lines {
            matcher: &self.matcher,
            query: self.query,
            most: self.most,
            best: BinaryHeap::new(),
            count: 0,
            binary: false,
            bounds: self.bounds,
        };
        let file = Watched { file, bounds: self.bounds };
        if self.searcher.search_reader(&self.matcher, file, &mut lines).is_err() {
            self.bounds.check()?;
            self.counts.long_lines += 1;
            return Ok(());
        }
        if lines.binary {
            self.counts.binary += 1;
        } else if lines.count > 0 {
            self.counts.matching_files += 1;
            self.counts.lines += lines.count;
            let about_file = file_score(path, lines.count, self.query);
            for Reverse((score, Reverse(line), text)) in lines.best {
                let found = Found {
                    score: score + about_file,
                    path: Reverse(path.to_owned()),
                    line: Reverse(line),
                    text,
                };
                keep(&mut self.best, Reverse(found), self.most);
            }
        }
        Ok(())
    }
}

/// Keeps the best so many.
fn keep<T: Ord>(best: &mut BinaryHeap<T>, one: T, most: usize) {
    if best.len() < most {
        best.push(one);
    } else if let Some(mut worst) = best.peek_mut()
        && one < *worst
    {
        *worst = one;
    }
}

/// The matching lines of one file.
struct Lines<'a> {
    matcher: &'a RegexMatcher,
    query: &'a Query,
    most: usize,
    best: BinaryHeap<Reverse<(u32, Reverse<u64>, String)>>,
    count: u64,
    binary: bool,
    bounds: &'a Bounds,
}

/// Matching lines between two looks at the bounds.
const CHECK_EVERY: u64 = 64;

impl Sink for Lines<'_> {
    type Error = io::Error;

    fn matched(&mut self, _: &Searcher, found: &SinkMatch<'_>) -> Result<bool, Self::Error> {
        self.count += 1;
        if self.count.is_multiple_of(CHECK_EVERY) {
            self.bounds.check().map_err(|_| io::ErrorKind::TimedOut)?;
        }
        let line = found.line_number().unwrap_or(0);
        let (score, at) = line_score(found.bytes(), self.matcher, self.query);
        // Most lines of a common word are not among the best: their text is not even copied.
        let place = (score, Reverse(line));
        let worse = |worst: &Reverse<(u32, Reverse<u64>, String)>| place <= (worst.0.0, worst.0.1);
        if self.best.len() < self.most || !self.best.peek().is_some_and(worse) {
            let text = excerpt::part_of_line(found.bytes(), at);
            keep(&mut self.best, Reverse((score, Reverse(line), text)), self.most);
        }
        Ok(true)
    }

    fn finish(&mut self, _: &Searcher, end: &SinkFinish) -> Result<(), Self::Error> {
        self.binary = end.binary_byte_offset().is_some();
        Ok(())
    }
}
