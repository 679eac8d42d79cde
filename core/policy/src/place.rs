//! Where something is or goes: a web origin, a server, a client, this machine.

use alloc::borrow::ToOwned;
use alloc::string::String;

use laika_protocol::ids::Origin;
use serde::{Deserialize, Serialize};
use url::Url;

/// A place with an exact name: `https://example.com`, `mcp:mail`, `agent:editor`, `local:files`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct Place(String);

/// A text that names no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected an origin such as `https://example.com`, or `mcp:`, `agent:`, `plugin:` or `local:` and a name"
)]
pub struct NoPlace;

impl TryFrom<String> for Place {
    type Error = NoPlace;

    fn try_from(text: String) -> Result<Self, NoPlace> {
        Self::parse(&text)
    }
}

impl From<&Origin> for Place {
    fn from(origin: &Origin) -> Self {
        Self(origin.as_str().to_owned())
    }
}

impl Place {
    /// Reads the name of a place.
    ///
    /// # Errors
    /// When it is neither an origin nor one of our own schemes.
    pub fn parse(text: &str) -> Result<Self, NoPlace> {
        let named = ["mcp:", "agent:", "plugin:", "local:"].iter().any(|scheme| {
            text.strip_prefix(scheme).is_some_and(|name| {
                (1..=128).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_graphic())
            })
        });
        if named || Origin::parse(text).is_ok() { Ok(Self(text.to_owned())) } else { Err(NoPlace) }
    }

    /// The place of an address.
    #[must_use]
    pub fn of_url(url: &Url) -> Option<Self> {
        let origin = url.origin();
        (matches!(url.scheme(), "http" | "https") && origin.is_tuple())
            .then(|| Self(origin.ascii_serialization()))
    }

    /// Somewhere that is not known, and therefore not any place that was read.
    #[must_use]
    pub fn elsewhere() -> Self {
        Self("elsewhere".to_owned())
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What is registered: `example.co.uk` of `https://a.example.co.uk`.
    #[must_use]
    pub fn registrable_domain(&self) -> Option<String> {
        let url = Url::parse(&self.0).ok()?;
        let host = url.domain()?;
        psl::domain(host.as_bytes())
            .and_then(|domain| core::str::from_utf8(domain.as_bytes()).ok())
            .map(str::to_owned)
    }
}

impl core::fmt::Display for Place {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whether a host name mixes alphabets, or is written in one whose letters all look Latin.
#[must_use]
pub(crate) fn is_lookalike(url: &Url) -> bool {
    let Some(host) = url.domain().filter(|host| host.contains("xn--")) else { return false };
    let shown = url::quirks::domain_to_unicode(host);
    shown.split('.').any(|label| {
        let letters = || label.chars().filter(|c| c.is_alphabetic());
        let latin = letters().any(is_latin);
        let other = letters().any(|c| !is_latin(c));
        let deceives = other && (latin || letters().all(looks_latin));
        deceives || (label.starts_with("xn--") && shown == host)
    })
}

const fn is_latin(c: char) -> bool {
    matches!(c, 'a'..='z' | 'A'..='Z' | '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}')
}

/// Cyrillic, Greek and Armenian letters that a reader takes for Latin ones.
fn looks_latin(c: char) -> bool {
    "асеһіјӏорԛѕԝхуѵґкмнтвгпɡαεικνορτυχωօսոհց".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }

    #[test]
    fn hosts_that_look_like_others_are_known() {
        for text in [
            "https://аррӏе.com/",
            "https://pаypal.com/",
            "https://gοοgle.com/",
            "https://xn--80ak6aa92e.com/",
        ] {
            assert!(is_lookalike(&url(text)), "{text}");
        }
        for text in [
            "https://münchen.de/",
            "https://example.com/",
            "https://пример.рф/",
            "https://日本.jp/",
            "http://1.2.3.4/",
        ] {
            assert!(!is_lookalike(&url(text)), "{text}");
        }
    }

    #[test]
    fn places_are_exact() {
        assert_eq!(
            Place::of_url(&url("https://a.b.co.uk/x")).unwrap().registrable_domain().unwrap(),
            "b.co.uk"
        );
        for bad in ["", "example.com", "mcp:", "https://a.b/", "file:///x", "ftp://a.b"] {
            assert!(Place::parse(bad).is_err(), "{bad}");
        }
    }
}
