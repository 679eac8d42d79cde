//! Any value of each wire type survives JSON and back, and schema and type agree on what is good.

use laika_protocol::schema::{schema_of, validate};
use laika_protocol::{document, llmcp, observation, tools::typed, wire};
use proptest::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::random::Maker;

fn survives<T: JsonSchema + Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(seed: u64) {
    let schema = schema_of::<T>();
    let mut maker = Maker::new(&schema, seed);
    let json = maker.value();
    assert_eq!(validate(&schema, &json), [], "{json}");
    let value: T = serde_json::from_value(json.clone()).unwrap_or_else(|error| panic!("{error}: {json}"));
    let text = serde_json::to_string(&value).unwrap();
    let again: T = serde_json::from_str(&text).unwrap();
    assert_eq!(value, again);
    assert_eq!(validate(&schema, &serde_json::from_str::<Value>(&text).unwrap()), [], "{text}");

    let mut broken = json;
    maker.damage(&mut broken);
    let fits_schema = validate(&schema, &broken).is_empty();
    let fits_type = serde_json::from_value::<T>(broken.clone()).is_ok();
    // The schema also bounds lengths and counts, so it may refuse more, never less.
    assert!(!fits_schema || fits_type, "the schema takes what the type does not: {broken}");
}

macro_rules! round_trips {
    ($($name:ident: $type:ty;)*) => {
        proptest! {
            $(#[test] fn $name(seed: u64) { survives::<$type>(seed); })*
        }
    };
}

round_trips! {
    request: llmcp::Request;
    response: llmcp::Response;
    route: llmcp::Route;
    document: document::Document;
    observation: observation::Observation;
    tool_request: wire::ToolRequest;
    tool_accepted: wire::ToolAccepted;
    tool_success: wire::ToolSuccess;
    tool_failure: wire::ToolFailure;
    blob_chunk: wire::BlobChunk;
    target_facts: wire::TargetFacts;
    control_message: wire::ControlMessage;
    state_payload: wire::StatePayload;
    observe_dom: typed::ObserveDom;
    find: typed::Find;
    candidates: typed::Candidates;
    click: typed::Click;
    type_text: typed::TypeText;
    scroll: typed::Scroll;
    wait_for: typed::WaitFor;
    extracted_table: typed::ExtractedTable;
    capture: typed::Capture;
    to_url: typed::ToUrl;
    search: typed::Search;
}

proptest! {
    /// PROT-004, TOOL-047: whatever arrives, reading answers and does not panic.
    #[test]
    fn any_text_into_the_readers_gives_an_answer(text in ".{0,400}") {
        let _ = llmcp::read_packet(&text);
        let _ = wire::read_request(&text);
        let _ = wire::read_response(&text);
        let _ = wire::read_control(&text);
    }

    #[test]
    fn any_damaged_packet_gives_defects_or_a_packet(seed: u64) {
        let schema = schema_of::<llmcp::Response>();
        let mut maker = Maker::new(&schema, seed);
        let mut json = maker.value();
        for _ in 0..maker.below(4) {
            maker.damage(&mut json);
        }
        let text = json.to_string();
        if let Err(defects) = llmcp::read_packet(&text) {
            prop_assert!(!defects.is_empty(), "{text}");
        }
    }
}
