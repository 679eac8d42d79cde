//! Capability tokens: what a page script must hold to run a tool. Minted here, checked here, kept in memory only (I7).

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::digest::KeyInit;
use hmac::{Hmac, Mac};
use laika_protocol::canonical;
use laika_protocol::ids::{DocumentId, Nonce, Origin, ProfileId, ToolName, Uuid};
use laika_protocol::limits::Limit;
use laika_protocol::secret::CapabilityToken;
use laika_protocol::wire::{CallContext, SiteMode};
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

type HmacSha256 = Hmac<sha2::Sha256>;

/// No token is longer; a longer text is not looked at.
const MOST_BYTES: usize = 16 * 1024;
const MOST_TOOLS: usize = 200;
/// Replays and revocations remembered at once; beyond it the gate refuses rather than forgets (I22).
const MOST_REMEMBERED: usize = 100_000;

/// A signing key. It cannot be printed, copied or stored, and is wiped when dropped.
///
/// ```compile_fail
/// fn store(key: laika_policy::token::Key) -> String { serde_json::to_string(&key).unwrap() }
/// ```
/// ```compile_fail
/// fn show(key: laika_policy::token::Key) -> String { format!("{key:?}") }
/// ```
/// ```compile_fail
/// fn copy(key: &laika_policy::token::Key) -> laika_policy::token::Key { key.clone() }
/// ```
pub struct Key {
    id: String,
    bytes: Zeroizing<[u8; 32]>,
}

impl Key {
    /// A key from 32 random bytes, which the caller made and wipes.
    #[must_use]
    pub fn new(id: impl Into<String>, bytes: &[u8; 32]) -> Self {
        Self { id: id.into(), bytes: Zeroizing::new(*bytes) }
    }

    fn mac(&self, message: &[u8]) -> Option<HmacSha256> {
        let mut mac = HmacSha256::new_from_slice(&*self.bytes).ok()?;
        mac.update(message);
        Some(mac)
    }
}

/// What a token says. Canonical JSON, so that one set of claims has one signature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Claims {
    /// Unique to this token.
    pub token_id: Nonce,
    /// The key it is signed with.
    pub key_id: String,
    /// The browser profile.
    pub profile_id: ProfileId,
    /// The tab.
    pub tab_id: u32,
    /// The frame.
    pub frame_id: u32,
    /// The origin.
    pub origin: Origin,
    /// The one document it is good for (I5).
    pub document_id: DocumentId,
    /// Its generation.
    pub navigation_generation: u64,
    /// How much the person lets Laika do there.
    pub site_mode: SiteMode,
    /// The tools it is good for.
    pub allowed_tools: BTreeSet<ToolName>,
    /// When it was made.
    pub issued_at_ms: u64,
    /// When it ends.
    pub expires_at_ms: u64,
}

/// What a token is asked for.
#[derive(Clone, Debug)]
pub struct Scope {
    /// Unique to this token; made from fresh randomness.
    pub token_id: Nonce,
    /// The document, by the word of the browser process.
    pub context: CallContext,
    /// How much the person lets Laika do there.
    pub site_mode: SiteMode,
    /// The tools it is for.
    pub allowed_tools: BTreeSet<ToolName>,
    /// How long it lives, cut to the limit.
    pub ttl_ms: u64,
}

/// Why a token is refused. The caller learns no more than that it is: the words are for the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// Not a token at all, or signed by nobody we know.
    #[error("the token is not one of ours")]
    Forged,
    /// Too late, or from the future.
    #[error("the token is not valid now")]
    Expired,
    /// Taken back.
    #[error("the token was revoked")]
    Revoked,
    /// For another document.
    #[error("the token is for another document")]
    Identity,
    /// For another mode.
    #[error("the token is for another mode")]
    Mode,
    /// Not for this tool.
    #[error("the token is not for this tool")]
    Tool,
    /// This request was seen before.
    #[error("the request was already made")]
    Replayed,
    /// A token needs a profile, at least one tool, and a life.
    #[error("the token would be good for nothing")]
    Empty,
    /// More tokens or requests than can be remembered.
    #[error("too many tokens or requests to remember")]
    Full,
}

