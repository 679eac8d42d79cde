//! What the client owes to servers: their rules for programs, their pace, answers that are still fresh, nothing twice.

use std::time::Duration;

use laika_protocol::ErrorCode;
use laika_tools::{Bounds, CallOff};
use serde_json::json;

use super::server::Recorded;
use super::{World, called_off_soon, recorded};

const PAGE: &str = "<html><body><p>some words</p></body></html>";

fn world() -> World {
    let world = World::with(json!({}));
    world.plays("a.example/", Recorded::html(PAGE));
    world.plays(
        "a.example/robots.txt",
        Recorded::new(200, "text/plain", "User-agent: *\nDisallow: /private\n"),
    );
    world
}

fn read(world: &World, url: &str) -> Result<bool, String> {
    let result = world.asks("web.read", json!({ "url": url }));
    result.map(|result| result.metadata["cached"] == true).map_err(|error| error.finest_code().to_owned())
}

/// INK-086: a page that programs are asked not to fetch is not fetched; the rules are asked for once.
#[test]
fn ink_086_what_is_not_for_programs_is_not_fetched() {
    let world = world();
    assert_eq!(read(&world, "https://a.example/private/x"), Err("E_ROBOTS".to_owned()));
    assert_eq!(read(&world, "https://a.example/%70rivate"), Err("E_ROBOTS".to_owned()));
    assert_eq!(read(&world, "https://a.example/public"), Ok(false));
    world.plays("a.example/there", Recorded::redirect("/private/y"));
    assert_eq!(read(&world, "https://a.example/there"), Err("E_ROBOTS".to_owned()), "also behind a redirect");
    let lines = world.server.lines();
    assert_eq!(lines, ["GET a.example/robots.txt", "GET a.example/public", "GET a.example/there"]);
    world.clock.pass(Duration::from_secs(3601));
    assert_eq!(read(&world, "https://a.example/other"), Ok(false));
    assert_eq!(world.server.lines().iter().filter(|line| line.ends_with("robots.txt")).count(), 2);
}

/// INK-086: a site without rules allows everything, one in trouble nothing for now.
#[test]
fn ink_086_rules_that_are_not_there_and_rules_that_fail() {
    for (answer, expected) in [
        (Recorded::status(404), Ok(false)),
        (Recorded::status(403), Ok(false)),
        (Recorded::status(410), Ok(false)),
        (Recorded::status(500), Err("E_ROBOTS_UNKNOWN")),
        (Recorded::status(503), Err("E_ROBOTS_UNKNOWN")),
        (Recorded::redirect("https://b.example/robots.txt"), Ok(false)),
        (Recorded::redirect("/rules.txt"), Err("E_ROBOTS")),
        (Recorded::new(200, "text/plain", "x".repeat((512 << 10) + 1)), Err("E_ROBOTS_UNKNOWN")),
        (Recorded::new(200, "text/plain", vec![0xff; 1000]), Ok(false)),
        (Recorded::new(200, "text/plain", "user-agent: laika\ndisallow: /"), Err("E_ROBOTS")),
    ] {
        let world = world();
        world.plays("a.example/rules.txt", Recorded::new(200, "text/plain", "user-agent: *\ndisallow: /"));
        world.plays("a.example/robots.txt", answer.clone());
        assert_eq!(read(&world, "https://a.example/page"), expected.map_err(str::to_owned), "{answer:?}");
        assert!(world.server.lines().iter().all(|line| line.contains(" a.example/")));
    }
    let world = world();
    world.plays("a.example/robots.txt", Recorded::status(503));
    assert!(read(&world, "https://a.example/page").is_err());
    world.plays("a.example/robots.txt", Recorded::status(404));
    assert_eq!(
        read(&world, "https://a.example/page"),
        Err("E_ROBOTS_UNKNOWN".to_owned()),
        "it is left alone"
    );
    world.clock.pass(Duration::from_secs(61));
    assert_eq!(read(&world, "https://a.example/page"), Ok(false), "for a minute");
}

/// INK-086: an interface that the person set is for programs; nobody asks its rules.
#[test]
fn ink_086_an_interface_of_the_settings_has_no_rules_to_ask_for() {
    let world =
        World::with(json!({ "web.search": { "engine": "searxng", "endpoint": "https://searx.example" } }));
    world.plays("searx.example/search", Recorded::json(recorded!("searxng.json")));
    world.asks("web.search", json!({ "query": "sled dogs" })).unwrap();
    assert!(world.server.lines().iter().all(|line| !line.ends_with("robots.txt")));
}

