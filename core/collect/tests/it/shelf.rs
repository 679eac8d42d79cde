//! Collections for tests.

use laika_collect::pack::Member;
use laika_collect::snapshot::of_text;
use laika_protocol::collection::{Capture, CaptureMode, Collection, Source, SourceKind, SourceState};
use laika_protocol::ids::{CollectionId, SourceId, UtcTime};

pub(crate) fn time() -> UtcTime {
    UtcTime::parse("2026-07-01T10:00:00Z").unwrap()
}

pub(crate) fn collection() -> Collection {
    Collection {
        id: CollectionId::parse("col:1").unwrap(),
        title: "Skerra".into(),
        tags: Vec::new(),
        created_at: time(),
        updated_at: time(),
    }
}

/// A source with what was captured of it.
pub(crate) struct Kept {
    pub(crate) source: Source,
    pub(crate) capture: Capture,
}

impl Kept {
    pub(crate) fn new(id: &str, url: &str, title: &str, text: &str) -> Self {
        let source_id = SourceId::parse(id).unwrap();
        let capture = of_text(title, text).capture(source_id.clone(), 1, time());
        let outlet = url.split('/').nth(2).unwrap_or("you").trim_start_matches("www.").to_owned();
        let source = Source {
            id: source_id,
            collection_id: CollectionId::parse("col:1").unwrap(),
            kind: if url.starts_with("note:") { SourceKind::Note } else { SourceKind::Url },
            url: url.into(),
            title: title.into(),
            outlet,
            added_at: time(),
            mode: CaptureMode::Auto,
            state: SourceState::Captured,
            tries: 0,
            retry_at: None,
            failure: None,
            sensitive: false,
            confidential: false,
            latest: Some(capture.head.clone()),
        };
        Self { source, capture }
    }

    pub(crate) fn member(&self) -> Member<'_> {
        Member { source: &self.source, capture: Some(&self.capture), derived: None }
    }
}

/// The made-up sources.
pub(crate) fn shelf() -> Vec<Kept> {
    let file = include_str!("../data/sources.md");
    let mut kept = Vec::new();
    for part in file.split("\n=== ").skip(1) {
        let (head, text) = part.split_once('\n').unwrap();
        let [id, _, url, title] = head.split(" | ").collect::<Vec<_>>().try_into().unwrap();
        kept.push(Kept::new(id, url, title, text));
    }
    kept
}

/// Whether a citation is a real span of its capture.
pub(crate) fn resolves(kept: &[Kept], citation: &laika_protocol::collection::SourceCitation) -> bool {
    let of = kept.iter().find(|kept| kept.source.id == citation.source_id);
    of.is_some_and(|kept| {
        let (start, end) = (citation.start as usize, citation.end as usize);
        let span: String = kept.capture.text.chars().skip(start).take(end - start).collect();
        start < end && span == citation.quote && citation.capture == kept.capture.head.number
    })
}
