//! Tool protocol messages that are broken in known ways, and what is said of them.

use expect_test::{Expect, expect};
use laika_protocol::canonical::digest_bytes;
use laika_protocol::ids::{ProtocolVersion, Sha256};
use laika_protocol::schema::tool_schema_hash;
use laika_protocol::tools::find;
use laika_protocol::wire::{ToolResponse, check_hello, read_control, read_request, read_response};
use laika_protocol::{Defect, ErrorCode, ToolError, limits};
use serde_json::{Value, json};

fn request() -> Value {
    json!({
        "protocolVersion": "1.0",
        "requestId": "0a2e5f8a-6f57-4fe0-9cbb-1a6f1fa1b5a2",
        "toolName": "browser.click",
        "arguments": { "handleId": "h_0123456789abcdefghijkl" },
        "context": { "tabId": 3, "frameId": 0, "origin": "https://example.com", "documentId": "d1", "navigationGeneration": 4 },
        "capabilityToken": "payload.signature",
        "deadlineMs": 5000,
        "idempotencyKey": "9d6e3a6b-38b0-4dc1-a71c-9d51a1e7e8b6",
    })
}

fn said<T>(outcome: Result<T, Vec<Defect>>) -> String {
    outcome.err().unwrap_or_default().iter().map(|defect| format!("{defect}\n")).collect()
}

fn with(edits: &[(&str, Value)]) -> String {
    let mut request = request();
    for (key, value) in edits {
        request[*key] = value.clone();
    }
    request.to_string()
}

fn check(edits: &[(&str, Value)], expected: &Expect) {
    expected.assert_eq(&said(read_request(&with(edits))));
}

