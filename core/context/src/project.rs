//! The document a model sees of an observation (C-06): no boxes, no real handles, and of forms only
//! what a list offers.

use alloc::string::String;
use alloc::vec::Vec;

use laika_protocol::ids::HandleId;
use laika_protocol::llmcp::{Comment, Content, Discussion, Element, Item, LeftOut, OutlineEntry, Primary};
use laika_protocol::observation::Observation;

use crate::aliases::{Aliases, Target};

/// Discussions listed at most.
const MOST_DISCUSSIONS: usize = 10;

/// The `web.observation.summary.v1` of an observation of the given frame. Every handle in it is a name of this pack.
#[must_use]
pub fn summary_document(observation: &Observation, frame_id: u32, aliases: &mut Aliases) -> Content {
    let mut alias = |handle: &HandleId| {
        aliases.name(Target {
            handle: handle.clone(),
            frame_id,
            document_id: observation.document_id.clone(),
            navigation_generation: observation.navigation_generation,
        })
    };
    // Few fields are lists; every element is held against those only.
    let lists: Vec<_> = observation
        .forms
        .iter()
        .flat_map(|form| &form.fields)
        .filter(|field| !field.options.is_empty())
        .collect();
    let offered = |handle: &HandleId| {
        let list = lists.iter().find(|list| list.handle_id.as_ref() == Some(handle));
        list.map_or_else(Vec::new, |list| list.options.clone())
    };
    Content::ObservationSummary {
        url: observation.url.clone(),
        title: observation.title.clone(),
        text: observation.text.clone(),
        primary: observation.primary.as_ref().map(|primary| Primary {
            text: primary.text.clone(),
            tag: primary.tag.clone(),
            role: primary.role.clone(),
            handle_id: primary.handle_id.as_ref().and_then(&mut alias),
            node_id: primary.node_id.clone(),
        }),
        items: observation
            .items
            .iter()
            .map(|item| Item {
                title: item.title.clone(),
                url: item.url.clone(),
                snippet: item.snippet.clone(),
                handle_id: item.handle_id.as_ref().and_then(&mut alias),
                comment_count: item.comment_count,
                node_id: item.node_id.clone(),
            })
            .collect(),
        comments: observation
            .comments
            .iter()
            .map(|comment| Comment {
                text: comment.text.clone(),
                author: comment.author.clone(),
                age: comment.age.clone(),
                score: comment.score.clone(),
                depth: comment.depth,
                handle_id: comment.handle_id.as_ref().and_then(&mut alias),
                node_id: comment.node_id.clone(),
            })
            .collect(),
        outline: observation
            .outline
            .iter()
            .map(|heading| OutlineEntry {
                level: heading.level,
                tag: heading.tag.clone(),
                role: heading.role.clone(),
                text: heading.text.clone(),
                node_id: heading.node_id.clone(),
            })
            .collect(),
        signals: observation.signals.clone(),
        elements: observation
            .elements
            .iter()
            .filter_map(|element| {
                Some(Element {
                    handle_id: alias(&element.handle_id)?,
                    role: element.role.clone(),
                    text: element.accessible_name.clone(),
                    href: element.attributes.href.clone(),
                    options: offered(&element.handle_id),
                })
            })
            .collect(),
        top_discussions: top_discussions(observation),
        left_out: observation
            .omissions
            .iter()
            .map(|omission| LeftOut { part: omission.part.clone(), count: omission.count })
            .collect(),
    }
}

/// The items with the most comments, most first; none where the page gives no counts (PROT-027).
fn top_discussions(observation: &Observation) -> Vec<Discussion> {
    let counted = observation.items.iter().filter_map(|item| {
        let discussion =
            |comment_count| Discussion { title: item.title.clone(), url: item.url.clone(), comment_count };
        item.comment_count.map(discussion)
    });
    let mut discussions: Vec<Discussion> = counted.collect();
    discussions.sort_by_key(|discussion| core::cmp::Reverse(discussion.comment_count));
    discussions.truncate(MOST_DISCUSSIONS);
    discussions
}

/// The text of an observation in chunk documents of at most `most_chars` characters, cut between lines where that is
/// possible. Chunks extend the summary, they do not replace it (PROT-030).
#[must_use]
pub fn chunk_documents(observation: &Observation, most_chars: usize) -> Vec<Content> {
    let texts = chunks(&observation.text, most_chars.max(1));
    let chunk_count = u32::try_from(texts.len()).unwrap_or(u32::MAX);
    (1..)
        .zip(texts)
        .map(|(chunk_index, text)| Content::ObservationChunk {
            url: observation.url.clone(),
            title: observation.title.clone(),
            chunk_index,
            chunk_count,
            text,
        })
        .collect()
}

fn chunks(text: &str, most_chars: usize) -> Vec<String> {
    let mut chunks = Vec::new();
    let mut rest = text;
    while let Some((cut, _)) = rest.char_indices().nth(most_chars) {
        let end = rest[..cut].rfind('\n').map_or(cut, |line| line + 1);
        chunks.push(rest[..end].trim_end_matches('\n').into());
        rest = &rest[end..];
    }
    if !rest.trim().is_empty() {
        chunks.push(rest.into());
    }
    chunks
}
