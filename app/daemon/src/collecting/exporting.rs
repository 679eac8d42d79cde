//! Something that was made, to take along. What numbers of cards and the like are in it is taken out first.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use laika_collect::export::{Document, Redaction, to_csv, to_html, to_json, to_markdown, to_text};
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
        means: &Means<'_>,
    ) -> Result<Value, Refusal> {
        let made = reader.open_made(self.files()?, artifact)?;
        let how = if unredacted { Redaction::None } else { Redaction::Default(&redacted) };
        let document = Document::from(&made);
        let (ending, media_type, text) = match format {
            Format::Markdown => ("md", "text/markdown", to_markdown(&document, how)),
            Format::Text => ("txt", "text/plain", to_text(&document, how)),
            Format::Json => {
                let json = to_json(&made, how);
                (
                    "json",
                    "application/json",
                    json.map_err(|error| Refusal::new(error.code(), error.to_string()))?,
                )
            }
            // The mark tells spreadsheets that it is UTF-8.
            Format::Csv => ("csv", "text/csv", to_csv(&document, how, true)),
            Format::Html => ("html", "text/html", to_html(&document, how)),
            Format::Pdf => {
                (means.tell)(0, 1, "printing");
                let pdf = (means.print)(&to_html(&document, how))?;
                return Ok(file(&made.title, "pdf", "application/pdf", &pdf));
            }
        };
        Ok(file(&made.title, ending, media_type, text.as_bytes()))
    }
}

fn file(title: &str, ending: &str, media_type: &str, bytes: &[u8]) -> Value {
    let name = format!("{}.{ending}", file_name(title));
    json!({ "name": name, "type": media_type, "data": STANDARD.encode(bytes) })
}

/// A name that every system takes, whatever a title says.
fn file_name(title: &str) -> String {
    let plain = title.chars().map(|c| if c.is_alphanumeric() { c } else { '-' });
    let name: String = plain.take(60).collect();
    let name = name.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-");
    if name.is_empty() { "laika".to_owned() } else { name }
}
