//! Secrets that are looked for: each unique, of a form that its place takes, and the same in every run.

use sha2::{Digest as _, Sha256};

/// Letters of a secret: none of them has to be written otherwise in an address, an attribute or JSON.
const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789";
const LONG: usize = 32;

/// A secret and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Planted {
    pub(super) place: String,
    pub(super) secret: String,
}

/// Hands out secrets for the places of one page.
pub(super) struct Planter {
    page: &'static str,
    /// Another number gives the same page with other secrets.
    edition: u32,
    pub(super) planted: Vec<Planted>,
}

impl Planter {
    pub(super) fn new(page: &'static str, edition: u32) -> Self {
        Self { page, edition, planted: Vec::new() }
    }

    /// A secret as a program makes them.
    pub(super) fn word(&mut self, place: &str) -> String {
        let bytes = self.random(place);
        let secret = bytes
            .iter()
            .take(LONG)
            .map(|byte| char::from(LETTERS[usize::from(*byte) % LETTERS.len()]))
            .collect();
        self.plant(place, secret)
    }

    /// So many digits, none of them 0 at the start.
    pub(super) fn digits(&mut self, place: &str, count: usize) -> String {
        let bytes = self.random(place);
        let digit = |(index, byte): (usize, &u8)| {
            char::from(b'0' + if index == 0 { byte % 9 + 1 } else { byte % 10 })
        };
        let secret = bytes.iter().take(count).enumerate().map(digit).collect();
        self.plant(place, secret)
    }

    /// A secret of a form of its own, such as a date, made of random numbers.
    pub(super) fn shaped(
        &mut self,
        place: &str,
        shape: impl FnOnce(&mut dyn FnMut(u32, u32) -> u32) -> String,
    ) -> String {
        let bytes = self.random(place);
        let mut at = 0;
        let mut between = |low: u32, high: u32| {
            at += 2;
            let number = u32::from(bytes[at % LONG]) << 8 | u32::from(bytes[(at + 1) % LONG]);
            low + number % (high - low + 1)
        };
        let secret = shape(&mut between);
        self.plant(place, secret)
    }

    fn plant(&mut self, place: &str, secret: String) -> String {
        self.planted.push(Planted { place: format!("{}: {place}", self.page), secret: secret.clone() });
        secret
    }

    fn random(&self, place: &str) -> [u8; LONG] {
        Sha256::digest(format!("{} {} {place}", self.page, self.edition)).into()
    }
}

/// Whether a text holds a secret, however its letters are written.
pub(super) fn holds(text: &str, secret: &str) -> bool {
    text.contains(secret) || text.to_lowercase().contains(&secret.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_the_same_in_every_run_and_different_in_every_place() {
        let mut one = Planter::new("page", 1);
        let mut again = Planter::new("page", 1);
        let mut other = Planter::new("page", 2);
        let secret = one.word("a");
        assert_eq!(secret, again.word("a"));
        assert_ne!(secret, other.word("a"));
        assert_ne!(secret, one.word("b"));
        assert_eq!(one.digits("c", 12).len(), 12);
        assert_eq!(one.planted.len(), 3);
    }

    #[test]
    fn a_secret_is_found_in_other_letters() {
        assert!(holds("x ABC1 y", "abc1"));
        assert!(!holds("x AB C1 y", "abc1"));
    }
}
