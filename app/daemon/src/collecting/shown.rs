//! Rows of collections as they are told.

use laika_collect::ask::Answer;
use laika_collect::diff::{Changed, Diff};
use laika_protocol::collection::{Capture, MadeFrom, Source};
use laika_protocol::time::to_iso;
use laika_store::{Found, ListedCollection, MadeRow};
use serde_json::{Value, json};

/// Changed lines that are shown.
const MOST_CHANGES: usize = 200;

pub(super) fn listed(one: &ListedCollection) -> Value {
    let (collection, counts) = (&one.collection, one.sources);
    json!({
        "id": collection.id, "title": collection.title, "tags": collection.tags,
        "createdAt": collection.created_at, "updatedAt": collection.updated_at,
        "sources": counts.all(), "captured": counts.captured, "waiting": counts.waiting + counts.capturing,
        "failed": counts.failed, "made": one.made,
    })
}

pub(super) fn found(one: &Found) -> Value {
    let hits: Vec<[u32; 2]> = one.hits.iter().map(|hit| [hit.start, hit.end]).collect();
    let chars = u32::try_from(one.excerpt.chars().count()).unwrap_or(u32::MAX);
    json!({
        "sourceId": one.source.id, "collectionId": one.source.collection_id, "title": one.source.title,
        "url": one.source.url, "capture": one.capture, "quote": one.excerpt, "start": one.start,
        "end": one.start.saturating_add(chars), "hits": hits,
    })
}

pub(super) fn made_row(row: &MadeRow) -> Value {
    json!({
        "id": row.id, "collectionId": row.collection, "transform": row.transform, "title": row.title,
        "version": row.version, "madeAt": to_iso(row.created_at_ms), "bytes": row.bytes,
        "sources": row.sources.iter().filter(|source| source.used).map(|source| &source.id).collect::<Vec<_>>(),
    })
}

pub(super) fn diff(found: &Diff) -> Value {
    let counts = found.counts();
    let (lines, left_out) = found.changed(MOST_CHANGES);
    let lines: Vec<Value> = lines
        .iter()
        .map(|line| match line {
            Changed::Gone(text) => json!({ "kind": "goes", "text": text }),
            Changed::New(text) => json!({ "kind": "comes", "text": text }),
        })
        .collect();
    json!({
        "kept": counts.kept, "added": counts.added, "removed": counts.removed, "lines": lines, "leftOut": left_out,
    })
}

/// An answer, with every source that was asked.
pub(super) fn answer(answer: &Answer, question: &str, all: &[(Source, Option<Capture>)]) -> Value {
    let sides = |one: &laika_collect::ask::Disagreement| -> Vec<Value> {
        let said = |side: &laika_collect::ask::Side| -> Vec<Value> {
            side.said.iter().map(|(source, cited)| json!({ "source": source, "cited": cited })).collect()
        };
        one.sides.iter().map(|side| json!({ "values": side.values, "said": said(side) })).collect()
    };
    let coverage = &answer.coverage;
    let sources = all.iter().filter_map(|(source, capture)| {
        let head = &capture.as_ref()?.head;
        Some(MadeFrom {
            source_id: source.id.clone(),
            url: source.url.clone(),
            title: source.title.clone(),
            outlet: source.outlet.clone(),
            capture: head.number,
            hash: head.hash.clone(),
            used: coverage.used.contains(&source.id),
        })
    });
    let missing = if answer.is_nothing() { vec![question] } else { Vec::new() };
    json!({
        "sources": sources.collect::<Vec<_>>(),
        "missing": missing,
        "sentences": answer.sentences,
        "disagreement": answer.disagreement.as_ref().map(sides),
        "coverage": {
            "used": coverage.used, "silent": coverage.silent, "withoutText": coverage.without_text,
        },
        "nothing": answer.is_nothing(),
    })
}
