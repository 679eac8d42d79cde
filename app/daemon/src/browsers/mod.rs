//! The person's own browsers that are connected: one extension for each profile, and the tokens of all of them.

mod bridge;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use laika_browser::mine::Connection;
use laika_policy::token::{Authority, Key};
use laika_protocol::ids::ProfileId;
use laika_protocol::wire::SiteMode;
use laika_protocol::{ErrorCode, ToolError};

pub(crate) use self::bridge::{Bridge, Post, browser_gone};
use crate::serving::ConnectedBrowser;
use crate::working::fresh_uuid;

/// The person's browsers. Clones are the same.
#[derive(Clone)]
pub struct Browsers {
    connected: Arc<Mutex<HashMap<ProfileId, Arc<Bridge>>>>,
    /// Nothing of it is ever stored: after a restart every token is worthless (TOK-007).
    tokens: Arc<Mutex<Authority>>,
    refused: Arc<Mutex<Option<String>>>,
}

impl Browsers {
    /// None are connected yet.
    ///
    /// # Errors
    /// When the system gives no random numbers.
    pub fn none() -> Result<Self, ToolError> {
        let tokens = Arc::new(Mutex::new(Authority::new(fresh_key()?)));
        Ok(Self { connected: Arc::default(), tokens, refused: Arc::default() })
    }

    fn connected(&self) -> MutexGuard<'_, HashMap<ProfileId, Arc<Bridge>>> {
        self.connected.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An extension is there; false where its profile has one already, which nobody displaces while it lives.
    #[must_use]
    pub(crate) fn enter(&self, bridge: &Arc<Bridge>) -> bool {
        match self.connected().entry(bridge.profile().clone()) {
            Entry::Occupied(_) => false,
            Entry::Vacant(free) => {
                free.insert(Arc::clone(bridge));
                true
            }
        }
    }

    /// An extension left. What was asked of it is not answered any more.
    pub(crate) fn leave(&self, bridge: &Arc<Bridge>) {
        bridge.end();
        let mut connected = self.connected();
        if connected.get(bridge.profile()).is_some_and(|other| Arc::ptr_eq(other, bridge)) {
            connected.remove(bridge.profile());
        }
    }

    /// The extension of a profile.
    fn of(&self, profile: &ProfileId) -> Option<Arc<Bridge>> {
        self.connected().get(profile).cloned()
    }

    /// The profiles that are connected.
    #[must_use]
    pub fn profiles(&self) -> Vec<ProfileId> {
        self.connected().keys().cloned().collect()
    }

    /// What is told of those that are connected.
    pub(crate) fn standing(&self) -> Vec<ConnectedBrowser> {
        self.connected().values().map(|bridge| bridge.standing()).collect()
    }

    /// Remembers why an extension was refused; one that is welcomed later ends that.
    pub(crate) fn refuse(&self, why: Option<String>) {
        *self.refused.lock().unwrap_or_else(PoisonError::into_inner) = why;
    }

    pub(crate) fn refused(&self) -> Option<String> {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The way to the browser of a profile, for what may be done in this mode; none if it is not connected.
    #[must_use]
    pub fn connection(&self, profile: &ProfileId, mode: SiteMode) -> Option<Connection> {
        let link = self.of(profile)?;
        Some(Connection {
            link,
            profile: profile.clone(),
            mode,
            tokens: Arc::clone(&self.tokens),
            fresh: fresh_uuid,
        })
    }

    /// Takes back every token there is (TOK-009). Without randomness there is no new key; then no browser is asked any more.
    pub(crate) fn revoke_all(&self) {
        match fresh_key() {
            Ok(key) => self.tokens.lock().unwrap_or_else(PoisonError::into_inner).revoke_all(key),
            Err(_) => self.connected().drain().for_each(|(_, bridge)| bridge.end()),
        }
    }
}

fn fresh_key() -> Result<Key, ToolError> {
    let mut bytes = zeroize::Zeroizing::new([0_u8; 32]);
    getrandom::fill(&mut *bytes)
        .map_err(|error| ToolError::new(ErrorCode::Internal, format!("no randomness: {error}")))?;
    let mut id = [0_u8; 8];
    getrandom::fill(&mut id)
        .map_err(|error| ToolError::new(ErrorCode::Internal, format!("no randomness: {error}")))?;
    let id: String = id.iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(Key::new(id, &bytes))
}
