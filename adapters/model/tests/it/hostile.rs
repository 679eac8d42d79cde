//! A worker that was taken over cannot do more than fail a request.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use laika_model::{Cancel, Embedded, ModelError, Runner as _};
use laika_protocol::model::Weighing;

use super::{GREEDY, ask, options, user};

const READY: &str = r#"{"ready":{"confinement":"full","model":"m\u0007odel","context":999999999}}"#;

/// A message with its length in front, as `printf` takes it.
fn frame(json: &str) -> String {
    let length = u32::try_from(json.len()).unwrap().to_le_bytes();
    let bytes: String = length.iter().chain(json.as_bytes()).map(|byte| format!("\\{byte:03o}")).collect();
    format!("printf '{bytes}'\n")
}

/// A program that only plays a worker.
fn impostor(folder: &Path, does: &str) -> PathBuf {
    let path = folder.join("impostor");
    fs::write(&path, format!("#!/bin/sh\n{does}")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o700)).unwrap();
    path
}

async fn started(does: &str) -> Result<Embedded, ModelError> {
    let folder = tempfile::tempdir().unwrap();
    let path = impostor(folder.path(), does);
    let model = Embedded::start(&path, Path::new("/none"), options()).await;
    drop(folder);
    model
}

#[tokio::test]
async fn a_false_greeting_is_refused() {
    let too_long = "printf '\\377\\377\\377\\377'; exec cat /dev/zero\n";
    for (does, code) in [
        ("exit 0\n", "E_MODEL_START"),
        ("echo garbage that is long enough for a header\n", "E_MODEL_START"),
        (too_long, "E_MODEL_START"),
        (&frame("{}"), "E_MODEL_START"),
        (&frame(r#"{"ready":{"confinement":"fine","model":"m","context":1}}"#), "E_MODEL_BROKEN"),
        (&frame(r#"{"ready":{"confinement":"full","model":"m","context":1,"more":1}}"#), "E_MODEL_START"),
        (&frame(r#"{"refused":{"kind":"weights","why":"no\u001b[2Jsuch"}}"#), "E_MODEL_WEIGHTS"),
        (&frame(r#"{"refused":{"kind":"crashed"}}"#), "E_MODEL_BROKEN"),
    ] {
        // It stays long enough to be spoken to.
        let error = started(&does.replace("'\n", "'\nexec sleep 100\n")).await.unwrap_err();
        assert_eq!(error.code(), code, "{does}");
        assert!(!error.to_string().contains('\u{1b}'), "{error:?}");
    }
}

#[tokio::test]
async fn a_false_reply_is_refused() {
    let usage = r#"{"read":1,"reused":0,"written":1,"forced":0,"first_ms":1,"total_ms":1,"shape_ms":0}"#;
    let weights =
        |rows: &str| format!(r#"{{"number":1,"said":{{"weights":{{"weights":{rows},"usage":{usage}}}}}}}"#);
    let long = "x".repeat(20_000);
    let replies = [
        "null".to_owned(),
        weights("[[-1.0,-2.0]]").replace("\"number\":1", "\"number\":2"),
        weights("[[-1.0]]"),
        weights("[[-1.0,-2.0],[-1.0,-2.0]]"),
        weights("[[-1.0,1e400]]"),
        weights("[[-1.0,5.0]]"),
        weights("[[-1.0,null]]"),
        weights("[[-1.0,-2.0]]").replace("\"reused\":0", "\"reused\":7"),
        weights("[[-1.0,-2.0]]").replace("\"total_ms\":1", "\"total_ms\":-1"),
        weights("[[-1.0,-2.0]]").replace("{\"number\"", "{\"more\":1,\"number\""),
        format!(
            r#"{{"number":1,"said":{{"written":{{"text":"{long}","ended":"complete","usage":{usage}}}}}}}"#
        ),
        r#"{"number":1,"said":{"counts":[1,2]}}"#.to_owned(),
        r#"{"number":1,"said":"forgotten"}"#.to_owned(),
    ];
    let weighing = Weighing { prompts: vec![user("x")], candidates: vec!["a".into(), "b".into()] };
    for reply in &replies {
        let does = format!("{}{}exec sleep 100\n", frame(READY), frame(reply));
        let model = started(&does).await.unwrap();
        let error = model.weigh(&weighing, &Cancel::new()).await.unwrap_err();
        assert_eq!(error, ModelError::Broken, "{reply:.200}");
        assert_eq!(model.process_id(), None, "it is ended");
    }
    let does = format!("{}{}exec sleep 100\n", frame(READY), frame(&weights("[[-1.0,-2.0]]")));
    let model = started(&does).await.unwrap();
    assert_eq!(model.weigh(&weighing, &Cancel::new()).await.unwrap().weights, [[-1.0, -2.0]]);
    // What it says of itself is bounded too.
    assert_eq!((model.capabilities().model.as_str(), model.capabilities().context), ("model", 4096));
}

#[tokio::test]
async fn a_text_longer_than_asked_for_is_refused() {
    let usage = r#"{"read":1,"reused":0,"written":1,"forced":0,"first_ms":1,"total_ms":1,"shape_ms":0}"#;
    for (text, written, good) in
        [("x".repeat(5000), 1, false), ("hi".into(), 1, true), ("hi".into(), 9, false)]
    {
        let usage = usage.replace("\"written\":1", &format!("\"written\":{written}"));
        let reply = format!(
            r#"{{"number":1,"said":{{"written":{{"text":"{text}","ended":"complete","usage":{usage}}}}}}}"#
        );
        let model = started(&format!("{}{}exec sleep 100\n", frame(READY), frame(&reply))).await.unwrap();
        let result = model.write(&ask(user("x"), None, GREEDY, 2), &Cancel::new()).await;
        assert_eq!(result.is_ok(), good, "{result:?}");
    }
}

#[tokio::test]
async fn one_that_does_not_stop_is_ended() {
    let model = started(&format!("{}exec sleep 100\n", frame(READY))).await.unwrap();
    let cancel = Cancel::new();
    let later = cancel.clone();
    tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(100)).await;
        later.cancel();
    });
    let start = Instant::now();
    let error = model.write(&ask(user("x"), None, GREEDY, 2), &cancel).await.unwrap_err();
    assert_eq!(error, ModelError::Cancelled);
    assert!((1000..3000).contains(&start.elapsed().as_millis()), "{:?}", start.elapsed());
    assert_eq!(model.process_id(), None);
}

#[tokio::test]
async fn one_that_ends_is_a_crash() {
    let model = started(&format!("{}head -c 4 >/dev/null\nexit 3\n", frame(READY))).await.unwrap();
    let error = model.write(&ask(user("x"), None, GREEDY, 2), &Cancel::new()).await.unwrap_err();
    assert_eq!(error, ModelError::Crashed);
}
