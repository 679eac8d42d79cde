//! Questions to a page that no tool asks: about elements that a measurement picks itself.

use std::time::Duration;

use anyhow::{Context as _, Result, anyhow};
use laika_browser::Tab;
use laika_browser::cdp::Session;
use serde_json::{Value, json};

const WITHIN: Duration = Duration::from_secs(60);

/// An isolated world of a page, as long as its document lives.
pub struct World {
    session: Session,
    context: Value,
}

impl World {
    /// The world of the page script, where `laikaPage` is.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn of_script(tab: &Tab) -> Result<Self> {
        Self::named(tab, "laika").await
    }

    /// A world beside it: the bare DOM, and nothing of ours.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn bare(tab: &Tab) -> Result<Self> {
        Self::named(tab, "measurement").await
    }

    async fn named(tab: &Tab, name: &str) -> Result<Self> {
        let session = tab.session();
        let tree = session.call("Page.getFrameTree", json!({}), WITHIN).await?;
        let frame = &tree["frameTree"]["frame"]["id"];
        let world = json!({ "frameId": frame, "worldName": name });
        let made = session.call("Page.createIsolatedWorld", world, WITHIN).await?;
        Ok(Self { session, context: made["executionContextId"].clone() })
    }

    /// Calls a function there and returns what it gives.
    ///
    /// # Errors
    /// When the page does not answer, or the function throws.
    pub async fn call(&self, function: &str, argument: &Value) -> Result<Value> {
        let question = json!({
            "functionDeclaration": function, "executionContextId": self.context,
            "arguments": [{ "value": argument }], "returnByValue": true, "awaitPromise": true,
        });
        let answer = self.session.call("Runtime.callFunctionOn", question, WITHIN).await?;
        match answer.get("exceptionDetails") {
            Some(details) => Err(anyhow!("the page throws: {}", details["exception"]["description"])),
            None => answer["result"].get("value").cloned().context("the page gives no value"),
        }
    }
}
