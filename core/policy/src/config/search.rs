//! A search engine: an address, and the key that its query stands under.

use alloc::string::{String, ToString as _};
use core::fmt;

use laika_protocol::address::is_loopback;
use laika_protocol::ids::Origin;
use url::Url;

/// Where searches go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchEngine {
    page: Url,
    key: String,
    origin: Origin,
}

impl SearchEngine {
    /// Reads an address such as `https://search.example/find?q=`. It is https, or on this machine.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut page = Url::parse(text).ok()?;
        let safe = page.scheme() == "https" || (page.scheme() == "http" && is_loopback(&page));
        let plain = page.username().is_empty() && page.password().is_none() && page.fragment().is_none();
        let query = page.query()?;
        let key = query.strip_suffix('=').unwrap_or(query).to_string();
        let is_key = !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b"_.-".contains(&b));
        if !(safe && plain && is_key) {
            return None;
        }
        page.set_query(None);
        let origin = Origin::of_url(page.as_str())?;
        Some(Self { page, key, origin })
    }

    /// The origin that the gate asks about.
    #[must_use]
    pub const fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The page of results for some words.
    #[must_use]
    pub fn results(&self, words: &str) -> Url {
        let mut page = self.page.clone();
        page.query_pairs_mut().append_pair(&self.key, words);
        page
    }
}

impl fmt::Display for SearchEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}?{}=", self.page, self.key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_is_an_https_page_with_one_query_key() {
        for text in
            ["https://search.example/find?q=", "https://search.example/find?q", "http://127.0.0.1:8888/?q="]
        {
            assert!(SearchEngine::parse(text).is_some(), "{text}");
        }
        for text in [
            "http://search.example/find?q=",
            "https://search.example/find",
            "https://search.example/find?",
            "https://search.example/find?=",
            "https://search.example/find?q=x",
            "https://search.example/find?q=&to=eve",
            "https://search.example/find?q=#x",
            "https://me:secret@search.example/find?q=",
            "javascript:alert(1)?q=",
            "file:///etc/passwd?q=",
            "search.example/find?q=",
            "off",
            "",
        ] {
            assert!(SearchEngine::parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn words_stay_under_their_key() {
        let engine = SearchEngine::parse("https://search.example/find?q=").unwrap();
        let page = engine.results("a&to=eve #1 münchen");
        assert_eq!(page.as_str(), "https://search.example/find?q=a%26to%3Deve+%231+m%C3%BCnchen");
        assert_eq!(engine.origin().as_str(), "https://search.example");
        assert_eq!(engine.to_string(), "https://search.example/find?q=");
    }
}
