//! What a context may reach.

use std::collections::BTreeSet;

use laika_os::address::Reach;
use laika_protocol::address::{is_local_name, is_public};
use laika_protocol::ids::Origin;
use serde::{Deserialize, Serialize};
use url::{Host, Url};

use crate::count::Kind;
use crate::problem::Problem;
use crate::target::Target;

/// What happens to hosts that are no document's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Resources {
    /// They are reached and counted: pictures, fonts and scripts that a document asks for.
    Counted,
    /// They are refused (strict).
    Denied,
}

/// What one browser context may reach. Origins are exact: scheme, host and port.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContextRules {
    /// Where documents may come from.
    pub documents: BTreeSet<Origin>,
    /// What is out of reach whatever else says: origins, or hosts with all that is below them.
    #[serde(default)]
    pub blocked: BTreeSet<String>,
    /// What happens to all other hosts.
    pub resources: Resources,
    /// Origins on this machine or in a network around it that the person named.
    pub private: BTreeSet<Origin>,
    /// The user that the browser runs as. Connections of other users' processes are refused.
    pub peer_uid: Option<u32>,
}

impl ContextRules {
    /// Rules that reach nothing: for what a browser does on its own account, outside every context.
    #[must_use]
    pub const fn nothing(peer_uid: Option<u32>) -> Self {
        Self {
            blocked: BTreeSet::new(),
            documents: BTreeSet::new(),
            resources: Resources::Denied,
            private: BTreeSet::new(),
            peer_uid,
        }
    }
}

/// How the browser asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// A request that we read: its scheme is `http`.
    Plain,
    /// A tunnel that we do not read: `https`, or a WebSocket of either kind.
    Tunnel,
}

/// A request that may go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Admission {
    pub(crate) kind: Kind,
    pub(crate) reach: Reach,
}

/// The rules, taken apart once.
#[derive(Debug)]
pub(crate) struct Judge {
    documents: Places,
    private: Places,
    blocked: Places,
    /// Hosts that are blocked with all that is below them.
    blocked_hosts: Vec<Host<String>>,
    resources: Resources,
    pub(crate) peer_uid: Option<u32>,
}

type Places = BTreeSet<(Target, bool)>;

impl Judge {
    /// `None` when an origin cannot be a target, so that it would silently match nothing.
    pub(crate) fn new(rules: &ContextRules) -> Option<Self> {
        let (origins, hosts): (Vec<_>, Vec<_>) = rules.blocked.iter().partition(|text| text.contains("://"));
        let origins: Option<BTreeSet<Origin>> =
            origins.into_iter().map(|text| Origin::parse(text).ok()).collect();
        Some(Self {
            blocked: places(&origins?)?,
            blocked_hosts: hosts
                .into_iter()
                .map(|text| crate::target::parse_host(text))
                .collect::<Option<_>>()?,
            documents: places(&rules.documents)?,
            private: places(&rules.private)?,
            resources: rules.resources,
            peer_uid: rules.peer_uid,
        })
    }

    /// Decides by the name alone, before anybody is asked for its address.
    pub(crate) fn judge(&self, target: &Target, way: Way) -> Result<Admission, Problem> {
        if self.is_blocked(target, way) {
            return Err(Problem::NotAllowed);
        }
        let document = has(&self.documents, target, way);
        let private = has(&self.private, target, way);
        if !document && self.resources == Resources::Denied {
            return Err(Problem::NotAllowed);
        }
        if !document && !private && !matches!(target.port, 80 | 443) {
            return Err(Problem::Port);
        }
        let local = match &target.host {
            Host::Domain(name) => is_local_name(name),
            Host::Ipv4(_) | Host::Ipv6(_) => !target.address().is_some_and(is_public),
        };
        if local && !private {
            return Err(Problem::Private);
        }
        Ok(Admission {
            kind: if document { Kind::Document } else { Kind::Resource },
            reach: if private { Reach::Private } else { Reach::Public },
        })
    }
}

impl Judge {
    fn is_blocked(&self, target: &Target, way: Way) -> bool {
        let below =
            |name: &str, host: &str| name.strip_suffix(host).is_some_and(|front| front.ends_with('.'));
        let of_host = |host: &Host<String>| match (host, &target.host) {
            (Host::Domain(host), Host::Domain(name)) => host == name || below(name, host),
            (host, name) => host == name,
        };
        self.blocked_hosts.iter().any(of_host) || has(&self.blocked, target, way)
    }
}

fn places(origins: &BTreeSet<Origin>) -> Option<Places> {
    let place = |origin: &Origin| {
        let url = Url::parse(origin.as_str()).ok()?;
        let host = crate::target::parse_host(url.host_str()?)?;
        Some((Target { host, port: url.port_or_known_default()? }, url.scheme() == "https"))
    };
    origins.iter().map(place).collect()
}

