//! Short names for handles, valid for one context pack (C-04).
//!
//! A real handle is unguessable and long; a small model copies `laika-7` correctly and cannot make anything of it. The
//! core keeps what each name stands for, and only names of this pack lead back to an element.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use laika_protocol::ids::{DocumentId, HandleAlias, HandleId};
use laika_protocol::llmcp::ToolCall;
use laika_protocol::tools;
use serde_json::{Map, Value};

/// What a name stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The element.
    pub handle: HandleId,
    /// The frame it is in.
    pub frame_id: u32,
    /// The document it is in.
    pub document_id: DocumentId,
    /// The generation of that document.
    pub navigation_generation: u64,
}

/// The names of one pack. Made anew for every pack, numbered on from the last one, so that an old name never gets a
/// new meaning.
#[derive(Clone, Debug, Default)]
pub struct Aliases {
    targets: BTreeMap<HandleAlias, Target>,
    by_handle: BTreeMap<HandleId, HandleAlias>,
    next: u32,
    stale: BTreeSet<HandleAlias>,
}

impl Aliases {
    /// The names for the next pack: none yet, and those of this pack are stale from now on.
    #[must_use]
    pub fn next_pack(self) -> Self {
        let mut stale = self.stale;
        stale.extend(self.targets.into_keys());
        while stale.len() > MOST_STALE {
            stale.pop_first();
        }
        Self { next: self.next, stale, ..Self::default() }
    }

    /// The name of an element: always the same within one pack.
    pub fn name(&mut self, target: Target) -> Option<HandleAlias> {
        if let Some(alias) = self.by_handle.get(&target.handle) {
            return Some(alias.clone());
        }
        self.next += 1;
        let alias = HandleAlias::parse(&format!("laika-{}", self.next)).ok()?;
        self.by_handle.insert(target.handle.clone(), alias.clone());
        self.targets.insert(alias.clone(), target);
        Some(alias)
    }

    /// What a name of this pack stands for.
    #[must_use]
    pub fn target(&self, alias: &HandleAlias) -> Option<&Target> {
        self.targets.get(alias)
    }

    /// The name of an element in this pack, if it has one.
    #[must_use]
    pub fn alias(&self, handle: &HandleId) -> Option<&HandleAlias> {
        self.by_handle.get(handle)
    }

    /// The names of this pack.
    #[must_use]
    pub fn current(&self) -> BTreeSet<HandleAlias> {
        self.targets.keys().cloned().collect()
    }

    /// Names of earlier packs, to tell an old handle from an invented one.
    #[must_use]
    pub const fn stale(&self) -> &BTreeSet<HandleAlias> {
        &self.stale
    }

    /// The arguments of a call with real handles, and the targets they belong to; nothing if a handle is not of this
    /// pack.
    #[must_use]
    pub fn resolve(&self, call: &ToolCall) -> Option<(Map<String, Value>, Vec<&Target>)> {
        let tool = tools::find(call.name.as_str())?;
        let mut arguments = call.arguments.clone();
        let mut targets = Vec::new();
        for (pointer, alias) in tool.handle_places(&call.arguments) {
            let target = self.targets.get(&HandleAlias::parse(alias).ok()?)?;
            let mut place = arguments.get_mut(pointer.0)?;
            if let Some(inner) = pointer.1 {
                place = place.get_mut(inner)?;
            }
            *place = Value::from(target.handle.as_str());
            targets.push(target);
        }
        Some((arguments, targets))
    }
}

/// Old names remembered; beyond that an old name counts as invented, which is refused all the same.
const MOST_STALE: usize = 2_000;
