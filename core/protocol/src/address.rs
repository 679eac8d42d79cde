//! Which addresses are public, and which lead to this machine or to a network around it.
//!
//! The gate asks before a call, the network process before a connection. One list answers both: a place that one of them
//! takes for public and the other does not would be a way in.

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use url::{Host, Url};

/// Whether an address of the web is on this machine or in a network of the person's own, as far as it tells by itself.
#[must_use]
pub fn is_private(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => !is_public(address.into()),
        Some(Host::Ipv6(address)) => !is_public(address.into()),
        Some(Host::Domain(name)) => is_local_name(name),
        None => true,
    }
}

/// Whether an address of the web is this machine, in any spelling.
#[must_use]
pub fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => is_this_machine(address.into()),
        Some(Host::Ipv6(address)) => is_this_machine(address.into()),
        Some(Host::Domain(name)) => {
            let name = name.trim_end_matches('.');
            name == "localhost" || name.ends_with(".localhost")
        }
        None => false,
    }
}

/// Whether an address belongs to the public internet.
#[must_use]
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => match address.to_ipv4_mapped() {
            Some(mapped) => is_public_v4(mapped),
            None => is_public_v6(address),
        },
    }
}

/// Whether a connection to this address stays on this machine.
#[must_use]
pub fn is_this_machine(address: IpAddr) -> bool {
    let address = address.to_canonical();
    // Connecting to the unspecified address reaches the loopback one.
    address.is_loopback() || address.is_unspecified()
}

/// Whether a name is answered by this machine or by a resolver of the local network, whatever it answers.
#[must_use]
pub fn is_local_name(name: &str) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase();
    let Some((_, last)) = name.rsplit_once('.') else { return true };
    ["localhost", "local", "localdomain", "internal", "intranet", "lan", "home", "corp", "private", "test"]
        .contains(&last)
        || name == "home.arpa"
        || name.ends_with(".home.arpa")
}

const fn is_public_v4(address: Ipv4Addr) -> bool {
    let [first, second, third, _] = address.octets();
    let special = address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_documentation()
        || first == 0
        || first >= 240
        || (first == 100 && second & 0xc0 == 64)
        || (first == 198 && second & 0xfe == 18)
        // Protocol assignments, and the relays to 6to4.
        || (first == 192 && second == 0 && third == 0)
        || (first == 192 && second == 88 && third == 99);
    !special
}

const fn is_public_v6(address: Ipv6Addr) -> bool {
    let [first, second, _, _, fifth, sixth, ..] = address.segments();
    // Everything else is loopback, link-local, site-local, multicast, an IPv4 address in some coat (compatible, NAT64),
    // or not assigned.
    let global = first & 0xe000 == 0x2000;
    let special = (first == 0x2001 && (second < 0x200 || second == 0xdb8))
        || (first == 0x3fff && second & 0xf000 == 0)
        // 6to4 and ISATAP lead to IPv4 addresses that nobody behind us judges.
        || first == 0x2002
        || (fifth & !0x200 == 0 && sixth == 0x5efe);
    global && !special
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

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
    fn what_is_not_public_is_known_in_every_coat() {
        for text in [
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.255.255.254",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.0.1",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.251",
            "239.255.255.250",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::127.0.0.1",
            "::8.8.8.8",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::ffff:0:127.0.0.1",
            "64:ff9b::127.0.0.1",
            "64:ff9b::8.8.8.8",
            "64:ff9b:1::a00:1",
            "100::1",
            "2001::7f00:1",
            "2001:10::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "2002:808:808::1",
            "2a00::5efe:10.0.0.1",
            "2a00::200:5efe:10.0.0.1",
            "3fff::1",
            "5f00::1",
            "fc00::1",
            "fd12:3456::1",
            "fe80::1",
            "febf::1",
            "fec0::1",
            "ff02::fb",
            "ff0e::1",
        ] {
            assert!(!is_public(address(text)), "{text}");
        }
        for text in [
            "1.1.1.1",
            "8.8.8.8",
            "100.63.0.1",
            "100.128.0.1",
            "172.15.0.1",
            "172.32.0.1",
            "192.0.1.1",
            "198.17.0.1",
            "198.20.0.1",
            "223.255.255.1",
            "::ffff:8.8.8.8",
            "2001:4860:4860::8888",
            "2606:4700::1111",
            "2a00:1450::1",
        ] {
            assert!(is_public(address(text)), "{text}");
        }
    }

    #[test]
    fn this_machine_is_known_in_every_coat() {
        for text in ["127.0.0.1", "127.9.9.9", "0.0.0.0", "::", "::1", "::ffff:127.0.0.1", "::ffff:0.0.0.0"] {
            assert!(is_this_machine(address(text)), "{text}");
        }
        for text in ["10.0.0.1", "8.8.8.8", "fe80::1"] {
            assert!(!is_this_machine(address(text)), "{text}");
        }
    }

    #[test]
    fn local_names_are_known_without_asking_anybody() {
        for name in [
            "localhost",
            "LOCALHOST.",
            "a.localhost",
            "printer",
            "nas.local",
            "router.internal.",
            "x.home.arpa",
        ] {
            assert!(is_local_name(name), "{name}");
        }
        for name in ["example.com", "local.example.com", "localhost.example.com.", "a.arpa"] {
            assert!(!is_local_name(name), "{name}");
        }
    }
}
