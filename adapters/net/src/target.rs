//! Where a request wants to go, in the one spelling that is understood.

use std::fmt;
use std::net::IpAddr;

use url::Host;

/// A host and a port.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Target {
    pub(crate) host: Host<String>,
    pub(crate) port: u16,
}

impl Target {
    /// Reads `host:port`, or `host` where there is a usual port. A second spelling of a host would be judged as one
    /// place and connected to as another, so anything but the canonical one is refused; only case is folded.
    pub(crate) fn parse(text: &str, usual_port: Option<u16>) -> Option<Self> {
        let end =
            if text.starts_with('[') { text.find(']')? + 1 } else { text.find(':').unwrap_or(text.len()) };
        let (name, rest) = text.split_at(end);
        let port = match rest.strip_prefix(':') {
            Some(digits) => parse_port(digits)?,
            None if rest.is_empty() => usual_port?,
            None => return None,
        };
        Some(Self { host: parse_host(name)?, port })
    }

    /// The address itself, where no name has to be resolved.
    pub(crate) fn address(&self) -> Option<IpAddr> {
        match &self.host {
            Host::Ipv4(address) => Some((*address).into()),
            Host::Ipv6(address) => Some((*address).into()),
            Host::Domain(_) => None,
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.host, self.port)
    }
}

fn parse_port(digits: &str) -> Option<u16> {
    let canonical = !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit());
    canonical.then(|| digits.parse().ok())?
}

/// Longest name there is.
const LONGEST_NAME: usize = 253;

pub(crate) fn parse_host(name: &str) -> Option<Host<String>> {
    let name = name.to_ascii_lowercase();
    let host = Host::parse(&name).ok()?;
    // A resolver appends its search list to a name with empty labels or takes it as absolute: neither is what was meant.
    let resolvable = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
    };
    let sound = match &host {
        Host::Domain(name) => name.len() <= LONGEST_NAME && name.split('.').all(resolvable),
        Host::Ipv4(_) | Host::Ipv6(_) => true,
    };
    (sound && host.to_string() == name).then_some(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_canonical_spelling_is_understood() {
        for (text, expected) in [
            ("example.com:443", "example.com:443"),
            ("EXAMPLE.com:443", "example.com:443"),
            ("a_b.example.com:8080", "a_b.example.com:8080"),
            ("127.0.0.1:80", "127.0.0.1:80"),
            ("[::1]:80", "[::1]:80"),
            ("[2606:4700::1111]:443", "[2606:4700::1111]:443"),
            ("xn--mnchen-3ya.de:443", "xn--mnchen-3ya.de:443"),
        ] {
            assert_eq!(Target::parse(text, None).map(|target| target.to_string()).as_deref(), Some(expected));
        }
        for text in [
            "",
            ":443",
            "example.com",
            "example.com:",
            "example.com:0",
            "example.com:00443",
            "example.com:+443",
            "example.com:65536",
            "example.com:443:443",
            "example.com.:443",
            ".example.com:443",
            "a..b:443",
            "user@example.com:443",
            "user:pw@example.com:443",
            "example.com/x:443",
            "exam%70le.com:443",
            "münchen.de:443",
            "2130706433:80",
            "0x7f.1:80",
            "0x7f000001:80",
            "127.1:80",
            "0177.0.0.1:80",
            "127.0.0.1.:80",
            "127.0.0.01:80",
            "1.2.3.4.5:80",
            "::1:80",
            "[::1:80",
            "[::1]80",
            "[::1]",
            "[0:0:0:0:0:0:0:1]:80",
            "[::ffff:127.0.0.1]:80",
            "[fe80::1%25eth0]:80",
            "[fe80::1%eth0]:80",
            "[127.0.0.1]:80",
            "exa mple.com:80",
            "example.com :80",
            "example.com\t:80",
            "example.com\0:80",
            "１２７.0.0.1:80",
            "127。0。0。1:80",
        ] {
            assert_eq!(Target::parse(text, None), None, "{text}");
        }
        assert_eq!(Target::parse("example.com", Some(80)).unwrap().port, 80);
        assert!(Target::parse(&format!("{}.com:80", "a".repeat(64)), None).is_none());
    }
}
