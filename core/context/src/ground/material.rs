//! What a text may be made from.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use laika_protocol::ids::{DocId, NodeId};
use laika_protocol::llmcp::{Citation, Content, ContextDocument};
use laika_protocol::observation::{Observation, Signal};

use super::gate::access_note;

/// Characters of a quotation; the same bound as the packet's schema.
pub(super) const MOST_QUOTE: usize = 500;

/// A document to summarise or to answer from.
#[derive(Clone, Debug)]
pub struct Material {
    /// Its id in citations.
    pub doc_id: DocId,
    /// Its title.
    pub title: String,
    /// Its text, with the prefixes of a page's text.
    pub text: String,
    /// What stands between the reader and the page.
    pub signals: Vec<Signal>,
    /// Pieces of the text that have an id for citations.
    pub anchors: Vec<(NodeId, String)>,
}

impl Material {
    /// The text of a document of a request; nothing for one that has none.
    #[must_use]
    pub fn of_document(document: &ContextDocument) -> Option<Self> {
        let (title, text, signals, anchors) = match &document.content {
            Content::ObservationSummary { title, text, signals, outline, items, .. } => {
                let headings = outline.iter().map(|entry| (&entry.node_id, &entry.text));
                let entries = items.iter().map(|item| (&item.node_id, &item.title));
                let anchored = headings.chain(entries);
                let anchors = anchored.filter_map(|(id, text)| Some((id.clone()?, text.clone()))).collect();
                (title, text, signals.clone(), anchors)
            }
            Content::ObservationChunk { title, text, .. } | Content::CollectionSource { title, text, .. } => {
                (title, text, Vec::new(), Vec::new())
            }
            Content::CollectionIndex { .. } | Content::ToolResult { .. } => return None,
        };
        let (doc_id, title, text) = (document.doc_id.clone(), title.clone(), text.clone());
        Some(Self { doc_id, title, text, signals, anchors })
    }

    /// The text of a page as it was observed.
    #[must_use]
    pub fn of_observation(observation: &Observation, doc_id: DocId) -> Self {
        let anchors =
            observation.visible_text.iter().map(|piece| (piece.node_id.clone(), piece.text.clone()));
        Self {
            doc_id,
            title: observation.title.clone(),
            text: observation.text.clone(),
            signals: observation.signals.clone(),
            anchors: anchors.collect(),
        }
    }

    /// What stands between the reader and the page; a text that is no page is all there is.
    pub(super) fn access_note(&self) -> Option<&'static str> {
        let is_page = self.doc_id.as_str().starts_with("doc:web:");
        access_note(&self.signals, &self.text).filter(|_| is_page)
    }

    /// A citation of a piece of the text.
    pub(super) fn cite(&self, at: Range<usize>) -> Citation {
        let piece = self.text.get(at).unwrap_or_default();
        let end = piece.char_indices().nth(MOST_QUOTE).map_or(piece.len(), |(end, _)| end);
        let quote = &piece[..end];
        let anchor = self.anchors.iter().find(|(_, text)| text.contains(quote));
        Citation {
            doc_id: self.doc_id.clone(),
            node_id: anchor.map(|(id, _)| id.clone()),
            handle_id: None,
            quote: quote.into(),
        }
    }
}
