//! The private keys of the heads. Each signs one head and is then erased, so whoever takes over the machine later
//! cannot sign an earlier one again (S15).
//!
//! The order that a crash at any point leaves repairable: the next key is durable, then the head that names it, then
//! the old key is erased.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use ed25519_dalek::SigningKey;
use zeroize::{Zeroize, Zeroizing};

use crate::place::private_folder;
use crate::random::Random;
use crate::{Anchor, StoreError};

/// The keys that are there: normally one, that of the coming head.
pub(crate) enum Keys {
    /// One file each.
    Folder(PathBuf),
    /// In memory, for a log in memory.
    Memory(BTreeMap<u64, Zeroizing<[u8; 32]>>),
}

impl Keys {
    /// The keys in a folder, which is made if it is not there.
    pub(crate) fn folder(path: PathBuf) -> Result<Self, StoreError> {
        private_folder(&path)?;
        Ok(Self::Folder(path))
    }

    /// No keys yet, in memory.
    pub(crate) const fn memory() -> Self {
        Self::Memory(BTreeMap::new())
    }

    /// Makes the first key of a log that does not exist yet. One that was left by a crash before there was a log is
    /// replaced: it has signed nothing. Where there are later keys, a log was here and is gone; a new line of heads
    /// would hide that.
    pub(crate) fn begin(&mut self, random: &mut Random) -> Result<(), StoreError> {
        if let Self::Folder(folder) = self
            && epochs(folder)?.into_iter().any(|(epoch, _)| epoch.is_some_and(|epoch| epoch > 1))
        {
            return Ok(());
        }
        self.make(1, random).map(drop)
    }

    /// The key of a head, which must be the one that the head before it names.
    pub(crate) fn load(&self, epoch: u64, before: Option<&Anchor>) -> Result<SigningKey, StoreError> {
        let missing = StoreError::HeadKey { epoch, why: "is missing" };
        let bytes = match self {
            Self::Folder(folder) => Zeroizing::new(fs::read(file(folder, epoch)).map_err(|_| missing)?),
            Self::Memory(keys) => Zeroizing::new(keys.get(&epoch).ok_or(missing)?.to_vec()),
        };
        let mut secret = Zeroizing::new([0; 32]);
        if bytes.len() != 32 {
            return Err(StoreError::HeadKey { epoch, why: "is not a key" });
        }
        secret.copy_from_slice(&bytes);
        let key = SigningKey::from_bytes(&secret);
        match before {
            Some(before) if before.next_public_key != key.verifying_key().to_bytes() => {
                Err(StoreError::HeadKey { epoch, why: "is not the one that the head before it names" })
            }
            _ => Ok(key),
        }
    }

    /// Makes a key, durably.
    pub(crate) fn make(&mut self, epoch: u64, random: &mut Random) -> Result<SigningKey, StoreError> {
        let mut secret = Zeroizing::new([0; 32]);
        random.fill(&mut *secret)?;
        match self {
            Self::Folder(folder) => {
                erase(&file(folder, epoch))?;
                let new = folder.join(format!("{epoch}.key.new"));
                erase(&new)?;
                write(&new, &*secret).map_err(StoreError::file("write", &new))?;
                fs::rename(&new, file(folder, epoch)).map_err(StoreError::file("rename", &new))?;
                sync_folder(folder)?;
            }
            Self::Memory(keys) => {
                keys.insert(epoch, secret.clone());
            }
        }
        Ok(SigningKey::from_bytes(&secret))
    }

    /// Finishes or undoes what a crash or a failed commit left: keys that have signed are erased, and so is the one
    /// that was made for a head that never came to be named.
    pub(crate) fn settle(&mut self, latest: Option<&Anchor>) -> Result<(), StoreError> {
        let coming = latest.map_or(0, |head| head.epoch) + 1;
        // Where the coming key is lost, the log may be an old copy; then the keys of the newer one are left alone.
        let fits = self.load(coming, latest).is_ok();
        match self {
            Self::Folder(folder) => {
                for (epoch, path) in epochs(folder)? {
                    let used = epoch.is_some_and(|epoch| epoch < coming);
                    let unborn = fits && epoch == Some(coming + 1);
                    let half = path.extension().is_some_and(|extension| extension == "new");
                    if used || unborn || half {
                        erase(&path)?;
                    }
                }
                sync_folder(folder)?;
            }
            Self::Memory(keys) => keys.retain(|&epoch, _| epoch == coming),
        }
        Ok(())
    }
}

fn file(folder: &Path, epoch: u64) -> PathBuf {
    folder.join(format!("{epoch}.key"))
}

/// The files of a folder, and of which head each is the key.
pub(crate) fn epochs(folder: &Path) -> Result<Vec<(Option<u64>, PathBuf)>, StoreError> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(StoreError::file("list", folder))? {
        let path = entry.map_err(StoreError::file("list", folder))?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let epoch = name.strip_suffix(".key").and_then(|name| name.parse().ok());
        files.push((epoch, path));
    }
    Ok(files)
}

fn write(path: &Path, secret: &[u8]) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(secret)?;
    file.sync_all()
}

/// Overwrites a file with zeros and removes it.
///
/// On a disk that writes in place this removes the key for good. An SSD, a copying or journaling file system and a
/// backup may each still hold the old block; against whoever reads those, only full disk encryption helps.
fn erase(path: &Path) -> Result<(), StoreError> {
    match OpenOptions::new().write(true).open(path) {
        Ok(mut file) => {
            let length = file.metadata().map_or(32, |data| data.len().min(4096));
            let mut zeros = vec![0; usize::try_from(length).unwrap_or(32)];
            let wiped = file.write_all(&zeros).and_then(|()| file.sync_all());
            zeros.zeroize();
            // Removed even where it could not be overwritten.
            fs::remove_file(path).map_err(StoreError::file("remove", path))?;
            wiped.map_err(StoreError::file("overwrite", path))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(StoreError::file("overwrite", path)(error)),
    }
}

/// Makes the names in a folder durable.
pub(crate) fn sync_folder(folder: &Path) -> Result<(), StoreError> {
    #[cfg(unix)]
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(StoreError::file("sync", folder))?;
    Ok(())
}
