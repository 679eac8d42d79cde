//! An address in the form in which it is opened, and in the form in which it is compared.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};

use url::{Host, Url};

use super::parameters::without_tracking;
use super::variants::{desktop_host, unwrapped};

/// Bytes of an address; a longer one carries data.
const LONGEST: usize = 8192;
/// Files that stand for their folder.
const INDEX: &[&str] = &["index.html", "index.htm"];

/// Why an address is not collected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// It cannot be read at all.
    #[error("this is not an address of a page")]
    NotAnAddress,
    /// It is of another scheme.
    #[error("only addresses that begin with http or https can be collected")]
    NotWeb,
    /// It has a user name or a password in it.
    #[error("an address with a user name or password in it is not collected")]
    Login,
    /// It is too long.
    #[error("the address is longer than 8192 bytes")]
    TooLong,
}

impl Refused {
    /// The code that stays.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::NotAnAddress => "E_NOT_AN_ADDRESS",
            Self::NotWeb => "E_NOT_WEB",
            Self::Login => "E_ADDRESS_WITH_LOGIN",
            Self::TooLong => "E_ADDRESS_TOO_LONG",
        }
    }
}

/// An address of the web, without what only says where somebody came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address(Url);

impl Address {
    /// Reads an address.
    ///
    /// # Errors
    /// When it is not http or https, holds a login, is too long or no address at all.
    pub fn read(text: &str) -> Result<Self, Refused> {
        let text = text.trim();
        if text.len() > LONGEST {
            return Err(Refused::TooLong);
        }
        // The parser drops tabs and line breaks silently; an address that needs that is a trick.
        if text.chars().any(|c| c.is_control() || c.is_whitespace()) {
            return Err(Refused::NotAnAddress);
        }
        let url = Url::parse(text).map_err(|_| Refused::NotAnAddress)?;
        let mut url = unwrapped(url);
        if !matches!(url.scheme(), "http" | "https") {
            return Err(Refused::NotWeb);
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(Refused::Login);
        }
        if !url.has_host() {
            return Err(Refused::NotAnAddress);
        }
        // A fragment is a place on the page, unless the page is made of them.
        if url.fragment().is_some_and(|fragment| !fragment.starts_with(['!', '/'])) {
            url.set_fragment(None);
        }
        if let Some(query) = url.query() {
            let kept = without_tracking(query);
            url.set_query(kept.as_deref());
        }
        Ok(Self(url))
    }

    /// The form in which it is opened.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// The form in which it is compared: two addresses with the same one are the same page. It is no address to open.
    #[must_use]
    pub fn key(&self) -> String {
        let port = self.0.port().map(|port| format!(":{port}")).unwrap_or_default();
        let mut path = even(self.0.path());
        for index in INDEX {
            if let Some(folder) = path.strip_suffix(index).filter(|folder| folder.ends_with('/')) {
                path = folder.to_owned();
            }
        }
        let path = path.trim_end_matches('/');
        let query = self.0.query().map(|query| format!("?{}", even(query))).unwrap_or_default();
        let fragment = self.0.fragment().map(|fragment| format!("#{fragment}")).unwrap_or_default();
        format!("{}{port}{path}{query}{fragment}", desktop_host(&self.outlet()))
    }

    /// Who publishes it: the host without `www.`.
    #[must_use]
    pub fn outlet(&self) -> String {
        match self.0.host() {
            Some(Host::Domain(host)) => {
                let host = host.trim_end_matches('.');
                // `www.example` alone is a name of its own.
                host.strip_prefix("www.").filter(|rest| rest.contains('.')).unwrap_or(host).to_owned()
            }
            Some(Host::Ipv4(address)) => address.to_string(),
            Some(Host::Ipv6(address)) => format!("[{address}]"),
            None => String::new(),
        }
    }

    /// The address, taken apart.
    #[must_use]
    pub const fn url(&self) -> &Url {
        &self.0
    }
}

/// Escapes in one form: those that no address needs are gone, the others are in upper case.
fn even(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        out.push_str(&rest[..at]);
        let Some(code) = rest.get(at + 1..at + 3).and_then(|hex| u8::from_str_radix(hex, 16).ok()) else {
            out.push('%');
            rest = &rest[at + 1..];
            continue;
        };
        if code.is_ascii_alphanumeric() || matches!(code, b'-' | b'.' | b'_' | b'~') {
            out.push(char::from(code));
        } else {
            out.push_str(&format!("%{code:02X}"));
        }
        rest = &rest[at + 3..];
    }
    out.push_str(rest);
    out
}
