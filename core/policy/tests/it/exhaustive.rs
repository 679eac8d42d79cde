//! Every tool in every mode, on every kind of site, surface, gesture and field: the gate says what the table says, and
//! the table was written by hand from the requirements (see `data/expected.rules`).

use laika_policy::classify::FieldClass;
use laika_policy::{Call, Described, Field, HistoryEntry, Reason, SiteClass, Surface, Verdict};
use laika_protocol::wire::SiteMode;
use serde_json::json;

use super::expected::{Case, MOST_RULES, Table, cases};
use super::world::{
    HERE, World, click, document, field, foreign, form, link, mail, origin, own, pay, typing,
};

const RULES: &str = include_str!("../data/expected.rules");
const WORDS: &str = "mail 'see you at noon' to sarah@site.example, pay 12.50 to GB33BUKB20201555555555 as a refund, \
                     set my city to Utrecht, find cheap flights, open https://other.example/page";

fn world(case: &Case) -> World {
    let mut world = World::page().words(WORDS);
    world.surface = match case.surface {
        "isolated" => Surface::Isolated,
        "my_browser" => Surface::MyBrowser,
        _ => Surface::Tools,
    };
    if world.surface == Surface::Tools {
        world.document = None;
    }
    world.mode = match case.mode {
        "observe" => SiteMode::Observe,
        "assist" => SiteMode::Assist,
        _ => SiteMode::Autopilot,
    };
    (world.site, world.site_override) = match case.site {
        "low" => (SiteClass::Low, false),
        "elevated" => (SiteClass::Elevated, false),
        "sensitive" => (SiteClass::Sensitive, false),
        _ => (SiteClass::Sensitive, true),
    };
    world.gesture = case.gesture == "yes";
    world
}

fn call(case: &Case, world: &mut World) -> Call {
    match case.tool {
        "foreign" => of_server(case),
        "browser.click" => match case.target.unwrap() {
            "plain" => click("Sort by price"),
            "link_same" => link("https://site.example/next"),
            "link_cross" => link("https://other.example/"),
            "submit" => {
                let mut call = click("Continue");
                call.target.as_mut().unwrap().form = Some(form("https://site.example/form"));
                call
            }
            "send" => click("Reply all"),
            "download" => {
                let mut call = click("Report");
                call.target.as_mut().unwrap().download = Some("report.pdf".into());
                call
            }
            "upload" => {
                let mut call = click("Choose");
                call.field = Some(field("Picture", "file"));
                call
            }
            _ => click("Pay now"),
        },
        "browser.type" | "browser.select" => {
            let mut call = typing("blue shoes", "Comment");
            if case.tool == "browser.select" {
                call =
                    own("browser.select", json!({ "handleId": "h_0123456789abcdefghijkl", "value": "blue" }));
            }
            call.field = Some(some_field(case.field.unwrap()));
            call
        }
        "browser.navigate" | "browser.open_tab" => {
            let url = match case.to.unwrap() {
                "typed" => "https://other.example/page",
                "same" => {
                    world.documents.push(document("doc:links", HERE, "https://site.example/page"));
                    "https://site.example/page"
                }
                "invented" => "https://site.example/made/up",
                _ => "https://other.example/elsewhere",
            };
            own(case.tool, json!({ "url": url }))
        }
        "search" => {
            if case.to == Some("same") {
                world.search_engine = Some(origin(HERE));
            }
            let typed = case.to == Some("typed");
            own("search", json!({ "query": if typed { "cheap flights" } else { "something else" } }))
        }
        "browser.back" | "browser.forward" | "browser.refresh" => {
            let mut call = own(case.tool, json!({}));
            let to = case.to.unwrap();
            let there = if to == "cross" { "https://other.example" } else { HERE };
            call.history = Some(HistoryEntry { origin: Some(origin(there)), is_get: to != "repost" });
            call
        }
        name => own(name, json!({})),
    }
}

