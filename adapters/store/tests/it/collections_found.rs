//! Finding by words: whatever the person types is words, and what is found is plain text with the places in it.

use std::time::Instant;

use laika_store::{Found, Reader, Store};
use proptest::prelude::*;

use super::collections::{capture, collection_id, filled};
use super::world::*;

fn ids(found: &[Found]) -> Vec<&str> {
    found.iter().map(|found| found.source.id.as_str()).collect()
}

/// What is marked in each excerpt, in lower case.
fn marked(found: &Found) -> Vec<String> {
    let chars: Vec<char> = found.excerpt.chars().collect();
    let word =
        |hit: &std::ops::Range<u32>| chars[hit.start as usize..hit.end as usize].iter().collect::<String>();
    found.hits.iter().map(|hit| word(hit).to_lowercase()).collect()
}

fn flats(store: &Store) {
    filled(store, "one", &[("koeln", "https://a.example/1"), ("linz", "https://a.example/2")]);
    filled(store, "two", &[("cafe", "https://b.example/3")]);
    let before = "Eine Wohnung in guter Lage. ".repeat(40);
    let text =
        format!("{before}Die Größe der Wohnung in Köln ist 54 m², die Warmmiete 1.250 €.\n<b>Straße</b>");
    store.put_capture(capture("koeln", NOW, "Wohnung in Köln", &text)).unwrap();
    store
        .put_capture(capture("linz", NOW, "Flat in Linz", "A flat in Linz. Rents are fair; the rent is 900."))
        .unwrap();
    store
        .put_capture(capture("cafe", NOW, "Café", "Crème brûlée, naïve and Jalapeño. OR NEAR title"))
        .unwrap();
}

#[test]
fn words_are_found_whatever_their_case_and_accents() {
    let folder = Folder::new();
    let store = folder.open();
    flats(&store);
    let reader = store.reader().unwrap();
    for (query, expected, words) in [
        ("größe", &["koeln"][..], &["größe"][..]),
        ("GROSSE köln", &[], &[]),
        ("grOße KOLN", &["koeln"], &["größe", "köln"]),
        ("straße", &["koeln"], &["straße"]),
        ("creme brulee", &["cafe"], &["crème", "brûlée"]),
        ("JALAPENO naïve", &["cafe"], &["naïve", "jalapeño"]),
        ("rent", &["linz"], &["rents", "rent"]),
        ("\"fair; the rent\"", &["linz"], &["fair", "the", "rent"]),
        ("1.250", &["koeln"], &["1.250"]),
        ("OR", &["cafe"], &["or"]),
        ("title:flat", &[], &[]),
        ("linz nowhere", &[], &[]),
        ("wohn köln miete", &[], &[]),
        ("wohn köln warm", &["koeln"], &["wohnung", "köln", "warmmiete"]),
        ("b", &["koeln"], &["b", "b"]),
    ] {
        let found = reader.search(query, None, 9).unwrap();
        assert_eq!(ids(&found), expected, "{query}");
        let all: Vec<String> = found.iter().flat_map(marked).collect();
        for word in words {
            assert!(all.iter().any(|hit| hit == word), "{query}: {all:?}");
        }
        for found in &found {
            let text = reader.capture(&found.source.id, Some(found.capture)).unwrap().unwrap().text;
            let chars: Vec<char> = text.chars().collect();
            let start = found.start as usize;
            let same: String = chars[start..start + found.excerpt.chars().count()].iter().collect();
            assert_eq!(found.excerpt, same, "{query}: an excerpt is a span of the text");
            assert!(found.excerpt.chars().count() <= 240);
        }
    }
    // In one collection, best first, no more than wanted.
    assert_eq!(ids(&reader.search("in", Some(&collection_id("one")), 9).unwrap()).len(), 2);
    assert_eq!(ids(&reader.search("in", Some(&collection_id("two")), 9).unwrap()), [""; 0]);
    let best = reader.search("flat", None, 1).unwrap();
    assert_eq!(ids(&best), ["linz"]);
    let both = reader.search("in", None, 9).unwrap();
    assert!(both.len() == 2 && both[0].rank <= both[1].rank);
    // Only the title has it: the text begins, and nothing is marked.
    let titled = reader.search("café", None, 9).unwrap();
    assert_eq!((titled[0].start, titled[0].hits.len(), marked(&titled[0]).len()), (0, 0, 0));
}

fn asked(reader: &Reader, query: &str) {
    let found = reader.search(query, None, 9);
    let found = found.unwrap_or_else(|error| panic!("{query:?}: {error}"));
    for found in found {
        let length = u32::try_from(found.excerpt.chars().count()).unwrap();
        assert!(
            found.hits.iter().all(|hit| hit.start < hit.end && hit.end <= length),
            "{query:?}: {found:?}"
        );
    }
}

