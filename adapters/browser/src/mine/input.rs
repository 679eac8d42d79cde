//! Trusted input in a tab of the person's browser, where the extension was built for it. The page gets the powers of the
//! person's own click, and the browser shows its banner.

use laika_protocol::ToolError;
use serde_json::{Value, json};

use super::act::Act;
use super::tab::BROWSER;
use super::wire::Browse;
use crate::act::{Armed, keys};
use crate::pages::Pages as _;

impl Act<'_> {
    pub(super) async fn press_trusted(&self, frame: u32, armed: &Armed, times: u32) -> Result<(), ToolError> {
        let (place, scale) = self.tab.place_in_page(frame, armed.point.x, armed.point.y).await?;
        self.mouse("mouseMoved", place.x, place.y, 0).await?;
        // The page may have answered the movement by moving something else under the pointer (S7).
        let again: Armed = self.tab.page(frame, &json!({ "op": "check" }), BROWSER).await?;
        let (x, y) = (
            place.x + (again.point.x - armed.point.x) * scale,
            place.y + (again.point.y - armed.point.y) * scale,
        );
        for count in 1..=times {
            self.mouse("mousePressed", x, y, count).await?;
            self.mouse("mouseReleased", x, y, count).await?;
        }
        Ok(())
    }

    pub(super) async fn type_trusted(
        &self,
        frame: u32,
        armed: &Armed,
        text: &str,
        cleared: bool,
    ) -> Result<(), ToolError> {
        self.press_trusted(frame, armed, 1).await?;
        let first = if cleared { &keys::CLEAR[..] } else { &keys::TO_THE_END[..] };
        for key in first.iter().flat_map(|key| keys::events(&key())) {
            self.input("Input.dispatchKeyEvent", key).await?;
        }
        if text.is_empty() {
            return Ok(());
        }
        // Whatever the page did, the text goes to the same field or nowhere.
        self.tab.page::<Value>(frame, &json!({ "op": "check" }), BROWSER).await?;
        self.input("Input.insertText", json!({ "text": text })).await
    }

    async fn mouse(&self, kind: &str, x: f64, y: f64, count: u32) -> Result<(), ToolError> {
        let button = if count == 0 { "none" } else { "left" };
        let buttons = u32::from(kind == "mousePressed");
        let event = json!({ "type": kind, "x": x, "y": y, "button": button, "clickCount": count, "buttons": buttons });
        self.input("Input.dispatchMouseEvent", event).await
    }

    async fn input(&self, method: &str, params: Value) -> Result<(), ToolError> {
        let what = Browse::Input { tab_id: self.tab.id, method: method.to_owned(), params };
        self.tab.connection.link.ask(what, BROWSER).await.map(drop)
    }
}