fn some_field(class: &str) -> Field {
    let (field, expected) = match class {
        "pii" => (field("Postal address", "text"), FieldClass::Pii),
        "payment" => (field("IBAN", "text"), FieldClass::Payment),
        "credential" => (field("Password", "password"), FieldClass::Credential),
        "sso" => {
            let mut facts = field("User name", "text").facts().clone();
            facts.form.has_password_field = true;
            (Field::new(facts), FieldClass::Sso)
        }
        _ => (field("Comment", "text"), FieldClass::Generic),
    };
    assert_eq!(field.class(), expected, "the field of the case must be of its class");
    field
}

fn of_server(case: &Case) -> Call {
    let yours = case.yours == Some("yes");
    match case.action.unwrap() {
        "send" if yours => mail("sarah@site.example", "see you at noon"),
        "send" => mail("sarah@site.example", "something the model made up"),
        "transfer" if yours => pay("GB33BUKB20201555555555", json!(12.5)),
        "transfer" => pay("GB33BUKB20201555555555", json!(999)),
        "undeclared" => Call::of_tool(Described::undeclared("mystery", None), serde_json::Map::new()),
        action => {
            let descriptor =
                json!({ "name": "tool", "action": action, "arguments": { "value": "free_text" } });
            let arguments = match (action, yours) {
                ("network", true) => json!({ "value": "cheap flights" }),
                ("network", false) => json!({ "value": "something the model made up" }),
                ("account", true) => json!({ "value": "Utrecht" }),
                ("account", false) => json!({ "value": "Atlantis" }),
                _ => json!({}),
            };
            let mut call = foreign(descriptor, arguments);
            // Acts of the page that only later tools have: they are about the page in front.
            if matches!(action, "paste" | "upload" | "download") {
                call.context = None;
            }
            call
        }
    }
}

fn said(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Allow(_) => "allow",
        Verdict::Ask(card) if card.explanation.requires_gesture => "ask_gesture",
        Verdict::Ask(_) => "ask",
        Verdict::Deny(_) => "deny",
    }
}

#[test]
fn every_combination_equals_the_table_written_by_hand() {
    let table = Table::parse(RULES).unwrap();
    let cases = cases();
    assert!(
        table.len() <= MOST_RULES && cases.len() > 10_000,
        "{} rules, {} cases",
        table.len(),
        cases.len()
    );
    assert_eq!(table.unused(&cases), [""; 0], "rules that judge nothing");
    let mut wrong = Vec::new();
    for case in &cases {
        let mut world = world(case);
        let call = call(case, &mut world);
        let verdict = world.decide(&call);
        let expected = table.expected(case).unwrap();
        if said(&verdict) != expected {
            wrong.push(format!(
                "{case}: expected {expected}, got {} {}",
                said(&verdict),
                verdict.reason().code()
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {} differ, such as\n{}",
        wrong.len(),
        cases.len(),
        wrong[..wrong.len().min(30)].join("\n")
    );
}

/// Every reason that the cases of the table reach.
pub(crate) fn codes() -> std::collections::BTreeSet<&'static str> {
    let reached = |case: &Case| {
        let mut world = world(case);
        let call = call(case, &mut world);
        world.code(&call)
    };
    // The field matters only where something is typed.
    cases()
        .iter()
        .filter(|case| case.tool.contains("type") || case.field != Some("pii"))
        .map(reached)
        .collect()
}

/// C-52 and POL-004: one code for one reason, and words for each.
#[test]
fn reason_codes_are_unique_and_explained() {
    for (at, reason) in Reason::ALL.iter().enumerate() {
        let others = &Reason::ALL[at + 1..];
        assert!(others.iter().all(|other| other.code() != reason.code()), "{}", reason.code());
        let name = match reason.code().split_once('_').unwrap() {
            ("P", rest) => rest.split('_').next().unwrap(),
            _ => "DENY",
        };
        assert_eq!(
            name.to_lowercase(),
            format!("{:?}", reason.decision()).to_lowercase(),
            "{}",
            reason.code()
        );
        assert!(reason.sentence().ends_with('.') && !reason.example().is_empty(), "{}", reason.code());
        assert_eq!(Reason::of_code(reason.code()), Some(*reason));
    }
}
