//! Making something from a collection, keeping it, and saying what is different from the time before.

use std::collections::{BTreeMap, BTreeSet};

use laika_collect::export::{Document, Redaction, to_text};
use laika_collect::snapshot::{Body, of_text};
use laika_collect::transform::{Change, Input, Setting, SettingKind, TransformInfo, Work, compare, describe};
use laika_protocol::collection::{Capture, Collection, Made, MadeFrom, Source, Transform};
use laika_protocol::ids::{ArtifactId, CollectionId, SourceId, UtcTime};
use laika_store::{MadeRow, MadeSource, Reader};
use serde_json::{Map, Value, json};

use super::answering::nothing_captured;
use super::{Collecting, Means, now, shown};
use crate::serving::Refusal;
use crate::working::short_id;

/// What can be made, and how.
pub(super) fn types() -> Value {
    let setting = |one: &Setting| {
        let (kind, most) = match one.kind {
            SettingKind::Text => ("text", None),
            SettingKind::Texts => ("list", None),
            SettingKind::Number { most } => ("number", Some(most)),
        };
        json!({
            "key": one.name, "kind": kind, "most": most, "about": one.about, "default": one.default,
            "required": one.required,
        })
    };
    let shown = |one: &TransformInfo| {
        let config: Vec<Value> = one.config.iter().map(setting).collect();
        json!({ "type": one.transform, "title": one.title, "about": one.about, "config": config })
    };
    Value::from(describe().iter().map(shown).collect::<Vec<_>>())
}

impl Collecting {
    pub(super) fn make(
        &self,
        reader: &Reader,
        collection: &Collection,
        transform: Transform,
        config: &Map<String, Value>,
        again: Option<&ArtifactId>,
        means: &Means<'_>,
    ) -> Result<Value, Refusal> {
        let before = again.map(|id| self.made_before(reader, collection, transform, id)).transpose()?;
        let as_before = before.as_ref().filter(|_| config.is_empty()).map(|made| &made.config);
        let config = as_before.unwrap_or(config);
        let all = self.members(reader, collection)?;
        let sources: Vec<(Source, Capture)> =
            all.into_iter().filter_map(|(source, capture)| Some((source, capture?))).collect();
        if sources.is_empty() {
            return Err(nothing_captured());
        }
        let input = Input { collection, sources: &sources, made_at: now()? };
        let wrong =
            |error: laika_collect::transform::TransformError| Refusal::new(error.code(), error.to_string());
        let mut work = Work::new(transform, config, &input).map_err(wrong)?;
        let model = self.think(&mut work, means, "reading your sources")?;
        let mut made = work.finish();
        // A version of something has its title, whatever the collection is called by now.
        if let Some(before) = before {
            made.title = before.title;
        }
        let id = ArtifactId::parse(&format!("art:{}", short_id()?))
            .map_err(|error| Refusal::new("E_INTERNAL", error.to_string()))?;
        let row = self.store.keep_made(self.files()?, id, &made)?;
        self.changed(&collection.id);
        Ok(json!({ "artifact": shown::made_row(&row), "made": made, "model": model }))
    }

    /// What is made once more.
    fn made_before(
        &self,
        reader: &Reader,
        collection: &Collection,
        transform: Transform,
        id: &ArtifactId,
    ) -> Result<Made, Refusal> {
        let none = || Refusal::new("E_NO_ARTIFACT", format!("there is no {id}"));
        let row = reader.made_row(id)?.ok_or_else(none)?;
        if row.collection != collection.id || row.transform != transform {
            let sentence = format!("{id} is something else, or of another collection");
            return Err(Refusal::new("E_OTHER_ARTIFACT", sentence));
        }
        Ok(reader.open_made(self.files()?, id)?)
    }

