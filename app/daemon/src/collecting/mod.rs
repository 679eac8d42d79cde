//! Collections at work: sources are captured one after the other, whatever else happens; questions are asked across them,
//! and things are made from them. Everything is written down before it is told.

mod answering;
mod capturing;
mod exporting;
mod keeping;
mod lent;
mod making;
mod message;
mod queue;
mod shelf;
mod shown;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use laika_collect::urls::{Address, choose};
use laika_model::Cancel;
use laika_protocol::collection::{Collection, Source};
use laika_protocol::ids::{ArtifactId, CollectionId, ProfileId, UtcTime};
use laika_protocol::time::to_iso;
use laika_store::artifact::ArtifactFiles;
use laika_store::{Forget, Reader, Site, Store};
use serde_json::{Value, json};

pub use capturing::Captures;
pub use exporting::SAVED;
pub use message::{Collect, Format, NewSource};
pub use queue::start as start_captures;
pub use shelf::{Print, Shelf};

use self::capturing::{Came, Want};
use self::lent::Lent;
use crate::agents::Hands;
use crate::serving::Refusal;
use crate::working::{Audience, News, StartModel, short_id};
use crate::{Settings, now_ms};

/// Told how far something is: done, of all, and what it is doing.
pub(crate) type Tell<'a> = &'a (dyn Fn(usize, usize, &str) + Send + Sync);

/// Collections, for everybody who asks about them.
pub struct Collecting {
    store: Store,
    files: Option<ArtifactFiles>,
    captures: Captures,
    audience: Arc<dyn Audience>,
    /// Whether a source may be due; the queue sleeps on it.
    due: (Mutex<bool>, Condvar),
    over: AtomicBool,
    /// Addresses are compared and then added; one at a time.
    adding: Mutex<()>,
    /// The tabs of the person's browser in which sources are read.
    lent: Lent,
    limits: laika_protocol::limits::Limits,
}

/// What whoever asks lends for it.
pub(crate) struct Means<'a> {
    /// Starts and stops runs.
    pub(crate) hands: &'a dyn Hands,
    /// Prints a document as a PDF.
    pub(crate) print: &'a (dyn Fn(&str) -> Result<Vec<u8>, Refusal> + Sync),
    /// Starts the model.
    pub(crate) model: Option<StartModel>,
    /// Told how far it is.
    pub(crate) tell: Tell<'a>,
    /// Takes it back.
    pub(crate) cancel: &'a Cancel,
    /// The person's browser, where its panel asks.
    pub(crate) browser: Option<&'a ProfileId>,
}

pub(crate) fn now() -> Result<UtcTime, Refusal> {
    UtcTime::parse(&to_iso(now_ms())).map_err(|error| Refusal::new("E_INTERNAL", error.to_string()))
}

impl Collecting {
    /// Over this log. What was being captured when the last process ended waits again.
    ///
    /// # Errors
    /// When the log cannot be written, or the folder of files cannot be opened.
    pub fn open(
        store: Store,
        settings: &Settings,
        captures: Captures,
        audience: Arc<dyn Audience>,
    ) -> Result<Self, Refusal> {
        store.requeue_unfinished()?;
        let place = settings.folder.as_ref().zip(settings.artifact_key.as_ref());
        let files =
            place.map(|(folder, key): (&PathBuf, _)| ArtifactFiles::in_dir(&folder.join("artifacts"), key));
        let files = files.transpose().map_err(|error| Refusal::new("E_ARTIFACTS", error.to_string()))?;
        Ok(Self {
            store,
            files,
            captures,
            audience,
            due: (Mutex::new(true), Condvar::new()),
            over: AtomicBool::new(false),
            adding: Mutex::default(),
            lent: Lent::default(),
            limits: settings.limits.clone(),
        })
    }

    fn reader(&self) -> Result<Reader, Refusal> {
        Ok(self.store.reader()?)
    }

    fn files(&self) -> Result<&ArtifactFiles, Refusal> {
        let none = || Refusal::new("E_ARTIFACTS", "there is no key to keep things encrypted with");
        self.files.as_ref().ok_or_else(none)
    }

    /// Something may be due.
    fn wake(&self) {
        *self.due.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.due.1.notify_all();
    }

