//! Ids and other short texts of a fixed form, each a type of its own so that one cannot stand in for another.

use alloc::borrow::ToOwned;
use alloc::string::String;

use serde::Deserialize;

use crate::time;

/// A text that is not of the form its type requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}")]
pub struct FormatError {
    /// The form in words, with an example.
    pub expected: &'static str,
}

/// One text form: the name used as JSON Schema `format`, the words for messages, and the check.
#[derive(Clone, Copy)]
pub struct Format {
    /// The value of the schema keyword `format`.
    pub name: &'static str,
    /// The form in words, with an example.
    pub expected: &'static str,
    /// Whether a text has this form.
    pub check: fn(&str) -> bool,
}

macro_rules! forms {
    ($($(#[$doc:meta])* $name:ident($format:literal, $check:expr, $expected:literal, $example:literal);)*) => {
        /// Every form, for validation against a schema.
        pub const FORMATS: &[Format] = &[$(
            Format { name: $format, expected: $expected, check: $check },
        )*];

        $(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(String);

        impl $name {
            /// Reads a text of this form.
            ///
            /// # Errors
            /// When the text is not of this form.
            pub fn parse(text: &str) -> Result<Self, FormatError> {
                let check: fn(&str) -> bool = $check;
                if check(text) { Ok(Self(text.to_owned())) } else { Err(FormatError { expected: $expected }) }
            }

            /// The text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.0)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                Self::parse(&text).map_err(serde::de::Error::custom)
            }
        }

        impl schemars::JsonSchema for $name {
            fn schema_name() -> alloc::borrow::Cow<'static, str> {
                stringify!($name).into()
            }
            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "type": "string", "format": $format, "examples": [$example] })
            }
        }
        )*
    };
}

