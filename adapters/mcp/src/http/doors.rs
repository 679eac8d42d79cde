//! Who may come in: the names of the clients, the hashes of their tokens, and how much of everything at once.

use std::fmt;
use std::time::Duration;

use laika_loopback::TokenHash;

/// What the user calls another agent.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClientName(String);

impl ClientName {
    /// A name as the user gave it.
    pub fn new(name: impl Into<String>) -> Self {
        Self(name.into())
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ClientName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// How much of everything at once, and how long it may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Of connections and requests, of all clients together.
    pub door: laika_loopback::Limits,
    /// Sessions at once, of all clients together.
    pub sessions: usize,
    /// A session nobody uses ends after this.
    pub session_idle: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            door: laika_loopback::Limits::default(),
            sessions: 16,
            session_idle: Duration::from_secs(30 * 60),
        }
    }
}

/// Everyone who may come in.
#[derive(Clone, Debug)]
pub struct Doors {
    clients: Clients,
    pub(super) limits: Limits,
}

#[derive(Clone, Debug)]
enum Clients {
    Known(Vec<(ClientName, TokenHash)>),
    Anyone(ClientName),
}

impl Doors {
    /// One token for every client. No client, no way in.
    pub fn new(clients: impl IntoIterator<Item = (ClientName, TokenHash)>) -> Self {
        Self { clients: Clients::Known(clients.into_iter().collect()), limits: Limits::default() }
    }

    /// Without tokens, for the conformance suite, which sends none. All other checks stay.
    ///
    /// Only tests and examples call this: with it, any program of the user is a client.
    #[must_use]
    pub fn open_for_tests() -> Self {
        Self { clients: Clients::Anyone(ClientName::new("tests")), limits: Limits::default() }
    }

    /// Other limits than the usual ones.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Every client there is.
    pub(super) fn names(&self) -> Vec<ClientName> {
        match &self.clients {
            Clients::Known(clients) => clients.iter().map(|(name, _)| name.clone()).collect(),
            Clients::Anyone(name) => vec![name.clone()],
        }
    }

    /// Whose token this is.
    pub(super) fn client(&self, token: Option<&[u8]>) -> Option<ClientName> {
        let clients = match &self.clients {
            Clients::Known(clients) => clients,
            Clients::Anyone(name) => return Some(name.clone()),
        };
        TokenHash::find(token?, clients.iter().map(|(name, hash)| (hash, name))).cloned()
    }
}
