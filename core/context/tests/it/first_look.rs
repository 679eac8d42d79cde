//! The first look at a page costs the same on a large page as on a small one.

use laika_context::{Aliases, FIRST_LOOK_TOKENS, estimate_tokens, first_look};
use laika_protocol::observation::Observation;
use serde_json::{Value, json};

fn handle(n: usize) -> String {
    format!("h_{n:0>22}")
}

fn element(n: usize, role: &str, name: &str) -> Value {
    let corner = json!({ "x": 1.0, "y": 2.0, "width": 3.0, "height": 4.0 });
    json!({ "handleId": handle(n), "role": role, "accessibleName": name, "boundingBox": corner })
}

fn observation(text: &str, items: &[Value], elements: &[Value]) -> Observation {
    serde_json::from_value(json!({
        "url": "https://shop.example/list?session=1", "title": "Shop", "origin": "https://shop.example",
        "documentId": "d7", "navigationGeneration": 0, "observedAtMs": 1_769_258_096_789_u64,
        "text": text, "items": items, "elements": elements,
    }))
    .unwrap()
}

fn shop(cards: usize) -> Observation {
    let shown = cards.min(30);
    let title = |n: usize| format!("Walking boots number {n} for rough ground");
    let items: Vec<_> = (0..shown)
        .map(|n| json!({ "title": title(n), "url": format!("https://shop.example/p/{n}"), "snippet": "EUR 49.90, in stock, 4.5 stars", "handleId": handle(n) }))
        .collect();
    let mut elements: Vec<_> = (0..cards.min(80)).map(|n| element(n, "link", &title(n))).collect();
    elements.extend((0..cards.min(80)).map(|n| element(100 + n, "button", "Add to basket")));
    elements.insert(0, element(900, "searchbox", "Search the shop"));
    let lines: Vec<_> = (0..cards.min(200)).map(|n| format!("{}\nEUR 49.90", title(n))).collect();
    observation(&lines.join("\n"), &items, &elements)
}

fn look(observation: &Observation) -> (Value, usize) {
    let document = first_look(observation, 0, &mut Aliases::default(), FIRST_LOOK_TOKENS);
    let json = serde_json::to_value(&document).unwrap();
    let tokens = estimate_tokens(&json.to_string());
    (json, tokens)
}

#[test]
fn three_hundred_cards_cost_what_twenty_do() {
    let (small, few) = look(&shop(20));
    let (large, many) = look(&shop(300));
    assert!(few <= FIRST_LOOK_TOKENS && many <= FIRST_LOOK_TOKENS, "{few} {many}");
    assert!(many * 10 <= few * 11, "{few} {many}");
    for look in [&small, &large] {
        assert!(look["items"].as_array().unwrap().len() >= 3);
        assert_eq!(look["elements"][0]["text"], "Search the shop", "what acts comes before what leads on");
        assert_eq!(look["url"], "https://shop.example/list", "a query is no part of a first look");
    }
    assert!(large["left_out"].as_array().unwrap().iter().any(|left| left["part"] == "elements"));
}

/// Whatever a page holds, its first look stays within its tokens and says what is missing.
#[test]
fn every_kind_of_page_fits() {
    let long = "A sentence that goes on for a while and says something about walking. ".repeat(200);
    let words = "日本語の文章がここに続きます。".repeat(300);
    let digits = "1234567890 ".repeat(900);
    let one_line = "x".repeat(12_000);
    let name = "A name that is much longer than it has to be, and then longer still, on purpose".repeat(2);
    let elements: Vec<_> = (0..300).map(|n| element(n, "button", &name)).collect();
    for text in [long.as_str(), &words, &digits, &one_line, "", "short"] {
        for elements in [&elements[..], &elements[..3], &[]] {
            let (json, tokens) = look(&observation(text, &[], elements));
            assert!(tokens <= FIRST_LOOK_TOKENS, "{tokens}: {json}");
            let missing = json["text"].as_str().unwrap() != text
                || json["elements"].as_array().map_or(0, Vec::len) < elements.len();
            assert_eq!(missing, json.get("left_out").is_some(), "{json}");
        }
    }
}
