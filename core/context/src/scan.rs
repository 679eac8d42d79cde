//! Finds the one place in an output that counts: the first top-level object outside thinking (C-12, C-13).
//!
//! One pass. A later object is never looked for, whatever is wrong with the first: a page that gets itself quoted
//! must not be able to choose which object is read.

use alloc::string::String;
use alloc::vec::Vec;

use laika_protocol::{Defect, DefectKind, Path};

use crate::{Expected, LegacyPattern, Thinking};

pub(crate) const LEGACY_START: &str = ":::TOOL:";

/// What an output holds.
pub(crate) struct Scan<'a> {
    /// What comes first.
    pub(crate) found: Found<'a>,
    /// The text before it, without thinking.
    pub(crate) before: String,
    /// Whether thinking was skipped.
    pub(crate) thinking: bool,
}

/// What comes first in an output.
pub(crate) enum Found<'a> {
    /// An object: the text from its brace on.
    Object(&'a str),
    /// A call in the older text pattern: the text from its colons on.
    Legacy(&'a str),
    /// Neither.
    Nothing,
}

/// Scans an output.
pub(crate) fn scan<'a>(text: &'a str, expected: &Expected) -> Scan<'a> {
    let mut scan = Scan { found: Found::Nothing, before: String::new(), thinking: false };
    let mut rest = text;
    if expected.thinking == Thinking::Open {
        scan.thinking = true;
        rest = after_thinking(rest);
    }
    while let Some(at) = rest.find(['<', '{', ':']) {
        let (before, here) = rest.split_at(at);
        scan.before.push_str(before);
        if here.starts_with('{') {
            scan.found = Found::Object(here);
            return scan;
        }
        if here.starts_with(LEGACY_START) && expected.legacy == LegacyPattern::On {
            scan.found = Found::Legacy(here);
            return scan;
        }
        if let Some(Tag { end, kind: TagKind::Open }) = tag(here) {
            scan.thinking = true;
            rest = after_thinking(&here[end..]);
        } else {
            // Both characters that can stand here are one byte long.
            scan.before.push_str(&here[..1]);
            rest = &here[1..];
        }
    }
    scan.before.push_str(rest);
    scan
}

struct Tag {
    kind: TagKind,
    end: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TagKind {
    Open,
    Close,
}

/// The thinking tag a text starts with, in any case and with spaces inside.
fn tag(text: &str) -> Option<Tag> {
    // The longest spelling worth knowing; a tag is short.
    let inside = text.strip_prefix('<')?;
    let end = inside.bytes().take(16).position(|byte| byte == b'>')?;
    let name = inside.get(..end)?.trim();
    let (name, kind) = name.strip_prefix('/').map_or((name, TagKind::Open), |name| (name, TagKind::Close));
    name.trim().eq_ignore_ascii_case("think").then_some(Tag { kind, end: end + 2 })
}

/// The text behind the end of the thinking block that is open at its start. Blocks nest: what stands inside thinking
/// is never read, whatever the model believed about where it ends.
fn after_thinking(text: &str) -> &str {
    let mut depth = 1_usize;
    for (at, _) in text.match_indices('<') {
        let Some(Tag { kind, end }) = tag(&text[at..]) else { continue };
        match kind {
            TagKind::Open => depth += 1,
            TagKind::Close => depth -= 1,
        }
        if depth == 0 {
            return &text[at + end..];
        }
    }
    ""
}

/// Whether a text ends a thinking block that it did not begin: then what came before it was thinking.
pub(crate) fn ends_thinking(text: &str) -> bool {
    let mut depth = 0_usize;
    for tag in text.match_indices('<').filter_map(|(at, _)| tag(&text[at..])) {
        match tag.kind {
            TagKind::Open => depth += 1,
            TagKind::Close if depth == 0 => return true,
            TagKind::Close => depth -= 1,
        }
    }
    false
}

impl Scan<'_> {
    /// Whether the object stands inside an array or a quotation. A bracket pair that is closed again is prose.
    pub(crate) fn is_inside_something(&self) -> bool {
        let before = self.before.trim();
        let open = before.bytes().fold(0_usize, |open, byte| match byte {
            b'[' => open + 1,
            b']' => open.saturating_sub(1),
            _ => open,
        });
        open > 0 || before.ends_with('"') || (before.starts_with('[') && before.ends_with(','))
    }

    /// Says what was skipped before and after the object.
    pub(crate) fn notes(&self, after: &str, ignored_tags: &[&str]) -> Vec<Defect> {
        let mut notes = Vec::new();
        let mut note = |kind, message: &str| notes.push(Defect::note(kind, Path::root(), message));
        if self.thinking {
            note(DefectKind::Thinking, "thinking was skipped");
        }
        let before = self.before.trim_end();
        let (before, fenced) = match before.rfind("```") {
            Some(at) if is_fence_line(before, at) => (&before[..at], true),
            _ => (before, false),
        };
        if fenced {
            note(DefectKind::Fence, "a code fence was unwrapped");
        }
        let after = after.trim_start();
        let after = if fenced { after.strip_prefix("```").unwrap_or(after) } else { after };
        if !is_blank(before, ignored_tags) || !is_blank(&without_thinking(after), ignored_tags) {
            note(DefectKind::ExtraText, "text around the object was ignored");
        }
        notes
    }
}

/// Whether the fence at `at` opens a line and only a language follows it.
fn is_fence_line(before: &str, at: usize) -> bool {
    let opens_line = before[..at].chars().next_back().is_none_or(|c| c == '\n');
    opens_line && before[at + 3..].chars().all(|c| c.is_ascii_alphanumeric())
}

fn is_blank(text: &str, ignored_tags: &[&str]) -> bool {
    let text = text.trim();
    text.is_empty() || ignored_tags.contains(&text)
}

/// A text less its thinking.
pub(crate) fn without_thinking(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        match tag(&rest[at..]) {
            Some(Tag { kind: TagKind::Open, end }) => {
                kept.push_str(&rest[..at]);
                rest = after_thinking(&rest[at + end..]);
            }
            _ => {
                kept.push_str(&rest[..=at]);
                rest = &rest[at + 1..];
            }
        }
    }
    kept.push_str(rest);
    kept
}
