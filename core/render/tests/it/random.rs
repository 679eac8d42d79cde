//! Random documents: texts made of what each printer has to be careful with, in every place a text can be.

use laika_protocol::document::{
    Block, Document, Inline, ListItem, ListItemTag, TableCell, TableCellTag, TableRow, TableRowTag,
};
use proptest::collection::vec;
use proptest::prelude::*;

/// Fragments that mean something in HTML, in Markdown or to a terminal, and plain words between them.
#[rustfmt::skip]
const FRAGMENTS: &[&str] = &[
    // Words and spaces.
    "word", "two words", "a", "1", "12", " ", "  ", "\n", "\t", "\u{a0}", "longwordlongwordlongwordlongwordlongword",
    // HTML.
    "<", ">", "<b>", "</a>", "</p>", "</code></pre>", "</title>", "</style>", "<script>x</script>", "<svg/onload=x>",
    "<template>", "<!--", "-->", "]]>", "<![CDATA[", "<!doctype", "<?php", "&", "&amp;", "&lt;", "&#35;", "&#x3c",
    "&NotEqualTilde;", "\"", "'", "\" onclick=\"x", "javascript:x", "data:text/html,x",
    // Markdown.
    ".", ")", "1. ", "- ", "+ ", "* ", "# ", "###", "> ", ";", "`", "```", "~~~", "*", "**", "_", "__", "[", "]",
    "[x](y)", "![", "!", "(", "\\", "\\\\", "|", "||", "\\|", "---", "===", "=", ":", "::", ": ", "$", "^", "~", "{#id}",
    "https://a.example/", "HTTP://a.example", "www.a.example", "WWW.", "a@b.example", "ftp://x",
    // Terminals.
    "日本語", "、", "　", "é", "e\u{301}", "👩\u{200d}🚀", "❤\u{fe0f}", "🇦🇹", "👍🏽", "1\u{fe0f}\u{20e3}", "العربية",
    "\u{1b}[31m", "\u{7}", "\u{202e}", "\u{0}", "\u{2028}", "\u{85}", "\u{200b}", "\u{fffe}",
];

/// Without files of past failures: a failure worth keeping becomes a test of its own.
pub(super) fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::default() }
}

pub(super) fn text() -> impl Strategy<Value = String> {
    let fragment = prop_oneof![
        8 => prop::sample::select(FRAGMENTS).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    vec(fragment, 0..6).prop_map(|fragments| fragments.concat())
}

/// Addresses; every one of them is named in what the tests take for known.
pub(super) const ADDRESSES: &[&str] = &[
    "https://a.example/",
    "https://a.example/x_(y)?q=1&amp;r=|2|#*_",
    "https://a.example/?q=<b>\"'`\\[]",
    "http://日本.example:8080/\"onclick=x",
    "mailto:me@a.example?subject=a|b\\`<>&lt;",
    "mailto:\"><svg/onload=x>@a.example",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\nscript:alert(1)",
    "&#106;avascript:alert(1)",
    "data:text/html,<script>x</script>",
    "//a.example",
    "",
];

fn inline() -> impl Strategy<Value = Inline> {
    prop_oneof![
        3 => text().prop_map(Inline::text),
        1 => (prop::sample::select(ADDRESSES), text()).prop_map(|(href, text)| Inline::link(href, text)),
    ]
}

fn inlines() -> impl Strategy<Value = Vec<Inline>> {
    vec(inline(), 0..4)
}

fn table() -> impl Strategy<Value = Block> {
    let cell = (any::<bool>(), inlines()).prop_map(|(header, children)| TableCell {
        node_type: TableCellTag,
        header,
        children,
    });
    let row = vec(cell, 0..5).prop_map(|cells| TableRow { node_type: TableRowTag, cells });
    vec(row, 0..4).prop_map(|rows| Block::Table { rows })
}

fn block() -> impl Strategy<Value = Block> {
    let leaf = prop_oneof![
        4 => inlines().prop_map(|children| Block::Paragraph { children }),
        2 => (0..9u8, inlines()).prop_map(|(level, children)| Block::Heading { level, children }),
        1 => (prop::option::of(prop::sample::select(&["rust", "c++", "<x>", "a b"][..])), vec(text(), 0..3))
            .prop_map(|(language, lines)| Block::CodeBlock {
                language: language.map(str::to_owned),
                text: lines.join("\n"),
            }),
        1 => table(),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let item =
            vec(inner.clone(), 0..4).prop_map(|children| ListItem { node_type: ListItemTag, children });
        prop_oneof![
            vec(inner, 0..4).prop_map(|children| Block::Blockquote { children }),
            (any::<bool>(), vec(item, 0..4)).prop_map(|(ordered, items)| Block::List { ordered, items }),
        ]
    })
}

pub(super) fn document() -> impl Strategy<Value = Document> {
    vec(block(), 0..5).prop_map(Document::new)
}