#[test]
fn no_query_is_an_error_or_does_anything() {
    let folder = Folder::new();
    let store = folder.open();
    flats(&store);
    let reader = store.reader().unwrap();
    for query in [
        "\" OR 1",
        "NEAR(",
        "NEAR(a b, 10)",
        "*",
        "a*",
        "^a",
        "-a",
        "+a",
        "a AND",
        "NOT",
        "AND OR NOT",
        "title:",
        "{title}:a",
        "a\0b",
        "\0",
        "\"\0\"",
        "'; DROP TABLE capture; --",
        "🙂",
        "🙂 linz",
        "(((((((",
        "\"\"\"\"",
        "\u{202e}linz",
        "a\u{301}",
        "%",
        "\\",
        "capture_index",
        "rank",
        "bm25(1,1)",
        "\u{fffd}",
        "ﬃ",
        "\u{10ffff}",
        "-",
        "col : x",
        "linz\"",
        "\"linz",
    ] {
        asked(&reader, query);
    }
    asked(&reader, &"x ".repeat(100_000));
    asked(&reader, &"x".repeat(1_000_000));
    asked(&reader, &"\"".repeat(1_001));
    proptest!(ProptestConfig::with_cases(256), |(query in "\\PC{0,40}", syntax in "[\"'*()^:{}+\\-a-c \0\n]{0,40}",
        words in proptest::collection::vec(prop_oneof!["linz", "OR", "AND", "NOT", "NEAR\\(", "\\*", "\"", "🙂"], 0..8))| {
        asked(&reader, &query);
        asked(&reader, &syntax);
        asked(&reader, &words.join(" "));
        asked(&reader, &words.concat());
    });
    assert_eq!(reader.collections().unwrap().len(), 2);
}

/// A text cannot mark itself: what looks like markup is text.
#[test]
fn markup_in_a_text_is_text() {
    let folder = Folder::new();
    let store = folder.open();
    filled(&store, "one", &[("s1", "https://a.example/")]);
    let text = "<mark>not</mark> \u{1}this\u{2} <b>needle</b> <script>alert(1)</script>";
    store.put_capture(capture("s1", NOW, "t", text)).unwrap();
    let found = store.reader().unwrap().search("needle", None, 9).unwrap().remove(0);
    assert_eq!((found.excerpt.as_str(), marked(&found)), (text, vec!["needle".to_owned()]));
}

/// A word for a number, such as `bacadu`: beginnings are shared by some words and not by all.
fn spelled(mut number: u64) -> String {
    let mut word = String::new();
    loop {
        word.push(char::from(b"bcdfghjklmnpqrstvwxz"[(number % 20) as usize]));
        word.push(char::from(b"aeiou"[(number / 20 % 5) as usize]));
        number /= 100;
        if number == 0 && word.len() >= 4 {
            return word;
        }
    }
}

/// 1,000 sources of 24,000 characters: how long it takes is printed.
/// `cargo test -p laika-store thousand -- --nocapture`
#[test]
fn a_thousand_long_sources_are_found_in() {
    let folder = Folder::new();
    let store = folder.open();
    let urls: Vec<(String, String)> =
        (0..1_000).map(|n| (format!("s{n}"), format!("https://a.example/{n}"))).collect();
    let urls: Vec<(&str, &str)> = urls.iter().map(|(id, url)| (id.as_str(), url.as_str())).collect();
    filled(&store, "one", &urls);
    let begun = Instant::now();
    for n in 0..1_000_u64 {
        let mut seed = n;
        let mut text = format!("only{n} ");
        while text.len() < 23_980 {
            // Few words that are frequent and many that are rare, like in a language.
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let word = ((seed >> 33) % 20_000) * ((seed >> 13) % 20_000) / 20_000;
            text.push_str(&spelled(word));
            text.push(' ');
        }
        store.put_capture(capture(&format!("s{n}"), NOW, &format!("Source {n}"), &text)).unwrap();
    }
    println!("1000 captures kept in {:?}", begun.elapsed());
    let reader = store.reader().unwrap();
    let queries = [
        "only777".to_owned(),
        spelled(0),
        format!("{} {}", spelled(17), spelled(4_711)),
        format!("{} {} {}", spelled(1_999), spelled(12), spelled(3)),
        spelled(3)[..3].to_owned(),
        "source".to_owned(),
    ];
    for query in &queries {
        let begun = Instant::now();
        let found = reader.search(query, Some(&collection_id("one")), 20).unwrap();
        println!("`{query}`: {} found in {:?}", found.len(), begun.elapsed());
    }
    assert_eq!(ids(&reader.search("only777", None, 20).unwrap()), ["s777"]);
    let size = folder.database().metadata().unwrap().len();
    let begun = Instant::now();
    let removed = store.remove_source(laika_protocol::ids::SourceId::parse("s5").unwrap(), NOW).unwrap();
    println!("one source removed in {:?}, clean: {}", begun.elapsed(), removed.clean);
    let begun = Instant::now();
    let removed = store.remove_collection(collection_id("one")).unwrap();
    println!("{} sources removed in {:?}, {size} bytes before", removed.sources, begun.elapsed());
    assert!(removed.clean);
}