/// INK-015: what is fresh is not asked for again, over all runs that share the same memory.
#[test]
fn ink_015_a_fresh_page_is_not_asked_for_again() {
    let mut world = world();
    world.plays("a.example/kept", Recorded::html(PAGE).with("cache-control", "max-age=60"));
    world.plays("a.example/never", Recorded::html(PAGE).with("cache-control", "no-store"));
    for (path, at, cached) in [
        ("kept", 0, false),
        ("kept", 59, true),
        ("kept", 2, false),
        ("never", 0, false),
        ("never", 0, false),
        ("usual", 0, false),
        ("usual", 299, true),
        ("usual", 2, false),
    ] {
        world.clock.pass(Duration::from_secs(at));
        assert_eq!(read(&world, &format!("https://a.example/{path}")), Ok(cached), "{path} {at}");
    }
    world.set(json!({ "web.read": { "cache_ttl": 1000 } }));
    world.clock.pass(Duration::from_secs(1000));
    for (path, at, cached) in [
        ("kept", 0, false),
        ("kept", 999, true),
        ("kept", 2, false),
        ("never", 0, false),
        ("never", 0, false),
    ] {
        world.clock.pass(Duration::from_secs(at));
        assert_eq!(read(&world, &format!("https://a.example/{path}")), Ok(cached), "{path} {at}");
    }
    world.kit.web.forget();
    assert_eq!(read(&world, "https://a.example/kept"), Ok(false));
}

/// What failed is asked for again when it is wanted again, and only then.
#[test]
fn nothing_is_sent_twice_and_no_failure_is_remembered() {
    let world = world();
    world.plays("a.example/page", Recorded::status(500));
    assert!(read(&world, "https://a.example/page").is_err());
    assert_eq!(world.server.asked().len(), 1);
    world.plays("a.example/page", Recorded::html(PAGE));
    assert_eq!(read(&world, "https://a.example/page"), Ok(false));
    assert_eq!(world.server.asked().len(), 2);
}

/// INK-087: one host is asked a few times at once, then once a second; a call waits for its turn.
#[test]
fn ink_087_a_host_is_not_asked_more_often_than_once_a_second() {
    let world = world();
    let start = laika_tools::net::Ticks::now(&world.clock);
    for at in 0..14 {
        assert_eq!(read(&world, &format!("https://a.example/{at}")), Ok(false));
    }
    let took = laika_tools::net::Ticks::now(&world.clock) - start;
    let requests = world.server.lines().len() as u64;
    assert_eq!(requests, 15);
    assert!(took >= Duration::from_secs(requests - 5), "{took:?}");
    assert!(took < Duration::from_secs(requests), "{took:?}");
}

/// INK-087: a call that would wait too long, or has too little time, is told to come again.
#[test]
fn ink_087_waiting_has_an_end() {
    // With the clock of the machine, and no patience.
    let mut world = world();
    world.kit.web = std::sync::Arc::default();
    let ask = |at: u32, bounds: &Bounds| {
        let error =
            world.asks_within("web.read", json!({ "url": format!("https://a.example/{at}") }), bounds).err();
        error.map(|error| error.finest_code().to_owned())
    };
    for at in 0..4 {
        assert_eq!(ask(at, &super::ample()), None);
    }
    let short = Bounds::new(Duration::from_millis(200), &CallOff::default());
    let why = ask(4, &short).unwrap();
    assert!(matches!(why.as_str(), "E_HOST_PACE" | "TIMEOUT"), "{why}");
    let mut off = 0;
    for at in 5..9 {
        off += u32::from(ask(at, &called_off_soon()).as_deref() == Some("CANCELLED"));
    }
    assert!(off >= 3, "{off}");
}

/// A host that asks to be left alone is; others are not affected.
#[test]
fn a_host_that_says_it_is_asked_too_often_is_left_alone() {
    let world = world();
    world.plays("b.example/", Recorded::html(PAGE));
    world.plays("a.example/busy", Recorded::status(429).with("retry-after", "120"));
    let error = world.asks("web.read", json!({ "url": "https://a.example/busy" })).unwrap_err();
    assert_eq!((error.code, error.finest_code()), (ErrorCode::RateLimited, "E_HTTP_TOO_MANY"));
    assert!(error.message.contains("ask again in 120 s") && error.retryable, "{}", error.message);
    let before = world.server.lines().len();
    assert_eq!(read(&world, "https://a.example/x"), Err("E_HOST_RESTING".to_owned()));
    assert_eq!(world.server.lines().len(), before, "it was not asked");
    assert_eq!(read(&world, "https://b.example/x"), Ok(false));
    world.clock.pass(Duration::from_secs(121));
    assert_eq!(read(&world, "https://a.example/x"), Ok(false));
}
