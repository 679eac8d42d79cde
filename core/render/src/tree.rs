//! The checked tree. Its fields are private to this crate, and only the gate fills them.

use alloc::string::String;
use alloc::vec::Vec;

use laika_protocol::{Defect, SafeHref};

/// A document that may be shown: every text is visible as it is, every link was checked, every size is bounded.
///
/// Made by [`sanitise`](crate::sanitise) and by nothing else; see the crate's front page.
#[derive(Clone, Debug)]
pub struct SafeDocument {
    pub(crate) title: String,
    pub(crate) blocks: Vec<Block>,
    pub(crate) notes: Vec<Defect>,
    pub(crate) links: LinkCount,
}

/// What became of the links of a document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinkCount {
    /// Links that stayed links.
    pub kept: usize,
    /// Links that became text.
    pub as_text: usize,
}

impl SafeDocument {
    /// What was shown as text or left out, with its place in the document; at most 100 notes.
    #[must_use]
    pub fn notes(&self) -> &[Defect] {
        &self.notes
    }

    /// What became of its links, those of its sources left out.
    #[must_use]
    pub const fn links(&self) -> LinkCount {
        self.links
    }

    /// Whether there is nothing to show.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }
}

/// A block with something to see in it.
#[derive(Clone, Debug)]
pub(crate) enum Block {
    Heading { level: u8, line: Line },
    Paragraph(Line),
    List { ordered: bool, items: Vec<Vec<Block>> },
    Quote(Vec<Block>),
    Code { language: Option<String>, text: String },
    Table(Table),
}

/// The pieces of one line: neighbouring texts are joined, spaces folded, the ends trimmed.
pub(crate) type Line = Vec<Piece>;

/// A piece of a line.
#[derive(Clone, Debug)]
pub(crate) enum Piece {
    Text(String),
    Link { href: SafeHref, label: String },
}

/// A table. Rows may be shorter than `columns`; what is missing at their end is empty.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// The rows at the top that hold only headers.
    pub(crate) head: Vec<Row>,
    pub(crate) body: Vec<Row>,
    pub(crate) columns: usize,
}

pub(crate) type Row = Vec<Cell>;

/// A cell of a table.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    pub(crate) header: bool,
    pub(crate) line: Line,
}

/// Whether blank lines part the blocks of a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spacing {
    Tight,
    Loose,
}

impl Spacing {
    /// A list reads well without blank lines if every entry is one paragraph, or one with lists below it.
    pub(crate) fn of_list(items: &[Vec<Block>]) -> Self {
        let tight = items.iter().all(|blocks| match blocks.as_slice() {
            [Block::Paragraph(_), rest @ ..] => rest.iter().all(|block| matches!(block, Block::List { .. })),
            _ => false,
        });
        if tight { Self::Tight } else { Self::Loose }
    }
}

/// Whether a label already says the whole address. The slash after a bare host says nothing.
pub(crate) fn says_address(label: &str, href: &SafeHref) -> bool {
    let address = href.as_str();
    label == address || Some(label) == address.strip_suffix('/')
}

/// Whether a label already says where the link leads: the address, the host or mail address, or the origin.
pub(crate) fn says_destination(label: &str, href: &SafeHref) -> bool {
    let destination = href.destination();
    let is_origin = || {
        let host = label.strip_prefix("https://").or_else(|| label.strip_prefix("http://"));
        host == Some(&destination) && href.as_str().starts_with(label)
    };
    says_address(label, href) || label == destination || is_origin()
}
