//! What the core asked, so that an answer can be held against it.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use laika_protocol::ids::{DocId, HandleAlias};
use laika_protocol::llmcp::{Request, TaskName};
use laika_protocol::tools::Tool;
use serde_json::Value;

/// What may be said in answer to one request.
#[derive(Clone)]
pub struct Expected {
    /// The task.
    pub task: TaskName,
    /// The tools that were offered; no other may be called (MODEL-044).
    pub tools: Vec<&'static Tool>,
    /// The handles of this request's documents.
    pub handles: BTreeSet<HandleAlias>,
    /// Handles of earlier requests, to tell an old handle from an invented one.
    pub stale: BTreeSet<HandleAlias>,
    /// The documents of this request.
    pub documents: BTreeSet<DocId>,
    /// Whether the older text pattern counts.
    pub legacy: LegacyPattern,
    /// Whether the output starts inside a thinking block.
    pub thinking: Thinking,
}

fn add_handles(value: &Value, handles: &mut BTreeSet<HandleAlias>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| add_handles(item, handles)),
        Value::Object(fields) => {
            handles.extend(
                fields.get("handle_id").and_then(Value::as_str).and_then(|id| HandleAlias::parse(id).ok()),
            );
            fields.values().for_each(|field| add_handles(field, handles));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Whether `:::TOOL:NAME:query:::` is a call (INK-007).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LegacyPattern {
    /// It is text.
    Off,
    /// It is a call.
    On,
}

/// Where the output starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thinking {
    /// Outside a thinking block.
    Closed,
    /// Inside one: the prompt ended with `<think>`.
    Open,
}

impl Expected {
    /// An answer to a request: its task, its documents and their handles.
    #[must_use]
    pub fn for_request(request: &Request) -> Self {
        let mut expected = Self::for_task(request.input.task.name);
        for document in &request.context.documents {
            expected.documents.insert(document.doc_id.clone());
            if let Ok(content) = serde_json::to_value(&document.content) {
                add_handles(&content, &mut expected.handles);
            }
        }
        expected
    }

    /// An answer to a task with no tools and no documents.
    #[must_use]
    pub fn for_task(task: TaskName) -> Self {
        Self {
            task,
            tools: Vec::new(),
            handles: BTreeSet::new(),
            stale: BTreeSet::new(),
            documents: BTreeSet::new(),
            legacy: LegacyPattern::Off,
            thinking: Thinking::Closed,
        }
    }
}
