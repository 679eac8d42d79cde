//! The documents of a packet: an index with every source, and the chosen passages of each (PROT-032..034).

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_context::estimate_tokens;
use laika_protocol::collection::Collection;
use laika_protocol::ids::DocId;
use laika_protocol::llmcp::{Content, ContextDocument, Source as ReadIn, SourceEntry, Trust};
use laika_protocol::text::one_line;

use super::Pack;
use super::choose::Room;
use super::reading::Member;

/// Documents of a request, without the index.
const MOST_DOCUMENTS: usize = 199;
/// Characters of a title and of an address in the index; the second, where there is little room.
const LENGTHS: [(usize, usize); 3] = [(120, 200), (60, 80), (32, 0)];
/// The part of the budget that an index may take before it is shortened, in hundredths.
const INDEX: usize = 40;

/// Why there is no packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PackError {
    /// Not even the titles of all sources fit.
    #[error(
        "the list of sources alone takes {needed} tokens, and there is room for {room}: ask a part of the collection"
    )]
    TooLittleRoom {
        /// What the list takes.
        needed: usize,
        /// What there is.
        room: usize,
    },
}

impl PackError {
    /// The code that stays.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::TooLittleRoom { .. } => "E_COLLECTION_TOO_LARGE",
        }
    }
}

/// The documents of a request, and the passages in them.
pub struct Packet<'a> {
    /// The index, then the sources.
    pub documents: Vec<ContextDocument>,
    /// Their tokens, by estimate.
    pub tokens: usize,
    /// The passages, with the way back to the captures.
    pub pack: Pack<'a>,
}

/// The documents for a question, within so many tokens. Sources without a text are in no document.
///
/// # Errors
/// When not even the titles of all sources fit.
pub fn packet<'a>(
    collection: &Collection,
    members: &[Member<'a>],
    question: &str,
    tokens: usize,
) -> Result<Packet<'a>, PackError> {
    let (index, cost) = index_within(collection, members, tokens)?;
    let mut documents: Vec<ContextDocument> = index.into_iter().collect();
    let frame = |member: &Member<'_>| {
        let empty = source(collection, member, DocId::web_chunk(u32::MAX), String::new());
        empty.map_or(0, |empty| tokens_of(&empty))
    };
    let frames: Vec<usize> = members.iter().map(frame).collect();
    let room = Room { tokens: tokens - cost, frames: &frames, most_parts: MOST_DOCUMENTS, every: true };
    let pack = Pack::within(members, question, &room);
    documents.extend(pack.parts().iter().filter_map(|part| {
        source(collection, members.get(part.member)?, part.doc_id.clone(), part.text.clone())
    }));
    let tokens = documents.iter().map(tokens_of).sum();
    Ok(Packet { documents, tokens, pack })
}

/// The index, with titles as long as there is room for.
fn index_within(
    collection: &Collection,
    members: &[Member<'_>],
    tokens: usize,
) -> Result<(Option<ContextDocument>, usize), PackError> {
    let mut needed = 0;
    for (number, (title, url)) in LENGTHS.into_iter().enumerate() {
        let index = index(collection, members, title, url);
        needed = index.as_ref().map_or(0, tokens_of);
        let last = number + 1 == LENGTHS.len();
        if needed * 100 <= tokens * INDEX || last && needed <= tokens {
            return Ok((index, needed));
        }
    }
    Err(PackError::TooLittleRoom { needed, room: tokens })
}

fn index(
    collection: &Collection,
    members: &[Member<'_>],
    title: usize,
    url: usize,
) -> Option<ContextDocument> {
    let entry = |member: &Member<'_>| {
        let capture = member.usable()?;
        Some(SourceEntry {
            source_id: member.source.id.clone(),
            url: short(&member.url(), url),
            title: short(&member.title(), title),
            outlet: short(&member.source.outlet, title),
            captured_at: capture.head.captured_at.clone(),
            published_at: capture.head.published_at.clone(),
        })
    };
    let content = Content::CollectionIndex {
        collection_id: collection.id.clone(),
        title: short(&collection.title, title),
        sources: members.iter().filter_map(entry).collect(),
    };
    document(DocId::parse("doc:collection").ok()?, content)
}

fn source(
    collection: &Collection,
    member: &Member<'_>,
    doc_id: DocId,
    text: String,
) -> Option<ContextDocument> {
    let (title, url) = LENGTHS[0];
    let capture = member.usable()?;
    let content = Content::CollectionSource {
        collection_id: collection.id.clone(),
        source_id: member.source.id.clone(),
        url: short(&member.url(), url),
        title: short(&member.title(), title),
        outlet: short(&member.source.outlet, title),
        captured_at: capture.head.captured_at.clone(),
        published_at: capture.head.published_at.clone(),
        text,
        // The headings above each passage are in the text, and links cost more than they tell.
        outline: Vec::new(),
        extracted_links: Vec::new(),
    };
    document(doc_id, content)
}

/// Whoever captured it: what a page says is never more than that (PROT-035).
fn document(doc_id: DocId, content: Content) -> Option<ContextDocument> {
    let source = ReadIn { browser: "laika".into(), tab_id: None };
    Some(ContextDocument { doc_id, kind: content.kind(), trust: Trust::Untrusted, source, content })
}

fn tokens_of(document: &ContextDocument) -> usize {
    serde_json::to_string(document).map_or(0, |json| estimate_tokens(&json))
}

fn short(text: &str, most: usize) -> String {
    one_line(text).trim().chars().take(most).collect::<String>().trim_end().to_string()
}