forms! {
    /// A UUID in its usual hyphenated form, in lower case: ids are compared as text, and a second spelling would be a
    /// second id.
    Uuid("uuid", is_uuid, "a lower-case UUID such as `0a2e5f8a-6f57-4fe0-9cbb-1a6f1fa1b5a2`", "0a2e5f8a-6f57-4fe0-9cbb-1a6f1fa1b5a2");
    /// The id of a document inside one request.
    DocId("doc-id", is_doc_id, "a document id such as `doc:web:summary`", "doc:web:summary");
    /// The id of a block, item, comment or outline entry inside a document.
    NodeId("node-id", is_node_id, "a node id such as `n:12`", "n:12");
    /// A real element handle: `h_` and at least 128 random bits. Known to the core and the page script only.
    HandleId("handle-id", is_handle, "a handle of `h_` and at least 22 base64url characters", "h_0123456789abcdefghijkl");
    /// The short name a model sees for a handle, valid for one context pack.
    HandleAlias("handle-alias", is_alias, "a handle alias such as `laika-7`", "laika-7");
    /// A handle as an argument: an alias from a model, a real handle on the way to the page.
    HandleRef("handle-ref", |text| is_alias(text) || is_handle(text), "a handle such as `laika-7`", "laika-7");
    /// A web origin in its serialised form: scheme, host, and the port unless it is the default.
    Origin("origin", is_origin, "an origin such as `https://example.com`", "https://example.com");
    /// An absolute http or https URL.
    HttpUrl("http-url", is_http_url, "an absolute http or https URL", "https://example.com/page");
    /// The id of a browser document, minted once per load.
    DocumentId("document-id", is_opaque, "1 to 128 letters, digits, `_`, `-`, `.` or `:`", "d_5f0c");
    /// The id of a browser profile.
    ProfileId("profile-id", is_opaque, "1 to 128 letters, digits, `_`, `-`, `.` or `:`", "default");
    /// The id of a run.
    RunId("run-id", is_opaque, "1 to 128 letters, digits, `_`, `-`, `.` or `:`", "run-1");
    /// The id of a collection.
    CollectionId("collection-id", is_opaque, "1 to 128 letters, digits, `_`, `-`, `.` or `:`", "col:123");
    /// The id of a captured source.
    SourceId("source-id", is_opaque, "1 to 128 letters, digits, `_`, `-`, `.` or `:`", "src:1");
    /// The id of a stored artifact.
    ArtifactId("artifact-id", is_opaque, "1 to 128 letters, digits, `_`, `-`, `.` or `:`", "art:1");
    /// What deduplicates one intent inside a run.
    IdempotencyKey("idempotency-key", is_opaque, "1 to 128 letters, digits, `_`, `-`, `.` or `:`", "9d6e3a6b");
    /// A value that may be used once within a token's lifetime.
    Nonce("nonce", is_opaque, "1 to 128 letters, digits, `_`, `-`, `.` or `:`", "n0nce");
    /// The wire name of a tool.
    ToolName("tool-name", is_tool_name, "a tool name such as `browser.click`", "browser.click");
    /// A stable reason: `P_…` from the policy, `E_…` from elsewhere.
    ReasonCode("reason-code", is_reason, "a reason code such as `E_LOCKED`", "E_LOCKED");
    /// A SHA-256 digest.
    Sha256("sha256", is_sha256, "`sha256:` and 64 lower-case hex digits", "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    /// The version of the tool protocol: `MAJOR.MINOR` or `MAJOR.MINOR.PATCH`.
    ProtocolVersion("protocol-version", is_version, "a version such as `1.0`", "1.0");
    /// A UTC time with milliseconds.
    Timestamp("utc-millis", |text| time::epoch_ms(text).is_some() && text.len() == 24, "a UTC time such as `2026-01-24T12:34:56.789Z`", "2026-01-24T12:34:56.789Z");
    /// A UTC time with or without milliseconds.
    UtcTime("utc", |text| time::epoch_ms(text).is_some(), "a UTC time such as `2026-01-24T12:34:56Z`", "2026-01-24T12:34:56Z");
}

impl DocId {
    /// The observation summary of the attached page.
    #[must_use]
    pub fn web_summary() -> Self {
        Self("doc:web:summary".to_owned())
    }

    /// Chunk `n` (from 1) of the attached page.
    #[must_use]
    pub fn web_chunk(n: u32) -> Self {
        Self(alloc::format!("doc:web:chunk:{n}"))
    }
}

impl ProtocolVersion {
    /// The version this build speaks.
    #[must_use]
    pub fn current() -> Self {
        Self("1.0".to_owned())
    }

    /// The part that decides compatibility (C-08).
    #[must_use]
    pub fn major(&self) -> u32 {
        self.0.split('.').next().and_then(|part| part.parse().ok()).unwrap_or(u32::MAX)
    }
}

impl Timestamp {
    /// The time `epoch_ms` milliseconds after 1970.
    #[must_use]
    pub fn from_epoch_ms(epoch_ms: u64) -> Self {
        Self(time::to_iso(epoch_ms))
    }

    /// Milliseconds after 1970.
    #[must_use]
    pub fn epoch_ms(&self) -> u64 {
        time::epoch_ms(&self.0).unwrap_or_default()
    }
}

impl Sha256 {
    /// A digest text made by [`crate::canonical`], which alone knows it to be well formed.
    pub(crate) fn from_hex_text(text: String) -> Self {
        Self(text)
    }
}

impl Origin {
    /// The origin of a URL, if it has one that can be compared: opaque origins equal nothing.
    #[must_use]
    pub fn of_url(url: &str) -> Option<Self> {
        let origin =
            url::Url::parse(url).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?.origin();
        origin.is_tuple().then(|| Self(origin.ascii_serialization()))
    }
}

fn is_uuid(text: &str) -> bool {
    text.len() == 36
        && text.bytes().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => matches!(byte, b'0'..=b'9' | b'a'..=b'f'),
        })
}

fn is_opaque(text: &str) -> bool {
    (1..=128).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.' | b':'))
}

fn is_doc_id(text: &str) -> bool {
    is_opaque(text)
        && text.strip_prefix("doc:").is_some_and(|rest| rest.split(':').all(|part| !part.is_empty()))
}

fn is_decimal(text: &str, most_digits: usize) -> bool {
    (1..=most_digits).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_digit())
        && (text == "0" || !text.starts_with('0'))
}

fn is_node_id(text: &str) -> bool {
    text.strip_prefix("n:").is_some_and(|rest| is_decimal(rest, 9))
}

fn is_alias(text: &str) -> bool {
    text.strip_prefix("laika-").is_some_and(|rest| is_decimal(rest, 9))
}

fn is_handle(text: &str) -> bool {
    text.strip_prefix("h_").is_some_and(|rest| {
        // 22 base64url characters carry 132 bits.
        (22..=86).contains(&rest.len())
            && rest.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
    })
}

fn is_origin(text: &str) -> bool {
    Origin::of_url(text).is_some_and(|origin| origin.0 == text)
}

impl HttpUrl {
    /// Reads an address and takes it apart in one go, for whoever looks at its parts.
    #[must_use]
    pub fn read(text: &str) -> Option<url::Url> {
        http_url(text)
    }
}

fn is_http_url(text: &str) -> bool {
    http_url(text).is_some()
}

