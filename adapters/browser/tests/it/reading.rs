//! Observations, as the protocol has them.

use std::time::Duration;

use laika_browser::Pages as _;
use laika_protocol::ids::HandleRef;
use laika_protocol::observation::{RedactionKind, check_observation};
use laika_protocol::tools::typed::{Condition, ExtractTable, Find, ObserveDom, Scope, ScopeKind, WaitFor};
use serde_json::{Value, json};

use super::world::{SOON, evaluate, test};

#[test]
fn frames_of_the_page_are_read_where_they_stand_and_others_named() {
    test(async |_, place| {
        let far = place.server.other("/far").to_string();
        let hidden = format!("http://unseen.localhost:{}/unseen", place.server.port);
        place.server.page("/far", "<p>far words</p>").page("/unseen", "<p>unseen words</p>");
        place.server.page(
            "/near",
            "<p>near words</p><button>Near button</button><iframe srcdoc='<p>inner words</p>'></iframe>",
        );
        place.server.page("/", &format!("<p>first words</p><iframe style='position:absolute;left:300px;top:200px;border:0;width:300px;height:300px' src=/near></iframe><p>last words</p><iframe src={far}></iframe><iframe hidden src=/unseen></iframe><iframe style='display:none' src={hidden}></iframe>"));
        place.tab.navigate(&place.server.url("/")).await.unwrap();
        let observation = place.tab.observe(&ObserveDom::default()).await.unwrap();
        let text = serde_json::to_string(&observation).unwrap();
        assert_eq!(check_observation(&text), [], "{text}");
        assert!(!text.contains("unseen"), "{text}");
        let words: Vec<_> = observation.text.lines().filter(|line| line.ends_with("words")).collect();
        assert_eq!(words, ["first words", "near words", "inner words", "last words"]);
        assert_eq!(observation.blocked_frames.len(), 1);
        assert_eq!(
            observation.blocked_frames[0].frame_origin.as_ref().unwrap().as_str(),
            place.server.other("/").origin().ascii_serialization()
        );
        assert!(
            observation
                .redactions
                .iter()
                .any(|it| it.kind == RedactionKind::CrossOriginFrames && it.count == 1)
        );
        let button = observation.elements.iter().find(|it| it.accessible_name == "Near button").unwrap();
        assert!(
            button.bounding_box.x >= 300.0 && button.bounding_box.y >= 200.0,
            "{:?}",
            button.bounding_box
        );
        let frame = place.tab.frame_of(&button.handle_id);
        assert_ne!(frame, 0);
        let (facts, _, _) = place.tab.target(frame, &button.handle_id).await.unwrap();
        assert_eq!(facts.accessible_name, "Near button");
        let mut nodes: Vec<_> = observation.visible_text.iter().map(|chunk| chunk.node_id.as_str()).collect();
        nodes.sort_unstable();
        nodes.dedup();
        assert_eq!(nodes.len(), observation.visible_text.len(), "each anchor is one place");
    });
}

#[test]
fn what_a_script_makes_clickable_is_called_by_its_words() {
    test(async |_, place| {
        place.server.page(
            "/",
            "<style>b, div.row { cursor: pointer }</style><p>Lorem <span style='cursor:pointer'>ipsum <i hidden>not</i>dolor</span> sit.</p>\
             <div class=row><h4>First line</h4><p>second line</p></div>\
             <a title=Prev><span>Prev</span></a><a title=Next style='cursor:default'>Next</a><a name=here title=Here>Here</a>\
             <a aria-label=Last aria-disabled=true>Last</a><a>Nothing</a>",
        );
        place.tab.navigate(&place.server.url("/")).await.unwrap();
        let observation = place.tab.observe(&ObserveDom::default()).await.unwrap();
        let names: Vec<_> = observation.elements.iter().map(|it| it.accessible_name.as_str()).collect();
        assert_eq!(names, ["ipsum dolor", "First line", "Prev"], "a link that was taken away is none");
    });
}

