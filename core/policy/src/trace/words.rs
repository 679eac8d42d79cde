//! What the person wrote. A value counts as theirs only as one whole contiguous piece of it (S1, S3).

use alloc::string::String;
use alloc::vec::Vec;

use url::Url;

use super::amount::{Amount, stated};
use super::directive::{Capitals, Verb, forbids, sentences, verbs};
use super::inside::is_domain;
use super::normal::{is_plain, is_unspaced, normal, percent_decoded};

/// The person's own words, ready for comparing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words {
    texts: Vec<String>,
    /// As they were entered.
    raw: Vec<String>,
    /// The sentences that forbid nothing.
    named: Vec<String>,
    amounts: Vec<Amount>,
    urls: Vec<String>,
    verbs: Vec<Verb>,
}

impl Words {
    /// Takes in what a person entered in a trusted place. What a sentence forbids names nobody and nothing.
    pub(crate) fn add(&mut self, text: &str) {
        self.raw.push(text.into());
        self.verbs.extend(verbs(text));
        self.texts.push(normal(text));
        for sentence in sentences(text, Capitals::GoOn).into_iter().filter(|sentence| !forbids(sentence)) {
            // No address has a space or a quotation mark in it, also where a call is written out.
            let pieces = sentence.split(|c: char| c.is_whitespace() || c == '"');
            self.urls.extend(pieces.filter_map(address).map(|url| comparable(&url)));
            let sentence = normal(sentence);
            self.amounts.extend(stated(&sentence));
            self.named.push(sentence);
        }
    }

    /// Whether the person wrote this value, whole. Case and spacing may differ; a value with invisible marks or letters
    /// in disguise is another value, whatever it looks like.
    pub(crate) fn hold(&self, value: &str) -> bool {
        if !self.may_hold(value) {
            return false;
        }
        if !is_plain(value) {
            return self.hold_exactly(value);
        }
        let value = normal(value);
        let decoded = percent_decoded(&value).filter(|decoded| is_plain(decoded));
        self.hold_normal(&value) || decoded.is_some_and(|value| self.hold_normal(&normal(&value)))
    }

    /// Whether a value could stand anywhere, by its length and its beginning: most values of a model do not.
    fn may_hold(&self, value: &str) -> bool {
        // Upper case or an escape can be longer than what it stands for, by a factor of three at most.
        let longest = self.raw.iter().map(String::len).max().unwrap_or_default();
        if value.len() > 3 * longest {
            return false;
        }
        const BEGINNING: usize = 24;
        let plain = value.trim_start().as_bytes();
        let beginning = plain.iter().take(BEGINNING).take_while(|b| b.is_ascii_alphanumeric()).count();
        let first: String =
            value.trim_start().chars().take(beginning).map(|c| c.to_ascii_lowercase()).collect();
        // Nothing to tell it by, or an escape that changes what is there.
        first.is_empty()
            || plain.get(beginning).is_some_and(|b| *b == b'%' || !b.is_ascii())
            || self.texts.iter().any(|text| text.contains(&first))
    }

    /// Whether the person wrote this value, whole, to the letter.
    pub(crate) fn hold_exactly(&self, value: &str) -> bool {
        !value.is_empty() && self.raw.iter().any(|text| stands_whole(text, value))
    }

    /// How much there is, in bytes.
    pub(crate) fn length(&self) -> usize {
        self.raw.iter().map(String::len).sum()
    }

    /// Whether the person named this recipient or path: like [`Self::hold`], but not in a sentence that forbids
    /// something, and without punctuation at its ends, which would make a second spelling of it.
    pub(crate) fn name(&self, value: &str) -> bool {
        let edge = |c: char| c.is_whitespace() || ".,;:!?'\"()[]{}<>".contains(c);
        !value.starts_with(edge)
            && !value.ends_with(edge)
            && self.hold(value)
            && self.named.iter().any(|sentence| stands_whole(sentence, &normal(value)))
    }

    /// Whether the person told us to do such a thing: a mention or a question is no order.
    pub(crate) fn order(&self, verb: Verb) -> bool {
        self.verbs.contains(&verb)
    }

    fn hold_normal(&self, value: &str) -> bool {
        !value.is_empty() && self.texts.iter().any(|text| stands_whole(text, value))
    }

    /// Whether the person stated this amount.
    pub(crate) fn hold_amount(&self, amount: Amount) -> bool {
        self.amounts.contains(&amount)
    }

    /// Whether the person named this address: the whole of it, or a bare site for its front page.
    pub(crate) fn hold_url(&self, url: &Url) -> bool {
        self.urls.contains(&comparable(url))
    }
}

/// Endings of files that are also suffixes of hosts.
const FILE_ENDINGS: &[&str] =
    &["md", "zip", "sh", "py", "rs", "pl", "mov", "ts", "so", "cc", "ps", "st", "ai", "app", "bz"];

