//! The words of the protocol as they stand in a column: the same names as in JSON, from the same derive.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The name of a variant.
pub(crate) fn name_of(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(Value::String(name)) => name,
        // Only enums of plain names are handed in.
        Ok(_) | Err(_) => String::new(),
    }
}

/// The variant of a name.
pub(crate) fn named<T: DeserializeOwned>(name: &str) -> Option<T> {
    serde_json::from_value(Value::String(name.into())).ok()
}
