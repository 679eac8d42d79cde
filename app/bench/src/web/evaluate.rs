//! What the page itself can do: for setting a page up and for reading what it really holds, never for acting.

use std::time::Duration;

use anyhow::{Result, anyhow};
use laika_browser::Tab;
use laika_browser::cdp::Session;
use serde_json::{Value, json};

const WITHIN: Duration = Duration::from_secs(30);

/// The value of an expression in the page's own world.
pub(crate) async fn evaluate(tab: &Tab, expression: &str) -> Result<Value> {
    evaluate_in(&tab.session(), expression).await
}

/// The same in whatever page a session speaks for.
pub(crate) async fn evaluate_in(page: &Session, expression: &str) -> Result<Value> {
    let question = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
    let answer = page.call("Runtime.evaluate", question, WITHIN).await?;
    match answer.get("exceptionDetails") {
        Some(details) => Err(anyhow!("the page throws: {}", details["exception"]["description"])),
        None => Ok(answer["result"]["value"].clone()),
    }
}
