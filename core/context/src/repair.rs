//! The one prompt that gives a model its own mistakes back (C-12, PIPE-013).

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use laika_protocol::Defect;
use laika_protocol::llmcp::TaskName;

use crate::Expected;

/// Mistakes named at most: a small model mends a few, and a prompt must stay small.
const MOST_MISTAKES: usize = 6;

/// The prompt for one more try, or nothing if there is no mistake to mend. Values of the model's output stand in it cut
/// and escaped, as in every defect; it is sent as a user message, never as part of the system prompt.
#[must_use]
pub fn repair_prompt(defects: &[Defect], expected: &Expected) -> Option<String> {
    let mistakes: Vec<&Defect> = defects.iter().filter(|defect| defect.is_error()).collect();
    if mistakes.is_empty() {
        return None;
    }
    let mut prompt = String::from("Your last answer could not be used:\n");
    for mistake in mistakes.iter().take(MOST_MISTAKES) {
        // Writing to a String cannot fail.
        let _ = writeln!(prompt, "- at {}: {}", mistake.path, mistake.message);
    }
    let _ = writeln!(
        prompt,
        "Answer again with only one JSON object, no other text, in this shape:\n{}",
        shape(expected)
    );
    Some(prompt)
}

fn shape(expected: &Expected) -> String {
    let names: Vec<&str> = expected.tools.iter().map(|tool| tool.name).collect();
    match (expected.task, expected.tools.as_slice()) {
        (TaskName::AgentRoute, _) => {
            format!(
                r#"{{"choice": "call_tool" | "clarify" | "none", "tool": one of {names:?} | null, "question": string | null}}"#
            )
        }
        (TaskName::AgentArgs, [tool]) => {
            let arguments: Vec<&str> = tool.arguments.iter().map(|argument| argument.name).collect();
            format!(r#"{{"tool": "{}", "args": {{ {} }}}}"#, tool.name, arguments.join(", "))
        }
        (TaskName::AgentArgs, _) => format!(r#"{{"tool": one of {names:?}, "args": {{ }}}}"#),
        (TaskName::WebSummarize | TaskName::WebExtract | TaskName::WebAnswer, _) => String::from(
            r#"{"assistant": {"title": string, "render": {"type": "doc", "children": [{"type": "paragraph", "children": [{"type": "text", "text": string}]}]}, "citations": [{"doc_id": string, "quote": string}]}, "tool_calls": []}"#,
        ),
    }
}