fn http_url(text: &str) -> Option<url::Url> {
    // The parser repairs what it can, so two readers of a sloppy text may see two hosts. Only a text whose host stands
    // there exactly as it will be used is a URL here: no user name, no other spelling of a host or an address.
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).unwrap_or_default();
    let authority = &rest[..rest.find(['/', '?', '#']).unwrap_or(rest.len())];
    let unambiguous = |url: &url::Url| {
        let written = authority.to_ascii_lowercase();
        let port = written.strip_prefix(url.host_str().unwrap_or_default());
        port.is_some_and(|port| match port.strip_prefix(':') {
            Some(port) => port.parse().ok() == url.port_or_known_default(),
            None => port.is_empty(),
        })
    };
    let readable = text.len() <= 8192
        && !authority.is_empty()
        && !text.chars().any(|c| c.is_whitespace() || c.is_control() || c == '\\');
    if readable { url::Url::parse(text).ok().filter(unambiguous) } else { None }
}

fn is_tool_name(text: &str) -> bool {
    let part_ok = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_lowercase())
            && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
    };
    text.len() <= 64 && text.split('.').all(part_ok)
}

fn is_reason(text: &str) -> bool {
    let body = text.strip_prefix("P_").or_else(|| text.strip_prefix("E_"));
    text.len() <= 64
        && body.is_some_and(|body| {
            !body.is_empty()
                && body.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
        })
}

fn is_sha256(text: &str) -> bool {
    text.strip_prefix("sha256:")
        .is_some_and(|hex| hex.len() == 64 && hex.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')))
}

fn is_version(text: &str) -> bool {
    matches!(text.split('.').count(), 2 | 3) && text.split('.').all(|part| is_decimal(part, 6))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepts(name: &str, text: &str) -> bool {
        (FORMATS.iter().find(|format| format.name == name).unwrap().check)(text)
    }

    #[test]
    fn forms_accept_and_refuse() {
        let table = [
            ("uuid", "0a2e5f8a-6f57-4fe0-9cbb-1a6f1fa1b5a2", true),
            ("uuid", "0A2E5F8A-6f57-4fe0-9cbb-1a6f1fa1b5a2", false),
            ("uuid", "0a2e5f8a6f574fe09cbb1a6f1fa1b5a2", false),
            ("uuid", "req-1", false),
            ("doc-id", "doc:web:chunk:12", true),
            ("doc-id", "doc::x", false),
            ("doc-id", "web:summary", false),
            ("node-id", "n:0", true),
            ("node-id", "n:01", false),
            ("handle-id", "h_0123456789abcdefghijk", false),
            ("handle-alias", "laika-99", true),
            ("handle-alias", "laika-", false),
            ("handle-alias", "laika-7 ", false),
            ("origin", "https://example.com:8443", true),
            ("origin", "https://example.com:443", false),
            ("origin", "https://example.com/", false),
            ("origin", "null", false),
            ("http-url", "https://example.com/a?b#c", true),
            ("http-url", "javascript:alert(1)", false),
            ("http-url", "https:example.com", false),
            ("http-url", "https://exa mple.com", false),
            ("http-url", "https://EXAMPLE.com:443/a", true),
            ("http-url", "http://127.0.0.1:8080/", true),
            ("http-url", "http://[::1]:8080/", true),
            ("http-url", "https:///evil.com/x", false),
            ("http-url", "https://good.com@evil.com/", false),
            ("http-url", "https://good.com%2eevil.com", false),
            ("http-url", "https://go\u{ad}od.com/", false),
            ("http-url", "https://\u{ff47}ood.com", false),
            ("http-url", "http://0x7f.1/", false),
            ("http-url", "https:\\\\example.com", false),
            ("protocol-version", "1.0", true),
            ("protocol-version", "1.0.3", true),
            ("protocol-version", "1", false),
            ("protocol-version", "1.0-rc", false),
            ("utc-millis", "2026-01-24T12:34:56.789Z", true),
            ("utc-millis", "2026-01-24T12:34:56Z", false),
            ("utc", "2026-01-24T12:34:56Z", true),
            ("utc", "2026-02-30T12:34:56Z", false),
            ("tool-name", "search", true),
            ("tool-name", "browser.observe_dom", true),
            ("tool-name", "Browser.Click", false),
            ("reason-code", "P_DENY_CROSS_ORIGIN", true),
            ("reason-code", "DENY", false),
        ];
        for (name, text, expected) in table {
            assert_eq!(accepts(name, text), expected, "{name}: {text:?}");
        }
    }

    #[test]
    fn origins_come_from_urls() {
        assert_eq!(Origin::of_url("https://EXAMPLE.com:443/a?b").unwrap().as_str(), "https://example.com");
        assert_eq!(Origin::of_url("http://münchen.de/").unwrap().as_str(), "http://xn--mnchen-3ya.de");
        assert_eq!(Origin::of_url("data:text/html,x"), None);
        assert_eq!(Origin::of_url("file:///etc/passwd"), None);
    }
}
