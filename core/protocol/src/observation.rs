//! What the page script returns when it looks at a page (C-06): the superset that the gate, verification and the
//! model's own smaller document are made from. Field values are never in it.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ids::{DocumentId, HandleId, NodeId, Origin, ReasonCode};
use crate::json::{self, Caps};
use crate::limits::TOOL_RESULT_MAX_BYTES;
use crate::schema::{schema_of, typed, validate};
use crate::{Defect, DefectKind, Path, quoted};

/// Every defect of an observation; none if it is good.
#[must_use]
pub fn check_observation(text: &str) -> Vec<Defect> {
    let (value, mut defects) = json::inspect(text, Caps::bytes(TOOL_RESULT_MAX_BYTES));
    let Some(value) = value else { return defects };
    defects.extend(validate(&schema_of::<Observation>(), &value));
    let of_url = value["url"].as_str().and_then(Origin::of_url);
    if let (Some(of_url), Some(claimed)) = (of_url, value["origin"].as_str())
        && of_url.as_str() != claimed
    {
        let message =
            format!("the address has the origin {}, found {}", quoted(of_url.as_str()), quoted(claimed));
        defects.push(Defect::new(DefectKind::Mismatch, Path::root().key("origin"), message));
    }
    if defects.is_empty() {
        defects.extend(typed::<Observation>(value).err().unwrap_or_default());
    }
    defects
}

/// What stands between a reader and a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Signal {
    /// Something lies over the page.
    OverlayOrDialog,
    /// Reading on costs money.
    Paywall,
    /// Reading on needs a login.
    AuthGate,
    /// The page has login fields.
    AuthFields,
    /// A consent banner lies over the page.
    ConsentOverlay,
    /// The page asks for an age.
    AgeGate,
    /// The page is closed to this region.
    GeoBlock,
    /// The page says it needs scripts.
    ScriptRequired,
}

/// One look at a page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Observation {
    /// The address.
    pub url: String,
    /// The title.
    pub title: String,
    /// The origin, as the page claims it; the browser's own word is what counts (S14).
    pub origin: Origin,
    /// The document, minted once per load.
    pub document_id: DocumentId,
    /// Raised when the document becomes another page without a load.
    #[schemars(range(max = 9_007_199_254_740_991_u64))]
    pub navigation_generation: u64,
    /// When the page was read.
    #[schemars(range(max = 9_007_199_254_740_991_u64))]
    pub observed_at_ms: u64,
    /// The text, a line per block, with structure prefixes.
    pub text: String,
    /// The text as pieces with anchors.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub visible_text: Vec<TextChunk>,
    /// Blocks in document order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocks: Vec<Block>,
    /// The main content block.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub primary: Option<Primary>,
    /// Entries of lists and feeds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<Item>,
    /// Comments, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<Comment>,
    /// Headings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outline: Vec<Heading>,
    /// What stands between the reader and the page.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub signals: Vec<Signal>,
    /// What can be acted on, most useful first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 300))]
    pub elements: Vec<Element>,
    /// Forms, as metadata only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forms: Vec<Form>,
    /// Frames that were not read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocked_frames: Vec<BlockedFrame>,
    /// What was left out for safety, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub redactions: Vec<Redaction>,
    /// What was left out for size.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub omissions: Vec<Omission>,
    /// Budgets that were lowered to their hard cap.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clamped: Vec<String>,
    /// Where the text goes on, as a character offset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<u32>,
    /// Timings and chosen roots; only in debug.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub debug: Option<BTreeMap<String, String>>,
}

/// A piece of visible text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TextChunk {
    /// Its anchor for citations.
    pub node_id: NodeId,
    /// The text.
    pub text: String,
    /// The frame's origin, where it is not the page's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame_origin: Option<Origin>,
}

/// A block of the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "ObservedBlock")]
pub struct Block {
    /// Its tag.
    pub tag: String,
    /// Its role.
    pub role: String,
    /// Its text.
    pub text: String,
    /// Its anchor for citations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node_id: Option<NodeId>,
    /// Its handle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handle_id: Option<HandleId>,
}

/// The main content block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "ObservedPrimary")]
pub struct Primary {
    /// Its text.
    pub text: String,
    /// Its tag.
    pub tag: String,
    /// Its role.
    pub role: String,
    /// Its handle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handle_id: Option<HandleId>,
    /// Its anchor for citations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node_id: Option<NodeId>,
}

