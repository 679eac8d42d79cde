//! Where 32-byte keys live, and secrets of the person under them: the system's key store, a private file, or memory.
//!
//! The choice is made once for a data folder and remembered there. From then on a place that does not answer is an
//! error with a hint, never a reason to look elsewhere or to make new keys.

mod bounded;
mod error;
mod format;
mod key;
mod key_file;
mod os;
mod place;
mod remembered;
mod secrets;

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};

use laika_protocol::secret::Secret;

pub use error::KeyError;
pub use key::Key;
pub use place::{Choice, Description, Place};

use crate::files::private;
use key_file::KeyFile;
use os::OsKeyStore;
use place::Keeping;
use remembered::Remembered;
use secrets::{Secrets, SecretsFile};

/// The keys of one data folder.
pub struct KeyStore(Inner);

enum Inner {
    Memory(BTreeMap<String, Key>, Secrets),
    Kept(Kept),
}

struct Kept {
    dir: PathBuf,
    keeper: Keeper,
    because: Option<String>,
}

enum Keeper {
    Os(OsKeyStore),
    File(KeyFile),
}

impl KeyStore {
    /// Opens the keys of a data folder, and makes the folder if it is not there.
    ///
    /// # Errors
    /// When the folder or a file in it is not private or damaged, the keys are elsewhere than asked, or the system's
    /// key store was asked for and does not work.
    pub fn open(data_dir: &Path, choice: Choice) -> Result<Self, KeyError> {
        let asked = match choice {
            Choice::Memory => return Ok(Self(Inner::Memory(BTreeMap::new(), Secrets::new()))),
            Choice::Auto => None,
            Choice::OsKeyStore => Some(Keeping::Os),
            Choice::KeyFile => Some(Keeping::File),
        };
        private::make_dir(data_dir)?;
        let _lock = lock(data_dir)?;
        let path = data_dir.join("keys");
        let (remembered, because) = match Remembered::read(data_dir)? {
            Some(remembered) => (remembered, None),
            None => decide(data_dir, asked, &path)?,
        };
        if asked.is_some_and(|asked| asked != remembered.keeping) {
            return Err(KeyError::KeptElsewhere(remembered.keeping.place()));
        }
        let keeper = match remembered.keeping {
            Keeping::Os => Keeper::Os(OsKeyStore::here(&remembered.profile)?),
            Keeping::File => Keeper::File(KeyFile::open(path)?),
        };
        Ok(Self(Inner::Kept(Kept { dir: data_dir.to_owned(), keeper, because })))
    }

    /// Which place is in use. The product always says so.
    #[must_use]
    pub fn describe(&self) -> Description {
        let (place, because, file) = match &self.0 {
            Inner::Memory(..) => (Place::Memory, None, None),
            Inner::Kept(Kept { keeper: Keeper::Os(_), because, .. }) => {
                (Place::OsKeyStore, because.clone(), None)
            }
            Inner::Kept(Kept { keeper: Keeper::File(file), because, .. }) => {
                let place = if file.has_passphrase() { Place::KeyFilePassphrase } else { Place::KeyFile };
                (place, because.clone(), Some(file.path().clone()))
            }
        };
        Description { place, because, file }
    }

    /// The key of this name, if there is one.
    ///
    /// # Errors
    /// When its place does not answer, or had the key before and has it no more.
    pub fn get(&self, name: &str) -> Result<Option<Key>, KeyError> {
        check_name(name)?;
        match &self.0 {
            Inner::Memory(keys, _) => Ok(keys.get(name).map(copy)),
            Inner::Kept(kept) => {
                let (_lock, remembered) = kept.begin()?;
                kept.get(name, &remembered)
            }
        }
    }

    /// The key of this name, which is made if there was never one.
    ///
    /// # Errors
    /// Like [`Self::get`], or when it cannot be stored. It is stored before anybody can use it.
    pub fn get_or_create(&mut self, name: &str) -> Result<Key, KeyError> {
        check_name(name)?;
        match &mut self.0 {
            Inner::Memory(keys, _) => {
                if !keys.contains_key(name) {
                    keys.insert(name.to_owned(), Key::random()?);
                }
                keys.get(name).map(copy).ok_or_else(|| KeyError::Gone(name.to_owned()))
            }
            Inner::Kept(kept) => {
                let (_lock, mut remembered) = kept.begin()?;
                if let Some(key) = kept.get(name, &remembered)? {
                    // Made, but not noted: the process ended in between.
                    remembered.add(name)?;
                    return Ok(key);
                }
                let key = Key::random()?;
                kept.put(name, &key, &mut remembered)?;
                Ok(key)
            }
        }
    }

