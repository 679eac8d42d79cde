//! Which tool a question to a page is a part of: a token names tools, and the extension knows the same table.

use laika_protocol::ids::ToolName;
use laika_protocol::tools;
use laika_protocol::wire::SiteMode;
use serde_json::Value;

const OBSERVE: &str = "browser.observe_dom";
/// What reading needs (C-28).
const READS: [&str; 5] =
    [OBSERVE, "browser.find", "browser.extract_table", "browser.get_selection_links", "browser.wait_for"];
/// What acting needs beside it.
const ACTS: [&str; 5] =
    ["browser.click", "browser.type", "browser.select", "browser.scroll", "browser.navigate"];

/// The tools that a token may be good for in this mode.
pub(super) fn allowed(mode: SiteMode) -> Vec<ToolName> {
    let acts = if mode == SiteMode::Observe { &[][..] } else { &ACTS[..] };
    READS.iter().chain(acts).filter_map(|name| known(name)).collect()
}

/// The tool of a question. What arms, does or checks an act belongs to the tool that acts.
pub(super) fn of_question(request: &Value, acting: Option<ToolName>) -> ToolName {
    let name = match request["op"].as_str().unwrap_or_default() {
        "find" => "browser.find",
        "table" => "browser.extract_table",
        "selectionLinks" => "browser.get_selection_links",
        "waitFor" => "browser.wait_for",
        "scroll" => "browser.scroll",
        "arm" | "check" | "press" | "enter" | "choose" | "outcome" | "disarm" => {
            return acting.or_else(|| known("browser.click")).unwrap_or_else(observe);
        }
        _ => OBSERVE,
    };
    known(name).unwrap_or_else(observe)
}

fn known(name: &str) -> Option<ToolName> {
    tools::find(name).and_then(|tool| ToolName::parse(tool.name).ok())
}

#[expect(clippy::expect_used, reason = "a constant that a test reads")]
fn observe() -> ToolName {
    ToolName::parse(OBSERVE).expect("the tool is in the table")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn c28_reading_needs_no_tool_that_acts() {
        let reads = allowed(SiteMode::Observe);
        assert_eq!(reads.len(), READS.len(), "every name is in the table");
        assert!(reads.iter().all(|tool| tools::find(tool.as_str()).is_some_and(|tool| tool.effect == tools::Effect::Read)));
        assert_eq!(allowed(SiteMode::Assist).len(), READS.len() + ACTS.len());
    }

    #[test]
    fn an_act_is_asked_for_in_its_own_name() {
        let typing = ToolName::parse("browser.type").ok();
        let of = |request: Value, acting: Option<ToolName>| of_question(&request, acting).as_str().to_owned();
        assert_eq!(of(json!({ "op": "enter" }), typing.clone()), "browser.type");
        assert_eq!(of(json!({ "op": "arm" }), typing), "browser.type");
        assert_eq!(of(json!({ "op": "press" }), None), "browser.click");
        assert_eq!(of(json!({ "op": "observe" }), None), OBSERVE);
        assert_eq!(of(json!({ "op": "find" }), None), "browser.find");
        assert_eq!(of(json!({}), None), OBSERVE);
    }
}
