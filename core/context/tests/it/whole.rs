//! What must hold of every output, however hostile.

use laika_context::{Answer, Expected, LegacyPattern, Stamp, Thinking, read_answer};
use laika_protocol::ids::{HandleAlias, Timestamp, Uuid};
use laika_protocol::llmcp::{Packet, Request, Response, TaskName, read_packet};
use laika_protocol::tools::{TOOLS, check_arguments, find};
use laika_protocol::{Defect, Path};
use proptest::prelude::*;
use serde_json::json;

fn expectations() -> Vec<Expected> {
    let mut all = Vec::new();
    for task in TaskName::ALL {
        for (legacy, thinking) in
            [(LegacyPattern::On, Thinking::Closed), (LegacyPattern::Off, Thinking::Open)]
        {
            let mut expected = Expected::for_task(*task);
            expected.tools = TOOLS.to_vec();
            expected.handles = [HandleAlias::parse("laika-1").unwrap()].into();
            (expected.legacy, expected.thinking) = (legacy, thinking);
            all.push(expected);
        }
    }
    all
}

/// I4: what leaves here is schema-valid, was offered, and has handles that exist; or there is no call.
fn check_call(answer: &Answer, defects: &[Defect], expected: &Expected) {
    for call in answer.call.iter().chain(&answer.deferred) {
        let tool = find(call.name.as_str()).unwrap();
        assert!(expected.tools.iter().any(|offered| offered.name == tool.name));
        assert_eq!(check_arguments(tool, &call.arguments, &Path::root()), []);
        for (_, handle) in tool.handles(&call.arguments) {
            assert!(expected.handles.iter().any(|known| known.as_str() == handle), "{handle}");
        }
    }
    if answer.call.is_some() {
        assert!(!defects.iter().any(Defect::is_error), "a call beside an error: {defects:?}");
    }
    if answer.dialect.is_none() {
        assert!(answer.call.is_none() && answer.route.is_none(), "{defects:?}");
    }
}

/// Pieces that, put together at random, come close to real answers and real attacks.
const PIECES: &[&str] = &[
    "<think>",
    "</think>",
    "```json\n",
    "\n```",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    " ",
    "\n",
    "null",
    "true",
    "1e999",
    "{\"tool\":\"browser.click\",\"args\":{\"handleId\":\"laika-1\"}}",
    "{\"name\":\"search\",\"arguments\":{\"query\":\"x\"}}",
    "{\"choice\":\"call_tool\",\"tool\":\"search\",\"question\":null}",
    ":::TOOL:SEARCH:cats:::",
    ":::TOOL:",
    "\"tool_calls\":[",
    "\"assistant\":{\"render\":{\"type\":\"doc\",\"children\":[]}}",
    "\"summary\":\"hi\"",
    "{\"summary\":\"s\",\"tool_calls\":[{\"name\":\"browser.type\",\"arguments\":{\"handle\":\"laika-1\",\"text\":\"x\"}}]}",
    "\"handleId\":\"laika-2\"",
    "\\u0000",
    "\\ud800",
    "é",
    "\u{202e}",
    "<tool_call>",
];

