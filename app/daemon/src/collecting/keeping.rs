//! Adding sources, capturing them again, and what a capture changed.

use std::collections::BTreeSet;
use std::sync::PoisonError;

use laika_collect::diff::Diff;
use laika_collect::snapshot::{Body, of_text};
use laika_collect::urls::Address;
use laika_protocol::collection::{CaptureMode, Source, SourceKind, SourceState};
use laika_protocol::ids::{CollectionId, SourceId, UtcTime};
use laika_store::{Reader, Removed, SourceProgress};
use serde_json::{Value, json};
use url::Url;

use super::{Collecting, NewSource, now};
use crate::now_ms;
use crate::serving::Refusal;
use crate::working::short_id;

/// Characters of a title that nobody gave.
const MOST_TITLE: usize = 80;

/// A source to be, and its text where it is here already.
struct Ready {
    source: Source,
    body: Option<Body>,
}

impl Collecting {
    /// Adds what the collection does not have yet. Every address is looked at here, and decided again when it is opened (S4).
    pub(super) fn add(&self, collection: &CollectionId, sources: Vec<NewSource>) -> Result<Value, Refusal> {
        let _one_at_a_time = self.adding.lock().unwrap_or_else(PoisonError::into_inner);
        let known = self.reader()?.sources(collection)?;
        let mut keys: BTreeSet<String> =
            known.iter().filter_map(|one| Address::read(&one.url).ok()).map(|one| one.key()).collect();
        let (mut ready, mut doubles, mut refused) = (Vec::new(), Vec::new(), Vec::new());
        for new in sources {
            match made_ready(collection, new, &now()?) {
                Ok(one) => {
                    let key = Address::read(&one.source.url).ok().map(|address| address.key());
                    if key.is_none_or(|key| keys.insert(key)) {
                        ready.push(one);
                    } else {
                        doubles.push(one.source.url);
                    }
                }
                Err((what, refusal)) => {
                    refused.push(json!({ "what": what, "code": refusal.code, "sentence": refusal.sentence }));
                }
            }
        }
        let rows: Vec<Source> = ready.iter().map(|one| one.source.clone()).collect();
        let added = self.store.add_sources(collection.clone(), rows, now_ms())?;
        for Ready { source, body } in ready.into_iter().filter(|one| added.added.contains(&one.source.id)) {
            if let Some(body) = body {
                self.store.put_capture(body.capture(source.id, 0, now()?))?;
            }
        }
        doubles.extend(added.known.into_iter().map(|one| one.url));
        self.changed(collection);
        self.wake();
        Ok(json!({ "added": added.added, "known": doubles, "refused": refused }))
    }

    /// Captures sources again. Words of the person are what they are.
    pub(super) fn refresh(&self, sources: &[Source]) -> Result<Value, Refusal> {
        let pages = sources.iter().filter(|one| one.kind == SourceKind::Url);
        let again: Vec<&Source> = pages.filter(|one| one.state != SourceState::Capturing).collect();
        for source in &again {
            let waiting =
                SourceProgress { state: SourceState::Waiting, tries: 0, retry_at_ms: None, failure: None };
            self.store.set_source_progress(source.id.clone(), waiting)?;
        }
        if let Some(first) = again.first() {
            self.changed(&first.collection_id);
        }
        self.wake();
        Ok(json!({ "refreshing": again.iter().map(|one| &one.id).collect::<Vec<_>>() }))
    }

