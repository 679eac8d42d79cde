//! Packets that are broken in known ways, and what is said of them.

use expect_test::{Expect, expect};
use laika_protocol::llmcp::{Packet, Request, check_packet, read_packet};
use serde_json::{Value, json};

fn request() -> Value {
    json!({
        "protocol": { "name": "laika.llmcp", "version": 1 },
        "id": "0a2e5f8a-6f57-4fe0-9cbb-1a6f1fa1b5a2", "type": "request",
        "created_at": "2026-01-24T12:34:56.789Z",
        "conversation": { "id": "1a2e5f8a-6f57-4fe0-9cbb-1a6f1fa1b5a2", "turn": 7 },
        "sender": { "role": "agent" },
        "input": {
            "user_message": { "id": "2a2e5f8a-6f57-4fe0-9cbb-1a6f1fa1b5a2", "text": "summarize this page" },
            "task": { "name": "web.summarize", "args": { "style": "concise" } },
        },
        "context": { "documents": [
            { "doc_id": "doc:web:summary", "kind": "web.observation.summary.v1", "trust": "untrusted",
              "source": { "browser": "chromium" },
              "content": { "doc_type": "web.observation.summary.v1", "url": "https://example.com", "title": "Example", "text": "H1: Example" } },
            { "doc_id": "doc:web:chunk:1", "kind": "web.observation.chunk.v1", "trust": "untrusted",
              "source": { "browser": "chromium", "tab_id": "t" },
              "content": { "doc_type": "web.observation.chunk.v1", "url": "https://example.com", "title": "Example", "chunk_index": 1, "chunk_count": 1, "text": "more" } },
        ] },
        "output": { "format": "json" },
    })
}

fn response() -> Value {
    json!({
        "protocol": { "name": "laika.llmcp", "version": 1 },
        "id": "3a2e5f8a-6f57-4fe0-9cbb-1a6f1fa1b5a2", "type": "response",
        "created_at": "2026-01-24T12:34:57.123Z",
        "conversation": { "id": "1a2e5f8a-6f57-4fe0-9cbb-1a6f1fa1b5a2", "turn": 7 },
        "sender": { "role": "assistant" },
        "in_reply_to": { "request_id": "0a2e5f8a-6f57-4fe0-9cbb-1a6f1fa1b5a2" },
        "assistant": {
            "title": "Summary",
            "render": { "type": "doc", "children": [
                { "type": "paragraph", "children": [{ "type": "text", "text": "An example." }] },
            ] },
            "citations": [{ "doc_id": "doc:web:summary", "quote": "Example" }],
        },
        "tool_calls": [{ "name": "browser.click", "arguments": { "handleId": "laika-1" } }],
    })
}

fn check(packet: &Value, expected: &Expect) {
    let Packet::Request(request) = read_packet(&request().to_string()).unwrap() else { unreachable!() };
    expected.assert_eq(&said(&packet.to_string(), Some(&request)));
}

fn said(text: &str, request: Option<&Request>) -> String {
    check_packet(text, request).iter().map(|defect| format!("{defect}\n")).collect()
}

fn edited(mut packet: Value, edits: &[(&str, Value)]) -> Value {
    for (pointer, value) in edits {
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        match packet.pointer_mut(parent).unwrap() {
            Value::Object(fields) if value == &json!("<remove>") => _ = fields.shift_remove(key),
            Value::Object(fields) => _ = fields.insert(key.into(), value.clone()),
            Value::Array(items) if key == "-" => items.push(value.clone()),
            Value::Array(items) => items[key.parse::<usize>().unwrap()] = value.clone(),
            _ => unreachable!(),
        }
    }
    packet
}

#[test]
fn good_packets_have_no_defects() {
    check(&request(), &expect![""]);
    check(&response(), &expect![""]);
}

