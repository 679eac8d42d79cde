//! What the page script answers, as it is read: everything may be missing, wrong or too much.

use serde::Deserialize;

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Identity {
    pub(super) origin: String,
    pub(super) title: String,
    pub(super) generation: u64,
    pub(super) content_type: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Reading {
    pub(super) identity: Identity,
    pub(super) chunks: Vec<Chunk>,
    pub(super) total_chars: u32,
    pub(super) next_cursor: Option<u32>,
    pub(super) primary: Option<Primary>,
    pub(super) outline: Vec<Heading>,
    pub(super) items: Vec<Item>,
    pub(super) comments: Vec<Comment>,
    pub(super) signals: Vec<String>,
    pub(super) elements: Vec<Element>,
    pub(super) forms: Vec<Form>,
    pub(super) frames: Vec<Frame>,
    pub(super) redactions: Vec<Redaction>,
    pub(super) omissions: Vec<Omission>,
    pub(super) debug: Option<std::collections::BTreeMap<String, String>>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Chunk {
    pub(super) node: String,
    pub(super) tag: String,
    pub(super) role: String,
    pub(super) text: String,
    pub(super) handle: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Primary {
    pub(super) first: usize,
    pub(super) last: usize,
    pub(super) tag: String,
    pub(super) role: String,
    pub(super) handle: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Heading {
    pub(super) level: u8,
    pub(super) tag: String,
    pub(super) role: String,
    pub(super) text: String,
    pub(super) node: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Link {
    pub(super) url: String,
    pub(super) text: String,
    pub(super) handle: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Item {
    pub(super) title: String,
    pub(super) url: String,
    pub(super) snippet: String,
    pub(super) node: String,
    pub(super) handle: Option<String>,
    pub(super) comment_count: Option<u32>,
    pub(super) links: Vec<Link>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Comment {
    pub(super) text: String,
    pub(super) author: String,
    pub(super) age: String,
    pub(super) score: String,
    pub(super) depth: u32,
    pub(super) node: String,
    pub(super) handle: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Box {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Element {
    pub(super) handle: String,
    pub(super) role: String,
    pub(super) name: String,
    #[serde(rename = "box")]
    pub(super) place: Box,
    pub(super) states: Vec<String>,
    pub(super) attributes: Attributes,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Attributes {
    pub(super) href: Option<String>,
    #[serde(rename = "type")]
    pub(super) kind: Option<String>,
    pub(super) placeholder: Option<String>,
    pub(super) autocomplete: Option<String>,
    pub(super) target: Option<String>,
    pub(super) lang: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Form {
    pub(super) handle: Option<String>,
    pub(super) label: String,
    pub(super) action: Option<String>,
    pub(super) method: Option<String>,
    pub(super) fields: Vec<Field>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Field {
    pub(super) handle: Option<String>,
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) label: String,
    pub(super) required: bool,
    pub(super) autocomplete: Option<String>,
    pub(super) options: Vec<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Frame {
    pub(super) src: Option<String>,
    #[serde(rename = "box")]
    pub(super) place: Box,
    pub(super) node: String,
    pub(super) after: i64,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Redaction {
    pub(super) kind: String,
    pub(super) count: u32,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Omission {
    pub(super) part: String,
    pub(super) count: u32,
    pub(super) handle: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct ElementMap {
    pub(super) elements: Vec<Mapped>,
    pub(super) masks: Vec<Box>,
    pub(super) viewport: Viewport,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Mapped {
    pub(super) handle: String,
    #[serde(rename = "box")]
    pub(super) place: Box,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Viewport {
    pub(super) width: f64,
    pub(super) height: f64,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Candidate {
    pub(super) handle: String,
    pub(super) role: String,
    pub(super) name: String,
    pub(super) context: String,
    pub(super) confidence: f64,
}

/// One line of at most `most` characters, without control characters.
pub(super) fn line(text: &str, most: usize) -> String {
    text.chars().filter(|c| !c.is_control()).take(most).collect()
}

/// The same with its line breaks and tabs.
pub(super) fn lines(text: &str, most: usize) -> String {
    text.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).take(most).collect()
}
