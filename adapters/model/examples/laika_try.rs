//! Tries a model by hand: one JSON line in, one out. `{"write": Ask}`, `{"weigh": Weighing}` and `{"count": [texts]}` ask the
//! model; `{"tokens": Prompt}` and `{"words": text}` say what the engine reads, for training to be held against.
//!
//! `laika_try WEIGHTS [--adapter FILE] [--threads N]`. With the argument `model-worker` it is the worker itself, also for
//! the tests.

use std::io::{self, BufRead as _, Write as _};
use std::path::PathBuf;

use laika_model::worker::Tokens;
use laika_model::{Cancel, Embedded, EmbeddedOptions, Files, ModelError, Runner as _};
use laika_protocol::model::{Ask, Prompt, Weighing};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
enum Line {
    Write(Ask),
    Weigh(Weighing),
    Count(Vec<String>),
    Tokens(Prompt),
    Words(String),
}

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let Some(weights) = arguments.next() else {
        return Err(io::Error::other("usage: laika_try WEIGHTS [--adapter FILE] [--threads N]"));
    };
    if weights == "model-worker" {
        return laika_model::worker::run();
    }
    let mut files = Files { weights: weights.into(), adapter: None };
    let mut options = EmbeddedOptions::default();
    while let (Some(name), Some(value)) = (arguments.next(), arguments.next()) {
        match name.as_str() {
            "--adapter" => files.adapter = Some(PathBuf::from(value)),
            "--threads" => options.threads = value.parse().map_err(io::Error::other)?,
            _ => return Err(io::Error::other(format!("nothing is called {name}"))),
        }
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    runtime.block_on(answer_lines(files, options))
}

async fn answer_lines(files: Files, options: EmbeddedOptions) -> io::Result<()> {
    let tokens = Tokens::read(&files.weights).map_err(io::Error::other)?;
    let model = Embedded::start(&std::env::current_exe()?, files, options).await.map_err(io::Error::other)?;
    let cancel = Cancel::new();
    for line in io::stdin().lock().lines() {
        let answer = match serde_json::from_str(&line?) {
            Ok(Line::Write(ask)) => said(model.write(&ask, &cancel).await),
            Ok(Line::Weigh(weighing)) => said(model.weigh(&weighing, &cancel).await),
            Ok(Line::Count(texts)) => said(model.count(&texts).await),
            Ok(Line::Tokens(prompt)) => said(tokens.of_prompt(&prompt)),
            Ok(Line::Words(text)) => said(tokens.of_text(&text)),
            Err(error) => json!({ "error": error.to_string() }),
        };
        let mut output = io::stdout().lock();
        writeln!(output, "{answer}")?;
        output.flush()?;
    }
    Ok(())
}

fn said(result: Result<impl Serialize, ModelError>) -> Value {
    match result {
        Ok(answer) => json!(answer),
        Err(error) => json!({ "error": error.to_string(), "code": error.code() }),
    }
}
