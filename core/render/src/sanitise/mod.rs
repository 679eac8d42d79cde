//! The gate: keeps what may be shown, turns unchecked links into text, and bounds everything (UI-016, UI-017, S19).

mod bounds;
mod line;
mod sources;

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use laika_protocol::citation::Checked;
use laika_protocol::document::{self, Document, Inline, ListItem, TableRow, TextNode};
use laika_protocol::{DefectKind, KnownLinks, SafeHref, quoted, text};

use self::bounds::Bounds;
use self::line::{LineBuilder, is_visible};
use crate::tree::{Block, Cell, Line, LinkCount, Piece, Row, SafeDocument, Table};

/// Columns of a table; a model that writes more has lost count.
const MOST_COLUMNS: usize = 64;

/// What the core verified about an answer.
#[derive(Clone, Copy, Debug)]
pub struct Evidence<'a> {
    /// The targets that were named in what the model was given.
    pub links: &'a KnownLinks,
    /// The citations that were found in their documents.
    pub citations: &'a [Checked],
}

/// Makes a document safe to show.
///
/// A link stays one only if it leads to http, https or mailto and was named in what the model was given; otherwise it
/// becomes its text and its address in plain words. Blocks with nothing to see are left out, and so is everything
/// beyond the bounds on depth, nodes and text.
#[must_use]
pub fn sanitise(document: &Document, title: &str, evidence: &Evidence<'_>) -> SafeDocument {
    let mut gate = Gate { links: evidence.links, bounds: Bounds::default(), count: LinkCount::default() };
    let title = gate.title(title);
    let mut blocks = gate.children("children", &document.children, Gate::block);
    if !title.is_empty() && !matches!(blocks.first(), Some(Block::Heading { .. })) {
        let line = alloc::vec![Piece::Text(title.clone())];
        blocks.insert(0, Block::Heading { level: 1, line });
    }
    blocks.extend(sources::blocks(evidence.citations));
    SafeDocument { title, blocks, links: gate.count, notes: gate.bounds.into_notes() }
}

struct Gate<'a> {
    links: &'a KnownLinks,
    bounds: Bounds,
    count: LinkCount,
}

impl Gate<'_> {
    fn title(&mut self, title: &str) -> String {
        let mut line = LineBuilder::default();
        line.text(self.bounds.cut(&text::one_line(title)));
        match line.finish().pop() {
            Some(Piece::Text(title)) if is_visible(&title) => title,
            _ => String::new(),
        }
    }

    /// Takes each child in the list `key` until a bound is reached.
    fn children<T, U>(
        &mut self,
        key: &'static str,
        nodes: &[T],
        mut take: impl FnMut(&mut Self, &T) -> Option<U>,
    ) -> Vec<U> {
        let mut kept = Vec::new();
        self.bounds.descend();
        for (index, node) in nodes.iter().enumerate() {
            if self.bounds.is_full() {
                break;
            }
            self.bounds.at(key, index);
            if self.bounds.admit_node() {
                kept.extend(take(self, node));
            }
            self.bounds.leave();
        }
        self.bounds.ascend();
        kept
    }

    fn block(&mut self, block: &document::Block) -> Option<Block> {
        match block {
            document::Block::Heading { level, children } => {
                let level = (*level).clamp(1, 6);
                self.visible_line(children).map(|line| Block::Heading { level, line })
            }
            document::Block::Paragraph { children } => self.visible_line(children).map(Block::Paragraph),
            document::Block::List { ordered, items } => {
                let items = self.children("items", items, Self::item);
                (!items.is_empty()).then_some(Block::List { ordered: *ordered, items })
            }
            document::Block::Blockquote { children } => {
                let blocks = self.children("children", children, Self::block);
                (!blocks.is_empty()).then_some(Block::Quote(blocks))
            }
            document::Block::CodeBlock { language, text } => self.code(language.as_deref(), text),
            document::Block::Table { rows } => table(self.children("rows", rows, Self::row)),
        }
    }

    fn item(&mut self, item: &ListItem) -> Option<Vec<Block>> {
        let blocks = self.children("children", &item.children, Self::block);
        (!blocks.is_empty()).then_some(blocks)
    }

    fn code(&mut self, language: Option<&str>, code: &str) -> Option<Block> {
        let code = text::lines(code);
        let code = self.bounds.cut(&code).trim_end_matches('\n');
        let language = language.filter(|name| document::is_language(name)).map(ToOwned::to_owned);
        is_visible(code).then(|| Block::Code { language, text: code.to_owned() })
    }

    fn row(&mut self, row: &TableRow) -> Option<Row> {
        let within = &row.cells[..row.cells.len().min(MOST_COLUMNS)];
        if within.len() < row.cells.len() {
            self.bounds.note(DefectKind::OutOfRange, "a table has at most 64 columns; the rest was dropped");
        }
        let mut cells = self.children("cells", within, |gate, cell| {
            Some(Cell { header: cell.header, line: gate.visible_line(&cell.children).unwrap_or_default() })
        });
        let used = cells.iter().rposition(|cell| !cell.line.is_empty()).map_or(0, |last| last + 1);
        cells.truncate(used);
        (!cells.is_empty()).then_some(cells)
    }

    fn visible_line(&mut self, inlines: &[Inline]) -> Option<Line> {
        let mut line = LineBuilder::default();
        self.children("children", inlines, |gate, inline| {
            match inline {
                Inline::Text { text } => line.text(gate.bounds.cut(&text::one_line(text))),
                Inline::Link { href, children } => gate.link(href, children, &mut line),
            }
            None::<()>
        });
        let line = line.finish();
        let visible = line.iter().any(|piece| match piece {
            Piece::Text(text) => is_visible(text),
            Piece::Link { .. } => true,
        });
        visible.then_some(line)
    }

    fn link(&mut self, href: &str, children: &[TextNode], line: &mut LineBuilder) {
        let mut label = String::new();
        self.children("children", children, |gate, node| {
            label.push_str(gate.bounds.cut(&text::one_line(&node.text)));
            None::<()>
        });
        match SafeHref::parse(href) {
            Some(target) if self.links.contains(&target) => {
                if self.bounds.admit_bytes(target.as_str().len()) {
                    self.count.kept += 1;
                    line.link(target, &label);
                } else {
                    self.count.as_text += 1;
                    line.text(&label);
                }
            }
            parsed => {
                self.count.as_text += 1;
                self.note_link(href, parsed.is_some());
                let address = text::one_line(href);
                line.link_as_text(&label, self.bounds.cut(&address));
            }
        }
    }

    fn note_link(&mut self, href: &str, safe: bool) {
        let why =
            if safe { "nothing the model was given names it" } else { "it is not a plain web or mail link" };
        let message = alloc::format!("the link to {} is shown as text: {why}", quoted(href));
        self.bounds.note_at("href", DefectKind::LinkAsText, message);
    }
}

fn table(rows: Vec<Row>) -> Option<Block> {
    let columns = rows.iter().map(Vec::len).max()?;
    let headers = rows.iter().take_while(|row| row.iter().all(|cell| cell.header)).count();
    let mut head = rows;
    let body = head.split_off(headers);
    Some(Block::Table(Table { head, body, columns }))
}