/// The authority: keys, revocations and requests of one boot. Nothing of it is ever stored.
pub struct Authority {
    current: Key,
    previous: Option<(Key, u64)>,
    /// Tokens that were taken back, until they would have expired anyway.
    revoked: BTreeMap<Nonce, u64>,
    /// The latest moment that was seen: a clock that goes back revives nothing.
    latest_ms: u64,
    live: BTreeMap<Nonce, (ProfileId, u32, u64)>,
    requests: BTreeMap<Uuid, u64>,
}

impl Authority {
    /// Starts with a fresh key.
    #[must_use]
    pub const fn new(key: Key) -> Self {
        Self {
            current: key,
            previous: None,
            revoked: BTreeMap::new(),
            latest_ms: 0,
            live: BTreeMap::new(),
            requests: BTreeMap::new(),
        }
    }

    /// Signs with a new key from now on. Tokens of the old one hold until they expire.
    pub fn rotate(&mut self, key: Key, now_ms: u64) {
        let ttl = Limit::TokenTtlMs.row().default;
        let old = core::mem::replace(&mut self.current, key);
        self.previous = Some((old, now_ms.saturating_add(ttl)));
    }

    /// Mints a token for one document.
    ///
    /// # Errors
    /// When it would be good for nothing, or too many are alive.
    pub fn mint(&mut self, scope: Scope, now_ms: u64) -> Result<CapabilityToken, TokenError> {
        let now_ms = self.forget(now_ms);
        let Scope { token_id, context, site_mode, allowed_tools, ttl_ms } = scope;
        let profile_id = context.profile_id.ok_or(TokenError::Empty)?;
        if ttl_ms == 0 || allowed_tools.is_empty() || allowed_tools.len() > MOST_TOOLS {
            return Err(TokenError::Empty);
        }
        if self.live.contains_key(&token_id) || self.revoked.contains_key(&token_id) {
            return Err(TokenError::Replayed);
        }
        if self.live.len() >= MOST_REMEMBERED {
            return Err(TokenError::Full);
        }
        let expires_at_ms = now_ms.saturating_add(ttl_ms.min(Limit::TokenTtlMs.row().default));
        self.live.insert(token_id.clone(), (profile_id.clone(), context.tab_id, expires_at_ms));
        let claims = Claims {
            token_id,
            key_id: self.current.id.clone(),
            profile_id,
            tab_id: context.tab_id,
            frame_id: context.frame_id,
            origin: context.origin,
            document_id: context.document_id,
            navigation_generation: context.navigation_generation,
            site_mode,
            allowed_tools,
            issued_at_ms: now_ms,
            expires_at_ms,
        };
        let payload = canonical::to_bytes(&claims).map_err(|_| TokenError::Empty)?;
        let mac = self.current.mac(&payload).ok_or(TokenError::Empty)?;
        let mut text = URL_SAFE_NO_PAD.encode(&payload);
        text.push('.');
        URL_SAFE_NO_PAD.encode_string(mac.finalize().into_bytes(), &mut text);
        Ok(CapabilityToken::new(text))
    }

