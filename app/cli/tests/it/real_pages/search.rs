//! Searching: a goal without a page begins at the results of the engine that is set, and leaves it only with a yes.

use std::process::Command;

use laika_bench::web::{Asked, Reply, Site};
use laika_policy::config::SearchEngine;
use laika_protocol::wire::SiteMode;
use serde_json::{Value, json};

use super::world::World;

const RESULTS: &str = r#"<!doctype html><html lang="en"><meta charset="utf-8"><title>Results</title><main><h1>Results</h1><ul>
    <li><h2><a href="/delivery">Delivery to the islands</a></h2><p>When boats bring lanterns to the islands.</p></li>
    <li><h2><a href="/lanterns">Storm lanterns of Upper Ansel</a></h2><p>Every storm lantern that the works make.</p></li>
    <li><h2><a href="ELSEWHERE/telescope">Who invented the telescope</a></h2><p>A history of the telescope.</p></li>
    </ul></main>"#;

fn serve(asked: &Asked, elsewhere: &str) -> Reply {
    match asked.path.split('?').next() {
        Some("/find") => Reply::html(RESULTS.replace("ELSEWHERE", elsewhere)),
        Some("/delivery") => Reply::html(
            "<!doctype html><title>Delivery</title><main><p>Delivery to the islands takes 4 working days.</p></main>",
        ),
        Some("/") => {
            Reply::html("<!doctype html><title>Shop</title><main><h1>Shop</h1><p>Welcome.</p></main>")
        }
        _ => Reply::status(404),
    }
}

/// Another site, and a site with an engine whose results lead there.
fn sites() -> (Site, impl Fn(&Asked) -> Reply) {
    let other = Site::start(|_| Reply::html("<p>The telescope was invented by Hans Lipperhey.</p>")).unwrap();
    let origin = other.origin();
    (other, move |asked: &Asked| serve(asked, &origin))
}

/// `laika run` with words only: what it prints, its exit code, and what it said.
fn laika(home: &std::path::Path, words: &[&str]) -> (i32, Value, String) {
    let mut laika = Command::new(env!("CARGO_BIN_EXE_laika"));
    let output = laika.arg("run").args(words).arg("--home").arg(home).env("NO_COLOR", "1").output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code().unwrap(), serde_json::from_slice(&output.stdout).unwrap_or(Value::Null), said)
}

/// Words without an address begin at the engine's results; what another site says is not read without a yes.
#[test]
fn a_goal_without_a_page_begins_at_the_results() {
    let (other, answer) = sites();
    let Some(world) = World::new(answer) else { return };
    let home = tempfile::tempdir().unwrap();
    let how = ["--mode", "autopilot", "--no-model", "--json"];
    let run = |goal: &str| laika(home.path(), &[&[goal][..], &how[..]].concat());
    let (code, _, said) = run("Search the web for how long delivery to the islands takes");
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("E_NO_SEARCH_ENGINE") && said.contains("search_engine ="), "{said}");

    let engine = format!("search_engine = \"{}\"\n", world.site.url("/find?q="));
    std::fs::write(home.path().join("config.toml"), engine).unwrap();
    let (code, told, said) = run("How long does delivery to the islands take?");
    assert_eq!(code, 0, "{said}");
    assert!(told["answer"].to_string().contains("4 working days"), "{told:#}");
    let found = world.site.asked().iter().find(|asked| asked.path.starts_with("/find")).unwrap().path.clone();
    assert_eq!(found, "/find?q=How+long+does+delivery+to+the+islands+take");

    let (code, told, said) = run("Search for storm lanterns");
    assert_eq!(code, 0, "{said}");
    assert!(told["answer"].to_string().contains("Every storm lantern that the works make."), "{told:#}");
    assert_eq!(told["steps"].as_array().unwrap().len(), 0, "what was searched for is there: {told:#}");

    // A result on another site is a step that is decided like any other, and nobody is there to say yes.
    let (_, told, said) = run("Who invented the telescope?");
    assert!(told["steps"].to_string().contains(&other.url("/telescope")), "{said}");
    assert!(!told["answer"].to_string().contains("Lipperhey") && other.asked().is_empty(), "{told:#}");

    let (_, told, said) = run("Click the button");
    assert!(told["answer"].is_null() || !said.contains("opening"), "what is no search opens no page: {said}");
    world.end();
}

/// The tool itself: it goes to the engine that is set, to no other, and says so where none is.
#[test]
fn the_search_tool_opens_the_results() {
    let (_other, answer) = sites();
    let Some(world) = World::set_up(answer, |settings, site| {
        settings.search_engine = SearchEngine::parse(&site.url("/find?q="));
    }) else {
        return;
    };
    world.script(&[("search", json!({ "query": "storm lanterns" }))]);
    let told = world.run("Search for storm lanterns", "/", SiteMode::Assist);
    assert!(told.tried()[0].starts_with("search") && told.done().len() == 1, "{told:#?}");
    assert!(told.cards.is_empty(), "the words are the person's: {told:#?}");
    assert_eq!(world.site.asked().last().unwrap().path, "/find?q=storm+lanterns");
    world.script(&[("search", json!({ "query": "storm lanterns", "engine": "evil.example" }))]);
    let told = world.run("Search for storm lanterns", "/", SiteMode::Assist);
    assert!(told.tried()[0].contains("E_NO_SEARCH_ENGINE"), "{told:#?}");
    world.end();

    let (_other, answer) = sites();
    let Some(world) = World::new(answer) else { return };
    world.script(&[("search", json!({ "query": "storm lanterns" }))]);
    let told = world.run("Search for storm lanterns", "/", SiteMode::Assist);
    assert!(told.tried()[0].contains("E_NO_SEARCH_ENGINE"), "{told:#?}");
    world.end();
}
