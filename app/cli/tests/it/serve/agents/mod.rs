//! Other agents that borrow Laika over MCP: what they get with a person's yes, and what they try without one (S1, S9).

mod client;
mod over_http;

use std::thread;
use std::time::Duration;

use laika_bench::web::{Reply, Site};
use serde_json::{Value, json};

use super::world::{Home, Lake, Serving, Wire, has_browser, until};
use client::{Agent, Person};

fn handle(text: &str, role: &str) -> String {
    let look: Value = serde_json::from_str(text).unwrap();
    let elements = look["elements"].as_array().unwrap();
    let line = elements.iter().filter_map(Value::as_str).find(|line| line.contains(role));
    assert!(line.is_some(), "no {role} in {look:#}");
    line.unwrap().split(' ').next().unwrap().to_owned()
}

#[test]
fn s9_an_agent_reads_a_page_and_fills_in_a_form_with_a_persons_yes() {
    if !has_browser() {
        return;
    }
    let (home, lake) = (Home::new(), Lake::start());
    let _serving = Serving::start(&home);
    let mut person = Person::sit_down(&home);
    let mut agent = Agent::start(&home, "editor");
    let opening = agent.begin("open_page", &json!({ "url": lake.site.url("/form") }));
    person.answers("may agent:editor open a page", "y");
    let look = agent.done(opening).unwrap();
    assert!(look.contains("Visit the lake"), "{look}");
    let waited = agent.notes.iter().any(|note| {
        note["params"]["message"].as_str().is_some_and(|text| text.contains("waiting for the person"))
    });
    assert!(waited, "{:?}", agent.notes);
    // Another agent's words are nobody's: typing asks, with the value whole.
    let typing =
        agent.begin("type_text", &json!({ "ref": handle(&look, "Your name"), "text": "Mara Lindqvist" }));
    person.answers("value: text = \"Mara Lindqvist\"", "y");
    let look = agent.done(typing).unwrap();
    assert_eq!(lake.asked("/visit"), 0);
    let sending = agent.begin("click", &json!({ "ref": handle(&look, "Send") }));
    person.answers("sends: POST", "y");
    agent.done(sending).unwrap();
    until("the form came", || lake.asked("/visit") == 1);
    // What left for it is on record, with who got it.
    drop(agent);
    let runs = home.laika(&["runs", "list", "--json"]).json();
    let run = runs["runs"][0]["run"].as_str().unwrap_or_else(|| panic!("{runs:#}")).to_owned();
    until("the run is over", || home.status_of(&run) == "completed");
    let left: Vec<Value> =
        home.events(&run).into_iter().filter(|event| event.to_string().contains("agent:editor")).collect();
    assert!(left.len() >= 3, "{left:#?}");
    let verified = home.laika(&["runs", "verify", "--json"]);
    assert_eq!(verified.json()["intact"], true, "{verified:?}");
}

/// What must not reach another agent, and where on a page it stands.
const CANARIES: [(&str, &str); 14] = [
    ("canary-password-7381", "<input type=password value=canary-password-7381>"),
    ("canary-field-2290", "<label>Name <input value=canary-field-2290></label>"),
    ("canary-area-5512", "<textarea>canary-area-5512</textarea>"),
    ("canary-hidden-field-11", "<input type=hidden value=canary-hidden-field-11>"),
    ("canary-invisible-4410", "<p style='display:none'>canary-invisible-4410</p>"),
    ("canary-aside-8134", "<p style='position:absolute;left:-9999px'>canary-aside-8134</p>"),
    ("canary-comment-3003", "<!-- canary-comment-3003 -->"),
    ("canary-storage-9127", "<script>localStorage.setItem('a','canary-storage-9127')</script>"),
    ("canary-cookie-6605", "<script>document.cookie='a=canary-cookie-6605'</script>"),
    ("sk-live-51HxQ9canaryabcdefghijklmnop", "<p>Key: sk-live-51HxQ9canaryabcdefghijklmnop</p>"),
    ("4242 4242 4242 4242", "<p>Card 4242 4242 4242 4242</p>"),
    ("DE89370400440532013000", "<p>IBAN DE89370400440532013000</p>"),
    ("canary-query-1177", "<a href='/next?token=canary-query-1177&session=canary-query-1177'>Next</a>"),
    (
        "eyJhbGciOiJIUzI1NiJ9.eyJjYW5hcnkiOiJ5ZXMifQ",
        "<p>Token eyJhbGciOiJIUzI1NiJ9.eyJjYW5hcnkiOiJ5ZXMifQ.c2lnbmF0dXJlLWNhbmFyeQ</p>",
    ),
];

