//! Values that must not be printed, and types that cannot print them.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use url::Url;
use zeroize::Zeroizing;

use crate::ids::Origin;

const REDACTED: &str = "<redacted>";

/// A secret in memory: prints as `<redacted>`, is erased when dropped, and has no way into JSON.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(Zeroizing<String>);

impl Secret {
    /// Takes a secret over.
    #[must_use]
    pub fn new(text: String) -> Self {
        Self(Zeroizing::new(text))
    }

    /// The secret itself, for the one place that needs it.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(REDACTED)
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(REDACTED)
    }
}

/// A capability token on its way to the page: it must go on the wire, and nowhere else (TOK-013).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CapabilityToken(Secret);

impl CapabilityToken {
    /// Takes a minted token over.
    #[must_use]
    pub fn new(text: String) -> Self {
        Self(Secret::new(text))
    }

    /// The token text.
    #[must_use]
    pub fn expose(&self) -> &str {
        self.0.expose()
    }
}

impl Serialize for CapabilityToken {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.expose())
    }
}

impl<'de> Deserialize<'de> for CapabilityToken {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self::new)
    }
}

impl JsonSchema for CapabilityToken {
    fn schema_name() -> Cow<'static, str> {
        "CapabilityToken".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "minLength": 1, "maxLength": 4096 })
    }
}

/// A URL that prints only where it leads, never what it carries: user, password, path, query and fragment may all
/// hold secrets.
#[derive(Clone, PartialEq, Eq)]
pub struct SafeUrl(Url);

impl SafeUrl {
    /// Reads an absolute URL.
    ///
    /// # Errors
    /// The parser's own error, which does not quote the text.
    pub fn parse(text: &str) -> Result<Self, url::ParseError> {
        Url::parse(text).map(Self)
    }

    /// The whole URL, for the one place that needs it.
    #[must_use]
    pub fn expose(&self) -> &str {
        self.0.as_str()
    }

    /// The origin, if it has one that can be compared.
    #[must_use]
    pub fn origin(&self) -> Option<Origin> {
        Origin::of_url(self.0.as_str())
    }

    fn shown(&self) -> String {
        let origin = self.0.origin();
        if !origin.is_tuple() {
            return alloc::format!("{}:…", self.0.scheme());
        }
        let more = self.0.path() != "/" || self.0.query().is_some() || self.0.fragment().is_some();
        let mut shown = origin.ascii_serialization();
        shown.push_str(if more { "/…" } else { "/" });
        shown
    }
}

impl fmt::Display for SafeUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown())
    }
}

impl fmt::Debug for SafeUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SafeUrl({})", self.shown())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    /// I12: what a secret type holds never reaches a log line.
    #[test]
    fn i12_secrets_do_not_print() {
        let canary = "c4n4ry";
        let url = SafeUrl::parse("https://u:c4n4ry@example.com:8443/c4n4ry?t=c4n4ry#c4n4ry").unwrap();
        let token = CapabilityToken::new(canary.into());
        let secret = Secret::new(canary.into());
        let printed = format!("{url} {url:?} {token:?} {secret} {secret:?} {:?}", Some(&secret));
        assert!(!printed.contains(canary), "{printed}");
        assert!(printed.starts_with(
            "https://example.com:8443/… SafeUrl(https://example.com:8443/…) CapabilityToken(<redacted>)"
        ));
        assert_eq!(format!("{}", SafeUrl::parse("https://example.com").unwrap()), "https://example.com/");
        assert_eq!(format!("{}", SafeUrl::parse("data:text/plain,c4n4ry").unwrap()), "data:…");
    }
}
