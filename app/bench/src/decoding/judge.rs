//! Whether an answer is what it had to be.

use std::collections::BTreeSet;

use laika_protocol::llmcp::Content;
use laika_protocol::model::{Ended, Written};
use laika_protocol::tools::{Tool, check_arguments};
use laika_protocol::{Path, json as strict};
use serde_json::Value;

use super::asks::{Asked, Kind};
use crate::stats::Share;

/// As many wrong answers are kept.
const KEPT: usize = 10;

#[derive(Default)]
pub(super) struct Found {
    pub(super) parsed: Share,
    pub(super) valid: Share,
    pub(super) handles: Share,
    pub(super) quotes: Share,
    pub(super) cut: u64,
    pub(super) wrong: Vec<String>,
    pub(super) tokens: u64,
    pub(super) forced: u64,
    pub(super) shape_ms: f64,
    pub(super) decode_ms: f64,
}

pub(super) fn judge(asked: &Asked, written: &Written, found: &mut Found) {
    found.tokens += u64::from(written.usage.written);
    found.forced += u64::from(written.usage.forced);
    found.shape_ms += written.usage.shape_ms;
    found.decode_ms += written.usage.total_ms - written.usage.first_ms;
    found.cut += u64::from(written.ended == Ended::Cut);
    let (value, defects) = strict::inspect(&written.text, strict::Caps::bytes(1 << 20));
    let value = value.filter(|_| defects.is_empty() && written.ended == Ended::Complete);
    count(&mut found.parsed, value.is_some());
    let mut right = value.is_some();
    if let Some(value) = value {
        match &asked.kind {
            Kind::Call { tool, page } => {
                let valid = is_call(tool, &value);
                count(&mut found.valid, valid);
                let handles: BTreeSet<&str> = handles(page);
                let known = all(&value, "handleId").iter().all(|handle| handles.contains(handle));
                count(&mut found.handles, known);
                right = valid && known;
            }
            Kind::Quotes { text } => {
                let quotes = all(&value, "quote");
                let there = !quotes.is_empty() && quotes.iter().all(|quote| text.contains(quote));
                count(&mut found.quotes, there);
                right = there;
            }
        }
    }
    if !right && found.wrong.len() < KEPT {
        found.wrong.push(written.text.chars().take(300).collect());
    }
}

fn count(share: &mut Share, right: bool) {
    *share += Share::new(u64::from(right), 1);
}

/// `{tool, args}` with this tool, and arguments that its schema accepts once aliases are taken for handles.
fn is_call(tool: &Tool, value: &Value) -> bool {
    let Some(arguments) = value["args"].as_object() else { return false };
    value["tool"] == tool.name
        && value.as_object().is_some_and(|fields| fields.len() == 2)
        && check_arguments(tool, arguments, &Path::root()).is_empty()
}

fn handles(page: &Content) -> BTreeSet<&str> {
    let Content::ObservationSummary { elements, .. } = page else { return BTreeSet::new() };
    elements.iter().map(|element| element.handle_id.as_str()).collect()
}

/// Every text under this key, at any depth.
fn all<'a>(value: &'a Value, key: &str) -> Vec<&'a str> {
    match value {
        Value::Object(fields) => fields
            .iter()
            .flat_map(|(name, field)| match field.as_str().filter(|_| name == key) {
                Some(text) => vec![text],
                None => all(field, key),
            })
            .collect(),
        Value::Array(items) => items.iter().flat_map(|item| all(item, key)).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    }
}
