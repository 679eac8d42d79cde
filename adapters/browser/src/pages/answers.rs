//! What the page script answers, as it is read: everything may be missing, wrong or too much.

use serde::Deserialize;

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Identity {
    pub(crate) origin: String,
    pub(crate) title: String,
    pub(crate) generation: u64,
    pub(crate) content_type: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Reading {
    pub(crate) identity: Identity,
    pub(crate) chunks: Vec<Chunk>,
    pub(crate) total_chars: u32,
    pub(crate) next_cursor: Option<u32>,
    pub(crate) primary: Option<Primary>,
    pub(crate) outline: Vec<Heading>,
    pub(crate) items: Vec<Item>,
    pub(crate) comments: Vec<Comment>,
    pub(crate) signals: Vec<String>,
    pub(crate) elements: Vec<Element>,
    pub(crate) forms: Vec<Form>,
    pub(crate) frames: Vec<Frame>,
    pub(crate) redactions: Vec<Redaction>,
    pub(crate) omissions: Vec<Omission>,
    pub(crate) debug: Option<std::collections::BTreeMap<String, String>>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Chunk {
    pub(crate) node: String,
    pub(crate) tag: String,
    pub(crate) role: String,
    pub(crate) text: String,
    pub(crate) handle: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Primary {
    pub(crate) first: usize,
    pub(crate) last: usize,
    pub(crate) tag: String,
    pub(crate) role: String,
    pub(crate) handle: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Heading {
    pub(crate) level: u8,
    pub(crate) tag: String,
    pub(crate) role: String,
    pub(crate) text: String,
    pub(crate) node: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Link {
    pub(crate) url: String,
    pub(crate) text: String,
    pub(crate) handle: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Item {
    pub(crate) title: String,
    pub(crate) url: String,
    pub(crate) snippet: String,
    pub(crate) node: String,
    pub(crate) handle: Option<String>,
    pub(crate) comment_count: Option<u32>,
    pub(crate) links: Vec<Link>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Comment {
    pub(crate) text: String,
    pub(crate) author: String,
    pub(crate) age: String,
    pub(crate) score: String,
    pub(crate) depth: u32,
    pub(crate) node: String,
    pub(crate) handle: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Box {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Element {
    pub(crate) handle: String,
    pub(crate) role: String,
    pub(crate) name: String,
    #[serde(rename = "box")]
    pub(crate) place: Box,
    pub(crate) states: Vec<String>,
    pub(crate) attributes: Attributes,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Attributes {
    pub(crate) href: Option<String>,
    #[serde(rename = "type")]
    pub(crate) kind: Option<String>,
    pub(crate) placeholder: Option<String>,
    pub(crate) autocomplete: Option<String>,
    pub(crate) target: Option<String>,
    pub(crate) lang: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Form {
    pub(crate) handle: Option<String>,
    pub(crate) label: String,
    pub(crate) action: Option<String>,
    pub(crate) method: Option<String>,
    pub(crate) fields: Vec<Field>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Field {
    pub(crate) handle: Option<String>,
    #[serde(rename = "type")]
    pub(crate) kind: String,
    pub(crate) label: String,
    pub(crate) required: bool,
    pub(crate) autocomplete: Option<String>,
    pub(crate) options: Vec<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Frame {
    pub(crate) src: Option<String>,
    #[serde(rename = "box")]
    pub(crate) place: Box,
    pub(crate) node: String,
    pub(crate) after: i64,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Redaction {
    pub(crate) kind: String,
    pub(crate) count: u32,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Omission {
    pub(crate) part: String,
    pub(crate) count: u32,
    pub(crate) handle: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct ElementMap {
    pub(crate) elements: Vec<Mapped>,
    pub(crate) masks: Vec<Box>,
    pub(crate) viewport: Viewport,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Mapped {
    pub(crate) handle: String,
    #[serde(rename = "box")]
    pub(crate) place: Box,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Viewport {
    pub(crate) width: f64,
    pub(crate) height: f64,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Candidate {
    pub(crate) handle: String,
    pub(crate) role: String,
    pub(crate) name: String,
    pub(crate) context: String,
    pub(crate) confidence: f64,
}

/// One line of at most `most` characters, without control characters.
pub(crate) fn line(text: &str, most: usize) -> String {
    text.chars().filter(|c| !c.is_control()).take(most).collect()
}

/// The same with its line breaks and tabs.
pub(crate) fn lines(text: &str, most: usize) -> String {
    text.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).take(most).collect()
}
