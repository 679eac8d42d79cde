//! An outline: the headings of every source, under its name.

use alloc::vec::Vec;

use laika_protocol::collection::{Cited, Part, Phrase};

use super::config::Config;
use super::page::{LineKind, Page};
use super::{Draft, open};

pub(crate) fn make(pages: &[Page], config: &Config) -> Draft {
    let mut draft = Draft::default();
    let depth = config.number("depth");
    for (_, page) in open(pages) {
        let entries = headings(page, depth);
        draft.parts.push(Part::Heading { level: 2, words: page.named() });
        if entries.is_empty() {
            draft.notes.push(page.noted(Phrase::NoHeadings));
        } else {
            draft.parts.push(Part::List { entries });
        }
    }
    draft
}

/// The headings of a page but for its title, down to a level.
pub(crate) fn headings(page: &Page, depth: usize) -> Vec<Cited> {
    let title = page.title.trim();
    let found = page.content().filter_map(|(_, line)| match line.kind {
        LineKind::Heading(level) if usize::from(level) <= depth => Some(line.at.clone()),
        LineKind::Heading(_) | LineKind::Row(_) | LineKind::Item | LineKind::Code | LineKind::Text => None,
    });
    found.filter(|at| page.said(at.clone()).trim() != title).map(|at| page.cited(at)).collect()
}
