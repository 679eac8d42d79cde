//! Hostile policy files, descriptors and arguments: a clear error and a Deny, never a default.

use laika_policy::{Call, Described, Policy};
use laika_protocol::wire::Decision;
use serde_json::{Map, Value, json};

use super::world::{World, foreign, policy, typing};

const SHIPPED: &str = include_str!("../../../../policy/default.json");

fn refused(text: &str) -> String {
    let defects = Policy::read(text).expect_err("this is not a policy");
    assert!(!defects.is_empty());
    defects.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

fn changed(change: impl FnOnce(&mut Value)) -> String {
    let mut value: Value = serde_json::from_str(SHIPPED).unwrap();
    change(&mut value);
    value.to_string()
}

fn row<'a>(value: &'a mut Value, name: &str) -> &'a mut Value {
    value["rows"].as_array_mut().unwrap().iter_mut().find(|row| row["row"] == name).unwrap()
}

#[test]
fn unreadable_policies_are_errors_that_say_why() {
    let cases: Vec<(String, &str)> = vec![
        (String::new(), "TRUNCATED"),
        ("{".into(), "TRUNCATED"),
        ("[]".into(), "version"),
        ("{\"version\": 2}".into(), "reads policy version 1"),
        ("{\"version\": 1, \"rows\": []}".into(), "the row `read` is missing"),
        ("{\"version\": 1, \"version\": 1}".into(), "DUPLICATE_KEY"),
        (format!("{{\"version\": 1, \"x\": {}1{}}}", "[".repeat(100), "]".repeat(100)), "TOO_DEEP"),
        (" ".repeat(300 * 1024), "TOO_LARGE"),
        (changed(|value| value["extra"] = json!(1)), "unknown field"),
        (changed(|value| row(value, "click")["decisions"][0] = json!("yes")), "unknown variant"),
        (changed(|value| row(value, "click")["decisions"] = json!(["deny"])), "invalid length"),
        (changed(|value| row(value, "click")["row"] = json!("clack")), "unknown variant"),
        (changed(|value| row(value, "click")["examples"] = json!([])), "needs an example"),
        (changed(|value| row(value, "click")["not"] = json!([])), "needs an example"),
        (
            changed(|value| row(value, "click")["decisions"][1] = json!("allow")),
            "expected ask, the cell says allow",
        ),
        (
            changed(|value| row(value, "click")["examples"][0]["tool"] = json!("browser.find")),
            "falls into the row `read`",
        ),
        (changed(|value| row(value, "click")["examples"][0]["tool"] = json!("rm")), "there is no tool `rm`"),
        (
            changed(|value| row(value, "click")["not"][0] = json!({ "tool": "browser.click" })),
            "this does fall into",
        ),
        (
            changed(|value| {
                let copy = row(value, "click").clone();
                value["rows"].as_array_mut().unwrap().push(copy);
            }),
            "stands twice",
        ),
    ];
    for (text, why) in cases {
        let error = refused(&text);
        assert!(error.contains(why), "expected {why:?} in\n{error}\nfor {text:.120}");
    }
}

/// I18 and POL-020: no file makes an invariant negotiable.
#[test]
fn i18_no_file_allows_what_the_code_forbids() {
    for (name, cell) in [
        ("payment_or_identity", "ask"),
        ("payment_or_identity", "allow"),
        ("type_credential", "allow"),
        ("type_payment", "allow"),
        ("submit", "allow"),
        ("press_send", "allow"),
        ("upload", "allow"),
        ("delete", "allow"),
        ("execute", "allow_if_yours"),
        ("navigate_cross", "allow"),
        ("transfer", "allow"),
        ("account", "allow"),
        ("send", "allow"),
        ("network", "allow"),
    ] {
        let error = refused(&changed(|value| row(value, name)["decisions"][2] = json!(cell)));
        assert!(error.contains("looser than the row"), "{name} {cell}: {error}");
    }
}

