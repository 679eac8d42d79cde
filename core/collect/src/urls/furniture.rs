//! Links that lead to no text: logins, notices, shares, advertisements.

use url::Url;

/// The last part of a path that only the furniture of sites has, in order.
const PLACES: &[&str] = &[
    "about",
    "account",
    "ads",
    "advertise",
    "advertising",
    "agb",
    "anmelden",
    "basket",
    "careers",
    "cart",
    "checkout",
    "contact",
    "contact-us",
    "cookie-policy",
    "cookies",
    "datenschutz",
    "disclaimer",
    "faq",
    "feedback",
    "forgot",
    "help",
    "hilfe",
    "impressum",
    "imprint",
    "intent",
    "jobs",
    "join",
    "kontakt",
    "l.php",
    "legal",
    "log-in",
    "login",
    "login.php",
    "logout",
    "newsletter",
    "password",
    "preferences",
    "privacy",
    "privacy-policy",
    "register",
    "search",
    "settings",
    "share",
    "share.php",
    "sharer",
    "sharer.php",
    "sign-in",
    "sign-up",
    "signin",
    "signup",
    "sitemap",
    "submit",
    "subscribe",
    "support",
    "terms",
    "terms-of-service",
    "terms-of-use",
    "tweet",
    "wp-login.php",
];
/// The first part of a host.
const DOORS: &[&str] =
    &["accounts", "account", "ad", "ads", "adserver", "auth", "help", "login", "signin", "sso"];
/// Hosts that show advertisements.
const ADS: &[&str] = &[
    "adnxs.com",
    "adsrvr.org",
    "amazon-adsystem.com",
    "criteo.com",
    "doubleclick.net",
    "googleadservices.com",
    "googlesyndication.com",
    "outbrain.com",
    "taboola.com",
];
/// What links are called that lead to no text, in lower case.
const NAMES: &[&str] = &[
    "ad",
    "anmelden",
    "anzeige",
    "cookies",
    "datenschutz",
    "home",
    "impressum",
    "log in",
    "login",
    "more",
    "next",
    "previous",
    "privacy",
    "register",
    "settings",
    "share",
    "sign in",
    "sign up",
    "skip to content",
    "sponsored",
    "terms",
    "weiter",
    "zurück",
];

/// Whether a link is part of the furniture of a page.
pub(super) fn is_furniture(url: &Url, name: &str) -> bool {
    let host = url.host_str().unwrap_or_default();
    let is_ad =
        ADS.iter().any(|ad| host.strip_suffix(ad).is_some_and(|rest| rest.is_empty() || rest.ends_with('.')));
    let first = host.split('.').next().unwrap_or_default();
    let path = url.path().trim_end_matches('/');
    let last = path.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
    let last = last.strip_suffix(".html").unwrap_or(&last);
    is_ad
        || DOORS.contains(&first)
        || PLACES.binary_search(&last).is_ok()
        || NAMES.contains(&name.trim().to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_places_are_in_order() {
        assert!(PLACES.is_sorted());
    }
}
