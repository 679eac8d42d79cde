//! What reaches the disk: nothing that was typed, and no secret, whatever it came in.

use expect_test::expect;
use laika_policy::redact::{
    self, Audit, Keep, SealKey, recorded_arguments, recorded_field, scrub, shown_url,
};
use laika_protocol::ids::RunId;
use laika_protocol::run::{Kind, Record};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::world::{field, foreign, form, link, mail, own, typing};

const SECRET: &str = "AKIAQ3EGRZ7XK2PLM4NT";
const CARD: &str = "4111 1111 1111 1111";

fn key() -> SealKey {
    SealKey::of_run(&[7; 32], &RunId::parse("run-1").unwrap())
}

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
        json!({ "type": "model.prompt", "model": "m $", "tokens": 1 }),
        json!({ "type": "model.output", "model": "m $", "tokens": 1, "outcome": "call" }),
        with(
            json!({ "type": "browser.tool.request", "tool": "t $", "provider": "p $", "mutating": true, "arguments": { "a": "is $", "b": ["$"], "c": { "d": "$" }, "is $": { "and $": 1 } }, "field": { "inputType": "$", "autocomplete": "$", "label": "of $", "class": "generic" }, "sealed": sealed }),
        ),
        with(
            json!({ "type": "policy.decision", "decision": "ask", "reasonCode": "P_X", "reasons": [], "requiresGesture": false, "sealed": sealed }),
        ),
        with(json!({ "type": "ui.approval", "approved": true, "approvedIn": "terminal", "sealed": sealed })),
        json!({ "type": "ui.grant", "grant": "g $", "scope": { "addressPrefix": "https://a.example/$" }, "uses": 1, "expiresAtMs": 1 }),
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
        json!({ "type": "run.summary", "lines": ["said $"], "exposed": exposed, "suspicious": false }),
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
        |keep| String::from_utf8(redact::packet(&packet, keep, false, &key()).unwrap().into_inner()).unwrap();
    expect![[r#"{"context":{"documents":[{"content":{"digest":"sha256:da260be4eb009eb8243a8e4bbfa97823530da5fdd5c258fbd9061efe4d4b6afa","doc_type":"web.observation.summary.v1","preview":"word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word …","title":"T","url":"https://a.example/x?…"},"doc_id":"doc:web:summary"}]},"created_at":"2026-01-24T12:34:56.789Z","id":"0a2e5f8a-6f57-4fe0-9cbb-1a6f1fa1b5a2","input":{"user_message":{"id":"0a2e5f8a-6f57-4fe0-9cbb-1a6f1fa1b5a3","text":"my key is [api_key]"}},"type":"request"}"#]].assert_eq(&stored(Keep::Redacted));
    let full = stored(Keep::Full);
    assert!(full.contains("a long page") && !full.contains(SECRET), "{full}");
    assert!(redact::packet(&packet, Keep::Full, true, &key()).is_err());
}

/// What a reader of the disk could still read out of an address: its place, whatever it is written like.
#[test]
fn addresses_of_every_form_lose_what_they_carry() {
    for (url, expected) in [
        ("/reset?t=abc", "/reset?…"),
        ("/reset#abc", "/reset?…"),
        ("//a.example/x?t=abc", "//a.example/x?…"),
        ("//ann:pass@a.example/x", "//a.example/x"),
        ("www.a.example/x?t=abc", "www.a.example/x?…"),
        ("https://a.example/x?", "https://a.example/x?…"),
        ("https://a.example/x…", "https://a.example/x…"),
        ("https://a.example/QUtJQVEzRUdSWjdYSzJQTE00TlQ", "https://a.example/…"),
        ("/x/%41KIAQ3EGRZ7XK2PLM4NT", "[encoded]"),
        ("mailto:ann@a.example", "mailto:…"),
        ("…", "…"),
        ("", ""),
    ] {
        assert_eq!(shown_url(url), expected, "{url}");
        assert_eq!(shown_url(expected), expected, "{url}");
    }
    for hostile in
        ["…".repeat(100_000), "?…".repeat(100_000), format!("https://a.example/{}", "…".repeat(100_000))]
    {
        let shown = shown_url(&hostile);
        assert!(shown.chars().count() < 30, "{shown}");
    }
}

/// I13: an encoding is no hiding place.
#[test]
fn i13_secrets_are_found_behind_simple_encodings() {
    for (text, expected) in [
        ("take %41KIAQ3EGRZ7XK2PLM4NT now", "take [encoded] now"),
        ("my password%3A%20hunter2hunter2", "my [encoded]"),
        ("x QUtJQVEzRUdSWjdYSzJQTE00TlQ= y", "x [encoded] y"),
        ("x data=QUtJQVEzRUdSWjdYSzJQTE00TlQ, y", "x [encoded] y"),
        ("x UVV0SlFWRXpSVWRTV2pkWVN6SlFURTAwVGxR y", "x [encoded] y"),
        ("4111%201111%201111%201111", "[encoded]"),
        (r#"{\"password\": \"hunter2hunter2\"}"#, r#"{"password": "[password]"}"#),
        ("see https://a.example/x?t=abc and go", "see https://a.example/x?… and go"),
        ("[here](HTTPS://ann:pw@a.example/x#t)", "[here](https://a.example/x?…"),
        ("read https://a.example first", "read https://a.example first"),
        (
            "100% of SGVsbG8sIHRoaXMgaXMgdGV4dA== is %20 fine",
            "100% of SGVsbG8sIHRoaXMgaXMgdGV4dA== is %20 fine",
        ),
        (r#"she said \"hello\""#, r#"she said \"hello\""#),
    ] {
        assert_eq!(scrub(text), expected, "{text}");
        assert_eq!(scrub(expected), expected, "{text}");
    }
    // A list full of telephone numbers hides no card.
    let phones: String = (0..200).map(|n| format!("ring +49 30 1234 5{n:03}, ")).collect();
    assert!(!scrub(&format!("{phones} {CARD}")).contains(CARD));
}

/// RUN-055, I13: a packet holds no digest to try guesses on, nothing a model wants to type, and no secret that is called
/// an id, a number or a name.
#[test]
fn i13_packets_hide_what_a_reader_could_try_out() {
    let stored = |packet: &Value, keep| {
        let bytes = redact::packet(packet, keep, false, &key()).unwrap().into_inner();
        serde_json::from_slice::<Value>(&bytes).unwrap()
    };
    let content = json!({ "doc_type": "d", "text": "your code is 482913" });
    let packet = json!({ "context": { "documents": [{ "doc_id": "doc:web:summary", "content": content }] } });
    let left = &stored(&packet, Keep::Redacted)["context"]["documents"][0]["content"];
    assert_eq!(left["preview"], "your code is [one_time_code]");
    let plain = laika_protocol::canonical::digest(&content).unwrap();
    assert_eq!(left["digest"], key().digest(&plain).as_str());

    let uuid = "0a2e5f8a-6f57-4fe0-9cbb-1a6f1fa1b5a2";
    for (packet, expected) in [
        (
            json!({ "tool_calls": [{ "id": uuid, "tool": "browser.type", "arguments": { "handleId": "laika-7", "text": "dear ann", "in": ["x"], "clear": true } }] }),
            json!({ "tool_calls": [{ "id": uuid, "tool": "browser.type", "arguments": { "handleId": "[7 characters]", "text": "[8 characters]", "in": ["[1 characters]"], "clear": true } }] }),
        ),
        (
            json!({ "a": { "tool_calls": [{ "arguments": "dear" }, "words"] } }),
            json!({ "a": { "tool_calls": [{ "arguments": "[4 characters]" }, "words"] } }),
        ),
        (
            json!({ "id": SECRET, "hash": format!("doc:{SECRET}") }),
            json!({ "id": "[api_key]", "hash": "doc:[api_key]" }),
        ),
        (
            json!({ "created_at": "2026-01-24T12:34:56.789Z", "turn": 3 }),
            json!({ "created_at": "2026-01-24T12:34:56.789Z", "turn": 3 }),
        ),
        (json!({ SECRET: 4_111_111_111_111_111_u64 }), json!({ "[api_key]": "[card_number]" })),
        (json!({ "href": "/reset?t=abc" }), json!({ "href": "/reset?…" })),
    ] {
        for keep in [Keep::Redacted, Keep::Full] {
            assert_eq!(stored(&packet, keep), expected);
        }
    }
    let mut deep = json!(SECRET);
    for _ in 0..100 {
        deep = json!({ "tool_calls": [{ "arguments": deep }] });
    }
    let deep = stored(&deep, Keep::Full).to_string();
    assert!(deep.contains("\"…\"") && !deep.contains(SECRET), "{deep}");
}

/// RUN-055: the names a model chose are words too, and a value that is not what its role says.
#[test]
fn i13_calls_are_stored_without_the_names_a_model_chose() {
    let descriptor = json!({
        "name": "plan", "action": "write", "provider": "mcp:plan",
        "arguments": {
            "kind": { "role": "choice", "options": ["day", "week"] }, "at": "when", "count": "count",
            "event.title": "free_text", "note": "free_text",
        },
    });
    let long = "x".repeat(33);
    let arguments = json!({
        "kind": "day", "at": "2026-01-24", "count": 2, "event": { "title": "t", "dear ann": "u" }, "note": ["n"],
        "my words": "v",
    });
    let odd = json!({ "kind": "month", "at": "at noon", "count": long });
    let mut shown = String::new();
    for arguments in [arguments, odd] {
        let kept = recorded_arguments(&foreign(descriptor.clone(), arguments), Audit::default());
        for (path, value) in kept {
            let value = value.get("length").map_or(value.to_string(), |length| format!("typed {length}"));
            shown += &format!("{path}: {value}\n");
        }
    }
    expect![[r#"
        $.at: "2026-01-24"
        $.count: 2
        $.event: typed 5
        $.event.title: typed 1
        $.kind: "day"
        $.note[0]: typed 1
        undeclared 1: typed 8
        undeclared 2: typed 8
        undeclared 3: typed 1
        undeclared 4: typed 1
        $.at: typed 7
        $.count: typed 33
        $.kind: typed 5
    "#]]
    .assert_eq(&shown);
    let verbose = recorded_arguments(&typing("meet me at noon", "Notes"), Audit { prefix_chars: 1_000 });
    assert_eq!(verbose["$.text"]["prefix"], "meet me ");
}

/// Long texts are cut before they are looked at, and still no secret is halved.
#[test]
fn long_texts_are_cut_without_halving_a_secret() {
    for (filler, secret) in [("word ", SECRET), ("字", SECRET), ("x", SECRET), ("word ", CARD)] {
        for at in [119, 1_990, 4_090, 31_990, 127_990] {
            let before: String = filler.chars().cycle().take(at).collect();
            let text = format!("{before} {secret} {}", "more words ".repeat(1_000));
            for sample in [&samples()[1], &samples()[2], &samples()[22]] {
                let record = sample.to_string().replace('$', &text);
                let stored = redact::record(Record::read(record.as_bytes()).unwrap()).unwrap();
                let bytes = String::from_utf8(stored.get().bytes.clone()).unwrap();
                assert!(!bytes.contains("AKIA") && !bytes.contains("4111"), "{filler} {at}");
                let again = Record::read(bytes.as_bytes()).unwrap();
                assert_eq!(redact::record(again).unwrap(), stored, "{filler} {at}");
            }
        }
    }
}

/// Pieces that mean something to one of the rules, in any order.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "\\PC{0,4}",
        "[A-Za-z0-9+/=]{1,40}",
        prop::sample::select(vec![
            "…",
            "?",
            "#",
            "/",
            "//",
            "://",
            "https://",
            "a.example",
            "@",
            ":",
            "%20",
            "%41",
            "%25",
            " ",
            "\n",
            "\\",
            "\"",
            "\\\"",
            "[",
            "]",
            "[password]",
            "[encoded]",
            "[api_key]",
            "password",
            " is ",
            "PIN: 4821",
            "code ",
            "482913",
            "my password: ",
            SECRET,
            CARD,
            "QUtJQVEzRUdSWjdYSzJQTE00TlQ",
            "data:",
            "www.",
            "ann@a.example",
        ])
        .prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn scrubbing_twice_changes_nothing(text in pieces()) {
        let once = scrub(&text).into_owned();
        prop_assert_eq!(scrub(&once), once.as_str());
        let once = shown_url(&text);
        prop_assert_eq!(shown_url(&once), once);
    }
}
