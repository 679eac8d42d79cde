//! Reading answers: no output panics, and a call that comes out is one that may go to the gate.
#![no_main]

use laika_context::{Expected, LegacyPattern, Thinking, read_answer, repair_prompt};
use laika_protocol::Path;
use laika_protocol::ids::HandleAlias;
use laika_protocol::llmcp::TaskName;
use laika_protocol::tools::{TOOLS, check_arguments, find};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: (u8, &str)| {
    let (choice, text) = data;
    let task = TaskName::ALL[usize::from(choice) % TaskName::ALL.len()];
    let mut expected = Expected::for_task(task);
    expected.tools = TOOLS.to_vec();
    expected.handles = HandleAlias::parse("laika-1").into_iter().collect();
    if choice & 64 != 0 {
        expected.legacy = LegacyPattern::On;
    }
    if choice & 128 != 0 {
        expected.thinking = Thinking::Open;
    }
    let (answer, defects) = read_answer(text, &expected);
    let _ = repair_prompt(&defects, &expected);
    for call in answer.call.iter().chain(&answer.deferred) {
        let tool = find(call.name.as_str()).expect("a call names a tool");
        assert!(check_arguments(tool, &call.arguments, &Path::root()).is_empty());
        assert!(tool.handles(&call.arguments).iter().all(|(_, handle)| *handle == "laika-1"));
    }
});
