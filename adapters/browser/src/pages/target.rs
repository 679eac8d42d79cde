//! What an element is and would do.

use std::time::Duration;

use laika_policy::classify::FieldFacts;
use laika_protocol::ToolError;
use laika_protocol::ids::HandleId;
use laika_protocol::wire::TargetFacts;
use serde::Deserialize;
use serde_json::json;

use super::Pages;

const TARGET: Duration = Duration::from_secs(3);

/// How an element is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Control {
    /// The kind.
    pub kind: ControlKind,
    /// Whether it takes several lines.
    pub multiline: bool,
}

/// The kind of a control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ControlKind {
    /// A button.
    Button,
    /// A link.
    Link,
    /// A field for text.
    Textbox,
    /// A part of the page that is written into.
    Editable,
    /// A native list.
    Select,
    /// A list the page made itself.
    Listbox,
    /// A box or switch.
    Checkbox,
    /// One of several.
    Radio,
    /// An entry of a list.
    Option,
    /// A field for files.
    File,
    /// Something else.
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Answer {
    facts: TargetFacts,
    field: Option<FieldFacts>,
    control: Control,
}

pub(super) async fn target<P: Pages + ?Sized>(
    tab: &P,
    frame: u32,
    handle: &HandleId,
) -> Result<(TargetFacts, Option<FieldFacts>, Control), ToolError> {
    let request = json!({ "op": "target", "handle": handle });
    let Answer { facts, field, control } = tab.page(frame, &request, TARGET).await?;
    Ok((facts, field, control))
}