#[test]
fn s9_no_canary_reaches_an_agent() {
    if !has_browser() {
        return;
    }
    let body: String = CANARIES.iter().map(|(_, html)| *html).collect();
    let page = format!(
        "<!doctype html><html lang=en><title>Things</title><main><h1>A list of things</h1>\
         <p>The lantern weighs 300 grams.</p>{body}</main></html>"
    );
    let site = Site::start(move |_| Reply::html(&page)).unwrap();
    let home = Home::new();
    let _serving = Serving::start(&home);
    let mut person = Person::sit_down(&home);
    let mut agent = Agent::start(&home, "canary");
    let opening = agent.begin("open_page", &json!({ "url": site.url("/") }));
    person.answers("may agent:canary open a page", "y");
    let mut heard = agent.done(opening).unwrap();
    for (name, arguments) in [
        ("read_page", json!({})),
        ("read_page", json!({ "part": 0 })),
        ("read_page", json!({ "part": 1 })),
        ("read_page", json!({ "part": 9 })),
        ("call_tool", json!({ "name": "browser.scroll", "arguments": { "direction": "down", "pages": 1 } })),
        ("browser.capture_viewport", json!({})),
        ("call_tool", json!({ "name": "browser.observe_dom", "arguments": {} })),
        ("call_tool", json!({ "name": "content.find", "arguments": { "query": "canary" } })),
    ] {
        let id = agent.begin(name, &arguments);
        heard += &agent.answer(id).to_string();
    }
    heard += &agent.notes.iter().map(Value::to_string).collect::<String>();
    assert!(heard.contains("The lantern weighs 300 grams"), "what is public is told: {heard}");
    for (canary, html) in CANARIES {
        assert!(!heard.contains(canary), "{html} in {heard}");
    }
}

#[test]
fn s9_a_no_stays_a_no_and_is_not_asked_again() {
    if !has_browser() {
        return;
    }
    let (home, lake) = (Home::new(), Lake::start());
    let _serving = Serving::start(&home);
    let mut person = Person::sit_down(&home);
    let mut agent = Agent::start(&home, "editor");
    let page = json!({ "url": lake.site.url("/") });
    let opening = agent.begin("open_page", &page);
    person.answers("may agent:editor open a page", "n");
    assert_eq!(agent.done(opening), Err("E_DECLINED".into()));
    assert_eq!(agent.call("open_page", &page), Err("P_DENY_AGENT_SITE".into()), "nobody is asked twice");
    assert_eq!(lake.asked("/"), 0, "nothing was opened");
    assert_eq!(agent.call("read_page", &json!({})), Err("E_NO_PAGE".into()));
    // What is shown first is told only if it was agreed to, byte by byte.
    let mut other = Agent::start(&home, "reader");
    let opening = other.begin("open_page", &page);
    person.answers("may agent:reader open a page", "p");
    person.answers("may agent:reader be told exactly this?", "n");
    assert_eq!(other.done(opening), Err("E_DECLINED".into()));
    let reading = other.begin("read_page", &json!({}));
    person.answers("may agent:reader be told exactly this?", "y");
    assert!(other.done(reading).unwrap().contains("48 metres deep"));
    assert!(person.shown.contains("48 metres deep"), "the person saw it, too");
}

