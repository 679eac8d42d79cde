//! Checks a value against one of our schemas and reports every defect with its path.
//!
//! Why not a general validator: a union of twelve node types makes it try all branches at every level, which is
//! exponential on a hostile document, and its answer ("not valid under any of the schemas") helps nobody. Our unions
//! all carry a discriminating constant, so one branch is chosen first: linear, and the messages name the real fault.
//! A test compares every verdict with the `jsonschema` crate.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::{Map, Value};

use crate::defect::add;
use crate::ids::FORMATS;
use crate::{Defect, DefectKind, Path, quoted};

/// Whether a keyword is one this validator understands or may ignore.
#[must_use]
pub fn is_known_keyword(keyword: &str) -> bool {
    const ASSERTIONS: &[&str] = &[
        "$ref",
        "type",
        "const",
        "enum",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "oneOf",
        "anyOf",
        "minimum",
        "maximum",
        "minLength",
        "maxLength",
        "minItems",
        "maxItems",
        "format",
    ];
    const ANNOTATIONS: &[&str] = &["$schema", "$defs", "title", "description", "default", "examples"];
    ASSERTIONS.contains(&keyword) || ANNOTATIONS.contains(&keyword)
}

/// Every way in which a value does not fit a schema. Linear in the size of the value.
#[must_use]
pub fn validate(schema: &Value, value: &Value) -> Vec<Defect> {
    let mut check = Check { root: schema, path: Path::root(), defects: Vec::new() };
    check.value(schema, value);
    check.defects
}

struct Check<'a> {
    root: &'a Value,
    path: Path,
    defects: Vec<Defect>,
}

impl<'a> Check<'a> {
    fn report(&mut self, kind: DefectKind, message: impl Into<String>) {
        add(&mut self.defects, kind, &self.path, || message.into());
    }

    fn resolve(&self, mut schema: &'a Value) -> &'a Value {
        while let Some(name) = schema["$ref"].as_str().and_then(|target| target.strip_prefix("#/$defs/")) {
            schema = &self.root["$defs"][name];
        }
        schema
    }

    fn value(&mut self, schema: &'a Value, value: &Value) {
        let schema = self.resolve(schema);
        if let Some(branches) = schema["oneOf"].as_array().or_else(|| schema["anyOf"].as_array()) {
            return self.union(branches, value);
        }
        if !self.type_fits(schema, value) {
            return;
        }
        if let Some(expected) = schema.get("const")
            && expected != value
        {
            return self.report(
                DefectKind::NotAllowed,
                format!("must be {}, found {}", shown(expected), shown(value)),
            );
        }
        if let Some(allowed) = schema["enum"].as_array()
            && !allowed.contains(value)
        {
            return self.report(DefectKind::NotAllowed, one_of(allowed, value));
        }
        match value {
            Value::String(text) => self.string(schema, text),
            Value::Number(number) => self.number(schema, number),
            Value::Array(items) => self.array(schema, items),
            Value::Object(fields) => self.object(schema, fields),
            Value::Null | Value::Bool(_) => {}
        }
    }

    /// Chooses the branch whose constants match, or the only branch that is not `null`.
    fn union(&mut self, branches: &'a [Value], value: &Value) {
        let resolved: Vec<&'a Value> = branches.iter().map(|branch| self.resolve(branch)).collect();
        if value.is_null() && resolved.iter().any(|branch| branch["type"] == "null") {
            return;
        }
        let named: Vec<&'a Value> = resolved.into_iter().filter(|branch| branch["type"] != "null").collect();
        if let [only] = named[..] {
            return self.value(only, value);
        }
        // A union of bare constants is an enum with a description for each value.
        if named.iter().all(|branch| branch.get("const").is_some() || branch.get("enum").is_some()) {
            let allowed: Vec<Value> = named
                .iter()
                .flat_map(|branch| {
                    branch
                        .get("const")
                        .cloned()
                        .into_iter()
                        .chain(branch["enum"].as_array().cloned().unwrap_or_default())
                })
                .collect();
            if !allowed.contains(value) {
                let kind = if value.is_string() { DefectKind::NotAllowed } else { DefectKind::WrongType };
                self.report(kind, one_of(&allowed, value));
            }
            return;
        }
        let Some(tag) = discriminator(&named) else {
            return self.report(DefectKind::WrongType, "the schema has a union that cannot be told apart");
        };
        let Some(fields) = value.as_object() else {
            return self
                .report(DefectKind::WrongType, format!("must be an object, found {}", type_name(value)));
        };
        let chosen = fields
            .get(tag)
            .and_then(|found| named.iter().find(|branch| branch["properties"][tag]["const"] == *found));
        match (chosen, fields.get(tag)) {
            (Some(branch), _) => self.value(branch, value),
            (None, None) => {
                self.path.push_key(tag);
                self.report(DefectKind::MissingField, format!("`{tag}` is missing"));
                self.path.pop();
            }
            (None, Some(found)) => {
                let allowed: Vec<Value> =
                    named.iter().map(|branch| branch["properties"][tag]["const"].clone()).collect();
                self.path.push_key(tag);
                self.report(DefectKind::NotAllowed, one_of(&allowed, found));
                self.path.pop();
            }
        }
    }

    fn type_fits(&mut self, schema: &Value, value: &Value) -> bool {
        let expected: Vec<&str> = match &schema["type"] {
            Value::String(name) => alloc::vec![name.as_str()],
            Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => return true,
        };
        let fits = |name: &&str| match *name {
            // Every reader of ours takes an integer only in its plain form: 1, not 1.0.
            "integer" => value.is_i64() || value.is_u64(),
            "number" => value.is_number(),
            name => name == type_name(value),
        };
        let fit = expected.iter().any(fits);
        if !fit {
            let names: Vec<String> = expected.iter().map(|name| article(name)).collect();
            self.report(
                DefectKind::WrongType,
                format!("must be {}, found {}", names.join(" or "), article(type_name(value))),
            );
        }
        fit
    }

    fn string(&mut self, schema: &Value, text: &str) {
        self.length(schema, text.chars().count(), "Length", "characters");
        let format =
            schema["format"].as_str().and_then(|name| FORMATS.iter().find(|format| format.name == name));
        if let Some(format) = format
            && !(format.check)(text)
        {
            self.report(
                DefectKind::BadFormat,
                format!("must be {}, found {}", format.expected, quoted(text)),
            );
        }
    }

    fn number(&mut self, schema: &Value, number: &serde_json::Number) {
        let (low, high) = match schema["format"].as_str() {
            Some("uint8") => (Some(0.0), Some(f64::from(u8::MAX))),
            Some("int8") => (Some(f64::from(i8::MIN)), Some(f64::from(i8::MAX))),
            Some("uint32") => (Some(0.0), Some(f64::from(u32::MAX))),
            _ => (None, None),
        };
        let low = schema["minimum"].as_f64().or(low);
        let high = schema["maximum"].as_f64().or(high);
        let value = number.as_f64().unwrap_or(f64::NAN);
        if low.is_some_and(|low| value < low) || high.is_some_and(|high| value > high) {
            self.report(DefectKind::OutOfRange, format!("{number} is outside {}", range(low, high)));
        }
    }

    fn array(&mut self, schema: &'a Value, items: &[Value]) {
        self.length(schema, items.len(), "Items", "entries");
        if let Some(item_schema) = schema.get("items") {
            for (index, item) in items.iter().enumerate() {
                self.path.push_index(index);
                self.value(item_schema, item);
                self.path.pop();
            }
        }
    }

    fn object(&mut self, schema: &'a Value, fields: &Map<String, Value>) {
        for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            if !fields.contains_key(name) {
                self.path.push_key(name);
                self.report(DefectKind::MissingField, format!("`{name}` is missing"));
                self.path.pop();
            }
        }
        let properties = schema["properties"].as_object();
        for (name, value) in fields {
            self.path.push_key(name);
            match (properties.and_then(|known| known.get(name)), &schema["additionalProperties"]) {
                (Some(known), _) => self.value(known, value),
                (None, Value::Bool(false)) => {
                    let message = format!("the field {} is not known here", quoted(name));
                    self.report(DefectKind::UnknownField, message);
                }
                (None, rest @ Value::Object(_)) => self.value(rest, value),
                (None, _) => {}
            }
            self.path.pop();
        }
    }