    /// What the last capture of a source changed.
    pub(super) fn changes(&self, reader: &Reader, source: &SourceId) -> Result<Value, Refusal> {
        let known = self.source(reader, source)?;
        let heads = reader.capture_heads(source)?;
        let mut numbers: Vec<u32> = heads.iter().map(|head| head.number).collect();
        numbers.sort_unstable();
        let (Some(new), old) = (numbers.pop(), numbers.pop()) else {
            return Err(Refusal::new("E_NOT_CAPTURED", "this source has no text yet"));
        };
        let text = |number: u32| -> Result<String, Refusal> {
            Ok(reader.capture(source, Some(number))?.map(|capture| capture.text).unwrap_or_default())
        };
        let Some(old) = old else {
            return Ok(json!({ "source": known.id, "from": null, "to": new, "lines": [] }));
        };
        let found = Diff::between(&text(old)?, &text(new)?);
        let mut told = super::shown::diff(&found);
        if let Some(fields) = told.as_object_mut() {
            fields.extend([
                ("source".to_owned(), json!(known.id)),
                ("from".to_owned(), json!(old)),
                ("to".to_owned(), json!(new)),
            ]);
        }
        Ok(told)
    }

    /// Removes the files of what was removed. One that cannot be is swept away later: no row names it any more.
    pub(super) fn delete_files(&self, removed: &Removed) {
        if let Some(files) = &self.files {
            for id in &removed.artifacts {
                let _ = files.delete(id);
            }
        }
    }
}

fn made_ready(collection: &CollectionId, new: NewSource, at: &UtcTime) -> Result<Ready, (String, Refusal)> {
    let fresh = |prefix: &str| {
        let id = short_id().map(|id| format!("{prefix}{id}"));
        id.map_err(|error| (String::new(), Refusal::from(error)))
    };
    let id = SourceId::parse(&fresh("src:")?)
        .map_err(|error| (String::new(), Refusal::new("E_INTERNAL", error.to_string())))?;
    let source = |kind, url: String, title: String, outlet: String, confidential| Source {
        id: id.clone(),
        collection_id: collection.clone(),
        kind,
        url,
        title,
        outlet,
        added_at: at.clone(),
        mode: CaptureMode::Auto,
        state: SourceState::Waiting,
        tries: 0,
        retry_at: None,
        failure: None,
        sensitive: false,
        confidential,
        latest: None,
    };
    match new {
        NewSource::Url { url, title, mode } => {
            let address = Address::read(&url)
                .map_err(|refused| (url.clone(), Refusal::new(refused.code(), refused.to_string())))?;
            let opened = Url::parse(address.as_str())
                .map_err(|error| (url.clone(), Refusal::new("INVALID_ARGUMENT", error.to_string())))?;
            laika_browser::check_address(&opened).map_err(|error| (url.clone(), Refusal::from(error)))?;
            let title = title.map(|title| short(&title)).filter(|title| !title.is_empty());
            let title = title.unwrap_or_else(|| short(address.as_str()));
            let source = source(SourceKind::Url, address.as_str().to_owned(), title, address.outlet(), false);
            Ok(Ready { source: Source { mode, ..source }, body: None })
        }
        NewSource::Note { title, text } => {
            let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or("Note").to_owned();
            let title = short(title.as_deref().unwrap_or(&first));
            words(source, &title, &text, &fresh("note:")?, SourceKind::Note, "your note")
        }
        NewSource::File { name, text } => {
            let title = short(&name);
            words(source, &title, &text, &fresh("file:")?, SourceKind::File, "your file")
        }
    }
}

/// Words of the person: their text is here already, and nobody else may know it.
fn words(
    source: impl Fn(SourceKind, String, String, String, bool) -> Source,
    title: &str,
    text: &str,
    url: &str,
    kind: SourceKind,
    outlet: &str,
) -> Result<Ready, (String, Refusal)> {
    if text.trim().is_empty() {
        return Err((title.to_owned(), Refusal::new("E_EMPTY", "there are no words in it")));
    }
    let body = of_text(title, text);
    let source = source(kind, url.to_owned(), title.to_owned(), outlet.to_owned(), true);
    Ok(Ready { source, body: Some(body) })
}

fn short(title: &str) -> String {
    let line = laika_protocol::text::one_line(title);
    line.trim().chars().take(MOST_TITLE).collect()
}
