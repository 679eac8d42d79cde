//! Reading packets and tool messages: no text panics, and what was read reads again.
#![no_main]

use laika_protocol::llmcp::{Packet, read_packet};
use laika_protocol::observation::check_observation;
use laika_protocol::tools::check_call_text;
use laika_protocol::wire::{read_control, read_request, read_response};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match read_packet(text) {
        Ok(Packet::Request(request)) => {
            let again = serde_json::to_string(&request).expect("a packet is JSON");
            assert_eq!(read_packet(&again), Ok(Packet::Request(request)));
        }
        Ok(Packet::Response(response)) => {
            let again = serde_json::to_string(&response).expect("a packet is JSON");
            assert_eq!(read_packet(&again), Ok(Packet::Response(response)));
        }
        Err(defects) => assert!(!defects.is_empty()),
    }
    let _ = read_request(text);
    let _ = read_response(text);
    let _ = read_control(text);
    let _ = check_call_text(text);
    let _ = check_observation(text);
});