/// S6: what a script makes a button of is to the gate what it says, as a real button is: a `div` that says Send sends. What
/// says more than a label does is content, and a page cannot make it a name.
#[test]
fn s6_the_gate_hears_what_something_clickable_says() {
    test(async |_, place| {
        place.server.page(
            "/",
            "<style>div, li, td, p { cursor: pointer }</style><div>Send</div><div class=trash style='height:9px'></div>\
             <ul><li>Pay now</li></ul><table><tr><td id=d>Delete</td></tr></table><p id=o>Order</p><section onclick='go()'>Buy</section>\
             <div>Ada wrote a long letter about engines, about tables of numbers, and about what to send next</div>",
        );
        place.tab.navigate(&place.server.url("/")).await.unwrap();
        let observation = place.tab.observe(&ObserveDom::default()).await.unwrap();
        let mut heard = Vec::new();
        for element in &observation.elements {
            let frame = place.tab.frame_of(&element.handle_id);
            heard.push(place.tab.target(frame, &element.handle_id).await.unwrap().0.accessible_name);
        }
        assert_eq!(heard, ["Send", "trash", "Pay now", "Delete", "Order", "Buy", ""]);
    });
}

/// An icon that nobody gave a label is called by what its author wrote for themselves; one with a name keeps that. In a row
/// that is clickable as a whole, icons that do something are things of their own.
#[test]
fn icons_without_a_name_are_called_by_what_they_show() {
    test(async |_, place| {
        place.server.page(
            "/",
            "<style>.row, img, svg, i, span { cursor: pointer } span, i { display: inline-block; width: 12px; height: 12px }</style>\
             <button class=btn-close></button><button class=trash aria-label='Empty the bin'></button>\
             <a href=/x><svg width=9 height=9><use href='/sprites.svg#icon-cart'/></svg></a>\
             <i class='fa fa-download'></i><img src='/img/printer.png?v=2' width=9 height=9 alt=''>\
             <i class='fa fa-5x'></i><button id=send-reply></button>\
             <div class=row><b>Ada</b><p>Engines</p><span class=star></span><span class='icon bin'></span><span class=avatar></span></div>\
             <div class=row><span class=mail-reply>Reply</span> <span class=mail-forward>Forward</span> <span class=reply>to Ada</span></div>",
        );
        place.tab.navigate(&place.server.url("/")).await.unwrap();
        let observation = place.tab.observe(&ObserveDom::default()).await.unwrap();
        let names: Vec<_> = observation.elements.iter().map(|it| it.accessible_name.as_str()).collect();
        let expected = [
            "close",
            "Empty the bin",
            "cart",
            "download",
            "print",
            "send",
            "Ada",
            "star",
            "trash",
            "Reply Forward to Ada",
            "Reply",
            "Forward",
        ];
        assert_eq!(names, expected);
        for (query, at) in [("send", 5), ("download", 3), ("trash", 8)] {
            let find = Find { query: query.to_owned(), within_handle: None, k: None };
            let found = place.tab.find(&find).await.unwrap();
            assert_eq!(found.candidates[0].handle_id, observation.elements[at].handle_id, "{query}");
        }
    });
}

/// An entry that leads to another menu is closed as long as that menu cannot be seen, even if it says nothing of it.
#[test]
fn an_entry_with_a_menu_of_its_own_is_open_or_closed() {
    test(async |_, place| {
        place.server.page(
            "/",
            "<ul role=menu><li><div role=menuitem aria-haspopup=true>Far</div><ul role=menu hidden><li role=menuitem>Off</ul>\
             <li><div role=menuitem aria-haspopup=true>Near</div><ul role=menu><li role=menuitem>By</ul>\
             <li role=menuitem>Plain</ul>",
        );
        place.tab.navigate(&place.server.url("/")).await.unwrap();
        let observation = place.tab.observe(&ObserveDom::default()).await.unwrap();
        let items = observation.elements.iter().filter(|it| it.role == "menuitem");
        let told: Vec<_> = items.map(|it| format!("{} {:?}", it.accessible_name, it.states)).collect();
        assert_eq!(told, ["Far [Collapsed]", "Near [Expanded]", "By []", "Plain []"]);
    });
}

/// A field that markup names by nothing is called by the words before it, where those are a name; one with a name keeps it.
#[test]
fn fields_without_a_name_are_called_by_what_stands_before_them() {
    test(async |_, place| {
        place.server.page(
            "/",
            "<p>To: <input></p><div><label>Subject</label> <input></div><p>Write here <input></p>\
             <table><tr><td>Town</td><td><input></td></tr></table><p>Day: <input aria-label=Date></p>\
             <p>First: <input><input></p><p>Agree: <input type=checkbox></p><label for=n>Name:</label><input id=n>",
        );
        place.tab.navigate(&place.server.url("/")).await.unwrap();
        let observation = place.tab.observe(&ObserveDom::default()).await.unwrap();
        let names: Vec<_> = observation.elements.iter().map(|it| it.accessible_name.as_str()).collect();
        assert_eq!(names, ["To:", "Subject", "", "Town", "Date", "First:", "", "", "Name:"]);
    });
}

