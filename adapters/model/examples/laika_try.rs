//! Tries a model by hand: JSON lines `{"write": Ask}`, `{"weigh": Weighing}` or `{"count": [texts]}` in, one line each out.
//!
//! `laika_try WEIGHTS [THREADS]`. With the argument `model-worker` it is the worker itself, also for the tests.

use std::io::{self, BufRead as _, Write as _};
use std::path::Path;

use laika_model::{Cancel, Embedded, EmbeddedOptions, ModelError, Runner as _};
use laika_protocol::model::{Ask, Weighing};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
enum Line {
    Write(Ask),
    Weigh(Weighing),
    Count(Vec<String>),
}

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let Some(weights) = arguments.next() else {
        return Err(io::Error::other("usage: laika_try WEIGHTS [THREADS]"));
    };
    if weights == "model-worker" {
        return laika_model::worker::run();
    }
    let mut options = EmbeddedOptions::default();
    if let Some(threads) = arguments.next() {
        options.threads = threads.parse().map_err(io::Error::other)?;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    runtime.block_on(answer_lines(Path::new(&weights), options))
}

async fn answer_lines(weights: &Path, options: EmbeddedOptions) -> io::Result<()> {
    let model =
        Embedded::start(&std::env::current_exe()?, weights, options).await.map_err(io::Error::other)?;
    let cancel = Cancel::new();
    for line in io::stdin().lock().lines() {
        let answer = match serde_json::from_str(&line?) {
            Ok(Line::Write(ask)) => said(model.write(&ask, &cancel).await),
            Ok(Line::Weigh(weighing)) => said(model.weigh(&weighing, &cancel).await),
            Ok(Line::Count(texts)) => said(model.count(&texts).await),
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
