//! The document tree: the only form in which a model's words reach a screen (PROT-046).

mod read;

use alloc::string::String;
use alloc::vec::Vec;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::limits::{DOCUMENT_MAX_NODES, DOCUMENT_MAX_TEXT_BYTES};
use crate::tag::tag;

pub use read::{is_language, read};

tag! {
    /// Always `doc`.
    DocTag = "doc";
    /// Always `list_item`.
    ListItemTag = "list_item";
    /// Always `table_row`.
    TableRowTag = "table_row";
    /// Always `table_cell`.
    TableCellTag = "table_cell";
    /// Always `text`.
    TextTag = "text";
}

/// A whole document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// The kind of node.
    #[serde(rename = "type")]
    pub node_type: DocTag,
    /// Its blocks.
    pub children: Vec<Block>,
}

/// A block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Block {
    /// A heading.
    Heading {
        /// 1 is the highest.
        #[schemars(range(min = 1, max = 6))]
        level: u8,
        /// Its text.
        children: Vec<Inline>,
    },
    /// A paragraph.
    Paragraph {
        /// Its text.
        children: Vec<Inline>,
    },
    /// A list.
    List {
        /// Numbered or not.
        ordered: bool,
        /// Its entries.
        items: Vec<ListItem>,
    },
    /// A quotation.
    Blockquote {
        /// What is quoted.
        children: Vec<Block>,
    },
    /// Preformatted text.
    CodeBlock {
        /// The language, if known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(length(max = 64))]
        language: Option<String>,
        /// The text, with its line breaks.
        text: String,
    },
    /// A table.
    Table {
        /// Its rows.
        rows: Vec<TableRow>,
    },
}

/// An entry of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListItem {
    /// The kind of node.
    #[serde(rename = "type")]
    pub node_type: ListItemTag,
    /// Its blocks.
    pub children: Vec<Block>,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TableRow {
    /// The kind of node.
    #[serde(rename = "type")]
    pub node_type: TableRowTag,
    /// Its cells.
    pub cells: Vec<TableCell>,
}

/// A cell of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TableCell {
    /// The kind of node.
    #[serde(rename = "type")]
    pub node_type: TableCellTag,
    /// Whether it names its column or row.
    pub header: bool,
    /// Its text.
    pub children: Vec<Inline>,
}

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Inline {
    /// Plain text.
    Text {
        /// The text.
        text: String,
    },
    /// A link. Its target is data until rendering has checked it.
    Link {
        /// Where it leads.
        href: String,
        /// Its text.
        children: Vec<TextNode>,
    },
}

/// Plain text inside a link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TextNode {
    /// The kind of node.
    #[serde(rename = "type")]
    pub node_type: TextTag,
    /// The text.
    pub text: String,
}

impl Document {
    /// A document of the given blocks.
    #[must_use]
    pub fn new(children: Vec<Block>) -> Self {
        Self { node_type: DocTag, children }
    }

    /// A document of plain words, a paragraph each, as many as a document may hold.
    #[must_use]
    pub fn from_text(text: &str) -> Self {
        let text = &text[..text.floor_char_boundary(DOCUMENT_MAX_TEXT_BYTES)];
        let paragraphs = text.split("\n\n").map(str::trim).filter(|part| !part.is_empty());
        // A paragraph is two nodes: itself and its text.
        let paragraphs = paragraphs.take(DOCUMENT_MAX_NODES / 2);
        Self::new(
            paragraphs.map(|part| Block::Paragraph { children: alloc::vec![Inline::text(part)] }).collect(),
        )
    }

    /// Whether there is nothing to show.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.children.is_empty()
    }

    /// All text in reading order, pieces joined by single spaces.
    #[must_use]
    pub fn plain_text(&self) -> String {
        let mut words = Words(String::new());
        self.children.iter().for_each(|block| words.block(block));
        words.0
    }
}

impl Inline {
    /// Plain text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text { text: text.into() }
    }

    /// A link with a text.
    #[must_use]
    pub fn link(href: impl Into<String>, text: impl Into<String>) -> Self {
        Self::Link {
            href: href.into(),
            children: alloc::vec![TextNode { node_type: TextTag, text: text.into() }],
        }
    }
}

struct Words(String);

impl Words {
    fn push(&mut self, text: &str) {
        for word in text.split_whitespace() {
            if !self.0.is_empty() {
                self.0.push(' ');
            }
            self.0.push_str(word);
        }
    }

    fn inlines(&mut self, inlines: &[Inline]) {
        for inline in inlines {
            match inline {
                Inline::Text { text } => self.push(text),
                Inline::Link { children, .. } => children.iter().for_each(|node| self.push(&node.text)),
            }
        }
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Heading { children, .. } | Block::Paragraph { children } => self.inlines(children),
            Block::List { items, .. } => {
                items.iter().flat_map(|item| &item.children).for_each(|block| self.block(block));
            }
            Block::Blockquote { children } => children.iter().for_each(|block| self.block(block)),
            Block::CodeBlock { text, .. } => self.push(text),
            Block::Table { rows } => {
                rows.iter().flat_map(|row| &row.cells).for_each(|cell| self.inlines(&cell.children));
            }
        }
    }
}