/// TOOL-005..TOOL-012.
#[test]
fn requests() {
    check(&[], &expect![[""]]);
    check(&[("protocolVersion", json!("1.7.2"))], &expect![[""]]);
    check(
        &[("protocolVersion", json!("2.0"))],
        &expect![[r#"
        $.protocolVersion WRONG_VERSION: this build speaks major version 1, found `2.0`
    "#]],
    );
    check(
        &[("toolName", json!("browser.open_url"))],
        &expect![[r#"
        $.toolName UNKNOWN_TOOL: `browser.open_url` is an older name; it is `browser.navigate` now
    "#]],
    );
    check(
        &[("arguments", json!({ "handle": "h_0123456789abcdefghijkl" }))],
        &expect![[r#"
        $.arguments.handleId MISSING_FIELD: `handleId` is missing
        $.arguments.handle UNKNOWN_FIELD: the field `handle` is not known here
    "#]],
    );
    check(
        &[("arguments", json!({ "handleId": "laika-7" }))],
        &expect![[r#"
        $.arguments.handleId BAD_FORMAT: on the way to a page a handle is real: expected a handle of `h_` and at least 22 base64url characters, found `laika-7`
    "#]],
    );
    check(
        &[("idempotencyKey", Value::Null)],
        &expect![[r#"
        $.idempotencyKey MISSING_FIELD: `browser.click` changes something, so it needs an `idempotencyKey`
    "#]],
    );
    check(
        &[
            ("requestId", json!("1")),
            ("context", json!({ "tabId": "3", "frameId": 0, "origin": "https://example.com/" })),
            ("deadlineMs", json!(600_000)),
            ("selector", json!("#buy")),
        ],
        &expect![[r#"
            $.requestId BAD_FORMAT: must be a lower-case UUID such as `0a2e5f8a-6f57-4fe0-9cbb-1a6f1fa1b5a2`, found `1`
            $.context.documentId MISSING_FIELD: `documentId` is missing
            $.context.navigationGeneration MISSING_FIELD: `navigationGeneration` is missing
            $.context.tabId WRONG_TYPE: must be an integer, found a string
            $.context.origin BAD_FORMAT: must be an origin such as `https://example.com`, found `https://example.com/`
            $.deadlineMs OUT_OF_RANGE: 600000 is outside 1 to 30000
            $.selector UNKNOWN_FIELD: the field `selector` is not known here
        "#]],
    );
}

/// TOK-013: the token goes over the wire and into no message about it.
#[test]
fn the_token_of_a_request_does_not_print() {
    let request = read_request(&with(&[("capabilityToken", json!("c4n4ry"))])).unwrap();
    assert!(!format!("{request:?}").contains("c4n4ry"));
    assert!(serde_json::to_string(&request).unwrap().contains("c4n4ry"));
}

/// TOOL-031, TOOL-033, TOOL-034, TOOL-045.
#[test]
fn responses() {
    let id = "0a2e5f8a-6f57-4fe0-9cbb-1a6f1fa1b5a2";
    let success = json!({
        "protocolVersion": "1.0", "requestId": id, "ok": true, "result": { "done": true }, "risk": { "level": "untrusted" },
        "timing": { "startedAtMs": 1_730_000_000_000_u64, "durationMs": 120 },
        "provenance": { "url": "https://example.com/page", "origin": "https://example.com" },
    });
    assert!(matches!(read_response(&success.to_string()), Ok(ToolResponse::Success(_))));
    let failure = json!({
        "protocolVersion": "1.0", "requestId": id, "ok": false, "risk": { "level": "none" },
        "error": { "code": "STALE_HANDLE", "message": "the page changed; look again", "retryable": false },
    });
    assert!(matches!(read_response(&failure.to_string()), Ok(ToolResponse::Failure(_))));
    let accepted = json!({ "protocolVersion": "1.0", "requestId": id, "phase": "accepted" });
    assert!(matches!(read_response(&accepted.to_string()), Ok(ToolResponse::Accepted(_))));

    let mut bare = success;
    bare.as_object_mut().unwrap().shift_remove("risk");
    bare["error"] = json!({ "code": "OOPS" });
    expect![[r#"
        $.risk MISSING_FIELD: `risk` is missing
        $.error UNKNOWN_FIELD: the field `error` is not known here
    "#]]
    .assert_eq(&said(read_response(&bare.to_string())));
}

/// TOOL-013, TOOL-019..TOOL-023, TOOL-049.
#[test]
fn control_messages() {
    for (message, expected) in [
        (
            json!({ "type": "tool.cancel", "requestId": "0a2e5f8a-6f57-4fe0-9cbb-1a6f1fa1b5a2" }),
            expect![[""]],
        ),
        (json!({ "type": "run.sync", "lastSeenEventId": 41 }), expect![[""]]),
        (json!({ "type": "laika.tabs.list" }), expect![[""]]),
        (
            json!({ "type": "system.hello", "protocolVersion": "1.0", "tools": ["browser.click"] }),
            expect![[r#"
                $.schemaHash MISSING_FIELD: `schemaHash` is missing
            "#]],
        ),
        (
            json!({ "type": "page.run", "code": "x" }),
            expect![[r#"
            $.type NOT_ALLOWED: must be one of `system.hello`, `system.welcome`, `run.sync`, `run.state`, `tool.cancel`, `ui.gesture_required`, `ui.gesture_performed`, `laika.observe`, `laika.observe.result`, `laika.tabs.list`, `laika.tabs.list.result`, `plan`, `summary.start`, `summary.poll`, `summary.status`, `summary.cancel`, found `page.run`
        "#]],
        ),
        (
            json!({ "requestId": 1 }),
            expect![[r#"
            $.type MISSING_FIELD: `type` is missing
        "#]],
        ),
    ] {
        expected.assert_eq(&said(read_control(&message.to_string())));
    }
}

/// TOOL-006, TOOL-021: an incompatible hello is refused with a next step.
#[test]
fn hello_is_refused_with_what_to_do() {
    let (hash, other) = (Sha256::parse(&tool_schema_hash()).unwrap(), digest_bytes(b"other tools"));
    for (version, hash, expected) in [
        ("1.0", &hash, expect![["ok"]]),
        ("1.4.2", &hash, expect![["ok"]]),
        (
            "2.0",
            &hash,
            expect!["UNSUPPORTED: the extension speaks protocol 2.0, this Laika 1.0; update Laika"],
        ),
        (
            "0.9",
            &hash,
            expect!["UNSUPPORTED: the extension speaks protocol 0.9, this Laika 1.0; update the extension"],
        ),
        (
            "1.0",
            &other,
            expect![
                "UNSUPPORTED: the extension was built for other tools than this Laika; update both to one version"
            ],
        ),
    ] {
        let answer = check_hello(&ProtocolVersion::parse(version).unwrap(), hash);
        let said =
            answer.map_or_else(|error| format!("{}: {}", error.code.code(), error.message), |()| "ok".into());
        expected.assert_eq(&said);
    }
}

/// TOOL-015, C-26: what changes something is never tried again by itself.
#[test]
fn only_what_changes_nothing_is_retried() {
    let retried = |tool: &str, code| find(tool).unwrap().may_retry(&ToolError::new(code, ""));
    assert!(retried("browser.find", ErrorCode::Timeout));
    assert!(!retried("browser.find", ErrorCode::PolicyDenied));
    assert!(!retried("browser.click", ErrorCode::Timeout));
    assert!(!retried("browser.click", ErrorCode::Unavailable));
}

/// TOOL-038: sizes are bounded before anything is parsed.
#[test]
fn messages_over_their_cap_are_not_read() {
    let huge = " ".repeat(limits::NATIVE_MESSAGE_MAX_BYTES + 1);
    expect![["$ TOO_LARGE: 262145 bytes, at most 262144 are read\n"]].assert_eq(&said(read_request(&huge)));
}
