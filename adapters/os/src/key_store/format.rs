//! The bytes of a key file. docs/artifacts.md describes them for others.
//!
//! ```text
//! "LAIKAKEY"  version: 1 byte = 1  protection: 1 byte
//! protection 0: the keys
//! protection 1: memory in KiB, passes, lanes: u32 each  salt: 16  nonce: 24
//!               the keys, sealed with XChaCha20-Poly1305; everything before is the associated data
//! SHA-256 of everything before
//!
//! each key:   length of its name: 1 byte  name  32 bytes; sorted by name, each name once
//! ```
//! Numbers are big-endian. The digest tells a damaged file from a wrong passphrase; it protects nothing.

use std::collections::BTreeMap;

use argon2::{Algorithm, Argon2, Params, Version};
use chacha20poly1305::aead::{AeadInOut as _, KeyInit as _};
use chacha20poly1305::{Tag, XChaCha20Poly1305, XNonce};
use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

use super::{Key, is_name};

pub(super) type Keys = BTreeMap<String, Key>;

const MAGIC: &[u8; 8] = b"LAIKAKEY";
const VERSION: u8 = 1;
const UNPROTECTED: u8 = 0;
const PASSPHRASE: u8 = 1;

/// What a guess at the passphrase costs. Stored in the file, so that it can grow.
#[derive(Clone, Copy)]
pub(super) struct Cost {
    pub(super) memory_kib: u32,
    pub(super) passes: u32,
    pub(super) lanes: u32,
}

impl Cost {
    /// The second choice of RFC 9106, for machines that do other things too.
    pub(super) const NEW: Self = Self { memory_kib: 64 * 1024, passes: 3, lanes: 4 };
    /// A file may ask for no more: whoever can write it shall not stop the machine.
    const MOST: Self = Self { memory_kib: 256 * 1024, passes: 16, lanes: 16 };

    fn params(self) -> Option<Params> {
        let most = Self::MOST;
        let fits =
            self.memory_kib <= most.memory_kib && self.passes <= most.passes && self.lanes <= most.lanes;
        Params::new(self.memory_kib, self.passes, self.lanes, Some(32)).ok().filter(|_| fits)
    }
}

/// How a passphrase becomes a key.
#[derive(Clone, Copy)]
pub(super) struct Recipe {
    pub(super) cost: Cost,
    pub(super) salt: [u8; 16],
}

impl Recipe {
    /// Nothing when the cost is beyond its bounds or the memory is not there.
    pub(super) fn derive(&self, passphrase: &str) -> Option<Key> {
        let mut key = Zeroizing::new([0; 32]);
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, self.cost.params()?);
        argon2.hash_password_into(passphrase.as_bytes(), &self.salt, &mut *key).ok()?;
        Some(Key::new(&key))
    }
}

/// A key file that was read, but perhaps not opened.
pub(super) enum Contents<'a> {
    Open(Keys),
    Sealed(Sealed<'a>),
}

pub(super) struct Sealed<'a> {
    pub(super) recipe: Recipe,
    header: &'a [u8],
    nonce: [u8; 24],
    body: &'a [u8],
}

impl Sealed<'_> {
    /// Nothing when the key is wrong.
    pub(super) fn open(&self, key: &Key) -> Option<Keys> {
        let (body, tag) = self.body.split_last_chunk::<16>()?;
        let mut body = Zeroizing::new(body.to_vec());
        XChaCha20Poly1305::new(key.expose().into())
            .decrypt_inout_detached(
                &XNonce::from(self.nonce),
                self.header,
                body.as_mut_slice().into(),
                &Tag::from(*tag),
            )
            .ok()?;
        parse_keys(&body)
    }
}

/// The file for keys that nothing protects but its mode.
pub(super) fn write_open(keys: &Keys) -> Zeroizing<Vec<u8>> {
    let mut file = start(UNPROTECTED, keys);
    put_keys(&mut file, keys);
    finish(file)
}

