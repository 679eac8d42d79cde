//! Keys in a file that only its owner can read, with or without a passphrase.

use std::path::PathBuf;

use laika_protocol::secret::Secret;

use crate::files::private;

use super::format::{self, Contents, Cost, Keys, Recipe};
use super::key::fill_random;
use super::{Key, KeyError};

pub(super) struct KeyFile {
    path: PathBuf,
    protection: Protection,
    /// For a new passphrase.
    cost: Cost,
}

enum Protection {
    None,
    Locked,
    /// Kept, so that a key can be added without asking for the passphrase again.
    Unlocked(Recipe, Key),
}

impl KeyFile {
    /// A damaged file is found here, not when a key is needed.
    pub(super) fn open(path: PathBuf) -> Result<Self, KeyError> {
        let mut file = Self { path, protection: Protection::None, cost: Cost::NEW };
        if file.read(|contents| Ok(matches!(contents, Contents::Sealed(_))))? == Some(true) {
            file.protection = Protection::Locked;
        }
        Ok(file)
    }

    pub(super) fn path(&self) -> &PathBuf {
        &self.path
    }

    pub(super) fn has_passphrase(&self) -> bool {
        !matches!(self.protection, Protection::None)
    }

    pub(super) fn is_locked(&self) -> bool {
        matches!(self.protection, Protection::Locked)
    }

    pub(super) fn unlock(&mut self, passphrase: &Secret) -> Result<(), KeyError> {
        let opened = self.read(|contents| match contents {
            Contents::Open(_) => Ok(None),
            Contents::Sealed(sealed) => {
                let key = derive(&sealed.recipe, passphrase)?;
                sealed.open(&key).ok_or(KeyError::WrongPassphrase)?;
                Ok(Some((sealed.recipe, key)))
            }
        })?;
        match (opened.flatten(), &self.protection) {
            (Some((recipe, key)), _) => self.protection = Protection::Unlocked(recipe, key),
            (None, Protection::None) => {}
            (None, Protection::Locked | Protection::Unlocked(..)) => {
                return Err(KeyError::Changed(self.path.clone()));
            }
        }
        Ok(())
    }

    /// Sets a passphrase, or another one.
    pub(super) fn set_passphrase(&mut self, passphrase: &Secret) -> Result<(), KeyError> {
        if passphrase.expose().is_empty() {
            return Err(KeyError::EmptyPassphrase);
        }
        let keys = self.load()?;
        let mut salt = [0; 16];
        fill_random(&mut salt)?;
        let recipe = Recipe { cost: self.cost, salt };
        let key = derive(&recipe, passphrase)?;
        self.become_protected_by(Protection::Unlocked(recipe, key), &keys)
    }

    pub(super) fn remove_passphrase(&mut self) -> Result<(), KeyError> {
        let keys = self.load()?;
        self.become_protected_by(Protection::None, &keys)
    }

    pub(super) fn load(&self) -> Result<Keys, KeyError> {
        let keys = self.read(|contents| match (contents, &self.protection) {
            (Contents::Open(keys), Protection::None) => Ok(keys),
            (Contents::Sealed(sealed), Protection::Unlocked(_, key)) => {
                sealed.open(key).ok_or_else(|| KeyError::Changed(self.path.clone()))
            }
            (Contents::Sealed(_), Protection::Locked) => Err(KeyError::NeedsPassphrase),
            // Whoever takes a passphrase away behind our back does not get keys put into an open file.
            (Contents::Open(_), Protection::Locked | Protection::Unlocked(..))
            | (Contents::Sealed(_), Protection::None) => Err(KeyError::Changed(self.path.clone())),
        })?;
        Ok(keys.unwrap_or_default())
    }

    pub(super) fn save(&self, keys: &Keys) -> Result<(), KeyError> {
        self.write(&self.protection, keys)
    }

    fn become_protected_by(&mut self, protection: Protection, keys: &Keys) -> Result<(), KeyError> {
        self.write(&protection, keys)?;
        self.protection = protection;
        Ok(())
    }

    fn write(&self, protection: &Protection, keys: &Keys) -> Result<(), KeyError> {
        let bytes = match protection {
            Protection::None => format::write_open(keys),
            Protection::Locked => return Err(KeyError::NeedsPassphrase),
            Protection::Unlocked(recipe, key) => {
                let mut nonce = [0; 24];
                fill_random(&mut nonce)?;
                let sealed = format::write_sealed(keys, recipe, key, nonce);
                sealed.ok_or_else(|| KeyError::damaged(&self.path, "its keys cannot be sealed"))?
            }
        };
        Ok(private::replace(&self.path, &bytes)?)
    }

    fn read<T>(&self, with: impl FnOnce(Contents<'_>) -> Result<T, KeyError>) -> Result<Option<T>, KeyError> {
        let Some(bytes) = private::read(&self.path)? else { return Ok(None) };
        let contents = format::parse(&bytes).map_err(|why| KeyError::damaged(&self.path, why))?;
        with(contents).map(Some)
    }
}

fn derive(recipe: &Recipe, passphrase: &Secret) -> Result<Key, KeyError> {
    recipe.derive(passphrase.expose()).ok_or(KeyError::NoMemory)
}
