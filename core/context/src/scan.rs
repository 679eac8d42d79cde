//! Finds the one place in an output that counts: the first top-level object outside thinking (C-12, C-13).
//!
//! One pass. A later object is never looked for, whatever is wrong with the first: a page that gets itself quoted
//! must not be able to choose which object is read.

use alloc::string::String;
use alloc::vec::Vec;

use laika_protocol::{Defect, DefectKind, Path};

use crate::{Expected, LegacyPattern, Thinking};

const OPEN: &str = "<think>";
const CLOSE: &str = "</think>";
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
        rest = after(rest, CLOSE);
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
        if here.starts_with(OPEN) {
            scan.thinking = true;
            rest = after(here, CLOSE);
        } else {
            // Both characters that can stand here are one byte long.
            scan.before.push_str(&here[..1]);
            rest = &here[1..];
        }
    }
    scan.before.push_str(rest);
    scan
}

fn after<'a>(text: &'a str, mark: &str) -> &'a str {
    text.find(mark).map_or("", |at| &text[at + mark.len()..])
}

impl Scan<'_> {
    /// Whether the object stands inside an array. A bracket pair that is closed again is prose.
    pub(crate) fn is_inside_array(&self) -> bool {
        let mut open = 0_usize;
        for byte in self.before.bytes() {
            match byte {
                b'[' => open += 1,
                b']' => open = open.saturating_sub(1),
                _ => {}
            }
        }
        open > 0
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

fn without_thinking(mut text: &str) -> String {
    let mut kept = String::new();
    while let Some(at) = text.find(OPEN) {
        kept.push_str(&text[..at]);
        text = after(&text[at..], CLOSE);
    }
    kept.push_str(text);
    kept
}
