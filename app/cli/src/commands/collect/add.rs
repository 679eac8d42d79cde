//! Adding sources and capturing them again, and waiting until that is done.

use std::collections::BTreeSet;
use std::fs;
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use laika_daemon::collecting::{Collect, NewSource};
use laika_protocol::collection::CaptureMode;
use serde_json::{Value, json};

use super::link::Kept;
use super::{shown, source_id};
use crate::arguments::collections::{Add, Mode, Told};
use crate::printer::{Outcome, Printer};

/// How often it is looked how far the captures are.
const LOOKS_EVERY: Duration = Duration::from_millis(400);
/// Bytes of a file.
const MOST_FILE: u64 = 512 * 1024;

pub(super) fn add(asked: &Add, printer: &mut Printer) -> Result<Outcome> {
    let mode = match asked.mode {
        Mode::Auto => CaptureMode::Auto,
        Mode::Article => CaptureMode::Article,
        Mode::List => CaptureMode::List,
    };
    let mut sources: Vec<NewSource> =
        asked.urls.iter().map(|url| NewSource::Url { url: url.clone(), title: None, mode }).collect();
    sources.extend(asked.notes.iter().map(|text| NewSource::Note { title: None, text: text.clone() }));
    for file in &asked.files {
        let size = fs::metadata(file).with_context(|| format!("cannot read {}", file.display()))?.len();
        if size > MOST_FILE {
            bail!("{} has more than {MOST_FILE} bytes (E_TOO_LONG)", file.display());
        }
        let text = fs::read_to_string(file).with_context(|| format!("{} is not text", file.display()))?;
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        sources.push(NewSource::File { name, text });
    }
    if sources.is_empty() && asked.from.is_none() {
        bail!("there is nothing to add: name pages, or use --note, --file or --from");
    }
    let kept = Kept::open(&asked.told, printer)?;
    let collection = there(&kept, &asked.collection, printer)?;
    let mut said = Vec::new();
    if !sources.is_empty() {
        said.push(kept.ask(Collect::Add { collection: collection.clone(), sources }, printer)?);
    }
    if let Some(page) = asked.from.clone() {
        let (top, only) = (asked.top, asked.only.clone());
        said.push(
            kept.ask(Collect::AddFromPage { collection: collection.clone(), page, top, only }, printer)?,
        );
    }
    let told = merged(&said);
    if !asked.told.json {
        shown::added(&told, printer);
    }
    let added = ids(&told["added"]);
    finish(&kept, &collection, &added, asked.no_wait, &told, &asked.told, printer)
}

pub(super) fn refresh(what: &str, no_wait: bool, told: &Told, printer: &mut Printer) -> Result<Outcome> {
    let kept = Kept::open(told, printer)?;
    let (source, collection) = match source_id(what) {
        Ok(source) if what.starts_with("src:") => (Some(source), None),
        Ok(_) | Err(_) => (None, Some(what.to_owned())),
    };
    let collection_of = |kept: &Kept, printer: &Printer| -> Result<String> {
        match (&source, &collection) {
            (Some(source), _) => {
                let one = kept.ask(Collect::Source { source: source.clone(), capture: None }, printer)?;
                Ok(one["source"]["collectionId"].as_str().unwrap_or_default().to_owned())
            }
            (None, name) => Ok(name.clone().unwrap_or_default()),
        }
    };
    let named = collection_of(&kept, printer)?;
    let value = kept.ask(Collect::Refresh { source, collection }, printer)?;
    let again = ids(&value["refreshing"]);
    finish(&kept, &named, &again, no_wait, &value, told, printer)
}

/// The collection of this name; a new one where there is none.
fn there(kept: &Kept, name: &str, printer: &Printer) -> Result<String> {
    let listed = kept.ask(Collect::List {}, printer)?;
    let wanted = name.trim().to_lowercase();
    let all = listed["collections"].as_array().cloned().unwrap_or_default();
    let is_it = |one: &&Value| {
        one["id"].as_str() == Some(name)
            || one["title"].as_str().is_some_and(|title| title.to_lowercase() == wanted)
    };
    if all.iter().any(|one| is_it(&one)) {
        return Ok(name.to_owned());
    }
    let made = kept.ask(Collect::Create { title: name.to_owned(), tags: Vec::new() }, printer)?;
    printer.say("made", format_args!("the collection \"{name}\""));
    Ok(made["collection"]["id"].as_str().unwrap_or(name).to_owned())
}

fn merged(said: &[Value]) -> Value {
    let all = |name: &str| -> Vec<Value> {
        said.iter().flat_map(|one| one[name].as_array().cloned().unwrap_or_default()).collect()
    };
    json!({ "added": all("added"), "known": all("known"), "refused": all("refused") })
}

fn ids(list: &Value) -> BTreeSet<String> {
    list.as_array().into_iter().flatten().filter_map(|id| Some(id.as_str()?.to_owned())).collect()
}

/// Waits until these are captured or failed, and says what came of them.
fn finish(
    kept: &Kept,
    collection: &str,
    sources: &BTreeSet<String>,
    no_wait: bool,
    told: &Value,
    how: &Told,
    printer: &mut Printer,
) -> Result<Outcome> {
    let mut last = Vec::new();
    while !no_wait && !sources.is_empty() {
        let now = kept.ask(Collect::Show { collection: collection.to_owned() }, printer)?;
        let ours = now["sources"].as_array().cloned().unwrap_or_default().into_iter();
        last =
            ours.filter(|one| one["id"].as_str().is_some_and(|id| sources.contains(id))).collect::<Vec<_>>();
        let over = |one: &&Value| matches!(one["state"].as_str(), Some("captured" | "failed"));
        let done = last.iter().filter(over).count();
        printer.progress("capturing", done as u64, last.len() as u64);
        if done == last.len() {
            break;
        }
        thread::sleep(LOOKS_EVERY);
    }
    printer.progress_over();
    let failed = last.iter().any(|one| one["state"] == "failed");
    if how.json {
        let mut told = told.clone();
        if let Some(fields) = told.as_object_mut() {
            fields.insert("sources".into(), Value::from(last));
        }
        printer.data(format_args!("{told:#}\n"));
    } else {
        shown::sources(&last, printer);
    }
    Ok(if failed { Outcome::Defects } else { Outcome::Done })
}
