//! Adding sources, capturing them again, and what a capture changed.

use std::collections::BTreeSet;
use std::sync::PoisonError;

use laika_collect::diff::Diff;
use laika_collect::snapshot::{Body, of_text};
use laika_collect::urls::Address;
use laika_protocol::collection::{CaptureMode, Source, SourceKind, SourceState};
use laika_protocol::ids::{CollectionId, Origin, ProfileId, SourceId, UtcTime};
use laika_store::{Reader, Removed, SourceProgress};
use serde_json::{Value, json};
use url::Url;

use super::lent::Tab;
use super::{Collecting, NewSource, now};
use crate::now_ms;
use crate::serving::Refusal;
use crate::sites::{self, SiteRule};
use crate::working::short_id;

/// Characters of a title that nobody gave.
const MOST_TITLE: usize = 80;

/// A source that waits for its turn.
const WAITS: SourceProgress =
    SourceProgress { state: SourceState::Waiting, tries: 0, retry_at_ms: None, failure: None };

/// A source to be, and its text where it is here already.
struct Ready {
    source: Source,
    body: Option<Body>,
    /// Where it is read, if that is the person's own browser.
    tab: Option<Tab>,
}

impl Collecting {
    /// Adds what the collection does not have yet. Every address is looked at here, and decided again when it is opened (S4).
    /// A tab of the person's own browser is handed in by that browser alone; one whose page is there already is read anew.
    pub(super) fn add(
        &self,
        collection: &CollectionId,
        sources: Vec<NewSource>,
        browser: Option<&ProfileId>,
    ) -> Result<Value, Refusal> {
        let _one_at_a_time = self.adding.lock().unwrap_or_else(PoisonError::into_inner);
        let known = self.reader()?.sources(collection)?;
        let key_of = |url: &str| Address::read(url).ok().map(|address| address.key());
        let mut keys: BTreeSet<String> = known.iter().filter_map(|one| key_of(&one.url)).collect();
        let (mut ready, mut doubles, mut refused) = (Vec::new(), Vec::new(), Vec::new());
        let mut again = Vec::new();
        for new in sources {
            match made_ready(collection, new, browser, &now()?) {
                Ok(one) => {
                    let key = key_of(&one.source.url);
                    if key.clone().is_none_or(|key| keys.insert(key)) {
                        ready.push(one);
                    } else if let Some(tab) = one.tab
                        && let Some(there) = known.iter().find(|there| key_of(&there.url) == key)
                    {
                        again.push(there.clone());
                        self.lend(there, tab)?;
                    } else {
                        doubles.push(one.source.url);
                    }
                }
                Err((what, refusal)) => {
                    refused.push(json!({ "what": what, "code": refusal.code, "sentence": refusal.sentence }));
                }
            }
        }
        // Lent before they are added: the queue may look at any moment, and is not to open them elsewhere first.
        for (id, tab) in ready.iter().filter_map(|one| Some((&one.source.id, one.tab.as_ref()?))) {
            self.lent.lend(id.clone(), tab.clone());
        }
        let rows: Vec<Source> = ready.iter().map(|one| one.source.clone()).collect();
        let added = self.store.add_sources(collection.clone(), rows, now_ms())?;
        for Ready { source, body, .. } in ready {
            if !added.added.contains(&source.id) {
                self.lent.give_back(&source.id);
            } else if let Some(body) = body {
                self.store.put_capture(body.capture(source.id, 0, now()?))?;
            }
        }
        doubles.extend(added.known.into_iter().map(|one| one.url));
        let again: Vec<&SourceId> = again.iter().map(|one| &one.id).collect();
        self.changed(collection);
        self.wake();
        let mut told = json!({ "added": added.added, "known": doubles, "refused": refused });
        // Only a tab can be read anew by being added.
        if let (false, Some(told)) = (again.is_empty(), told.as_object_mut()) {
            told.insert("again".into(), json!(again));
        }
        Ok(told)
    }

    /// Reads a source that is there already in a tab of the person's. What came of that is nobody else's to know (S3).
    fn lend(&self, source: &Source, tab: Tab) -> Result<(), Refusal> {
        self.store.mark_source(source.id.clone(), source.sensitive, true)?;
        self.lent.lend(source.id.clone(), tab);
        if source.state != SourceState::Capturing {
            self.store.set_source_progress(source.id.clone(), WAITS)?;
        }
        Ok(())
    }

    /// Captures sources again. Words of the person are what they are, and a tab is lent for one capture.
    pub(super) fn refresh(&self, sources: &[Source]) -> Result<Value, Refusal> {
        if let [one] = sources
            && one.kind == SourceKind::Tab
        {
            let sentence = "this was read in your own browser; add the page again from Laika's panel there";
            return Err(Refusal::new("E_IN_YOUR_BROWSER", sentence));
        }
        let pages = sources.iter().filter(|one| one.kind == SourceKind::Url);
        let again: Vec<&Source> = pages.filter(|one| one.state != SourceState::Capturing).collect();
        for source in &again {
            self.store.set_source_progress(source.id.clone(), WAITS)?;
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

    /// Keeps what the person says of a site. It lies in the log, which is open here.
    pub(crate) fn set_site(&self, origin: Origin, rule: SiteRule) -> Result<(), Refusal> {
        sites::keep(&self.store, origin, rule)
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

fn made_ready(
    collection: &CollectionId,
    new: NewSource,
    browser: Option<&ProfileId>,
    at: &UtcTime,
) -> Result<Ready, (String, Refusal)> {
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
            let (address, title) = page(&url, title.as_deref())?;
            let source = source(SourceKind::Url, address.as_str().to_owned(), title, address.outlet(), false);
            Ok(Ready { source: Source { mode, ..source }, body: None, tab: None })
        }
        NewSource::Tab { tab_id, url, title } => {
            let Some(profile) = browser else {
                let sentence = "only the panel in your own browser adds its tabs";
                return Err((url, Refusal::new("E_NOT_THE_EXTENSION", sentence)));
            };
            let (address, title) = page(&url, title.as_deref())?;
            // Where the person is logged in, what a page says is theirs (S3).
            let source = source(SourceKind::Tab, address.as_str().to_owned(), title, address.outlet(), true);
            Ok(Ready { source, body: None, tab: Some(Tab { id: tab_id, profile: profile.clone() }) })
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

/// The address of a page, looked at, and what the page is called until it says so itself.
fn page(url: &str, title: Option<&str>) -> Result<(Address, String), (String, Refusal)> {
    let address = Address::read(url)
        .map_err(|refused| (url.to_owned(), Refusal::new(refused.code(), refused.to_string())))?;
    let opened = Url::parse(address.as_str())
        .map_err(|error| (url.to_owned(), Refusal::new("INVALID_ARGUMENT", error.to_string())))?;
    laika_browser::check_address(&opened).map_err(|error| (url.to_owned(), Refusal::from(error)))?;
    let title = title.map(short).filter(|title| !title.is_empty());
    let title = title.unwrap_or_else(|| short(address.as_str()));
    Ok((address, title))
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
    Ok(Ready { source, body: Some(body), tab: None })
}

fn short(title: &str) -> String {
    let line = laika_protocol::text::one_line(title);
    line.trim().chars().take(MOST_TITLE).collect()
}
