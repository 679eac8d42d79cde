//! The one door to the wire types: what is generated comes from here.

use laika_protocol::schema;
use serde_json::Value;

/// Every schema file by name.
pub(super) fn files() -> Vec<(String, Value)> {
    schema::files()
}

/// One schema with every wire type as a definition.
pub(super) fn bundle() -> Value {
    schema::bundle()
}

/// The hash that both sides compare in the handshake.
pub(super) fn tool_schema_hash() -> String {
    schema::tool_schema_hash()
}