/// PROT-003..PROT-009: the envelope, every defect at once.
#[test]
fn a_broken_envelope() {
    let packet = edited(
        response(),
        &[
            ("/id", json!("res-1")),
            ("/created_at", json!("2026-01-24T12:34:57Z")),
            ("/conversation/turn", json!(-1)),
            ("/conversation/topic", json!("x")),
            ("/sender/role", json!("root")),
            ("/in_reply_to", json!("<remove>")),
            ("/assistant/render/children/0/style", json!("bold")),
            ("/assistant/render/children/-", json!({ "type": "html", "html": "<b>" })),
            (
                "/assistant/render/children/-",
                json!({ "type": "heading", "level": 9, "children": [{ "type": "link", "children": [] }] }),
            ),
            ("/tool_calls/0/arguments/handleId", json!(7)),
            ("/tool_calls/0/approved", json!(true)),
        ],
    );
    check(
        &packet,
        &expect![[r#"
            $.in_reply_to MISSING_FIELD: `in_reply_to` is missing
            $.id BAD_FORMAT: must be a lower-case UUID such as `0a2e5f8a-6f57-4fe0-9cbb-1a6f1fa1b5a2`, found `res-1`
            $.created_at BAD_FORMAT: must be a UTC time such as `2026-01-24T12:34:56.789Z`, found `2026-01-24T12:34:57Z`
            $.conversation.turn OUT_OF_RANGE: -1 is outside 0 to 9007199254740991
            $.conversation.topic UNKNOWN_FIELD: the field `topic` is not known here
            $.sender.role NOT_ALLOWED: must be one of `user`, `agent`, `assistant`, `tool`, found `root`
            $.assistant.render.children[0].style UNKNOWN_FIELD: the field `style` is not known here
            $.assistant.render.children[1].type NOT_ALLOWED: must be one of `heading`, `paragraph`, `list`, `blockquote`, `code_block`, `table`, found `html`
            $.assistant.render.children[2].level OUT_OF_RANGE: 9 is outside 1 to 6
            $.assistant.render.children[2].children[0].href MISSING_FIELD: `href` is missing
            $.tool_calls[0].approved UNKNOWN_FIELD: the field `approved` is not known here
            $.tool_calls[0].arguments.handleId WRONG_TYPE: must be a string, found a number
        "#]],
    );
}

/// PROT-004: what was written to other rules is refused before anything else is said of it.
#[test]
fn another_version_or_protocol() {
    check(
        &edited(request(), &[("/protocol/version", json!(2)), ("/output", json!("<remove>"))]),
        &expect![[r#"
            $.protocol.version WRONG_VERSION: this build speaks version 1, found 2
        "#]],
    );
    check(
        &edited(request(), &[("/protocol/name", json!("other"))]),
        &expect![[r#"
        $.protocol.name WRONG_VERSION: must be `laika.llmcp`, found `other`
    "#]],
    );
    check(
        &edited(request(), &[("/type", json!("tool"))]),
        &expect![[r#"
        $.type NOT_ALLOWED: must be `request` or `response`, found `tool`
    "#]],
    );
}

/// PROT-012, PROT-013, PROT-030, PROT-069: documents agree with themselves and are never trusted.
#[test]
fn documents_that_contradict_themselves() {
    let packet = edited(
        request(),
        &[
            ("/context/documents/0/kind", json!("collection.index.v1")),
            ("/context/documents/0/trust", json!("trusted")),
            ("/context/documents/1/doc_id", json!("doc:web:summary")),
            ("/context/documents/1/content/chunk_index", json!(2)),
            ("/context/documents/1/content/chunk_count", json!(3)),
            ("/sender/role", json!("assistant")),
        ],
    );
    check(
        &packet,
        &expect![[r#"
            $.sender.role MISMATCH: a request comes from a `user` or the `agent`
            $.context.documents[0].kind MISMATCH: `kind` and `content.doc_type` must be the same
            $.context.documents[0].trust NOT_ALLOWED: a document of this kind is always `untrusted`
            $.context.documents[1].doc_id DUPLICATE_ID: `doc:web:summary` stands twice
            $.context.documents[1].content.chunk_index MISMATCH: chunks stand in order and are counted; expected 1, found 2
            $.context.documents[1].content.chunk_count MISMATCH: chunks stand in order and are counted; expected 1, found 3
        "#]],
    );
}

/// PROT-040, PROT-043, PROT-044, C-40: citations and calls.
#[test]
fn citations_and_calls_that_do_not_hold() {
    let packet = edited(
        response(),
        &[
            ("/in_reply_to/request_id", json!("9a2e5f8a-6f57-4fe0-9cbb-1a6f1fa1b5a2")),
            ("/conversation/turn", json!(8)),
            ("/assistant/citations/-", json!({ "doc_id": "doc:web:1", "node_id": "n:12", "quote": "x" })),
            ("/assistant/citations/-", json!({ "doc_id": "doc:web:summary", "quote": "never said" })),
        ],
    );
    check(
        &packet,
        &expect![[r#"
        $.in_reply_to.request_id MISMATCH: this is not the id of the given request
        $.conversation MISMATCH: a response has the conversation and turn of its request
        $.assistant.citations[1].doc_id UNKNOWN_DOCUMENT: the document `doc:web:1` was not supplied
        $.assistant.citations[2].quote QUOTE_NOT_FOUND: neither the quote `never said` nor a named place is in the document
    "#]],
    );
    let packet = edited(
        response(),
        &[
            ("/tool_calls/-", json!({ "name": "browser.run_js", "arguments": { "code": "x" } })),
            (
                "/tool_calls/-",
                json!({ "name": "browser.type", "arguments": { "handleId": "#id", "text": 1, "fast": true } }),
            ),
            ("/tool_calls/-", json!({ "name": "browser.navigate" })),
            (
                "/tool_calls/-",
                json!({ "name": "browser.navigate", "arguments": { "url": "javascript:alert(1)" } }),
            ),
        ],
    );
    check(
        &packet,
        &expect![[r#"
        $.tool_calls[1].name UNKNOWN_TOOL: there is no tool `browser.run_js`
        $.tool_calls[2].arguments.handleId BAD_FORMAT: must be a handle such as `laika-7`, found `#id`
        $.tool_calls[2].arguments.text WRONG_TYPE: must be a string, found a number
        $.tool_calls[2].arguments.fast UNKNOWN_FIELD: the field `fast` is not known here
        $.tool_calls[3].arguments.url MISSING_FIELD: `url` is missing
        $.tool_calls[4].arguments.url BAD_FORMAT: must be an absolute http or https URL, found `javascript:alert(1)`
    "#]],
    );
}

#[test]
fn text_that_is_not_a_packet() {
    for (text, expected) in [
        (
            "",
            expect![[r#"
                $ TRUNCATED: the JSON stops too early: EOF while parsing a value at line 1, column 0
            "#]],
        ),
        (
            "[]",
            expect![[r#"
            $.type MISSING_FIELD: a packet is a `request` or a `response`; `type` is missing
        "#]],
        ),
        (
            "{\"type\":\"request\",\"type\":\"response\"}",
            expect![[r#"
                $.type DUPLICATE_KEY: the key `type` stands twice in one object
                $.protocol MISSING_FIELD: `protocol` is missing
                $.id MISSING_FIELD: `id` is missing
                $.created_at MISSING_FIELD: `created_at` is missing
                $.conversation MISSING_FIELD: `conversation` is missing
                $.sender MISSING_FIELD: `sender` is missing
                $.input MISSING_FIELD: `input` is missing
                $.context MISSING_FIELD: `context` is missing
                $.output MISSING_FIELD: `output` is missing
            "#]],
        ),
        (
            "{\"type\":\"response\",\"tool_calls\":{},\"tool_calls\":[]}",
            expect![[r#"
            $.tool_calls DUPLICATE_KEY: the key `tool_calls` stands twice in one object
            $.protocol MISSING_FIELD: `protocol` is missing
            $.id MISSING_FIELD: `id` is missing
            $.created_at MISSING_FIELD: `created_at` is missing
            $.conversation MISSING_FIELD: `conversation` is missing
            $.sender MISSING_FIELD: `sender` is missing
            $.in_reply_to MISSING_FIELD: `in_reply_to` is missing
            $.assistant MISSING_FIELD: `assistant` is missing
            $.tool_calls WRONG_TYPE: must be an array, found an object
        "#]],
        ),
        (
            "{\"type\":\"response\",\"id\":",
            expect![[r#"
                $.id TRUNCATED: the JSON stops too early: EOF while parsing a value at line 1, column 24
            "#]],
        ),
    ] {
        expected.assert_eq(&said(text, None));
    }
}