#[test]
fn a_long_text_is_reached_by_its_cursor_through_frames() {
    test(async |_, place| {
        let lines = |name: &str| {
            (0..60)
                .map(|n| format!("<p>{name} line {n:02} of a longer text that fills a budget</p>"))
                .collect::<String>()
        };
        place.server.page("/near", &lines("near"));
        place.server.page("/", &format!("{}<iframe src=/near></iframe>", lines("page")));
        place.tab.navigate(&place.server.url("/")).await.unwrap();
        let mut seen = String::new();
        let mut cursor = Some(0);
        for _ in 0..20 {
            let Some(at) = cursor else { break };
            let arguments = ObserveDom { cursor: Some(at), max_chars: Some(1000), ..ObserveDom::default() };
            let observation = place.tab.observe(&arguments).await.unwrap();
            assert!(observation.text.chars().count() <= 1000);
            seen.push_str(&observation.text);
            seen.push('\n');
            assert!(observation.next_cursor.is_none_or(|next| next > at));
            cursor = observation.next_cursor;
        }
        assert_eq!(cursor, None);
        for name in ["page", "near"] {
            for n in 0..60 {
                let line = format!("{name} line {n:02} ");
                assert_eq!(seen.matches(&line).count(), 1, "{line}");
            }
        }
    });
}

#[test]
fn finding_tables_waiting_and_scopes() {
    test(async |_, place| {
        place.server.page("/", "<h1>Prices</h1><table><caption>Fruit</caption><tr><th>Name</th><th>Price</th></tr><tr><td>Apple</td><td>2</td></tr></table><button id=b>Buy apples</button><main><p>inside</p></main><p>outside</p>");
        let tab = &place.tab;
        tab.navigate(&place.server.url("/")).await.unwrap();
        let find = |query: &str| Find { query: query.to_owned(), within_handle: None, k: None };
        let found = tab.find(&find("buy apples")).await.unwrap();
        assert_eq!(found.candidates[0].accessible_name, "Buy apples");
        let table = tab.find(&find("fruit table")).await.unwrap();
        let table = &table.candidates[0];
        let handle_id = HandleRef::parse(table.handle_id.as_str()).unwrap();
        let extracted = tab.extract_table(&ExtractTable { handle_id }).await.unwrap();
        assert_eq!(
            (extracted.headers, extracted.rows),
            (vec!["Name".to_owned(), "Price".to_owned()], vec![vec!["Apple".to_owned(), "2".to_owned()]])
        );
        let inside = tab.find(&find("inside")).await.unwrap().candidates[0].handle_id.clone();
        let inside = HandleRef::parse(inside.as_str()).unwrap();
        let scope = Scope { kind: ScopeKind::Container, container_handle: Some(inside) };
        let part = tab.observe(&ObserveDom { scope: Some(scope), ..ObserveDom::default() }).await.unwrap();
        assert!(part.text.contains("inside") && !part.text.contains("outside"), "{}", part.text);

        let wait = |condition, timeout_ms| WaitFor { condition, timeout_ms: Some(timeout_ms) };
        let text = |text: &str| Condition::TextAppears { text: text.to_owned() };
        assert!(tab.wait_for(&wait(text("outside"), 1000)).await.unwrap().met);
        assert!(!tab.wait_for(&wait(text("never"), 100)).await.unwrap().met);
        evaluate(tab, "setTimeout(() => { const p = document.createElement('p'); p.textContent = 'at last'; document.body.append(p); }, 100)").await;
        assert!(tab.wait_for(&wait(text("at last"), 3000)).await.unwrap().met);
        evaluate(tab, "setTimeout(() => history.pushState({}, '', '/elsewhere'), 100)").await;
        assert!(tab.wait_for(&wait(Condition::PageChanged {}, 3000)).await.unwrap().met);
        assert!(tab.wait_for(&wait(Condition::PageSettled {}, 3000)).await.unwrap().met);
        evaluate(tab, "setInterval(() => document.body.append('x'), 20)").await;
        assert!(!tab.settle(Duration::from_millis(200), Duration::from_millis(600)).await.unwrap());
        let stale = ExtractTable { handle_id: HandleRef::parse("laika-7").unwrap() };
        assert_eq!(tab.extract_table(&stale).await.unwrap_err().reason.unwrap().as_str(), "E_ALIAS");
    });
}