    /// Ends the queue. What is being captured waits for the next process.
    pub fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
        self.wake();
    }

    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    fn sleep(&self, most: Duration) {
        let due = self.due.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut due, _) = self
            .due
            .1
            .wait_timeout_while(due, most, |due| !*due && !self.is_over())
            .unwrap_or_else(PoisonError::into_inner);
        *due = false;
    }

    /// Whether sources wait for their turn.
    pub(crate) fn is_busy(&self) -> bool {
        self.reader()
            .is_ok_and(|reader| reader.next_due_ms().is_ok_and(|due| due.is_some_and(|at| at <= now_ms())))
    }

    fn changed(&self, collection: &CollectionId) {
        self.audience.state(None, News::Collection { collection: collection.clone() });
    }

    /// The collection that is meant.
    fn named(&self, reader: &Reader, name: &str) -> Result<Collection, Refusal> {
        let id = CollectionId::parse(name).ok();
        if let Some(found) = id.map(|id| reader.collection(&id)).transpose()?.flatten() {
            return Ok(found.collection);
        }
        let (name, all) = (name.trim().to_lowercase(), reader.collections()?);
        let mut same =
            all.into_iter().map(|one| one.collection).filter(|one| one.title.to_lowercase() == name);
        match (same.next(), same.next()) {
            (Some(one), None) => Ok(one),
            (Some(_), Some(_)) => {
                Err(Refusal::new("E_SEVERAL", "several collections are called that; name one by its id"))
            }
            (None, _) => Err(Refusal::new(
                "E_NO_COLLECTION",
                "there is no such collection; `laika collection list` shows them",
            )),
        }
    }

    fn create(&self, title: &str, tags: Vec<String>) -> Result<Collection, Refusal> {
        let id = CollectionId::parse(&format!("col:{}", short_id()?))
            .map_err(|error| Refusal::new("E_INTERNAL", error.to_string()))?;
        let (title, at) = (title.trim().to_owned(), now()?);
        let collection = Collection { id, title, tags, created_at: at.clone(), updated_at: at };
        self.store.create_collection(collection.clone())?;
        self.changed(&collection.id);
        Ok(collection)
    }

    /// Does what is asked.
    ///
    /// # Errors
    /// Why not.
    pub(crate) fn work(&self, asked: Collect, means: &Means<'_>) -> Result<Value, Refusal> {
        let reader = self.reader()?;
        match asked {
            Collect::Create { title, tags } => Ok(json!({ "collection": self.create(&title, tags)? })),
            Collect::List {} => {
                let listed: Vec<Value> = reader.collections()?.iter().map(shown::listed).collect();
                Ok(json!({ "collections": listed }))
            }
            Collect::Titles {} => {
                let all = reader.collections()?;
                let named =
                    all.iter().map(|one| json!({ "id": one.collection.id, "title": one.collection.title }));
                Ok(json!({ "collections": named.collect::<Vec<_>>() }))
            }
            Collect::Show { collection } => {
                let collection = self.named(&reader, &collection)?;
                let made = self.listed(&reader, &collection)?;
                Ok(
                    json!({ "collection": collection, "sources": reader.sources(&collection.id)?, "artifacts": made }),
                )
            }
            Collect::Rename { collection, title } => {
                let id = self.named(&reader, &collection)?.id;
                self.store.rename_collection(id.clone(), title.trim().to_owned(), now_ms())?;
                self.changed(&id);
                Ok(json!({ "collection": id }))
            }
            Collect::Remove { collection } => {
                let id = self.named(&reader, &collection)?.id;
                let removed = self.store.remove_collection(id.clone())?;
                self.delete_files(&removed);
                self.changed(&id);
                Ok(json!({ "removed": id }))
            }
            Collect::Add { collection, sources } => {
                let collection = self.named(&reader, &collection)?;
                self.add(&collection.id, sources, means.browser)
            }
            Collect::AddFromPage { collection, page, top, only } => {
                let collection = self.named(&reader, &collection)?;
                let (links, url) = self.links(&page, means)?;
                let most = top.map_or(usize::MAX, |top| usize::try_from(top).unwrap_or(usize::MAX));
                let wanted = only.iter().filter_map(|url| Address::read(url).ok()).map(|one| one.key());
                let wanted: std::collections::BTreeSet<String> = wanted.collect();
                let is_wanted = |url: &str| {
                    wanted.is_empty() || Address::read(url).is_ok_and(|one| wanted.contains(&one.key()))
                };
                let chosen = choose(&url, &links, most).into_iter().filter(|link| is_wanted(&link.url));
                let sources = chosen.map(|link| NewSource::Url {
                    url: link.url,
                    title: Some(link.text),
                    mode: laika_protocol::collection::CaptureMode::Auto,
                });
                self.add(&collection.id, sources.collect(), None)
            }
            Collect::Links { page } => {
                let (links, url) = self.links(&page, means)?;
                let links = choose(&url, &links, usize::MAX);
                let shown = links.iter().map(|link| json!({ "url": link.url, "text": link.text }));
                Ok(json!({ "page": url, "links": shown.collect::<Vec<_>>() }))
            }
            Collect::Search { query, collection } => {
                let within = collection.map(|name| self.named(&reader, &name)).transpose()?;
                let found = reader.search(&query, within.as_ref().map(|one| &one.id), 50)?;
                Ok(json!({ "found": found.iter().map(shown::found).collect::<Vec<_>>() }))
            }
            Collect::Source { source, capture } => {
                let known = self.source(&reader, &source)?;
                let text = reader.capture(&source, capture)?;
                let heads = reader.capture_heads(&source)?;
                Ok(json!({ "source": known, "capture": text, "captures": heads }))
            }
            Collect::RemoveSource { source } => {
                let known = self.source(&reader, &source)?;
                let removed = self.store.remove_source(source.clone(), now_ms())?;
                self.delete_files(&removed);
                self.changed(&known.collection_id);
                Ok(json!({ "removed": source }))
            }
            Collect::Refresh { source, collection } => {
                let sources = match (source, collection) {
                    (Some(source), _) => vec![self.source(&reader, &source)?],
                    (None, Some(name)) => reader.sources(&self.named(&reader, &name)?.id)?,
                    (None, None) => {
                        return Err(Refusal::new("INVALID_ARGUMENT", "say what is to be captured again"));
                    }
                };
                self.refresh(&sources)
            }
            Collect::Changes { source } => self.changes(&reader, &source),
            Collect::Ask { collection, question, .. } => {
                let collection = self.named(&reader, &collection)?;
                self.answer(&reader, &collection, &question, means)
            }
            Collect::Types {} => Ok(json!({ "types": making::types() })),
            Collect::Make { collection, transform, config, artifact, .. } => {
                let collection = self.named(&reader, &collection)?;
                self.make(&reader, &collection, transform, &config, artifact.as_ref(), means)
            }
            Collect::Made { collection } => {
                let collections = match collection {
                    Some(name) => vec![self.named(&reader, &name)?],
                    None => reader.collections()?.into_iter().map(|one| one.collection).collect(),
                };
                let rows =
                    collections.iter().map(|one| self.listed(&reader, one)).collect::<Result<Vec<_>, _>>()?;
                Ok(json!({ "artifacts": rows.concat() }))
            }
            Collect::Artifact { artifact, version } => self.artifact(&reader, &artifact, version),
            Collect::MadeChanges { artifact } => self.made_changes(&reader, &artifact),
            Collect::Export { artifact, format, unredacted } => {
                self.export(&reader, &artifact, format, unredacted, means)
            }
            Collect::Forget { site } => self.forget(Forget::Site(Site::parse(&site)?)),
            Collect::RemoveArtifact { artifact } => {
                let row = reader.made_row(&artifact)?;
                if self.store.remove_made(artifact.clone())? {
                    // A file without a row is swept away later.
                    let _ = self.files()?.delete(&artifact);
                }
                if let Some(row) = row {
                    self.changed(&row.collection);
                }
                Ok(json!({ "removed": artifact }))
            }
        }
    }

    /// Forgets something for good, with the files of it.
    pub(crate) fn forget(&self, what: Forget) -> Result<Value, Refusal> {
        let removed = self.store.forget(what, now_ms(), &mut |_| {})?;
        self.delete_files(&removed);
        for listed in self.reader()?.collections()? {
            self.changed(&listed.collection.id);
        }
        Ok(json!({
            "runs": removed.runs, "payloads": removed.payloads, "messages": removed.messages,
            "sources": removed.sources, "artifacts": removed.artifacts.len(), "clean": removed.clean,
        }))
    }

    /// What was made from a collection, and whether its sources changed since.
    fn listed(&self, reader: &Reader, collection: &Collection) -> Result<Vec<Value>, Refusal> {
        let now = reader.sources(&collection.id)?;
        let shown = |row: &laika_store::MadeRow| {
            let mut one = shown::made_row(row);
            if let Some(fields) = one.as_object_mut() {
                fields.insert("stale".into(), json!(!making::sources_since(&now, row, &[]).is_empty()));
            }
            one
        };
        Ok(reader.made(&collection.id)?.iter().map(shown).collect())
    }

    /// Something that was made, or another version of it.
    fn artifact(&self, reader: &Reader, id: &ArtifactId, version: Option<u32>) -> Result<Value, Refusal> {
        let none = || Refusal::new("E_NO_ARTIFACT", format!("nothing was made under {id}"));
        let row = reader.made_row(id)?.ok_or_else(none)?;
        let mut versions = reader.made(&row.collection)?;
        versions.retain(|one| one.transform == row.transform && one.title == row.title);
        let row = match version {
            Some(wanted) => versions.iter().find(|one| one.version == wanted).cloned().ok_or_else(none)?,
            None => row,
        };
        let mut shown = shown::made_row(&row);
        if let Some(fields) = shown.as_object_mut() {
            let all: Vec<Value> = versions.iter().map(shown::made_row).collect();
            fields.insert("versions".into(), json!(all));
        }
        Ok(json!({ "artifact": shown, "made": reader.open_made(self.files()?, &row.id)? }))
    }

    fn source(&self, reader: &Reader, id: &laika_protocol::ids::SourceId) -> Result<Source, Refusal> {
        let none = || Refusal::new("E_NO_SOURCE", format!("there is no source {id}"));
        reader.source(id)?.ok_or_else(none)
    }

    /// What a page lists, and its address.
    fn links(
        &self,
        page: &str,
        means: &Means<'_>,
    ) -> Result<(Vec<laika_collect::urls::Offered>, String), Refusal> {
        let address =
            Address::read(page).map_err(|refused| Refusal::new(refused.code(), refused.to_string()))?;
        (means.tell)(0, 1, "reading the page");
        match self.captures.look(means.hands, address.as_str(), Want::Links, None) {
            Ok(Came::Links(links, url)) => Ok((links, url)),
            Ok(Came::Text(..) | Came::Sensitive(..)) => {
                Err(Refusal::new("E_INTERNAL", "links were asked for"))
            }
            Err(failure) => Err(Refusal::new(&failure.code, failure.sentence)),
        }
    }
}
