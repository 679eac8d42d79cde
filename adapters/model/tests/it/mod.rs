//! What the tests share: the small model, its process, and short ways to ask it.

mod adapter;
mod cancel;
mod confinement;
mod hostile;
mod lifetime;
mod pieces;
mod prompts;
mod recorded;
mod scripted;
mod shapes;
mod weights;

use std::path::PathBuf;
use std::time::Duration;

use laika_model::{Embedded, EmbeddedOptions};
use laika_protocol::model::{Ask, Prompt, Sampling, Speaker, Turn};
use serde_json::Value;

const SMALL: &str = "smollm2-135m-instruct-q4_1.gguf";

/// The weights that the tests use.
fn weights() -> PathBuf {
    let folder = laika_model::catalogue::models_folder().unwrap();
    let file = folder.join(SMALL);
    assert!(file.is_file(), "{} is missing; `cargo xtask setup` fetches it", file.display());
    file
}

/// A program that is the worker when it is asked to be.
fn program() -> PathBuf {
    let own = std::env::current_exe().unwrap();
    own.ancestors().nth(2).unwrap().join("examples/laika_try")
}

fn options() -> EmbeddedOptions {
    EmbeddedOptions {
        threads: 1,
        context: 4096,
        idle: Duration::from_secs(60),
        within: Duration::from_secs(300),
        load_within: Duration::from_secs(60),
    }
}

async fn model() -> Embedded {
    Embedded::start(&program(), &weights(), options()).await.unwrap()
}

fn user(text: &str) -> Prompt {
    Prompt {
        turns: vec![Turn { speaker: Speaker::User, text: text.into() }],
        fixed_turns: 0,
        answer_starts: String::new(),
    }
}

const GREEDY: Sampling = Sampling { temperature: 0.0, top_p: 1.0, top_k: 0, min_p: 0.0, seed: 0 };

fn wild(seed: u64) -> Sampling {
    Sampling { temperature: 1.0, top_p: 1.0, top_k: 0, min_p: 0.0, seed }
}

fn ask(prompt: Prompt, shape: Option<Value>, sampling: Sampling, max_tokens: u32) -> Ask {
    Ask { prompt, shape, sampling, max_tokens }
}

/// A text of about so many tokens that no model has seen.
fn long_text(words: usize) -> String {
    let words: Vec<_> = (0..words).map(|n| format!("word{}", n * 7919 % 1000)).collect();
    words.join(" ")
}
