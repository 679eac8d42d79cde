//! The keyboard: characters as keys where a page may watch keys, whole texts where it cannot matter.

use laika_protocol::ToolError;
use serde_json::{Value, json};

use super::Acting;
use super::aim::Aimed;
use crate::CALL;

/// Longer texts, and texts that no plain keyboard has, are put in at once.
const MOST_KEYS: usize = 200;

/// A modifier of the debugging protocol.
const CONTROL: u32 = 2;

impl Acting<'_> {
    /// Empties the field in front.
    pub(super) async fn clear(&self) -> Result<(), ToolError> {
        let select_all = json!({ "key": "a", "code": "KeyA", "windowsVirtualKeyCode": 65, "modifiers": CONTROL,
            "commands": ["selectAll"] });
        self.key(&select_all).await?;
        self.key(&json!({ "key": "Backspace", "code": "Backspace", "windowsVirtualKeyCode": 8 })).await
    }

    /// Puts the caret behind what is there.
    pub(super) async fn to_the_end(&self) -> Result<(), ToolError> {
        let end = json!({ "key": "End", "code": "End", "windowsVirtualKeyCode": 35, "modifiers": CONTROL,
            "commands": ["moveToEndOfDocument"] });
        self.key(&end).await
    }

    /// Types into the field that is armed; stops at once when something else has the focus.
    pub(super) async fn put(&self, text: &str, aimed: &mut Aimed) -> Result<(), ToolError> {
        let as_keys = text.len() <= MOST_KEYS && text.bytes().all(|byte| (b' '..=b'~').contains(&byte));
        if !as_keys {
            self.aim_again(aimed).await?;
            self.tab.session().call("Input.insertText", json!({ "text": text }), CALL).await?;
            return Ok(());
        }
        for character in text.chars() {
            // Whatever the last key made the page do, the next one goes to the same field or nowhere.
            self.aim_again(aimed).await?;
            self.key(&character_key(character)).await?;
        }
        Ok(())
    }

    async fn key(&self, key: &Value) -> Result<(), ToolError> {
        let session = self.tab.session();
        let event = |kind: &str, key: &Value| {
            let mut event = key.clone();
            event["type"] = kind.into();
            event
        };
        let down = if key["text"].is_string() { "keyDown" } else { "rawKeyDown" };
        session.call("Input.dispatchKeyEvent", event(down, key), CALL).await?;
        let mut up = event("keyUp", key);
        if let Some(up) = up.as_object_mut() {
            up.remove("text");
            up.remove("commands");
        }
        session.call("Input.dispatchKeyEvent", up, CALL).await?;
        Ok(())
    }
}

fn character_key(character: char) -> Value {
    let upper = character.to_ascii_uppercase();
    let mut key = json!({ "key": character.to_string(), "text": character.to_string(),
        "unmodifiedText": character.to_string() });
    if upper.is_ascii_alphanumeric() {
        key["windowsVirtualKeyCode"] = u32::from(upper).into();
        let family = if upper.is_ascii_digit() { "Digit" } else { "Key" };
        key["code"] = format!("{family}{upper}").into();
    } else if character == ' ' {
        key["windowsVirtualKeyCode"] = 32.into();
        key["code"] = "Space".into();
    }
    key
}
