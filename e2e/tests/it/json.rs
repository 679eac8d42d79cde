//! Random JSON that looks like a document, with wrong nodes and fields in every place.

use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Map, Value};

use super::random;

const TYPES: &[&str] = &[
    "doc",
    "heading",
    "paragraph",
    "list",
    "list_item",
    "blockquote",
    "code_block",
    "table",
    "table_row",
    "table_cell",
    "text",
    "link",
    "script",
    "html",
    "img",
    "",
];
const KEYS: &[&str] = &[
    "children",
    "items",
    "rows",
    "cells",
    "text",
    "href",
    "language",
    "level",
    "ordered",
    "header",
    "onclick",
    "style",
    "html",
    "src",
    "__proto__",
];

fn leaf() -> impl Strategy<Value = Value> {
    prop_oneof![
        4 => random::text().prop_map(Value::from),
        2 => prop::sample::select(random::ADDRESSES).prop_map(Value::from),
        1 => any::<bool>().prop_map(Value::from),
        1 => (0..9u8).prop_map(Value::from),
        1 => Just(Value::Null),
    ]
}

/// A node of a random kind; the lists a good node has are more likely than others.
fn node(children: impl Strategy<Value = Value> + Clone) -> impl Strategy<Value = Value> {
    let list = vec(children.clone(), 0..4).prop_map(Value::from);
    let field = (prop::sample::select(KEYS), prop_oneof![3 => list.clone(), 1 => leaf(), 1 => children]);
    (prop::sample::select(TYPES), prop::sample::select(&KEYS[..4]), list, leaf(), vec(field, 0..3)).prop_map(
        |(kind, key, list, text, fields)| {
            let mut node = Map::new();
            node.insert("type".into(), kind.into());
            node.insert(key.into(), list);
            node.insert("text".into(), text);
            node.extend(fields.into_iter().map(|(key, value)| (key.to_owned(), value)));
            Value::Object(node)
        },
    )
}

/// A value whose root is a `doc`.
pub(super) fn document() -> impl Strategy<Value = Value> {
    let any = leaf().prop_recursive(5, 40, 4, node);
    vec(any, 0..6).prop_map(|children| serde_json::json!({ "type": "doc", "children": children }))
}
