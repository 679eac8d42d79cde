//! An answer held against what it cites, whoever wrote it: what no cited passage supports is taken out.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_protocol::document::{Block, Document};
use laika_protocol::ids::DocId;
use laika_protocol::llmcp::Assistant;

use super::material::Material;
use super::notes::is_note;
use super::summary::around_every;
use super::support::supported;
use crate::text::sentences;

/// Takes out of an answer every paragraph with a sentence that no passage it cites supports; how many those were. What
/// Laika says of a page in words of its own stays. A title that is neither a page's nor supported becomes the page's.
#[must_use]
pub fn keep_supported(assistant: &mut Assistant, materials: &[Material]) -> usize {
    let quotes: Vec<(&DocId, &str)> =
        assistant.citations.iter().map(|citation| (&citation.doc_id, citation.quote.as_str())).collect();
    let cited =
        |material: &Material| quotes.iter().filter(|(of, _)| **of == material.doc_id).collect::<Vec<_>>();
    let mut sources: Vec<&str> = Vec::new();
    for material in materials {
        sources.extend(cited(material).into_iter().flat_map(|(_, quote)| around_every(material, quote)));
    }
    let stands = |text: &str| {
        // A bare number has no words that could be supported; it stands where it is itself what is quoted.
        is_note(text)
            || quotes.iter().any(|(_, quote)| *quote == text)
            || sentences(text).into_iter().all(|sentence| supported(&text[sentence.at], &sources))
    };
    let mut gone = 0;
    let mut keep = |text: String| {
        let stands = stands(&text);
        gone += usize::from(!stands);
        stands
    };
    assistant.render.children.retain_mut(|block| {
        let Block::List { items, .. } = block else { return keep(plain(block)) };
        items.retain(|item| item.children.iter().all(|block| keep(plain(block))));
        !items.is_empty()
    });
    sources.extend(materials.iter().map(|material| material.title.as_str()));
    let is_of_a_page = |title: &str| {
        materials.iter().any(|material| material.title.starts_with(title)) || supported(title, &sources)
    };
    if !is_of_a_page(&assistant.title) {
        let title = materials.last().map_or("", |material| material.title.as_str());
        assistant.title = title.chars().take(MOST_TITLE).collect();
    }
    gone
}

/// Characters of a title.
pub(super) const MOST_TITLE: usize = 120;

fn plain(block: &Block) -> String {
    Document::new(alloc::vec![block.clone()]).plain_text().trim().to_string()
}
