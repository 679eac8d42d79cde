//! A file of settings: TOML, read strictly, so that a slip never means something else.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use laika_policy::config::{Raw, Setting, ToolsTable, Value as Set, Wish, nearest};
use serde::Deserialize;
use serde_json::{Map, Value};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::ConfigError;

/// The table of the limits.
const LIMITS: &str = "limits";

/// What a file wants.
pub(super) fn read(path: &Path, bytes: &[u8]) -> Result<Vec<Wish>, ConfigError> {
    let name = path.display().to_string();
    if path.extension().is_some_and(|extension| extension == "json") {
        return of_before(&name, bytes);
    }
    let text = str::from_utf8(bytes).map_err(|error| ConfigError::Syntax {
        place: name.clone(),
        why: format!("byte {} is not text", error.valid_up_to()),
    })?;
    let at = |offset: usize| format!("{name}:{}", line(text, offset));
    let table = DeTable::parse(text).map_err(|error| ConfigError::Syntax {
        place: error.span().map_or_else(|| name.clone(), |span| at(span.start)),
        why: error.message().to_owned(),
    })?;
    let mut wishes = Vec::new();
    for (key, value) in table.get_ref() {
        match (key.get_ref().as_ref(), value.get_ref()) {
            (LIMITS, DeValue::Table(limits)) => {
                for (key, value) in limits {
                    let whole = format!("{LIMITS}.{}", key.get_ref());
                    wishes.push(wish(&whole, at(key.span().start), value)?);
                }
            }
            (key_text, _) => wishes.push(wish(key_text, at(key.span().start), value)?),
        }
    }
    Ok(wishes)
}

fn wish(key: &str, place: String, value: &Spanned<DeValue<'_>>) -> Result<Wish, ConfigError> {
    let Some(setting) = Setting::of_key(key) else {
        let near = nearest(key, &Setting::keys()).map(str::to_owned);
        return Err(ConfigError::UnknownKey { place, key: key.to_owned(), near });
    };
    match setting.read(&raw(value.get_ref())) {
        Ok(value) => Ok(Wish { value, place }),
        Err(why) => Err(ConfigError::Value { place, why }),
    }
}

fn raw<'a>(value: &'a DeValue<'_>) -> Raw<'a> {
    match value {
        DeValue::String(text) => Raw::Text(text),
        DeValue::Boolean(on) => Raw::Switch(*on),
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
            .map_or(Raw::Other("a number beyond all bounds"), Raw::Number),
        DeValue::Array(list) => {
            let texts = list.iter().map(|item| item.get_ref().as_str()).collect::<Option<_>>();
            texts.map_or(Raw::Other("a list of other things"), Raw::List)
        }
        DeValue::Float(_) => Raw::Other("a number with a point"),
        DeValue::Datetime(_) => Raw::Other("a time"),
        DeValue::Table(table) => {
            json(table).map_or(Raw::Other("a table with a time or no number in it"), Raw::Table)
        }
    }
}

/// A table as JSON; nothing where JSON cannot say it.
fn json(table: &DeTable<'_>) -> Option<Map<String, Value>> {
    let entry = |(key, value): (&Spanned<Cow<'_, str>>, &Spanned<DeValue<'_>>)| {
        Some((key.get_ref().to_string(), json_value(value.get_ref())?))
    };
    table.iter().map(entry).collect()
}

fn json_value(value: &DeValue<'_>) -> Option<Value> {
    Some(match value {
        DeValue::String(text) => Value::from(text.as_ref()),
        DeValue::Boolean(on) => Value::from(*on),
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix()).ok()?.into(),
        DeValue::Float(number) => {
            number.as_str().parse::<f64>().ok().filter(|number| number.is_finite())?.into()
        }
        DeValue::Array(list) => list.iter().map(|item| json_value(item.get_ref())).collect::<Option<_>>()?,
        DeValue::Table(table) => json(table)?.into(),
        DeValue::Datetime(_) => return None,
    })
}

/// The file of an older tool, `.inkwell/config.json`: which tools are on, and how they are set (INK-067).
fn of_before(name: &str, bytes: &[u8]) -> Result<Vec<Wish>, ConfigError> {
    #[derive(Deserialize)]
    struct Before {
        #[serde(default)]
        enabled_tools: Option<BTreeSet<String>>,
        #[serde(default)]
        tool_settings: BTreeMap<String, Map<String, Value>>,
    }
    let before: Before = serde_json::from_slice(bytes)
        .map_err(|error| ConfigError::Syntax { place: name.to_owned(), why: error.to_string() })?;
    let table =
        ToolsTable { enabled: before.enabled_tools, settings: before.tool_settings, ..ToolsTable::default() };
    Ok(vec![Wish { value: Set::Tools(table.with_names_of_today()), place: name.to_owned() }])
}

/// The line of a byte, from 1.
fn line(text: &str, offset: usize) -> usize {
    1 + text.bytes().take(offset).filter(|byte| *byte == b'\n').count()
}
