//! What the person changes while a Laika runs and holds the log: what they say of sites, and what becomes of runs.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};

use serde_json::{Value, json};

use super::world::{Home, Lake, Ran, Serving, Wire, has_browser, until};

fn sites(home: &Home) -> Vec<Value> {
    home.laika(&["policy", "sites", "--json"]).json()["sites"].as_array().unwrap().clone()
}

/// Whoever is there, with a Laika that runs or without: more care is taken at once, less by a person alone (POL-024, POL-055).
#[test]
fn pol_022_what_the_person_says_of_a_site_holds_and_is_taken_back() {
    let home = Home::new();
    for running in [false, true] {
        let _serving = running.then(|| Serving::start(&home));
        let say = |words: &[&str]| home.laika(&[&["policy", "site", "https://shop.example"], words].concat());
        let careful = say(&["--is", "sensitive", "--mode", "observe", "--json"]);
        assert_eq!(careful.code, 0, "{careful:?}");
        let expected = json!({
            "origin": "https://shop.example", "class": "sensitive", "label": "sensitive", "mode": "observe",
            "override": true,
        });
        assert_eq!(sites(&home), std::slice::from_ref(&expected), "{running}");
        for looser in [&["--remove"][..], &["--is", "not-sensitive"], &["--mode", "assist"]] {
            let refused = say(looser);
            assert!(refused.code == 2 && refused.said.contains("E_NO_PERSON"), "{looser:?} {refused:?}");
            assert_eq!(sites(&home), std::slice::from_ref(&expected));
        }
        let mut typing = home.typing(&["policy", "site", "https://shop.example", "--remove"]);
        let mut lines = BufReader::new(typing.stdout.take().unwrap());
        let mut shown = String::new();
        // What is typed before the question is no answer to it.
        while !shown.contains("type `loosen`") && lines.read_line(&mut shown).unwrap() > 0 {}
        typing.stdin.as_mut().unwrap().write_all(b"loosen\n").unwrap();
        lines.read_to_string(&mut shown).unwrap();
        let removed = Ran::of(&typing.wait_with_output().unwrap());
        assert_eq!((removed.code, sites(&home).len()), (0, 0), "{removed:?}");
    }
    let nothing = home.laika(&["policy", "site", "https://shop.example"]);
    assert_eq!(nothing.code, 2, "{nothing:?}");
}

/// A site that the person calls sensitive is read with the care of one (POL-033), in the very next run.
#[test]
fn pol_033_a_label_counts_in_the_next_run() {
    if !has_browser() {
        return;
    }
    let (home, lake) = (Home::new(), Lake::start());
    let _serving = Serving::start(&home);
    let sensitive = |run: &str| {
        let events = home.events(run);
        let observed = events.iter().find(|event| event["kind"] == "page.observe").unwrap().clone();
        observed["payload"]["exposed"].to_string().contains("\"sensitive\":true")
    };
    let ask = || {
        let asked =
            home.laika(&["ask", &lake.site.url("/"), "How deep is the lake?", "--no-model", "--json"]).json();
        let run = asked["run"].as_str().unwrap().to_owned();
        until("it is on record", || home.status_of(&run) == "completed");
        run
    };
    assert!(!sensitive(&ask()));
    let said = home.laika(&["policy", "site", &lake.site.origin(), "--is", "sensitive"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(sensitive(&ask()));
}

/// Runs are taken back and forgotten through the Laika that holds the log, by a person, and not while they are at work.
#[test]
fn i16_runs_are_taken_back_and_forgotten_by_whoever_holds_the_log() {
    if !has_browser() {
        return;
    }
    let (home, lake) = (Home::new(), Lake::start());
    let _serving = Serving::start(&home);
    let mut client = Wire::open(&home);
    let run = client.begin(&lake.site.url("/slow"), &json!("nobody"));
    until("the page is asked for", || lake.asked("/slow") > 0);
    let at_work = home.laika_at_a_terminal(&["runs", "forget", &run, "--yes"]);
    assert!(at_work.code == 2 && at_work.out.contains("E_AT_WORK"), "{at_work:?}");
    assert_eq!(client.ask(&json!({ "say": "pause", "run": run }))["says"], "done");
    lake.let_go();
    until("it waits", || home.status_of(&run) == "paused");
    let nobody = home.laika(&["runs", "rollback", &run, "--to", "2"]);
    assert!(nobody.code == 2 && nobody.said.contains("E_NO_PERSON"), "{nobody:?}");
    let nobody = home.laika(&["runs", "forget", &run, "--yes"]);
    assert!(nobody.code == 2 && nobody.said.contains("E_NO_PERSON"), "{nobody:?}");
    let back = home.laika_at_a_terminal(&["runs", "rollback", &run, "--to", "2"]);
    assert!(back.code == 0 && back.out.contains("goes on from event 2 on a new branch"), "{back:?}");
    let forgotten = home.laika_at_a_terminal(&["runs", "forget", &run, "--yes"]);
    assert!(forgotten.code == 0 && forgotten.out.contains("of 1 runs"), "{forgotten:?}");
    let verified = home.laika(&["runs", "verify", "--json"]);
    assert_eq!(verified.json()["intact"], true, "{verified:?}");
}