/// The address a word of the person names, with `https` where they left the scheme out.
fn address(word: &str) -> Option<Url> {
    let word = word
        .trim_start_matches(|c: char| !c.is_alphanumeric() && c != '[')
        .trim_end_matches(['.', ',', ';', ':', '!', '?', ')', ']', '}', '"', '\'', '>', '”', '’', '»', '`']);
    let url = match word.split_once("://") {
        Some(("http" | "https", _)) => Url::parse(word).ok()?,
        Some(_) => return None,
        // Without a scheme only what cannot be an amount, a file or the end of a sentence.
        None => {
            let host = word.split(['/', '?', '#', ':']).next().unwrap_or_default();
            let last = host.rsplit('.').next().unwrap_or_default();
            let file = word == host && !host.starts_with("www.") && FILE_ENDINGS.contains(&last);
            if word.contains('@') || file || !is_domain(host) {
                return None;
            }
            Url::parse(&alloc::format!("https://{word}")).ok()?
        }
    };
    (url.username().is_empty() && url.password().is_none() && url.has_host()).then_some(url)
}

/// The address in the form in which two are compared: unreserved characters unescaped; scheme and host are lower case
/// already, and in the rest case counts.
fn comparable(url: &Url) -> String {
    let text = url.as_str();
    let same = |decoded: &String| {
        // Only where unescaping leaves the same address: nothing invisible, and no new delimiter.
        let delimiters = ['/', '?', '#', '&', '=', '@', '\\'];
        is_plain(decoded)
            && !decoded.contains(['%', ' '])
            && decoded.matches(delimiters).count() == text.matches(delimiters).count()
    };
    percent_decoded(text).filter(same).unwrap_or_else(|| text.into())
}

/// Whether `value` stands in `text` as a piece of its own: not inside a longer word, address or number.
pub(crate) fn stands_whole(text: &str, value: &str) -> bool {
    text.match_indices(value).any(|(start, found)| {
        let before = text.get(..start).unwrap_or_default();
        let after = text.get(start + found.len()..).unwrap_or_default();
        begins(before, value) && ends(after, value)
    })
}

fn begins(before: &str, value: &str) -> bool {
    let Some(last) = before.chars().next_back() else { return true };
    let first = value.chars().next().unwrap_or(' ');
    last.is_whitespace()
        || "([{<\"'`“‘«„‹「『（【：，。、；,;:!?¿¡".contains(last)
        || (last.is_alphanumeric() && is_unspaced(last) != is_unspaced(first))
}

fn ends(after: &str, value: &str) -> bool {
    let mut rest = after.chars();
    let Some(next) = rest.next() else { return true };
    let last = value.chars().next_back().unwrap_or(' ');
    let closes = |c: char| c.is_whitespace() || ")]}>\"'`”’»›」』）】：，。、；".contains(c);
    match next {
        // Punctuation ends a value only where the sentence goes on or ends behind it: not `a.b`, not `a?b`.
        '.' | ',' | ';' | ':' | '!' | '?' => rest.next().is_none_or(closes),
        // Sarah's
        '\'' | '’' => match rest.next() {
            Some('s') => rest.next().is_none_or(|c| !c.is_alphanumeric()),
            Some(c) => !c.is_alphanumeric(),
            None => true,
        },
        c if closes(c) => true,
        c => c.is_alphanumeric() && is_unspaced(c) != is_unspaced(last),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Words {
        let mut words = Words::default();
        words.add(text);
        words
    }

    #[test]
    fn only_whole_pieces_are_the_persons_own() {
        let text =
            "Mail 'Lunch' to david.smith@example.com, Sarah's boss; see notexample.com/a and 发给王小明。";
        let words = words(text);
        for own in [
            "david.smith@example.com",
            "DAVID.SMITH@EXAMPLE.COM",
            "lunch",
            "Sarah",
            "to david.smith@example.com",
        ] {
            assert!(words.hold(own), "{own}");
        }
        for other in [
            "smith@example.com",
            "example.com",
            "avid",
            "david.smith@example.co",
            "notexample.com",
            "王小",
            "",
        ] {
            assert!(!words.hold(other), "{other}");
        }
        assert!(words.hold("david.smith%40example.com"));
    }

    #[test]
    fn addresses_are_compared_as_addresses() {
        let words = words(
            "Open Example.com and https://shop.test/a?b=c%C3%A9 for x@y.com. Never open evil.com, 10.50 or notes.md",
        );
        let holds = |url: &str| words.hold_url(&Url::parse(url).unwrap());
        for own in ["https://example.com/", "https://shop.test/a?b=c%C3%A9"] {
            assert!(holds(own), "{own}");
        }
        for other in [
            "http://example.com/",
            "https://example.com/x",
            "https://example.com/?q=secret",
            "https://shop.test/a?b=c",
            "https://shop.test/",
            "https://y.com/",
            "https://example.com.evil.test/",
            "https://shop.test/A?b=c%C3%A9",
            "https://evil.com/",
            "https://10.0.0.50/",
            "https://notes.md/",
            "https://example.com/%E2%80%8B%01",
        ] {
            assert!(!holds(other), "{other}");
        }
    }
}
