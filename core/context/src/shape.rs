//! Holding a value against the shape that was asked for, pieces of texts included.
//!
//! An embedded model cannot leave its shape. Everybody else's answer is checked here, and the embedded one's too.

use alloc::vec::Vec;

use laika_protocol::model::PIECE_OF;
use laika_protocol::{Defect, DefectKind, Path, schema};
use serde_json::Value;

/// Every way in which a value leaves its shape.
pub(crate) fn check(shape: &Value, value: &Value) -> Vec<Defect> {
    let mut defects = schema::validate(shape, value);
    pieces(shape, value, &Path::root(), &mut defects);
    defects
}

fn pieces(shape: &Value, value: &Value, path: &Path, defects: &mut Vec<Defect>) {
    if let (Some(texts), Value::String(text)) = (shape[PIECE_OF].as_array(), value) {
        let found = texts.iter().filter_map(Value::as_str).any(|whole| whole.contains(text.as_str()));
        if !found {
            let message = "must be a piece of the given text, word for word";
            defects.push(Defect::new(DefectKind::NotAllowed, path.clone(), message));
        }
    }
    match value {
        Value::Object(fields) => {
            let branch = branch(shape, value);
            for (key, field) in fields {
                pieces(&branch["properties"][key], field, &path.key(key), defects);
            }
        }
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                pieces(&shape["items"], item, &path.index(at), defects);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The branch of a union that a value is of, by its constants.
fn branch<'a>(shape: &'a Value, value: &Value) -> &'a Value {
    let Some(branches) = shape["oneOf"].as_array() else { return shape };
    let fits =
        |branch: &&Value| {
            branch["properties"].as_object().into_iter().flatten().all(|(key, field)| {
                field.get("const").is_none_or(|expected| value.get(key) == Some(expected))
            })
        };
    branches.iter().find(fits).unwrap_or(shape)
}
