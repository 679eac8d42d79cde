//! The pointer: trusted input of the browser, sent while its events are handled.

use laika_protocol::ToolError;
use serde_json::{Value, json};

use super::Acting;
use super::aim::Aimed;
use crate::CALL;

impl Acting<'_> {
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