    /// Stores a key under this name, in place of the one before.
    ///
    /// # Errors
    /// When it cannot be stored.
    pub fn put(&mut self, name: &str, key: &Key) -> Result<(), KeyError> {
        check_name(name)?;
        match &mut self.0 {
            Inner::Memory(keys, _) => {
                keys.insert(name.to_owned(), copy(key));
                Ok(())
            }
            Inner::Kept(kept) => {
                let (_lock, mut remembered) = kept.begin()?;
                kept.put(name, key, &mut remembered)
            }
        }
    }

    /// Removes a key. What was written with it cannot be read any more. One that is not there is no error.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn delete(&mut self, name: &str) -> Result<(), KeyError> {
        check_name(name)?;
        match &mut self.0 {
            Inner::Memory(keys, _) => {
                keys.remove(name);
                Ok(())
            }
            Inner::Kept(kept) => {
                let (_lock, mut remembered) = kept.begin()?;
                kept.delete(name, &mut remembered)
            }
        }
    }

    /// A secret of the person, such as what signs them in at a server.
    ///
    /// # Errors
    /// When it was kept and cannot be read any more.
    pub fn secret(&self, name: &str) -> Result<Option<Secret>, KeyError> {
        match &self.0 {
            Inner::Memory(_, secrets) => Ok(secrets.get(name).cloned()),
            Inner::Kept(kept) => {
                let (_lock, remembered) = kept.begin()?;
                Ok(kept.secrets(&remembered)?.1.remove(name))
            }
        }
    }

    /// Keeps a secret of the person, in place of the one before. It is sealed with a key of this store, so nobody reads
    /// it who cannot read that.
    ///
    /// # Errors
    /// When it cannot be kept.
    pub fn put_secret(&mut self, name: &str, secret: &Secret) -> Result<(), KeyError> {
        secrets::check(name, secret)?;
        self.change_secrets(|secrets| secrets.insert(name.to_owned(), secret.clone()))
    }

    /// Forgets a secret. One that is not there is no error.
    ///
    /// # Errors
    /// When it cannot be forgotten.
    pub fn delete_secret(&mut self, name: &str) -> Result<(), KeyError> {
        if self.secret(name)?.is_none() {
            return Ok(());
        }
        self.change_secrets(|secrets| secrets.remove(name))
    }

    fn change_secrets(&mut self, how: impl FnOnce(&mut Secrets) -> Option<Secret>) -> Result<(), KeyError> {
        match &mut self.0 {
            Inner::Memory(_, secrets) => {
                how(secrets);
                Ok(())
            }
            Inner::Kept(kept) => {
                let (_lock, mut remembered) = kept.begin()?;
                let (key, mut secrets) = kept.secrets(&remembered)?;
                let key = match key {
                    Some(key) => key,
                    None => {
                        let key = Key::random()?;
                        kept.put(secrets::KEY, &key, &mut remembered)?;
                        key
                    }
                };
                how(&mut secrets);
                kept.secrets_file().write(&secrets, &key)
            }
        }
    }

    /// Whether a passphrase is needed before a key can be read.
    #[must_use]
    pub fn is_locked(&self) -> bool {
        matches!(&self.0, Inner::Kept(Kept { keeper: Keeper::File(file), .. }) if file.is_locked())
    }

    /// Opens a key file with its passphrase, until this is dropped. Slow on purpose. One without needs none.
    ///
    /// # Errors
    /// When it is wrong, or there is no key file.
    pub fn unlock(&mut self, passphrase: &Secret) -> Result<(), KeyError> {
        self.with_key_file(|file| file.unlock(passphrase))
    }

    /// Sets or changes the passphrase of an open key file. Slow on purpose.
    ///
    /// # Errors
    /// When it is empty, the file is locked, or there is none.
    pub fn set_passphrase(&mut self, passphrase: &Secret) -> Result<(), KeyError> {
        self.with_key_file(|file| file.set_passphrase(passphrase))
    }

    /// Takes the passphrase off an open key file.
    ///
    /// # Errors
    /// When the file is locked, or there is none.
    pub fn remove_passphrase(&mut self) -> Result<(), KeyError> {
        self.with_key_file(KeyFile::remove_passphrase)
    }

    fn with_key_file(
        &mut self,
        act: impl FnOnce(&mut KeyFile) -> Result<(), KeyError>,
    ) -> Result<(), KeyError> {
        match &mut self.0 {
            Inner::Kept(Kept { keeper: Keeper::File(file), dir, .. }) => {
                let _lock = lock(dir)?;
                act(file)
            }
            Inner::Kept(Kept { keeper: Keeper::Os(_), .. }) | Inner::Memory(..) => {
                Err(KeyError::NoPassphraseHere)
            }
        }
    }
}

