//! How much the address and title of a page speak for a category.

use alloc::string::String;

use url::Url;

use super::site::{SiteCategory, SiteReason, SiteSignals};
use super::site_words::{
    ACCOUNT_PATH, ARTICLE_TITLE, BRANDS, CATEGORIES, CategoryWords, FALSE_FRIENDS, IDENTITY_LABELS,
    LOGIN_PATH, OTHER_TRADES, PAYMENT_LABELS, PUBLISHING_HOST, PUBLISHING_PATH,
};
use super::words::{Words, entries};

/// The words of an address, by where they stand.
struct Address<'a> {
    host: &'a str,
    /// Labels before the registrable domain: `login`, `my`.
    sub: Words,
    /// The label that somebody registered.
    name: Words,
    suffix: &'a str,
    path: Words,
    title: Words,
}

impl<'a> Address<'a> {
    fn of(url: &'a Url, title: &str) -> Option<Self> {
        let host = url.host_str()?;
        let domain = psl::domain_str(host).unwrap_or(host);
        let (name, suffix) = domain.split_once('.').unwrap_or((domain, ""));
        let sub = host.strip_suffix(domain).unwrap_or_default();
        let words = |text: &str| Words::of(text).without(FALSE_FRIENDS);
        Some(Self {
            host,
            sub: words(sub),
            name: words(name),
            suffix,
            path: words(url.path()),
            title: words(title),
        })
    }
}

/// The category that host, path and title speak for, if they say enough.
pub(super) fn by_pattern(url: &Url, signals: &SiteSignals<'_>) -> Option<(SiteCategory, SiteReason)> {
    let address = Address::of(url, signals.title)?;
    let brand = BRANDS.iter().find(|(_, names)| entries(names).any(|name| is_at(&address, name)));
    if let Some((category, _)) = brand {
        return Some((*category, SiteReason::HostPattern));
    }
    let written_about = is_published(&address, url);
    let best = CATEGORIES.iter().map(|words| Evidence::of(words, &address)).max_by_key(Evidence::rank)?;
    let other_trade = best.category != SiteCategory::Payments
        && [&address.name, &address.sub, &address.title].iter().any(|words| words.has_any(OTHER_TRADES));
    let needed = if written_about || other_trade { 4 } else { 2 };
    (best.total(signals) >= needed).then(|| {
        let reason = if best.host > 0 { SiteReason::HostPattern } else { SiteReason::PathPattern };
        (best.category, reason)
    })
}

/// Whether the page is something to read.
fn is_published(address: &Address<'_>, url: &Url) -> bool {
    // Only articles carry a sentence or a date in their address.
    let is_slug = |segment: &str| segment.split(['-', '_']).filter(|word| word.len() > 1).count() >= 5;
    let is_year = |segment: &str| {
        segment.len() == 4 && segment.starts_with("20") && segment.bytes().all(|b| b.is_ascii_digit())
    };
    [&address.name, &address.sub].iter().any(|words| words.has_any(PUBLISHING_HOST))
        || address.path.has_any(PUBLISHING_PATH)
        || address.title.has_any(ARTICLE_TITLE)
        || url.path().split('/').take(16).any(|segment| is_slug(segment) || is_year(segment))
}

/// `example.org` means that domain and all below it, `example.*` the name under any suffix.
fn is_at(address: &Address<'_>, name: &str) -> bool {
    match name.strip_suffix(".*") {
        Some(name) => address.name.iter().collect::<String>() == name,
        None => address.host.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with('.')),
    }
}

/// How much of an address speaks for a category.
struct Evidence {
    category: SiteCategory,
    host: u32,
    /// The host bears the category's subject, as a magazine might.
    topic: bool,
    path: u32,
    title: u32,
}

impl Evidence {
    fn of(words: &CategoryWords, address: &Address<'_>) -> Self {
        let weigh = |place: &Words, strong: &str, weak: &str| match () {
            () if place.has_any(strong) => 2,
            () if place.has_any(weak) => 1,
            () => 0,
        };
        let suffix = address.suffix.split('.').any(|part| entries(words.suffixes).any(|own| own == part));
        let mut evidence = Self {
            category: words.category,
            host: weigh(&address.name, words.strong_host, words.host).max(weigh(
                &address.sub,
                words.strong_host,
                words.host,
            )) + u32::from(suffix) * words.suffix_weight,
            topic: address.name.has_any(words.topic) || address.sub.has_any(words.topic),
            path: weigh(&address.path, words.strong_path, words.path),
            title: weigh(&address.title, words.strong_title, words.title),
        };
        match evidence.category {
            SiteCategory::Identity if address.sub.has_any(IDENTITY_LABELS) => {
                let signs_in = address.path.has_any(LOGIN_PATH) || address.title.has_any(LOGIN_PATH);
                evidence.host += 1 + u32::from(signs_in);
            }
            SiteCategory::Payments if address.sub.has_any(PAYMENT_LABELS) => evidence.host += 1,
            SiteCategory::Banking | SiteCategory::Healthcare if evidence.host > 0 => {
                let own_pages = address.path.has_any(ACCOUNT_PATH) || address.sub.has_any(ACCOUNT_PATH);
                evidence.path = evidence.path.max(u32::from(own_pages));
            }
            SiteCategory::Banking
            | SiteCategory::Healthcare
            | SiteCategory::Identity
            | SiteCategory::Payments => {}
        }
        evidence
    }

    /// A title repeats the subject of a site, and every site has a login page: neither counts without something firmer.
    fn total(&self, signals: &SiteSignals<'_>) -> u32 {
        let guarded = signals.has_password_field && self.category != SiteCategory::Identity;
        let firm = self.host > 0
            || self.path == 2
            || self.title == 2
            || (guarded && self.path > 0 && self.title > 0);
        let topical = u32::from(self.topic && self.host == 0 && (self.path > 0 || self.title == 2));
        let seen = self.host + topical + self.path + self.title;
        if firm || (topical > 0 && self.path > 0) { seen + u32::from(guarded && self.host > 0) } else { 0 }
    }

    /// The name of a site says more about it than the words on one page.
    const fn rank(&self) -> (u32, u32) {
        (self.host + self.path + self.title, self.host)
    }
}
