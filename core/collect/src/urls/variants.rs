//! Other addresses of the same page. Only rules that cannot take two pages for one: a host that begins with `m.` may be
//! a site of its own, and a path that ends with `/amp` may be a page about amplifiers.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;

use url::Url;

/// Hosts whose telephone form is known to show the same pages under the same paths.
const PHONES: &[(&str, &str)] = &[
    ("m.facebook.com", "facebook.com"),
    ("m.imdb.com", "imdb.com"),
    ("m.youtube.com", "youtube.com"),
    ("mobile.twitter.com", "twitter.com"),
    ("old.reddit.com", "reddit.com"),
    ("np.reddit.com", "reddit.com"),
];
/// Projects whose telephone form is `en.m.` for `en.`.
const PROJECTS: &[&str] =
    &["wikipedia.org", "wiktionary.org", "wikivoyage.org", "wikibooks.org", "wikiquote.org", "wikinews.org"];
/// Pages that only send on: host, path, and the parameter that says where to.
const SENDERS: &[(&str, &str, &str)] = &[
    ("google.com", "/url", "q"),
    ("google.com", "/url", "url"),
    ("duckduckgo.com", "/l/", "uddg"),
    ("l.facebook.com", "/l.php", "u"),
    ("out.reddit.com", "/", "url"),
];

/// The host whose pages these are.
pub(super) fn desktop_host(host: &str) -> String {
    if let Some((_, same)) = PHONES.iter().find(|(phone, _)| *phone == host) {
        return (*same).to_owned();
    }
    for project in PROJECTS {
        let language = host.strip_suffix(project).and_then(|rest| rest.strip_suffix(".m."));
        if let Some(language) = language.filter(|language| !language.is_empty()) {
            return format!("{language}.{project}");
        }
    }
    host.to_owned()
}

/// Where an address leads that only sends on, or that is a copy kept for phones.
pub(super) fn unwrapped(url: Url) -> Url {
    // A sender may name another one; a chain of them is nobody's link.
    let mut url = url;
    for _ in 0..3 {
        match target(&url) {
            Some(target) => url = target,
            None => break,
        }
    }
    url
}

fn target(url: &Url) -> Option<Url> {
    let host = url.host_str()?;
    let bare = host.strip_prefix("www.").unwrap_or(host);
    let sent = SENDERS.iter().filter(|(sender, path, _)| *sender == bare && *path == url.path());
    for (_, _, name) in sent {
        let found = url.query_pairs().find(|(key, _)| key == name).and_then(|(_, to)| Url::parse(&to).ok());
        if let Some(to) = found.filter(|to| matches!(to.scheme(), "http" | "https")) {
            return Some(to);
        }
    }
    let copy = match bare {
        "google.com" => url.path().strip_prefix("/amp/"),
        _ if bare.ends_with(".cdn.ampproject.org") => {
            url.path().strip_prefix("/c/").or_else(|| url.path().strip_prefix("/v/"))
        }
        _ => None,
    }?;
    let (scheme, rest) = match copy.strip_prefix("s/") {
        Some(rest) => ("https", rest),
        None => ("http", copy),
    };
    let query = url.query().map(|query| format!("?{query}")).unwrap_or_default();
    let target = Url::parse(&format!("{scheme}://{rest}{query}")).ok()?;
    // The path begins with a host only where it looks like one.
    target.host_str().is_some_and(|host| host.contains('.')).then_some(target)
}
