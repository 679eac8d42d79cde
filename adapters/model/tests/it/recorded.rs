//! What was recorded comes back byte for byte.

use laika_model::recorded::{Recorded, Recorder};
use laika_model::scripted::{Answer, Scripted};
use laika_model::{Cancel, ModelError, Runner as _};
use laika_protocol::model::Weighing;

use super::{GREEDY, ask, model, user, wild};

#[tokio::test]
async fn a_model_is_replayed_without_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.jsonl");
    let never = Cancel::new();
    let shape = serde_json::json!({ "type": "array", "items": { "type": "integer" }, "maxItems": 3 });
    let asks = [ask(user("Hi"), None, wild(7), 12), ask(user("Numbers?"), Some(shape), GREEDY, 30)];
    let weighing = Weighing { prompts: vec![user("x")], candidates: vec!["a".into(), "b".into()] };
    let texts = ["one two".to_owned()];
    let recorder = Recorder::new(model().await, &path).unwrap();
    let mut live = Vec::new();
    for asked in asks.iter().chain(&asks[..1]) {
        live.push(recorder.write(asked, &never).await.unwrap());
    }
    let weighed = recorder.weigh(&weighing, &never).await.unwrap();
    let counted = recorder.count(&texts).await.unwrap();
    assert!(matches!(Recorder::new(Scripted::new([]), &path), Err(ModelError::Recording(_))));

    let recorded = Recorded::open(&path).unwrap();
    assert_eq!(recorded.capabilities(), recorder.capabilities());
    // In another order: only what is asked counts.
    assert_eq!(recorded.count(&texts).await.unwrap(), counted);
    assert_eq!(recorded.weigh(&weighing, &never).await.unwrap(), weighed);
    for (asked, wanted) in [(1, 1), (0, 0), (0, 2)] {
        let replayed = recorded.write(&asks[asked], &never).await.unwrap();
        let bytes = |written| serde_json::to_string(written).unwrap();
        assert_eq!(bytes(&replayed), bytes(&live[wanted]));
    }
    // Each answer is given once, and others are not invented.
    let error = recorded.write(&asks[0], &never).await.unwrap_err();
    assert_eq!(error.code(), "E_MODEL_NOT_RECORDED");
    let other = ask(user("Hi"), None, wild(8), 12);
    assert!(
        matches!(recorded.write(&other, &never).await, Err(ModelError::NotRecorded(key)) if key.starts_with("sha256:"))
    );
}

#[tokio::test]
async fn failures_are_recorded_and_bad_files_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.jsonl");
    let never = Cancel::new();
    let asked = ask(user("Hi"), None, GREEDY, 3);
    let script = Scripted::new([Answer::Fails(ModelError::TooLong { tokens: 9, most: 8 })]);
    let recorder = Recorder::new(script, &path).unwrap();
    let failed = recorder.write(&asked, &never).await;
    let recorded = Recorded::open(&path).unwrap();
    assert_eq!(recorded.write(&asked, &never).await, failed);
    std::fs::write(&path, "{\"not\":\"a recording\"}\n").unwrap();
    assert_eq!(Recorded::open(&path).unwrap_err().code(), "E_MODEL_RECORDING");
    std::fs::write(&path, "").unwrap();
    assert_eq!(Recorded::open(&path).unwrap_err().code(), "E_MODEL_RECORDING");
}
