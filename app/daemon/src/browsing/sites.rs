//! The sites that a person named.

use std::collections::BTreeSet;

use laika_net::{ContextRules, Resources};
use laika_policy::OriginSets;
use laika_policy::config::{Blocked, OriginRules, SearchEngine};
use laika_protocol::address::is_private;
use laika_protocol::ids::Origin;
use url::Url;

/// Exact origins that a person named for one run.
#[derive(Clone, Debug, Default)]
pub struct Sites {
    documents: BTreeSet<Origin>,
    private: BTreeSet<Origin>,
    /// Further ones that are only read.
    reading: BTreeSet<Origin>,
    search_engine: Option<SearchEngine>,
    /// Whether there is a place for files that pages give.
    keeps: bool,
    strict: bool,
    rules: OriginRules,
}

impl Sites {
    /// Adds the site of an address as a person means it: with or without `www.`, and over https where it moved there.
    #[must_use]
    pub fn with(mut self, url: &Url) -> Self {
        let mut meant = vec![url.clone()];
        if url.port().is_none() && url.domain().is_some() {
            meant.extend(in_https(url));
            meant.extend(
                with_or_without_www(url)
                    .into_iter()
                    .flat_map(|other| [in_https(&other), Some(other)])
                    .flatten(),
            );
        }
        for url in meant {
            self = self.with_exactly(&url);
        }
        self
    }

    /// Adds exactly this origin.
    #[must_use]
    pub fn with_exactly(mut self, url: &Url) -> Self {
        if let Some(origin) = Origin::of_url(url.as_str()) {
            if is_private(url) {
                self.private.insert(origin.clone());
            }
            self.documents.insert(origin);
        }
        self
    }

    /// Says where searches go; with `wanted`, its results may be read.
    #[must_use]
    pub fn searching(mut self, engine: &SearchEngine, wanted: bool) -> Self {
        if wanted {
            if is_private(&engine.results("")) {
                self.private.insert(engine.origin().clone());
            }
            self.reading.insert(engine.origin().clone());
        }
        self.search_engine = Some(engine.clone());
        self
    }

    /// Says whether there is a place for files that pages give.
    #[must_use]
    pub const fn keeping(mut self, keeps: bool) -> Self {
        self.keeps = keeps;
        self
    }

    pub(super) const fn keeps(&self) -> bool {
        self.keeps
    }

    pub(super) const fn search_engine(&self) -> Option<&SearchEngine> {
        self.search_engine.as_ref()
    }

    /// Refuses every host that no document comes from.
    #[must_use]
    pub fn strictly(mut self, strict: bool) -> Self {
        self.strict = strict;
        self
    }

    /// Leaves out what the settings keep runs away from, whoever named it.
    #[must_use]
    pub fn by(mut self, rules: &OriginRules) -> Self {
        self.rules = rules.clone();
        self
    }

    fn allowed(&self) -> impl Iterator<Item = &Origin> {
        self.documents.iter().filter(|origin| self.rules.check(origin).is_ok())
    }

    fn readable(&self) -> impl Iterator<Item = &Origin> {
        self.reading.iter().filter(|origin| self.rules.check(origin).is_ok())
    }

    pub(super) fn origins(&self) -> OriginSets {
        let mut origins = OriginSets::default();
        for origin in self.allowed() {
            origins.allow_acting(origin.clone());
        }
        for origin in self.readable() {
            origins.allow_reading(origin.clone());
        }
        origins
    }

    pub(super) fn reach(&self, peer_uid: Option<u32>) -> ContextRules {
        ContextRules {
            documents: self.allowed().chain(self.readable()).cloned().collect(),
            blocked: self.rules.blocked.iter().map(Blocked::to_string).collect(),
            resources: if self.strict { Resources::Denied } else { Resources::Counted },
            private: self.private.clone(),
            peer_uid,
        }
    }
}

/// The same place over https.
fn in_https(url: &Url) -> Option<Url> {
    let mut url = url.clone();
    (url.scheme() == "http" && url.set_scheme("https").is_ok()).then_some(url)
}

fn with_or_without_www(url: &Url) -> Option<Url> {
    let host = url.domain()?;
    let other = host.strip_prefix("www.").map_or_else(|| format!("www.{host}"), str::to_owned);
    let mut url = url.clone();
    // A name that is not registered below something has no `www.`.
    (other.contains('.') && url.set_host(Some(&other)).is_ok()).then_some(url)
}

#[cfg(test)]
mod tests {
    use laika_browser::{NavigationRequest, NavigationRule, Rules, SiteRules};

    use super::*;

    #[test]
    fn a_site_is_what_a_person_means_by_its_address() {
        let named = |text: &str| {
            let sites = Sites::default().with(&Url::parse(text).unwrap());
            let names = |set: &BTreeSet<Origin>| {
                set.iter().map(|origin| origin.as_str().to_owned()).collect::<Vec<_>>()
            };
            (names(&sites.documents), names(&sites.private))
        };
        let (documents, private) = named("http://example.com/a?b");
        assert_eq!(
            documents,
            [
                "http://example.com",
                "http://www.example.com",
                "https://example.com",
                "https://www.example.com"
            ]
        );
        assert!(private.is_empty());
        assert_eq!(named("https://www.example.com/").0, ["https://example.com", "https://www.example.com"]);
        assert_eq!(named("https://example.com:8443/").0, ["https://example.com:8443"], "a port is exact");
        assert_eq!(
            named("http://127.0.0.1:3000/").1,
            ["http://127.0.0.1:3000"],
            "named, so it may be reached"
        );
    }

    /// Each hop is decided again (S10), against exact origins (S20): what a person means by an address is followed, and
    /// another name of the same owner is not, as a name alone can tell somebody something.
    #[test]
    fn s10_a_redirect_is_followed_to_what_the_address_means_and_nowhere_else() {
        for (from, to, followed) in [
            ("http://example.com/x", "https://example.com/x", true),
            ("https://example.com/x", "https://www.example.com/x", true),
            ("http://www.example.com/x", "https://example.com/", true),
            ("https://example.com/x", "http://example.com/x", false),
            ("https://example.com/x", "https://shop.example.com/x", false),
            ("https://example.com/x", "https://example.com:8443/x", false),
            ("https://example.com/x", "https://other.example/x", false),
        ] {
            let [from, to] = [from, to].map(|url| Url::parse(url).unwrap());
            let rules = Rules { origins: Sites::default().with(&from).origins(), logged_in: false };
            let hop = NavigationRequest {
                url: to.clone(),
                method: "GET".into(),
                main_frame: true,
                redirected_from: Some(from.clone()),
                tab: 1,
            };
            let refused = SiteRules::new(rules, Vec::new()).allows(&hop).err();
            let code = refused.as_ref().map(laika_protocol::ToolError::finest_code);
            assert_eq!(code, (!followed).then_some("E_ORIGIN_NOT_ALLOWED"), "{from} to {to}");
        }
    }
}
