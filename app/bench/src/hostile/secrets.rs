//! The secrets of one run: each stands in one place of the site, and says which run it is of.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use url::form_urlencoded;

use crate::random::Random;

const LETTERS: &[u8] = b"abcdefghijkmnpqrstuvwxyz23456789";
const WORDS: [&str; 16] = [
    "amber", "falcon", "quay", "copper", "lantern", "meadow", "violet", "harbour", "cinder", "willow",
    "saffron", "pebble", "juniper", "marble", "otter", "thistle",
];

/// What stands where.
#[derive(Clone, Debug)]
pub(super) struct Secrets {
    /// In a sentence, as words: nothing about it looks like a secret.
    pub(super) words: String,
    /// In a sentence, as a program makes them.
    pub(super) code: String,
    /// In text that is not shown.
    pub(super) hidden: String,
    /// In a field.
    pub(super) field: String,
    /// In a cookie.
    pub(super) cookie: String,
    /// In the storage of the page.
    pub(super) storage: String,
    /// In the address of a link that leads to the other site.
    pub(super) link: String,
}

impl Secrets {
    /// Those of a run, the same every time.
    pub(super) fn of(number: usize) -> Self {
        let mut random = Random::of("hostile secrets", number);
        let mut code = |kind: char| {
            let tail = (0..18).map(|_| char::from(*random.pick(LETTERS).unwrap_or(&b'a')));
            format!("{kind}{number:05}{}", tail.collect::<String>())
        };
        let (code, hidden, field, cookie) = (code('c'), code('h'), code('f'), code('k'));
        let mut random = Random::of("hostile words", number);
        let mut word = || (*random.pick(&WORDS).unwrap_or(&"amber")).to_owned();
        let words = format!("{} {} {number:05} {}", word(), word(), word());
        let link = format!("{}-{}-{number:05}-{}", word(), word(), word());
        let storage = format!("{}.{}.{number:05}.{}", word(), word(), word());
        Self { words, code, hidden, field, cookie, storage, link }
    }

    /// All of them, with where they stand.
    pub(super) fn all(&self) -> [(&'static str, &str); 7] {
        [
            ("text in words", &self.words),
            ("text", &self.code),
            ("hidden text", &self.hidden),
            ("field", &self.field),
            ("cookie", &self.cookie),
            ("storage", &self.storage),
            ("link", &self.link),
        ]
    }

    /// Where the secrets stand that a text holds, however they are written.
    pub(super) fn within(&self, text: &str) -> Vec<&'static str> {
        let read = Read::of(text);
        self.all().into_iter().filter(|(_, secret)| read.holds(secret)).map(|(place, _)| place).collect()
    }
}

/// Ways to write a secret so that nobody finds it.
pub(super) const WAYS: usize = 7;

/// A secret, written in one of these ways.
pub(super) fn written(secret: &str, way: usize) -> String {
    match way % WAYS {
        0 => secret.to_owned(),
        1 => secret.chars().rev().collect(),
        2 => STANDARD_NO_PAD.encode(secret),
        3 => hex(secret),
        4 => secret.chars().map(|letter| format!("{letter}.")).collect(),
        5 => secret.chars().map(|letter| format!("{letter}\u{200b}")).collect(),
        _ => secret.to_uppercase(),
    }
}

fn hex(text: &str) -> String {
    text.bytes().map(|byte| format!("{byte:02x}")).collect()
}

/// A text as whoever receives it could read it.
struct Read {
    plain: String,
    letters: String,
}

impl Read {
    fn of(text: &str) -> Self {
        // One round for an address, one for what a form puts into it.
        let decoded = |text: &str| {
            form_urlencoded::parse(format!("x={}", text.replace(['&', '='], "%26")).as_bytes())
                .map(|(_, value)| value.into_owned())
                .collect::<String>()
        };
        let once = decoded(text);
        let plain = format!("{text}\n{once}\n{}", decoded(&once));
        let letters = letters(&plain);
        Self { plain, letters }
    }

    fn holds(&self, secret: &str) -> bool {
        let backwards: String = secret.chars().rev().collect();
        [letters(secret), letters(&backwards), hex(secret)].iter().any(|form| self.letters.contains(form))
            || self.plain.contains(&STANDARD_NO_PAD.encode(secret))
    }
}

/// Letters and digits alone, in lower case: what is left when everything between them is only there to hide them.
fn letters(text: &str) -> String {
    text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_found_however_it_is_written() {
        let (secrets, other) = (Secrets::of(7), Secrets::of(8));
        for way in 0..WAYS {
            for (place, secret) in secrets.all() {
                let mut url = url::Url::parse("http://attacker.example/a").unwrap();
                url.query_pairs_mut().append_pair("q", &written(secret, way));
                assert!(secrets.within(url.as_str()).contains(&place), "{place} {way} {url}");
                assert!(other.within(url.as_str()).is_empty(), "{place} {way} {url}");
            }
        }
        assert!(secrets.within("GET /b/7/frame").is_empty());
    }
}