    /// What is different from the version before.
    pub(super) fn made_changes(&self, reader: &Reader, artifact: &ArtifactId) -> Result<Value, Refusal> {
        let none = || Refusal::new("E_NO_ARTIFACT", format!("there is no {artifact}"));
        let row = reader.made_row(artifact)?.ok_or_else(none)?;
        let rows = reader.made(&row.collection)?;
        let before = rows
            .iter()
            .filter(|one| {
                one.transform == row.transform && one.title == row.title && one.version < row.version
            })
            .max_by_key(|one| one.version);
        let files = self.files()?;
        let new = reader.open_made(files, artifact)?;
        let sources = sources_since(&reader.sources(&row.collection)?, &row, &new.sources);
        let Some(before) = before else {
            return Ok(
                json!({ "artifact": row.id, "from": null, "to": row.version, "changes": [], "sources": sources }),
            );
        };
        let old = reader.open_made(files, &before.id)?;
        let change = |change: &Change| match change {
            Change::Added { place, new } => json!({ "place": place, "old": null, "new": new }),
            Change::Removed { place, old } => json!({ "place": place, "old": old, "new": null }),
            Change::Changed { place, old, new } => json!({ "place": place, "old": old, "new": new }),
        };
        let changes: Vec<Value> = compare(&old, &new).iter().map(change).collect();
        let (from, to) = (before.version, row.version);
        Ok(json!({ "artifact": row.id, "from": from, "to": to, "changes": changes, "sources": sources }))
    }
}

/// What became of the sources of a collection since something was made from them. One that is gone is called what it was
/// called then, as far as that is known.
pub(super) fn sources_since(now: &[Source], row: &MadeRow, then: &[MadeFrom]) -> Vec<Value> {
    let shown =
        |source: &Source, change: &str| json!({ "title": source.title, "url": source.url, "change": change });
    let made_from: BTreeMap<&SourceId, &MadeSource> =
        row.sources.iter().map(|made| (&made.id, made)).collect();
    let there: BTreeSet<&SourceId> = now.iter().map(|source| &source.id).collect();
    let mut since = Vec::new();
    for source in now {
        let latest = source.latest.as_ref().map(|head| &head.hash);
        match made_from.get(&source.id) {
            Some(made) if latest.is_some_and(|hash| *hash != made.hash) => {
                since.push(shown(source, "changed"))
            }
            None if latest.is_some() => since.push(shown(source, "added")),
            Some(_) | None => {}
        }
    }
    let gone = row.sources.iter().filter(|made| !there.contains(&made.id));
    since.extend(gone.map(|made| {
        let was = then.iter().find(|from| from.source_id == made.id);
        let (title, url) =
            was.map_or((made.id.as_str(), ""), |from| (from.title.as_str(), from.url.as_str()));
        json!({ "title": title, "url": url, "change": "removed" })
    }));
    since
}

/// All that is kept of a sensitive source: what its rows come to (CTX-011).
pub(super) fn totals(source: &Source, body: Body, at: UtcTime) -> Result<Capture, Refusal> {
    let nothing = || {
        let sentence = "this is a sensitive site, and there are no rows to add up; nothing of it is kept";
        Refusal::new("E_SENSITIVE_SITE", sentence)
    };
    let id =
        CollectionId::parse("col:none").map_err(|error| Refusal::new("E_INTERNAL", error.to_string()))?;
    let collection = Collection {
        id,
        title: source.outlet.clone(),
        tags: Vec::new(),
        created_at: at.clone(),
        updated_at: at.clone(),
    };
    let whole = Source { sensitive: false, ..source.clone() };
    let rows = [(whole, body.capture(source.id.clone(), 1, at.clone()))];
    let input = Input { collection: &collection, sources: &rows, made_at: at.clone() };
    let work = Work::new(Transform::Spending, &Map::new(), &input).map_err(|_| nothing())?;
    let made = work.finish();
    if made.parts.is_empty() {
        return Err(nothing());
    }
    let text = to_text(&Document::from(&made), Redaction::Default(&redacted));
    let derived = of_text(&source.outlet, &text);
    Ok(Capture { derived: true, ..derived.capture(source.id.clone(), 0, at) })
}

/// Numbers of cards, mail addresses, keys and the like are taken out of what leaves.
pub(super) fn redacted(text: &str) -> String {
    laika_policy::cloud::clean(text).into_owned()
}
