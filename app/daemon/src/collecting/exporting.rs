//! Something that was made, to take along. What numbers of cards and the like are in it is taken out first.

use std::io::Read as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use laika_collect::export::{
    Document, Redaction, saved_to_json, to_csv, to_html, to_json, to_markdown, to_text,
};
use laika_protocol::collection::{Made, Saved};
use laika_protocol::ids::ArtifactId;
use laika_store::{Artifact, MOST_MADE_BYTES, Reader};
use serde_json::{Value, json};

use super::making::redacted;
use super::{Collecting, Format, Means};
use crate::serving::Refusal;

/// The kind of what runs save.
pub const SAVED: &str = "saved";

/// What can be taken along.
pub(super) enum Kept {
    /// Something made of a collection.
    Made(Box<Made>),
    /// Something that a run saved.
    Saved(Box<Saved>),
}

impl Kept {
    pub(super) fn document(&self) -> Document<'_> {
        match self {
            Self::Made(made) => Document::from(&**made),
            Self::Saved(saved) => Document::from(&**saved),
        }
    }
}

impl Collecting {
    /// What was made or saved under this id.
    pub(super) fn kept(&self, reader: &Reader, artifact: &ArtifactId) -> Result<Kept, Refusal> {
        if reader.made_row(artifact)?.is_some() {
            return Ok(Kept::Made(Box::new(reader.open_made(self.files()?, artifact)?)));
        }
        let none = || Refusal::new("E_NO_ARTIFACT", format!("nothing was made or saved under {artifact}"));
        let saved = |one: &Artifact| one.id == *artifact && one.kind == SAVED && one.evicted_at_ms.is_none();
        reader.artifacts(None)?.into_iter().find(saved).ok_or_else(none)?;
        let wrong = |why: &dyn std::fmt::Display| Refusal::new("E_ARTIFACTS", why.to_string());
        let plain = self.files()?.open(artifact).map_err(|error| wrong(&error))?;
        let body = serde_json::from_reader(plain.take(MOST_MADE_BYTES)).map_err(|error| wrong(&error))?;
        Ok(Kept::Saved(Box::new(body)))
    }

    pub(super) fn export(
        &self,
        reader: &Reader,
        artifact: &ArtifactId,
        format: Format,
        unredacted: bool,
        means: &Means<'_>,
    ) -> Result<Value, Refusal> {
        let kept = self.kept(reader, artifact)?;
        let how = if unredacted { Redaction::None } else { Redaction::Default(&redacted) };
        let document = kept.document();
        let (ending, media_type, text) = match format {
            Format::Markdown => ("md", "text/markdown", to_markdown(&document, how)),
            Format::Text => ("txt", "text/plain", to_text(&document, how)),
            Format::Json => {
                let json = match &kept {
                    Kept::Made(made) => to_json(made, how),
                    Kept::Saved(saved) => saved_to_json(saved, how),
                };
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
                return Ok(file(document.title, "pdf", "application/pdf", &pdf));
            }
        };
        Ok(file(document.title, ending, media_type, text.as_bytes()))
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
