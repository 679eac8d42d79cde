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

/// A key of the debugging protocol.
pub(crate) type Key = fn() -> Value;

/// Empties the field in front.
pub(crate) const CLEAR: [Key; 2] = [
    || {
        json!({ "key": "a", "code": "KeyA", "windowsVirtualKeyCode": 65, "modifiers": CONTROL,
            "commands": ["selectAll"] })
    },
    || json!({ "key": "Backspace", "code": "Backspace", "windowsVirtualKeyCode": 8 }),
];

/// Puts the caret behind what is there.
pub(crate) const TO_THE_END: [Key; 1] = [|| {
    json!({ "key": "End", "code": "End", "windowsVirtualKeyCode": 35, "modifiers": CONTROL,
        "commands": ["moveToEndOfDocument"] })
}];

/// A key going down and up.
pub(crate) fn events(key: &Value) -> [Value; 2] {
    let down = if key["text"].is_string() { "keyDown" } else { "rawKeyDown" };
    let (mut pressed, mut up) = (key.clone(), key.clone());
    pressed["type"] = down.into();
    up["type"] = "keyUp".into();
    if let Some(up) = up.as_object_mut() {
        up.remove("text");
        up.remove("commands");
    }
    [pressed, up]
}

impl Acting<'_> {
    /// Presses keys, one after the other.
    pub(super) async fn press_keys(&self, keys: &[Key]) -> Result<(), ToolError> {
        for key in keys {
            self.key(&key()).await?;
        }
        Ok(())
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
        for event in events(key) {
            self.tab.session().call("Input.dispatchKeyEvent", event, CALL).await?;
        }
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
