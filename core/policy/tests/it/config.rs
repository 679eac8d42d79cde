//! Settings in layers: what is tighter, who may loosen, and where a value came from.

use expect_test::{Expect, expect};
use laika_policy::config::{Layer, Merged, Refused, Setting, Source, Standing, Values, Wish, merge};
use laika_policy::redact::Keep;
use laika_protocol::ids::Origin;
use laika_protocol::limits::{Limit, Tighter};
use proptest::prelude::*;

/// The bounds that can be set.
fn settable() -> Vec<Limit> {
    let of = |setting| if let Setting::Limit(limit) = setting { Some(limit) } else { None };
    Setting::all().filter_map(of).collect()
}

/// A layer of `key=value` words.
fn layer(source: Source, standing: Standing, words: &[&str]) -> Layer {
    let wishes = words.iter().map(|word| {
        let (key, value) = word.split_once('=').unwrap();
        let value = Setting::of_key(key).unwrap().read_text(value).unwrap();
        Wish { value, place: format!("{}:{key}", source.as_str()) }
    });
    Layer { source, standing, wishes: wishes.collect() }
}

fn user(words: &[&str]) -> Layer {
    layer(Source::User, Standing::Trusted, words)
}

fn project(words: &[&str]) -> Layer {
    layer(Source::Project, Standing::Unapproved, words)
}

/// Everything that differs from the defaults, or was wanted.
fn explained(merged: &Merged) -> String {
    let mut text = String::new();
    for entry in &merged.entries {
        let key = entry.setting.key();
        if !entry.from.is_empty() {
            let from: Vec<&str> = entry.from.iter().map(|from| from.source.as_str()).collect();
            text += &format!("{key} = {} ({})\n", merged.values.get(entry.setting), from.join(", "));
        }
        for refusal in &entry.refused {
            let by = refusal.by.source.as_str();
            text += &format!("{key} != {} ({by}: {})\n", refusal.wanted, refusal.why.code());
        }
    }
    text
}

fn check(layers: Vec<Layer>, expected: &Expect) {
    expected.assert_eq(&explained(&merge(layers)));
}

