//! What stands beside the chain: conversations, site settings, grants, locks, artifacts.

use laika_protocol::ids::{Origin, ProfileId, RunId, Uuid};

use super::{Reader, id, maybe_id, maybe_number, number, word};
use crate::{Artifact, Conversation, Grant, Lock, Override, SiteNote, StoreError, StoredMessage, ToolUse};

impl Reader {
    /// Conversations, the latest first.
    ///
    /// # Errors
    /// When the database fails or is damaged.
    pub fn conversations(&self, limit: u32) -> Result<Vec<Conversation>, StoreError> {
        self.needs(2)?;
        let sql = "SELECT id, created_at, title, (SELECT count(*) FROM messages WHERE conversation_id = c.id) \
                   FROM conversations c ORDER BY created_at DESC, id LIMIT ?1";
        self.list(sql, [limit], |row| {
            Ok(Conversation {
                id: id(row, 0)?,
                created_at: row.get(1)?,
                title: row.get(2)?,
                messages: number(row, 3)?,
            })
        })
    }

    /// The messages of a conversation, in order.
    ///
    /// # Errors
    /// When the database fails or is damaged.
    pub fn messages(&self, conversation: &Uuid) -> Result<Vec<StoredMessage>, StoreError> {
        self.needs(2)?;
        let sql = "SELECT id, conversation_id, turn, created_at, sender_role, packet_type, \
                   in_reply_to_request_id, model_id, packet_json, run_id, digest FROM messages \
                   WHERE conversation_id = ?1 ORDER BY turn, created_at, rowid";
        self.list(sql, [conversation.as_str()], |row| {
            Ok(StoredMessage {
                id: id(row, 0)?,
                conversation: id(row, 1)?,
                turn: number(row, 2)?,
                created_at: row.get(3)?,
                sender: word(row, 4)?,
                packet_type: word(row, 5)?,
                in_reply_to: maybe_id(row, 6)?,
                model: row.get(7)?,
                packet_json: row.get(8)?,
                run: maybe_id(row, 9)?,
                digest: id(row, 10)?,
            })
        })
    }

    /// What the person set for sites in a profile.
    ///
    /// # Errors
    /// When the database fails or is damaged.
    pub fn overrides(&self, profile: &ProfileId) -> Result<Vec<Override>, StoreError> {
        self.needs(2)?;
        let sql = "SELECT profile_id, origin, label, mode, created_at_ms FROM site_policy_override \
                   WHERE profile_id = ?1 ORDER BY origin";
        self.list(sql, [profile.as_str()], |row| {
            let mode: Option<String> = row.get(3)?;
            Ok(Override {
                profile: id(row, 0)?,
                origin: id(row, 1)?,
                label: row.get(2)?,
                mode: if mode.is_some() { Some(word(row, 3)?) } else { None },
                created_at_ms: number(row, 4)?,
            })
        })
    }

    /// What the person wrote down about sites in a profile; about one site, if it is named.
    ///
    /// # Errors
    /// When the database fails or is damaged.
    pub fn notes(&self, profile: &ProfileId, origin: Option<&Origin>) -> Result<Vec<SiteNote>, StoreError> {
        self.needs(4)?;
        let sql = "SELECT note_id, profile_id, origin, kind, text, created_at_ms FROM site_note \
                   WHERE profile_id = ?1 AND (?2 IS NULL OR origin = ?2) ORDER BY origin, note_id";
        self.list(sql, [Some(profile.as_str()), origin.map(Origin::as_str)], |row| {
            Ok(SiteNote {
                id: Some(number(row, 0)?),
                profile: id(row, 1)?,
                origin: id(row, 2)?,
                kind: row.get(3)?,
                text: row.get(4)?,
                created_at_ms: number(row, 5)?,
            })
        })
    }

    /// The uses of tools that are kept, by tool and in order.
    ///
    /// # Errors
    /// When the database fails or is damaged.
    pub fn tool_uses(&self) -> Result<Vec<ToolUse>, StoreError> {
        self.needs(5)?;
        let sql = "SELECT tool, at_ms, took_ms, done FROM tool_use ORDER BY tool, at_ms, use_id";
        self.list(sql, [], |row| {
            Ok(ToolUse {
                tool: row.get(0)?,
                at_ms: number(row, 1)?,
                took_ms: number(row, 2)?,
                done: row.get(3)?,
            })
        })
    }

    /// The grants of a run, in the order they were given.
    ///
    /// # Errors
    /// When the database fails or is damaged.
    pub fn grants(&self, run: &RunId) -> Result<Vec<Grant>, StoreError> {
        self.needs(2)?;
        let sql = "SELECT grant_id, run_id, profile_id, scope_json, uses, granted_at_ms, expires_at_ms, \
                   ended_at_ms, ended_for FROM grants WHERE run_id = ?1 ORDER BY granted_at_ms, grant_id";
        self.list(sql, [run.as_str()], |row| {
            let ended = maybe_number(row, 7)?;
            Ok(Grant {
                id: row.get(0)?,
                run: id(row, 1)?,
                profile: id(row, 2)?,
                scope_json: row.get(3)?,
                uses: row.get(4)?,
                granted_at_ms: number(row, 5)?,
                expires_at_ms: number(row, 6)?,
                ended: ended.map(|at_ms| Ok::<_, StoreError>((at_ms, word(row, 8)?))).transpose()?,
            })
        })
    }

    /// How often a standing grant answered, by what for; no log older than standing grants has any.
    ///
    /// # Errors
    /// When the database fails or is damaged.
    pub fn grant_uses(&self, grant: &str) -> Result<Vec<(String, u32)>, StoreError> {
        if self.needs(3).is_err() {
            return Ok(Vec::new());
        }
        let sql = "SELECT verb, uses FROM grant_use WHERE grant_id = ?1 ORDER BY verb";
        self.list(sql, [grant], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// The tabs that runs hold.
    ///
    /// # Errors
    /// When the database fails or is damaged.
    pub fn locks(&self) -> Result<Vec<Lock>, StoreError> {
        let sql = "SELECT profile_id, tab_id, run_id, since_ms FROM tab_lock ORDER BY profile_id, tab_id";
        self.list(sql, [], |row| {
            Ok(Lock { profile: id(row, 0)?, tab: row.get(1)?, run: id(row, 2)?, since_ms: number(row, 3)? })
        })
    }

    /// The artifacts of a run, or of all.
    ///
    /// # Errors
    /// When the database fails or is damaged.
    pub fn artifacts(&self, run: Option<&RunId>) -> Result<Vec<Artifact>, StoreError> {
        self.needs(2)?;
        let sql = "SELECT artifact_id, run_id, profile_id, origin, kind, media_type, bytes, cipher_sha256, \
                   created_at_ms, evicted_at_ms FROM artifact WHERE (?1 IS NULL OR run_id = ?1) \
                   ORDER BY created_at_ms, artifact_id";
        self.list(sql, [run.map(|run| run.as_str())], |row| {
            Ok(Artifact {
                id: id(row, 0)?,
                run: id(row, 1)?,
                profile: id(row, 2)?,
                origin: maybe_id(row, 3)?,
                kind: row.get(4)?,
                media_type: row.get(5)?,
                bytes: number(row, 6)?,
                cipher_sha256: id(row, 7)?,
                created_at_ms: number(row, 8)?,
                evicted_at_ms: maybe_number(row, 9)?,
            })
        })
    }
}