#[test]
fn s1_nothing_that_an_agent_says_or_starts_approves() {
    let (home, lake) = (Home::new(), Lake::start());
    let _serving = Serving::start(&home);
    // The person of this test sits below the same process as this agent, so their yes does not count.
    let mut agent = Agent::below(&home, "editor");
    let mut close = Person::sit_down(&home);
    let opening = agent.begin("open_page", &json!({ "url": lake.site.url("/") }));
    close.answers("may agent:editor open a page", "a");
    close.sees("E_SAME_TREE");
    let mut wire = Wire::open(&home);
    assert_eq!(wire.ask(&json!({ "say": "watch" }))["says"], "done");
    let asked = wire.read().unwrap();
    let (ask, digest) = (asked["news"]["id"].clone(), asked["news"]["digest"].clone());
    assert_eq!(asked["news"]["news"], "agent_ask", "{asked}");
    let other = format!("sha256:{}", "0".repeat(64));
    let reply = |ask: &Value, digest: &Value| json!({ "say": "agent_reply", "ask": ask, "digest": digest, "reply": "always" });
    let order = json!({ "goal": "x", "urls": [lake.site.url("/")], "mode": "autopilot", "asks": { "agent": "editor" } });
    // A program that is no person, whatever it says of itself.
    for (ask, code) in [
        (reply(&ask, &digest), "E_NO_PERSON"),
        (reply(&ask, &json!(other)), "E_NO_PERSON"),
        (json!({ "say": "begin", "order": order }), "E_NOT_AN_AGENT"),
        (json!({ "say": "agent_call", "tool": "git", "arguments": {} }), "E_NOT_AN_AGENT"),
        (json!({ "say": "agent", "name": "Ed itor" }), "E_MESSAGE"),
    ] {
        let told = wire.ask(&ask);
        assert_eq!(told["code"], code, "{ask} -> {told}");
    }
    // A connection that says that it is an agent's can do nothing else from then on.
    let mut hostile = Wire::open(&home);
    assert_eq!(hostile.ask(&json!({ "say": "agent", "name": "editor" }))["says"], "done");
    for ask in [
        reply(&ask, &digest),
        json!({ "say": "watch" }),
        json!({ "say": "begin", "order": order }),
        json!({ "say": "resume", "run": "run-1" }),
        json!({ "say": "answer", "run": "run-1", "requestId": "00000000-0000-4000-8000-000000000000", "digest": other, "reply": "once" }),
        json!({ "say": "unlock" }),
        json!({ "say": "grants" }),
        json!({ "say": "stop" }),
        json!({ "say": "quit" }),
    ] {
        let told = hostile.ask(&ask);
        assert_eq!(told["code"], "E_AGENT_MAY_NOT", "{ask} -> {told}");
    }
    assert_eq!(hostile.ask(&json!({ "say": "agent", "name": "other" }))["code"], "E_HELLO");
    // What is not open is not there, however it is asked for.
    for (name, arguments, code) in [
        ("open_page", json!({ "url": "file:///etc/passwd" }), "E_RESTRICTED_PAGE"),
        ("open_page", json!({ "url": "chrome://settings" }), "E_RESTRICTED_PAGE"),
        ("open_page", json!({}), "INVALID_ARGUMENT"),
        ("browser.capture_viewport", json!({}), "E_AGENT_TOOL"),
        ("browser.observe_dom", json!({}), "E_AGENT_TOOL"),
        ("browser.click", json!({ "handleId": "laika-1" }), "E_NO_PAGE"),
        ("laika.approve", json!({ "yes": true }), "E_NO_TOOL"),
        ("\u{1b}[31mx", json!({}), "E_NO_TOOL"),
    ] {
        let told = hostile.ask(&json!({ "say": "agent_call", "tool": name, "arguments": arguments }));
        assert_eq!(told["code"], code, "{name} {arguments} -> {told}");
    }
    for what in
        [json!({ "kind": "runs" }), json!({ "kind": "artifacts" }), json!({ "kind": "run", "run": "run-1" })]
    {
        assert_eq!(hostile.ask(&json!({ "say": "agent_read", "what": what }))["code"], "E_AGENT_NOT_OPEN");
    }
    // Taken back, the question is gone: a late yes is nobody's.
    agent.write(
        &json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": opening } }),
    );
    until("it is taken back", || {
        let mut wire = Wire::open(&home);
        wire.ask(&json!({ "say": "watch" }));
        wire.ask(&json!({ "say": "status" }));
        wire.news.is_empty()
    });
    assert_eq!(lake.asked("/"), 0, "nothing was opened by all that");
    let said = home.laika(&["mcp", "agents", "--json"]).json();
    assert_eq!(said["agents"], json!([]), "nothing was kept: {said}");
    for words in [["mcp", "allow", "editor", "runs"], ["mcp", "mode", "editor", "autopilot"]] {
        let refused = home.laika(&words);
        assert!(refused.code == 2 && refused.said.contains("E_NO_PERSON"), "{refused:?}");
    }
}

