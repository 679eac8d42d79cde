//! What each server is asked, in its own words.

use laika_protocol::model::Ask;
use serde_json::{Value, json};

use super::direct::Direct;
use super::server::Server;
use super::{KEY, anthropic, ask, call, openai, quick};
use crate::Cancel;
use crate::remote::{Api, Dialect, Remote};

async fn asked<A: Api>(server: &Server, api: A, ask: &Ask) -> Value {
    let remote = Remote::new(api, Direct(server.address), quick()).unwrap();
    // Only what was asked counts here.
    let _ = remote.write_here(ask, &Cancel::new()).await;
    server.body()
}

async fn openai_asked(dialect: Dialect, ask: &Ask) -> (String, Value) {
    let server = Server::recorded(&["openai-shape"]);
    let path = if dialect == Dialect::Ollama { "" } else { "/v1/" };
    let body = asked(&server, openai(&server.base(path), dialect), ask).await;
    (server.heard()[0].split_once("\r\n\r\n").unwrap().0.to_owned(), body)
}

#[tokio::test]
async fn openai_is_asked_strictly() {
    let (head, body) = openai_asked(Dialect::OpenAi, &ask(Some(call()))).await;
    assert!(head.starts_with("POST /v1/chat/completions HTTP/1.1\r\n"), "{head}");
    assert!(head.contains(&format!("authorization: Bearer {KEY}")), "{head}");
    let format = &body["response_format"]["json_schema"];
    assert_eq!((&format["strict"], &body["response_format"]["type"]), (&json!(true), &json!("json_schema")));
    assert_eq!(format["schema"]["required"], json!(["tool", "args", "note"]));
    assert_eq!(
        (
            &body["max_completion_tokens"],
            &body["temperature"],
            &body["top_p"],
            &body["seed"],
            &body["stream"]
        ),
        (&json!(64), &json!(0.7), &json!(0.8), &json!(7), &json!(false))
    );
    assert_eq!(body.get("top_k"), None);
    let turns = json!([
        { "role": "system", "content": "Be brief." }, { "role": "user", "content": "Click the third one." },
    ]);
    assert_eq!(body["messages"], turns);
}

#[tokio::test]
async fn the_others_are_asked_in_their_own_words() {
    for (dialect, pointer, most) in [
        (Dialect::Ollama, "/format", "/options/num_predict"),
        (Dialect::Vllm, "/structured_outputs/json", "/max_tokens"),
        (Dialect::OldVllm, "/guided_json", "/max_tokens"),
        (Dialect::LlamaServer, "/json_schema", "/max_tokens"),
    ] {
        let (head, body) = openai_asked(dialect, &ask(Some(call()))).await;
        let schema = body.pointer(pointer).unwrap();
        assert_eq!(schema["required"], json!(["tool", "args"]), "{dialect:?}");
        assert_eq!(schema["properties"]["note"], json!({ "type": "string", "maxLength": 20 }), "{dialect:?}");
        assert_eq!(body.pointer(most), Some(&json!(64)), "{dialect:?}");
        assert!(!body.to_string().contains("x-piece-of"), "{dialect:?}");
        assert_eq!(head.starts_with("POST /api/chat "), dialect == Dialect::Ollama, "{head}");
    }
}

/// MODEL-011: a model that can think is told not to, in the words of its server, for a shape and for a text; a server
/// without such a word is told nothing, and Anthropic thinks only where it is asked to.
#[tokio::test]
async fn thinking_is_switched_off() {
    let off = json!({ "enable_thinking": false });
    for shape in [Some(call()), None] {
        for (dialect, name, value) in [
            (Dialect::Ollama, "think", &json!(false)),
            (Dialect::Vllm, "chat_template_kwargs", &off),
            (Dialect::OldVllm, "chat_template_kwargs", &off),
            (Dialect::LlamaServer, "chat_template_kwargs", &off),
        ] {
            let (_, body) = openai_asked(dialect, &ask(shape.clone())).await;
            assert_eq!(body.get(name), Some(value), "{dialect:?}");
        }
        let (_, body) = openai_asked(Dialect::OpenAi, &ask(shape.clone())).await;
        assert_eq!((body.get("think"), body.get("chat_template_kwargs")), (None, None));
        let server = Server::recorded(&["anthropic-tool"]);
        let body = asked(&server, anthropic(&server.base("")), &ask(shape.clone())).await;
        assert_eq!(body.get("thinking"), None);
    }
}

