//! What the log would keep of a look and of every call on every element of a page.

use anyhow::Result;
use laika_browser::Pages as _;
use laika_browser::Tab;
use laika_policy::redact::{Audit, SealKey, SealedDone, record, recorded_arguments, recorded_field};
use laika_policy::{Call, Described, Done, Field};
use laika_protocol::canonical;
use laika_protocol::ids::{HandleId, RunId, Uuid};
use laika_protocol::observation::Observation;
use laika_protocol::run::{Intent, Observed, Record, Shown, Step};
use laika_protocol::tools;
use laika_protocol::wire::TargetFacts;
use serde_json::{Value, json};

use super::said::Said;

const KEY: [u8; 32] = [7; 32];
const EXCERPT: usize = 2_000;

/// The record of a look.
pub(super) fn look(tab: &Tab, seen: &Observation, said: &mut Said) -> Result<()> {
    let observed = Observed {
        context: tab.document().ok(),
        // The browser's own word, with everything in it: what is kept of it is the log's business.
        url: Some(tab.url()),
        title: Some(seen.title.clone()),
        exposed: Vec::new(),
        elements: u32::try_from(seen.elements.len()).unwrap_or(u32::MAX),
        excerpt: Some(seen.text.chars().take(EXCERPT).collect()),
        digest: None,
        suspicious: false,
    };
    store(Record::Observed(observed), said)
}

/// The facts of an element, and the records of the calls that can be made on it.
pub(super) async fn element(tab: &Tab, handle: &HandleId, typed: &str, said: &mut Said) -> Result<()> {
    let frame = tab.frame_of(handle);
    let (facts, field) = match tab.target(frame, handle).await {
        Ok((facts, field, control)) => {
            said.text("target facts", format!("{control:?}"));
            (facts, field)
        }
        Err(error) => {
            said.error(&error);
            return Ok(());
        }
    };
    // Where it leads is exact, stays in the core and is what an approval is bound to (S6).
    said.value("target facts", &TargetFacts { href: None, form: None, ..facts.clone() });
    let field = field.map(Field::new);
    if let Some(field) = &field {
        said.text("target facts", field.facts().label.clone());
    }
    for (name, arguments) in [
        ("browser.click", json!({ "handleId": handle })),
        ("browser.type", json!({ "handleId": handle, "text": typed })),
        ("browser.select", json!({ "handleId": handle, "value": typed })),
        ("browser.navigate", json!({ "url": facts.href.clone().unwrap_or_else(|| tab.url()) })),
    ] {
        intent(tab, name, arguments, &facts, field.clone(), said)?;
    }
    Ok(())
}

fn intent(
    tab: &Tab,
    name: &str,
    arguments: Value,
    facts: &TargetFacts,
    field: Option<Field>,
    said: &mut Said,
) -> Result<()> {
    let Some(tool) = tools::find(name) else { return Ok(()) };
    let mut call = Call::of_tool(Described::from(tool), arguments.as_object().cloned().unwrap_or_default());
    call.context = tab.document().ok();
    call.target = Some(facts.clone());
    call.field = field;
    let key = SealKey::of_run(&KEY, &RunId::parse("bench")?);
    let sealed = SealedDone::of(&Done::of(&call)?, &key);
    let target = call.context.as_ref().map(|context| Shown {
        origin: context.origin.clone(),
        tab_id: context.tab_id,
        document_id: context.document_id.clone(),
        navigation_generation: context.navigation_generation,
        fingerprint: canonical::digest(facts).ok().map(|digest| key.digest(&digest)),
    });
    let intent = Intent {
        step: Step { request_id: Uuid::parse("0192f0c1-2345-7abc-8def-0123456789ab")?, step: 1 },
        idempotency_key: None,
        tool: call.tool.name.clone(),
        provider: None,
        mutating: call.tool.action.is_mutating(),
        target,
        field: recorded_field(&call),
        arguments: recorded_arguments(&call, Audit::default()),
        sealed: sealed.digest,
        recipients: sealed.recipients,
    };
    store(Record::Intent(intent), said)
}

fn store(one: Record, said: &mut Said) -> Result<()> {
    let stored = record(one)?;
    said.text("log records", String::from_utf8_lossy(&stored.get().bytes));
    Ok(())
}
