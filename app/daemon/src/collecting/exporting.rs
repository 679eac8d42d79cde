//! Something that was made, to take along. What numbers of cards and the like are in it is taken out first.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use laika_collect::export::{self, Redaction};
use laika_protocol::ids::ArtifactId;
use laika_store::Reader;
use serde_json::{Value, json};

use super::making::redacted;
use super::{Collecting, Format, Means};
use crate::serving::Refusal;

impl Collecting {
    pub(super) fn export(
        &self,
        reader: &Reader,
        artifact: &ArtifactId,
        format: Format,
        unredacted: bool,
        _means: &Means<'_>,
    ) -> Result<Value, Refusal> {
        let made = reader.open_made(self.files()?, artifact)?;
        let how = if unredacted { Redaction::None } else { Redaction::Default(&redacted) };
        let (ending, media_type, text) = match format {
            Format::Markdown => ("md", "text/markdown", export::markdown(&made, how)),
            Format::Text => ("txt", "text/plain", export::text(&made, how)),
            Format::Json => ("json", "application/json", export::json(&made, how)),
            Format::Csv => ("csv", "text/csv", export::csv(&made, how)),
            Format::Html | Format::Pdf => ("html", "text/html", export::html(&made, how)),
        };
        let name = format!("{}.{ending}", file_name(&made.title));
        Ok(json!({ "name": name, "mediaType": media_type, "base64": STANDARD.encode(text) }))
    }
}

/// A name that every system takes, whatever a title says.
fn file_name(title: &str) -> String {
    let plain = title.chars().map(|c| if c.is_alphanumeric() { c } else { '-' });
    let name: String = plain.take(60).collect();
    let name = name.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-");
    if name.is_empty() { "laika".to_owned() } else { name }
}
