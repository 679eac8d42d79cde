//! Words that may be stored: what signs a person in, and the numbers of their cards, accounts and papers, are taken out.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};

use url::Url;

use crate::classify::{TextClass, TextKind, classify_text};
use crate::trace::percent_decoded;

/// A text holds at most 64 listed finds, so one that is full of them is gone over again.
const MOST_ROUNDS: usize = 32;

/// Whether a find is replaced. Names, addresses and telephone numbers are what a log is about and stay; the person can
/// have them forgotten. Secrets and the numbers that stand for a person or their money never get in.
const fn is_replaced(kind: TextKind) -> bool {
    match kind {
        TextKind::PrivateKey
        | TextKind::ApiKey
        | TextKind::Jwt
        | TextKind::Password
        | TextKind::OneTimeCode
        | TextKind::ConnectionString
        | TextKind::CardNumber
        | TextKind::Iban
        | TextKind::NationalId
        | TextKind::BirthDate
        | TextKind::IdNumber => true,
        TextKind::Email | TextKind::Phone | TextKind::PostalAddress => false,
    }
}

/// The text with everything replaced that must not be stored.
#[must_use]
pub fn scrub(text: &str) -> Cow<'_, str> {
    let mut scrubbed = Cow::Borrowed(text);
    for _ in 0..MOST_ROUNDS {
        let finding = classify_text(&scrubbed);
        let mut replaced = String::with_capacity(scrubbed.len());
        let mut end = 0;
        for span in finding.spans.iter().filter(|span| is_replaced(span.kind)) {
            let mark = mark(span.kind);
            // A mark that is found again is the same find, not a new one.
            if span.start < end
                || scrubbed[span.start..span.end].trim_matches(['[', ']']) == mark.trim_matches(['[', ']'])
            {
                continue;
            }
            replaced.push_str(&scrubbed[end..span.start]);
            replaced.push_str(&mark);
            end = span.end;
        }
        if end == 0 {
            // Marks may still read like what they replaced; anything else that does is not kept at all.
            let without = without_marks(&scrubbed);
            return if classify_text(&without).class == TextClass::SecretLike {
                Cow::Owned(unreadable(text))
            } else {
                scrubbed
            };
        }
        replaced.push_str(&scrubbed[end..]);
        scrubbed = Cow::Owned(replaced);
    }
    Cow::Owned(unreadable(text))
}

fn mark(kind: TextKind) -> String {
    format!("[{}]", kind.as_str())
}

fn unreadable(text: &str) -> String {
    format!("[{} characters]", text.chars().count())
}

fn without_marks(text: &str) -> String {
    let mut left = text.to_string();
    for kind in [
        TextKind::PrivateKey,
        TextKind::ApiKey,
        TextKind::Jwt,
        TextKind::Password,
        TextKind::OneTimeCode,
        TextKind::ConnectionString,
        TextKind::CardNumber,
        TextKind::Iban,
        TextKind::NationalId,
        TextKind::BirthDate,
        TextKind::IdNumber,
    ] {
        left = left.replace(&mark(kind), "");
    }
    left
}

/// An address as it may be stored: where it leads, never what it carries in its user, query or fragment.
#[must_use]
pub fn shown_url(text: &str) -> String {
    // What was cut before is cut already.
    if let Some(rest) = text.strip_suffix('…') {
        let shown = shown_url(rest.strip_suffix('?').unwrap_or(rest));
        let mark = if rest.ends_with('?') { "?…" } else { "…" };
        return if shown.ends_with('…') { shown } else { shown + mark };
    }
    let Ok(mut url) = Url::parse(text) else {
        return scrub(text).into_owned();
    };
    if !matches!(url.scheme(), "http" | "https") {
        return format!("{}:…", url.scheme());
    }
    let carries = url.query().is_some() || url.fragment().is_some();
    url.set_query(None);
    url.set_fragment(None);
    // An http address always takes these away; if it did not, nothing of it would be kept.
    if url.set_username("").is_err() || url.set_password(None).is_err() {
        return format!("{}:…", url.scheme());
    }
    // A path can carry as much as a query, also percent-encoded; where it carries something, none of it is kept.
    let decoded = percent_decoded(url.path()).unwrap_or_else(|| url.path().to_string());
    if scrub(&decoded) != decoded || scrub(url.path()) != url.path() {
        url.set_path("");
        return format!("{url}…");
    }
    let mut shown = url.to_string();
    if carries {
        shown.push_str("?…");
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    #[test]
    fn secrets_and_numbers_go_and_words_stay() {
        for (text, expected) in [
            ("Book a table for two", "Book a table for two"),
            ("my password is hunter2hunter2, log in", "my password is [password], log in"),
            ("use AKIAQ3EGRZ7XK2PLM4NT now", "use [api_key] now"),
            ("pay with 4111 1111 1111 1111 please", "pay with [card_number] please"),
            ("write to ann@example.com", "write to ann@example.com"),
        ] {
            assert_eq!(scrub(text), expected);
            assert_eq!(scrub(expected), expected, "a second pass changes nothing");
        }
    }

    #[test]
    fn a_text_full_of_secrets_keeps_none() {
        let many: String = (0..300).map(|n| format!("key AKIAQ3EGRZ7XK2PL{:04} ", 1000 + n)).collect();
        let scrubbed = scrub(&many);
        assert!(!scrubbed.contains("AKIAQ3EGRZ7XK2PL"), "{scrubbed}");
    }

    #[test]
    fn addresses_keep_where_they_lead() {
        for (url, expected) in [
            ("https://a.example/b/c?token=x#y", "https://a.example/b/c?…"),
            ("https://user:pass@a.example/", "https://a.example/"),
            ("data:text/plain,x", "data:…"),
            ("https://a.example/", "https://a.example/"),
            ("https://a.example/card/4111%201111%201111%201111", "https://a.example/…"),
            ("https://a.example/key/AKIAQ3EGRZ7XK2PLM4NT?x", "https://a.example/…"),
        ] {
            assert_eq!(shown_url(url), expected);
        }
    }
}
