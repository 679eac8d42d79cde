//! Markdown that reads back as itself, whatever stands in a text.

use expect_test::{Expect, expect};
use laika_protocol::document::{Block, Document, Inline, ListItem, ListItemTag};
use laika_render::to_markdown;
use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag};

use super::{known, line, paragraph, random, shown};

fn markdown(document: &Document) -> String {
    to_markdown(&shown(document, &known(&random::ADDRESSES.join(" ")), &[]))
}

fn check(pieces: Vec<Inline>, expected: &Expect) {
    expected.assert_eq(&markdown(&line(pieces)));
}

#[test]
fn only_what_would_be_markup_is_escaped() {
    check(
        vec![Inline::text("Plain (text), \"quotes\" - and 1.5 > 1; R & D? Yes! {x} a/b + c = d")],
        &expect![[r#"
            Plain (text), "quotes" - and 1.5 > 1; R & D? Yes! {x} a/b + c = d
        "#]],
    );
    check(
        vec![Inline::text("*a* _b_ `c` [d](e) <f> ~g~ |h| &amp; &#35; #i \\j $k$")],
        &expect![[r#"
        \*a\* \_b\_ \`c\` \[d\](e) \<f> \~g\~ \|h\| \&amp; \&\#35; \#i \\j \$k\$
    "#]],
    );
}

#[test]
fn s19_a_bare_address_stays_text() {
    check(
        vec![Inline::text("https://a.example HTTP://b.example ftp://c www.d.example Www.E me@f.example @g")],
        &expect![[r#"
            https\://a.example HTTP\://b.example ftp\://c www\.d.example Www\.E me\@f.example @g
        "#]],
    );
}

#[test]
fn no_line_starts_a_block_by_accident() {
    for (text, expected) in [
        ("# a", "\\# a"),
        ("- a", "\\- a"),
        ("+ a", "\\+ a"),
        ("* a", "\\* a"),
        ("> a", "\\> a"),
        ("1. a", "1\\. a"),
        ("12) a", "12\\) a"),
        ("2026", "2026"),
        ("1.5 l", "1.5 l"),
        ("1.", "1\\."),
        ("---", "\\---"),
        ("===", "\\==="),
        (": a", "\\: a"),
        ("    a", "a"),
        ("<div>", "\\<div>"),
        ("[a]: b", "\\[a\\]: b"),
    ] {
        assert_eq!(markdown(&line(vec![Inline::text(text)])), format!("{expected}\n"));
    }
}

#[test]
fn a_link_is_never_an_image_and_keeps_its_address() {
    check(
        vec![Inline::text("look!"), Inline::link("https://a.example/?q=<b>\"'`\\[]", "a]b")],
        &expect![[r#"
            look\![a\]b](<https://a.example/?q=%3Cb%3E%22%27\`\\[]>)
        "#]],
    );
}

#[test]
fn two_lists_in_a_row_stay_two() {
    let item =
        |text: &str| ListItem { node_type: ListItemTag, children: vec![paragraph(vec![Inline::text(text)])] };
    let list = |ordered: bool, text: &str| Block::List { ordered, items: vec![item(text)] };
    let lists = [(false, "a"), (false, "b"), (false, "c"), (true, "d"), (true, "e")]
        .map(|(ordered, text)| list(ordered, text));
    expect![[r#"
        - a

        * b

        - c

        1. d

        1) e
    "#]]
    .assert_eq(&markdown(&Document::new(lists.into())));
}

#[test]
fn a_fence_is_longer_than_any_inside() {
    let code = Block::CodeBlock { language: Some("md".into()), text: "```\n`````\n```".into() };
    let item = ListItem { node_type: ListItemTag, children: vec![code] };
    let document = Document::new(vec![Block::List { ordered: true, items: vec![item] }]);
    expect![[r#"
        1. ``````md
           ```
           `````
           ```
           ``````
    "#]]
    .assert_eq(&markdown(&document));
}

/// What a Markdown reader with every extension makes of a text: the names of the blocks, the words, the targets.
fn read_back(markdown: &str) -> (Vec<String>, String, Vec<String>) {
    let (mut tags, mut words, mut targets) = (Vec::new(), String::new(), Vec::new());
    for event in Parser::new_ext(markdown, Options::all() - Options::ENABLE_SMART_PUNCTUATION) {
        match event {
            Event::Text(text) => words.push_str(&text),
            Event::Start(Tag::Link { dest_url, .. }) => targets.push(dest_url.into_string()),
            Event::Start(tag) => tags.push(format!("{tag:?}")),
            Event::End(_) => {}
            other => tags.push(format!("{other:?}")),
        }
    }
    (tags, words, targets)
}

proptest! {
    #![proptest_config(random::config())]

    #[test]
    fn any_text_reads_back_as_one_paragraph_of_it(text in random::text(), more in any::<String>()) {
        for text in [text, more] {
            let safe = laika_protocol::text::one_line(&text);
            let folded: Vec<_> = safe.split(' ').filter(|word| !word.is_empty()).collect();
            let words = folded.join(" ");
            let (tags, read, _) = read_back(&markdown(&line(vec![Inline::text(text)])));
            if !tags.is_empty() {
                prop_assert_eq!(tags, ["Paragraph"]);
                prop_assert_eq!(read, words.trim());
            }
        }
    }

    #[test]
    fn any_address_reads_back_as_itself(query in "[!-~]{0,12}", label in random::text()) {
        let href = format!("https://a.example/?q={query}");
        let document = line(vec![Inline::text("go!"), Inline::link(href.as_str(), label)]);
        let mut links = laika_protocol::KnownLinks::default();
        links.add(&href);
        let (tags, _, targets) = read_back(&to_markdown(&shown(&document, &links, &[])));
        let normal = laika_protocol::SafeHref::parse(&href).unwrap();
        prop_assert_eq!(tags, ["Paragraph"]);
        prop_assert_eq!(targets, [normal.as_str()]);
    }
}
