//! What reaches the disk: nothing that was typed, and no secret, whatever it came in.

use expect_test::expect;
use laika_policy::redact::{self, Audit, Keep, recorded_arguments, recorded_field};
use laika_protocol::run::{Kind, Record};
use serde_json::{Value, json};

use super::world::{field, form, link, mail, own, typing};

const SECRET: &str = "AKIAQ3EGRZ7XK2PLM4NT";
const CARD: &str = "4111 1111 1111 1111";

/// Every kind of record, with `$` wherever words of a person or a page can stand.
fn samples() -> Vec<Value> {
    let step = json!({ "requestId": "00000000-0000-4000-8000-000000000001", "step": 1 });
    let with = |mut record: Value| {
        let fields = record.as_object_mut().unwrap();
        fields.extend(step.as_object().unwrap().clone());
        record
    };
    let sealed = format!("sha256:{}", "0".repeat(64));
    let context = json!({ "tabId": 1, "frameId": 0, "origin": "https://a.example", "documentId": "d1", "navigationGeneration": 1 });
    let exposed = json!([{ "place": "https://a.example", "confidential": false, "sensitive": false }]);
    let tab = json!({ "profileId": "p", "tabId": 1 });
    vec![
        json!({ "type": "run.started", "run": "r", "profile": "p", "surface": "isolated", "mode": "assist", "private": false, "needsAuthorisation": false, "mayRead": [], "mayAct": [] }),
        json!({ "type": "user.message", "messageId": "00000000-0000-4000-8000-000000000002", "text": "hello $ and more" }),
        json!({ "type": "page.observe", "context": context, "url": "https://u:$@a.example/$?q=$#$", "title": "the $", "exposed": exposed, "elements": 1, "excerpt": "text $ text", "digest": sealed, "suspicious": false }),
        json!({ "type": "page.extract", "origin": "https://a.example", "citations": ["said $"] }),
        json!({ "type": "model.prompt", "model": "m", "tokens": 1 }),
        json!({ "type": "model.output", "model": "m", "tokens": 1, "outcome": "call" }),
        with(
            json!({ "type": "browser.tool.request", "tool": "t", "mutating": true, "arguments": { "a": "is $", "b": ["$"], "c": { "d": "$" } }, "field": { "inputType": "$", "autocomplete": "$", "label": "of $", "class": "generic" }, "sealed": sealed }),
        ),
        with(
            json!({ "type": "policy.decision", "decision": "ask", "reasonCode": "P_X", "reasons": [], "requiresGesture": false, "sealed": sealed }),
        ),
        with(json!({ "type": "ui.approval", "approved": true, "approvedIn": "terminal", "sealed": sealed })),
        json!({ "type": "ui.grant", "grant": "g", "scope": { "addressPrefix": "https://a.example/$" }, "uses": 1, "expiresAtMs": 1 }),
        json!({ "type": "ui.revoke", "why": "stop" }),
        with(json!({ "type": "ui.gesture_required" })),
        with(json!({ "type": "ui.gesture_performed" })),
        json!({ "type": "ui.cross_site_intent", "from": ["https://a.example"], "to": "https://b.example", "allowed": false }),
        with(json!({ "type": "browser.tool.result", "outcome": "done" })),
        json!({ "type": "run.verify", "confirmed": true, "finished": false }),
        json!({ "type": "ui.handoff_required", "need": "login" }),
        json!({ "type": "ui.takeover", "input": "key" }),
        json!({ "type": "ui.resume", "needsAuthorisation": false }),
        json!({ "type": "ui.cancel", "by": "stop" }),
        json!({ "type": "run.paused", "why": "clarify" }),
        json!({ "type": "run.ended", "status": "completed" }),
        json!({ "type": "run.checkpoint", "throughSeq": 1, "goal": "use $", "facts": ["knows $"], "exposed": exposed, "suspicious": false, "succeeded": 1, "failed": 0, "next": "try $" }),
        json!({ "type": "run.rollback", "toSeq": 1 }),
        json!({ "type": "run.branch", "branch": 1, "fromSeq": 1 }),
        json!({ "type": "run.surface", "surface": "tools" }),
        json!({ "type": "tab.attach", "profileId": "p", "lastKnownOrigin": "https://a.example", "lastKnownUrl": "https://a.example/$?$", "lastKnownTitle": "tab $", "lastSeenAtMs": 1 }),
        json!({ "type": "tab.task", "tabId": 1, "createdByLaika": true }),
        {
            let mut lock = tab.clone();
            lock["type"] = json!("tab.lock");
            lock
        },
        {
            let mut lock = tab;
            lock["type"] = json!("tab.unlock");
            lock
        },
        json!({ "type": "log.erased", "reason": "forgotten", "events": [[1, 2]] }),
    ]
}

/// I13: no kind of record stores a secret or a card number, wherever it stands.
#[test]
fn i13_no_kind_of_record_stores_a_secret() {
    let mut kinds = std::collections::BTreeSet::new();
    for sample in samples() {
        for canary in [SECRET, CARD] {
            let text = sample.to_string().replace('$', canary);
            let record = Record::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"));
            kinds.insert(record.kind());
            let stored = redact::record(record).unwrap();
            let bytes = String::from_utf8(stored.get().bytes.clone()).unwrap();
            assert!(!bytes.contains(canary) && !bytes.contains(&canary.replace(' ', "%20")), "{bytes}");
            let again = Record::read(bytes.as_bytes()).unwrap();
            assert_eq!(redact::record(again).unwrap(), stored, "what was stored is stored the same again");
        }
    }
    assert_eq!(kinds.len(), Kind::ALL.len(), "every kind has a sample");
}