#[tokio::test]
async fn ink_097_functions_are_called_the_way_openai_calls_them() {
    let (_, body) = openai_asked(Dialect::Functions, &ask(Some(call()))).await;
    let function = &body["tools"][0]["function"];
    assert_eq!((&body["tools"][0]["type"], &function["strict"]), (&json!("function"), &json!(true)));
    assert_eq!(body["tool_choice"]["function"]["name"], function["name"]);
    assert_eq!(body["parallel_tool_calls"], false);
    assert!(function["parameters"]["properties"].get("args").is_some(), "{function}");
    assert_eq!(body.get("response_format"), None);
}

#[tokio::test]
async fn anthropic_must_use_the_one_tool() {
    let server = Server::recorded(&["anthropic-tool"]);
    let body = asked(&server, anthropic(&server.base("")), &ask(Some(call()))).await;
    assert_eq!(body["system"], "Be brief.");
    assert_eq!(body["messages"], json!([{ "role": "user", "content": "Click the third one." }]));
    assert_eq!(body["tool_choice"]["name"], body["tools"][0]["name"]);
    assert_eq!(body["tools"][0]["input_schema"]["required"], json!(["tool", "args"]));
    assert_eq!(body.get("top_p"), None);
    let head = server.heard()[0].to_lowercase();
    assert!(
        head.contains("\r\nanthropic-version: 2023-06-01\r\n") && head.contains("\r\nx-api-key: sk-"),
        "{head}"
    );
}

#[tokio::test]
async fn a_begun_answer_is_gone_on_with_or_asked_for() {
    let mut begun = ask(None);
    begun.prompt.answer_starts = "The bread".into();
    let (_, body) = openai_asked(Dialect::Vllm, &begun).await;
    assert_eq!(body["messages"][2], json!({ "role": "assistant", "content": "The bread" }));
    assert_eq!(body["continue_final_message"], true);
    let (_, body) = openai_asked(Dialect::OpenAi, &begun).await;
    assert_eq!(body["messages"][2]["role"], "user");
    let server = Server::recorded(&["openai-text"]);
    let api = openai(&server.base("/v1"), Dialect::OpenAi);
    let remote = Remote::new(api, Direct(server.address), quick()).unwrap();
    let answered = remote.write_here(&begun, &Cancel::new()).await.unwrap();
    assert_eq!(answered.written.text, " takes 500 g of flour.");
}

#[tokio::test]
async fn a_shape_that_is_no_object_comes_back_as_it_was_asked_for() {
    let choice = json!({ "enum": ["yes", "no"] });
    let server = Server::start(vec![super::server::Act::Say(super::server::json(
        r#"{"choices":[{"message":{"content":"{\"answer\":\"no\"}"},"finish_reason":"stop"}]}"#,
    ))]);
    let api = openai(&server.base("/v1"), Dialect::OpenAi);
    let remote = Remote::new(api, Direct(server.address), quick()).unwrap();
    let written = remote.write_here(&ask(Some(choice)), &Cancel::new()).await.unwrap().written;
    assert_eq!(written.text, "\"no\"");
    assert!(written.usage.read > 0 && written.usage.written > 0, "estimated where the server does not count");
}

#[test]
fn addresses_and_keys_are_checked_before_anything_is_sent() {
    use laika_protocol::secret::Secret;
    let nowhere = || Direct("127.0.0.1:1".parse().unwrap());
    for base in ["ftp://a.example", "https://u:p@a.example/", "https://a.example/?x=1", "a.example", ""] {
        assert!(super::Base::parse(base).is_err(), "{base}");
    }
    let error = |base: &str, key: &str| {
        let mut api = openai(base, Dialect::OpenAi);
        api.key = Some(Secret::new(key.into()));
        Remote::new(api, nowhere(), quick()).err().map(|error| error.code())
    };
    assert_eq!(error("http://192.168.0.9:8000/v1", KEY), Some("E_REMOTE_SETTINGS"));
    assert_eq!(error("https://192.168.0.9:8000/v1", "a\r\nb: c"), Some("E_REMOTE_SETTINGS"));
    assert_eq!(error("https://192.168.0.9:8000/v1", KEY), None);
    assert_eq!(error("http://localhost:8000/v1", KEY), None);
    let api = openai("https://api.example/v1", Dialect::OpenAi);
    assert!(!format!("{api:?}").contains(KEY));
}
