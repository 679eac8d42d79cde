//! A packet on its way to the stored conversation (PROT-052..PROT-055, C-24).

use alloc::string::String;
use alloc::vec::Vec;

use laika_protocol::canonical::{self, CanonicalError};
use serde_json::{Map, Value, json};

use super::{Redacted, scrub, shown_url};

/// How much of a packet is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// Documents as their digest and a short beginning.
    Redacted,
    /// Documents in full, for whoever looks for a fault. Secrets go all the same.
    Full,
}

/// A packet that is not stored.
#[derive(Debug, thiserror::Error)]
pub enum KeepError {
    /// Full packets of a private run are never kept.
    #[error("full packets of a private run are never kept")]
    Private,
    /// It has no canonical form.
    #[error(transparent)]
    Canonical(#[from] CanonicalError),
}

/// Characters of a document that are kept.
const PREVIEW_CHARS: usize = 160;

/// Takes out of a packet what must not be stored.
///
/// # Errors
/// When a full packet of a private run is asked for, or a number has no canonical form.
pub fn packet(packet: &Value, keep: Keep, private: bool) -> Result<Redacted<Vec<u8>>, KeepError> {
    if keep == Keep::Full && private {
        return Err(KeepError::Private);
    }
    let mut packet = packet.clone();
    if keep == Keep::Redacted
        && let Some(Value::Array(documents)) = packet.pointer_mut("/context/documents")
    {
        for document in documents {
            shorten(document)?;
        }
    }
    clean(&mut packet);
    Ok(Redacted(canonical::to_bytes(&packet)?))
}

/// What is kept of a document: which page it was, its digest, and how it begins.
fn shorten(document: &mut Value) -> Result<(), CanonicalError> {
    let Some(fields) = document.as_object_mut() else { return Ok(()) };
    let Some(content) = fields.remove("content") else { return Ok(()) };
    let sensitive = fields.get("sensitivity").and_then(Value::as_str).is_some_and(|value| value != "normal");
    let mut kept = Map::new();
    for name in ["doc_type", "url", "title"] {
        if let Some(value) = content.get(name) {
            kept.insert(name.into(), value.clone());
        }
    }
    if !sensitive {
        kept.insert("digest".into(), json!(canonical::digest(&content)?));
        let text = content.get("text").and_then(Value::as_str).unwrap_or_default();
        // Scrubbed before it is cut, or a cut could halve a secret until nobody recognises it.
        let preview: String = scrub(text).chars().take(PREVIEW_CHARS).collect();
        kept.insert("preview".into(), json!(preview));
    }
    fields.insert("content".into(), Value::Object(kept));
    Ok(())
}

/// Ids, digests and times are ours and would look like secrets; everything else is looked at.
fn clean(value: &mut Value) {
    const OURS: [&str; 8] =
        ["id", "in_reply_to_request_id", "created_at", "digest", "doc_id", "run_id", "hash", "turn"];
    match value {
        Value::String(text) => *text = scrub(text).into_owned(),
        Value::Array(items) => items.iter_mut().for_each(clean),
        Value::Object(fields) => {
            for (name, field) in fields.iter_mut() {
                match field {
                    Value::String(url) if name == "url" || name == "href" => *url = shown_url(url),
                    Value::String(_) if OURS.contains(&name.as_str()) => {}
                    Value::Null
                    | Value::Bool(_)
                    | Value::Number(_)
                    | Value::String(_)
                    | Value::Array(_)
                    | Value::Object(_) => clean(field),
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
