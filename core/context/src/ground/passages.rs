//! Texts made of passages that were found before: the documents' own words, each with its citation.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use laika_protocol::document::{Block, Document, Inline};
use laika_protocol::llmcp::Assistant;

use super::material::Material;
use super::summary::{Grounded, Method};

impl Grounded {
    /// Passages as they stand: which document, and where in it.
    #[must_use]
    pub fn of_passages(title: &str, materials: &[Material], passages: &[(usize, Range<usize>)]) -> Self {
        let known = passages.iter().filter_map(|(at, place)| Some((materials.get(*at)?, place.clone())));
        let known: Vec<(&Material, Range<usize>)> = known.collect();
        let points: Vec<String> = known
            .iter()
            .map(|(material, place)| material.text.get(place.clone()).unwrap_or_default().to_string())
            .collect();
        let mut notes: Vec<&str> = known.iter().filter_map(|(material, _)| material.access_note()).collect();
        notes.dedup();
        let blocks = notes.into_iter().map(paragraph).chain(points.iter().map(|point| paragraph(point)));
        Self {
            assistant: Assistant {
                title: title.into(),
                render: Document::new(blocks.collect()),
                citations: known.iter().map(|(material, place)| material.cite(place.clone())).collect(),
            },
            method: if points.is_empty() { Method::Nothing } else { Method::Extractive },
            points,
            dropped: 0,
            replaced: 0,
            unread: 0,
        }
    }

    /// This text and then another one.
    #[must_use]
    pub fn then(mut self, other: Self) -> Self {
        self.assistant.render.children.extend(other.assistant.render.children);
        self.assistant.citations.extend(other.assistant.citations);
        if self.assistant.title.is_empty() {
            self.assistant.title = other.assistant.title;
        }
        self.points.extend(other.points);
        self.method = match (self.method, other.method) {
            (Method::Nothing, method) | (method, Method::Nothing) => method,
            (one, same) if one == same => one,
            _ => Method::Mixed,
        };
        self.dropped += other.dropped;
        self.replaced += other.replaced;
        self.unread += other.unread;
        self
    }
}

fn paragraph(text: &str) -> Block {
    Block::Paragraph { children: alloc::vec![Inline::text(text)] }
}