fn has(places: &Places, target: &Target, way: Way) -> bool {
    // A WebSocket of an `http` origin is a tunnel too.
    places.contains(&(target.clone(), false))
        || (way == Way::Tunnel && places.contains(&(target.clone(), true)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origins(texts: &[&str]) -> BTreeSet<Origin> {
        texts.iter().map(|text| Origin::parse(text).unwrap()).collect()
    }

    fn judge(resources: Resources) -> Judge {
        Judge::new(&ContextRules {
            blocked: BTreeSet::new(),
            documents: origins(&["https://shop.example", "http://old.example:8080", "http://127.0.0.1:3000"]),
            resources,
            private: origins(&["http://127.0.0.1:3000", "http://nas.local", "https://[fd00::1]:8443"]),
            peer_uid: None,
        })
        .unwrap()
    }

    #[test]
    fn rules_decide_by_exact_host_and_port() {
        use Problem::{NotAllowed, Port, Private};
        use Way::{Plain, Tunnel};
        let document = Ok(Kind::Document);
        let resource = Ok(Kind::Resource);
        let table = [
            ("shop.example:443", Tunnel, document, document),
            // The scheme is part of the origin.
            ("shop.example:80", Plain, resource, Err(NotAllowed)),
            ("shop.example:443", Plain, resource, Err(NotAllowed)),
            ("www.shop.example:443", Tunnel, resource, Err(NotAllowed)),
            ("shop.example:8443", Tunnel, Err(Port), Err(NotAllowed)),
            ("shop.example:25", Tunnel, Err(Port), Err(NotAllowed)),
            ("shop.example:22", Tunnel, Err(Port), Err(NotAllowed)),
            ("old.example:8080", Plain, document, document),
            ("old.example:8080", Tunnel, document, document),
            ("cdn.example:443", Tunnel, resource, Err(NotAllowed)),
            ("cdn.example:8080", Plain, Err(Port), Err(NotAllowed)),
            ("127.0.0.1:3000", Plain, document, document),
            ("127.0.0.1:3001", Plain, Err(Port), Err(NotAllowed)),
            ("127.0.0.1:80", Plain, Err(Private), Err(NotAllowed)),
            ("127.0.0.2:80", Plain, Err(Private), Err(NotAllowed)),
            ("localhost:3000", Plain, Err(Port), Err(NotAllowed)),
            ("localhost:80", Plain, Err(Private), Err(NotAllowed)),
            ("a.localhost:443", Tunnel, Err(Private), Err(NotAllowed)),
            ("printer:80", Plain, Err(Private), Err(NotAllowed)),
            ("nas.local:80", Plain, resource, Err(NotAllowed)),
            ("nas.local:443", Tunnel, Err(Private), Err(NotAllowed)),
            ("[fd00::1]:8443", Tunnel, resource, Err(NotAllowed)),
            ("[fd00::1]:443", Tunnel, Err(Private), Err(NotAllowed)),
            ("[::1]:3000", Plain, Err(Port), Err(NotAllowed)),
            ("[::1]:80", Plain, Err(Private), Err(NotAllowed)),
            ("[::ffff:7f00:1]:80", Plain, Err(Private), Err(NotAllowed)),
            ("[64:ff9b::7f00:1]:443", Tunnel, Err(Private), Err(NotAllowed)),
            ("169.254.169.254:80", Plain, Err(Private), Err(NotAllowed)),
            ("0.0.0.0:80", Plain, Err(Private), Err(NotAllowed)),
            ("10.0.0.1:443", Tunnel, Err(Private), Err(NotAllowed)),
            ("8.8.8.8:443", Tunnel, resource, Err(NotAllowed)),
            ("8.8.8.8:53", Tunnel, Err(Port), Err(NotAllowed)),
        ];
        for (text, way, counted, denied) in table {
            let target = Target::parse(text, None).unwrap();
            for (resources, expected) in [(Resources::Counted, counted), (Resources::Denied, denied)] {
                let found = judge(resources).judge(&target, way).map(|admission| admission.kind);
                assert_eq!(found, expected, "{text} {way:?} {resources:?}");
            }
        }
    }

    #[test]
    fn what_is_blocked_is_out_of_reach_whatever_else_says() {
        let rules = ContextRules {
            blocked: ["ads.example", "https://shop.example", "127.0.0.1"].map(str::to_owned).into(),
            documents: origins(&["https://shop.example", "https://ads.example", "http://127.0.0.1:3000"]),
            resources: Resources::Counted,
            private: origins(&["http://127.0.0.1:3000"]),
            peer_uid: None,
        };
        let judge = Judge::new(&rules).unwrap();
        for (text, way, refused) in [
            ("ads.example:443", Way::Tunnel, true),
            ("ads.example:80", Way::Plain, true),
            ("a.b.ads.example:443", Way::Tunnel, true),
            ("bads.example:443", Way::Tunnel, false),
            ("ads.example.org:443", Way::Tunnel, false),
            ("shop.example:443", Way::Tunnel, true),
            ("shop.example:80", Way::Plain, false),
            ("www.shop.example:443", Way::Tunnel, false),
            ("127.0.0.1:3000", Way::Plain, true),
        ] {
            let found = judge.judge(&Target::parse(text, None).unwrap(), way);
            assert_eq!(found.is_err_and(|problem| problem == Problem::NotAllowed), refused, "{text} {way:?}");
        }
        let unreadable = ContextRules { blocked: ["a..b".to_owned()].into(), ..rules };
        assert!(Judge::new(&unreadable).is_none(), "what cannot be read is not left out");
    }

    #[test]
    fn only_a_named_origin_reaches_private_addresses() {
        let judge = judge(Resources::Counted);
        let reach = |text| judge.judge(&Target::parse(text, None).unwrap(), Way::Plain).unwrap().reach;
        assert_eq!(reach("127.0.0.1:3000"), Reach::Private);
        assert_eq!(reach("nas.local:80"), Reach::Private);
        assert_eq!(reach("old.example:8080"), Reach::Public);
        assert_eq!(reach("cdn.example:80"), Reach::Public);
    }

    #[test]
    fn an_origin_that_can_never_match_is_an_error() {
        for text in ["https://example.com.", "http://a..b"] {
            let Ok(origin) = Origin::parse(text) else { continue };
            let rules = ContextRules {
                blocked: BTreeSet::new(),
                documents: BTreeSet::from([origin]),
                resources: Resources::Counted,
                private: BTreeSet::new(),
                peer_uid: None,
            };
            assert!(Judge::new(&rules).is_none(), "{text}");
        }
    }
}