/// The file for keys that a passphrase protects. The nonce must be fresh. Nothing when it cannot be sealed.
pub(super) fn write_sealed(
    keys: &Keys,
    recipe: &Recipe,
    key: &Key,
    nonce: [u8; 24],
) -> Option<Zeroizing<Vec<u8>>> {
    let mut file = start(PASSPHRASE, keys);
    let Cost { memory_kib, passes, lanes } = recipe.cost;
    [memory_kib, passes, lanes].iter().for_each(|number| file.extend(number.to_be_bytes()));
    file.extend(recipe.salt);
    file.extend(nonce);
    let header_len = file.len();
    put_keys(&mut file, keys);
    let (header, body) = file.split_at_mut(header_len);
    let cipher = XChaCha20Poly1305::new(key.expose().into());
    let tag = cipher.encrypt_inout_detached(&XNonce::from(nonce), header, body.into()).ok()?;
    file.extend(tag);
    Some(finish(file))
}

/// Reads a file, or says what is wrong with it.
pub(super) fn parse(file: &[u8]) -> Result<Contents<'_>, &'static str> {
    let cut = "it was cut off";
    let (content, digest) = file.split_last_chunk::<32>().ok_or(cut)?;
    if Sha256::digest(content)[..] != digest[..] {
        return Err("its bytes were changed or cut off");
    }
    let rest = content.strip_prefix(MAGIC).ok_or("it is not a key file")?;
    match rest {
        [VERSION, UNPROTECTED, body @ ..] => {
            parse_keys(body).map(Contents::Open).ok_or("its keys cannot be read")
        }
        [VERSION, PASSPHRASE, rest @ ..] => {
            let (memory_kib, rest) = rest.split_first_chunk().ok_or(cut)?;
            let (passes, rest) = rest.split_first_chunk().ok_or(cut)?;
            let (lanes, rest) = rest.split_first_chunk().ok_or(cut)?;
            let (salt, rest) = rest.split_first_chunk().ok_or(cut)?;
            let (nonce, body) = rest.split_first_chunk().ok_or(cut)?;
            let [memory_kib, passes, lanes] =
                [memory_kib, passes, lanes].map(|bytes| u32::from_be_bytes(*bytes));
            let cost = Cost { memory_kib, passes, lanes };
            cost.params().ok_or("its passphrase would cost too much to check")?;
            let header = &content[..content.len() - body.len()];
            Ok(Contents::Sealed(Sealed { recipe: Recipe { cost, salt: *salt }, header, nonce: *nonce, body }))
        }
        _ => Err("it is of a version this program does not know"),
    }
}

fn start(protection: u8, keys: &Keys) -> Zeroizing<Vec<u8>> {
    // The full size at once: a buffer that grows would leave copies behind that nobody wipes.
    let most = 128 + keys.keys().map(|name| 33 + name.len()).sum::<usize>();
    let mut file = Zeroizing::new(Vec::with_capacity(most));
    file.extend(MAGIC);
    file.extend([VERSION, protection]);
    file
}

fn finish(mut file: Zeroizing<Vec<u8>>) -> Zeroizing<Vec<u8>> {
    let digest = Sha256::digest(&*file);
    file.extend(digest);
    file
}

fn put_keys(file: &mut Vec<u8>, keys: &Keys) {
    for (name, key) in keys {
        // A name has at most 64 bytes.
        file.push(name.len() as u8);
        file.extend(name.as_bytes());
        file.extend(key.expose());
    }
}

