//! What the person set for a site, and the list of artifacts: rows beside the chain.

use laika_protocol::ids::{ArtifactId, Origin, ProfileId};
use rusqlite::{Transaction, params};

use crate::names::name_of;
use crate::{Artifact, Override, SiteNote, StoreError, ToolUse};

/// Sets what holds on a site.
pub(crate) fn set_override(transaction: &Transaction<'_>, set: &Override) -> Result<(), StoreError> {
    if set.label.as_ref().is_some_and(|label| !is_word(label)) {
        return Err(StoreError::Batch("a label is a short lower-case word"));
    }
    transaction.execute(
        "INSERT INTO site_policy_override (profile_id, origin, label, mode, created_at_ms) \
         VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (profile_id, origin) \
         DO UPDATE SET label = ?3, mode = ?4, created_at_ms = ?5",
        params![
            set.profile.as_str(),
            set.origin.as_str(),
            set.label,
            set.mode.as_ref().map(name_of),
            set.created_at_ms.cast_signed(),
        ],
    )?;
    Ok(())
}

/// Takes it back. Says whether there was one.
pub(crate) fn clear_override(
    transaction: &Transaction<'_>,
    profile: &ProfileId,
    origin: &Origin,
) -> Result<bool, StoreError> {
    let removed = transaction.execute(
        "DELETE FROM site_policy_override WHERE profile_id = ?1 AND origin = ?2",
        params![profile.as_str(), origin.as_str()],
    )?;
    Ok(removed > 0)
}

/// Characters of a note.
const MOST_NOTE: usize = 500;

/// Writes down a note; its number comes back.
pub(crate) fn add_note(transaction: &Transaction<'_>, note: &SiteNote) -> Result<u64, StoreError> {
    let length = note.text.chars().count();
    if !(1..=MOST_NOTE).contains(&length) || !matches!(note.kind.as_str(), "know" | "do" | "dont") {
        return Err(StoreError::Batch("a note has 1 to 500 characters, and is to know, to do or not to do"));
    }
    transaction.execute(
        "INSERT INTO site_note (profile_id, origin, kind, text, created_at_ms) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![
            note.profile.as_str(),
            note.origin.as_str(),
            note.kind,
            note.text,
            note.created_at_ms.cast_signed()
        ],
    )?;
    Ok(transaction.last_insert_rowid().cast_unsigned())
}

/// Takes a note away. Says whether there was one.
pub(crate) fn remove_note(
    transaction: &Transaction<'_>,
    profile: &ProfileId,
    id: u64,
) -> Result<bool, StoreError> {
    let removed = transaction.execute(
        "DELETE FROM site_note WHERE profile_id = ?1 AND note_id = ?2",
        params![profile.as_str(), id.cast_signed()],
    )?;
    Ok(removed > 0)
}

/// Uses of tools that are kept; older ones go.
const MOST_USES: i64 = 20_000;

/// Counts a use of a tool.
pub(crate) fn add_tool_use(transaction: &Transaction<'_>, used: &ToolUse) -> Result<(), StoreError> {
    if !(1..=128).contains(&used.tool.len()) {
        return Err(StoreError::Batch("the name of a tool has 1 to 128 bytes"));
    }
    transaction.execute(
        "INSERT INTO tool_use (tool, at_ms, took_ms, done) VALUES (?1, ?2, ?3, ?4)",
        params![used.tool, used.at_ms.cast_signed(), used.took_ms.cast_signed(), used.done],
    )?;
    transaction.execute(
        "DELETE FROM tool_use WHERE use_id <= (SELECT max(use_id) FROM tool_use) - ?1",
        params![MOST_USES],
    )?;
    Ok(())
}

/// Lists an artifact.
pub(crate) fn add_artifact(transaction: &Transaction<'_>, artifact: &Artifact) -> Result<(), StoreError> {
    if !is_word(&artifact.kind) || artifact.media_type.len() > 128 {
        return Err(StoreError::Batch("the kind of an artifact is a short lower-case word"));
    }
    let run = artifact.run.as_str();
    let known: bool =
        transaction
            .query_row("SELECT EXISTS (SELECT 1 FROM run WHERE run_id = ?1)", [run], |row| row.get(0))?;
    if !known {
        return Err(StoreError::NoRun(artifact.run.clone()));
    }
    let written = transaction.execute(
        "INSERT INTO artifact (artifact_id, run_id, profile_id, origin, kind, media_type, bytes, cipher_sha256, \
         created_at_ms, evicted_at_ms) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) \
         ON CONFLICT (artifact_id) DO NOTHING",
        params![
            artifact.id.as_str(),
            run,
            artifact.profile.as_str(),
            artifact.origin.as_ref().map(Origin::as_str),
            artifact.kind,
            artifact.media_type,
            artifact.bytes.cast_signed(),
            artifact.cipher_sha256.as_str(),
            artifact.created_at_ms.cast_signed(),
            artifact.evicted_at_ms.map(u64::cast_signed),
        ],
    )?;
    if written == 0 {
        return Err(StoreError::Batch("an artifact of this id is already listed"));
    }
    Ok(())
}

/// Notes that the file of an artifact is gone; what it was stays listed. Says whether it was listed.
pub(crate) fn evict_artifact(
    transaction: &Transaction<'_>,
    id: &ArtifactId,
    now_ms: u64,
) -> Result<bool, StoreError> {
    let changed = transaction.execute(
        "UPDATE artifact SET evicted_at_ms = ?2 WHERE artifact_id = ?1 AND evicted_at_ms IS NULL",
        params![id.as_str(), now_ms.cast_signed()],
    )?;
    Ok(changed > 0)
}

fn is_word(text: &str) -> bool {
    (1..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}
