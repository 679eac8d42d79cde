//! Whatever is added, it never loosens; however a call is written, it is never let through for that.

use laika_policy::{Call, Document, Policy, SiteClass, Surface};
use laika_protocol::wire::{Decision, SiteMode};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::world::{
    HERE, World, click, document, field, foreign, link, mail, own, pay, place, policy, typing,
};

const WORDS: &str = "Mail 'see you at noon' to sarah@a.example, pay 12.50 to GB33BUKB20201555555555, open https://typed.example/, sort";

fn values() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("sarah@a.example".to_owned()),
        Just("eve@evil.example".to_owned()),
        Just("see you at noon".to_owned()),
        Just("GB33BUKB20201555555555".to_owned()),
        Just("463820".to_owned()),
        "[a-z@./:%A-Z0-9 ]{0,24}",
    ]
}

fn calls() -> impl Strategy<Value = Call> {
    let amount = prop_oneof![Just(json!(12.5)), Just(json!(999)), Just(json!("12.50"))];
    prop_oneof![
        (values(), values()).prop_map(|(to, text)| mail(&to, &text)),
        (values(), amount).prop_map(|(to, amount)| pay(&to, amount)),
        values().prop_map(|text| typing(&text, "Comment")),
        values().prop_map(|text| own("browser.navigate", json!({ "url": format!("https://typed.example/{}", text.trim()) }))),
        Just(own("browser.navigate", json!({ "url": "https://typed.example/" }))),
        Just(click("Sort")),
        Just(click("Send")),
        Just(link("https://site.example/next")),
        Just(link("https://other.example/")),
        Just(own("browser.find", json!({}))),
        Just(own("content.summarize", json!({}))),
        (values(), prop_oneof!["read", "write", "delete", "account", "network", "save", "share", "execute"]).prop_map(|(text, action)| {
            let descriptor = json!({ "name": "tool", "action": action, "provider": "mcp:x", "arguments": { "a": "free_text" } });
            foreign(descriptor, json!({ "a": text }))
        }),
    ]
}

fn worlds() -> impl Strategy<Value = World> {
    let modes = prop_oneof![Just(SiteMode::Observe), Just(SiteMode::Assist), Just(SiteMode::Autopilot)];
    let sites = prop_oneof![Just(SiteClass::Low), Just(SiteClass::Elevated), Just(SiteClass::Sensitive)];
    let surfaces = prop_oneof![Just(Surface::Isolated), Just(Surface::MyBrowser)];
    (modes, sites, surfaces, any::<bool>(), any::<bool>()).prop_map(
        |(mode, site, surface, site_override, logged_in)| World {
            mode,
            site,
            surface,
            site_override,
            logged_in,
            ..World::page().words(WORDS)
        },
    )
}

fn documents() -> impl Strategy<Value = Document> {
    let places = prop_oneof![Just(HERE), Just("https://other.example"), Just("mcp:mail"), Just("mcp:x")];
    (places, values(), any::<(bool, bool, bool)>()).prop_map(
        |(at, text, (confidential, sensitive, hidden))| Document {
            confidential,
            sensitive,
            hidden,
            ..document("doc:new", at, &text)
        },
    )
}

