//! The router: what is weighed, and what is made of the weights.

use laika_context::route::{By, Routing, prefilter};
use laika_context::{Fence, Problem, estimate_tokens};
use laika_protocol::llmcp::Choice;
use laika_protocol::model::{Ended, Usage, Weights, Written};
use laika_protocol::tools::TOOLS;

fn offered() -> Vec<(&'static str, &'static str)> {
    TOOLS.iter().map(|tool| (tool.name, tool.line)).collect()
}

fn routing(query: &str, tools: &[(&str, &str)]) -> Routing {
    Routing::new(query, None, tools, &Fence::new("n0nce")).unwrap()
}

fn weights(rows: Vec<Vec<f32>>) -> Weights {
    Weights { weights: rows, usage: Usage::default() }
}

/// Weights in which the request makes one candidate likelier than it is anyway.
fn favouring(routing: &Routing, label: &str, by: f32) -> Weights {
    let weighing = routing.weighing();
    let anyway: Vec<f32> = weighing.candidates.iter().map(|label| -(label.len() as f32)).collect();
    let mut asked = anyway.clone();
    let at = weighing.candidates.iter().position(|one| one.trim() == label).unwrap();
    asked[at] += by;
    let rows = std::iter::once(asked).chain(std::iter::repeat_n(anyway, weighing.prompts.len() - 1));
    weights(rows.collect())
}

#[test]
fn the_prior_is_taken_off_and_can_be_kept() {
    let first = routing("do something with qux", &offered());
    let favoured = favouring(&first, "go_back", 6.0);
    let decision = first.decide(&favoured).unwrap();
    assert_eq!(decision.route.tool.as_ref().unwrap().as_str(), "browser.back", "{decision:?}");
    assert!(decision.margin > 0.0);

    let prior = first.prior(&favoured).unwrap();
    let mut shuffled = offered();
    shuffled.reverse();
    let second = routing("do something with qux", &shuffled);
    assert_eq!(second.prior_key(), prior.key(), "the order of the tools does not matter");
    let second = second.with_prior(Some(&prior));
    assert_eq!(second.weighing().prompts.len(), 1);
    let again = second.decide(&weights(vec![favoured.weights[0].clone()])).unwrap();
    assert_eq!(again, decision);

    let other = routing("do something with qux", &offered()[..5]).with_prior(Some(&prior));
    assert!(other.weighing().prompts.len() > 1, "a prior of other tools is not taken");
}

/// Who passes on what somebody wrote does not mean the history, and who names this tab no other, however near the words are
/// and however much a model thinks so.
#[test]
fn a_tool_that_only_sounds_like_it_is_not_meant() {
    for (query, tool, meant) in [
        ("go forward", "browser.forward", true),
        ("forward", "browser.forward", true),
        ("forward that email to Grace", "browser.forward", false),
        ("please forward the message from Ada", "browser.forward", false),
        ("open https://sport.example/ in a tab", "browser.open_tab", true),
        ("open https://sport.example/ in a new tab beside this tab", "browser.open_tab", true),
        ("bring me to https://sport.example/ in this same tab", "browser.open_tab", false),
        ("öffne https://sport.example/ in diesem Tab", "browser.open_tab", false),
    ] {
        let routing = routing(query, &offered());
        let (_, label) = routing.offered().find(|(name, _)| *name == tool).unwrap();
        let decision = routing.decide(&favouring(&routing, label, 12.0)).unwrap();
        let chosen = decision.route.tool.is_some_and(|chosen| chosen.as_str() == tool);
        assert_eq!(chosen, meant, "{query}: {:?}", decision.scores);
    }
}

/// Keys say which tool is meant, whatever a model makes of them.
#[test]
fn keys_choose_the_tool_that_does_what_they_do() {
    let routing = routing("alt+left", &offered());
    let decision = routing.decide(&favouring(&routing, "none", 12.0)).unwrap();
    assert_eq!(decision.route.tool.map(|tool| tool.to_string()).as_deref(), Some("browser.back"));
}