#[test]
fn the_links_of_a_selection() {
    test(async |_, place| {
        place
            .server
            .page("/", "<p><a href=/one>One</a> <a href=/two>Two</a></p><p><a href=/three>Three</a></p>");
        place.tab.navigate(&place.server.url("/")).await.unwrap();
        let none = place.tab.selection_links(&Default::default()).await.unwrap();
        assert!(none.links.is_empty());
        evaluate(&place.tab, "getSelection().selectAllChildren(document.querySelector('p'))").await;
        let links = place.tab.selection_links(&Default::default()).await.unwrap().links;
        let links: Vec<_> = links.iter().map(|it| (it.text.as_str(), it.url.clone())).collect();
        assert_eq!(
            links,
            [("One", place.server.url("/one").to_string()), ("Two", place.server.url("/two").to_string())]
        );
        let selected = place.tab.observe_selection(&ObserveDom::default()).await.unwrap();
        assert!(selected.text.contains("One") && !selected.text.contains("Three"), "{}", selected.text);
    });
}

#[test]
fn the_page_cannot_answer_for_our_script() {
    test(async |_, place| {
        let page = "<form id=laikaPage><input name=handle></form><script>
            window.laikaPage = { handle: () => ({ ok: true, value: { origin: 'https://bank.example', title: 'fake' } }) };
            JSON.stringify = () => '{}'; Promise.prototype.then = () => 1;</script>";
        place.server.page("/", page);
        place.tab.navigate(&place.server.url("/")).await.unwrap();
        let identity: Value = place.tab.page(0, &json!({ "op": "identify" }), SOON).await.unwrap();
        assert_eq!(identity["title"], "Test");
        let refused = place.tab.page::<Value>(0, &json!({ "op": "nonsense" }), SOON).await.unwrap_err();
        assert_eq!(refused.code, laika_protocol::ErrorCode::Unsupported);
    });
}

#[test]
fn secrets_of_the_address_are_not_in_an_observation() {
    test(async |_, place| {
        place.server.page("/", "<p>here</p>");
        place
            .tab
            .navigate(&place.server.url("/?access_token=canary77&q=shoes#id_token=canary78"))
            .await
            .unwrap();
        let observation = place.tab.observe(&ObserveDom::default()).await.unwrap();
        let text = serde_json::to_string(&observation).unwrap();
        assert!(!text.contains("canary"), "{text}");
        assert!(observation.url.contains("q=shoes"));
        assert_eq!(check_observation(&text), []);
    });
}

#[test]
fn a_later_reading_says_only_what_changed() {
    test(async |_, place| {
        place
            .server
            .page("/", "<section><p>stays</p><button>Stays</button></section><section id=s><p id=p>before</p><button id=b>Goes</button></section>");
        let tab = &place.tab;
        tab.navigate(&place.server.url("/")).await.unwrap();
        let read = async |since: Option<u64>| {
            let request = json!({ "op": "observe", "options": { "since": since } });
            tab.page::<Value>(0, &request, SOON).await.unwrap()
        };
        let texts = |reading: &Value, list: &str, key: &str| -> Vec<String> {
            let all = reading[list].as_array().unwrap();
            all.iter().map(|one| one[key].as_str().unwrap().to_owned()).collect()
        };
        let first = read(None).await;
        let goes = first["elements"].as_array().unwrap().iter().find(|one| one["name"] == "Goes").unwrap();
        evaluate(tab, "p.textContent = 'after'; b.remove(); s.append(document.createElement('button')); s.lastChild.textContent = 'Comes'").await;
        let second = read(first["reading"].as_u64()).await;
        let changed = texts(&second, "chunks", "text");
        assert!(changed.iter().any(|text| text.contains("after")), "{changed:?}");
        assert!(!changed.iter().any(|text| text.contains("stays")), "{changed:?}");
        assert_eq!(texts(&second, "elements", "name"), ["Comes"]);
        assert_eq!(second["gone"]["handles"], json!([goes["handle"]]));
        let third = read(second["reading"].as_u64()).await;
        assert_eq!((&third["chunks"], &third["elements"]), (&json!([]), &json!([])), "nothing changed since");
    });
}
