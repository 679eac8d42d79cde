//! The process comes and goes; the model stays usable.

use std::time::{Duration, Instant};

use laika_model::{Cancel, Embedded, EmbeddedOptions, ModelError, Runner as _};

use super::{GREEDY, ask, model, options, program, user, weights, wild};

fn kill(process: u32) {
    let id = rustix::process::Pid::from_raw(i32::try_from(process).unwrap()).unwrap();
    rustix::process::kill_process(id, rustix::process::Signal::KILL).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_crash_fails_one_request_and_no_more() {
    let model = model().await;
    let process = model.process_id().unwrap();
    let list = serde_json::json!({ "type": "array", "items": { "type": "integer" }, "minItems": 500 });
    let endless = ask(user("Count."), Some(list), wild(1), 3000);
    let never = Cancel::new();
    let killer = tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(500)).await;
        kill(process);
    });
    let error = model.write(&endless, &never).await.unwrap_err();
    killer.await.unwrap();
    assert_eq!((error.clone(), error.code()), (ModelError::Crashed, "E_MODEL_CRASHED"));
    let next = model.write(&ask(user("Hi"), None, GREEDY, 3), &never).await.unwrap();
    assert!(next.usage.written > 0);
    assert_ne!(model.process_id(), Some(process));
}

#[tokio::test]
async fn an_idle_model_is_unloaded_and_comes_back() {
    let options = EmbeddedOptions { idle: Duration::from_millis(200), ..options() };
    let model = Embedded::start(&program(), &weights(), options).await.unwrap();
    let texts = ["one two three".to_owned()];
    let before = model.count(&texts).await.unwrap();
    let start = Instant::now();
    while model.process_id().is_some() {
        assert!(start.elapsed() < Duration::from_secs(10), "it was not unloaded");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(model.count(&texts).await.unwrap(), before);
    assert_eq!(model.capabilities().context, 4096);
}

#[tokio::test]
async fn what_is_no_model_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("weights.gguf");
    std::fs::write(&file, b"GGUF\x03\0\0\0\xff\xff\xff\xff\xff\xff\xff\x7f garbage").unwrap();
    for path in [file, folder.path().join("missing.gguf")] {
        let error = Embedded::start(&program(), &path, options()).await.unwrap_err();
        assert_eq!(error.code(), "E_MODEL_WEIGHTS", "{error}");
    }
    let error = Embedded::start(&folder.path().join("none"), &weights(), options()).await.unwrap_err();
    assert_eq!(error.code(), "E_MODEL_START", "{error}");
}

#[tokio::test]
async fn a_cut_file_of_weights_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = std::fs::read(weights()).unwrap();
    for part in [100, 100_000, bytes.len() / 2] {
        let file = folder.path().join("cut.gguf");
        std::fs::write(&file, &bytes[..part]).unwrap();
        let error = Embedded::start(&program(), &file, options()).await.unwrap_err();
        assert!(["E_MODEL_WEIGHTS", "E_MODEL_START"].contains(&error.code()), "{error}");
    }
}