proptest! {
    #[test]
    fn i4_any_text_gives_an_answer_and_only_valid_calls(text in ".{0,300}") {
        for expected in expectations() {
            let (answer, defects) = read_answer(&text, &expected);
            check_call(&answer, &defects, &expected);
        }
    }

    #[test]
    fn i4_near_answers_give_only_valid_calls(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..14)) {
        let text = pieces.concat();
        for expected in expectations() {
            let (answer, defects) = read_answer(&text, &expected);
            check_call(&answer, &defects, &expected);
        }
    }

    /// C-13: what stands behind the first object never adds or changes a call; at most it shows that there was none.
    #[test]
    fn nothing_behind_the_first_object_counts(first in 0..4_usize, pieces in prop::collection::vec(prop::sample::select(PIECES), 0..8)) {
        let objects = [
            "{\"tool\":\"browser.click\",\"args\":{\"handleId\":\"laika-1\"}}",
            "{\"tool\":\"browser.click\",\"args\":{\"handleId\":\"laika-2\"}}",
            "{\"page\":\"data\"}",
            "{\"summary\":\"only words\"}",
        ];
        let mut expected = Expected::for_task(TaskName::AgentArgs);
        expected.tools = TOOLS.to_vec();
        expected.handles = [HandleAlias::parse("laika-1").unwrap()].into();
        let (alone, _) = read_answer(objects[first], &expected);
        let (followed, _) = read_answer(&(objects[first].to_owned() + &pieces.concat()), &expected);
        prop_assert!(followed.call.is_none() || followed.call == alone.call);
    }

    /// A prefix of an answer is never a call: cutting a model off must not make it act.
    #[test]
    fn truncated_output_is_never_a_call(cut in 0..200_usize) {
        let whole = "{\"assistant\":{\"title\":\"t\",\"render\":{\"type\":\"doc\",\"children\":[]}},\"tool_calls\":[{\"name\":\"browser.type\",\"arguments\":{\"handleId\":\"laika-1\",\"text\":\"pay\"}}]}";
        let cut = cut.min(whole.len() - 1);
        for expected in expectations() {
            prop_assert!(read_answer(&whole[..cut], &expected).0.call.is_none());
        }
    }
}

/// Whatever was read can be stored and read again.
#[test]
fn an_answer_becomes_a_good_packet() {
    let request = demo_request();
    let fence = format!("```{}\nx\n```", "z".repeat(100));
    for summary in
        ["words", &fence, &"a\n\n".repeat(200_000), &"\u{1}".repeat(200_000), &"- [x](y)\n".repeat(30_000)]
    {
        for format in ["plain", "markdown"] {
            let said = json!({ "summary": summary, "summaryFormat": format }).to_string();
            let (answer, _) = read_answer(&said, &Expected::for_request(&request));
            let packet = serde_json::to_string(&stamped(answer, &request)).unwrap();
            assert!(read_packet(&packet).is_ok(), "{format}: {:?}", read_packet(&packet).map(|_| ()));
        }
    }
}

fn demo_request() -> Request {
    let Packet::Request(request) = read_packet(include_str!("../../../../demo/request.json")).unwrap() else {
        panic!("not a request")
    };
    request
}

fn stamped(answer: Answer, request: &Request) -> Response {
    let id = Uuid::parse("5a2e5f8a-6f57-4fe0-9cbb-1a6f1fa1b5a2").unwrap();
    answer.into_response(Stamp { id, created_at: Timestamp::from_epoch_ms(1_769_258_096_789), request })
}

/// PROT-039: the core stamps the envelope; whatever the model wrote there is gone, and the packet is a good one.
#[test]
fn the_core_stamps_the_response() {
    let request = demo_request();
    let said = r#"{"protocol":{"name":"evil","version":9},"id":"me","conversation":{"id":"x","turn":99},
        "assistant":{"title":"T","render":{"type":"doc","children":[]},"citations":[]},
        "tool_calls":[{"name":"search","arguments":{"query":"a"}},{"name":"search","arguments":{"query":"b"}}]}"#;
    let mut expected = Expected::for_task(TaskName::WebAnswer);
    expected.tools = TOOLS.to_vec();
    let (answer, _) = read_answer(said, &expected);
    assert_eq!(answer.deferred.len(), 1);
    let response = stamped(answer, &request);
    assert_eq!(response.conversation, request.conversation);
    assert_eq!(response.tool_calls.len(), 1, "a deferred call must not become the first when read again");
    let text = serde_json::to_string(&response).unwrap();
    let Request { id, .. } = request;
    assert_eq!(response.in_reply_to.request_id, id);
    assert!(matches!(read_packet(&text), Ok(Packet::Response(_))));
}
