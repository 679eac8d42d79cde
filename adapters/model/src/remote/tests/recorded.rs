//! Recorded answers of the servers we know.

use laika_protocol::model::Ended;
use serde_json::Value;

use super::direct::Direct;
use super::server::Server;
use super::{anthropic, ask, call, openai, quick};
use crate::remote::{Answered, Api, Dialect, Price, Remote, RemoteError, Settings};
use crate::{Cancel, Runner as _};

const CALL: &str = r#"{"tool":"browser.click","args":{"handleId":"laika-3"}}"#;
const BREAD: &str = "The bread takes 500 g of flour.";

async fn write(server: &Server, api: impl Api, shape: Option<Value>) -> Result<Answered, RemoteError> {
    let remote = Remote::new(api, Direct(server.address), quick())?;
    remote.write_here(&ask(shape), &Cancel::new()).await
}

async fn openai_says(name: &str, dialect: Dialect, shape: Option<Value>) -> Result<Answered, RemoteError> {
    let server = Server::recorded(&[name]);
    let path = if dialect == Dialect::Ollama { "" } else { "/v1" };
    write(&server, openai(&server.base(path), dialect), shape).await
}

async fn anthropic_says(name: &str, shape: Option<Value>) -> Result<Answered, RemoteError> {
    let server = Server::recorded(&[name]);
    write(&server, anthropic(&server.base("")), shape).await
}

#[tokio::test]
async fn every_server_gives_the_same_call() {
    for (name, dialect) in [
        ("openai-shape", Dialect::OpenAi),
        ("openai-functions", Dialect::Functions),
        ("ollama-v1", Dialect::OpenAi),
        ("ollama-chat", Dialect::Ollama),
        ("ollama-thinking", Dialect::Ollama),
        ("vllm-shape", Dialect::Vllm),
        ("vllm-shape", Dialect::OldVllm),
        ("vllm-think", Dialect::Vllm),
        ("llama-server-shape", Dialect::LlamaServer),
    ] {
        let answered = openai_says(name, dialect, Some(call())).await.unwrap();
        assert_eq!(
            (answered.written.text.as_str(), answered.written.ended),
            (CALL, Ended::Complete),
            "{name}"
        );
        assert!(answered.written.usage.read >= 181 && answered.written.usage.written >= 17, "{name}");
        assert!(!answered.guarded.is_suspicious());
    }
    let answered = anthropic_says("anthropic-tool", Some(call())).await.unwrap();
    assert_eq!(answered.written.text, CALL);
}

#[tokio::test]
async fn text_and_calls_without_a_shape() {
    assert_eq!(openai_says("openai-text", Dialect::OpenAi, None).await.unwrap().written.text, BREAD);
    let written = anthropic_says("anthropic-text", None).await.unwrap().written;
    assert_eq!(written.text, BREAD);
    assert_eq!((written.usage.read, written.usage.reused, written.usage.written), (181, 128, 42));
    // A server's own way of calling tools becomes the one that answers are read in (MODEL-023).
    let native = r#"{"name":"browser.click","arguments":{"handleId":"laika-3"}}"#;
    for (name, dialect) in [("openai-tool-call", Dialect::OpenAi), ("ollama-tool-call", Dialect::Ollama)] {
        assert_eq!(openai_says(name, dialect, None).await.unwrap().written.text, native, "{name}");
    }
}

#[tokio::test]
async fn what_is_cut_says_so_and_is_not_checked() {
    for (name, dialect) in [("openai-cut", Dialect::OpenAi), ("ollama-cut", Dialect::Ollama)] {
        let written = openai_says(name, dialect, Some(call())).await.unwrap().written;
        assert_eq!(written.ended, Ended::Cut, "{name}");
    }
    assert_eq!(anthropic_says("anthropic-cut", Some(call())).await.unwrap().written.ended, Ended::Cut);
}

