//! A packet on its way to the stored conversation (PROT-052..PROT-055, C-24).

use alloc::vec::Vec;

use laika_protocol::canonical::{self, CanonicalError};
use serde_json::{Map, Value, json};

use super::text::kept;
use super::value::clean_value;
use super::{Redacted, SealKey};

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
pub fn packet(
    packet: &Value,
    keep: Keep,
    private: bool,
    key: &SealKey,
) -> Result<Redacted<Vec<u8>>, KeepError> {
    if keep == Keep::Full && private {
        return Err(KeepError::Private);
    }
    let mut packet = packet.clone();
    if keep == Keep::Redacted
        && let Some(Value::Array(documents)) = packet.pointer_mut("/context/documents")
    {
        for document in documents {
            shorten(document, key)?;
        }
    }
    clean_value(&mut packet, usize::MAX);
    Ok(Redacted(canonical::to_bytes(&packet)?))
}

/// What is kept of a document: which page it was, its digest, and how it begins.
fn shorten(document: &mut Value, key: &SealKey) -> Result<(), CanonicalError> {
    let Some(fields) = document.as_object_mut() else { return Ok(()) };
    let Some(content) = fields.remove("content") else { return Ok(()) };
    let sensitive = fields.get("sensitivity").and_then(Value::as_str).is_some_and(|value| value != "normal");
    let mut left = Map::new();
    for name in ["doc_type", "url", "title"] {
        if let Some(value) = content.get(name) {
            left.insert(name.into(), value.clone());
        }
    }
    if !sensitive {
        // Sealed: beside a preview, a plain digest would confirm a guess at what was taken out of it.
        left.insert("digest".into(), json!(key.digest(&canonical::digest(&content)?)));
        let text = content.get("text").and_then(Value::as_str).unwrap_or_default();
        left.insert("preview".into(), json!(kept(text, PREVIEW_CHARS)));
    }
    fields.insert("content".into(), Value::Object(left));
    Ok(())
}