#[test]
fn an_agent_that_floods_is_told_so_and_nobody_else_waits() {
    let home = Home::new();
    let _serving = Serving::start(&home);
    let mut agent = Agent::start(&home, "flood");
    let sum = json!({ "name": "app.calculate", "arguments": { "expression": "6*7" } });
    assert!(agent.call("call_tool", &sum).unwrap().contains("42"));
    // Many at once: each gets an answer, most of them that it is too much.
    let ids: Vec<u64> = (0..60).map(|_| agent.begin("call_tool", &sum)).collect();
    let came: Vec<_> = ids.into_iter().map(|id| agent.done(id)).collect();
    assert!(
        came.iter().any(Result::is_ok) && came.iter().any(|one| *one == Err("E_BUSY".into())),
        "{came:?}"
    );
    // Huge, deep and odd arguments.
    let huge = "x".repeat(2 * 1024 * 1024);
    assert_eq!(
        agent.call("call_tool", &json!({ "name": "app.calculate", "arguments": { "expression": huge } })),
        Err("E_TOO_LONG".into())
    );
    let nested = |depth: u32| (0..depth).fold(json!(1), |inner, _| json!([inner]));
    let deep = |depth| json!({ "name": "app.calculate", "arguments": { "expression": nested(depth) } });
    assert_eq!(agent.call("call_tool", &deep(50)), Err("INVALID_ARGUMENT".into()));
    // What cannot be read at all has no answer, and ends nothing.
    agent.begin("call_tool", &deep(500));
    // An answer to a question that nobody asked changes nothing.
    agent.write(&json!({ "jsonrpc": "2.0", "id": 900, "result": { "action": "accept", "content": { "approve": true } } }));
    thread::sleep(Duration::from_millis(200));
    assert!(agent.call("call_tool", &sum).unwrap().contains("42"), "it goes on");
    let status = home.laika(&["status", "--json"]).json();
    assert_eq!(status["running"], true);
    // Many agents at once leave places for the person.
    let mut crowd: Vec<Agent> =
        (0..9).map(|number| Agent::start(&home, &format!("crowd-{number}"))).collect();
    let came: Vec<_> = crowd.iter_mut().map(|one| one.call("call_tool", &sum)).collect();
    assert_eq!(came.last(), Some(&Err("E_BUSY".into())), "{came:?}");
    drop(crowd);
    // Locked is locked for agents, too, and they are told at once.
    assert_eq!(home.laika(&["panic"]).code, 0);
    let mut late = Agent::start(&home, "late");
    assert!(late.call("call_tool", &sum).is_err());
}

#[test]
fn the_list_of_tools_is_short_and_the_rest_is_found() {
    let home = Home::new();
    let _serving = Serving::start(&home);
    let mut agent = Agent::start(&home, "short");
    let listed = agent.ask("tools/list", &json!({}));
    let tools = listed["result"]["tools"].as_array().unwrap();
    let names: Vec<&str> = tools.iter().filter_map(|tool| tool["name"].as_str()).collect();
    assert_eq!(names, ["open_page", "read_page", "click", "type_text", "find_tool", "call_tool"]);
    let found = agent.call("find_tool", &json!({ "query": "git history" })).unwrap();
    assert!(found.contains("\"git\""), "{found}");
    let prompts = agent.ask("prompts/list", &json!({}));
    assert_eq!(prompts["result"]["prompts"].as_array().unwrap().len(), 2);
    let resources = agent.ask("resources/list", &json!({}));
    assert_eq!(resources["result"]["resources"][0]["uri"], "laika://runs");
    let read = agent.ask("resources/read", &json!({ "uri": "laika://runs" }));
    assert!(read["error"]["message"].as_str().unwrap().contains("E_AGENT_NOT_OPEN"), "{read}");
}
