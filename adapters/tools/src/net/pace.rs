//! How often a host is asked: a few times at once, then once a second, and not at all while it asks to be left alone.

use std::collections::BTreeMap;
use std::time::Duration;

/// Requests to one host that may follow each other at once: one look at a page with its rules, or one article.
const AT_ONCE: u32 = 5;
/// After that, one request in this time.
const ONE_IN: Duration = Duration::from_secs(1);
/// Hosts that are remembered; the one that was asked longest ago is forgotten.
const MOST_HOSTS: usize = 1024;
/// The longest that a host can ask to be left alone for.
pub(super) const LONGEST_REST: Duration = Duration::from_secs(3600);

/// When each host may be asked next.
#[derive(Debug, Default)]
pub(super) struct Pace {
    hosts: BTreeMap<String, Host>,
}

#[derive(Debug)]
struct Host {
    /// The moment up to which turns are given away.
    taken: Duration,
    /// It asked to be left alone until then.
    rest: Duration,
}

/// When a request may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// Now; the turn is taken.
    Now,
    /// After this time; no turn is taken.
    After(Duration),
    /// The host asked to be left alone for this time.
    Resting(Duration),
}

impl Pace {
    /// Takes a turn at a host, if one is free.
    pub(super) fn take(&mut self, host: &str, now: Duration) -> Turn {
        if !self.hosts.contains_key(host) && self.hosts.len() >= MOST_HOSTS {
            let oldest = self.hosts.iter().min_by_key(|(_, one)| one.taken.max(one.rest));
            if let Some(name) = oldest.map(|(name, _)| name.clone()) {
                self.hosts.remove(&name);
            }
        }
        let one =
            self.hosts.entry(host.to_owned()).or_insert(Host { taken: Duration::ZERO, rest: Duration::ZERO });
        if one.rest > now {
            return Turn::Resting(one.rest - now);
        }
        let taken = one.taken.max(now) + ONE_IN;
        let most = now + ONE_IN * AT_ONCE;
        if taken > most {
            return Turn::After(taken - most);
        }
        one.taken = taken;
        Turn::Now
    }

    /// A host asks to be left alone.
    pub(super) fn rest(&mut self, host: &str, now: Duration, time: Duration) {
        if let Some(one) = self.hosts.get_mut(host) {
            one.rest = one.rest.max(now + time.min(LONGEST_REST));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const S: fn(u64) -> Duration = Duration::from_secs;

    #[test]
    fn ink_087_a_few_go_at_once_and_then_one_a_second() {
        let mut pace = Pace::default();
        for _ in 0..AT_ONCE {
            assert_eq!(pace.take("a", S(10)), Turn::Now);
        }
        assert_eq!(pace.take("a", S(10)), Turn::After(S(1)));
        assert_eq!(pace.take("b", S(10)), Turn::Now, "another host is another matter");
        assert_eq!(pace.take("a", S(11)), Turn::Now);
        assert_eq!(pace.take("a", S(11)), Turn::After(S(1)));
        for _ in 0..AT_ONCE {
            assert_eq!(pace.take("a", S(1000)), Turn::Now, "turns that nobody took do not pile up");
        }
        assert_eq!(pace.take("a", S(1000)), Turn::After(S(1)));
    }

    #[test]
    fn a_host_that_asks_to_be_left_alone_is() {
        let mut pace = Pace::default();
        pace.take("a", S(1));
        pace.rest("a", S(1), S(60));
        pace.rest("a", S(1), S(5));
        assert_eq!(pace.take("a", S(2)), Turn::Resting(S(59)));
        assert_eq!(pace.take("a", S(61)), Turn::Now);
        pace.rest("a", S(61), Duration::MAX);
        assert_eq!(pace.take("a", S(61)), Turn::Resting(LONGEST_REST));
    }

    #[test]
    fn hosts_are_bounded() {
        let mut pace = Pace::default();
        for at in 0..3000_u64 {
            assert_eq!(pace.take(&format!("h{at}"), S(at)), Turn::Now);
        }
        assert_eq!(pace.hosts.len(), MOST_HOSTS);
    }
}
