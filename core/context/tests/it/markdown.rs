//! The Markdown subset of the planner shape, as documents.

use expect_test::{Expect, expect};
use laika_context::read_markdown;
use laika_protocol::document::{Block, Inline};
use serde_json::Value;

fn check(markdown: &str, expected: &Expect) {
    let mut shown = String::new();
    read_markdown(markdown).children.iter().for_each(|block| show(block, 0, &mut shown));
    expected.assert_eq(&shown);
}

fn show(block: &Block, indent: usize, out: &mut String) {
    let mut line = |text: String| *out += &format!("{:indent$}{text}\n", "");
    match block {
        Block::Heading { level, children } => line(format!("h{level} {}", inlines(children))),
        Block::Paragraph { children } => line(format!("p {}", inlines(children))),
        Block::CodeBlock { language, text } => line(format!("code {language:?} {text:?}")),
        Block::Table { rows } => rows.iter().for_each(|row| {
            let cell = |cell: &laika_protocol::document::TableCell| {
                format!("{}{}", if cell.header { "*" } else { "" }, inlines(&cell.children))
            };
            line(format!("row {}", row.cells.iter().map(cell).collect::<Vec<_>>().join(" | ")));
        }),
        Block::Blockquote { children } => {
            line("quote".into());
            children.iter().for_each(|block| show(block, indent + 2, out));
        }
        Block::List { ordered, items } => {
            line(format!("list {}", if *ordered { "1." } else { "-" }));
            for item in items {
                *out += &format!("{:indent$}item\n", "", indent = indent + 2);
                item.children.iter().for_each(|block| show(block, indent + 4, out));
            }
        }
    }
}

fn inlines(children: &[Inline]) -> String {
    let one = |inline: &Inline| match inline {
        Inline::Text { text } => format!("{text:?}"),
        Inline::Link { href, children } => {
            format!("[{}]({href})", children.iter().map(|node| node.text.as_str()).collect::<String>())
        }
    };
    children.iter().map(one).collect::<Vec<_>>().join(" ")
}

#[test]
fn blocks() {
    check(
        "# Title\n\nTwo\nlines and [a link](https://x.example/).\n\n- one\n- two\n  1. inner\n\n> quoted\n\n```rust\nfn x() {}\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
        &expect![[r#"
            h1 "Title"
            p "Two lines and " [a link](https://x.example/) "."
            list -
              item
                p "one"
              item
                p "two"
                list 1.
                  item
                    p "inner"
            quote
              p "quoted"
            code Some("rust") "fn x() {}"
            row *"a" | *"b"
            row "1" | "2"
        "#]],
    );
}

/// PROT-064: Markdown is a way to write our nodes, not a way to write HTML.
#[test]
fn html_and_images_are_text() {
    check(
        "<script>alert(1)</script>\n\na <b onclick=x>b</b> ![alt](https://evil.example/x.png) **strong** `code`\n",
        &expect![[r#"
            p "<script>alert(1)</script>\n"
            p "a <b onclick=x>b</b> alt strong code"
        "#]],
    );
}

#[test]
fn nesting_is_bounded_and_nothing_is_lost() {
    let document = read_markdown(&(">".repeat(500) + " deep"));
    assert_eq!(document.plain_text(), "deep");
    let depth = serde_json::to_value(&document).unwrap();
    fn levels(value: &Value) -> usize {
        value["children"].as_array().map_or(0, |all| 1 + all.iter().map(levels).max().unwrap_or(0))
    }
    assert!(levels(&depth) <= 20, "{}", levels(&depth));
}

/// I22: short rows of a wide table are filled up by the parser; the tree stays bounded.
#[test]
fn i22_a_wide_table_of_short_rows_stays_small() {
    let table = format!("|{0}\n|{1}\n{2}", "a|".repeat(2_000), "-|".repeat(2_000), "|\n".repeat(2_000));
    let cells: usize = read_markdown(&table)
        .children
        .iter()
        .map(|block| match block {
            Block::Table { rows } => rows.iter().map(|row| row.cells.len()).sum(),
            _ => 0,
        })
        .sum();
    assert!((2_000..=20_000).contains(&cells), "{cells} cells");
}
