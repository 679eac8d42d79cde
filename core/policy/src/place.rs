//! Where something is or goes: a web origin, a server, a client, this machine.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use laika_protocol::ids::Origin;
use serde::{Deserialize, Serialize};
use url::{Host, Url};

/// A place with an exact name: `https://example.com`, `mcp:mail`, `agent:editor`, `local:files`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct Place(String);

/// A text that names no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected an origin such as `https://example.com`, or `mcp:`, `agent:` or `local:` and a name")]
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
        let named = ["mcp:", "agent:", "local:"].iter().any(|scheme| {
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

/// Whether an address is on this machine or in a network of the person's own.
#[must_use]
pub(crate) fn is_private(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => is_private_v4(address),
        Some(Host::Ipv6(address)) => is_private_v6(address),
        Some(Host::Domain(name)) => {
            let name = name.trim_end_matches('.');
            // A name without a dot is found by the resolver of the local network.
            !name.contains('.')
                || ["localhost", "local", "internal", "intranet", "lan", "home", "corp", "home.arpa", "test"]
                    .iter()
                    .any(|suffix| name.strip_suffix(suffix).is_some_and(|rest| rest.ends_with('.')))
        }
        None => true,
    }
}

/// Whether an address is this machine, in any spelling.
#[must_use]
pub(crate) fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback() || address.is_unspecified(),
        Some(Host::Ipv6(address)) => {
            address.is_loopback()
                || address.is_unspecified()
                || address.to_ipv4_mapped().is_some_and(|address| address.is_loopback())
        }
        Some(Host::Domain(name)) => {
            let name = name.trim_end_matches('.');
            name == "localhost" || name.ends_with(".localhost")
        }
        None => false,
    }
}

fn is_private_v4(address: Ipv4Addr) -> bool {
    let [first, second, ..] = address.octets();
    address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_unspecified()
        || address.is_broadcast()
        || address.is_multicast()
        || address.is_documentation()
        || (first == 100 && (64..128).contains(&second))
        || (first == 198 && (second == 18 || second == 19))
        || first == 0
        || first >= 240
}

fn is_private_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    match address.to_canonical() {
        IpAddr::V4(mapped) => is_private_v4(mapped),
        IpAddr::V6(_) => {
            address.is_loopback()
                || address.is_unspecified()
                || address.is_multicast()
                || first & 0xfe00 == 0xfc00
                || first & 0xffc0 == 0xfe80
                // NAT64 and 6to4 lead to IPv4 addresses that are judged by nobody behind us.
                || (first == 0x64 && second == 0xff9b)
                || first == 0x2002
        }
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
    fn private_addresses_are_known_in_every_spelling() {
        for text in [
            "http://127.0.0.1/",
            "http://2130706433/",
            "http://0x7f.1/",
            "http://[::1]/",
            "http://[::ffff:10.0.0.1]/",
            "http://localhost:8080/",
            "http://a.localhost/",
            "http://192.168.1.1/",
            "http://169.254.169.254/",
            "http://printer/",
            "http://nas.local/",
            "http://[fd00::1]/",
            "http://[fe80::1]/",
            "http://0.0.0.0/",
            "http://[64:ff9b::a00:1]/",
            "http://100.64.0.1/",
            "http://router.internal./",
        ] {
            assert!(is_private(&url(text)), "{text}");
        }
        for text in [
            "https://example.com/",
            "http://8.8.8.8/",
            "http://[2606:4700::1111]/",
            "https://local.example.com/",
        ] {
            assert!(!is_private(&url(text)), "{text}");
        }
        for text in
            ["http://LOCALHOST/", "http://0/", "http://[::]/", "http://[::ffff:127.0.0.1]/", "http://127.1/"]
        {
            assert!(is_loopback(&url(text)), "{text}");
        }
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
