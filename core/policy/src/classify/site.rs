//! How careful to be on a site.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use url::{Host, Url};

use super::site_words::{
    ACCOUNT_PATH, ARTICLE_TITLE, BRANDS, CATEGORIES, CategoryWords, FALSE_FRIENDS, IDENTITY_LABELS, LOGIN_PATH,
    PAYMENT_LABELS, PUBLISHING,
};
use super::words::{Words, entries};

/// What makes a site sensitive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SiteCategory {
    /// Accounts, brokers, insurance.
    Banking,
    /// Patients, prescriptions, health insurance.
    Healthcare,
    /// Sign-in services, tax and other offices.
    Identity,
    /// Checkouts, wallets, payment services.
    Payments,
}

/// What the user said about a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum UserLabel {
    /// Be careful here.
    Sensitive,
    /// No more careful than elsewhere.
    NotSensitive,
}

/// What is known of a page and its site.
#[derive(Clone, Copy, Debug)]
pub struct SiteSignals<'a> {
    /// The address of the page.
    pub url: &'a str,
    /// The title, which is page text.
    pub title: &'a str,
    /// The page has a password field.
    pub has_password_field: bool,
    /// The page has a card or account field.
    pub has_payment_field: bool,
    /// What the user said.
    pub user_label: Option<UserLabel>,
    /// What a curated list says.
    pub curated: Option<SiteCategory>,
}

/// How careful to be, the most careful last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SiteClass {
    /// An ordinary page.
    Low,
    /// Somebody can sign in here, or listen.
    Elevated,
    /// Money, health or identity.
    Sensitive,
}

/// The signal that decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SiteReason {
    /// The user's word.
    UserLabel,
    /// The name of the site.
    HostPattern,
    /// The place on the site.
    PathPattern,
    /// A card or account field.
    PaymentField,
    /// The curated list.
    CuratedList,
    /// A password field.
    PasswordField,
    /// Anybody on the way can read and change the page.
    NotHttps,
    /// No signal.
    None,
}

impl SiteReason {
    /// The wire name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::UserLabel => "user_label",
            Self::HostPattern => "host_pattern",
            Self::PathPattern => "path_pattern",
            Self::PaymentField => "payment_field",
            Self::CuratedList => "curated_list",
            Self::PasswordField => "password_field",
            Self::NotHttps => "not_https",
            Self::None => "none",
        }
    }
}

/// How careful to be on a site and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteFinding {
    /// How careful to be.
    pub class: SiteClass,
    /// What makes the site sensitive, where that is known.
    pub category: Option<SiteCategory>,
    /// The signal that decided.
    pub reason: SiteReason,
}

/// Says how careful to be on a site: the user's word first, then what the page shows, then the curated list.
#[must_use]
pub fn classify_site(signals: &SiteSignals<'_>) -> SiteFinding {
    // An address beyond this length is an attack or data; the host stands at its start.
    let url = Url::parse(signals.url.get(..8192).unwrap_or(signals.url)).ok();
    let heuristic = url.as_ref().and_then(|url| by_pattern(url, signals.title));
    let shown = heuristic
        .or_else(|| signals.has_payment_field.then_some((SiteCategory::Payments, SiteReason::PaymentField)))
        .or_else(|| signals.curated.map(|category| (category, SiteReason::CuratedList)));
    let floor = if !url.as_ref().is_some_and(is_private_in_transit) {
        Some(SiteReason::NotHttps)
    } else if signals.has_password_field {
        Some(SiteReason::PasswordField)
    } else {
        None
    };
    match (signals.user_label, shown, floor) {
        (Some(UserLabel::Sensitive), shown, _) => SiteFinding {
            class: SiteClass::Sensitive,
            category: shown.map(|(category, _)| category),
            reason: SiteReason::UserLabel,
        },
        // The label lowers the guess about the site; what stands on the page or on the wire stays as it is.
        (Some(UserLabel::NotSensitive), _, floor) => SiteFinding {
            class: if floor.is_some() || signals.has_payment_field { SiteClass::Elevated } else { SiteClass::Low },
            category: None,
            reason: SiteReason::UserLabel,
        },
        (None, Some((category, reason)), _) => {
            SiteFinding { class: SiteClass::Sensitive, category: Some(category), reason }
        }
        (None, None, Some(reason)) => SiteFinding { class: SiteClass::Elevated, category: None, reason },
        (None, None, None) => SiteFinding { class: SiteClass::Low, category: None, reason: SiteReason::None },
    }
}

/// HTTPS, or a page that never leaves this machine.
fn is_private_in_transit(url: &Url) -> bool {
    let loopback = match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    };
    url.scheme() == "https" || (url.scheme() == "http" && loopback)
}

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
        Some(Self { host, sub: words(sub), name: words(name), suffix, path: words(url.path()), title: words(title) })
    }
}

fn by_pattern(url: &Url, title: &str) -> Option<(SiteCategory, SiteReason)> {
    let address = Address::of(url, title)?;
    let brand = BRANDS.iter().find(|(_, names)| entries(names).any(|name| is_at(&address, name)));
    if let Some((category, _)) = brand {
        return Some((*category, SiteReason::HostPattern));
    }
    let published = address.name.has_any(PUBLISHING)
        || address.sub.has_any(PUBLISHING)
        || address.path.has_any(PUBLISHING)
        || address.title.has_any(ARTICLE_TITLE);
    let best = CATEGORIES.iter().map(|words| Evidence::of(words, &address)).max_by_key(Evidence::rank)?;
    let needed = if published { 4 } else { 2 };
    (best.total() >= needed).then(|| {
        let reason = if best.host > 0 { SiteReason::HostPattern } else { SiteReason::PathPattern };
        (best.category, reason)
    })
}

/// `example.org` means that domain and all below it, `example.*` the name under any suffix.
fn is_at(address: &Address<'_>, name: &str) -> bool {
    match name.strip_suffix(".*") {
        Some(name) => address.name.iter().collect::<alloc::string::String>() == name,
        None => address.host.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with('.')),
    }
}

/// How much of an address speaks for a category.
struct Evidence {
    category: SiteCategory,
    host: u32,
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
        let category = words.category;
        let suffix = u32::from(address.suffix.split('.').any(|part| entries(words.suffixes).any(|own| own == part)));
        let mut host = weigh(&address.name, words.strong_host, words.host)
            .max(weigh(&address.sub, words.strong_host, words.host))
            + suffix * words.suffix_weight;
        let mut path = weigh(&address.path, words.strong_path, words.path);
        let title = weigh(&address.title, words.strong_title, words.title);
        match category {
            SiteCategory::Identity if address.sub.has_any(IDENTITY_LABELS) => {
                host += 1 + u32::from(address.path.has_any(LOGIN_PATH) || address.title.has_any(LOGIN_PATH));
            }
            SiteCategory::Payments if address.sub.has_any(PAYMENT_LABELS) => host += 1,
            SiteCategory::Banking | SiteCategory::Healthcare if host > 0 => {
                path = path.max(u32::from(address.path.has_any(ACCOUNT_PATH) || address.sub.has_any(ACCOUNT_PATH)));
            }
            SiteCategory::Banking | SiteCategory::Healthcare | SiteCategory::Identity | SiteCategory::Payments => {}
        }
        Self { category, host, path, title }
    }

    const fn total(&self) -> u32 {
        self.host + self.path + self.title
    }

    /// The name of a site says more about it than the words on one page.
    const fn rank(&self) -> (u32, u32) {
        (self.total(), self.host)
    }
}
