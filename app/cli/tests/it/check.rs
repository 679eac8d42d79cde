//! `laika check`.

use expect_test::expect;

use super::check;

#[test]
fn good_messages() {
    check(
        "check packet demo/request.json",
        "",
        &expect![[r#"
        exit 0
        --- stdout
        --- stderr
        ok: `demo/request.json` is valid
    "#]],
    );
    check(
        "check packet demo/answer.json --request demo/request.json",
        "",
        &expect![[r#"
        exit 0
        --- stdout
        --- stderr
        ok: `demo/answer.json` is valid
    "#]],
    );
    check(
        "check tool-call -",
        r#"{"name":"browser.click","arguments":{"handleId":"laika-1"}}"#,
        &expect![[r#"
            exit 0
            --- stdout
            --- stderr
            ok: standard input is valid
        "#]],
    );
}

#[test]
fn every_defect_of_a_broken_packet_with_its_path() {
    let packet = r#"{
        "protocol": { "name": "laika.llmcp", "version": 1 }, "id": "res-1", "id": "res-2", "type": "response",
        "created_at": "yesterday", "conversation": { "id": "1a2e5f8a-6f57-4fe0-9cbb-1a6f1fa1b5a2", "turn": 9007199254740993 },
        "sender": { "role": "user" }, "in_reply_to": {},
        "assistant": { "render": { "type": "doc", "children": [{ "type": "script", "text": "alert(1)" }] }, "citations": [{ "quote": 1 }] },
        "tool_calls": [{ "name": "browser.run_js" }, { "name": "browser.navigate", "arguments": { "url": "javascript:x" } }],
        "\u001b[31mextra": true
    }"#;
    check(
        "check packet -",
        packet,
        &expect![[r#"
            exit 1
            --- stdout
            $.id DUPLICATE_KEY: the key `id` stands twice in one object
            $.conversation.turn NUMBER_RANGE: 9007199254740993 is beyond ±(2^53-1); write it as a string
            $.id BAD_FORMAT: must be a lower-case UUID such as `0a2e5f8a-6f57-4fe0-9cbb-1a6f1fa1b5a2`, found `res-1`
            $.created_at BAD_FORMAT: must be a UTC time such as `2026-01-24T12:34:56.789Z`, found `yesterday`
            $.conversation.turn OUT_OF_RANGE: 9007199254740993 is outside 0 to 9007199254740991
            $.in_reply_to.request_id MISSING_FIELD: `request_id` is missing
            $.assistant.render.children[0].type NOT_ALLOWED: must be one of `heading`, `paragraph`, `list`, `blockquote`, `code_block`, `table`, found `script`
            $.assistant.citations[0].doc_id MISSING_FIELD: `doc_id` is missing
            $.assistant.citations[0].quote WRONG_TYPE: must be a string, found a number
            $["\u{1b}[31mextra"] UNKNOWN_FIELD: the field `\u{1b}[31mextra` is not known here
            $.sender.role MISMATCH: a response comes from the `assistant`
            $.tool_calls[0].name UNKNOWN_TOOL: there is no tool `browser.run_js`
            $.tool_calls[1].arguments.url BAD_FORMAT: must be an absolute http or https URL, found `javascript:x`
            --- stderr
            error: standard input has 13 defects
        "#]],
    );
}

#[test]
fn a_broken_tool_call_and_a_broken_tool_request() {
    check(
        "check tool-call -",
        r#"{"name":"browser.open_url","arguments":{"href":"x"}}"#,
        &expect![[r#"
            exit 1
            --- stdout
            $.name UNKNOWN_TOOL: `browser.open_url` is an older name; it is `browser.navigate` now
            $.arguments.url MISSING_FIELD: `url` is missing
            $.arguments.href UNKNOWN_FIELD: the field `href` is not known here
            --- stderr
            error: standard input has 3 defects
        "#]],
    );
    check(
        "check tool-call -",
        r##"{"toolName":"browser.click","arguments":{"handleId":"#buy"}}"##,
        &expect![[r#"
            exit 1
            --- stdout
            $.protocolVersion MISSING_FIELD: `protocolVersion` is missing
            $.requestId MISSING_FIELD: `requestId` is missing
            $.context MISSING_FIELD: `context` is missing
            $.capabilityToken MISSING_FIELD: `capabilityToken` is missing
            $.deadlineMs MISSING_FIELD: `deadlineMs` is missing
            $.arguments.handleId BAD_FORMAT: must be a handle such as `laika-7`, found `#buy`
            $.idempotencyKey MISSING_FIELD: `browser.click` changes something, so it needs an `idempotencyKey`
            --- stderr
            error: standard input has 7 defects
        "#]],
    );
}

#[test]
fn an_observation_that_lies_about_its_origin() {
    let observation = r#"{ "url": "https://a.example/x", "title": "", "origin": "https://b.example", "documentId": "d",
        "navigationGeneration": 0, "observedAtMs": 1, "text": "", "value": "secret" }"#;
    check(
        "check observation -",
        observation,
        &expect![[r#"
        exit 1
        --- stdout
        $.value UNKNOWN_FIELD: the field `value` is not known here
        $.origin MISMATCH: the address has the origin `https://a.example`, found `https://b.example`
        --- stderr
        error: standard input has 2 defects
    "#]],
    );
}

#[test]
fn as_json() {
    check(
        "check tool-call - --json",
        r#"{"name":"browser.back","arguments":{}}"#,
        &expect![[r#"
        exit 0
        --- stdout
        {
          "file": null,
          "valid": true,
          "defects": []
        }
        --- stderr
    "#]],
    );
    check(
        "check tool-call - --json",
        r#"{"name":"nope"}"#,
        &expect![[r#"
        exit 1
        --- stdout
        {
          "file": null,
          "valid": false,
          "defects": [
            {
              "severity": "ERROR",
              "code": "UNKNOWN_TOOL",
              "path": "$.name",
              "message": "there is no tool `nope`"
            }
          ]
        }
        --- stderr
    "#]],
    );
}

#[test]
fn input_that_cannot_be_read() {
    check(
        "check packet no-such-file.json",
        "",
        &expect![[r#"
        exit 2
        --- stdout
        --- stderr
        error: cannot open `no-such-file.json`
          cause: No such file or directory (os error 2)
    "#]],
    );
    check(
        "check packet -",
        "not json",
        &expect![[r#"
            exit 1
            --- stdout
            $ SYNTAX: this is not JSON: expected ident at line 1, column 2
            --- stderr
            error: standard input has 1 defect
        "#]],
    );
    check(
        "check packet demo/answer.json --request demo/answer.json",
        "",
        &expect![[r#"
        exit 2
        --- stdout
        --- stderr
        error: `demo/answer.json` is a response, not a request
    "#]],
    );
}
