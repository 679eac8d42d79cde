//! Markdown is a faithful form: what was written reads back as the same document.

use laika_context::read_markdown;
use laika_protocol::document::{Block, Document, Inline, ListItem, TableCell, TableRow};
use laika_render::{to_html, to_markdown};
use proptest::prelude::*;

use super::{random, shown};

/// Markdown knows headers in the first row only; everything else of a table is kept.
fn with_markdown_headers(block: Block) -> Block {
    match block {
        Block::Table { rows } => {
            let rows = rows.into_iter().enumerate();
            let row = |(at, row): (usize, TableRow)| {
                let cells = row.cells.into_iter().map(|cell| TableCell { header: at == 0, ..cell }).collect();
                TableRow { cells, ..row }
            };
            Block::Table { rows: rows.map(row).collect() }
        }
        Block::List { ordered, items } => {
            let item = |item: ListItem| ListItem { children: all(item.children), ..item };
            Block::List { ordered, items: items.into_iter().map(item).collect() }
        }
        Block::Blockquote { children } => Block::Blockquote { children: all(children) },
        other => other,
    }
}

fn all(blocks: Vec<Block>) -> Vec<Block> {
    blocks.into_iter().map(with_markdown_headers).collect()
}

proptest! {
    #![proptest_config(random::config())]

    /// HTML shows every node, so the same HTML means the same tree; the language of code shows in the Markdown.
    #[test]
    fn any_document_comes_back(document in random::document(), title in random::text()) {
        let document = Document::new(all(document.children));
        let first = shown(&document, &title);
        let written = to_markdown(&first);
        let second = shown(&read_markdown(&written), "");
        prop_assert_eq!(to_html(&first), to_html(&second), "{}", written);
        prop_assert_eq!(&written, &to_markdown(&second));
    }

    /// Whatever headers a table has, one trip is enough to reach a form that stays.
    #[test]
    fn a_second_trip_changes_nothing(document in random::document()) {
        let written = to_markdown(&shown(&document, ""));
        prop_assert_eq!(&written, &to_markdown(&shown(&read_markdown(&written), "")));
    }
}

/// The raw tree, node for node, where no word needs cleaning.
#[test]
fn a_plain_document_comes_back_node_for_node() {
    let text = |words: &str| vec![Inline::text(words)];
    let item = |children: Vec<Block>| ListItem { node_type: Default::default(), children };
    let paragraph = |words: &str| Block::Paragraph { children: text(words) };
    let cell = |header: bool, words: &str| TableCell {
        node_type: Default::default(),
        header,
        children: text(words),
    };
    let row = |header: bool, words: [&str; 2]| TableRow {
        node_type: Default::default(),
        cells: words.map(|words| cell(header, words)).into(),
    };
    let document = Document::new(vec![
        Block::Heading { level: 2, children: text("1. *Not* a list #") },
        Block::Paragraph {
            children: vec![
                Inline::text("See "),
                Inline::link("https://a.example/x_(y)?q=1&amp;r=|2|#*_", "[here]"),
                Inline::text("!"),
            ],
        },
        Block::List {
            ordered: true,
            items: vec![
                item(vec![
                    paragraph("one"),
                    Block::List { ordered: false, items: vec![item(vec![paragraph("- deep")])] },
                ]),
                item(vec![Block::CodeBlock {
                    language: Some("rust".into()),
                    text: "\tlet x = \"```\";\n\n}".into(),
                }]),
            ],
        },
        Block::List {
            ordered: true,
            items: vec![item(vec![Block::Blockquote { children: vec![paragraph("> q")] }])],
        },
        Block::Table { rows: vec![row(true, ["a|b", "c"]), row(false, ["\\|", "`d`"])] },
    ]);
    let written = to_markdown(&shown(&document, ""));
    assert_eq!(read_markdown(&written), document, "{written}");
}
