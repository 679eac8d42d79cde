//! `wiki`: summaries, whole articles, sections, languages, and words with several meanings.

use expect_test::expect;
use laika_protocol::tools::typed::WikiFound;
use serde_json::json;

use super::super::data;
use super::server::Recorded;
use super::{World, recorded, shown};

fn world() -> World {
    let world = World::with(json!({ "wiki": { "endpoint": "https://{language}.wikipedia.org" } }));
    world.plays("en.wikipedia.org/w/rest.php/v1/search/page", Recorded::json(recorded!("wiki_search.json")));
    let summary = "en.wikipedia.org/api/rest_v1/page/summary/";
    world.plays(summary, Recorded::json(recorded!("wiki_planet.json")));
    world.plays("en.wikipedia.org/w/api.php", Recorded::json(recorded!("wiki_whole.json")));
    world
}

/// INK-025, INK-030: a summary with its link, and what is near.
#[test]
fn ink_025_ink_030_a_summary_with_its_link() {
    let world = world();
    let result = world.asks("WIKI", json!({ "topic": "planet Mercury" })).unwrap();
    expect![[r#"
        Mercury (planet) (https://en.wikipedia.org/wiki/Mercury_(planet)): Mercury is the first planet from the Sun and the smallest in the Solar System.
        ----
        # Mercury (planet)
        First planet from the Sun
        https://en.wikipedia.org/wiki/Mercury_(planet)

        Mercury is the first planet from the Sun and the smallest in the Solar System.

        Related: Mercury, Mercury (element)
        ----
        {
          "title": "Mercury (planet)",
          "description": "First planet from the Sun",
          "url": "https://en.wikipedia.org/wiki/Mercury_(planet)",
          "language": "en",
          "ambiguous": false,
          "related": [
            "Mercury",
            "Mercury (element)"
          ]
        }
        {"source":"https://en.wikipedia.org/wiki/Mercury_(planet)"}
    "#]].assert_eq(&shown(&result));
    assert_eq!(
        world.server.lines(),
        [
            "GET en.wikipedia.org/w/rest.php/v1/search/page?q=planet+Mercury&limit=8",
            "GET en.wikipedia.org/api/rest_v1/page/summary/Mercury_(planet)",
        ]
    );
}

/// INK-028: a word with several meanings is not decided here.
#[test]
fn ink_028_meanings_are_listed_instead_of_taking_the_first() {
    let world = world();
    world.plays("en.wikipedia.org/api/rest_v1/page/summary/", Recorded::json(recorded!("wiki_mercury.json")));
    world.plays("en.wikipedia.org/w/api.php", Recorded::json(recorded!("wiki_links.json")));
    let result = world.asks("wiki", json!({ "topic": "mercury", "part": "full" })).unwrap();
    expect![[r#"
        “Mercury” may mean 4 things: Freddie Mercury, Mercury (element), Mercury (mythology), Mercury (planet); ask for one of them
        ----
        # Mercury
        Topics referred to by the same term
        https://en.wikipedia.org/wiki/Mercury

        It may mean:
        - Freddie Mercury
        - Mercury (element)
        - Mercury (mythology)
        - Mercury (planet)
        ----
        {
          "title": "Mercury",
          "description": "Topics referred to by the same term",
          "url": "https://en.wikipedia.org/wiki/Mercury",
          "language": "en",
          "ambiguous": true,
          "choices": [
            "Freddie Mercury",
            "Mercury (element)",
            "Mercury (mythology)",
            "Mercury (planet)"
          ]
        }
        {"source":"https://en.wikipedia.org/wiki/Mercury"}
    "#]].assert_eq(&shown(&result));
    assert!(
        world.server.lines()[1].ends_with("/summary/Mercury"),
        "the title itself goes before the first hit"
    );
}

/// INK-026, INK-029: all of it, or one section.
#[test]
fn ink_026_ink_029_the_whole_article_and_one_section() {
    let world = world();
    let ask = |arguments| world.asks("wiki", arguments).unwrap();
    let whole = ask(json!({ "topic": "Mercury (planet)", "part": "full" }));
    assert!(whole.full_text.contains("first planet") && whole.full_text.contains("88 days"));
    let found: WikiFound = data(&whole);
    assert_eq!(found.sections, ["Physical characteristics", "Surface", "Orbit"]);
    for part in [
        json!({ "part": "section", "section": "physical Characteristics" }),
        json!({ "section": "Physical characteristics" }),
    ] {
        let mut arguments = part;
        arguments["topic"] = "Mercury (planet)".into();
        let section = ask(arguments);
        assert!(section.full_text.contains("rocky") && section.full_text.contains("craters"));
        assert!(!section.full_text.contains("88 days"), "{}", section.full_text);
    }
    let why = world.refused("wiki", json!({ "topic": "Mercury (planet)", "section": "Moons" }));
    assert!(why.contains("E_NOTHING_FOUND") && why.contains("Surface, Orbit"), "{why}");
    assert!(world.refused("wiki", json!({ "topic": "x", "part": "section" })).contains("E_SECTION"));
}

/// INK-027: each language is a server of its own, and nothing but a language.
#[test]
fn ink_027_a_language_is_a_label_of_the_server() {
    let mut world = world();
    let german = r#"{"pages": [{"id": 1, "key": "Merkur", "title": "Merkur"}]}"#;
    world.plays("de.wikipedia.org/w/rest.php", Recorded::json(german));
    let summary = r#"{"type": "standard", "title": "Merkur", "extract": "Ein Planet.", "content_urls": {"desktop": {"page": "https://evil.example/Merkur"}}}"#;
    world.plays("de.wikipedia.org/api/rest_v1", Recorded::json(summary));
    let found: WikiFound = data(&world.asks("wiki", json!({ "topic": "Merkur", "language": "de" })).unwrap());
    assert_eq!((found.language.as_str(), found.url.as_str()), ("de", "https://de.wikipedia.org/wiki/Merkur"));
    for language in ["evil.example/x", "a.b", "DE", "../x", "e\u{301}n", "--", "en@evil"] {
        let why = world.refused("wiki", json!({ "topic": "x", "language": language }));
        assert!(why.starts_with("INVALID_ARGUMENT"), "{language}: {why}");
    }
    world.set(json!({ "wiki": { "endpoint": "https://{language}.wikipedia.org", "language": "de" } }));
    let found: WikiFound = data(&world.asks("wiki", json!({ "topic": "Merkur" })).unwrap());
    assert_eq!(found.language, "de");
}

#[test]
fn what_is_not_set_or_not_there_is_told() {
    let world = world();
    world.plays("en.wikipedia.org/w/rest.php/v1/search/page", Recorded::json(r#"{"pages": []}"#));
    assert!(world.refused("wiki", json!({ "topic": "qwzx" })).contains("E_NOTHING_FOUND"));
    let bare = World::with(json!({}));
    let why = bare.refused("wiki", json!({ "topic": "x" }));
    assert!(
        why.contains("no encyclopedia is set") && why.contains("laika tools config wiki endpoint="),
        "{why}"
    );
    assert_eq!(bare.server.lines().len(), 0);
    assert!(world.refused("wiki", json!({ "topic": "" })).starts_with("INVALID_ARGUMENT"));
}
