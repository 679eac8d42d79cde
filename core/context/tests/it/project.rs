//! From an observation to what a model sees, and from its names back to elements.

use expect_test::expect;
use laika_context::{Aliases, Expected, chunk_documents, read_answer, summary_document};
use laika_protocol::llmcp::{Content, TaskName};
use laika_protocol::observation::Observation;
use laika_protocol::tools::TOOLS;
use serde_json::{Value, json};

fn observation() -> Observation {
    let handle = |n: u32| format!("h_{n:0>22}");
    serde_json::from_value(json!({
        "url": "https://news.example/", "title": "News", "origin": "https://news.example", "documentId": "d7",
        "navigationGeneration": 2, "observedAtMs": 1_769_258_096_789_u64,
        "text": "H1: News\n- First story\n- Second story",
        "items": [
            { "title": "First story", "url": "https://news.example/1", "snippet": "a", "handleId": handle(1), "commentCount": 12 },
            { "title": "Second story", "url": "https://news.example/2", "snippet": "b", "handleId": handle(2), "commentCount": 136, "nodeId": "n:4" },
        ],
        "signals": ["consent_overlay"],
        "elements": [
            { "handleId": handle(1), "role": "link", "accessibleName": "First story", "attributes": { "href": "https://news.example/1" },
              "boundingBox": { "x": 1.5, "y": 2.0, "width": 3.0, "height": 4.0 } },
            { "handleId": handle(9), "role": "button", "accessibleName": "Accept", "states": ["disabled"],
              "boundingBox": { "x": 1.5, "y": 2.0, "width": 3.0, "height": 4.0 } },
        ],
        "forms": [{ "label": "Login", "fields": [{ "type": "password", "label": "Password", "required": true }] }],
        "redactions": [{ "kind": "inputValues", "count": 3 }],
    }))
    .unwrap()
}

/// C-06: boxes, forms and redactions stay in the core; one element has one name.
#[test]
fn a_model_sees_text_and_short_names() {
    let document = summary_document(&observation(), 0, &mut Aliases::default());
    let json = serde_json::to_value(document).unwrap();
    expect![[r#"
        {
          "doc_type": "web.observation.summary.v1",
          "url": "https://news.example/",
          "title": "News",
          "text": "H1: News\n- First story\n- Second story",
          "items": [
            {
              "title": "First story",
              "url": "https://news.example/1",
              "snippet": "a",
              "handle_id": "laika-1",
              "comment_count": 12
            },
            {
              "title": "Second story",
              "url": "https://news.example/2",
              "snippet": "b",
              "handle_id": "laika-2",
              "comment_count": 136,
              "node_id": "n:4"
            }
          ],
          "signals": [
            "consent_overlay"
          ],
          "elements": [
            {
              "handle_id": "laika-1",
              "role": "link",
              "text": "First story",
              "href": "https://news.example/1"
            },
            {
              "handle_id": "laika-3",
              "role": "button",
              "text": "Accept"
            }
          ],
          "top_discussions": [
            {
              "title": "Second story",
              "url": "https://news.example/2",
              "comment_count": 136
            },
            {
              "title": "First story",
              "url": "https://news.example/1",
              "comment_count": 12
            }
          ]
        }"#]]
    .assert_eq(&format!("{json:#}"));
    assert!(!json.to_string().contains("h_0"), "a real handle reached the model");
}

/// C-04, I5: a name leads back only within its own pack, and a real handle never comes from a model.
#[test]
fn i5_names_lead_back_to_elements_of_this_pack_only() {
    let mut aliases = Aliases::default();
    let _ = summary_document(&observation(), 3, &mut aliases);
    let read = |said: &str, aliases: &Aliases| {
        let mut expected = Expected::for_task(TaskName::AgentArgs);
        expected.tools = TOOLS.to_vec();
        (expected.handles, expected.stale) = (aliases.current(), aliases.stale().clone());
        let (answer, defects) = read_answer(said, &expected);
        let resolved = answer.call.as_ref().map(|call| aliases.resolve(call).unwrap());
        let resolved = resolved.map(|(arguments, targets)| {
            format!("{} frame {}", Value::Object(arguments), targets[0].frame_id)
        });
        resolved.unwrap_or_else(|| defects.iter().map(|one| one.kind.code()).collect::<Vec<_>>().join(" "))
    };
    let click = r#"{"tool":"browser.click","args":{"handleId":"laika-3"}}"#;
    let scoped = r#"{"tool":"browser.observe_dom","args":{"rootHandleId":"laika-1"}}"#;
    let real = r#"{"tool":"browser.click","args":{"handleId":"h_0000000000000000000009"}}"#;
    assert_eq!(read(click, &aliases), r#"{"handleId":"h_0000000000000000000009"} frame 3"#);
    assert_eq!(
        read(scoped, &aliases),
        r#"{"scope":{"kind":"container","containerHandle":"h_0000000000000000000001"}} frame 3"#
    );
    assert_eq!(read(real, &aliases), "UNKNOWN_HANDLE");

    let mut next = aliases.next_pack();
    assert_eq!(read(click, &next), "STALE_HANDLE");
    let _ = summary_document(&observation(), 3, &mut next);
    assert_eq!(read(click, &next), "STALE_HANDLE", "an old name must not get a new meaning");
    assert_eq!(
        read(&click.replace("laika-3", "laika-6"), &next),
        r#"{"handleId":"h_0000000000000000000009"} frame 3"#
    );
    assert_eq!(read(&click.replace("laika-3", "laika-99"), &next), "UNKNOWN_HANDLE");
}

/// PROT-029, PROT-030: chunks are ordered, counted, cut between lines, and lose nothing.
#[test]
fn long_text_is_cut_into_chunks_between_lines() {
    let mut page = observation();
    page.text = (1..=40).map(|n| format!("- line {n} é\n")).collect();
    let chunks = chunk_documents(&page, 100);
    let mut joined = String::new();
    for (at, chunk) in (1..).zip(&chunks) {
        let Content::ObservationChunk { chunk_index, chunk_count, text, .. } = chunk else {
            panic!("{chunk:?}")
        };
        assert_eq!((*chunk_index, *chunk_count as usize), (at, chunks.len()));
        assert!(text.chars().count() <= 100);
        joined += &format!("{}\n", text.trim_end());
    }
    assert_eq!(joined, page.text);
    page.text = "x".repeat(250);
    assert_eq!(chunk_documents(&page, 100).len(), 3, "a line longer than a chunk is cut all the same");
    page.text.clear();
    assert_eq!(chunk_documents(&page, 100).len(), 0);
}
