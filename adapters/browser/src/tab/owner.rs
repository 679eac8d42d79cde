//! Where a frame stands in the page around it.

use std::time::Duration;

use laika_protocol::ToolError;
use serde_json::json;
use tokio::time::Instant;

use super::Tab;
use crate::CALL;
use crate::error::{bad_answer, no_frame};
use crate::pages::{FrameOwner, reply};

const OWNER: Duration = Duration::from_secs(2);

impl Tab {
    /// Where the element of a frame is in its parent, and whether it is on top at a point of the frame's own
    /// viewport.
    ///
    /// # Errors
    /// When there is no such frame, it is the page itself, or the parent does not answer.
    pub(super) async fn frame_owner(&self, frame: u32, x: f64, y: f64) -> Result<FrameOwner, ToolError> {
        let deadline = Instant::now() + OWNER;
        let (id, parent) = {
            let model = self.core.model();
            let child = model.frame(frame).ok_or_else(no_frame)?;
            let parent =
                child.parent.as_ref().and_then(|parent| model.frames.get(parent)).ok_or_else(no_frame)?;
            (child.id.clone(), parent.number)
        };
        let asked = self.asked(parent, deadline).await?;
        // The world's number is needed to bind the element; ask for it by name each time, as it may be used again.
        let world = json!({ "frameId": self.frame_key(parent)?, "worldName": super::core::WORLD });
        let world = asked.session.send("Page.createIsolatedWorld", &world)?;
        let element = asked.session.call("DOM.getFrameOwner", json!({ "frameId": id }), CALL).await?;
        let world = world.answer(CALL).await?;
        let bind = json!({ "backendNodeId": element["backendNodeId"], "executionContextId": world["executionContextId"] });
        let bound = asked.session.call("DOM.resolveNode", bind, CALL).await?;
        let object = bound["object"]["objectId"].as_str().ok_or_else(bad_answer)?;
        let question = json!({ "op": "owner", "x": x, "y": y });
        let arguments = json!([{ "value": question }, { "objectId": object }]);
        let owner = self.ask_in(parent, &asked, arguments, deadline).await;
        _ = asked.session.send("Runtime.releaseObject", &json!({ "objectId": object }));
        reply::read(&owner?)
    }

    fn frame_key(&self, frame: u32) -> Result<String, ToolError> {
        self.core.model().frame(frame).map(|frame| frame.id.clone()).ok_or_else(no_frame)
    }
}