impl Kept {
    /// Every use begins here: alone, and with what is remembered at this moment.
    fn begin(&self) -> Result<(File, Remembered), KeyError> {
        let lock = lock(&self.dir)?;
        let gone = || KeyError::damaged(&self.dir.join("key-store"), "it is gone");
        Ok((lock, Remembered::read(&self.dir)?.ok_or_else(gone)?))
    }

    fn get(&self, name: &str, remembered: &Remembered) -> Result<Option<Key>, KeyError> {
        let found = match &self.keeper {
            Keeper::Os(os) => os.get(name)?,
            Keeper::File(file) => file.load()?.remove(name),
        };
        if found.is_none() && remembered.has(name) { Err(KeyError::Gone(name.to_owned())) } else { Ok(found) }
    }

    fn secrets_file(&self) -> SecretsFile {
        SecretsFile::in_folder(&self.dir)
    }

    /// The secrets, and the key that seals them. Without the key there can be no secrets.
    fn secrets(&self, remembered: &Remembered) -> Result<(Option<Key>, Secrets), KeyError> {
        let key = self.get(secrets::KEY, remembered)?;
        let secrets = self.secrets_file().read(key.as_ref())?;
        Ok((key, secrets))
    }

    fn put(&self, name: &str, key: &Key, remembered: &mut Remembered) -> Result<(), KeyError> {
        match &self.keeper {
            Keeper::Os(os) => os.put(name, key)?,
            Keeper::File(file) => {
                let mut keys = file.load()?;
                keys.insert(name.to_owned(), copy(key));
                file.save(&keys)?;
            }
        }
        remembered.add(name)
    }

    fn delete(&self, name: &str, remembered: &mut Remembered) -> Result<(), KeyError> {
        match &self.keeper {
            Keeper::Os(os) => os.delete(name)?,
            Keeper::File(file) => {
                let mut keys = file.load()?;
                if keys.remove(name).is_some() {
                    file.save(&keys)?;
                }
            }
        }
        remembered.remove(name)
    }
}

/// The first time in a folder. Says why, when the system's key store was tried in vain.
fn decide(dir: &Path, asked: Option<Keeping>, keys: &Path) -> Result<(Remembered, Option<String>), KeyError> {
    let profile = Remembered::new_profile()?;
    let mut because = None;
    let keeping = match asked {
        // Keys that are there already are not left behind, whatever else would work.
        _ if keys.symlink_metadata().is_ok() => Keeping::File,
        Some(Keeping::File) => Keeping::File,
        Some(Keeping::Os) => {
            OsKeyStore::here(&profile)?.probe()?;
            Keeping::Os
        }
        None => match OsKeyStore::here(&profile).and_then(|os| os.probe()) {
            Ok(()) => Keeping::Os,
            Err(error) => {
                because = Some(error.to_string());
                Keeping::File
            }
        },
    };
    Ok((Remembered::decide(dir, keeping, profile)?, because))
}

fn lock(dir: &Path) -> Result<File, KeyError> {
    Ok(private::lock(&dir.join("key-store.lock"))?)
}

fn copy(key: &Key) -> Key {
    Key::new(key.expose())
}

fn check_name(name: &str) -> Result<(), KeyError> {
    if is_name(name) { Ok(()) } else { Err(KeyError::Name(name.to_owned())) }
}

/// Names go into files and onto command lines: no spaces, no leading dash, nothing that could be an option.
fn is_name(text: &str) -> bool {
    (1..=64).contains(&text.len())
        && !text.starts_with('-')
        && text.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-'))
}