#[test]
fn later_layers_of_the_person_win() {
    check(
        vec![
            layer(Source::Flag, Standing::Trusted, &["mode=autopilot"]),
            layer(
                Source::System,
                Standing::Trusted,
                &["mode=observe", "strict=true", "blocked_origins=ads.example"],
            ),
            user(&["mode=assist", "strict=false", "model=qwen3-0.6b", "blocked_origins=https://a.example"]),
        ],
        &expect![[r#"
            mode = autopilot (flag)
            strict = false (user)
            blocked_origins = ads.example, https://a.example (system, user)
            model = qwen3-0.6b (user)
        "#]],
    );
}

#[test]
fn s12_a_project_only_tightens_until_it_is_approved() {
    let own = || {
        user(&[
            "mode=assist",
            "private=true",
            "search_engine=https://search.example/find?q=",
            "allowed_origins=https://a.example,https://b.example",
            "model=mine",
            "ask_timeout_s=60",
        ])
    };
    let wishes = [
        "mode=autopilot",
        "private=false",
        "search_engine=https://evil.example/?q=",
        "allowed_origins=https://b.example,https://evil.example",
        "blocked_origins=c.example",
        "model=theirs",
        "audit_prefix_chars=8",
        "keep_packets=full",
        "ask_timeout_s=3600",
        "limits.assist_steps=10",
    ];
    check(
        vec![own(), project(&wishes)],
        &expect![[r#"
        mode = assist (user)
        mode != autopilot (project: E_CONFIG_PROJECT)
        private = true (user)
        private != false (project: E_CONFIG_PROJECT)
        search_engine = https://search.example/find?q= (user)
        search_engine != https://evil.example/?q= (project: E_CONFIG_PROJECT)
        allowed_origins = https://b.example (user, project)
        allowed_origins != https://evil.example (project: E_CONFIG_PROJECT)
        blocked_origins = c.example (project)
        model = mine (user)
        model != theirs (project: E_CONFIG_PROJECT)
        audit_prefix_chars != 8 (project: E_CONFIG_PROJECT)
        keep_packets != full (project: E_CONFIG_PROJECT)
        ask_timeout_s = 60 (user)
        ask_timeout_s != 3600 (project: E_CONFIG_PROJECT)
        limits.assist_steps = 10 (project)
    "#]],
    );
    let approved = layer(Source::Project, Standing::Trusted, &wishes);
    check(
        vec![own(), approved],
        &expect![[r#"
        mode = autopilot (project)
        private = false (project)
        search_engine = https://evil.example/?q= (project)
        allowed_origins = https://b.example, https://evil.example (project)
        blocked_origins = c.example (project)
        model = theirs (project)
        audit_prefix_chars = 8 (project)
        keep_packets = full (project)
        ask_timeout_s = 3600 (project)
        limits.assist_steps = 10 (project)
    "#]],
    );
    let tighter = project(&["mode=observe", "strict=true", "search_engine=off", "ask_timeout_s=5"]);
    check(
        vec![own(), tighter],
        &expect![[r#"
        mode = observe (project)
        private = true (user)
        strict = true (project)
        search_engine = off (project)
        allowed_origins = https://a.example, https://b.example (user)
        model = mine (user)
        ask_timeout_s = 5 (project)
    "#]],
    );
}

#[test]
fn i22_limits_are_tightened_by_all_and_loosened_by_none() {
    check(
        vec![
            layer(Source::System, Standing::Trusted, &["limits.assist_steps=20", "limits.retention_days=10"]),
            user(&["limits.assist_steps=40", "limits.retention_days=3", "limits.approve_arm_ms=1000"]),
            layer(Source::Flag, Standing::Trusted, &["limits.approve_arm_ms=800", "limits.assist_steps=19"]),
        ],
        &expect![[r#"
            limits.assist_steps = 19 (flag)
            limits.assist_steps != 40 (user: E_CONFIG_LIMIT)
            limits.retention_days = 3 (user)
            limits.approve_arm_ms = 1000 (user)
            limits.approve_arm_ms != 800 (flag: E_CONFIG_LIMIT)
        "#]],
    );
    // A log that a cloned repository could shorten would not say what it did.
    check(
        vec![
            user(&["limits.retention_days=20"]),
            project(&[
                "limits.retention_days=0",
                "limits.sensitive_retention_days=0",
                "limits.read_retries=0",
            ]),
            layer(Source::Environment, Standing::Environment, &["limits.retention_days=1"]),
        ],
        &expect![[r#"
            limits.read_retries = 0 (project)
            limits.retention_days = 20 (user)
            limits.retention_days != 0 (project: E_CONFIG_YOURS_ALONE)
            limits.retention_days != 1 (environment: E_CONFIG_YOURS_ALONE)
            limits.sensitive_retention_days != 0 (project: E_CONFIG_YOURS_ALONE)
        "#]],
    );
    for limit in &settable() {
        let row = limit.row();
        let loose = match row.tighter {
            Tighter::Lower => row.default + 1,
            Tighter::Higher => row.default - 1,
        };
        assert!(Setting::Limit(*limit).read_text(&loose.to_string()).is_err(), "{}", row.name);
    }
}

#[test]
fn what_a_setting_does_not_take_is_an_error() {
    let mut said = String::new();
    for (key, value) in [
        ("mode", "Autopilot"),
        ("mode", ""),
        ("private", "yes"),
        ("search_engine", "http://search.example/?q="),
        ("allowed_origins", "a.example"),
        ("allowed_origins", "https://a.example/x"),
        ("blocked_origins", "*.a.example"),
        ("model", "../weights"),
        ("audit_prefix_chars", "9"),
        ("keep_packets", "none"),
        ("ask_timeout_s", "0"),
        ("ask_timeout_s", "-1"),
        ("limits.assist_steps", "51"),
        ("limits.assist_steps", "many"),
        ("limits.approve_arm_ms", "0"),
        ("model", "a\u{1b}[31m\u{202e}b"),
    ] {
        said += &format!("{}\n", Setting::of_key(key).unwrap().read_text(value).unwrap_err());
    }
    expect![[r#"
        `mode` takes `observe`, `assist` or `autopilot`, not `Autopilot`
        `mode` takes `observe`, `assist` or `autopilot`, not ``
        `private` takes `true` or `false`, not `yes`
        `search_engine` takes an https address that ends in its query key, such as `https://search.example/find?q=`, or `off`, not `http://search.example/?q=`
        `allowed_origins` takes a list of origins such as `https://example.com`, or `any`, not [`a.example`]
        `allowed_origins` takes a list of origins such as `https://example.com`, or `any`, not [`https://a.example/x`]
        `blocked_origins` takes a list of hosts such as `example.com`, or origins such as `https://example.com`, not [`*.a.example`]
        `model` takes the name of a model, as `laika model list` shows it, not `../weights`
        `audit_prefix_chars` takes a number from 0 to 8, not 9
        `keep_packets` takes `redacted` or `full`, not `none`
        `ask_timeout_s` takes a number from 1 to 86400, not 0
        `ask_timeout_s` takes a number from 1 to 86400, not -1
        `limits.assist_steps` takes a number up to 50, not 51
        `limits.assist_steps` takes a number up to 50, not `many`
        `limits.approve_arm_ms` takes a number from 700 on, not 0
        `model` takes the name of a model, as `laika model list` shows it, not `a\u{1b}[31m\u{202e}b`
    "#]].assert_eq(&said);
}

/// Which of two is as tight, by somebody who did not write the code that merges.
fn assert_no_looser(with: &Values, without: &Values) {
    let both = format!("\nwith    {with:?}\nwithout {without:?}");
    assert!(with.mode <= without.mode, "mode{both}");
    assert!(with.private || !without.private, "private{both}");
    assert!(with.strict || !without.strict, "strict{both}");
    assert!(with.search_engine.is_none() || with.search_engine == without.search_engine, "search{both}");
    assert_eq!(with.model, without.model, "model{both}");
    assert!(with.audit_prefix_chars <= without.audit_prefix_chars, "audit{both}");
    assert!(with.audit().prefix_chars <= without.audit().prefix_chars, "audit{both}");
    for keep in [[with.keep(), without.keep()], [with.keep_packets, without.keep_packets]] {
        assert_ne!(keep, [Keep::Full, Keep::Redacted], "packets{both}");
    }
    assert!(with.ask_timeout_s <= without.ask_timeout_s, "ask{both}");
    for limit in Limit::ALL {
        let pair = (with.limits.get(*limit), without.limits.get(*limit));
        let holds = if limit.row().tighter == Tighter::Lower { pair.0 <= pair.1 } else { pair.0 >= pair.1 };
        assert!(holds, "{}{both}", limit.row().name);
    }
    for place in PLACES {
        let origin = Origin::parse(place).unwrap();
        assert!(
            with.origins.check(&origin).is_err() || without.origins.check(&origin).is_ok(),
            "{place}{both}"
        );
    }
}

const PLACES: [&str; 6] = [
    "https://a.example",
    "https://x.a.example",
    "http://a.example",
    "https://b.example",
    "https://evil.example",
    "http://127.0.0.1:3000",
];

fn word() -> impl Strategy<Value = String> {
    let place = proptest::sample::select(PLACES.as_slice());
    let places = || proptest::collection::vec(place.clone(), 1..4).prop_map(|list| list.join(","));
    let host = proptest::sample::select(
        ["a.example", "b.example", "evil.example", "127.0.0.1", "example"].as_slice(),
    );
    let limits = (proptest::sample::select(settable()), 0_u64..=100).prop_map(|(limit, percent)| {
        let row = limit.row();
        let value = match row.tighter {
            Tighter::Lower => row.default * percent / 100,
            Tighter::Higher => row.default + percent,
        };
        format!("limits.{}={value}", row.name)
    });
    prop_oneof![
        proptest::sample::select(
            [
                "mode=observe",
                "mode=assist",
                "mode=autopilot",
                "private=true",
                "private=false",
                "strict=true",
                "strict=false",
                "search_engine=off",
                "search_engine=https://search.example/?q=",
                "search_engine=https://evil.example/?q=",
                "allowed_origins=any",
                "model=one",
                "model=two",
                "keep_packets=full",
                "keep_packets=redacted",
                "training_export=true",
                "training_export=false",
            ]
            .as_slice()
        )
        .prop_map(str::to_owned),
        places().prop_map(|list| format!("allowed_origins={list}")),
        places().prop_map(|list| format!("blocked_origins={list}")),
        host.prop_map(|host| format!("blocked_origins={host}")),
        (0_u64..=8).prop_map(|chars| format!("audit_prefix_chars={chars}")),
        (1_u64..=1000).prop_map(|seconds| format!("ask_timeout_s={seconds}")),
        limits,
    ]
}

fn words() -> impl Strategy<Value = Vec<String>> {
    proptest::collection::vec(word(), 0..12)
}

proptest! {
    /// Whatever a layer that nobody approved says, and whatever the others say: no value is looser than without it.
    #[test]
    fn s12_what_nobody_approved_never_loosens(
        system in words(), own in words(), project in words(), variables in words(), flags in words(), named in any::<bool>(),
    ) {
        let refs = |words: &[String]| words.iter().map(String::as_str).map(str::to_owned).collect::<Vec<_>>();
        let make = |source, standing, words: &[String]| {
            let words = refs(words);
            layer(source, standing, &words.iter().map(String::as_str).collect::<Vec<_>>())
        };
        let trusted = || vec![
            make(Source::System, Standing::Trusted, &system),
            make(Source::User, Standing::Trusted, &own),
            make(Source::Flag, Standing::Trusted, &flags),
        ];
        let project = make(Source::Project, Standing::Unapproved, &project);
        let variables = make(Source::Environment, Standing::Environment, &variables);
        let without = merge(trusted()).values;
        for others in [vec![project.clone()], vec![variables.clone()], vec![project, variables]] {
            let with = merge(trusted().into_iter().chain(others).collect()).values;
            assert_no_looser(&with, &without);
            prop_assert_eq!(with.loosened_from(&without), []);
        }
        if named {
            let mut there = trusted();
            there[1].standing = Standing::NamedFolder;
            let nobody = vec![trusted().remove(0), trusted().remove(2)];
            assert_no_looser(&merge(there).values, &merge(nobody).values);
        }
    }
}

#[test]
fn the_documents_list_the_settings_and_the_reasons() {
    let docs = include_str!("../../../../docs/config.md");
    let defaults = Values::default();
    let mut rows = String::new();
    for setting in Setting::all() {
        rows += &format!(
            "| `{}` | `{}` | {} | {} | {} | {} |\n",
            setting.key(),
            setting.variable(),
            setting.takes(),
            defaults.get(setting),
            setting.tighter(),
            setting.about(),
        );
    }
    let written =
        docs.split("<!-- settings -->\n").nth(1).unwrap().split("<!-- /settings -->").next().unwrap();
    let written: String =
        written.lines().filter(|line| line.starts_with("| `")).map(|line| format!("{line}\n")).collect();
    assert_eq!(written, rows, "docs/config.md is not what the code says; it says\n{rows}");
    for refused in Refused::ALL {
        let row = format!("| `{}` | {} |", refused.code(), refused.sentence());
        assert!(docs.contains(&row), "docs/config.md has no line\n{row}");
    }
}
