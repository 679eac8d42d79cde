//! The part of JSON Schema that describes arguments: enough to be checked exactly, little enough to be checked here.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value};

/// Arguments of one operation.
const MOST_PROPERTIES: usize = 32;
/// How deep a schema may lie in itself.
const MOST_DEPTH: usize = 6;

/// What a value may be.
#[derive(Clone, Debug, PartialEq)]
pub struct Schema {
    kind: Kind,
    /// As the plugin wrote it, for whoever shows or constrains it.
    source: Value,
}

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    Text { options: Vec<String>, least: usize, most: usize },
    Number { whole: bool, least: f64, most: f64 },
    Flag,
    List { items: Box<Schema>, most: usize },
    Object { properties: BTreeMap<String, Schema>, required: Vec<String> },
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Said {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default, rename = "description")]
    _description: Option<String>,
    #[serde(default, rename = "enum")]
    options: Vec<String>,
    min_length: Option<usize>,
    max_length: Option<usize>,
    minimum: Option<f64>,
    maximum: Option<f64>,
    items: Option<Value>,
    max_items: Option<usize>,
    #[serde(default)]
    properties: Map<String, Value>,
    #[serde(default)]
    required: Vec<String>,
}

/// Bounds for what says none: arguments are small.
const DEFAULT_CHARS: usize = 10_000;
const DEFAULT_ITEMS: usize = 1_000;

impl Schema {
    /// Reads the schema of an operation's arguments; one that says none takes none.
    pub(super) fn read_object(value: Option<&Value>) -> Result<Self, String> {
        let none = serde_json::json!({ "type": "object", "properties": {} });
        let schema = Self::read(value.unwrap_or(&none), MOST_DEPTH)?;
        match &schema.kind {
            Kind::Object { .. } => Ok(schema),
            Kind::Text { .. } | Kind::Number { .. } | Kind::Flag | Kind::List { .. } => {
                Err("`arguments` is a schema of type `object`".into())
            }
        }
    }

    fn read(value: &Value, depth: usize) -> Result<Self, String> {
        let depth = depth.checked_sub(1).ok_or("a schema lies too deep in itself")?;
        let said: Said = serde_json::from_value(value.clone()).map_err(|error| format!("schema: {error}"))?;
        let kind = match said.kind.as_str() {
            "string" => Kind::Text {
                options: said.options,
                least: said.min_length.unwrap_or(0),
                most: said.max_length.unwrap_or(DEFAULT_CHARS),
            },
            "number" | "integer" => Kind::Number {
                whole: said.kind == "integer",
                least: said.minimum.unwrap_or(f64::NEG_INFINITY),
                most: said.maximum.unwrap_or(f64::INFINITY),
            },
            "boolean" => Kind::Flag,
            "array" => {
                let items = said.items.ok_or("an `array` says what its `items` are")?;
                let most = said.max_items.unwrap_or(DEFAULT_ITEMS);
                Kind::List { items: Box::new(Self::read(&items, depth)?), most }
            }
            "object" => {
                if said.properties.len() > MOST_PROPERTIES {
                    return Err(format!("an `object` has at most {MOST_PROPERTIES} properties"));
                }
                let read = |(name, value): (&String, &Value)| Ok((name.clone(), Self::read(value, depth)?));
                let properties =
                    said.properties.iter().map(read).collect::<Result<BTreeMap<_, _>, String>>()?;
                if !said.required.iter().all(|name| properties.contains_key(name)) {
                    return Err("`required` names what is no property".into());
                }
                Kind::Object { properties, required: said.required }
            }
            other => return Err(format!("there is no type `{}`", super::descriptor::short(other))),
        };
        Ok(Self { kind, source: value.clone() })
    }

    /// As the plugin wrote it.
    #[must_use]
    pub const fn source(&self) -> &Value {
        &self.source
    }

    pub(super) fn has(&self, property: &str) -> bool {
        match &self.kind {
            Kind::Object { properties, .. } => properties.contains_key(property),
            Kind::Text { .. } | Kind::Number { .. } | Kind::Flag | Kind::List { .. } => false,
        }
    }

    /// Whether arguments fit.
    ///
    /// # Errors
    /// Where they do not.
    pub fn check(&self, arguments: &Map<String, Value>) -> Result<(), String> {
        self.check_at(&Value::Object(arguments.clone()), "arguments")
    }

    fn check_at(&self, value: &Value, at: &str) -> Result<(), String> {
        match (&self.kind, value) {
            (Kind::Text { options, least, most }, Value::String(text)) => {
                let length = text.chars().count();
                if !options.is_empty() && !options.contains(text) {
                    return Err(format!("{at} is one of {}", options.join(", ")));
                }
                if length < *least || length > *most {
                    return Err(format!("{at} has {least} to {most} characters"));
                }
                Ok(())
            }
            (Kind::Number { whole, least, most }, Value::Number(number)) => {
                let is_whole = number.is_i64() || number.is_u64();
                let value = number.as_f64().unwrap_or(f64::NAN);
                if (*whole && !is_whole) || !(*least..=*most).contains(&value) {
                    let kind = if *whole { "whole number" } else { "number" };
                    return Err(format!("{at} is a {kind} from {least} to {most}"));
                }
                Ok(())
            }
            (Kind::Flag, Value::Bool(_)) => Ok(()),
            (Kind::List { items, most }, Value::Array(values)) => {
                if values.len() > *most {
                    return Err(format!("{at} has at most {most} items"));
                }
                values
                    .iter()
                    .enumerate()
                    .try_for_each(|(index, value)| items.check_at(value, &format!("{at}[{index}]")))
            }
            (Kind::Object { properties, required }, Value::Object(values)) => {
                if let Some(missing) = required.iter().find(|name| !values.contains_key(*name)) {
                    return Err(format!("{at} lacks `{missing}`"));
                }
                values.iter().try_for_each(|(name, value)| match properties.get(name) {
                    Some(schema) => schema.check_at(value, &format!("{at}.{name}")),
                    None => Err(format!("{at} has no `{}`", super::descriptor::short(name))),
                })
            }
            (Kind::Text { .. }, _) => Err(format!("{at} is a text")),
            (Kind::Number { .. }, _) => Err(format!("{at} is a number")),
            (Kind::Flag, _) => Err(format!("{at} is true or false")),
            (Kind::List { .. }, _) => Err(format!("{at} is a list")),
            (Kind::Object { .. }, _) => Err(format!("{at} is an object")),
        }
    }
}
