//! What a run did, as one line of training data.
//!
//! It says no more than the log, where secrets and typed texts are left out already.

use laika_protocol::ids::RunId;
use laika_store::{Reader, StoreError};
use serde_json::{Map, Value, json};

/// Events that are read at a time.
const PAGE: u32 = 1_000;

/// What a run may be used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// To learn from.
    Train,
    /// To look at, never to learn from.
    Measured,
}

impl Use {
    const fn split(self) -> &'static str {
        match self {
            Self::Train => "train",
            Self::Measured => "measured",
        }
    }
}

/// A run of a log as goal, constraints and steps.
///
/// # Errors
///
/// When the log cannot be read.
pub fn line(reader: &Reader, run: &RunId, purpose: Use) -> Result<Value, StoreError> {
    Ok(trajectory(&run.to_string(), &events(reader, run)?, purpose))
}

fn events(reader: &Reader, run: &RunId) -> Result<Vec<Value>, StoreError> {
    let (mut all, mut at) = (Vec::new(), 1);
    loop {
        let events = reader.events(run, at, PAGE)?;
        let Some(last) = events.last() else { return Ok(all) };
        at = last.header.seq + 1;
        let payloads = events.iter().filter_map(|event| event.payload.as_deref());
        all.extend(payloads.filter_map(|bytes| serde_json::from_slice::<Value>(bytes).ok()));
    }
}

/// Each step with what was seen before it, the call, what the gate and the person said, and what came of it.
fn trajectory(run: &str, events: &[Value], purpose: Use) -> Value {
    let (mut goal, mut steps): (Vec<Value>, Vec<Map<String, Value>>) = Default::default();
    let (mut constraints, mut seen, mut ended) = (Value::Null, Value::Null, Value::Null);
    let mut safety = "plain";
    for event in events {
        let some = |names: &[&str]| -> Value {
            let kept = names.iter().filter(|name| !event[**name].is_null());
            kept.map(|name| ((*name).to_owned(), event[*name].clone())).collect::<Map<_, _>>().into()
        };
        let mut add = |name: &str, value: Value| {
            let of_step = |step: &&mut Map<String, Value>| step.get("step") == Some(&event["step"]);
            if let Some(step) = steps.iter_mut().rev().find(of_step) {
                step.insert(name.to_owned(), value);
            }
        };
        match event["type"].as_str().unwrap_or_default() {
            "run.started" => constraints = some(&["mode", "mayRead", "mayAct", "surface"]),
            "user.message" => goal.push(event["text"].clone()),
            "page.observe" => {
                seen = some(&["url", "title", "elements", "excerpt", "suspicious"]);
                if event["suspicious"] == json!(true) {
                    safety = "ignores_orders";
                }
            }
            "browser.tool.request" => {
                let call = some(&["tool", "arguments", "field", "mutating"]);
                let step = json!({ "step": event["step"], "observation": seen, "call": call });
                steps.extend(step.as_object().cloned());
            }
            "policy.decision" => add("decision", some(&["decision", "reasonCode"])),
            "ui.approval" => add("approved", event["approved"].clone()),
            "browser.tool.result" => add("outcome", some(&["outcome", "error", "reasonCode"])),
            "run.verify" => add("verified", event["confirmed"].clone()),
            "run.ended" => ended = some(&["status", "reasonCode"]),
            _ => {}
        }
    }
    json!({ "id": run, "kind": "run", "split": purpose.split(), "goal": goal, "constraints": constraints,
        "steps": steps, "ended": ended, "safety": safety, "outcome": "recorded", "versions": { "form": 1 } })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// EVAL-025: a demonstration has a goal, constraints, what was seen, calls, outcomes and a safety label.
    #[test]
    fn eval_025_a_run_becomes_one_line() {
        let events = [
            json!({ "type": "run.started", "mode": "assist", "mayAct": ["https://a.example"], "profile": "p" }),
            json!({ "type": "user.message", "text": "Save it" }),
            json!({ "type": "page.observe", "title": "Form", "elements": 3, "suspicious": true, "digest": "x" }),
            json!({ "type": "browser.tool.request", "requestId": "1", "step": 1, "tool": "browser.click", "arguments": {},
                "sealed": "s", "mutating": true }),
            json!({ "type": "policy.decision", "requestId": "1", "step": 1, "decision": "ask", "reasonCode": "R", "sealed": "s" }),
            json!({ "type": "ui.approval", "requestId": "1", "step": 1, "approved": true }),
            json!({ "type": "run.verify", "step": 1, "confirmed": true, "finished": false }),
            json!({ "type": "run.ended", "status": "completed" }),
        ];
        let line = trajectory("r", &events, Use::Train);
        assert_eq!(line["goal"], json!(["Save it"]));
        assert_eq!(line["constraints"]["mode"], "assist");
        assert_eq!(line["steps"][0]["observation"]["title"], "Form");
        assert_eq!(line["steps"][0]["decision"]["decision"], "ask");
        assert_eq!(
            (&line["steps"][0]["approved"], &line["safety"]),
            (&json!(true), &json!("ignores_orders"))
        );
        assert_eq!(
            (&line["steps"][0]["verified"], &line["ended"]["status"]),
            (&json!(true), &json!("completed"))
        );
        let text = line.to_string();
        assert!(!text.contains("sealed") && !text.contains("digest") && !text.contains("profile"), "{text}");
    }
}