#[test]
fn packs_only_tighten() {
    let pack = |row: &str, cells: [&str; 4]| {
        json!({ "version": 1, "rows": [{ "row": row, "decisions": cells }] }).to_string()
    };
    let mut tightened = policy().clone();
    tightened.tighten(&pack("click", ["deny", "deny", "ask", "deny"])).unwrap();
    let error = tightened.tighten(&pack("click", ["deny", "ask", "allow", "ask"])).unwrap_err();
    assert!(error[0].message.contains("only tighten"), "{error:?}");
    // Leaving the cell for sensitive sites out keeps the one there is.
    tightened.tighten(&pack("capture", ["deny", "ask", "ask", "deny"])).unwrap();
    let phrases = json!({ "version": 1, "rows": [], "phrases": ["the code is"] }).to_string();
    assert!(tightened.tighten(&phrases).is_err());
}

#[test]
fn malformed_descriptors_describe_nothing() {
    for (descriptor, why) in [
        (json!(null), "not a tool descriptor"),
        (json!([]), "not a tool descriptor"),
        (json!({}), "missing field `name`"),
        (json!({ "name": "" }), "1 to 128"),
        (json!({ "name": "a b" }), "1 to 128"),
        (json!({ "name": "x".repeat(200) }), "1 to 128"),
        (json!({ "name": "x", "action": "trust_me" }), "not something a tool declares"),
        (json!({ "name": "x", "action": "click" }), "not something a tool declares"),
        (json!({ "name": "x", "provider": "evil" }), "expected an origin"),
        (json!({ "name": "x", "arguments": { "a": "anything" } }), "there is no role `anything`"),
        (json!({ "name": "x", "arguments": { "a": "choice" } }), "lists its"),
        (json!({ "name": "x", "arguments": { "a": 5 } }), "not a tool descriptor"),
        (json!({ "name": "x", "permissions": ["root"] }), "there is no permission `root`"),
        (json!({ "name": "x", "readOnly": true }), "unknown field"),
        (json!({ "name": "browser.click", "action": "read" }), "the name of a tool of Laika's own"),
    ] {
        let defects = Described::read(&descriptor).expect_err("malformed");
        let error = defects.iter().map(ToString::to_string).collect::<String>();
        assert!(error.contains(why), "expected {why:?} in {error:?}");
    }
}

/// C-31: levels of the older permission system only make a tool stricter.
#[test]
fn permissions_tighten() {
    use laika_policy::Action;
    for (action, permissions, expected) in [
        (Some("read"), json!([]), Action::Read),
        (Some("read"), json!(["network"]), Action::Network),
        (Some("read"), json!(["project_write"]), Action::Delete),
        (Some("write"), json!(["system_write"]), Action::Delete),
        (Some("send"), json!(["read_only"]), Action::Send),
        (None, json!(["read_only"]), Action::Read),
        (None, json!(["network", "read_only"]), Action::Network),
        (None, json!(["system_write"]), Action::Delete),
        (None, json!([]), Action::Undeclared),
    ] {
        let mut descriptor = json!({ "name": "x", "permissions": permissions });
        action.into_iter().for_each(|action| descriptor["action"] = json!(action));
        assert_eq!(Described::read(&descriptor).unwrap().action, expected, "{descriptor}");
    }
}

/// I22: a call beyond every bound is denied, quickly.
#[test]
fn i22_oversized_calls_are_denied() {
    let large = "a".repeat(10 * 1024 * 1024);
    let many: Vec<Value> = (0..100_000).map(Value::from).collect();
    let mut deep = json!("x");
    for _ in 0..60 {
        deep = json!([deep]);
    }
    let wide: Map<String, Value> = (0..5_000).map(|n| (format!("k{n}"), json!(1))).collect();
    let descriptor =
        json!({ "name": "x", "action": "write", "provider": "mcp:x", "arguments": { "a": "local_text" } });
    for arguments in
        [json!({ "a": large }), json!({ "a": many }), json!({ (large.as_str()): 1 }), Value::Object(wide)]
    {
        let verdict = World::tools().decide(&foreign(descriptor.clone(), arguments));
        assert_eq!(verdict.decision(), Decision::Deny);
        assert_eq!(verdict.reason().code(), "E_ARGUMENTS");
    }
    let verdict = World::tools().decide(&foreign(descriptor, json!({ "a": deep })));
    assert_eq!(verdict.decision(), Decision::Allow, "nesting alone is no harm: {}", verdict.reason().code());
    assert_eq!(World::page().decide(&typing(&large, "Comment")).decision(), Decision::Deny);
    let undeclared = Call::of_tool(Described::undeclared(&"x".repeat(10_000), None), Map::new());
    assert!(World::tools().decide(&undeclared).decision() > Decision::Allow);
}
