//! The pointer: trusted input of the browser, sent while its events are handled.

use laika_protocol::ToolError;
use serde_json::{Value, json};

use tokio::sync::mpsc;

use super::Acting;
use super::aim::Aimed;
use crate::CALL;
use crate::cdp::Event;
use crate::hub::text;

/// What the page script calls to be heard.
const NOTICE: &str = "laikaNotify";

/// What the guard of a frame says it let through. Said when it happens, so it outlives the document.
pub(super) struct Heard(mpsc::Receiver<Event>);

impl Heard {
    /// Whether a click reached the element since.
    pub(super) fn click(&mut self) -> bool {
        let mut clicked = false;
        while let Ok(event) = self.0.try_recv() {
            if event.method == "Runtime.bindingCalled" && text(&event.params, "name") == NOTICE {
                let said: Value = serde_json::from_str(text(&event.params, "payload")).unwrap_or_default();
                clicked |= said["kind"] == "delivered" && said["input"] == "click";
            }
        }
        clicked
    }
}

impl Acting<'_> {
    /// Listens to the guard of a frame from now on.
    pub(super) fn hear(&self, frame: u32) -> Heard {
        Heard(self.tab.session_in(frame).unwrap_or_else(|| self.tab.session()).subscribe())
    }

    /// Moves the pointer over the element, looks again, and presses there, once or twice.
    pub(super) async fn press(&self, aimed: &mut Aimed, times: u32) -> Result<(), ToolError> {
        self.mouse("mouseMoved", aimed, 0).await?;
        // The page may have answered the movement by moving something else under the pointer (S7).
        self.aim_again(aimed).await?;
        for count in 1..=times {
            self.mouse("mousePressed", aimed, count).await?;
            self.mouse("mouseReleased", aimed, count).await?;
        }
        Ok(())
    }

    async fn mouse(&self, kind: &str, aimed: &Aimed, count: u32) -> Result<Value, ToolError> {
        let button = if count == 0 { "none" } else { "left" };
        let event = json!({
            "type": kind, "x": aimed.x, "y": aimed.y, "button": button, "clickCount": count,
            "buttons": u32::from(kind == "mousePressed"),
        });
        Ok(self.tab.session().call("Input.dispatchMouseEvent", event, CALL).await?)
    }
}
