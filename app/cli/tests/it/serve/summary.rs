//! The only way out of a private run: its person saves the summary that they were shown, at their own terminal.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;

use serde_json::Value;

use super::world::{Home, Lake, Ran, Serving, has_browser};

/// A private run whose person is shown what could be kept, and types this.
fn private(home: &Home, lake: &Lake, typed: &str) -> Ran {
    let url = lake.site.url("/?who=canary-of-the-query");
    let goal = "How deep is the lake? I am Zuleika, zuleika@canary.example.";
    let mut child = home.typing(&["run", goal, "--url", &url, "--private", "--save-summary", "--no-model"]);
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    let mut shown = String::new();
    while !shown.contains("type `save`") && lines.read_line(&mut shown).unwrap() > 0 {}
    // One that was refused at once does not listen.
    let _ = writeln!(child.stdin.as_mut().unwrap(), "{typed}");
    lines.read_to_string(&mut shown).unwrap();
    Ran { out: shown, ..Ran::of(&child.wait_with_output().unwrap()) }
}

/// Whether any file of Laika's folder holds these words.
fn holds(folder: &Path, words: &str) -> bool {
    fs::read_dir(folder).unwrap().any(|entry| {
        let path = entry.unwrap().path();
        if path.is_dir() {
            return holds(&path, words);
        }
        let bytes = fs::read(&path).unwrap_or_default();
        bytes.windows(words.len()).any(|piece| piece == words.as_bytes())
    })
}

#[test]
fn priv_003_of_a_private_run_stays_what_its_person_saw_and_saved() {
    if !has_browser() {
        return;
    }
    let (home, lake) = (Home::new(), Lake::start());
    let _serving = Serving::start(&home);
    let runs = || home.laika(&["runs", "list", "--json"]).json()["runs"].as_array().cloned().unwrap();
    let refused = private(&home, &lake, "no");
    assert!(refused.out.contains("48 metres") && refused.out.contains("nothing was kept"), "{refused:?}");
    assert_eq!(runs(), Vec::<Value>::new());
    let saved = private(&home, &lake, "save");
    assert!(saved.out.contains("saved: run-"), "{saved:?}");
    let kept = runs();
    assert_eq!(kept.len(), 1, "{kept:#?}");
    let events = home.events(kept[0]["run"].as_str().unwrap());
    assert!(events.iter().any(|event| event["kind"] == "run.summary"), "{events:#?}");
    assert!(Value::from(events).to_string().contains("48 metres"));
    for canary in ["canary-of-the-query", "zuleika@canary.example"] {
        assert!(!holds(home.path(), canary), "{canary}");
    }
    // Nobody is there to see it.
    let nobody = home.laika(&["runs", "save-summary", kept[0]["run"].as_str().unwrap()]);
    assert!(nobody.code != 0 && nobody.said.contains("E_NO_PERSON"), "{nobody:?}");
}
