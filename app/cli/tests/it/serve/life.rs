//! A Laika that is started on the way and ends by itself, settings that hold whoever asks, and asks that nobody answers.

use std::fs;

use serde_json::json;

use super::world::{Home, Lake, Serving, Wire, has_browser, until};

#[test]
fn a_laika_that_was_started_on_the_way_is_used_and_ends_when_it_is_idle() {
    if !has_browser() {
        return;
    }
    let (home, lake) = (Home::new(), Lake::start());
    let url = lake.site.url("/");
    let ask = ["ask", &url, "How deep is the lake?", "--no-model", "--json"];
    let asked = home.laika(&[&ask[..], &["--background"]].concat());
    assert_eq!(asked.code, 0, "{asked:?}");
    assert!(asked.said.contains("at work in process"), "{asked:?}");
    let status = home.laika(&["status", "--json"]).json();
    assert_eq!(status["running"], true, "it stays: {status}");
    assert!(status["machine"].is_object(), "{status}");
    assert_eq!(home.laika(&["serve", "--end"]).code, 0);

    let started = home.laika(&["serve", "--background", "--idle-exit", "1"]);
    assert_eq!(started.code, 0, "{started:?}");
    let watching = Wire::open(&home);
    std::thread::sleep(std::time::Duration::from_secs(3));
    assert_eq!(home.laika(&["status", "--json"]).json()["running"], true, "somebody is connected");
    drop(watching);
    until("it ends", || home.laika(&["status", "--json"]).json()["running"] == false);
    assert!(!home.socket().exists());
}

/// Blocked origins hold for the command, for a program that talks to the socket, and for what a page embeds.
#[test]
fn what_the_settings_block_is_out_of_reach_in_a_run() {
    if !has_browser() {
        return;
    }
    let (home, lake) = (Home::new(), Lake::start());
    fs::write(home.path().join("config.toml"), "blocked_origins = [\"127.0.0.1\"]\n").unwrap();
    let url = lake.site.url("/");
    let typed = home.laika(&["ask", &url, "How deep is the lake?", "--no-model"]);
    assert!(typed.code == 2 && typed.said.contains("E_CONFIG_ORIGIN_BLOCKED"), "{typed:?}");
    let serving = Serving::start(&home);
    let order =
        json!({ "goal": "How deep is the lake?", "urls": [url], "mode": "observe", "asks": "nobody" });
    let refused = Wire::open(&home).ask(&json!({ "say": "begin", "order": order, "model": "without" }));
    assert_eq!(refused["code"], "E_CONFIG_ORIGIN_BLOCKED", "{refused}");
    drop(serving);
    assert_eq!(lake.asked("/"), 0, "nothing was asked for");

    // A variable tightens, and reading a page by itself is no way around it.
    let command = |words: &[&str]| {
        let mut command = std::process::Command::new(super::world::LAIKA);
        command.args(words).env("LAIKA_BLOCKED_ORIGINS", "127.0.0.1").env("HOME", home.path());
        super::world::Ran::of(&command.stdin(std::process::Stdio::null()).output().unwrap())
    };
    let observed = command(&["observe", &url]);
    assert!(observed.code == 2 && observed.said.contains("E_CONFIG_ORIGIN_BLOCKED"), "{observed:?}");
    let file = home.path().join("picture.png");
    let pictured = command(&["screenshot", &url, "--output", &file.display().to_string()]);
    assert!(pictured.code == 2 && pictured.said.contains("E_CONFIG_ORIGIN_BLOCKED"), "{pictured:?}");
    assert_eq!(lake.asked("/"), 0);
}

/// An ask that nobody answers is a no, with its code, and what was asked is not done.
#[test]
fn an_ask_that_nobody_answers_in_time_is_a_no() {
    if !has_browser() {
        return;
    }
    let (home, lake) = (Home::new(), Lake::start());
    fs::write(home.path().join("config.toml"), "ask_timeout_s = 2\n").unwrap();
    let _serving = Serving::start(&home);
    let mut watching = Wire::open(&home);
    watching.ask(&json!({ "say": "watch" }));
    let url = lake.site.url("/form");
    let mut person =
        home.typing(&["run", "My name is Mara Lindqvist.", "--url", &url, "--mode", "assist", "--no-model"]);
    let (run, card) = watching.hear_ask();
    assert_eq!(card["tool"], "browser.type", "{card}");
    watching.hear(&run, "paused");
    let state = watching.news.iter().rev().find(|told| told["news"]["state"]["status"] == "paused").unwrap();
    let state = &state["news"]["state"];
    assert_eq!(
        (&state["pause"], &state["lastReasonCode"]),
        (&json!("approval_expired"), &json!("E_ASK_EXPIRED")),
        "{state}"
    );
    // A yes that comes too late is nobody's.
    let late = json!({ "say": "answer", "run": run, "requestId": card["requestId"], "digest": card["digest"], "reply": "once" });
    assert_eq!(watching.ask(&late)["code"], "E_NO_PERSON");
    let results = home
        .events(&run)
        .into_iter()
        .filter(|event| event["kind"] == "browser.tool.result")
        .collect::<Vec<_>>();
    assert!(results.iter().all(|event| event.to_string().contains("not_dispatched")), "{results:?}");
    let _ = person.kill();
    let _ = person.wait();
}
