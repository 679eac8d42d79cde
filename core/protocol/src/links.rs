//! Links an answer may carry: http, https or mailto, and only such as a supplied document or the person named (S19).

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::string::String;
use core::fmt;

use serde_json::Value;
use url::Url;

use crate::llmcp::Request;

/// Bytes of a target; a longer one carries data, not an address.
const LONGEST: usize = 8192;

/// A link target that is safe to offer: http, https or mailto, written in ASCII, without a user name or password.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SafeHref(Url);

impl SafeHref {
    /// Reads a target; nothing if it is not safe to offer.
    #[must_use]
    pub fn parse(href: &str) -> Option<Self> {
        // The parser silently drops tabs and line breaks and trims controls; a target that needs that is a trick.
        if href.len() > LONGEST || href.chars().any(|c| c.is_control() || c.is_whitespace()) {
            return None;
        }
        let url = Url::parse(href).ok()?;
        let safe = match url.scheme() {
            "http" | "https" => url.has_host() && url.username().is_empty() && url.password().is_none(),
            "mailto" => is_plain_mail(&url),
            _ => false,
        };
        safe.then_some(Self(url))
    }

    /// The target as it may stand in an attribute after escaping.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Where it leads, in the fewest words a person can check: the host, or the mail address.
    #[must_use]
    pub fn destination(&self) -> String {
        match (self.0.host_str(), self.0.port()) {
            (Some(host), Some(port)) => alloc::format!("{host}:{port}"),
            (Some(host), None) => host.to_owned(),
            (None, _) => self.0.path().to_owned(),
        }
    }
}

/// One address and nothing else: headers would hide a second recipient behind the first.
fn is_plain_mail(url: &Url) -> bool {
    let plain = |part: &str| !part.is_empty() && !part.contains(['@', '%', '/', ',', ';']);
    url.query().is_none()
        && url.fragment().is_none()
        && !url.has_authority()
        && url.path().split_once('@').is_some_and(|(name, host)| plain(name) && plain(host))
}

impl fmt::Display for SafeHref {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The targets that were named in what a model was given.
#[derive(Clone, Debug, Default)]
pub struct KnownLinks(BTreeSet<String>);

impl KnownLinks {
    /// The targets named in a request: in its documents and in the person's words.
    #[must_use]
    pub fn of_request(request: &Request) -> Self {
        let mut known = Self::default();
        known.add_text(&request.input.user_message.text);
        for document in &request.context.documents {
            if let Ok(content) = serde_json::to_value(&document.content) {
                known.add_value(&content);
            }
        }
        known
    }

    /// Adds one target by name.
    pub fn add(&mut self, href: &str) {
        if let Some(href) = SafeHref::parse(href) {
            self.0.insert(href.as_str().to_owned());
        }
    }

    /// Adds every target that stands in a text. One pass: a target inside another one is part of that one.
    pub fn add_text(&mut self, text: &str) {
        // Page fields hold a bare target, which may contain what ends one in running text.
        self.add(text);
        let mut from = 0;
        while let Some(start) = next_scheme(text, from) {
            let rest = &text[start..];
            let end = rest.find(ends_target).unwrap_or(rest.len());
            // Where Markdown or a list puts the next target right behind this one.
            let next = [")[", "](", ",http"].iter().filter_map(|mark| rest[..end].find(mark)).min();
            let end = next.unwrap_or(end);
            from = start + end;
            let mut target = &rest[..end];
            self.add(target);
            // A full stop or bracket after a target belongs to the sentence; how many do is anyone's guess.
            for _ in 0..4 {
                let Some(shorter) = target.strip_suffix(ends_sentence) else { break };
                self.add(shorter);
                target = shorter;
            }
        }
    }

    fn add_value(&mut self, value: &Value) {
        match value {
            Value::String(text) => self.add_text(text),
            Value::Array(items) => items.iter().for_each(|item| self.add_value(item)),
            Value::Object(fields) => fields.values().for_each(|field| self.add_value(field)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// Whether this target was named.
    #[must_use]
    pub fn contains(&self, href: &SafeHref) -> bool {
        self.0.contains(href.as_str())
    }
}

/// Where the next target may start.
fn next_scheme(text: &str, from: usize) -> Option<usize> {
    let mut colons = text[from..].match_indices(':').map(|(at, _)| from + at);
    let scheme_start = |colon: usize| {
        ["https", "http", "mailto"].into_iter().find_map(|scheme| {
            let start = colon.checked_sub(scheme.len()).filter(|start| *start >= from)?;
            text.get(start..colon).filter(|before| before.eq_ignore_ascii_case(scheme)).map(|_| start)
        })
    };
    colons.find_map(scheme_start)
}

fn ends_target(c: char) -> bool {
    c.is_whitespace() || c.is_control() || matches!(c, '"' | '<' | '>' | '`' | '|' | '\\' | '^' | '{' | '}')
}

fn ends_sentence(c: char) -> bool {
    ".,;:!?)]'*_’”»。，、；：！？）】".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_web_and_mail_targets_without_tricks_are_safe() {
        for (href, safe) in [
            ("https://example.com/a?b=1#c", true),
            ("mailto:a@example.com", true),
            ("HTTP://EXAMPLE.com", true),
            ("javascript:alert(1)", false),
            ("java\nscript:alert(1)", false),
            (" https://example.com", false),
            ("data:text/html,x", false),
            ("vbscript:x", false),
            ("file:///etc/passwd", false),
            ("https://user:pw@example.com/", false),
            ("//example.com", false),
            ("/relative", false),
            ("mailto:", false),
            ("mailto:support@bank.example?bcc=evil@x.example", false),
            ("mailto:a@b.example,c@d.example", false),
            ("mailto:a%0d%0abcc:x@y.example", false),
            ("mailto://evil.example/@a", false),
            ("blob:https://example.com/1", false),
        ] {
            assert_eq!(SafeHref::parse(href).is_some(), safe, "{href:?}");
        }
    }

    #[test]
    fn s19_a_link_is_known_only_when_it_was_named() {
        let mut known = KnownLinks::default();
        known.add_text("See (https://example.com/a_(b)) or https://example.com/c. Write to mailto:x@y.z!");
        known.add_text("[a](https://example.com/m1)[b](https://example.com/m2) «https://example.com/q»");
        known.add_text("https://example.com/j1,https://example.com/j2。");
        for (href, named) in [
            ("https://example.com/a_(b)", true),
            ("https://example.com/c", true),
            ("HTTPS://EXAMPLE.COM/c", true),
            ("mailto:x@y.z", true),
            ("https://example.com/m1", true),
            ("https://example.com/m2", true),
            ("https://example.com/j1", true),
            ("https://example.com/j2", true),
            ("https://example.com/q", true),
            ("https://example.com/", false),
            ("https://example.com/c?leak=1", false),
            ("https://evil.example/", false),
        ] {
            assert_eq!(known.contains(&SafeHref::parse(href).unwrap()), named, "{href}");
        }
    }
}