#[tokio::test]
async fn refusals_have_codes_and_short_explanations() {
    for (name, dialect, code, says) in [
        ("openai-refusal", Dialect::OpenAi, "E_REMOTE_DECLINED", "declines"),
        ("openai-bad-key", Dialect::OpenAi, "E_REMOTE_KEY", "status 401"),
        ("openai-too-long", Dialect::OpenAi, "E_REMOTE_STATUS", "maximum context length"),
        ("ollama-unknown-model", Dialect::Ollama, "E_REMOTE_STATUS", "model 'nothing' not found"),
        ("vllm-refuses", Dialect::Vllm, "E_REMOTE_STATUS", "not supported by xgrammar"),
    ] {
        let error = openai_says(name, dialect, Some(call())).await.unwrap_err();
        assert_eq!(error.code(), code, "{name}");
        assert!(error.to_string().contains(says) && error.to_string().len() < 300, "{error}");
    }
    assert_eq!(anthropic_says("anthropic-refusal", None).await.unwrap_err().code(), "E_REMOTE_DECLINED");
    assert_eq!(anthropic_says("anthropic-bad-key", None).await.unwrap_err().code(), "E_REMOTE_KEY");
}

#[tokio::test]
async fn tokens_and_money_are_counted() {
    let server = Server::recorded(&["openai-text"]);
    let settings = Settings { price: Some(Price { input: 1.0, output: 10.0 }), ..quick() };
    let api = openai(&server.base("/v1"), Dialect::OpenAi);
    let remote = Remote::new(api, Direct(server.address), settings).unwrap();
    let cancel = Cancel::new();
    let answered = remote.write_here(&ask(None), &cancel).await.unwrap();
    let cost = (182.0 + 170.0) / 1e6;
    assert!((answered.cost.unwrap() - cost).abs() < 1e-12, "{answered:?}");
    assert_eq!(answered.written.usage.reused, 128);
    // What does not fit was paid for, too.
    assert!(remote.write_here(&ask(Some(call())), &cancel).await.unwrap_err().is_repairable());
    let spent = remote.spent();
    assert_eq!((spent.requests, spent.answers, spent.read, spent.written), (2, 2, 364, 34));
    assert!((spent.cost - 2.0 * cost).abs() < 1e-12);
}

#[tokio::test]
async fn as_a_runner_it_says_what_it_can_do() {
    let server = Server::recorded(&["openai-text"]);
    let api = openai(&server.base("/v1"), Dialect::OpenAi);
    let remote = Remote::new(api, Direct(server.address), quick()).unwrap();
    let able = remote.capabilities();
    assert!(able.local && !able.weighs && !able.constrained && able.model == "small");
    assert_eq!(remote.write(&ask(None), &Cancel::new()).await.unwrap().text, BREAD);
    let weighing = laika_protocol::model::Weighing { prompts: Vec::new(), candidates: Vec::new() };
    let error = remote.weigh(&weighing, &Cancel::new()).await.unwrap_err();
    assert_eq!(error.code(), "E_REMOTE_UNSUPPORTED");
    let texts = ["The quick brown fox jumps".to_owned(), "東京の天気".to_owned(), String::new()];
    assert_eq!(remote.count(&texts).await.unwrap(), [9, 10, 0]);
    assert_eq!(server.heard().len(), 1, "nothing was sent to be counted");
}

#[tokio::test]
async fn servers_that_count_are_asked_if_they_are_here() {
    let texts = ["one".to_owned(), "two".to_owned()];
    for (name, dialect, body) in [
        ("llama-server-tokenize", Dialect::LlamaServer, r#"{"content":"two"}"#),
        ("vllm-tokenize", Dialect::Vllm, r#"{"model":"small","prompt":"two","add_special_tokens":false}"#),
    ] {
        let server = Server::recorded(&[name]);
        let counts = |base: &str| {
            let remote = Remote::new(openai(base, dialect), Direct(server.address), quick()).unwrap();
            let texts = texts.clone();
            async move { remote.count(&texts).await.unwrap() }
        };
        assert_eq!(counts("https://api.example/v1").await, [1, 1]);
        assert_eq!(server.heard().len(), 0, "nothing leaves to be counted");
        assert_eq!(counts(&server.base("/v1")).await, [3, 3]);
        let heard = server.heard();
        assert!(heard[1].starts_with("POST /tokenize ") && heard[1].ends_with(body), "{}", heard[1]);
    }
    let server = Server::recorded(&["ollama-unknown-model"]);
    let api = openai(&server.base("/v1"), Dialect::LlamaServer);
    let remote = Remote::new(api, Direct(server.address), quick()).unwrap();
    assert_eq!(remote.count(&texts).await.unwrap(), [1, 1]);
    assert_eq!(server.heard().len(), 1);
}
