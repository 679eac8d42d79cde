//! Who may come in: the names of the clients, the hashes of their tokens, and how much of everything at once.

use std::fmt;
use std::time::Duration;

use sha2::{Digest as _, Sha256};

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

/// The SHA-256 of a token: all that is kept of it.
#[derive(Clone, Copy)]
pub struct TokenHash([u8; 32]);

impl TokenHash {
    /// A hash that was kept.
    #[must_use]
    pub fn new(hash: [u8; 32]) -> Self {
        Self(hash)
    }

    /// Reads one that was kept as 64 digits of base 16.
    #[must_use]
    pub fn parse(digits: &str) -> Option<Self> {
        let mut hash = [0; 32];
        if digits.len() != 64 || !digits.is_ascii() {
            return None;
        }
        for (at, byte) in hash.iter_mut().enumerate() {
            *byte = u8::from_str_radix(digits.get(2 * at..2 * at + 2)?, 16).ok()?;
        }
        Some(Self(hash))
    }

    /// The hash of a token that somebody shows.
    #[must_use]
    pub fn of(token: &[u8]) -> Self {
        Self(Sha256::digest(token).into())
    }

    /// The bytes, to keep.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Looks at every byte, whatever the first ones are: the time says nothing about how near a guess was.
    fn is(&self, other: &Self) -> bool {
        let difference = self.0.iter().zip(&other.0).fold(0, |sum, (left, right)| sum | (left ^ right));
        std::hint::black_box(difference) == 0
    }
}

impl fmt::Debug for TokenHash {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("TokenHash(..)")
    }
}

/// How much of everything at once, and how long it may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Connections at once, of all clients together.
    pub connections: usize,
    /// Sessions at once, of all clients together.
    pub sessions: usize,
    /// Bytes in one request.
    pub body: usize,
    /// Header lines in one request.
    pub headers: usize,
    /// Until a request's headers are there; this is also how long a connection may be silent between two requests.
    pub silence: Duration,
    /// Until the rest of a request is there.
    pub body_time: Duration,
    /// A session nobody uses ends after this.
    pub session_idle: Duration,
    /// What is under way when the end comes gets this long.
    pub farewell: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 64,
            sessions: 16,
            body: 1024 * 1024,
            headers: 64,
            silence: Duration::from_secs(20),
            body_time: Duration::from_secs(20),
            session_idle: Duration::from_secs(30 * 60),
            farewell: Duration::from_secs(2),
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

    /// Whose token this is. The whole table is compared, whoever is found.
    pub(super) fn client(&self, token: Option<&[u8]>) -> Option<ClientName> {
        let clients = match &self.clients {
            Clients::Known(clients) => clients,
            Clients::Anyone(name) => return Some(name.clone()),
        };
        let shown = TokenHash::of(token?);
        let found =
            clients.iter().fold(None, |found, (name, hash)| if hash.is(&shown) { Some(name) } else { found });
        found.cloned()
    }
}
