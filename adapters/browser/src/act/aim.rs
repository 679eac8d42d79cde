//! Finding the point to act on: the element is checked in its own frame, then every frame around it.

use laika_protocol::ErrorCode;
use laika_protocol::ToolError;
use laika_protocol::ids::HandleId;
use laika_protocol::wire::TargetFacts;
use serde::Deserialize;
use serde_json::json;

use super::{ASK, Acting, missing};
use crate::error::{fault, no_frame};
use crate::pages::{Pages as _, Place};
use crate::{Control, ControlKind};

/// An element that is ready: the guard of its frame waits for exactly its input.
pub(super) struct Aimed {
    pub(super) frame: u32,
    /// In CSS pixels of the tab's viewport.
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) control: Control,
}

/// An armed element, as the page script says it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Armed {
    pub(crate) point: Place,
    pub(crate) control: Control,
    /// Frames whose boxes lie at the element.
    #[serde(default)]
    pub(crate) frames_near: u32,
}

impl Acting<'_> {
    /// Checks the call's element and arms the guard for one act on it.
    pub(super) async fn aim(&self, act: &str) -> Result<Aimed, ToolError> {
        let handle = HandleId::parse(self.argument("handleId")?).map_err(|_| missing("handleId"))?;
        let frame = self.tab.frame_of(&handle);
        let mut facts = self.call().target.clone().ok_or_else(|| missing("target"))?;
        // What it was seen to send is the fence's business; the page cannot know it.
        facts.sends.clear();
        self.arm(&handle, frame, &facts, act).await
    }

    /// The same for an option that belongs to the call's element.
    pub(super) async fn aim_at(
        &self,
        handle: &HandleId,
        frame: u32,
        facts: &TargetFacts,
    ) -> Result<Aimed, ToolError> {
        self.arm(handle, frame, facts, "click").await
    }

    async fn arm(
        &self,
        handle: &HandleId,
        frame: u32,
        facts: &TargetFacts,
        act: &str,
    ) -> Result<Aimed, ToolError> {
        let generation = self.tab.page_generation(frame);
        let request =
            json!({ "op": "arm", "handle": handle, "act": act, "facts": facts, "generation": generation });
        let armed: Armed = self.tab.page(frame, &request, ASK).await?;
        let Place { x, y } = self.in_tab(frame, armed.point).await?;
        Ok(Aimed { frame, x, y, control: armed.control })
    }

    /// Whether the element is still there, at the same point and on top, after the pointer moved over it.
    pub(super) async fn aim_again(&self, aimed: &mut Aimed) -> Result<(), ToolError> {
        let armed: Armed = self.tab.page(aimed.frame, &json!({ "op": "check" }), ASK).await?;
        let Place { x, y } = self.in_tab(aimed.frame, armed.point).await?;
        (aimed.x, aimed.y) = (x, y);
        Ok(())
    }

    /// A point of a frame as a point of the tab. Every frame on the way has to be on top where the point is.
    async fn in_tab(&self, frame: u32, point: Place) -> Result<Place, ToolError> {
        let (mut frame, mut point) = (frame, point);
        while frame != 0 {
            let owner = self.tab.owner_of(frame, point.x, point.y).await?;
            if !owner.on_top {
                let message = "something lies over the frame of this element; close it first";
                return Err(fault(ErrorCode::PreconditionFailed, "E_COVERED", message));
            }
            let placed = |from: f64, at: f64| from + at * owner.scale;
            point = Place { x: placed(owner.origin.x, point.x), y: placed(owner.origin.y, point.y) };
            frame = self.tab.parent_of(frame).ok_or_else(no_frame)?;
        }
        Ok(point)
    }
}

impl Aimed {
    pub(super) fn is(&self, kind: ControlKind) -> bool {
        self.control.kind == kind
    }
}