/// PIPE-006: however much a model wants to ask back, it may only where a lookup lacks its key.
#[test]
fn asking_back_is_clamped() {
    for (query, wants, expected) in [
        ("search for cheap boots", "clarify", Choice::CallTool),
        ("scroll down", "clarify", Choice::CallTool),
        ("scroll", "clarify", Choice::CallTool),
        ("search for ____", "search", Choice::Clarify),
        ("search for", "search", Choice::Clarify),
        ("suche nach", "search", Choice::Clarify),
        ("search", "search", Choice::Clarify),
        ("what is a monad?", "none", Choice::None),
        ("how do I farm ____?", "none", Choice::None),
        ("search the web for ____", "none", Choice::Clarify),
        ("tell me about ____", "none", Choice::None),
        ("scroll down ____ pages", "none", Choice::CallTool),
    ] {
        let routing = routing(query, &offered());
        let decision = routing.decide(&favouring(&routing, wants, 3.0)).unwrap();
        assert_eq!(decision.route.choice, expected, "{query}: {:?}", decision.scores);
        assert_eq!(decision.route.question.is_some(), expected == Choice::Clarify);
        assert_eq!(decision.route.tool.is_some(), expected == Choice::CallTool);
    }
}

/// A model that was trained on requests is asked one question instead of three, and where it would ask back rather than do
/// nothing, a key that is missing is asked for (PIPE-006).
#[test]
fn a_trained_model_is_read_once_and_believed_that_something_is_missing() {
    for (query, wants, expected) in [
        ("translate the following into Spanish:", "clarify", Choice::Clarify),
        ("tell me about ____", "clarify", Choice::Clarify),
        ("tell me about ____", "none", Choice::None),
        ("tell me about boots", "clarify", Choice::None),
        ("scroll down", "scroll", Choice::CallTool),
    ] {
        let routing = routing(query, &offered()).for_tuned(true);
        let weighing = routing.weighing();
        assert_eq!(weighing.prompts.len(), 1, "{query}");
        // Like a trained model it knows what is wanted; of the rest it finds nothing likelier than doing nothing.
        let weight = |label: &String| match label.trim() {
            label if label == wants => 0.0,
            "none" => -5.0,
            _ => -20.0,
        };
        let row = weighing.candidates.iter().map(weight).collect();
        let decision = routing.decide(&weights(vec![row])).unwrap();
        assert_eq!(decision.route.choice, expected, "{query}: {:?}", decision.scores);
        assert_eq!(decision.route.question.is_some(), expected == Choice::Clarify, "{query}");
    }
}

/// PIPE-006: no rule knows every way to leave something out. A trained model that is all but certain is believed; one that
/// only prefers it, or was never trained on it, is not.
#[test]
fn a_trained_model_that_is_certain_that_something_is_missing_is_believed() {
    for (query, tuned, none, expected) in [
        ("tell me about boots", true, -9.0, Choice::Clarify),
        ("tell me about boots", true, -5.0, Choice::None),
        ("tell me about boots", false, -9.0, Choice::None),
        // Nothing is missing for what needs nothing: dots are a pause there, and a blank is a blank everywhere.
        ("scroll ... down ...", true, -9.0, Choice::CallTool),
        ("scroll down ____ pages", true, -9.0, Choice::Clarify),
    ] {
        let routing = routing(query, &offered()).for_tuned(tuned);
        let weighing = routing.weighing();
        let weight = |label: &String| match label.trim() {
            "clarify" => 0.0,
            "none" => none,
            _ => -20.0,
        };
        let row: Vec<f32> = weighing.candidates.iter().map(weight).collect();
        let decision = routing.decide(&weights(vec![row; weighing.prompts.len()])).unwrap();
        assert_eq!(decision.route.choice, expected, "{query} {tuned} {none}: {:?}", decision.scores);
    }
}

/// PIPE-005, C-48: a general question needs no tool, whichever a model prefers and however much. What is to be looked
/// up, or needs the page or the present, is no general question.
#[test]
fn general_questions_always_go_to_none() {
    let preferring = |query: &str, label: &str| {
        let routing = routing(query, &offered());
        let text = format!("\"{label}\"");
        let written = Written { text, ended: Ended::Complete, usage: Usage::default() };
        let weighed = routing.decide(&favouring(&routing, label, 60.0)).unwrap().route;
        [weighed, routing.read(&written).unwrap().route]
    };
    let every_label = routing("x", &offered()).weighing().candidates;
    for query in [
        "Why is the sky blue?",
        "how do I sort a list in Python",
        "How does a hash map work?",
        "explain recursion to a child",
        "What is the difference between TCP and UDP?",
        "How do I farm ____?",
        "Warum ist der Himmel blau?",
        "Wie funktioniert ein Motor?",
        "Pourquoi le ciel est-il bleu ?",
        "¿Cómo funciona un motor?",
        "Hello!",
        "Who are you?",
        "What can you do?",
        "Vielen Dank!",
    ] {
        for label in &every_label {
            for route in preferring(query, label.trim()) {
                assert_eq!((route.choice, route.tool), (Choice::None, None), "{query}: {label}");
            }
        }
    }
    for (query, label) in [
        ("search for why the sky is blue", "search"),
        ("explain the article", "summarize"),
        ("why is this button grey", "read_page"),
        ("what is the latest news about boots", "search"),
        ("comment on the post that I agree", "type"),
        ("hello, go back please", "go_back"),
        ("how do https://a.example and https://b.example differ", "go_to"),
    ] {
        for route in preferring(query, label) {
            assert_eq!(route.choice, Choice::CallTool, "{query}: {label}");
        }
    }
}

