//! Citations: the quote, then the origin that was verified, then nothing a model could have invented.

use expect_test::{Expect, expect};
use laika_protocol::citation::Checked;
use laika_protocol::document::Document;
use laika_protocol::ids::{DocId, Origin};
use laika_protocol::llmcp::Citation;
use laika_render::to_html;

use super::{known, shown};

fn checked(quote: &str, url: Option<&str>) -> Checked {
    let doc_id = DocId::parse("doc:web:summary").unwrap();
    Checked {
        citation: Citation { doc_id, node_id: None, handle_id: None, quote: quote.into() },
        url: url.map(Into::into),
        origin: url.and_then(Origin::of_url),
    }
}

fn html(citations: &[Checked]) -> String {
    to_html(&shown(&Document::default(), &known(""), citations))
}

/// The one entry of the list of sources.
fn check(quote: &str, url: Option<&str>, expected: &Expect) {
    let html = html(&[checked(quote, url)]);
    let entry = html
        .strip_prefix("<h2>Sources</h2>\n<ol>\n<li>")
        .and_then(|rest| rest.strip_suffix("</li>\n</ol>\n"));
    expected.assert_eq(entry.unwrap());
}

#[test]
fn ui_013_a_citation_shows_its_origin_and_leads_to_its_page() {
    check(
        "word  for\nword",
        Some("https://a.example:8443/x?y=1"),
        &expect![[
            r#"“word for word” <a href="https://a.example:8443/x?y=1" rel="noopener noreferrer nofollow">https://a.example:8443</a>"#
        ]],
    );
}

#[test]
fn a_citation_without_a_quote_is_its_origin() {
    check(
        " ",
        Some("http://a.example/"),
        &expect![[r#"<a href="http://a.example/" rel="noopener noreferrer nofollow">http://a.example</a>"#]],
    );
}

#[test]
fn a_citation_without_an_origin_names_its_document() {
    check("q", None, &expect!["“q” doc:web:summary"]);
    check("q", Some("file:///etc/passwd"), &expect!["“q” doc:web:summary"]);
}

#[test]
fn an_address_that_is_no_safe_link_is_only_named() {
    check("q", Some("https://user:secret@a.example/"), &expect!["“q” https://a.example"]);
    check("q", Some(&format!("https://a.example/{}", "x".repeat(9000))), &expect!["“q” https://a.example"]);
}

#[test]
fn a_quote_is_text() {
    check(
        "<b>\u{202e}\u{1b}[31m” fake.example",
        None,
        &expect!["“&lt;b&gt;��[31m&quot; fake.example” doc:web:summary"],
    );
}

#[test]
fn sources_are_bounded() {
    let long = "é".repeat(5000);
    let html = html(&vec![checked(&long, None); 300]);
    assert_eq!(html.matches("<li>").count(), 200);
    assert_eq!(html.matches('é').count(), 200 * 1024);
}
