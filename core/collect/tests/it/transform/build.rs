//! Collections for tests, and what is made from them without a model.

use laika_collect::transform::{Input, Work};
use laika_protocol::canonical::digest_bytes;
use laika_protocol::collection::{
    Capture, CaptureHead, CaptureMode, Collection, Made, Source, SourceKind, SourceState, Transform,
};
use laika_protocol::ids::{CollectionId, SourceId, UtcTime};
use serde_json::{Map, Value};

pub(crate) fn time() -> UtcTime {
    UtcTime::parse("2026-05-01T12:00:00Z").unwrap()
}

pub(crate) fn collection() -> Collection {
    Collection {
        id: CollectionId::parse("col:1").unwrap(),
        title: "Flats".into(),
        tags: Vec::new(),
        created_at: time(),
        updated_at: time(),
    }
}

pub(crate) fn source(number: usize, title: &str, url: &str, text: &str) -> (Source, Capture) {
    let id = SourceId::parse(&format!("src:{number}")).unwrap();
    let head = CaptureHead {
        number: 1,
        captured_at: time(),
        published_at: None,
        hash: digest_bytes(text.as_bytes()),
        chars: u32::try_from(text.chars().count()).unwrap(),
        cut: false,
    };
    let source = Source {
        id: id.clone(),
        collection_id: collection().id,
        kind: SourceKind::Url,
        url: url.into(),
        title: title.into(),
        outlet: "example".into(),
        added_at: time(),
        mode: CaptureMode::Auto,
        state: SourceState::Captured,
        tries: 0,
        retry_at: None,
        failure: None,
        sensitive: false,
        confidential: false,
        latest: Some(head.clone()),
    };
    let capture = Capture {
        source_id: id,
        head,
        title: title.into(),
        text: text.into(),
        outline: Vec::new(),
        derived: false,
        links: Vec::new(),
    };
    (source, capture)
}

pub(crate) fn work(transform: Transform, config: Value, sources: &[(Source, Capture)]) -> Work {
    let config: Map<String, Value> = config.as_object().cloned().unwrap_or_default();
    let collection = collection();
    Work::new(transform, &config, &Input { collection: &collection, sources, made_at: time() }).unwrap()
}

pub(crate) fn made(transform: Transform, config: Value, sources: &[(Source, Capture)]) -> Made {
    work(transform, config, sources).finish()
}
