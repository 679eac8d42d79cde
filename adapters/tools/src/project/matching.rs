//! What is looked for in a file and what takes its place, byte by byte.

use std::sync::Arc;

use laika_protocol::ToolError;
use regex::bytes::{Captures, Regex, RegexBuilder};

use super::refusal::invalid;
use super::root::FILE_MOST_BYTES;
use crate::Bounds;

/// Bytes of a compiled regular expression: how long it takes on a file grows with them.
pub(crate) const PATTERN_MOST_BYTES: usize = 1 << 20;
/// Bytes of a compiled text, which is only as large as it is long.
pub(crate) const LITERAL_MOST_BYTES: usize = 10 << 20;

/// A search and its replacement, ready for use.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    lf: Regex,
    /// For files whose lines end with CRLF: a line end in the search means theirs.
    crlf: Regex,
    lf_new: Template,
    crlf_new: Template,
}

/// What takes the place of a match.
#[derive(Clone, Debug)]
enum Template {
    /// The same everywhere.
    Same(Arc<[u8]>),
    /// Texts and groups of the match.
    Parts(Vec<Part>),
}

#[derive(Clone, Debug)]
enum Part {
    Text(String),
    Group(usize),
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
                .size_limit(if how.regex { PATTERN_MOST_BYTES } else { LITERAL_MOST_BYTES })
                .build()
                .map_err(|error| bad_pattern(&error))
        };
        let (lf, crlf) = (build(r"\n")?, build(r"\r\n")?);
        let template = |text: &str| {
            if how.regex {
                parts_of(text, &lf).map(Template::Parts)
            } else {
                Ok(Template::Same(text.as_bytes().into()))
            }
        };
        let (lf_new, crlf_new) = (template(replacement)?, template(&with_crlf(replacement))?);
        Ok(Self { lf, crlf, lf_new, crlf_new })
    }

    /// Every replacement in a file, in order.
    pub(crate) fn edits(&self, bytes: &[u8], most: usize, bounds: &Bounds) -> Result<Vec<Edit>, ToolError> {
        let crlf = ends_with_crlf(bytes);
        let (regex, template) = if crlf { (&self.crlf, &self.crlf_new) } else { (&self.lf, &self.lf_new) };
        let mut edits = Vec::new();
        let may_add = |count: usize| {
            bounds.check()?;
            if count < most { Ok(()) } else { Err(too_many_matches(most)) }
        };
        match template {
            Template::Same(new) => {
                for found in regex.find_iter(bytes) {
                    may_add(edits.len())?;
                    edits.push(Edit { start: found.start(), end: found.end(), new: new.clone() });
                }
            }
            Template::Parts(parts) => {
                let mut added = 0_u64;
                for found in regex.captures_iter(bytes) {
                    let Some(whole) = found.get(0) else { continue };
                    may_add(edits.len())?;
                    // Known before it is made: a short replacement can name a long group many times.
                    let size = expanded_size(parts, &found);
                    added = added.saturating_add(size);
                    if added > FILE_MOST_BYTES {
                        return Err(too_large_after());
                    }
                    let new = expanded(parts, &found, usize::try_from(size).unwrap_or(0)).into();
                    edits.push(Edit { start: whole.start(), end: whole.end(), new });
                }
            }
        }
        Ok(edits)
    }
}

fn bad_pattern(error: &regex::Error) -> ToolError {
    let message = if matches!(error, regex::Error::CompiledTooBig(_)) {
        "the search is too large; make it shorter, or repeat less in it"
    } else {
        "the search is not a regular expression; set regex to false to find it as it stands"
    };
    invalid("E_PATTERN", message)
}

pub(crate) fn too_many_matches(most: usize) -> ToolError {
    invalid(
        "E_TOO_MANY_MATCHES",
        format!("there are more than {most} matches; narrow the search or raise maxMatches"),
    )
}

fn too_large_after() -> ToolError {
    let most = FILE_MOST_BYTES >> 20;
    invalid("E_FILE_TOO_LARGE", format!("a file would be larger than {most} MiB after the replacement"))
}

fn expanded_size(parts: &[Part], found: &Captures<'_>) -> u64 {
    let size = |part: &Part| match part {
        Part::Text(text) => text.len(),
        Part::Group(at) => found.get(*at).map_or(0, |group| group.len()),
    };
    parts.iter().fold(0, |sum: u64, part| sum.saturating_add(size(part) as u64))
}

fn expanded(parts: &[Part], found: &Captures<'_>, size: usize) -> Vec<u8> {
    let mut new = Vec::with_capacity(size);
    for part in parts {
        match part {
            Part::Text(text) => new.extend_from_slice(text.as_bytes()),
            Part::Group(at) => new.extend(found.get(*at).iter().flat_map(|group| group.as_bytes())),
        }
    }
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

/// A replacement as the regex library reads it: `$1`, `${name}`, and `$$` for a dollar sign.
fn parts_of(replacement: &str, regex: &Regex) -> Result<Vec<Part>, ToolError> {
    let mut parts = Vec::new();
    let mut text = String::new();
    let mut rest = replacement;
    while let Some(at) = rest.find('$') {
        text.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix('$') {
            text.push('$');
            rest = after;
            continue;
        }
        let name = if let Some(braced) = rest.strip_prefix('{') {
            braced.find('}').map(|end| (&braced[..end], &braced[end + 1..]))
        } else {
            let end = rest
                .find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
                .unwrap_or(rest.len());
            (end > 0).then(|| rest.split_at(end))
        };
        match name {
            Some((name, after)) => {
                parts.push(Part::Text(std::mem::take(&mut text)));
                parts.push(Part::Group(group_of(name, regex)?));
                rest = after;
            }
            None => text.push('$'),
        }
    }
    text.push_str(rest);
    parts.push(Part::Text(text));
    Ok(parts)
}

/// A group that does not exist would silently become nothing: `$1x` is the group `1x`.
fn group_of(name: &str, regex: &Regex) -> Result<usize, ToolError> {
    let known = match name.parse::<usize>() {
        Ok(at) => (at < regex.captures_len()).then_some(at),
        Err(_) => regex.capture_names().position(|known| known == Some(name)),
    };
    known.ok_or_else(|| {
        invalid(
            "E_GROUP",
            format!(
                "the replacement uses the group `{}`, which the search does not have; write ${{1}} where letters follow, $$ for a dollar sign",
                super::refusal::shown(name)
            ),
        )
    })
}

/// Bytes of the file after its edits.
pub(crate) fn size_after(bytes: &[u8], edits: &[Edit]) -> u64 {
    let added: u64 = edits.iter().map(|edit| edit.new.len() as u64).sum();
    let taken: u64 = edits.iter().map(|edit| (edit.end - edit.start) as u64).sum();
    bytes.len() as u64 - taken + added
}

/// The file after its edits.
pub(crate) fn applied(bytes: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut new = Vec::with_capacity(usize::try_from(size_after(bytes, edits)).unwrap_or(0));
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
