//! How careful to be on a site.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use url::{Host, Url};

use super::site_evidence::by_pattern;

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
    let heuristic = url.as_ref().and_then(|url| by_pattern(url, signals));
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
            class: if floor.is_some() || signals.has_payment_field {
                SiteClass::Elevated
            } else {
                SiteClass::Low
            },
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

#[cfg(test)]
mod tests {
    use super::*;
    use SiteCategory::{Banking, Healthcare, Identity, Payments};

    fn page<'a>(url: &'a str, title: &'a str) -> SiteSignals<'a> {
        SiteSignals {
            url,
            title,
            has_password_field: false,
            has_payment_field: false,
            user_label: None,
            curated: None,
        }
    }

    #[test]
    fn names_and_places_tell_the_category() {
        for (url, title, expected) in [
            ("https://online.lakecity.bank/", "", Some(Banking)),
            ("https://www.stadtsparkasse-nord.de/", "Willkommen", Some(Banking)),
            ("https://ebanking.bergbank.ch/login", "", Some(Banking)),
            ("https://www.hillsidehospital.org/patients/appointments", "Appointments", Some(Healthcare)),
            ("https://portal.zahnarzt-meier.de/termine", "Termine", Some(Healthcare)),
            ("https://sso.acme.dev/oauth/authorize", "Sign in", Some(Identity)),
            ("https://shop.acme.dev/checkout", "Checkout", Some(Payments)),
            ("https://wallet.acme.dev/send", "Send", Some(Payments)),
            ("https://www.burbank.example/parks", "Parks of Burbank", None),
            ("https://www.dollhospital.example/repairs", "Doll hospital", None),
            ("https://healthyliving.example/", "Healthy living", None),
            ("https://acme.dev/blog/how-we-built-our-checkout-page", "How we built our checkout", None),
            ("https://coins.example/roman", "Roman coins", None),
            ("https://acme.dev/docs/payments", "Payments API documentation", None),
            ("not a url", "Online banking", None),
            ("", "", None),
        ] {
            assert_eq!(classify_site(&page(url, title)).category, expected, "{url}");
        }
    }

    #[test]
    fn the_user_outranks_the_page_and_the_page_the_list() {
        let bank = page("https://online.lakecity.bank/", "");
        let plain = page("https://example.org/", "");
        let of = |signals| {
            let finding = classify_site(&signals);
            (finding.class, finding.category, finding.reason.as_str())
        };
        let not_sensitive = Some(UserLabel::NotSensitive);
        assert_eq!(
            of(SiteSignals { user_label: not_sensitive, ..bank }),
            (SiteClass::Low, None, "user_label")
        );
        assert_eq!(
            of(SiteSignals { user_label: not_sensitive, has_payment_field: true, ..bank }),
            (SiteClass::Elevated, None, "user_label")
        );
        assert_eq!(
            of(SiteSignals { user_label: Some(UserLabel::Sensitive), ..plain }),
            (SiteClass::Sensitive, None, "user_label")
        );
        assert_eq!(
            of(SiteSignals { curated: Some(Healthcare), ..bank }),
            (SiteClass::Sensitive, Some(Banking), "host_pattern")
        );
        assert_eq!(
            of(SiteSignals { curated: Some(Healthcare), ..plain }),
            (SiteClass::Sensitive, Some(Healthcare), "curated_list")
        );
        assert_eq!(
            of(SiteSignals { has_payment_field: true, ..plain }),
            (SiteClass::Sensitive, Some(Payments), "payment_field")
        );
        assert_eq!(
            of(SiteSignals { has_password_field: true, ..plain }),
            (SiteClass::Elevated, None, "password_field")
        );
        assert_eq!(of(plain), (SiteClass::Low, None, "none"));
        for (url, class) in [
            ("http://example.org/", SiteClass::Elevated),
            ("http://localhost:8080/", SiteClass::Low),
            ("http://[::1]/", SiteClass::Low),
            ("http://127.0.0.1/", SiteClass::Low),
            ("file:///tmp/a.html", SiteClass::Elevated),
        ] {
            assert_eq!(classify_site(&page(url, "")).class, class, "{url}");
        }
    }

    #[test]
    fn huge_addresses_and_titles_are_read() {
        for unit in ["a", "1", "@", "\u{301}", "-", "密"] {
            let long = unit.repeat((10 << 20) / unit.len());
            let url = alloc::format!("https://example.org/{long}");
            assert_eq!(classify_site(&page(&url, &long)).category, None);
        }
    }
}
