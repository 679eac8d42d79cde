//! A site to forget: one origin, or a host with everything below it.

use std::fmt;

use laika_protocol::ids::Origin;
use rusqlite::Transaction;

use crate::StoreError;

/// A site, as the person names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site(Form);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Form {
    Origin(Origin),
    Host(String),
}

impl Site {
    /// Reads an origin such as `https://a.example:8443`, or a host such as `a.example`, which stands for its
    /// subdomains, schemes and ports too.
    ///
    /// # Errors
    /// When it is neither.
    pub fn parse(text: &str) -> Result<Self, StoreError> {
        let wrong = || StoreError::Site(text.chars().take(200).collect());
        if text.contains("://") {
            // An address would be ambiguous: is its page meant, or its site?
            let text = text.strip_suffix('/').unwrap_or(text);
            return Origin::parse(text).map(|origin| Self(Form::Origin(origin))).map_err(|_| wrong());
        }
        // A host on its own, in the one spelling that origins use.
        let origin = Origin::of_url(&format!("https://{text}/")).ok_or_else(wrong)?;
        let host = host(&origin);
        let plain = !text.contains(['/', '?', '#', '@', '\\', ':', ' ']) || text.starts_with('[');
        if plain && !host.is_empty() { Ok(Self(Form::Host(host.to_owned()))) } else { Err(wrong()) }
    }

    /// Whether an origin belongs to it.
    #[must_use]
    pub fn holds(&self, origin: &Origin) -> bool {
        match &self.0 {
            Form::Origin(own) => own == origin,
            Form::Host(own) => {
                let host = host(origin);
                // On the border of a label, or `notmybank.example` would be a part of `bank.example`.
                host == own || host.strip_suffix(own.as_str()).is_some_and(|rest| rest.ends_with('.'))
            }
        }
    }

    /// The origins in the log that belong to it.
    pub(super) fn origins(&self, transaction: &Transaction<'_>) -> Result<Vec<Origin>, StoreError> {
        let mut statement = transaction.prepare(
            "SELECT origin FROM run_site UNION SELECT origin FROM site_policy_override \
             UNION SELECT origin FROM site_note \
             UNION SELECT origin FROM artifact WHERE origin IS NOT NULL \
             UNION SELECT origin FROM source WHERE origin IS NOT NULL \
             UNION SELECT origin FROM made_source WHERE origin IS NOT NULL \
             UNION SELECT origin FROM source_site UNION SELECT origin FROM made_site",
        )?;
        let mut rows = statement.query([])?;
        let mut origins = Vec::new();
        while let Some(row) = rows.next()? {
            let origin: Origin = crate::reader::id(row, 0)?;
            if self.holds(&origin) {
                origins.push(origin);
            }
        }
        Ok(origins)
    }
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Form::Origin(origin) => f.write_str(origin.as_str()),
            Form::Host(host) => f.write_str(host),
        }
    }
}

/// The host of an origin, without its port, and without the dot that a host may end in.
fn host(origin: &Origin) -> &str {
    let rest = origin.as_str().split_once("://").map_or("", |(_, rest)| rest);
    let host = match rest.rfind(':') {
        // The colons inside the brackets of an address are not the port's.
        Some(at) if !rest[at..].contains(']') => &rest[..at],
        _ => rest,
    };
    host.trim_end_matches('.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_holds_itself_and_what_is_below_it() {
        for (site, origin, expected) in [
            ("bank.example", "https://bank.example", true),
            ("bank.example", "http://bank.example:8080", true),
            ("bank.example", "https://my.bank.example", true),
            ("bank.example", "https://notmybank.example", false),
            ("bank.example", "https://bank.example.evil.example", false),
            ("BANK.Example", "https://bank.example", true),
            ("bank.example", "https://bank.example.", true),
            ("münchen.de", "https://xn--mnchen-3ya.de", true),
            ("127.0.0.1", "http://127.0.0.1:9000", true),
            ("[::1]", "http://[::1]:9000", true),
            ("https://bank.example", "https://bank.example", true),
            ("https://bank.example/", "https://bank.example", true),
            ("https://bank.example", "https://my.bank.example", false),
            ("https://bank.example", "http://bank.example", false),
            ("https://bank.example", "https://bank.example:8443", false),
        ] {
            let holds = Site::parse(site).unwrap().holds(&Origin::parse(origin).unwrap());
            assert_eq!(holds, expected, "{site} {origin}");
        }
        for wrong in
            ["", "a b", "bank.example/path", "https://bank.example/path", "x@bank.example", "a:1", "."]
        {
            assert_eq!(Site::parse(wrong).map_err(|error| error.code()), Err("E_STORE_SITE"), "{wrong}");
        }
    }
}
