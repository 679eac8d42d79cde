//! Reads a document from untrusted JSON: keeps what is allowed, drops the rest, and says what it dropped (UI-016).

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde_json::{Map, Value};

use super::{
    Block, Document, Inline, ListItem, ListItemTag, TableCell, TableCellTag, TableRow, TableRowTag, TextNode,
    TextTag,
};
use crate::limits::{DOCUMENT_MAX_DEPTH, DOCUMENT_MAX_NODES, DOCUMENT_MAX_TEXT_BYTES};
use crate::{Defect, DefectKind, Path, quoted};

/// Notes kept at most; a hostile document must not turn into a larger list of complaints.
const MOST_NOTES: usize = 100;

/// Reads a document at `path` of a larger value.
///
/// # Errors
/// When the value is not a document at all: not an object, or its root is not a `doc`.
pub fn read(value: &Value, path: &Path) -> Result<(Document, Vec<Defect>), Defect> {
    let Some(root) = value.as_object() else {
        return Err(Defect::new(DefectKind::WrongType, path.clone(), "a document must be an object"));
    };
    match root.get("type").and_then(Value::as_str) {
        Some("doc") => {}
        Some(other) => {
            let message = format!("the root of a document is a `doc`, not {}", quoted(other));
            return Err(Defect::new(DefectKind::NotAllowed, path.key("type"), message));
        }
        None => {
            return Err(Defect::new(
                DefectKind::MissingField,
                path.key("type"),
                "a document needs `\"type\": \"doc\"`",
            ));
        }
    }
    let mut reader = Reader { path: path.clone(), notes: Vec::new(), nodes: 0, text_bytes: 0, depth: 0 };
    reader.only(root, &["type", "children"]);
    let children = reader.list(root, "children", Reader::block);
    Ok((Document::new(children), reader.notes))
}

struct Reader {
    path: Path,
    notes: Vec<Defect>,
    nodes: usize,
    text_bytes: usize,
    depth: usize,
}

impl Reader {
    fn note(&mut self, kind: DefectKind, message: impl Into<String>) {
        if self.notes.len() < MOST_NOTES {
            self.notes.push(Defect::note(kind, self.path.clone(), message));
        }
    }

    fn note_at(&mut self, key: &str, kind: DefectKind, message: impl Into<String>) {
        self.path.push_key(key);
        self.note(kind, message);
        self.path.pop();
    }

    /// Reports the fields a node may not have.
    fn only(&mut self, node: &Map<String, Value>, allowed: &[&str]) {
        for key in node.keys().filter(|key| !allowed.contains(&key.as_str())) {
            self.note_at(key, DefectKind::UnknownField, format!("the field {} was ignored", quoted(key)));
        }
    }

    /// Reads the children in `key`, dropping those that are not allowed there or exceed a bound.
    fn list<T>(
        &mut self,
        node: &Map<String, Value>,
        key: &str,
        read: fn(&mut Self, &str, &Map<String, Value>) -> Option<T>,
    ) -> Vec<T> {
        let Some(items) = node.get(key).and_then(Value::as_array) else {
            self.note_at(key, DefectKind::WrongType, format!("`{key}` must be a list"));
            return Vec::new();
        };
        let mut kept = Vec::new();
        self.path.push_key(key);
        self.depth += 1;
        for (index, item) in items.iter().enumerate() {
            self.path.push_index(index);
            kept.extend(self.child(item, read));
            self.path.pop();
        }
        self.depth -= 1;
        self.path.pop();
        kept
    }

    fn child<T>(
        &mut self,
        item: &Value,
        read: fn(&mut Self, &str, &Map<String, Value>) -> Option<T>,
    ) -> Option<T> {
        if self.depth > DOCUMENT_MAX_DEPTH || self.nodes >= DOCUMENT_MAX_NODES {
            self.note(DefectKind::OutOfRange, "the document is too deep or too large; the rest was dropped");
            return None;
        }
        let node = item.as_object();
        let Some((node, kind)) = node.and_then(|node| Some((node, node.get("type")?.as_str()?))) else {
            self.note(DefectKind::UnknownNode, "a node must be an object with a `type`");
            return None;
        };
        self.nodes += 1;
        let kept = read(self, kind, node);
        if kept.is_none() {
            self.note(
                DefectKind::UnknownNode,
                format!("a node {} is not allowed here and was dropped", quoted(kind)),
            );
        }
        kept
    }

