//! `translate`: by a server, and by a program of this machine.

use std::os::unix::fs::PermissionsExt as _;
use std::time::Duration;

use expect_test::expect;
use laika_tools::{Bounds, CallOff};
use serde_json::{Value, json};

use super::server::Recorded;
use super::{World, recorded, shown};

fn world(settings: Value) -> World {
    let world = World::with(json!({ "translate": settings }));
    world.plays("lt.example/translate", Recorded::json(recorded!("libretranslate.json")));
    world
}

/// INK-065: the text goes to the server that is set, in one request that is never repeated.
#[test]
fn ink_065_a_text_is_translated() {
    let world = world(json!({ "endpoint": "https://lt.example", "key": "mine" }));
    let result = world.asks("translate", json!({ "text": "Good day,\nhow are you?", "to": "de" })).unwrap();
    expect![[r#"
        en → de: Guten Tag, wie geht es Ihnen?
        ----
        Guten Tag,
        wie geht es Ihnen?----
        {
          "text": "Guten Tag,\nwie geht es Ihnen?",
          "from": "en",
          "to": "de",
          "by": "lt.example"
        }
        {"by":"lt.example"}
    "#]]
    .assert_eq(&shown(&result));
    let asked = &world.server.asked()[0];
    assert_eq!(asked.line, "POST lt.example/translate");
    let body: Value = serde_json::from_str(&asked.body).unwrap();
    let expected = json!({ "q": "Good day,\nhow are you?", "source": "auto", "target": "de", "format": "text", "api_key": "k3y-c4n4ry" });
    assert_eq!(body, expected);
    world.asks("translate", json!({ "text": "Good day,\nhow are you?", "to": "de" })).unwrap();
    assert_eq!(world.server.asked().len(), 2, "what was sent is remembered by nobody");
    let legacy = laika_protocol::tools::find("translate").unwrap().legacy.unwrap();
    assert_eq!(
        Value::Object(legacy.arguments("en|de|a \\| b").unwrap()),
        json!({ "from": "en", "to": "de", "text": "a | b" })
    );
    assert_eq!(Value::Object(legacy.arguments("|de|x").unwrap()), json!({ "to": "de", "text": "x" }));
    assert!(legacy.arguments("de|x").is_err());
}

#[test]
fn failures_of_a_server_are_told_and_nothing_is_repeated() {
    let world = world(json!({ "endpoint": "https://lt.example" }));
    for (answer, expected) in [
        (Recorded::new(400, "application/json", r#"{"error": "xx is not supported"}"#), "E_HTTP_REFUSED"),
        (Recorded::status(403), "E_HTTP_FORBIDDEN"),
        (Recorded::status(500), "E_HTTP_SERVER"),
        (Recorded::json(r#"{"translatedText": 7}"#), "E_ANSWER"),
        (Recorded::json(r#"{"error": "no"}"#), "E_ANSWER"),
        (Recorded::html("<p>sign in</p>"), "E_ANSWER"),
        (Recorded::redirect("https://lt.example/v2/translate"), "E_REDIRECT"),
        (Recorded::redirect("https://evil.example/"), "E_REDIRECT"),
    ] {
        world.clock.pass(Duration::from_secs(9));
        let before = world.server.asked().len();
        world.plays("lt.example/translate", answer);
        let why = world.refused("translate", json!({ "text": "secret words", "to": "de" }));
        assert!(why.contains(expected) && !why.contains("secret words"), "{why}");
        assert_eq!(world.server.asked().len(), before + 1);
    }
    for to in ["d", "de fr", "de&x", "../x", "deutschland-"] {
        let why = world.refused("translate", json!({ "text": "x", "to": to }));
        assert!(why.starts_with("INVALID_ARGUMENT"), "{to}: {why}");
    }
}

#[test]
fn nobody_who_is_not_set_translates() {
    let bare = world(json!({}));
    let why = bare.refused("translate", json!({ "text": "x", "to": "de" }));
    assert!(why.contains("nobody who translates is set") && why.contains("endpoint="), "{why}");
    let offline = world(json!({ "offline": true, "endpoint": "https://lt.example" }));
    let why = offline.refused("translate", json!({ "text": "x", "to": "de" }));
    assert!(why.contains("no apertium on this machine") && why.contains("apt install"), "{why}");
    assert_eq!(bare.server.lines().len() + offline.server.lines().len(), 0, "offline is offline");
}

/// A program in the place of apertium that shows what it was given.
fn with_program(script: &str) -> (tempfile::TempDir, World) {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("apertium");
    std::fs::write(&program, script).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut world = world(json!({ "offline": true, "endpoint": "https://lt.example" }));
    world.kit.programs = folder.path().as_os_str().to_owned();
    (folder, world)
}

const PROGRAM: &str = "#!/bin/sh\nif [ \"$1\" = -l ]; then echo '  eng-spa'; echo '  es-ca'; exit; fi\n\
    read line\necho \"[$1 $2] $line ${HOME} ${SECRET}\"\n";

/// INK-065: offline, the text goes through a program of this machine and nowhere else.
#[test]
fn ink_065_apertium_translates_offline() {
    let (_folder, world) = with_program(PROGRAM);
    let text = "hello $(touch /tmp/x) `id`; --help";
    let result = world.asks("translate", json!({ "text": text, "from": "en", "to": "es" })).unwrap();
    assert_eq!(result.full_text, format!("[-u eng-spa] {text} /nonexistent"));
    assert_eq!(result.data["by"], "apertium");
    let other = world.asks("translate", json!({ "text": "x", "from": "es", "to": "ca" })).unwrap();
    assert!(other.full_text.starts_with("[-u es-ca] x"));
    assert!(world.refused("translate", json!({ "text": "x", "to": "es" })).contains("`from`"));
    assert!(
        world
            .refused("translate", json!({ "text": "x", "from": "de", "to": "es" }))
            .contains("E_LANGUAGE_PAIR")
    );
    assert_eq!(world.server.lines().len(), 0);
}

#[test]
fn a_program_that_hangs_fails_or_says_too_much_ends() {
    let list = "#!/bin/sh\nif [ \"$1\" = -l ]; then echo en-es; exit; fi\n";
    let asked = json!({ "text": "x", "from": "en", "to": "es" });
    let (_a, hangs) = with_program(&format!("{list}/bin/sleep 600 & /bin/sleep 600\n"));
    let short = Bounds::new(Duration::from_secs(2), &CallOff::default());
    assert_eq!(hangs.asks_within("translate", asked.clone(), &short).unwrap_err().finest_code(), "TIMEOUT");
    let (_b, fails) = with_program(&format!("{list}exit 3\n"));
    assert!(fails.refused("translate", asked.clone()).contains("E_APERTIUM"));
    let (_c, talks) = with_program(&format!("{list}/usr/bin/head -c 2000000 /dev/zero\n"));
    assert!(talks.refused("translate", asked).contains("E_APERTIUM"));
}
