//! Where a frame stands in the page around it.

use std::time::Duration;

use laika_protocol::ToolError;
use serde::Deserialize;
use serde_json::json;
use tokio::time::Instant;

use super::{Tab, bad_answer};
use crate::CALL;
use crate::error::no_frame;

/// Frames in frames, at most.
const DEEPEST: usize = 16;
const OWNER: Duration = Duration::from_secs(2);

/// Where a frame's element is, and whether it is on top there.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FrameOwner {
    /// Left top of its content, in CSS pixels of the parent's viewport.
    pub origin: Place,
    /// How many pixels of the parent one of the frame is.
    pub scale: f64,
    /// Whether nothing lies over it at the asked point.
    pub on_top: bool,
    /// Its anchor in the parent, if the page script says it.
    #[serde(default)]
    pub node: Option<String>,
}

/// A point in CSS pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
pub struct Place {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
}

impl Tab {
    /// Where the element of a frame is in its parent, and whether it is on top at a point of the frame's own
    /// viewport.
    ///
    /// # Errors
    /// When there is no such frame, it is the page itself, or the parent does not answer.
    pub async fn owner_of(&self, frame: u32, x: f64, y: f64) -> Result<FrameOwner, ToolError> {
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
        let owner: Result<FrameOwner, _> = self.ask(parent, &asked, arguments, deadline).await;
        _ = asked.session.send("Runtime.releaseObject", &json!({ "objectId": object }));
        let owner = owner?;
        let sound = owner.scale.is_finite()
            && owner.scale > 0.0
            && owner.origin.x.is_finite()
            && owner.origin.y.is_finite();
        if sound { Ok(owner) } else { Err(bad_answer()) }
    }

    /// Where a point of a frame's viewport is in the page's, and how large a pixel of the frame is there.
    ///
    /// # Errors
    /// As for [`Tab::owner_of`].
    pub async fn place_in_page(&self, frame: u32, x: f64, y: f64) -> Result<(Place, f64), ToolError> {
        let (mut at, mut scale, mut place) = (frame, 1.0, Place { x, y });
        for _ in 0..DEEPEST {
            if at == 0 {
                return Ok((place, scale));
            }
            let owner = self.owner_of(at, place.x, place.y).await?;
            place = Place {
                x: owner.origin.x + place.x * owner.scale,
                y: owner.origin.y + place.y * owner.scale,
            };
            scale *= owner.scale;
            at = self.parent_of(at).ok_or_else(no_frame)?;
        }
        Err(no_frame())
    }

    pub(crate) fn parent_of(&self, frame: u32) -> Option<u32> {
        let model = self.core.model();
        let parent = model.frame(frame)?.parent.as_ref()?;
        model.frames.get(parent).map(|parent| parent.number)
    }

    fn frame_key(&self, frame: u32) -> Result<String, ToolError> {
        self.core.model().frame(frame).map(|frame| frame.id.clone()).ok_or_else(no_frame)
    }
}