fn parse_keys(mut body: &[u8]) -> Option<Keys> {
    let mut keys = Keys::new();
    while let Some((&name_len, rest)) = body.split_first() {
        let (name, rest) = rest.split_at_checked(name_len.into())?;
        let name = str::from_utf8(name).ok().filter(|name| is_name(name))?;
        let (key, rest) = rest.split_first_chunk()?;
        if keys.last_key_value().is_some_and(|(last, _)| last.as_str() >= name) {
            return None;
        }
        keys.insert(name.to_owned(), Key::new(key));
        body = rest;
    }
    Some(keys)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const CHEAP: Cost = Cost { memory_kib: 64, passes: 1, lanes: 1 };
    const PAGE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/artifacts.md"));

    fn keys(of: &[(&str, u8)]) -> Keys {
        of.iter().map(|(name, byte)| ((*name).to_owned(), Key::new(&[*byte; 32]))).collect()
    }

    fn sealed(keys: &Keys, passphrase: &str) -> Zeroizing<Vec<u8>> {
        let recipe = Recipe { cost: CHEAP, salt: [0x5a; 16] };
        write_sealed(keys, &recipe, &recipe.derive(passphrase).unwrap(), [0xa5; 24]).unwrap()
    }

    fn opened(file: &[u8], passphrase: &str) -> Result<Keys, &'static str> {
        match parse(file)? {
            Contents::Open(keys) => Ok(keys),
            Contents::Sealed(sealed) => {
                sealed.open(&sealed.recipe.derive(passphrase).unwrap()).ok_or("the passphrase is wrong")
            }
        }
    }

    fn same(one: &Keys, other: &Keys) -> bool {
        one.iter()
            .map(|(name, key)| (name, key.expose()))
            .eq(other.iter().map(|(name, key)| (name, key.expose())))
    }

    /// The digest as a hostile writer would make it.
    fn with_digest(mut file: Vec<u8>) -> Vec<u8> {
        let content = file.len() - 32;
        let digest = Sha256::digest(&file[..content]);
        file[content..].copy_from_slice(&digest);
        file
    }

    #[test]
    fn the_page_has_these_bytes() {
        let keys = keys(&[("artifacts", 0x11)]);
        for (name, file) in [("open", write_open(&keys)), ("sealed", sealed(&keys, "correct horse"))] {
            let hex: String = file.iter().map(|byte| format!("{byte:02x}")).collect();
            assert!(PAGE.contains(&format!("| {name} | `{hex}` |")), "| {name} | `{hex}` |");
        }
    }

    #[test]
    fn every_changed_byte_and_every_cut_is_noticed() {
        let keys = keys(&[("artifacts", 1), ("log", 2)]);
        for file in [write_open(&keys), sealed(&keys, "correct horse")] {
            assert!(same(&opened(&file, "correct horse").unwrap(), &keys));
            for at in 0..file.len() {
                assert!(opened(&file[..at], "correct horse").is_err(), "cut at {at}");
                for bit in [1, 0x80] {
                    let mut changed = file.to_vec();
                    changed[at] ^= bit;
                    assert!(opened(&changed, "correct horse").is_err(), "byte {at}");
                    // Even with a digest that fits, nothing of a sealed file can be changed.
                    let forged = opened(&with_digest(changed), "correct horse");
                    assert!(file[9] == UNPROTECTED || at >= file.len() - 32 || forged.is_err(), "byte {at}");
                }
            }
        }
        assert_eq!(
            opened(&sealed(&keys, "correct horse"), "correct house").err(),
            Some("the passphrase is wrong")
        );
    }

    #[test]
    fn a_file_cannot_ask_for_more_than_the_bounds() {
        let file = sealed(&keys(&[]), "x");
        for (at, most) in [(10, Cost::MOST.memory_kib), (14, Cost::MOST.passes), (18, Cost::MOST.lanes)] {
            for number in [most + 1, u32::MAX, 0] {
                let mut hostile = file.to_vec();
                hostile[at..at + 4].copy_from_slice(&number.to_be_bytes());
                let why = parse(&with_digest(hostile)).err();
                assert_eq!(why, Some("its passphrase would cost too much to check"), "{at}: {number}");
            }
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            of in proptest::collection::btree_map("[a-z0-9_][a-z0-9_-]{0,63}", any::<[u8; 32]>(), 0..12),
            passphrase in ".{0,40}",
        ) {
            let keys: Keys = of.iter().map(|(name, bytes)| (name.clone(), Key::new(bytes))).collect();
            for file in [write_open(&keys), sealed(&keys, &passphrase)] {
                prop_assert!(same(&opened(&file, &passphrase).unwrap(), &keys));
            }
        }

        #[test]
        fn anything_at_all_is_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            let mut file = b"LAIKAKEY\x01".to_vec();
            file.extend(bytes);
            file.extend([0; 32]);
            let _ = parse(&with_digest(file)).map(drop);
        }
    }
}