/// An entry of a list or feed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "ObservedItem")]
pub struct Item {
    /// Its title.
    pub title: String,
    /// Where it leads.
    pub url: String,
    /// A short text.
    pub snippet: String,
    /// Its handle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handle_id: Option<HandleId>,
    /// Its anchor for citations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node_id: Option<NodeId>,
    /// The number of comments, when the page says one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment_count: Option<u32>,
    /// Further links of the entry.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<Link>,
}

/// A link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Link {
    /// Where it leads.
    pub url: String,
    /// Its text.
    pub text: String,
    /// Its handle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handle_id: Option<HandleId>,
}

/// A comment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "ObservedComment")]
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
    pub handle_id: Option<HandleId>,
    /// Its anchor for citations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node_id: Option<NodeId>,
}

/// A heading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Heading {
    /// Its level.
    #[schemars(range(min = 1, max = 6))]
    pub level: u8,
    /// Its tag.
    pub tag: String,
    /// Its role.
    pub role: String,
    /// Its text.
    pub text: String,
    /// Its anchor for citations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node_id: Option<NodeId>,
}

/// Something that can be acted on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "ObservedElement")]
pub struct Element {
    /// Its handle.
    pub handle_id: HandleId,
    /// Its role.
    pub role: String,
    /// Its accessible name: untrusted text that only identifies it.
    pub accessible_name: String,
    /// Where it is, in CSS pixels of the viewport.
    pub bounding_box: BoundingBox,
    /// Its state, such as `checked`, `expanded`, `disabled`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<ElementState>,
    /// Attributes from a fixed list of safe ones.
    #[serde(default)]
    pub attributes: SafeAttributes,
}

/// A rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BoundingBox {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
    /// Its width.
    #[schemars(range(min = 0))]
    pub width: f64,
    /// Its height.
    #[schemars(range(min = 0))]
    pub height: f64,
}

/// The state of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ElementState {
    /// Checked.
    Checked,
    /// Selected.
    Selected,
    /// Open.
    Expanded,
    /// Closed.
    Collapsed,
    /// Pressed.
    Pressed,
    /// Cannot be used now.
    Disabled,
    /// Cannot be changed.
    ReadOnly,
    /// Must be filled in.
    Required,
    /// Is not accepted as it is: empty where something must be, or of another kind.
    Invalid,
    /// Has the focus.
    Focused,
    /// Outside the viewport.
    OffScreen,
}

/// Attributes that may leave the page; there is no place for another.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SafeAttributes {
    /// Where a link leads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub href: Option<String>,
    /// The kind of an input.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub input_type: Option<String>,
    /// The hint of an empty field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub placeholder: Option<String>,
    /// What autofill would put there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub autocomplete: Option<String>,
    /// The window a link opens in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// The language of the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lang: Option<String>,
}

/// A form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Form {
    /// Its handle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handle_id: Option<HandleId>,
    /// Its name for a person.
    pub label: String,
    /// Where it sends, if that is another place than the page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// How it sends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// Its fields; never their values.
    pub fields: Vec<Field>,
}

/// A field of a form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Field {
    /// Its handle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handle_id: Option<HandleId>,
    /// Its kind, such as `email`.
    #[serde(rename = "type")]
    pub field_type: String,
    /// Its label.
    pub label: String,
    /// Whether it must be filled in.
    pub required: bool,
    /// What autofill would put there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub autocomplete: Option<String>,
    /// What a list offers, all of it or nothing; never which of it is chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
}

/// A frame that was not read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BlockedFrame {
    /// Its origin, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame_origin: Option<Origin>,
    /// Always true.
    pub blocked: bool,
    /// Why.
    pub reason_code: ReasonCode,
}

/// Something left out for safety.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Redaction {
    /// What.
    pub kind: RedactionKind,
    /// How many.
    pub count: u32,
}

/// What is left out for safety.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum RedactionKind {
    /// What fields hold.
    InputValues,
    /// Password fields.
    PasswordFields,
    /// Payment fields.
    PaymentFields,
    /// What a person edits in place.
    EditableText,
    /// What a person cannot see.
    HiddenNodes,
    /// Parameters of addresses that look like credentials.
    UrlSecrets,
    /// Frames of other sites.
    CrossOriginFrames,
}

/// Something left out for size, and how to reach it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Omission {
    /// What was cut, such as `items`.
    pub part: String,
    /// How many were left out.
    pub count: u32,
    /// The container that holds them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handle_id: Option<HandleId>,
}
