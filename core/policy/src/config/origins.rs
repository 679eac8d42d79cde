//! Where runs may go at all, by the settings. Nothing here allows: the gate still decides what it lets through.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString as _};
use core::fmt;

use laika_protocol::ids::Origin;
use url::{Host, Url};

/// Something that no run may go to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Blocked {
    /// A host and every host below it, over any scheme and port.
    Host(String),
    /// Exactly this origin.
    Origin(Origin),
}

impl Blocked {
    /// Reads `example.com` or `https://example.com`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if text.contains("://") {
            return Origin::parse(text).ok().map(Self::Origin);
        }
        let has_more = text.is_empty() || text.contains(['/', '?', '#', '@', '\\']) || text.trim() != text;
        let url = Url::parse(&format!("https://{text}/")).ok().filter(|_| !has_more)?;
        // The port that https has anyway would be dropped without a word.
        let bare = url.port().is_none() && !text.rsplit(']').next().is_some_and(|rest| rest.contains(':'));
        // A star would be taken for a letter, and block nothing.
        let is_name = |host: &&str| {
            !host.is_empty()
                && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._:[]".contains(&byte))
        };
        url.host_str()
            .map(without_dot)
            .filter(is_name)
            .filter(|_| bare)
            .map(|host| Self::Host(host.to_string()))
    }

    /// Whether an origin is meant. A name with a dot at its end is the same place.
    #[must_use]
    pub fn covers(&self, origin: &Origin) -> bool {
        let Ok(there) = Url::parse(origin.as_str()) else { return true };
        let Some(host) = there.host_str().map(without_dot) else { return true };
        match self {
            Self::Host(blocked) => {
                let below = || host.strip_suffix(blocked.as_str()).is_some_and(|front| front.ends_with('.'));
                host == blocked || (matches!(there.host(), Some(Host::Domain(_))) && below())
            }
            Self::Origin(blocked) => Url::parse(blocked.as_str()).is_ok_and(|blocked| {
                blocked.scheme() == there.scheme()
                    && blocked.port_or_known_default() == there.port_or_known_default()
                    && blocked.host_str().map(without_dot) == Some(host)
            }),
        }
    }
}

fn without_dot(host: &str) -> &str {
    host.strip_suffix('.').unwrap_or(host)
}

impl fmt::Display for Blocked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Host(host) => f.write_str(host),
            Self::Origin(origin) => origin.fmt(f),
        }
    }
}

/// Where runs may go, by the settings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OriginRules {
    /// The only origins; none if it is left to the gate.
    pub allowed: Option<BTreeSet<Origin>>,
    /// What is out of reach whatever else says.
    pub blocked: BTreeSet<Blocked>,
}

/// Why a run may not go somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OriginRefusal {
    /// It is blocked by this entry.
    Blocked(Blocked),
    /// There is a list, and it is not on it.
    NotListed,
}

/// Settings that keep nobody away from anywhere.
static ANYWHERE: OriginRules = OriginRules { allowed: None, blocked: BTreeSet::new() };

impl OriginRules {
    /// Those that say nothing.
    #[must_use]
    pub fn anywhere() -> &'static Self {
        &ANYWHERE
    }

    /// Whether a run may go there, as far as the settings say.
    ///
    /// # Errors
    /// With the reason, when it may not.
    pub fn check(&self, origin: &Origin) -> Result<(), OriginRefusal> {
        if let Some(blocked) = self.blocked.iter().find(|blocked| blocked.covers(origin)) {
            return Err(OriginRefusal::Blocked(blocked.clone()));
        }
        match &self.allowed {
            Some(allowed) if !allowed.contains(origin) => Err(OriginRefusal::NotListed),
            Some(_) | None => Ok(()),
        }
    }
}

impl OriginRefusal {
    /// The stable code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Blocked(_) => "E_CONFIG_ORIGIN_BLOCKED",
            Self::NotListed => "E_CONFIG_ORIGIN_NOT_LISTED",
        }
    }
}

impl fmt::Display for OriginRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Blocked(blocked) => write!(f, "Your settings block `{blocked}`."),
            Self::NotListed => {
                f.write_str("Your settings list the only sites Laika may go to, and this is none of them.")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin(text: &str) -> Origin {
        Origin::parse(text).unwrap()
    }

    #[test]
    fn a_blocked_host_is_blocked_in_every_spelling() {
        let host = Blocked::parse("Ads.Example").unwrap();
        for text in [
            "https://ads.example",
            "http://ads.example",
            "https://ads.example:8443",
            "https://x.y.ads.example",
            "https://ads.example.",
            "https://x.ads.example.",
        ] {
            assert!(host.covers(&origin(text)), "{text}");
        }
        for text in ["https://badads.example", "https://ads.example.com", "https://example"] {
            assert!(!host.covers(&origin(text)), "{text}");
        }
        assert!(Blocked::parse("127.1").unwrap().covers(&origin("http://127.0.0.1:3000")));
        assert!(Blocked::parse("[::1]").unwrap().covers(&origin("http://[::1]:3000")));
        assert!(Blocked::parse("münchen.example").unwrap().covers(&origin("https://xn--mnchen-3ya.example")));
    }

    #[test]
    fn a_blocked_origin_is_that_one() {
        let blocked = Blocked::parse("https://a.example").unwrap();
        assert!(
            blocked.covers(&origin("https://a.example")) && blocked.covers(&origin("https://a.example."))
        );
        for text in ["http://a.example", "https://a.example:8443", "https://x.a.example"] {
            assert!(!blocked.covers(&origin(text)), "{text}");
        }
    }

    #[test]
    fn what_is_neither_host_nor_origin_blocks_nothing_and_is_an_error() {
        for text in [
            "",
            " ",
            "a.example/path",
            "a.example:443",
            "a.example:80",
            "https://a.example/",
            "*.a.example",
            "a b",
            "me@a.example",
            "ftp://a.example",
        ] {
            assert_eq!(Blocked::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn blocked_is_stronger_than_listed() {
        let mut rules = OriginRules::default();
        assert_eq!(rules.check(&origin("https://a.example")), Ok(()));
        rules.allowed = Some([origin("https://a.example")].into());
        assert_eq!(rules.check(&origin("https://a.example")), Ok(()));
        assert_eq!(
            rules.check(&origin("https://a.example.")),
            Err(OriginRefusal::NotListed),
            "lists are exact"
        );
        let blocked = Blocked::parse("a.example").unwrap();
        rules.blocked.insert(blocked.clone());
        assert_eq!(rules.check(&origin("https://a.example")), Err(OriginRefusal::Blocked(blocked)));
    }
}
