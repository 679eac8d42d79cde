//! Which addresses can be opened at all (BROW-073).

use laika_protocol::{ErrorCode, ToolError};
use url::Url;

use crate::error::fault;

/// Whether a tab may be sent there: http, https and the empty page only, and never with a password in the address.
///
/// # Errors
/// `E_RESTRICTED_PAGE`, with what to do instead.
pub fn check(url: &Url) -> Result<(), ToolError> {
    match url.scheme() {
        "http" | "https" => no_credentials(url),
        "about" if url.as_str() == "about:blank" => Ok(()),
        "file" => Err(restricted("files of this computer cannot be opened here; serve the folder over http")),
        "view-source" => Err(restricted("the source of a page cannot be opened; open the page itself")),
        "data" | "blob" | "javascript" => Err(restricted(
            "an address that carries its own content cannot be opened; use an http or https address",
        )),
        _ => Err(restricted("Laika cannot automate this page; only http and https addresses can be opened")),
    }
}

fn no_credentials(url: &Url) -> Result<(), ToolError> {
    if url.username().is_empty() && url.password().is_none() {
        return Ok(());
    }
    Err(restricted("the address holds a user name or password; remove it and log in on the page"))
}

pub(crate) fn restricted(message: &str) -> ToolError {
    fault(ErrorCode::Unsupported, "E_RESTRICTED_PAGE", message)
}

/// Names of parameters that carry a secret.
const SECRET_NAMES: &[&str] = &[
    "auth",
    "code",
    "credential",
    "jwt",
    "key",
    "otp",
    "pass",
    "pin",
    "pwd",
    "secret",
    "sess",
    "sid",
    "sig",
    "ticket",
    "token",
];
/// A value this long and this mixed was not written by a person.
const RANDOM_LEAST: usize = 20;

/// An address as it may be shown: without user and password, and with the values of parameters that look like
/// secrets replaced; and how many were.
pub(crate) fn shown(text: &str) -> (String, u32) {
    let Ok(mut url) = Url::parse(text) else { return (String::new(), 0) };
    let mut secrets = u32::from(!url.username().is_empty() || url.password().is_some());
    if secrets > 0 {
        _ = url.set_username("");
        _ = url.set_password(None);
    }
    let mut conceal = |part: &str| {
        let (name, value) = part.split_once('=').unwrap_or(("", part));
        let secret = is_random(value) || !value.is_empty() && is_secret_name(name);
        secrets += u32::from(secret);
        if !secret {
            part.to_owned()
        } else if name.is_empty() {
            "…".to_owned()
        } else {
            format!("{name}=…")
        }
    };
    let mut all = |text: &str| text.split('&').map(&mut conceal).collect::<Vec<_>>().join("&");
    let query = url.query().map(&mut all);
    let fragment = url.fragment().map(&mut all);
    url.set_query(None);
    url.set_fragment(None);
    let mut shown = String::from(url);
    if let Some(query) = query {
        shown = format!("{shown}?{query}");
    }
    if let Some(fragment) = fragment {
        shown = format!("{shown}#{fragment}");
    }
    (shown, secrets)
}

fn is_secret_name(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let parts = name.split(|c: char| !c.is_ascii_alphanumeric());
    parts.into_iter().any(|part| SECRET_NAMES.contains(&part))
        || ["token", "passw", "secret", "apikey", "session", "signature"]
            .iter()
            .any(|word| name.contains(word))
}

fn is_random(value: &str) -> bool {
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let letters = value.bytes().filter(u8::is_ascii_alphabetic).count();
    value.len() >= RANDOM_LEAST && digits >= 3 && letters >= 3 && digits + letters >= value.len() * 9 / 10
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_in_addresses_are_not_shown() {
        let table = [
            ("https://a.example/b?q=shoes&page=2#top", "https://a.example/b?q=shoes&page=2#top", 0),
            ("https://me:pw@a.example/", "https://a.example/", 1),
            ("https://a.example/?access_token=abc&q=1", "https://a.example/?access_token=…&q=1", 1),
            ("https://a.example/#id_token=abc", "https://a.example/#id_token=…", 1),
            ("https://a.example/?x=9f8a7b6c5d4e3f2a1b0c9d8e", "https://a.example/?x=…", 1),
            ("https://a.example/?keyboard=qwertz", "https://a.example/?keyboard=qwertz", 0),
            ("not an address", "", 0),
        ];
        for (address, expected, secrets) in table {
            assert_eq!(shown(address), (expected.to_owned(), secrets), "{address}");
        }
    }

    #[test]
    fn only_web_addresses_and_the_empty_page() {
        let table = [
            ("https://example.com/a?b#c", true),
            ("http://127.0.0.1:8080/", true),
            ("about:blank", true),
            ("about:srcdoc", false),
            ("about:version", false),
            ("chrome://version", false),
            ("chrome-extension://abc/x.html", false),
            ("devtools://devtools/bundled/inspector.html", false),
            ("view-source:https://example.com", false),
            ("file:///etc/passwd", false),
            ("data:text/html,x", false),
            ("blob:https://example.com/1", false),
            ("javascript:alert(1)", false),
            ("ftp://example.com/", false),
            ("ws://example.com/", false),
            ("https://me@example.com/", false),
            ("https://me:secret@example.com/", false),
        ];
        for (address, good) in table {
            let checked = check(&Url::parse(address).unwrap());
            assert_eq!(checked.is_ok(), good, "{address}");
            if let Err(error) = checked {
                assert_eq!(error.reason.unwrap().as_str(), "E_RESTRICTED_PAGE");
                assert!(!error.message.contains("secret"));
            }
        }
    }
}
