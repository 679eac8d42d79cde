//! What the report makes of models whose choices are known.

use laika_protocol::ids::ToolName;
use laika_protocol::llmcp::{Choice, Route};

use super::super::material::cases;
use super::*;

fn measured(model: &str, seconds: f64, routes: Vec<Route>) -> Measured {
    let names: Vec<String> = routes.iter().map(|route| name(route).to_owned()).collect();
    Measured {
        model: model.into(),
        routes,
        raw: names.clone(),
        calibrated: names.clone(),
        words: names.clone(),
        sampled: names,
        times: vec![seconds],
        seconds,
        cold: 2.0,
        warm: 0.1,
        tokens: 700.0,
        fitted: None,
    }
}

/// The right choice of each request.
fn right(cases: &[Case]) -> Vec<Route> {
    let route = |case: &Case| match case.expect.name() {
        "clarify" => {
            Route { choice: Choice::Clarify, tool: None, question: Some("What should I search for?".into()) }
        }
        "none" => Route { choice: Choice::None, tool: None, question: None },
        tool => {
            Route { choice: Choice::CallTool, tool: Some(ToolName::parse(tool).unwrap()), question: None }
        }
    };
    cases.iter().map(route).collect()
}

/// PIPE-020, PIPE-023: models stand beside each other, each with the share of right and of acceptable choices, of
/// questions back, and the time of a choice; the best of them is held to the bound.
#[test]
fn models_are_compared_by_their_choices() {
    let cases = cases().unwrap();
    let count = |counts: &dyn Fn(&Case) -> bool| cases.iter().filter(|case| counts(case)).count() as u64;
    let all = cases.len() as u64;
    let nothing = Route { choice: Choice::None, tool: None, question: None };
    let never = vec![nothing.clone(); cases.len()];
    let is_none = |case: &Case| case.expect.is(&nothing);
    let is_acceptable = |case: &Case| is_none(case) || case.acceptable.iter().any(|one| one.is(&nothing));
    let models = vec![measured("never", 0.25, never), measured("oracle", 4.0, right(&cases))];
    let report = Report { cases: &cases, measured: models, sample: false };

    let results = report.results();
    let [("never", never), ("oracle", oracle)] = &results[..] else { panic!("{results:?}") };
    assert_eq!(never.strict, Share::new(count(&is_none), all));
    assert_eq!(never.acceptable, Share::new(count(&is_acceptable), all));
    assert!(never.acceptable.hits > never.strict.hits, "some choices are close enough");
    assert_eq!(
        never.held_out,
        Share::new(count(&|case| is_none(case) && is_held_out(&case.id)), oracle.held_out.n)
    );
    assert_eq!(
        (never.clarify, oracle.clarify.hits),
        (Share::new(0, all), count(&|case| case.expect.name() == "clarify"))
    );
    assert_eq!((oracle.strict, oracle.acceptable), (Share::new(all, all), Share::new(all, all)));
    assert!((never.router_ms - 250.0).abs() < 1e-9 && (oracle.router_ms - 4_000.0).abs() < 1e-9);

    let (text, json) = (report.text(), report.json());
    for (at, (model, kept)) in results.iter().enumerate() {
        assert!(
            text.lines().any(|line| line.starts_with(model) && line.contains(&kept.strict.to_string())),
            "{text}"
        );
        assert_eq!(json["models"][at]["strict"], kept.strict.json());
        assert_eq!(json["models"][at]["acceptable"], kept.acceptable.json());
    }
    assert_eq!(report.outcome(), Outcome::Passed, "one of them is good enough");
    let alone = Report { measured: vec![measured("never", 0.25, vec![nothing; cases.len()])], ..report };
    assert_eq!(alone.outcome(), Outcome::Failed);
}

/// A choice that was not offered fails the whole suite, however often the others are right.
#[test]
fn a_tool_that_was_not_offered_fails() {
    let cases = cases().unwrap();
    let mut routes = right(&cases);
    routes[0] =
        Route { choice: Choice::CallTool, tool: Some(ToolName::parse("evil.tool").unwrap()), question: None };
    let report = Report { cases: &cases, measured: vec![measured("oracle", 1.0, routes)], sample: false };
    assert_eq!(report.outcome(), Outcome::Failed);
}