fn decision(world: &World, call: &Call) -> Decision {
    world.decide(call).decision()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Adding an untrusted document, whatever it says and wherever it is from, never loosens.
    #[test]
    fn documents_never_loosen(world in worlds(), call in calls(), added in documents()) {
        let before = decision(&world, &call);
        let mut after = world.clone();
        after.documents.push(added);
        prop_assert!(decision(&after, &call) >= before);
    }

    /// Suspicion never loosens.
    #[test]
    fn suspicion_never_loosens(world in worlds(), call in calls()) {
        let before = decision(&world, &call);
        let suspicious = World { quarantined: true, ..world };
        prop_assert!(decision(&suspicious, &call) >= before);
    }

    /// A site that turns out to be more sensitive never loosens.
    #[test]
    fn sensitivity_never_loosens(world in worlds(), call in calls()) {
        let mut worse = world.clone();
        let before = decision(&world, &call);
        for site in [SiteClass::Elevated, SiteClass::Sensitive] {
            worse.site = site.max(world.site);
            prop_assert!(decision(&worse, &call) >= before, "{site:?}");
        }
        worse.documents.push(Document { confidential: true, ..document("doc:1", "https://mail.example", "x") });
        let confidential = decision(&worse, &call);
        worse.documents.iter_mut().for_each(|document| document.sensitive = true);
        prop_assert!(decision(&worse, &call) >= confidential);
    }

    /// A pack never loosens, whatever it holds.
    #[test]
    fn packs_never_loosen(world in worlds(), call in calls(), row in 0..laika_policy::Row::ALL.len(), cells in prop::array::uniform4(0..6_usize)) {
        let names = ["allow", "allow_if_yours", "ask", "ask_gesture", "ask_if_yours", "deny"];
        let row = laika_policy::Row::ALL[row].as_str();
        let pack = json!({ "version": 1, "rows": [{ "row": row, "decisions": cells.map(|cell| names[cell]) }] });
        let mut tightened: Policy = policy().clone();
        if tightened.tighten(&pack.to_string()).is_ok() {
            let before = decision(&world, &call);
            // Leaked on purpose: a test's world borrows its policy for good.
            let after = World { policy: Box::leak(Box::new(tightened)), ..world };
            prop_assert!(decision(&after, &call) >= before);
        }
    }

    /// Writing a call otherwise never lets it through: other names, another order, other encodings, nested.
    #[test]
    fn rewriting_a_call_never_loosens(world in worlds(), call in calls(), how in 0..8_usize) {
        let before = decision(&world, &call);
        let mut other = call.clone();
        other.arguments = rewritten(&call.arguments, how);
        let after = decision(&world, &other);
        prop_assert!(after > Decision::Allow || before == Decision::Allow, "{:?} -> {:?}", call.arguments, other.arguments);
    }

    /// I23: same input, same verdict.
    #[test]
    fn i23_decisions_repeat(world in worlds(), call in calls()) {
        let (one, two) = (world.decide(&call), world.decide(&call));
        prop_assert_eq!(one.reason(), two.reason());
        prop_assert_eq!(&one.explanation().spoken, &two.explanation().spoken);
        prop_assert_eq!(&one.explanation().values, &two.explanation().values);
    }

    /// Nothing that a caller writes makes the gate panic, and whatever cannot be read is denied.
    #[test]
    fn hostile_calls_are_decided(arguments in json_values(), descriptor in json_values()) {
        if let Ok(tool) = laika_policy::Described::read(&descriptor) {
            let _ = World::tools().decide(&Call::of_tool(tool, Map::new()));
        }
        let arguments = arguments.as_object().cloned().unwrap_or_default();
        for name in ["browser.type", "browser.navigate", "browser.click"] {
            let mut call = own(name, Value::Object(arguments.clone()));
            call.field = Some(field("x", "text"));
            call.target = click("x").target;
            let _ = World::page().decide(&call);
        }
        let mystery = laika_policy::Described::undeclared("x", Some(place("mcp:x")));
        let verdict = World::tools().decide(&Call::of_tool(mystery, arguments));
        prop_assert!(verdict.decision() > Decision::Allow);
    }
}

fn json_values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
        prop_oneof!["name", "action", "send", "arguments", "url", "role"].prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec(
                ("(name|action|arguments|provider|permissions|url|text|[a-z]{1,4})", inner),
                0..5
            )
            .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

/// The same arguments, written otherwise.
fn rewritten(arguments: &Map<String, Value>, how: usize) -> Map<String, Value> {
    let text = |value: &Value, change: &dyn Fn(&str) -> String| match value {
        Value::String(text) => Value::from(change(text)),
        Value::Array(items) => items
            .iter()
            .map(|item| match item {
                Value::String(text) => Value::from(change(text)),
                other => other.clone(),
            })
            .collect(),
        other => other.clone(),
    };
    let each = |change: &dyn Fn(&str) -> String| {
        arguments.iter().map(|(name, value)| (name.clone(), text(value, change))).collect()
    };
    match how {
        0 => arguments.iter().rev().map(|(name, value)| (name.clone(), value.clone())).collect(),
        1 => arguments.iter().map(|(name, value)| (format!("{name}_"), value.clone())).collect(),
        2 => arguments.iter().map(|(name, value)| (name.to_uppercase(), value.clone())).collect(),
        3 => each(&|text| text.bytes().map(|byte| format!("%{byte:02X}")).collect()),
        4 => each(&|text| text.chars().flat_map(|c| [c, '\u{200b}']).collect()),
        5 => each(&|text| text.replace('e', "\u{435}").replace('a', "\u{430}")),
        6 => arguments.iter().map(|(name, value)| (name.clone(), json!([value]))).collect(),
        _ => arguments.iter().map(|(name, value)| (name.clone(), json!({ "value": value }))).collect(),
    }
}
