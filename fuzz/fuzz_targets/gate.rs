//! The gate: no policy file, descriptor, document or call panics, spans lie on characters, and what nobody described is
//! never allowed.
#![no_main]

use std::sync::LazyLock;

use laika_policy::classify::{FieldFacts, SiteSignals, classify_field, classify_site, classify_text};
use laika_policy::inject::{Seen, inspect};
use laika_policy::{
    Call, Described, Document, Evidence, Facts, Grants, OriginSets, Place, Policy, SiteClass, Surface,
};
use laika_protocol::ids::RunId;
use laika_protocol::wire::{AppState, Decision, SiteMode};
use libfuzzer_sys::fuzz_target;
use serde_json::{Map, Value};

static POLICY: LazyLock<Policy> = LazyLock::new(|| {
    Policy::read(include_str!("../../policy/default.json")).expect("the shipped policy")
});

fuzz_target!(|text: &str| {
    let _ = Policy::read(text);
    let _ = POLICY.clone().tighten(text);
    for span in classify_text(text).spans {
        assert!(text.get(span.start..span.end).is_some());
    }
    for span in inspect(&Seen { text, hidden: false }).spans {
        assert!(text.get(span.start..span.end).is_some());
    }
    let _ = classify_field(&FieldFacts { label: text.into(), name: text.into(), ..FieldFacts::default() });
    let _ = classify_site(&SiteSignals {
        url: text,
        title: text,
        has_password_field: false,
        has_payment_field: false,
        user_label: None,
        curated: None,
    });

    let value: Value = serde_json::from_str(text).unwrap_or_else(|_| Value::from(text));
    let arguments = value.as_object().cloned().unwrap_or_else(|| Map::from_iter([("a".into(), value.clone())]));
    let place = Place::parse("mcp:x").expect("a place");
    let described = Described::read(&value).ok();
    let undeclared = Described::undeclared("x", Some(place.clone()));
    let document = Document {
        id: "d".into(),
        place,
        author: None,
        confidential: true,
        sensitive: false,
        requested: false,
        hidden: false,
        text: text.into(),
    };
    let evidence = Evidence::of_words(&POLICY, [text]).with_documents(vec![document]).expect("small");
    let origins = OriginSets::default();
    let facts = Facts {
        run: RunId::parse("run").expect("an id"),
        profile: None,
        app: AppState::Online,
        surface: Surface::Tools,
        mode: SiteMode::Autopilot,
        site: SiteClass::Low,
        site_override: false,
        logged_in: true,
        restricted: false,
        document: None,
        gesture: false,
        private: false,
        quarantined: false,
        budget_spent: false,
        own_ports: &[],
        search_engine: None,
        origins: &origins,
        settings: laika_policy::config::OriginRules::anywhere(),
        resting: false,
        evidence: &evidence,
        done: &[],
    };
    for tool in described.into_iter().chain([undeclared]) {
        let nobody_said = tool.action == laika_policy::Action::Undeclared;
        let verdict = POLICY.decide(&Call::of_tool(tool, arguments.clone()), &facts, &Grants::default(), 0);
        assert!(!nobody_said || verdict.decision() > Decision::Allow);
    }
});
