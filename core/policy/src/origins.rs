//! The origins a run may read and act on. What is outside never enters a pack.

use alloc::collections::BTreeSet;

use laika_protocol::ids::Origin;

/// The read set and the write set of a run: exact origins, never patterns (S20).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OriginSets {
    read: BTreeSet<Origin>,
    write: BTreeSet<Origin>,
}

impl OriginSets {
    /// Adds an origin that the person named or approved for reading.
    pub fn allow_reading(&mut self, origin: Origin) {
        self.read.insert(origin);
    }

    /// Adds an origin that the person named or approved for acting; what may be acted on may be read.
    pub fn allow_acting(&mut self, origin: Origin) {
        self.read.insert(origin.clone());
        self.write.insert(origin);
    }

    /// Takes an origin out of both sets.
    pub fn revoke(&mut self, origin: &Origin) {
        self.read.remove(origin);
        self.write.remove(origin);
    }

    /// Every origin that may be read.
    pub fn readable(&self) -> impl Iterator<Item = &Origin> {
        self.read.iter()
    }

    /// Whether its content may enter a pack. The packer asks this before it packs anything.
    #[must_use]
    pub fn may_read(&self, origin: &Origin) -> bool {
        self.read.contains(origin)
    }

    /// Whether it may be acted on.
    #[must_use]
    pub fn may_act(&self, origin: &Origin) -> bool {
        self.write.contains(origin)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_exact_and_acting_implies_reading() {
        let origin = |text: &str| Origin::parse(text).unwrap();
        let mut sets = OriginSets::default();
        sets.allow_reading(origin("https://a.example"));
        sets.allow_acting(origin("https://b.example"));
        assert!(sets.may_read(&origin("https://a.example")) && !sets.may_act(&origin("https://a.example")));
        assert!(sets.may_read(&origin("https://b.example")) && sets.may_act(&origin("https://b.example")));
        for outside in
            ["http://a.example", "https://a.example:8443", "https://x.a.example", "https://c.example"]
        {
            assert!(!sets.may_read(&origin(outside)), "{outside}");
        }
        sets.revoke(&origin("https://b.example"));
        assert_eq!(sets.may_read(&origin("https://b.example")), sets.may_act(&origin("https://b.example")));
    }
}
