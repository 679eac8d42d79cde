//! An adapter changes what the model computes exactly as it was trained to, or the model does not start.
//!
//! `tests/adapter` is made by `training/fixture.py`: random numbers, and what the training framework computes with them.

use std::path::{Path, PathBuf};

use laika_model::worker::Tokens;
use laika_model::{Cancel, Embedded, Files, Runner as _};
use laika_protocol::model::Weighing;
use serde::Deserialize;

use super::{options, program, user, weights};

/// What the framework computes, by question and choice.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    questions: Vec<String>,
    choices: Vec<String>,
    plain: Vec<Vec<f32>>,
    adapted: Vec<Vec<f32>>,
    rows_in_the_wrong_order: Vec<Vec<f32>>,
}

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/adapter").join(name)
}

fn with(adapter: PathBuf) -> Files {
    Files { weights: weights(), adapter: Some(adapter) }
}

async fn weighed(model: &Embedded, expected: &Expected) -> Vec<Vec<f32>> {
    let prompts = expected.questions.iter().map(|question| user(question)).collect();
    let weighing = Weighing { prompts, candidates: expected.choices.clone() };
    model.weigh(&weighing, &Cancel::new()).await.unwrap().weights
}

/// The mean difference of two tables.
fn apart(one: &[Vec<f32>], other: &[Vec<f32>]) -> f32 {
    let pairs = one.iter().flatten().zip(other.iter().flatten());
    let differences: Vec<_> = pairs.map(|(a, b)| (a - b).abs()).collect();
    differences.iter().sum::<f32>() / differences.len() as f32
}

#[tokio::test]
async fn an_adapter_does_what_it_did_in_training() {
    let expected: Expected =
        serde_json::from_slice(&std::fs::read(fixture("expected.json")).unwrap()).unwrap();
    let plain = Embedded::start(&program(), &weights(), options()).await.unwrap();
    let adapted = Embedded::start(&program(), with(fixture("random.gguf")), options()).await.unwrap();
    let (plain, adapted) = (weighed(&plain, &expected).await, weighed(&adapted, &expected).await);
    // The engine computes with rounded numbers: that is all that is between it and the framework.
    let rounding = apart(&plain, &expected.plain);
    assert!(rounding < 0.3, "{plain:?}");
    assert!(apart(&adapted, &expected.adapted) < 0.4, "{adapted:?}");
    assert!(apart(&adapted, &expected.plain) > 2.0, "{adapted:?}");
    assert!(apart(&adapted, &expected.rows_in_the_wrong_order) > 1.0, "{adapted:?}");
}

#[tokio::test]
async fn what_is_no_adapter_of_this_model_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let right = std::fs::read(fixture("random.gguf")).unwrap();
    let changed = |from: &str, to: &str| {
        let at = right.windows(from.len()).position(|bytes| bytes == from.as_bytes()).unwrap();
        let mut bytes = right.clone();
        bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
        bytes
    };
    for (name, bytes) in [
        ("cut", right[..right.len() / 2].to_vec()),
        ("no adapter", changed("adapter", "another")),
        ("another tensor", changed("blk.0.attn_k", "blk.0.attn_z")),
        ("weights", b"GGUF\x03\0\0\0\xff\xff\xff\xff\xff\xff\xff\x7f garbage".to_vec()),
        ("empty", Vec::new()),
    ] {
        let file = folder.path().join("adapter.gguf");
        std::fs::write(&file, bytes).unwrap();
        let error = Embedded::start(&program(), with(file), options()).await.unwrap_err();
        assert_eq!(error.code(), "E_MODEL_WEIGHTS", "{name}: {error}");
    }
    let error = Embedded::start(&program(), with("/nowhere.gguf".into()), options()).await.unwrap_err();
    assert_eq!(error.code(), "E_MODEL_WEIGHTS", "{error}");
}

/// What training is held against is what the worker reads.
#[tokio::test]
async fn tokens_are_those_that_are_read() {
    let tokens = Tokens::read(&weights()).unwrap();
    let model = super::model().await;
    let prompt = user("Grüße, 123 <|im_end|> x");
    let weighing = Weighing { prompts: vec![prompt.clone()], candidates: vec!["a".into()] };
    let usage = model.weigh(&weighing, &Cancel::new()).await.unwrap().usage;
    assert_eq!(tokens.of_prompt(&prompt).unwrap().len(), usage.read as usize);
    let text = "a text of several words".to_owned();
    assert_eq!(tokens.of_text(&text).unwrap().len(), model.count(&[text]).await.unwrap()[0] as usize);
}
