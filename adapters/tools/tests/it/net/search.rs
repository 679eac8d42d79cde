//! `web.search`: each engine's answers, filters, and that nobody is asked without a setting.

use expect_test::expect;
use laika_protocol::tools::typed::WebHits;
use serde_json::{Value, json};

use super::super::data;
use super::server::Recorded;
use super::{World, recorded, shown};

fn world(engine: Value) -> World {
    let world = World::with(json!({ "web.search": engine }));
    world.plays("searx.example/search", Recorded::json(recorded!("searxng.json")));
    world.plays("own.example/find", Recorded::json(recorded!("searxng.json")));
    world.plays("api.search.brave.com/res/v1/web/search", Recorded::json(recorded!("brave.json")));
    world.plays("html.duckduckgo.com/html/", Recorded::html(recorded!("duckduckgo.html")));
    world
}

fn searxng() -> World {
    world(json!({ "engine": "searxng", "endpoint": "https://searx.example/" }))
}

/// The address that was asked for, decoded for reading.
fn asked(world: &World) -> String {
    let line = world.server.asked().last().unwrap().line.clone();
    let url = url::Url::parse(&format!("https://{}", line.strip_prefix("GET ").unwrap())).unwrap();
    let pairs: Vec<String> = url.query_pairs().map(|(name, value)| format!("{name}={value}")).collect();
    format!("{}{} {}", url.host_str().unwrap(), url.path(), pairs.join(" "))
}