    /// Checks a token for one request: signature first, in constant time, then everything it claims.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(
        &self,
        token: &CapabilityToken,
        asked: &Asked<'_>,
        now_ms: u64,
    ) -> Result<Claims, TokenError> {
        let now_ms = now_ms.max(self.latest_ms);
        let claims = self.verified(token.expose(), now_ms)?;
        if now_ms >= claims.expires_at_ms || now_ms < claims.issued_at_ms {
            return Err(TokenError::Expired);
        }
        if self.revoked.contains_key(&claims.token_id) {
            return Err(TokenError::Revoked);
        }
        let context = asked.context;
        let same = context.profile_id.as_ref() == Some(&claims.profile_id)
            && context.tab_id == claims.tab_id
            && context.frame_id == claims.frame_id
            && context.origin == claims.origin
            && context.document_id == claims.document_id
            && context.navigation_generation == claims.navigation_generation;
        if !same {
            return Err(TokenError::Identity);
        }
        if asked.site_mode != claims.site_mode {
            return Err(TokenError::Mode);
        }
        if !claims.allowed_tools.contains(asked.tool) {
            return Err(TokenError::Tool);
        }
        Ok(claims)
    }

    /// Checks a token and takes the request in: the same request id is admitted once.
    ///
    /// # Errors
    /// Like [`Self::check`], or when the request was seen before.
    pub fn admit(
        &mut self,
        token: &CapabilityToken,
        asked: &Asked<'_>,
        request_id: &Uuid,
        now_ms: u64,
    ) -> Result<Claims, TokenError> {
        let claims = self.check(token, asked, now_ms)?;
        let now_ms = self.forget(now_ms);
        if self.requests.contains_key(request_id) {
            return Err(TokenError::Replayed);
        }
        if self.requests.len() >= MOST_REMEMBERED {
            return Err(TokenError::Full);
        }
        // A replay after the longest life of a token fails by expiry.
        let until = now_ms.saturating_add(Limit::TokenTtlMs.row().default);
        self.requests.insert(request_id.clone(), until);
        Ok(claims)
    }

    /// Takes one token back.
    pub fn revoke(&mut self, token_id: &Nonce, now_ms: u64) {
        if let Some((_, _, expires_at_ms)) = self.live.remove(token_id)
            && now_ms < expires_at_ms
        {
            self.revoked.insert(token_id.clone(), expires_at_ms);
        }
    }

    /// Takes back every token of a tab: it closed, navigated, or its mode was lowered.
    pub fn revoke_tab(&mut self, profile: &ProfileId, tab_id: u32, now_ms: u64) {
        let of_tab = |(_, (of, tab, _)): &(&Nonce, &(ProfileId, u32, u64))| of == profile && *tab == tab_id;
        let ids: Vec<Nonce> = self.live.iter().filter(of_tab).map(|(id, _)| id.clone()).collect();
        ids.iter().for_each(|id| self.revoke(id, now_ms));
    }

    /// Takes back every token there is, with a key that nobody has seen: stop, panic, lock, profile change.
    pub fn revoke_all(&mut self, fresh: Key) {
        self.current = fresh;
        self.previous = None;
        self.revoked.clear();
        self.live.clear();
    }

    fn verified(&self, text: &str, now_ms: u64) -> Result<Claims, TokenError> {
        let forged = TokenError::Forged;
        if text.len() > MOST_BYTES {
            return Err(forged);
        }
        let (payload, signature) = text.split_once('.').ok_or(forged)?;
        let payload = URL_SAFE_NO_PAD.decode(payload).map_err(|_| forged)?;
        let signature = URL_SAFE_NO_PAD.decode(signature).map_err(|_| forged)?;
        let previous = self.previous.as_ref().filter(|(_, until)| now_ms < *until).map(|(key, _)| key);
        // Which key it claims is not known before the signature holds, so every live key is tried.
        let signer = [Some(&self.current), previous]
            .into_iter()
            .flatten()
            .find(|key| key.mac(&payload).is_some_and(|mac| mac.verify_slice(&signature).is_ok()));
        let signer = signer.ok_or(forged)?;
        let claims: Claims = serde_json::from_slice(&payload).map_err(|_| forged)?;
        let canonical = canonical::to_bytes(&claims).map_err(|_| forged)?;
        if claims.key_id != signer.id || canonical != payload {
            return Err(forged);
        }
        Ok(claims)
    }

    /// Forgets what can no longer be used, and says what time it is.
    fn forget(&mut self, now_ms: u64) -> u64 {
        let now_ms = now_ms.max(self.latest_ms);
        self.latest_ms = now_ms;
        self.live.retain(|_, (_, _, expires_at_ms)| now_ms < *expires_at_ms);
        self.revoked.retain(|_, expires_at_ms| now_ms < *expires_at_ms);
        self.requests.retain(|_, until| now_ms < *until);
        now_ms
    }
}

/// What a request wants to use a token for.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The document in front, by the word of the browser process.
    pub context: &'a CallContext,
    /// How much the person lets Laika do there now.
    pub site_mode: SiteMode,
    /// The tool.
    pub tool: &'a ToolName,
}
