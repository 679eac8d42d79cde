//! Documents that are no pages: data, feeds, tables, text, and what has no text at all.

use laika_cell::reading::ReadCode;
use laika_protocol::cell::{ReadKind, ReadMode};

use super::read;

fn text(document: &str, content_type: &str) -> (ReadKind, String) {
    let read = read(document.as_bytes(), content_type, ReadMode::Article).unwrap();
    (read.kind, read.text)
}

#[test]
fn data_is_laid_out() {
    let laid_out = "{\n  \"a\": [\n    1,\n    12345678901234567890.10\n  ],\n  \"b\": {}\n}";
    assert_eq!(
        text("{\"a\":[1,12345678901234567890.10],\"b\":{}}", "application/json"),
        (ReadKind::Json, laid_out.into())
    );
    // What only claims to be data is text.
    for broken in ["{\"a\":", "{} {}", "[1,]", "{\"a\":1}\n{\"a\":2}"] {
        assert_eq!(text(broken, "application/json"), (ReadKind::Text, broken.into()));
    }
}

#[test]
fn text_stays_as_it_is() {
    for (document, content_type) in [
        ("# Title\n\nwords *here*", "text/markdown"),
        ("a,b\n1,\"x\n2\"", "text/csv"),
        ("fn main() {\n\tgo();\n}", "text/x-rust"),
        ("<p>not a page</p>", "text/plain"),
        ("<note><to>you</to></note>", "application/xml"),
        ("", "text/plain"),
    ] {
        assert_eq!(text(document, content_type), (ReadKind::Text, document.into()));
    }
    assert_eq!(text("one\r\ntwo\rthree\u{7}", "text/plain").1, "one\ntwo\nthree\u{fffd}");
}

#[test]
fn a_feed_is_a_list_of_what_is_new() {
    let rss = "<?xml version='1.0'?><!DOCTYPE rss [<!ENTITY a 'x'>]><rss><channel><title>News &amp; views</title>\
        <item><title><![CDATA[One <b>thing</b>]]></title><link>https://x.example/1?a=1&amp;b=2</link>\
        <pubDate>Mon, 06 May 2024</pubDate><description>&lt;p&gt;Some &lt;i&gt;words&lt;/i&gt; &amp;amp; more&lt;/p&gt;</description></item>\
        <item><title>Two &a; &#x263A;</title><link>/2</link></item>\
        <item><title>Three</title><link>javascript:alert(1)</link></item></channel></rss>";
    let feed = read(rss.as_bytes(), "application/rss+xml", ReadMode::Full).unwrap();
    assert_eq!(feed.title.as_deref(), Some("News & views"));
    assert_eq!(
        feed.text,
        "- One thing\n  Mon, 06 May 2024\n  https://x.example/1?a=1&b=2\n  Some words & more\n\n\
         - Two &a; ☺\n  https://site.example/2\n\n- Three"
    );
    assert_eq!(feed.links.len(), 2);
    let atom = "<feed xmlns='http://www.w3.org/2005/Atom'><title>T</title><entry><title>E</title>\
        <link rel='alternate' href='https://x.example/e'/><updated>2024-05-06</updated><summary>S</summary></entry></feed>";
    assert_eq!(text(atom, "").1, "- E\n  2024-05-06\n  https://x.example/e\n  S");
}

#[test]
fn ink_012_what_has_no_text_is_named() {
    for (document, content_type, name) in [
        (
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".as_slice(),
            "image/png",
            "this is a PNG image, which has no text to read",
        ),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "text/html", "this is a JPEG image, which has no text to read"),
        (
            b"PK\x03\x04\x14\0\0\0",
            "",
            "this is a ZIP archive or an office document, which has no text to read",
        ),
        (b"\x1f\x8b\x08\0\0", "text/plain", "this is a gzip archive, which has no text to read"),
        (b"\x7fELF\x02\x01\x01\0", "", "this is a program, which has no text to read"),
        (
            b"\x01\x02\x03\x04\x05\x06\x07\x08",
            "application/x-odd\x1b",
            "this is a binary file of the kind application/x-odd\u{fffd}, which has no text to read",
        ),
    ] {
        let error = read(document, content_type, ReadMode::Full).unwrap_err();
        assert_eq!((error.code, error.message.as_str()), (ReadCode::Kind, name));
    }
}