/// PRIV-010: of a sensitive site only where it was is kept.
#[test]
fn i13_of_a_sensitive_site_no_text_is_stored() {
    let mut sample = samples()[2].clone();
    sample["exposed"][0]["sensitive"] = json!(true);
    let record = Record::read(sample.to_string().as_bytes()).unwrap();
    let stored = redact::record(record).unwrap();
    expect![[r#"{"context":{"documentId":"d1","frameId":0,"navigationGeneration":1,"origin":"https://a.example","tabId":1},"elements":1,"exposed":[{"confidential":false,"place":"https://a.example","sensitive":true}],"suspicious":false,"type":"page.observe","url":"https://a.example/"}"#]].assert_eq(std::str::from_utf8(&stored.get().bytes).unwrap());
}

/// RUN-055: what is kept of a call. Typed words are a length and a class, a handle is only "element".
#[test]
fn i13_calls_are_stored_without_what_they_carry() {
    let mut password = typing("hunter2", "Password");
    password.field = Some(field("Password", "password"));
    let calls = [
        ("words", typing("meet me\nat noon", "Notes"), Audit::default()),
        ("words, verbose", typing("meet me at noon", "Notes"), Audit { prefix_chars: 8 }),
        ("secret, verbose", typing(SECRET, "Notes"), Audit { prefix_chars: 8 }),
        ("password, verbose", password, Audit { prefix_chars: 8 }),
        (
            "address",
            own("browser.navigate", json!({ "url": "https://a.example/x?token=abc" })),
            Audit::default(),
        ),
        ("mail", mail("ann@a.example", "the plan"), Audit::default()),
        ("link", link("https://a.example/"), Audit::default()),
    ];
    let mut shown = String::new();
    for (name, mut call, audit) in calls {
        if let Some(target) = &mut call.target {
            target.form = Some(form("https://a.example/save"));
        }
        let field = recorded_field(&call).map(|field| field.class);
        shown += &format!("{name}: {} {field:?}\n", json!(recorded_arguments(&call, audit)));
    }
    expect![[r#"
        words: {"$.handleId":"element","$.text":{"redacted":true,"length":15,"newlines":1,"characters":"letters","class":"normal"}} Some("generic")
        words, verbose: {"$.handleId":"element","$.text":{"redacted":true,"length":15,"characters":"letters","class":"normal","prefix":"meet me "}} Some("generic")
        secret, verbose: {"$.handleId":"element","$.text":{"redacted":true,"length":20,"characters":"mixed","class":"secret_like"}} Some("generic")
        password, verbose: {"$.handleId":"element","$.text":{"redacted":true,"length":7,"characters":"mixed","class":"normal"}} Some("credential")
        address: {"$.url":"https://a.example/x?…"} None
        mail: {"$.body":{"redacted":true,"length":8,"characters":"letters","class":"normal"},"$.recipients[0]":"ann@a.example"} None
        link: {"$.handleId":"element"} None
    "#]].assert_eq(&shown);
}

/// PROT-053..055, C-24, C-46: the person's words and the page's address stay, documents become a digest and a beginning,
/// and a private run has no full packets.
#[test]
fn packets_are_stored_without_documents_and_secrets() {
    let packet = json!({
        "id": "0a2e5f8a-6f57-4fe0-9cbb-1a6f1fa1b5a2", "created_at": "2026-01-24T12:34:56.789Z", "type": "request",
        "input": { "user_message": { "id": "0a2e5f8a-6f57-4fe0-9cbb-1a6f1fa1b5a3", "text": format!("my key is {SECRET}") } },
        "context": { "documents": [{ "doc_id": "doc:web:summary", "content": {
            "doc_type": "web.observation.summary.v1", "url": "https://a.example/x?s=1", "title": "T",
            "text": format!("{} a long page {SECRET}", "word ".repeat(60)),
        } }] },
    });
    let stored =
        |keep| String::from_utf8(redact::packet(&packet, keep, false).unwrap().into_inner()).unwrap();
    expect![[r#"{"context":{"documents":[{"content":{"digest":"sha256:54c547a05c0bfdccb2e7ea60805917b266dfe729c9b8db6d444ce60270cb56f8","doc_type":"web.observation.summary.v1","preview":"word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word ","title":"T","url":"https://a.example/x?…"},"doc_id":"doc:web:summary"}]},"created_at":"2026-01-24T12:34:56.789Z","id":"0a2e5f8a-6f57-4fe0-9cbb-1a6f1fa1b5a2","input":{"user_message":{"id":"0a2e5f8a-6f57-4fe0-9cbb-1a6f1fa1b5a3","text":"my key is [api_key]"}},"type":"request"}"#]].assert_eq(&stored(Keep::Redacted));
    let full = stored(Keep::Full);
    assert!(full.contains("a long page") && !full.contains(SECRET), "{full}");
    assert!(redact::packet(&packet, Keep::Full, true).is_err());
}
