//! `browser.observe_dom`: read the page.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::shapes::ON_DOCUMENT;
use super::{ArgRole, Argument, Category, Effect, Normalised, Permission, Tool};
use crate::ids::HandleRef;
use crate::observation::Observation;
use crate::schema::{TypeSchema, schema_of};
use crate::{Defect, DefectKind, Path};

pub(super) const TOOL: Tool = Tool {
    name: "browser.observe_dom",
    aliases: &[],
    category: Category::Observation,
    line: "read the page again: its text, lists, headings and what can be clicked",
    effect: Effect::Read,
    arguments: &[
        Argument::new("scope", ArgRole::Structure),
        Argument::new("rootHandleId", ArgRole::Handle),
        Argument::new("cursor", ArgRole::Count),
        Argument::new("maxChars", ArgRole::Count),
        Argument::new("maxElements", ArgRole::Count),
        Argument::new("maxBlocks", ArgRole::Count),
        Argument::new("maxPrimaryChars", ArgRole::Count),
        Argument::new("maxOutline", ArgRole::Count),
        Argument::new("maxOutlineChars", ArgRole::Count),
        Argument::new("maxItems", ArgRole::Count),
        Argument::new("maxItemChars", ArgRole::Count),
        Argument::new("maxComments", ArgRole::Count),
        Argument::new("maxCommentChars", ArgRole::Count),
        Argument::new("settleMs", ArgRole::Count),
        Argument::new("debug", ArgRole::Flag),
    ],
    argument_schema: TypeSchema::of::<ObserveDom>(),
    result_schema: TypeSchema::of::<Observation>(),
    permissions: &[Permission::ReadOnly],
    preconditions: ON_DOCUMENT,
    postconditions: &[],
    normalise,
    legacy: None,
};

/// What to read, and how much. Everything is optional (C-05).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ObserveDom {
    /// Which part of the page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope: Option<Scope>,
    /// The same as a scope of this container.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub root_handle_id: Option<HandleRef>,
    /// The character of the page's text to start at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<u32>,
    /// Characters of text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 16_000))]
    pub max_chars: Option<u32>,
    /// Elements.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 300))]
    pub max_elements: Option<u32>,
    /// Blocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 300))]
    pub max_blocks: Option<u32>,
    /// Characters of the main block.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 16_000))]
    pub max_primary_chars: Option<u32>,
    /// Headings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 300))]
    pub max_outline: Option<u32>,
    /// Characters of each heading.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 1_000))]
    pub max_outline_chars: Option<u32>,
    /// Entries of lists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 300))]
    pub max_items: Option<u32>,
    /// Characters of each entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 2_000))]
    pub max_item_chars: Option<u32>,
    /// Comments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 300))]
    pub max_comments: Option<u32>,
    /// Characters of each comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 4_000))]
    pub max_comment_chars: Option<u32>,
    /// How long to wait for the page to settle, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 2_000))]
    pub settle_ms: Option<u32>,
    /// Adds timings; refused unless the core runs in debug.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub debug: Option<bool>,
}

/// Which part of the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Scope {
    /// The kind of part.
    pub kind: ScopeKind,
    /// The container, for that kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub container_handle: Option<HandleRef>,
}

/// The kind of part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ScopeKind {
    /// What is on screen.
    Viewport,
    /// The whole document.
    Document,
    /// One container.
    Container,
    /// What the person selected.
    Selection,
}

/// Lowers budgets to their caps and reports it; turns `rootHandleId` into the scope it stands for.
fn normalise(arguments: &mut Map<String, Value>) -> Normalised {
    let mut defects = clamp_budgets(arguments);
    let Some(root) = arguments.get("rootHandleId").cloned() else { return defects };
    let named = json!({ "kind": "container", "containerHandle": root });
    match arguments.get("scope") {
        None => {
            arguments.remove("rootHandleId");
            arguments.insert("scope".into(), named);
            let message = "`rootHandleId` was read as a scope of that container";
            defects.push(Defect::note(DefectKind::AliasUsed, Path::root().key("rootHandleId"), message));
        }
        Some(scope) if *scope == named => _ = arguments.remove("rootHandleId"),
        Some(_) => {
            let message = "`rootHandleId` and `scope` name different parts of the page";
            defects.push(Defect::new(DefectKind::AliasConflict, Path::root().key("rootHandleId"), message));
        }
    }
    defects
}

fn clamp_budgets(arguments: &mut Map<String, Value>) -> Vec<Defect> {
    let schema = schema_of::<ObserveDom>();
    let mut defects = Vec::new();
    for (name, value) in arguments.iter_mut().filter(|(name, _)| name.starts_with("max")) {
        let cap = schema["properties"][name]["maximum"].as_u64();
        if let (Some(asked), Some(cap)) = (value.as_u64(), cap)
            && asked > cap
        {
            *value = cap.into();
            let message = format!("`{name}` was lowered from {asked} to {cap}");
            defects.push(Defect::note(DefectKind::LimitClamped, Path::root().key(name), message));
        }
    }
    defects
}