#[test]
fn weights_of_something_else_are_refused() {
    let routing = routing("go back", &offered());
    let good = favouring(&routing, "go_back", 1.0).weights;
    let mut short = good.clone();
    short[1].pop();
    let mut not_a_number = good.clone();
    not_a_number[0][0] = f32::NAN;
    for bad in [Vec::new(), good[..1].to_vec(), short, not_a_number] {
        assert_eq!(routing.decide(&weights(bad)).unwrap_err(), Problem::WeightsDoNotFit);
    }
    assert_eq!(Routing::new("x", None, &[], &Fence::new("n")).unwrap_err(), Problem::NoTools);
}

/// PIPE-017: any number of tools fits, and the one that is meant is still there.
#[test]
fn a_hundred_tools_take_four_hundred_tokens() {
    let more: Vec<(String, String)> = (0..100)
        .map(|n| (format!("plugin.tool_{n}"), format!("do the thing number {n} with a machine in a factory")))
        .collect();
    let mut tools = offered();
    tools.extend(more.iter().map(|(name, line)| (name.as_str(), line.as_str())));
    let routing = routing("take a screenshot of this", &tools);
    let request = &routing.weighing().prompts[0].turns[1].text;
    assert!(estimate_tokens(request) < 400 + 60, "{}", estimate_tokens(request));
    assert!(routing.weighing().candidates.iter().any(|label| label.trim() == "screenshot"));
    assert!(routing.weighing().candidates.len() > 10);
    let kept = prefilter("take a screenshot of this", &tools, 3);
    assert_eq!(kept.len(), 3);
    assert!(kept.iter().any(|at| tools[*at].0 == "browser.capture_viewport"));
}

/// Only the last turn has anything of the person or the page in it: what comes before may be shared (S3).
#[test]
fn the_fixed_part_holds_nothing_of_the_request() {
    let fence = Fence::new("n0nce");
    let routing = Routing::new("zebra query", Some("yak page"), &offered(), &fence).unwrap();
    for prompt in routing.weighing().prompts {
        let fixed = prompt.fixed_turns as usize;
        assert_eq!(fixed + 1, prompt.turns.len());
        let shared = prompt.turns[..fixed].iter().map(|turn| turn.text.as_str()).collect::<String>();
        assert!(!shared.contains("zebra") && !shared.contains("yak") && !shared.contains("n0nce"));
    }
}

/// A model that cannot weigh writes one of the same candidates, after the same prompt.
#[test]
fn a_name_that_was_written_decides_like_one_that_was_weighed() {
    let routing = routing("press the red one", &offered());
    let (ask, weighing) = (routing.ask(), routing.weighing());
    assert_eq!(ask.prompt.turns, weighing.prompts[0].turns);
    let names: Vec<&str> = weighing.candidates.iter().map(|candidate| candidate.trim()).collect();
    assert_eq!(ask.shape.unwrap()["enum"], serde_json::json!(names));
    let read = |text: &str| {
        routing.read(&Written { text: text.into(), ended: Ended::Complete, usage: Usage::default() })
    };
    for text in ["\"go_back\"", "go_back", " Go_Back.", "`go_back`", "Tool: go_back"] {
        let decision = read(text).unwrap();
        assert_eq!(decision.route.tool.as_ref().unwrap().as_str(), "browser.back", "{text}");
        assert_eq!(decision.by, By::Writing);
        assert!(decision.margin > 0.0);
    }
    for text in ["", "\"\"", "go", "I would go_back", "{\"tool\": \"go_back\"}", "browser.back"] {
        assert_eq!(read(text).unwrap_err(), Problem::Unusable, "{text}");
    }
    assert_eq!(read("\"none\"").unwrap().route.choice, Choice::None);
    assert_ne!(read("\"clarify\"").unwrap().route.choice, Choice::Clarify, "nothing is missing here");
}
