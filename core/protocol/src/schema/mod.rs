//! JSON Schemas made from the types, and strict reading against them.
//!
//! The Rust types are the source; `schema/v1/` holds what they say, committed, so that a change of the API shows up
//! as a diff, and TypeScript is made from the same schemas.

mod validate;

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::canonical;
use crate::json::{self, Caps};
use crate::tools::{self, Tool};
use crate::{Defect, DefectKind, Path, document, llmcp, observation, quoted, wire};

pub use validate::{is_known_keyword, validate};

/// The schema of a type, with the definitions it needs.
#[must_use]
pub fn schema_of<T: JsonSchema>() -> Value {
    SchemaGenerator::default().into_root_schema_for::<T>().to_value()
}

/// The schema of a type, as a value that a table can hold.
#[derive(Clone, Copy)]
pub struct TypeSchema {
    root: fn() -> Value,
    within: fn(&mut SchemaGenerator) -> Schema,
}

impl TypeSchema {
    /// The schema of `T`.
    #[must_use]
    pub const fn of<T: JsonSchema>() -> Self {
        Self { root: schema_of::<T>, within: |generator| generator.subschema_for::<T>() }
    }

    /// The schema with the definitions it needs.
    #[must_use]
    pub fn root(self) -> Value {
        (self.root)()
    }
}

/// Reads a value of a type: strict JSON, then the schema, then the type. Every defect is reported.
///
/// # Errors
/// Everything that is wrong with the text.
pub fn read<T: JsonSchema + DeserializeOwned>(text: &str, caps: Caps) -> Result<T, Vec<Defect>> {
    from_value(json::read(text, caps)?)
}

/// Reads a value of a type from JSON that was already read strictly.
///
/// # Errors
/// Everything that does not fit the schema.
pub fn from_value<T: JsonSchema + DeserializeOwned>(value: Value) -> Result<T, Vec<Defect>> {
    let defects = validate(&schema_of::<T>(), &value);
    if defects.is_empty() { typed(value) } else { Err(defects) }
}

/// The last step of reading, after the schema was checked. The schema says no less than the type; should they ever
/// differ, the type has the last word.
pub(crate) fn typed<T: DeserializeOwned>(value: Value) -> Result<T, Vec<Defect>> {
    serde_json::from_value(value).map_err(|error| {
        alloc::vec![Defect::new(DefectKind::WrongType, Path::root(), quoted(&error.to_string()))]
    })
}

macro_rules! roots {
    ($($file:literal => $type:ty;)*) => {
        /// The files of `schema/v1/`, with their content.
        #[must_use]
        pub fn files() -> Vec<(String, Value)> {
            let mut files: Vec<(String, Value)> =
                alloc::vec![$((concat!($file, ".json").to_string(), schema_of::<$type>()),)*];
            files.push(("tools.json".to_string(), tool_surface()));
            files
        }

        fn root_schemas(generator: &mut SchemaGenerator) -> Map<String, Value> {
            let mut roots = Map::new();
            $(roots.insert($file.to_string(), generator.subschema_for::<$type>().to_value());)*
            roots
        }
    };
}

roots! {
    "llmcp.request" => llmcp::Request;
    "llmcp.response" => llmcp::Response;
    "llmcp.route" => llmcp::Route;
    "document" => document::Document;
    "observation" => observation::Observation;
    "tool.request" => wire::ToolRequest;
    "tool.accepted" => wire::ToolAccepted;
    "tool.success" => wire::ToolSuccess;
    "tool.failure" => wire::ToolFailure;
    "tool.blob" => wire::BlobChunk;
    "target" => wire::TargetFacts;
    "control" => wire::ControlMessage;
    "state" => wire::StatePayload;
}

/// Every wire type in one schema, each once, for making TypeScript.
#[must_use]
pub fn bundle() -> Value {
    let mut generator = SchemaGenerator::default();
    let mut properties = root_schemas(&mut generator);
    for tool in tools::TOOLS {
        for (part, schema) in [("arguments", tool.argument_schema), ("result", tool.result_schema)] {
            let name = alloc::format!("{}.{part}", tool.name);
            properties.insert(name, (schema.within)(&mut generator).to_value());
        }
    }
    let definitions = generator.take_definitions(true);
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Protocol",
        "description": "Every message of both protocols, by the name of its schema.",
        "type": "object",
        "properties": properties,
        "additionalProperties": false,
        "$defs": definitions,
    })
}

/// What a model and the tool router must agree on: every tool with its schemas.
#[must_use]
pub fn tool_surface() -> Value {
    json!({
        "protocolVersion": crate::ids::ProtocolVersion::current(),
        "tools": tools::TOOLS.iter().map(|tool| describe(tool)).collect::<Vec<_>>(),
    })
}

/// One tool as data, name first: constrained decoding keeps the order of properties as written.
#[must_use]
pub fn describe(tool: &Tool) -> Value {
    let strings =
        |names: &[&str]| Value::from(names.iter().map(|name| Value::from(*name)).collect::<Vec<_>>());
    let arguments: Vec<Value> = tool
        .arguments
        .iter()
        .map(|argument| {
            json!({ "name": argument.name, "role": argument.role.as_str(), "aliases": strings(argument.aliases) })
        })
        .collect();
    json!({
        "name": tool.name,
        "aliases": strings(tool.aliases),
        "category": tool.category.as_str(),
        "line": tool.line,
        "effect": tool.effect.as_str(),
        "mutating": tool.effect.is_mutating(),
        "permissions": strings(&tool.permissions.iter().map(|one| one.as_str()).collect::<Vec<_>>()),
        "preconditions": strings(&tool.preconditions.iter().map(|one| one.as_str()).collect::<Vec<_>>()),
        "postconditions": strings(&tool.postconditions.iter().map(|one| one.as_str()).collect::<Vec<_>>()),
        "roles": arguments,
        "arguments": tool.argument_schema.root(),
        "result": tool.result_schema.root(),
    })
}

/// The digest that pins prompts, router and extension to one tool surface (TOOL-018).
#[must_use]
pub fn tool_schema_hash() -> String {
    // The surface is made of our own constants; it always has a canonical form, and a test says so.
    canonical::digest(&tool_surface()).map(|digest| digest.to_string()).unwrap_or_default()
}
