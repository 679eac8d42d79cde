//! HTML from a small, fixed set of elements (UI-015). Nothing a model wrote becomes a tag or an attribute's name.

use alloc::string::String;
use alloc::vec::Vec;

use laika_protocol::SafeHref;

use crate::tree::{Block, Line, Piece, Row, SafeDocument, Spacing, Table, says_destination};

/// Every element a fragment may hold.
pub const TAGS: &[&str] = &[
    "p",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "ul",
    "ol",
    "li",
    "blockquote",
    "pre",
    "code",
    "a",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
];

/// Every attribute a fragment may hold, by element.
pub const ATTRIBUTES: &[(&str, &[&str])] = &[("a", &["href", "rel"])];

/// An HTML fragment: text and the elements of [`TAGS`], nothing else.
#[must_use]
pub fn to_html(document: &SafeDocument) -> String {
    let mut out = String::new();
    for block in &document.blocks {
        write_block(&mut out, block);
    }
    out
}

fn write_block(out: &mut String, block: &Block) {
    match block {
        Block::Heading { level, line } => write_line(out, heading_tag(*level), line),
        Block::Paragraph(line) => write_line(out, "p", line),
        Block::List { ordered, items } => write_list(out, if *ordered { "ol" } else { "ul" }, items),
        Block::Quote(blocks) => {
            out.push_str("<blockquote>\n");
            blocks.iter().for_each(|block| write_block(out, block));
            out.push_str("</blockquote>\n");
        }
        Block::Code { text, .. } => {
            out.push_str("<pre><code>");
            push_escaped(out, text);
            out.push_str("\n</code></pre>\n");
        }
        Block::Table(table) => write_table(out, table),
    }
}

const fn heading_tag(level: u8) -> &'static str {
    match level {
        0 | 1 => "h1",
        2 => "h2",
        3 => "h3",
        4 => "h4",
        5 => "h5",
        _ => "h6",
    }
}

fn write_list(out: &mut String, tag: &str, items: &[Vec<Block>]) {
    let spacing = Spacing::of_list(items);
    open(out, tag);
    out.push('\n');
    for blocks in items {
        open(out, "li");
        for block in blocks {
            if let (Block::Paragraph(line), Spacing::Tight) = (block, spacing) {
                write_pieces(out, line);
            } else {
                out.push('\n');
                write_block(out, block);
            }
        }
        close(out, "li");
    }
    close(out, tag);
}

fn write_table(out: &mut String, table: &Table) {
    out.push_str("<table>\n");
    for (tag, rows) in [("thead", &table.head), ("tbody", &table.body)] {
        if !rows.is_empty() {
            open(out, tag);
            out.push('\n');
            rows.iter().for_each(|row| write_row(out, row));
            close(out, tag);
        }
    }
    out.push_str("</table>\n");
}

fn write_row(out: &mut String, row: &Row) {
    open(out, "tr");
    out.push('\n');
    for cell in row {
        write_line(out, if cell.header { "th" } else { "td" }, &cell.line);
    }
    close(out, "tr");
}

fn write_line(out: &mut String, tag: &str, line: &Line) {
    open(out, tag);
    write_pieces(out, line);
    close(out, tag);
}

fn write_pieces(out: &mut String, line: &Line) {
    for piece in line {
        match piece {
            Piece::Text(text) => push_escaped(out, text),
            Piece::Link { href, label } => write_link(out, href, label),
        }
    }
}

/// A link, and after it in plain words where it leads unless its label says so (UI-013).
fn write_link(out: &mut String, href: &SafeHref, label: &str) {
    out.push_str("<a href=\"");
    push_escaped(out, href.as_str());
    out.push_str("\" rel=\"noopener noreferrer nofollow\">");
    push_escaped(out, label);
    out.push_str("</a>");
    if !says_destination(label, href) {
        out.push_str(" (");
        push_escaped(out, &href.destination());
        out.push(')');
    }
}

fn open(out: &mut String, tag: &str) {
    out.push('<');
    out.push_str(tag);
    out.push('>');
}

fn close(out: &mut String, tag: &str) {
    out.push_str("</");
    out.push_str(tag);
    out.push_str(">\n");
}

/// Text as it may stand between tags and inside a quoted attribute.
pub(crate) fn push_escaped(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
}
