//! What is looked for in a file and what takes its place, byte by byte.

use std::sync::Arc;

use laika_protocol::ToolError;
use regex::bytes::{Captures, Regex, RegexBuilder};

use super::refusal::invalid;
use crate::Bounds;

/// Bytes of a compiled pattern.
const PATTERN_MOST_BYTES: usize = 10 << 20;
/// Matches between two looks at the bounds.
const CHECK_EVERY: usize = 512;

/// A search and its replacement, ready for use.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    lf: Regex,
    /// For files whose lines end with CRLF: a line end in the search means theirs.
    crlf: Regex,
    replacement: String,
    groups: bool,
}

/// How to match.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct How {
    pub(crate) regex: bool,
    pub(crate) ignore_case: bool,
    pub(crate) word: bool,
}

/// One replacement: which bytes go, and what comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Edit {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Shared: most replacements of a file are the same.
    pub(crate) new: Arc<[u8]>,
}

impl Pattern {
    pub(crate) fn new(search: &str, replacement: &str, how: How) -> Result<Self, ToolError> {
        if search.is_empty() {
            return Err(invalid("E_PATTERN", "there is nothing to look for; name the text to replace"));
        }
        let build = |line_end: &str| {
            let body = if how.regex { search.to_owned() } else { literal(search, line_end) };
            // Half boundaries: a whole word may also begin or end with a sign.
            let body = if how.word { format!(r"\b{{start-half}}(?:{body})\b{{end-half}}") } else { body };
            RegexBuilder::new(&body)
                .multi_line(true)
                .crlf(true)
                .case_insensitive(how.ignore_case)
                .size_limit(PATTERN_MOST_BYTES)
                .build()
                .map_err(|_| {
                    invalid(
                        "E_PATTERN",
                        "the search is not a regular expression; set regex to false to find it as it stands",
                    )
                })
        };
        let pattern = Self {
            lf: build(r"\n")?,
            crlf: build(r"\r\n")?,
            replacement: replacement.to_owned(),
            groups: how.regex,
        };
        if how.regex {
            pattern.check_groups()?;
        }
        Ok(pattern)
    }

    /// A group that does not exist would silently become nothing: `$1x` is the group `1x`.
    fn check_groups(&self) -> Result<(), ToolError> {
        let names: Vec<&str> = self.lf.capture_names().flatten().collect();
        for name in groups_of(&self.replacement) {
            let known = name
                .parse::<usize>()
                .map_or_else(|_| names.contains(&name), |at| at < self.lf.captures_len());
            if !known {
                return Err(invalid(
                    "E_GROUP",
                    format!(
                        "the replacement uses the group `{}`, which the search does not have; write ${{1}} where letters follow, $$ for a dollar sign",
                        super::refusal::shown(name)
                    ),
                ));
            }
        }
        Ok(())
    }

    /// Every replacement in a file, in order.
    pub(crate) fn edits(&self, bytes: &[u8], most: usize, bounds: &Bounds) -> Result<Vec<Edit>, ToolError> {
        let crlf = ends_with_crlf(bytes);
        let regex = if crlf { &self.crlf } else { &self.lf };
        let replacement = if crlf { with_crlf(&self.replacement) } else { self.replacement.clone() };
        let mut edits = Vec::new();
        let too_many = || {
            invalid(
                "E_TOO_MANY_MATCHES",
                format!("there are more than {most} matches; narrow the search or raise maxMatches"),
            )
        };
        let mut add = |start: usize, end: usize, new: Arc<[u8]>| -> Result<(), ToolError> {
            if edits.len() % CHECK_EVERY == 0 {
                bounds.check()?;
            }
            if edits.len() >= most {
                return Err(too_many());
            }
            edits.push(Edit { start, end, new });
            Ok(())
        };
        if self.groups {
            for found in regex.captures_iter(bytes) {
                let Some(whole) = found.get(0) else { continue };
                add(whole.start(), whole.end(), expanded(&found, &replacement).into())?;
            }
        } else {
            let new: Arc<[u8]> = replacement.as_bytes().into();
            for found in regex.find_iter(bytes) {
                add(found.start(), found.end(), new.clone())?;
            }
        }
        Ok(edits)
    }
}

fn expanded(found: &Captures<'_>, replacement: &str) -> Vec<u8> {
    let mut new = Vec::new();
    found.expand(replacement.as_bytes(), &mut new);
    new
}

fn literal(search: &str, line_end: &str) -> String {
    let lines: Vec<String> = search.replace("\r\n", "\n").split('\n').map(regex::escape).collect();
    lines.join(line_end)
}

/// Whether the first line ends with CRLF: a file has one kind of line end, or its first counts.
fn ends_with_crlf(bytes: &[u8]) -> bool {
    bytes.iter().position(|byte| *byte == b'\n').is_some_and(|at| at > 0 && bytes[at - 1] == b'\r')
}

fn with_crlf(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\n', "\r\n")
}

/// The groups that a replacement names, as the regex library reads them.
fn groups_of(replacement: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut rest = replacement;
    while let Some(at) = rest.find('$') {
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix('$') {
            rest = after;
        } else if let Some(braced) = rest.strip_prefix('{') {
            if let Some(end) = braced.find('}') {
                names.push(&braced[..end]);
                rest = &braced[end + 1..];
            }
        } else {
            let end = rest
                .find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
                .unwrap_or(rest.len());
            if end > 0 {
                names.push(&rest[..end]);
            }
            rest = &rest[end..];
        }
    }
    names
}

/// The file after its edits.
pub(crate) fn applied(bytes: &[u8], edits: &[Edit]) -> Vec<u8> {
    let added: usize = edits.iter().map(|edit| edit.new.len()).sum();
    let taken: usize = edits.iter().map(|edit| edit.end - edit.start).sum();
    let mut new = Vec::with_capacity(bytes.len() - taken + added);
    let mut at = 0;
    for edit in edits {
        new.extend_from_slice(&bytes[at..edit.start]);
        new.extend_from_slice(&edit.new);
        at = edit.end;
    }
    new.extend_from_slice(&bytes[at..]);
    new
}

/// Whether a file is not text.
pub(crate) fn is_binary(bytes: &[u8]) -> bool {
    bytes.contains(&0)
}

/// Without edits that change nothing.
pub(crate) fn real(bytes: &[u8], mut edits: Vec<Edit>) -> Vec<Edit> {
    edits.retain(|edit| bytes[edit.start..edit.end] != *edit.new);
    edits
}
