//! Asking the page script of a frame.

use std::sync::Arc;
use std::time::Duration;

use laika_protocol::{ErrorCode, ToolError};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::Tab;
use super::core::TabCore;
use crate::cdp::{CdpError, Session};
use crate::context::Incident;
use crate::error::{bad_answer, crashed, document_changed, fault, no_frame};

/// How long a live page may take to add one and one.
const PROBE: Duration = Duration::from_secs(3);

/// Runs in our own world, where the page cannot have changed anything it uses. The answer goes as one text, because
/// writing it is much faster than handing over an object, and its size is known before it is sent.
const ASK: &str = r#"function (request, element) {
  const write = (answer) => {
    const text = JSON.stringify(answer);
    return text.length <= 262144 ? text
      : '{"ok":false,"code":"UNSUPPORTED","reason":"E_TOO_LARGE","message":"the answer of the page is too large; ask for less"}';
  };
  const answer = laikaPage.handle(request, element);
  return answer instanceof Promise ? answer.then(write) : write(answer);
}"#;

/// A frame as it was when it was asked.
pub(super) struct Asked {
    pub(super) session: Session,
    pub(super) world: String,
    loader: String,
}

impl Tab {
    /// The frame's world, once its script is there.
    pub(super) async fn asked(&self, frame: u32, deadline: Instant) -> Result<Asked, ToolError> {
        let found = self.core.wait(|model| {
            let Some(frame) = model.frame(frame) else { return Some(Err(no_frame())) };
            let world = frame.world.as_ref()?.id.clone();
            Some(Ok(Asked { session: frame.session.clone(), world, loader: frame.loader.clone() }))
        });
        tokio::time::timeout_at(deadline, found).await.map_err(|_| {
            let message = "the page did not get ready in time; wait for it, then read it again";
            fault(ErrorCode::Timeout, "E_PAGE_NOT_READY", message)
        })??
    }

    pub(super) async fn ask_in(
        &self,
        frame: u32,
        asked: &Asked,
        arguments: Value,
        deadline: Instant,
    ) -> Result<String, ToolError> {
        let answer = self.evaluate(frame, asked, ASK, arguments, deadline).await?;
        answer.as_str().map(ToOwned::to_owned).ok_or_else(bad_answer)
    }

    /// Runs a function of ours in a frame's world.
    pub(super) async fn evaluate(
        &self,
        frame: u32,
        asked: &Asked,
        function: &str,
        arguments: Value,
        deadline: Instant,
    ) -> Result<Value, ToolError> {
        let parameters = json!({ "functionDeclaration": function, "uniqueContextId": asked.world,
            "arguments": arguments, "returnByValue": true, "awaitPromise": true });
        let reply = asked.session.send("Runtime.callFunctionOn", &parameters)?;
        let still_there = |model: &super::model::Model| {
            let now = model.frame(frame)?;
            let same_world = now.world.as_ref().is_some_and(|world| world.id == asked.world);
            (now.loader == asked.loader && same_world).then_some(())
        };
        // A process that died, or a document that went away, never answers.
        let gone = self.core.wait(|model| still_there(model).is_none().then_some(()));
        let answer = tokio::select! {
            biased;
            answer = reply.answer(deadline.saturating_duration_since(Instant::now())) => answer,
            gone = gone => {
                let crash = self.core.model().crashed.then(crashed);
                return Err(gone.err().or(crash).unwrap_or_else(document_changed));
            }
        };
        match answer {
            Ok(answer) if answer["exceptionDetails"].is_object() => {
                let message = "the page script does not run on this page; load it again";
                Err(fault(ErrorCode::Internal, "E_PAGE_SCRIPT", message))
            }
            Ok(mut answer) if still_there(&self.core.model()).is_some() => {
                Ok(answer["result"]["value"].take())
            }
            Ok(_) => Err(document_changed()),
            Err(CdpError::TimedOut { .. }) => {
                tokio::spawn(stop_if_hung(Arc::clone(&self.core), asked.session.clone()));
                let message = "the page did not answer in time; wait, or load it again";
                Err(fault(ErrorCode::Timeout, "E_PAGE_HUNG", message))
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// Stops the script of a page that does not even answer the simplest question.
pub(super) async fn stop_if_hung(core: Arc<TabCore>, session: Session) {
    let probe = session.call("Runtime.evaluate", json!({ "expression": "1" }), PROBE).await;
    if matches!(probe, Err(CdpError::TimedOut { .. })) && !core.model().crashed {
        _ = session.send("Runtime.terminateExecution", &json!({}));
        core.report(Incident::Hung { tab: core.id });
    }
}
