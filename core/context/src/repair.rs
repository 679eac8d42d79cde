//! The one prompt that gives a model its own mistakes back (C-12, PIPE-013).

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use laika_protocol::Defect;
use laika_protocol::llmcp::TaskName;
use laika_protocol::model::{Ask, Speaker};

use crate::Expected;
use crate::fence::without_marks;
use crate::prompts::turn;

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

/// The same question once more, with what was wrong with the answer: for whoever holds an answer against its shape
/// without reading it. It stands in the last turn of the user, because some models take no two in a row.
#[must_use]
pub fn ask_again(ask: &Ask, mistake: &str) -> Ask {
    let mut ask = ask.clone();
    let mistake = without_marks(mistake);
    let text = format!(
        "Your last answer could not be used: {mistake}. Answer again with only JSON in the shape that was asked for."
    );
    match ask.prompt.turns.last_mut().filter(|last| last.speaker == Speaker::User) {
        Some(last) => last.text = format!("{}\n\n{text}", last.text),
        None => ask.prompt.turns.push(turn(Speaker::User, text)),
    }
    ask
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
            let arguments: Vec<&str> = tool
                .arguments
                .iter()
                .map(|argument| argument.name)
                .filter(|name| !name.contains('.'))
                .collect();
            format!(r#"{{"tool": "{}", "args": {{ {} }}}}"#, tool.name, arguments.join(", "))
        }
        (TaskName::AgentArgs, _) => format!(r#"{{"tool": one of {names:?}, "args": {{ }}}}"#),
        (TaskName::WebSummarize | TaskName::WebExtract | TaskName::WebAnswer, _) => String::from(
            r#"{"assistant": {"title": string, "render": {"type": "doc", "children": [{"type": "paragraph", "children": [{"type": "text", "text": string}]}]}, "citations": [{"doc_id": string, "quote": string}]}, "tool_calls": []}"#,
        ),
    }
}
