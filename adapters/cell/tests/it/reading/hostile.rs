//! Documents that were made to break their reader. Each is answered, or refused in a sentence, within its time; the
//! process that asks never notices more.

use std::time::Duration;

use laika_cell::reading::{ReadCode, ReadError};
use laika_protocol::cell::{ReadMode, ReadText};

use super::{reader, reading};

/// Some of these are made to take long; a slow machine takes longer.
const DEADLINE: Duration = Duration::from_secs(60);

fn read(document: &[u8], content_type: &str, mode: ReadMode) -> Result<ReadText, ReadError> {
    let read = reader().read(document, &reading(content_type, mode), DEADLINE, &|| false);
    if let Ok(read) = &read {
        assert!(read.text.chars().count() <= 100_000 && read.links.len() <= 200);
        assert!(!read.text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\t')));
    }
    read
}

fn answered(name: &str, page: &str, words: &str) {
    for mode in [ReadMode::Article, ReadMode::Full] {
        match read(page.as_bytes(), "text/html", mode) {
            Ok(read) if mode == ReadMode::Full => {
                assert!(read.text.contains(words), "{name}: {:.200}", read.text)
            }
            Ok(_) => {}
            Err(error) => panic!("{name}: {error:?}"),
        }
    }
}

#[test]
fn nesting_without_end_is_answered() {
    const MANY: usize = 200_000;
    answered("a million", &format!("{}words", "<div>".repeat(1_000_000)), "words");
    for tag in ["b", "p", "span", "blockquote", "ul", "font"] {
        answered(tag, &format!("{}words", format!("<{tag}>").repeat(MANY)), "words");
    }
    answered("closed, too", &format!("{}words{}end", "<div>".repeat(MANY), "</div>".repeat(MANY)), "end");
    answered("lists in lists", &format!("{}words", "<ul><li>".repeat(MANY / 2)), "words");
    answered("quotations", &format!("{}words", "<blockquote>a".repeat(10_000)), "words");
    answered("links", &format!("{}words", "<a href=/x>".repeat(MANY / 2)), "words");
    answered("tables", &format!("words{}", "<table><tr><td>".repeat(50_000)), "words");
    answered("foreign", &format!("words{}", "<svg><g><math><mi>".repeat(50_000)), "words");
    answered("templates", &format!("words{}", "<template>".repeat(100_000)), "words");
    answered("ends only", &format!("words{}", "</p></div></b></table>".repeat(100_000)), "words");
    // Each makes the parser open all of the others again.
    let many: String = (0..2_000).map(|n| format!("<b id={n}>")).collect();
    answered("opened again", &format!("words{many}{}", "<p>x".repeat(20_000)), "words");
    let adopted = "<a><b><i><u><p></a></b></i>".repeat(20_000);
    answered("adopted", &format!("words{adopted}"), "words");
}

#[test]
fn pieces_without_end_are_answered() {
    let attributes: String = (0..10_000).map(|n| format!(" a{n}=1")).collect();
    answered("attributes", &format!("<p{attributes}>words</p>"), "words");
    answered("one attribute", &format!("<p class='{}'>words", "x ".repeat(2_000_000)), "words");
    answered("one name", &format!("<{}>words", "x".repeat(2_000_000)), "words");
    answered("one line", &format!("words {}", "x".repeat(5 << 20)), "");
    answered("one line of words", &"words ".repeat(1 << 18), "words");
    answered("an open comment", &format!("words<!--{}", "-".repeat(2 << 20)), "words");
    answered("an open script", &format!("words<script>{}", "<!--<script>".repeat(100_000)), "words");
    answered("an open tag", &format!("words<p {}", "x='".repeat(100_000)), "words");
    answered(
        "noughts",
        &format!("words{}", "\0".repeat(20_000))
            .replace('\0', " \0 a b c d e f g h i j k l m n o p q r s t u v w x y z "),
        "words",
    );
    answered("entities", &format!("words{}", "&amp;lt;&#x41;&bogus;&".repeat(50_000)), "words");
    answered("a table", &format!("words<table>{}", "<tr><td>a<td>b<td>c".repeat(50_000)), "words");
    answered("a wide table", &format!("words<table><tr><th>{}", "<td>a".repeat(100_000)), "words");
    answered("text in a table", &format!("<table>{}", "words<tr>".repeat(100_000)), "words");
    answered("selects", &format!("words{}", "<select><option>".repeat(100_000)), "words");
    answered("headings", &format!("words{}", "<h1>x".repeat(100_000)), "words");
    answered("pictures", &format!("words{}", "<img alt=x>".repeat(50_000)), "words");
    answered("line breaks", &format!("words{}", "<br>".repeat(100_000)), "words");
    answered(
        "names",
        &(0..50_000).map(|n| format!("<div class='a{n} b{n}'>words")).collect::<String>(),
        "words",
    );
    answered("data", &format!("words<script type=application/ld+json>{}", "[".repeat(1 << 20)), "words");
    answered("titles", &format!("words<title>{}", "x".repeat(1 << 20)), "words");
    answered("frames", "<frameset><frame></frameset>words", "");
    answered("plaintext", &format!("<plaintext>words{}", "<b>".repeat(100_000)), "words");
}

/// The parser compares each attribute with all before it. It may take its time, and no more than its time.
#[test]
fn a_hundred_thousand_attributes_are_an_answer_or_a_timeout() {
    let attributes: String = (0..100_000).map(|n| format!(" a{n}=1")).collect();
    match read(format!("<p{attributes}>words</p>").as_bytes(), "text/html", ReadMode::Full) {
        Ok(read) => assert_eq!(read.text, "words"),
        Err(error) => assert_eq!(error.code, ReadCode::Timeout),
    }
}

#[test]
fn xml_and_data_that_grow_do_not() {
    let mut laughs = String::from("<?xml version='1.0'?><!DOCTYPE rss [<!ENTITY a0 'ha'>");
    for n in 1..=100 {
        laughs.push_str(&format!("<!ENTITY a{n} '{}'>", format!("&a{};", n - 1).repeat(10)));
    }
    laughs.push_str("]><rss><channel><item><title>&a100; words</title></item></channel></rss>");
    assert_eq!(
        read(laughs.as_bytes(), "application/rss+xml", ReadMode::Full).unwrap().text,
        "- &a100; words"
    );
    for (name, document) in [
        ("open tags", "<rss>".to_owned() + &"<a>".repeat(1_000_000)),
        ("open data", "<rss><![CDATA[".repeat(200_000)),
        ("items", "<rss>".to_owned() + &"<item><title>x</title>".repeat(100_000)),
        ("descriptions", "<rss>".to_owned() + &"<item><description>&lt;div&gt;".repeat(50_000)),
        ("declarations", "<rss><!".repeat(200_000)),
        ("ampersands", "<rss><title>".to_owned() + &"&".repeat(3_000_000)),
    ] {
        assert!(read(document.as_bytes(), "application/rss+xml", ReadMode::Full).is_ok(), "{name}");
    }
    for (name, document) in [
        ("brackets", "[".repeat(5_000_000)),
        ("deep", "[".repeat(100_000) + &"]".repeat(100_000)),
        ("wide", format!("[{}1]", "1,".repeat(2_000_000))),
        ("a string", format!("\"{}\"", "\\u0000".repeat(500_000))),
        ("a number", "9".repeat(5_000_000)),
    ] {
        assert!(read(document.as_bytes(), "application/json", ReadMode::Full).is_ok(), "{name}");
    }
}