    fn length(&mut self, schema: &Value, length: usize, suffix: &str, unit: &str) {
        let bound = |prefix: &str| schema[format!("{prefix}{suffix}").as_str()].as_u64();
        let (low, high) = (bound("min"), bound("max"));
        let length = length as u64;
        if low.is_some_and(|low| length < low) || high.is_some_and(|high| length > high) {
            #[expect(clippy::cast_precision_loss, reason = "bounds are small")]
            let range = range(low.map(|low| low as f64), high.map(|high| high as f64));
            self.report(DefectKind::OutOfRange, format!("{length} {unit} is outside {range}"));
        }
    }
}

/// The property that every branch fixes to a constant of its own.
fn discriminator<'a>(branches: &[&'a Value]) -> Option<&'a str> {
    let first = branches.first()?["properties"].as_object()?;
    first
        .keys()
        .map(String::as_str)
        .find(|key| branches.iter().all(|branch| branch["properties"][*key].get("const").is_some()))
}

fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

fn article(name: &str) -> String {
    match name {
        "null" => name.to_string(),
        "array" | "object" | "integer" => format!("an {name}"),
        _ => format!("a {name}"),
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        Value::Object(_) | Value::Array(_) => article(type_name(value)),
        Value::Null | Value::Bool(_) | Value::Number(_) => quoted(&value.to_string()),
    }
}

fn one_of(allowed: &[Value], found: &Value) -> String {
    let names: Vec<String> = allowed.iter().map(shown).collect();
    match names.as_slice() {
        [only] => format!("must be {only}, found {}", shown(found)),
        _ => format!("must be one of {}, found {}", names.join(", "), shown(found)),
    }
}

fn range(low: Option<f64>, high: Option<f64>) -> String {
    match (low, high) {
        (Some(low), Some(high)) => format!("{low} to {high}"),
        (Some(low), None) => format!("{low} or more"),
        (None, Some(high)) => format!("{high} or less"),
        (None, None) => "any range".to_string(),
    }
}
