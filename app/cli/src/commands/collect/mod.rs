//! `laika collection`, `laika transform` and `laika ask --collection`: what you keep, and what you make of it.

mod add;
mod answer;
mod link;
pub(crate) mod made;
mod shown;

use anyhow::{Context as _, Result, anyhow, bail};
use laika_daemon::collecting::Collect;
use laika_protocol::collection::Transform as Kind;
use laika_protocol::ids::SourceId;
use serde_json::{Map, Value};

use self::link::{Kept, choice};
use crate::arguments::collections::{Collections, Told, Transform};
use crate::printer::{Outcome, Printer};

pub(crate) use answer::ask;

pub(crate) fn run(command: &Collections, printer: &mut Printer) -> Result<Outcome> {
    match command {
        Collections::Create { title, tags, told } => {
            let asked = Collect::Create { title: title.clone(), tags: tags.clone() };
            tell(told, asked, printer, shown::created)
        }
        Collections::List { told } => tell(told, Collect::List {}, printer, shown::list),
        Collections::Show { collection, told } => {
            tell(told, Collect::Show { collection: collection.clone() }, printer, shown::collection)
        }
        Collections::Add(add) => add::add(add, printer),
        Collections::Links { page, told } => {
            tell(told, Collect::Links { page: page.clone() }, printer, shown::links)
        }
        Collections::Search { words, within, told } => {
            let asked = Collect::Search { query: words.join(" "), collection: within.clone() };
            tell(told, asked, printer, shown::found)
        }
        Collections::Source { source, capture, changes, told } => {
            let source = source_id(source)?;
            if *changes {
                tell(told, Collect::Changes { source }, printer, shown::changes)
            } else {
                tell(told, Collect::Source { source, capture: *capture }, printer, shown::source)
            }
        }
        Collections::Refresh { what, no_wait, told } => add::refresh(what, *no_wait, told, printer),
        Collections::Rename { collection, title, told } => {
            let asked = Collect::Rename { collection: collection.clone(), title: title.clone() };
            tell(told, asked, printer, |_, printer| printer.say("renamed", title))
        }
        Collections::Remove { what, told } => {
            let asked = match source_id(what) {
                Ok(source) if what.starts_with("src:") => Collect::RemoveSource { source },
                Ok(_) | Err(_) => Collect::Remove { collection: what.clone() },
            };
            tell(told, asked, printer, |_, printer| printer.say("removed", what))
        }
    }
}

pub(crate) fn transform(asked: &Transform, printer: &mut Printer) -> Result<Outcome> {
    if asked.kind == "types" || asked.list {
        return tell(&asked.told, Collect::Types {}, printer, shown::types);
    }
    let hint = || anyhow!("hint: `laika transform types` lists everything that can be made");
    let name = asked.kind.replace('-', "_");
    let kind = Kind::ALL.into_iter().find(|kind| kind.as_str() == name);
    let kind = kind.with_context(|| format!("`{}` cannot be made (E_NO_TRANSFORM)", asked.kind));
    let transform = kind.map_err(|error| hint().context(error.to_string()))?;
    let collection = asked.collection.clone().context("of which collection?")?;
    let config = asked.config.iter().map(|set| setting(set)).collect::<Result<Map<String, Value>>>()?;
    let model = choice(&asked.thinks);
    tell(
        &asked.told,
        Collect::Make { collection, transform, config, artifact: None, model },
        printer,
        made::shown,
    )
}

/// NAME=VALUE. A value with commas is a list, unless it is a sentence.
fn setting(set: &str) -> Result<(String, Value)> {
    let Some((name, value)) = set.split_once('=') else {
        bail!("`{set}` is not NAME=VALUE");
    };
    let value = match value.trim() {
        number if number.parse::<u32>().is_ok() => Value::from(number.parse::<u32>().unwrap_or_default()),
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        list if matches!(name.trim(), "columns" | "terms" | "questions") => {
            Value::from(list.split(',').map(str::trim).collect::<Vec<_>>())
        }
        text => Value::from(text),
    };
    Ok((name.trim().to_owned(), value))
}

fn source_id(text: &str) -> Result<SourceId> {
    SourceId::parse(text).map_err(|error| anyhow!("{error}"))
}

/// Asks, and prints what comes of it.
fn tell(
    told: &Told,
    asked: Collect,
    printer: &mut Printer,
    show: impl FnOnce(&Value, &mut Printer),
) -> Result<Outcome> {
    let value = Kept::open(told, printer)?.ask(asked, printer)?;
    if told.json {
        printer.data(format_args!("{value:#}\n"));
    } else {
        show(&value, printer);
    }
    Ok(Outcome::Done)
}
