//! The Markdown of the older planner shape as a document (UI-019). Raw HTML is text, an image is its description.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_protocol::document::{
    Block, Document, Inline, ListItem, ListItemTag, TableCell, TableCellTag, TableRow, TableRowTag, TextNode,
    TextTag, is_language,
};
use laika_protocol::limits::{DOCUMENT_MAX_DEPTH, DOCUMENT_MAX_NODES};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

/// Reads Markdown, with tables.
#[must_use]
pub fn read_markdown(text: &str) -> Document {
    let mut builder = Builder { blocks: alloc::vec![Vec::new()], ..Builder::default() };
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        builder.event(event);
        // The parser fills short rows of a table with empty cells; a few bytes must not become a large tree.
        if builder.nodes > DOCUMENT_MAX_NODES {
            break;
        }
    }
    Document::new(builder.finish())
}

/// A container that is open. Beyond the depth bound containers are passed through: their content stays, they go.
enum Open {
    Quote,
    List { ordered: bool, items: Vec<ListItem> },
    Item,
    PassedThrough,
}

#[derive(Default)]
struct Builder {
    open: Vec<Open>,
    /// The blocks of each open container that holds blocks; the first are the document's.
    blocks: Vec<Vec<Block>>,
    /// The line being read: a paragraph, heading or table cell.
    line: Vec<Inline>,
    heading: Option<u8>,
    link: Option<(String, String)>,
    code: Option<(Option<String>, String)>,
    rows: Vec<TableRow>,
    cells: Vec<TableCell>,
    in_head: bool,
    nodes: usize,
}

impl Builder {
    /// Closes everything that is open and gives the document's blocks.
    fn finish(mut self) -> Vec<Block> {
        self.end_table();
        while !self.open.is_empty() {
            self.leave();
        }
        self.end_line();
        self.blocks.into_iter().next().unwrap_or_default()
    }

    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text)
            | Event::Code(text)
            | Event::Html(text)
            | Event::InlineHtml(text)
            | Event::InlineMath(text)
            | Event::DisplayMath(text)
            | Event::FootnoteReference(text) => self.text(&text),
            Event::SoftBreak | Event::HardBreak => self.text(" "),
            Event::Rule | Event::TaskListMarker(_) => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        self.nodes += 1;
        match tag {
            Tag::Heading { level, .. } => self.heading = Some(level as u8),
            Tag::BlockQuote(_) => self.enter(Open::Quote),
            Tag::List(first) => self.enter(Open::List { ordered: first.is_some(), items: Vec::new() }),
            Tag::Item => self.enter(Open::Item),
            Tag::CodeBlock(kind) => {
                self.end_line();
                let language = match kind {
                    CodeBlockKind::Fenced(name) => name
                        .split_whitespace()
                        .next()
                        .filter(|name| is_language(name))
                        .map(ToString::to_string),
                    CodeBlockKind::Indented => None,
                };
                self.code = Some((language, String::new()));
            }
            Tag::Link { dest_url, .. } => self.link = Some((dest_url.into_string(), String::new())),
            Tag::Table(_) => self.end_line(),
            Tag::TableHead => self.in_head = true,
            Tag::Paragraph
            | Tag::HtmlBlock
            | Tag::TableRow
            | Tag::TableCell
            | Tag::Emphasis
            | Tag::Strong
            | Tag::Strikethrough
            | Tag::Superscript
            | Tag::Subscript
            | Tag::Image { .. }
            | Tag::FootnoteDefinition(_)
            | Tag::DefinitionList
            | Tag::DefinitionListTitle
            | Tag::DefinitionListDefinition
            | Tag::MetadataBlock(_) => {}
        }
    }

    fn enter(&mut self, container: Open) {
        self.end_line();
        if self.open.len() >= DOCUMENT_MAX_DEPTH {
            self.open.push(Open::PassedThrough);
            return;
        }
        if !matches!(container, Open::List { .. }) {
            self.blocks.push(Vec::new());
        }
        self.open.push(container);
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::HtmlBlock => self.end_line(),
            TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::Item => self.leave(),
            TagEnd::CodeBlock => {
                if let Some((language, text)) = self.code.take() {
                    let text = text.strip_suffix('\n').unwrap_or(&text).to_string();
                    self.block(Block::CodeBlock { language, text });
                }
            }
            TagEnd::Link => {
                if let Some((href, text)) = self.link.take() {
                    self.line.push(Inline::Link {
                        href,
                        children: alloc::vec![TextNode { node_type: TextTag, text }],
                    });
                }
            }
            TagEnd::TableCell => {
                let children = core::mem::take(&mut self.line);
                self.cells.push(TableCell { node_type: TableCellTag, header: self.in_head, children });
            }
            TagEnd::TableHead | TagEnd::TableRow => {
                let cells = core::mem::take(&mut self.cells);
                self.rows.push(TableRow { node_type: TableRowTag, cells });
                self.in_head = false;
            }
            TagEnd::Table => self.end_table(),
            TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::Image
            | TagEnd::FootnoteDefinition
            | TagEnd::DefinitionList
            | TagEnd::DefinitionListTitle
            | TagEnd::DefinitionListDefinition
            | TagEnd::MetadataBlock(_) => {}
        }
    }

    fn leave(&mut self) {
        self.end_line();
        match self.open.pop() {
            Some(Open::Quote) => {
                let children = self.blocks.pop().unwrap_or_default();
                self.block(Block::Blockquote { children });
            }
            Some(Open::Item) => {
                let children = self.blocks.pop().unwrap_or_default();
                let item = ListItem { node_type: ListItemTag, children };
                if let Some(Open::List { items, .. }) = self.open.last_mut() {
                    items.push(item);
                }
            }
            Some(Open::List { ordered, items }) => self.block(Block::List { ordered, items }),
            Some(Open::PassedThrough) | None => {}
        }
    }

    fn text(&mut self, text: &str) {
        if let Some((_, code)) = &mut self.code {
            code.push_str(text);
        } else if let Some((_, label)) = &mut self.link {
            label.push_str(text);
        } else if let Some(Inline::Text { text: line }) = self.line.last_mut() {
            line.push_str(text);
        } else {
            self.line.push(Inline::text(text));
        }
    }

    fn end_table(&mut self) {
        let rows = core::mem::take(&mut self.rows);
        if !rows.is_empty() {
            self.block(Block::Table { rows });
        }
    }

    /// Closes the line being read, also one that no paragraph was opened for, as in a tight list.
    fn end_line(&mut self) {
        let heading = self.heading.take();
        let children = core::mem::take(&mut self.line);
        if !children.is_empty() {
            self.block(match heading {
                Some(level) => Block::Heading { level, children },
                None => Block::Paragraph { children },
            });
        }
    }

    fn block(&mut self, block: Block) {
        if let Some(blocks) = self.blocks.last_mut() {
            blocks.push(block);
        }
    }
}
