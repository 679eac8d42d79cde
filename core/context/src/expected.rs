//! What the core asked, so that an answer can be held against it.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use laika_protocol::ids::{DocId, HandleAlias};
use laika_protocol::llmcp::TaskName;
use laika_protocol::tools::Tool;

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