/// INK-018, INK-023: title, address and description of each result; what is no address of the web is left out.
#[test]
fn ink_018_ink_023_searxng_gives_results() {
    let world = searxng();
    let result = world.asks("SEARCH", json!({ "query": "sled dogs" })).unwrap();
    expect![[r#"
        3 results for “sled dogs”; the first is “Sled dog - Wikipedia” at https://en.wikipedia.org/wiki/Sled_dog
        ----
        1. Sled dog - Wikipedia
           https://en.wikipedia.org/wiki/Sled_dog
           A sled dog is a dog trained to pull a land vehicle & more.
        2. Dogs that pull
           https://www.example.com/dogs?id=7#top
           All about them.
        3. https://third.example/
           https://third.example/
        ----
        {
          "engine": "searxng",
          "results": [
            {
              "title": "Sled dog - Wikipedia",
              "url": "https://en.wikipedia.org/wiki/Sled_dog",
              "description": "A sled dog is a dog trained to pull a land vehicle & more."
            },
            {
              "title": "Dogs that pull",
              "url": "https://www.example.com/dogs?id=7#top",
              "description": "All about them.",
              "published": "2026-10-02T00:00:00"
            },
            {
              "title": "https://third.example/",
              "url": "https://third.example/",
              "description": ""
            }
          ]
        }
        {"engine":"searxng","cached":false}
    "#]].assert_eq(&shown(&result));
    assert_eq!(asked(&world), "searx.example/search q=sled dogs format=json categories=general safesearch=2");
}

#[test]
fn ink_023_brave_gives_results_with_a_key_that_nobody_sees() {
    let world = world(json!({ "engine": "brave", "key": "mine" }));
    let result = world.asks("web.search", json!({ "query": "sled dogs" })).unwrap();
    expect![[r#"
        2 results for “sled dogs”; the first is “Sled dog - Wikipedia” at https://en.wikipedia.org/wiki/Sled_dog
        ----
        1. Sled dog - Wikipedia
           https://en.wikipedia.org/wiki/Sled_dog
           A sled dog is trained "to pull".
        2. Mushing
           https://mushing.example/start
           How it is done
        ----
        {
          "engine": "brave",
          "results": [
            {
              "title": "Sled dog - Wikipedia",
              "url": "https://en.wikipedia.org/wiki/Sled_dog",
              "description": "A sled dog is trained \"to pull\".",
              "published": "2026-09-30T12:00:00"
            },
            {
              "title": "Mushing",
              "url": "https://mushing.example/start",
              "description": "How it is done"
            }
          ]
        }
        {"engine":"brave","cached":false}
    "#]].assert_eq(&shown(&result));
    assert_eq!(asked(&world), "api.search.brave.com/res/v1/web/search q=sled dogs count=5 safesearch=strict");
    assert!(world.server.asked()[0].head.contains("x-subscription-token: k3y-c4n4ry\r\n"));
    assert!(!shown(&result).contains("c4n4ry"));
}

#[test]
fn ink_023_the_page_of_duckduckgo_is_read_in_a_process_of_its_own() {
    let mut world = world(json!({ "engine": "duckduckgo" }));
    let result = world.asks("web.search", json!({ "query": "sled dogs", "time": "week" })).unwrap();
    expect![[r#"
        2 results for “sled dogs”; the first is “Sled dog - Wikipedia” at https://en.wikipedia.org/wiki/Sled_dog
        ----
        1. Sled dog - Wikipedia
           https://en.wikipedia.org/wiki/Sled_dog
           A sled dog is a dog trained to pull a vehicle.
        2. Plain dogs
           https://plain.example/dogs
           Plain words about them.
        ----
        {
          "engine": "duckduckgo",
          "results": [
            {
              "title": "Sled dog - Wikipedia",
              "url": "https://en.wikipedia.org/wiki/Sled_dog",
              "description": "A sled dog is a dog trained to pull a vehicle."
            },
            {
              "title": "Plain dogs",
              "url": "https://plain.example/dogs",
              "description": "Plain words about them."
            }
          ]
        }
        {"engine":"duckduckgo","cached":false}
    "#]].assert_eq(&shown(&result));
    assert_eq!(asked(&world), "html.duckduckgo.com/html/ q=sled dogs kp=1 df=w");
    world.kit.web.forget();
    world.kit.cells = None;
    let why = world.refused("web.search", json!({ "query": "sled dogs" }));
    assert!(why.contains("UNAVAILABLE"), "never read here: {why}");
}

#[test]
fn ink_023_an_engine_of_ones_own_is_an_address_with_a_place_in_it() {
    let world =
        world(json!({ "engine": "custom", "template": "https://own.example/find?words={query}&json=1" }));
    let result = world.asks("web.search", json!({ "query": "a&b=c #d", "count": 1 })).unwrap();
    assert_eq!(data::<WebHits>(&result).results.len(), 1);
    assert_eq!(asked(&world), "own.example/find words=a&b=c #d json=1");
}

/// INK-019: five results, or as many as are asked for, no more than are set.
#[test]
fn ink_019_the_number_of_results_is_bounded() {
    let mut world = searxng();
    let many: Vec<Value> = (0..50)
        .map(|at| json!({ "url": format!("https://r{at}.example/"), "title": format!("r{at}") }))
        .collect();
    world.plays("searx.example/search", Recorded::json(json!({ "results": many }).to_string()));
    let count = |world: &World, asked: Option<u32>| {
        let mut arguments = json!({ "query": "many" });
        if let Some(asked) = asked {
            arguments["count"] = asked.into();
        }
        data::<WebHits>(&world.asks("web.search", arguments).unwrap()).results.len()
    };
    assert_eq!((count(&world, None), count(&world, Some(20)), count(&world, Some(1))), (5, 20, 1));
    let settings = json!({ "engine": "searxng", "endpoint": "https://searx.example", "max_results": 10 });
    world.set(json!({ "web.search": settings }));
    assert_eq!((count(&world, None), count(&world, Some(15)), count(&world, Some(3))), (10, 10, 3));
}

/// INK-020 to INK-022: by date, by site, and what is not for everybody.
#[test]
fn ink_020_ink_021_ink_022_filters_reach_the_engine() {
    for (engine, arguments, expected) in [
        (
            "searxng",
            json!({ "time": "day" }),
            "q=dogs format=json categories=general safesearch=2 time_range=day",
        ),
        (
            "searxng",
            json!({ "time": "year" }),
            "q=dogs format=json categories=general safesearch=2 time_range=year",
        ),
        (
            "searxng",
            json!({ "site": "example.com" }),
            "q=dogs site:example.com format=json categories=general safesearch=2",
        ),
        (
            "searxng",
            json!({ "site": "https://münchen.de/" }),
            "q=dogs site:münchen.de format=json categories=general safesearch=2",
        ),
        ("searxng", json!({ "safe": false }), "q=dogs format=json categories=general safesearch=2"),
        ("loose", json!({ "safe": false }), "q=dogs format=json categories=general safesearch=0"),
        ("loose", json!({}), "q=dogs format=json categories=general safesearch=2"),
        ("brave", json!({ "time": "month", "count": 20 }), "q=dogs count=20 safesearch=strict freshness=pm"),
    ] {
        let settings = match engine {
            "loose" => {
                json!({ "engine": "searxng", "endpoint": "https://searx.example", "safe_search": false })
            }
            "brave" => json!({ "engine": "brave", "key": "mine" }),
            _ => json!({ "engine": "searxng", "endpoint": "https://searx.example" }),
        };
        let world = world(settings);
        let mut all = arguments;
        all["query"] = "dogs".into();
        world.asks("web.search", all.clone()).unwrap();
        assert!(asked(&world).ends_with(&format!(" {expected}")), "{all}: {}", asked(&world));
    }
    let world = searxng();
    for site in ["a b.com", "x", "example.com OR x.org", "-.", "a..b"] {
        assert!(
            world.refused("web.search", json!({ "query": "dogs", "site": site })).contains("E_SITE"),
            "{site}"
        );
    }
    assert!(world.refused("web.search", json!({ "query": " \u{200b} " })).contains("E_QUERY"));
    assert_eq!(world.server.lines().len(), 0);
}

/// INK-024: the same question is not asked twice.
#[test]
fn ink_024_results_are_remembered() {
    let world = searxng();
    let ask =
        |query: &str| world.asks("web.search", json!({ "query": query })).unwrap().metadata["cached"].clone();
    assert_eq!((ask("dogs"), ask("dogs"), ask("cats")), (json!(false), json!(true), json!(false)));
    assert_eq!(world.server.lines().len(), 2);
}

/// No engine is called without the person's setting, and what is missing is told with what helps.
#[test]
fn nobody_is_asked_without_a_setting() {
    for (settings, expected) in [
        (json!({}), "no search engine is set; set `engine`"),
        (json!({ "endpoint": "https://searx.example" }), "no search engine is set"),
        (json!({ "engine": "searxng" }), "where SearXNG is; set `endpoint`"),
        (json!({ "engine": "brave" }), "Brave wants a key; set `key`"),
        (json!({ "engine": "brave", "key": "other" }), "there is no key `other`"),
        (json!({ "engine": "custom" }), "set `template`"),
    ] {
        let world = world(settings.clone());
        let why = world.refused("web.search", json!({ "query": "dogs" }));
        assert!(why.starts_with("UNAVAILABLE") && why.contains(expected), "{settings}: {why}");
        assert_eq!(world.server.lines().len(), 0);
    }
    for wrong in [
        json!({ "engine": "google" }),
        json!({ "endpoint": "searx" }),
        json!({ "endpoint": "file:///x" }),
        json!({ "template": "https://own.example/" }),
        json!({ "template": "https://{query}.example/" }),
        json!({ "key": "BSA-Secret-Key" }),
    ] {
        let table = serde_json::from_value(json!({ "settings": { "web.search": wrong } })).unwrap();
        let error = laika_tools::toolbox::Toolbox::new(super::Kit::default(), table).err().unwrap();
        assert_eq!(error.finest_code(), "E_TOOL_SETTING", "{wrong}");
    }
}
