//! Rows of collections as they are told.

use std::collections::BTreeSet;

use laika_collect::ask::Answer;
use laika_collect::diff::{Changed, Diff};
use laika_protocol::collection::{Capture, Cited, MadeFrom, Source};
use laika_protocol::ids::SourceId;
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

/// Answers to one question or several, with every source that was asked.
pub(super) fn answers(answers: &[(String, Answer)], all: &[(Source, Option<Capture>)]) -> Value {
    let sentences: Vec<&Cited> = answers.iter().flat_map(|(_, answer)| &answer.sentences).collect();
    let sides: Vec<Value> = answers
        .iter()
        .filter_map(|(_, answer)| answer.disagreement.as_ref())
        .flat_map(|one| &one.sides)
        .map(|side| {
            let said = side.said.iter().map(|(source, cited)| json!({ "source": source, "cited": cited }));
            json!({ "values": side.values, "said": said.collect::<Vec<_>>() })
        })
        .collect();
    let missing: Vec<&str> = answers
        .iter()
        .filter(|(_, answer)| answer.is_nothing())
        .map(|(question, _)| question.as_str())
        .collect();
    let used: BTreeSet<&SourceId> = answers.iter().flat_map(|(_, answer)| &answer.coverage.used).collect();
    let (mut sources, mut silent, mut without) = (Vec::new(), Vec::new(), Vec::new());
    for (source, capture) in all {
        let used = used.contains(&source.id);
        match capture {
            Some(_) if !used => silent.push(&source.id),
            None => without.push(&source.id),
            Some(_) => {}
        }
        sources.extend(capture.as_ref().map(|capture| MadeFrom {
            source_id: source.id.clone(),
            url: source.url.clone(),
            title: source.title.clone(),
            outlet: source.outlet.clone(),
            capture: capture.head.number,
            hash: capture.head.hash.clone(),
            used,
        }));
    }
    json!({
        "sources": sources,
        "missing": missing,
        "sentences": sentences,
        "disagreement": (!sides.is_empty()).then_some(sides),
        "coverage": { "used": used, "silent": silent, "withoutText": without },
        "nothing": missing.len() == answers.len(),
    })
}