    fn text(&mut self, node: &Map<String, Value>, key: &str) -> Option<String> {
        let text = node.get(key)?.as_str()?;
        self.text_bytes += text.len();
        if self.text_bytes > DOCUMENT_MAX_TEXT_BYTES {
            self.note_at(
                key,
                DefectKind::OutOfRange,
                "the document holds too much text; the rest was dropped",
            );
            return None;
        }
        Some(text.into())
    }

    fn flag(&mut self, node: &Map<String, Value>, key: &str) -> bool {
        match node.get(key) {
            Some(Value::Bool(flag)) => *flag,
            _ => {
                self.note_at(
                    key,
                    DefectKind::WrongType,
                    format!("`{key}` must be true or false; taken as false"),
                );
                false
            }
        }
    }

    fn level(&mut self, node: &Map<String, Value>) -> u8 {
        let level = node.get("level").and_then(Value::as_u64).and_then(|level| u8::try_from(level).ok());
        match level {
            Some(level @ 1..=6) => level,
            _ => {
                self.note_at("level", DefectKind::OutOfRange, "a heading's level is 1 to 6; taken as 2");
                2
            }
        }
    }

    fn block(&mut self, kind: &str, node: &Map<String, Value>) -> Option<Block> {
        Some(match kind {
            "heading" => {
                self.only(node, &["type", "level", "children"]);
                Block::Heading {
                    level: self.level(node),
                    children: self.list(node, "children", Self::inline),
                }
            }
            "paragraph" => {
                self.only(node, &["type", "children"]);
                Block::Paragraph { children: self.list(node, "children", Self::inline) }
            }
            "list" => {
                self.only(node, &["type", "ordered", "items"]);
                Block::List {
                    ordered: self.flag(node, "ordered"),
                    items: self.list(node, "items", Self::item),
                }
            }
            "blockquote" => {
                self.only(node, &["type", "children"]);
                Block::Blockquote { children: self.list(node, "children", Self::block) }
            }
            "code_block" => {
                self.only(node, &["type", "language", "text"]);
                let language = node.get("language").and_then(Value::as_str).filter(|name| is_language(name));
                if language.is_none() && node.get("language").is_some_and(|name| !name.is_null()) {
                    self.note_at("language", DefectKind::BadFormat, "this names no language and was ignored");
                }
                Block::CodeBlock { language: language.map(Into::into), text: self.text(node, "text")? }
            }
            "table" => {
                self.only(node, &["type", "rows"]);
                Block::Table { rows: self.list(node, "rows", Self::row) }
            }
            _ => return None,
        })
    }

    fn item(&mut self, kind: &str, node: &Map<String, Value>) -> Option<ListItem> {
        (kind == "list_item").then(|| {
            self.only(node, &["type", "children"]);
            ListItem { node_type: ListItemTag, children: self.list(node, "children", Self::block) }
        })
    }

    fn row(&mut self, kind: &str, node: &Map<String, Value>) -> Option<TableRow> {
        (kind == "table_row").then(|| {
            self.only(node, &["type", "cells"]);
            TableRow { node_type: TableRowTag, cells: self.list(node, "cells", Self::cell) }
        })
    }

    fn cell(&mut self, kind: &str, node: &Map<String, Value>) -> Option<TableCell> {
        (kind == "table_cell").then(|| {
            self.only(node, &["type", "header", "children"]);
            let header = self.flag(node, "header");
            TableCell { node_type: TableCellTag, header, children: self.list(node, "children", Self::inline) }
        })
    }

    fn inline(&mut self, kind: &str, node: &Map<String, Value>) -> Option<Inline> {
        match kind {
            "text" => {
                self.only(node, &["type", "text"]);
                self.text(node, "text").map(|text| Inline::Text { text })
            }
            "link" => {
                self.only(node, &["type", "href", "children"]);
                let href = self.text(node, "href")?;
                Some(Inline::Link { href, children: self.list(node, "children", Self::link_text) })
            }
            _ => None,
        }
    }

    fn link_text(&mut self, kind: &str, node: &Map<String, Value>) -> Option<TextNode> {
        if kind != "text" {
            return None;
        }
        self.only(node, &["type", "text"]);
        self.text(node, "text").map(|text| TextNode { node_type: TextTag, text })
    }
}

/// Whether a text can name the language of a code block: a label for a person, never markup.
#[must_use]
pub fn is_language(name: &str) -> bool {
    (1..=64).contains(&name.len())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'#' | b'.' | b'_' | b'-'))
}
