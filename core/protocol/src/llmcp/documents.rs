//! The documents a request carries.

use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Kind;
use crate::ids::{CollectionId, HandleAlias, NodeId, SourceId, ToolName, UtcTime};
use crate::observation::Signal;
use crate::wire::Risk;

/// A document, told apart by its `doc_type`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "doc_type", deny_unknown_fields)]
pub enum Content {
    /// The first look at a page.
    #[serde(rename = "web.observation.summary.v1")]
    ObservationSummary {
        /// The address of the page.
        url: String,
        /// Its title.
        title: String,
        /// Its text, a line per block, with the prefixes `H1:`..`H6:`, `- `, `> `, `Code:`, `Summary:`, `Caption:`,
        /// `Term:` and `Definition:`.
        text: String,
        /// The main content block.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        primary: Option<Primary>,
        /// Entries of lists and feeds.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        items: Vec<Item>,
        /// Comments, in order, with their depth.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        comments: Vec<Comment>,
        /// Headings.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        outline: Vec<OutlineEntry>,
        /// What stands between the reader and the page.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        signals: Vec<Signal>,
        /// What can be acted on.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        elements: Vec<Element>,
        /// Items with the most comments, most first; only when counts exist.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        top_discussions: Vec<Discussion>,
        /// What is on the page and not in this document.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        left_out: Vec<LeftOut>,
    },
    /// A further part of a long page.
    #[serde(rename = "web.observation.chunk.v1")]
    ObservationChunk {
        /// The address of the page.
        url: String,
        /// Its title.
        title: String,
        /// From 1, in order.
        #[schemars(range(min = 1))]
        chunk_index: u32,
        /// How many chunk documents this request carries.
        #[schemars(range(min = 1))]
        chunk_count: u32,
        /// The text of this part.
        text: String,
    },
    /// The list of sources of a collection.
    #[serde(rename = "collection.index.v1")]
    CollectionIndex {
        /// The collection.
        collection_id: CollectionId,
        /// Its title.
        title: String,
        /// Its sources.
        sources: Vec<SourceEntry>,
    },
    /// One source of a collection.
    #[serde(rename = "collection.source.v1")]
    CollectionSource {
        /// The collection.
        collection_id: CollectionId,
        /// The source.
        source_id: SourceId,
        /// Where it was captured.
        url: String,
        /// Its title.
        title: String,
        /// Who published it.
        outlet: String,
        /// When it was captured.
        captured_at: UtcTime,
        /// When it was published, if the page says so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        published_at: Option<UtcTime>,
        /// Its text, with the prefixes of a page's text.
        text: String,
        /// Headings.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        outline: Vec<SourceHeading>,
        /// Links found in it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        extracted_links: Vec<ExtractedLink>,
    },
    /// What a tool returned, condensed.
    #[serde(rename = "tool.result.v1")]
    ToolResult {
        /// The tool.
        tool: ToolName,
        /// The step of the run that called it.
        step: u32,
        /// Whether it succeeded.
        ok: bool,
        /// What it returned: small, structured, stable keys.
        #[serde(default, skip_serializing_if = "Value::is_null")]
        result: Value,
        /// What to be careful about.
        risk: Risk,
        /// The page it acted on, if any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        url: Option<String>,
    },
}

impl Content {
    /// The kind that `kind` beside this content must repeat.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match self {
            Self::ObservationSummary { .. } => Kind::ObservationSummary,
            Self::ObservationChunk { .. } => Kind::ObservationChunk,
            Self::CollectionIndex { .. } => Kind::CollectionIndex,
            Self::CollectionSource { .. } => Kind::CollectionSource,
            Self::ToolResult { .. } => Kind::ToolResult,
        }
    }

    /// The address the content was read from, if it has one.
    #[must_use]
    pub fn url(&self) -> Option<&str> {
        match self {
            Self::ObservationSummary { url, .. }
            | Self::ObservationChunk { url, .. }
            | Self::CollectionSource { url, .. } => Some(url),
            Self::ToolResult { url, .. } => url.as_deref(),
            Self::CollectionIndex { .. } => None,
        }
    }
}

/// The main content block of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Primary {
    /// Its text.
    pub text: String,
    /// Its tag, such as `article`.
    pub tag: String,
    /// Its role, such as `main`.
    pub role: String,
    /// Its handle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handle_id: Option<HandleAlias>,
    /// Its id for citations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node_id: Option<NodeId>,
}

/// An entry of a list or feed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// Its title.
    pub title: String,
    /// Where it leads.
    pub url: String,
    /// A short text.
    pub snippet: String,
    /// Its handle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handle_id: Option<HandleAlias>,
    /// The number of comments, when the page says one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment_count: Option<u32>,
    /// Its id for citations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node_id: Option<NodeId>,
}

/// A comment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Comment {
    /// Its text.
    pub text: String,
    /// Who wrote it.
    pub author: String,
    /// How old it is, as the page says.
    pub age: String,
    /// Its score, as the page says.
    pub score: String,
    /// How deep it stands in its thread.
    pub depth: u32,
    /// Its handle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handle_id: Option<HandleAlias>,
    /// Its id for citations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node_id: Option<NodeId>,
}

/// A heading of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OutlineEntry {
    /// Its level.
    #[schemars(range(min = 1, max = 6))]
    pub level: u8,
    /// Its tag.
    pub tag: String,
    /// Its role.
    pub role: String,
    /// Its text.
    pub text: String,
    /// Its id for citations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node_id: Option<NodeId>,
}

/// Something that can be acted on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Element {
    /// Its handle.
    pub handle_id: HandleAlias,
    /// Its role.
    pub role: String,
    /// Its accessible name.
    pub text: String,
    /// Where it leads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub href: Option<String>,
    /// What a list offers; nothing where it is not known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
}

/// An item with its number of comments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Discussion {
    /// Its title.
    pub title: String,
    /// Where it leads.
    pub url: String,
    /// How many comments.
    pub comment_count: u32,
}

/// Something that is on the page and not in its summary; `find`, `cursor` or scrolling reaches it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LeftOut {
    /// What, such as `items`.
    pub part: String,
    /// How many.
    pub count: u32,
}

/// A source in the index of a collection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SourceEntry {
    /// The source.
    pub source_id: SourceId,
    /// Where it was captured.
    pub url: String,
    /// Its title.
    pub title: String,
    /// Who published it.
    pub outlet: String,
    /// When it was captured.
    pub captured_at: UtcTime,
    /// When it was published, if the page says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published_at: Option<UtcTime>,
}

/// A heading of a captured source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SourceHeading {
    /// Its level.
    #[schemars(range(min = 1, max = 6))]
    pub level: u8,
    /// Its text.
    pub text: String,
}

/// A link of a captured source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExtractedLink {
    /// Where it leads.
    pub url: String,
    /// Its text.
    pub text: String,
    /// The sentence around it.
    pub context: String,
}
