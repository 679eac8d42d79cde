//! What came of a call: text and data, bounded; whatever else it was is said in a line.

use laika_protocol::text;
use rmcp::model::{CallToolResult, ContentBlock, ResourceContents};
use serde_json::Value;

/// Pieces of one result.
const MOST_PARTS: usize = 200;
/// Characters of a name or an address in a line of ours.
const NAME_CHARS: usize = 120;

/// What came of a call. All of it is untrusted.
#[derive(Clone, Debug, PartialEq)]
pub struct Called {
    /// Whether the tool says that it did what it was asked.
    pub success: bool,
    /// What it says, for people and models.
    pub text: String,
    /// What it found, for programs.
    pub structured: Option<Value>,
    /// Bytes that were left out.
    pub cut: usize,
    /// What it said on the way, the last of it.
    pub progress: Vec<String>,
    /// What the server asked for on the way, and did not get.
    pub declined: Vec<&'static str>,
}

impl Called {
    pub(super) fn of(result: CallToolResult, most: usize) -> Self {
        let mut words = String::new();
        let mut cut = 0;
        let parts = result.content.len();
        for part in result.content.into_iter().take(MOST_PARTS) {
            let line = said(&part);
            let line = text::lines(&line);
            if !words.is_empty() {
                words.push('\n');
            }
            let room = most.saturating_sub(words.len()).min(line.len());
            let end = (0..=room).rev().find(|at| line.is_char_boundary(*at)).unwrap_or_default();
            words.push_str(&line[..end]);
            cut += line.len() - end;
        }
        cut += parts.saturating_sub(MOST_PARTS);
        let size = |value: &Value| value.to_string().len();
        // Data cannot be cut and still be what they are.
        let fits = result.structured_content.as_ref().is_none_or(|value| size(value) <= most);
        if !fits {
            cut += result.structured_content.as_ref().map_or(0, size);
        }
        Self {
            success: result.is_error != Some(true),
            text: words,
            structured: result.structured_content.filter(|_| fits),
            cut,
            progress: Vec::new(),
            declined: Vec::new(),
        }
    }
}

/// A part as text. Nothing is followed, decoded or shown: an image is a line that says so.
fn said(part: &ContentBlock) -> String {
    let short = |text: &str| text::one_line(&text.chars().take(NAME_CHARS).collect::<String>()).into_owned();
    match part {
        ContentBlock::Text(said) => said.text.clone(),
        ContentBlock::Image(image) => {
            format!("[an image, {}, {} bytes, left out]", short(&image.mime_type), decoded(&image.data))
        }
        ContentBlock::Audio(audio) => {
            format!("[a sound, {}, {} bytes, left out]", short(&audio.mime_type), decoded(&audio.data))
        }
        ContentBlock::Resource(held) => match &held.resource {
            ResourceContents::TextResourceContents { uri, text, .. } => {
                format!("[a resource, {}]\n{text}", short(uri))
            }
            ResourceContents::BlobResourceContents { uri, blob, .. } => {
                format!("[a resource, {}, {} bytes, left out]", short(uri), decoded(blob))
            }
            #[allow(clippy::wildcard_enum_match_arm, reason = "the library may add kinds")]
            _ => "[a resource of another kind, left out]".to_owned(),
        },
        ContentBlock::ResourceLink(link) => {
            format!("[a link to a resource, {}, {}, not followed]", short(&link.name), short(&link.uri))
        }
        #[allow(clippy::wildcard_enum_match_arm, reason = "the library may add kinds")]
        _ => "[something of another kind, left out]".to_owned(),
    }
}

/// How many bytes a text in base 64 stands for.
const fn decoded(text: &str) -> usize {
    text.len() / 4 * 3
}
